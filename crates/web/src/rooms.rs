//! The tables in memory. Their number is limited, and each table is in memory only once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use parlor_store::{JournalName, LinkKind, Token};
use tokio::sync::Mutex as AsyncMutex;

use crate::app::AppState;
use crate::fault::WebError;
use crate::room::Room;

#[derive(Default)]
pub(crate) struct Rooms {
    open: Mutex<OpenRooms>,
    /// Locks for loading a table from the store, chosen by the table's id. They prevent a table from being
    /// loaded twice, without making requests for all other tables wait.
    loading: [Mutex<()>; 32],
    /// Locked by the request that loads a table, while other requests for the same table wait.
    opening: Mutex<HashMap<Token, Weak<AsyncMutex<()>>>>,
}

#[derive(Default)]
struct OpenRooms {
    rooms: HashMap<Token, Arc<Room>>,
    /// The total memory of the rooms, in units of a typical room.
    weight: usize,
}

/// Rooms are dropped from memory after this time without a request.
const UNUSED: Duration = Duration::from_mins(10);

/// Each multiple of this number of entries counts as one more typical room.
const ENTRIES_OF_A_ROOM: u64 = 256;

/// Games between people aren't long enough to have a greater weight.
const LONG: usize = 8;

impl Rooms {
    fn lock(&self) -> MutexGuard<'_, OpenRooms> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A room that is in memory.
    pub(crate) fn get(&self, id: &Token) -> Option<Arc<Room>> {
        self.lock().rooms.get(id).cloned()
    }

    pub(crate) fn count(&self) -> usize {
        self.lock().rooms.len()
    }

    /// The lock for loading a table. It is held while waiting for a place.
    pub(crate) fn opening(&self, id: Token) -> Arc<AsyncMutex<()>> {
        let mut opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        opening.retain(|_, lock| lock.strong_count() > 0);
        if let Some(lock) = opening.get(&id).and_then(Weak::upgrade) {
            return lock;
        }
        let lock = Arc::default();
        opening.insert(id, Arc::downgrade(&lock));
        lock
    }

    /// Opens a room. Blocking if the room isn't in memory.
    pub(crate) fn open(&self, app: &Arc<AppState>, id: Token) -> Result<Option<Arc<Room>>, WebError> {
        if let Some(room) = self.get(&id) {
            return Ok(Some(room));
        }
        let Some((name, LinkKind::Watch)) = app.registry.follow(&id)? else { return Ok(None) };
        let door = &self.loading[usize::from(id.as_bytes()[0]) % self.loading.len()];
        let _door = door.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = self.get(&id) {
            return Ok(Some(room));
        }
        let room = Room::open(app, id, name)?;
        self.lock().take(&room, app.options.limits.rooms, app.millis())?;
        room.resume(app);
        Ok(Some(room))
    }

    /// Announces that a table was deleted, and drops it from memory.
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

    /// Drops archived tables from memory. Returns the ones that stay because a browser follows them.
    pub(crate) fn archived(&self, names: &[JournalName]) -> Vec<JournalName> {
        let mut open = self.lock();
        let (followed, gone): (Vec<_>, Vec<_>) =
            open.rooms.values().filter(|room| names.contains(&room.name)).partition(|room| room.is_followed());
        let (followed, gone): (Vec<JournalName>, Vec<Token>) =
            (followed.iter().map(|room| room.name.clone()).collect(), gone.iter().map(|room| room.id).collect());
        // A room in use stays in memory: if it was dropped, its table could be loaded twice.
        open.rooms.retain(|id, room| Arc::strong_count(room) > 1 || !gone.contains(id));
        open.weight = open.rooms.values().map(|room| weight(room)).sum();
        followed
    }

    pub(crate) fn sweep(&self, app: &AppState) {
        self.lock().drop_unused(app.millis(), UNUSED);
    }
}

impl OpenRooms {
    /// Adds a room. At the limit, unused rooms are dropped.
    fn take(&mut self, room: &Arc<Room>, most: usize, now: u64) -> Result<(), WebError> {
        if self.weight >= most {
            self.drop_unused(now, Duration::ZERO);
        }
        // Rooms with viewers stay. Long games are refused at the limit, so that a client can't fill the memory by
        // following more and more of them. Typical games are never refused.
        let weight = weight(room);
        if weight > LONG && self.weight >= most {
            return Err(WebError::TooMany(60));
        }
        self.weight += weight;
        self.rooms.insert(room.id, Arc::clone(room));
        Ok(())
    }

    /// Drops unused rooms. A room in use stays in memory: if it was dropped, its table could be loaded twice.
    fn drop_unused(&mut self, now: u64, unused: Duration) {
        let old = |room: &Room| now.saturating_sub(room.used()) >= unused.as_millis() as u64;
        self.rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.is_followed() || !old(room));
        self.weight = self.rooms.values().map(|room| weight(room)).sum();
    }
}

/// The memory of a room, in units of a typical room.
fn weight(room: &Room) -> usize {
    usize::try_from(1 + room.seen().table.revision() / ENTRIES_OF_A_ROOM).unwrap_or(usize::MAX)
}
