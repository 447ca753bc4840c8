//! The tables that are in memory: a bounded number of them, and none twice.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parlor_store::{JournalName, LinkKind, Token};

use crate::app::AppState;
use crate::fault::WebError;
use crate::room::Room;

/// The rooms that are in memory.
#[derive(Default)]
pub(crate) struct Rooms {
    open: Mutex<OpenRooms>,
    /// Each table has one of these, by its id. It is held while the table comes from the store, so that no table is in
    /// memory twice, and so that the others needn't wait for it.
    doors: [Mutex<()>; 32],
}

#[derive(Default)]
struct OpenRooms {
    rooms: HashMap<Token, Arc<Room>>,
    /// How much memory they take, in usual rooms.
    weight: usize,
}

/// A room that nobody has asked for in this time leaves the memory.
const UNUSED: Duration = Duration::from_mins(10);

/// A table with this many entries takes as much memory as another room.
const ENTRIES_OF_A_ROOM: u64 = 256;

/// A game that takes more than this many rooms is longer than people play.
const LONG: usize = 8;

impl Rooms {
    fn lock(&self) -> MutexGuard<'_, OpenRooms> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A room that is in memory.
    pub(crate) fn get(&self, id: &Token) -> Option<Arc<Room>> {
        self.lock().rooms.get(id).cloned()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.lock().rooms.len()
    }

    /// A room, from the store if it isn't in memory. It blocks.
    pub(crate) fn open(&self, app: &Arc<AppState>, id: Token) -> Result<Option<Arc<Room>>, WebError> {
        if let Some(room) = self.get(&id) {
            return Ok(Some(room));
        }
        let Some((name, LinkKind::Watch)) = app.registry.follow(&id)? else { return Ok(None) };
        let door = &self.doors[usize::from(id.as_bytes()[0]) % self.doors.len()];
        let _door = door.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = self.get(&id) {
            return Ok(Some(room));
        }
        let room = Room::open(app, id, name)?;
        self.lock().take(&room, app.options.limits.rooms, app.millis())?;
        room.go_on(app);
        Ok(Some(room))
    }

    /// A table was deleted: who follows it is told.
    pub(crate) fn close(&self, app: &AppState, id: &Token) {
        let room = {
            let mut open = self.lock();
            let room = open.rooms.remove(id);
            open.weight -= room.as_deref().map_or(0, weight).min(open.weight);
            room
        };
        if let Some(room) = room {
            room.close(app);
        }
    }

    /// Some tables were archived: they leave the memory, but for those that somebody follows. Returns those.
    pub(crate) fn archived(&self, names: &[JournalName]) -> Vec<JournalName> {
        let mut open = self.lock();
        let (followed, gone): (Vec<_>, Vec<_>) =
            open.rooms.values().filter(|room| names.contains(&room.name)).partition(|room| room.is_followed());
        let (followed, gone): (Vec<JournalName>, Vec<Token>) =
            (followed.iter().map(|room| room.name.clone()).collect(), gone.iter().map(|room| room.id).collect());
        // One that somebody holds stays: a table must never be in memory twice.
        open.rooms.retain(|id, room| Arc::strong_count(room) > 1 || !gone.contains(id));
        open.weight = open.rooms.values().map(|room| weight(room)).sum();
        followed
    }

    /// Lets go of what nobody has asked for in a while.
    pub(crate) fn sweep(&self, app: &AppState) {
        self.lock().let_go(app.millis(), UNUSED);
    }
}

impl OpenRooms {
    /// Takes a room in. If there are too many, those that nobody uses go.
    fn take(&mut self, room: &Arc<Room>, most: usize, now: u64) -> Result<(), WebError> {
        if self.weight >= most {
            self.let_go(now, Duration::ZERO);
        }
        // Those that are followed stay. Nobody may fill the memory by following more and more long games, and nobody who
        // plays a usual game may be kept out by that.
        let weight = weight(room);
        if weight > LONG && self.weight >= most {
            return Err(WebError::TooMany(60));
        }
        self.weight += weight;
        self.rooms.insert(room.id, Arc::clone(room));
        Ok(())
    }

    /// Drops rooms that nobody uses. One that somebody holds stays: a table must never be in memory twice.
    fn let_go(&mut self, now: u64, unused: Duration) {
        let old = |room: &Room| now.saturating_sub(room.used()) >= unused.as_millis() as u64;
        self.rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.is_followed() || !old(room));
        self.weight = self.rooms.values().map(|room| weight(room)).sum();
    }
}

/// How much memory a room takes, in usual rooms.
fn weight(room: &Room) -> usize {
    usize::try_from(1 + room.seen().table.revision() / ENTRIES_OF_A_ROOM).unwrap_or(usize::MAX)
}
