//! What other servers do at a table: how this one hears of it, and reads it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use parlor_host::Host;
use parlor_rules::Seat;
use parlor_store::{Registry, Store, StoreError, Token};
use parlor_store::{TableChange, Watching};
use parlor_table::Player;
use parlor_view::RoundLog;

use super::{AGAIN, Room, RoomState};
use crate::app::AppState;

/// What is known of other servers.
#[derive(Default)]
pub(super) struct PeerSync {
    /// Tells what they do, where there are others.
    watching: OnceLock<Watching>,
    /// Set while the table is going to be brought up to date: many changes at once are one.
    refreshing: AtomicBool,
    /// The highest revision that was told of.
    heard: AtomicU64,
    /// Set when people have changed, or it isn't known whether they have.
    people_changed: AtomicBool,
    /// How often people had changed when they were last read.
    people_known: AtomicU64,
}

impl Room {
    /// Follows what others do at the table from now on: at other servers, where there are any, and that it is deleted.
    /// It blocks.
    pub(super) fn watch(self: &Arc<Room>, app: &Arc<AppState>) -> Result<(), StoreError> {
        let shared = app.registry.is_shared();
        let (id, room, app_) = (self.id, Arc::downgrade(self), Arc::downgrade(app));
        let tell = move |told| {
            let Some(app) = app_.upgrade() else { return };
            if told == TableChange::Removed {
                let again = Arc::clone(&app);
                // Later, because this thread must not wait.
                return app.later(Duration::ZERO, move || again.rooms.close(&again, &id));
            }
            let Some(room) = room.upgrade().filter(|_| shared) else { return };
            match told {
                TableChange::Revision(revision) => {
                    room.others.heard.fetch_max(revision, Ordering::AcqRel);
                }
                TableChange::People | TableChange::Removed => room.others.people_changed.store(true, Ordering::Release),
            }
            room.refresh_after(&app, Duration::ZERO);
        };
        let watching = app.registry.watch(&self.name, Box::new(tell))?;
        let _ = self.others.watching.set(watching);
        if !shared {
            return Ok(());
        }
        // What happened between reading the table and watching it.
        self.others.people_changed.store(true, Ordering::Release);
        self.refresh_after(app, Duration::ZERO);
        Ok(())
    }

    /// Has it brought up to date with what others have written.
    fn refresh_after(self: &Arc<Room>, app: &Arc<AppState>, pause: Duration) {
        if self.others.refreshing.swap(true, Ordering::AcqRel) {
            return;
        }
        let (room, app_) = (Arc::clone(self), Arc::clone(app));
        app.later(pause, move || {
            // Before it reads: what is told from now on may not be in what it reads.
            room.others.refreshing.store(false, Ordering::Release);
            let people = room.others.people_changed.swap(false, Ordering::AcqRel);
            // Most of what is told was written here, perhaps by who is just at the table.
            drop(room.lock());
            if !people && room.seen().table.revision() >= room.others.heard.load(Ordering::Acquire) {
                return;
            }
            match room.refresh(&app_) {
                Ok(()) | Err(StoreError::Unknown(_)) => {}
                Err(error) => {
                    tracing::warn!(table = %room.name, %error, "a table can't be brought up to date");
                    // It is told only once, so those who follow the table wait for this.
                    room.others.people_changed.store(true, Ordering::Release);
                    room.refresh_after(&app_, AGAIN);
                }
            }
        });
    }

    /// What is known of the table is brought up to date with what others have written. It blocks.
    pub(crate) fn refresh(self: &Arc<Room>, app: &Arc<AppState>) -> Result<(), StoreError> {
        let Some(version) = app.registry.version(&self.name)? else { return Ok(()) };
        if version.archived {
            // Another server archived it while it was open here.
            app.registry.bring_back(&self.name, SystemTime::now())?;
        }
        if version.people != self.others.people_known.load(Ordering::Acquire) {
            self.reread_people(&*app.registry)?;
            self.reread_names(&*app.registry)?;
            self.others.people_known.store(version.people, Ordering::Release);
        }
        if version.revision > self.seen().table.revision() {
            let mut work = self.lock();
            if self.catch_up(app, &mut work)? {
                self.drive(app, &mut work);
            }
        }
        Ok(())
    }

    /// Somebody who took a seat may have brought another name.
    fn reread_names(&self, registry: &dyn Registry) -> Result<(), StoreError> {
        let named = registry.look(&self.name)?.table.setup().players.clone();
        let mut work = self.lock();
        if named == work.host.setup().players {
            return Ok(());
        }
        for seat in Seat::BOTH {
            if let Player::Human(name) = &named[seat] {
                work.host.rename(seat, name);
            }
        }
        self.show_names(&mut work);
        Ok(())
    }

    /// Reads what others have written. Returns whether there was anything.
    pub(super) fn catch_up(&self, app: &AppState, work: &mut RoomState) -> Result<bool, StoreError> {
        let entries = app.registry.read(&self.name, work.host.table().revision())?;
        if entries.is_empty() {
            return Ok(false);
        }
        if let Err(refusal) = work.follow(entries) {
            // The table can't be what was written down. It is read again as a whole.
            tracing::error!(table = %self.name, %refusal, "a table was not as its journal says");
            let (host, _) = Host::open(Arc::clone(&app.registry) as Arc<dyn Store>, &self.name)?;
            work.host = host.committing();
            work.log = Arc::new(RoundLog::new(work.host.table()));
        }
        self.moved_on(app, work);
        Ok(true)
    }
}

/// Where counting what changes beside the game begins. A page of one server may follow the table at another: if both
/// began at the same number, a change between the two could go unnoticed.
pub(super) fn first_aside(registry: &dyn Registry) -> u64 {
    let random = Token::random();
    let [one, two, three, four, ..] = *random.as_bytes();
    if registry.is_shared() { u32::from_le_bytes([one, two, three, four]).into() } else { 0 }
}
