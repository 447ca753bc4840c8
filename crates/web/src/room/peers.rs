//! Synchronises a table with other servers that share the store.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use parlor_host::{Host, log_limited};
use parlor_rules::Seat;
use parlor_store::{Registry, Store, StoreError, Token};
use parlor_store::{TableChange, Watching};
use parlor_table::Player;

use super::{AGAIN, Room, RoomState, log_of};
use crate::app::AppState;

#[derive(Default)]
pub(super) struct PeerSync {
    /// The subscription to the store's changes.
    watching: OnceLock<Watching>,
    /// A refresh is scheduled. It covers all changes that happen before it.
    refreshing: AtomicBool,
    heard: AtomicU64,
    /// The people at the table have changed, or may have changed.
    people_changed: AtomicBool,
    /// The version of the people that were last read.
    people_known: AtomicU64,
}

impl Room {
    /// Subscribes to changes made elsewhere: those of other servers, if there are any, and the table's deletion.
    /// Blocking.
    pub(super) fn watch(self: &Arc<Room>, app: &Arc<AppState>) -> Result<(), StoreError> {
        let shared = app.registry.is_shared();
        let (id, room, app_) = (self.id, Arc::downgrade(self), Arc::downgrade(app));
        let on_change = move |change| {
            let Some(app) = app_.upgrade() else { return };
            if change == TableChange::Removed {
                let again = Arc::clone(&app);
                // Deferred, because this callback must not block.
                return app.later(Duration::ZERO, move || again.rooms.close(&again, &id));
            }
            let Some(room) = room.upgrade().filter(|_| shared) else { return };
            match change {
                TableChange::Revision(revision) => {
                    room.peers.heard.fetch_max(revision, Ordering::AcqRel);
                }
                TableChange::Signal(message) => return room.receive_signal(&app, &message),
                TableChange::People | TableChange::Removed => room.peers.people_changed.store(true, Ordering::Release),
            }
            room.refresh_after(&app, Duration::ZERO);
        };
        let watching = app.registry.watch(&self.name, Box::new(on_change))?;
        let _ = self.peers.watching.set(watching);
        if !shared {
            return Ok(());
        }
        // Reads changes made between loading the table and watching it.
        self.peers.people_changed.store(true, Ordering::Release);
        self.refresh_after(app, Duration::ZERO);
        Ok(())
    }

    fn refresh_after(self: &Arc<Room>, app: &Arc<AppState>, pause: Duration) {
        if self.peers.refreshing.swap(true, Ordering::AcqRel) {
            return;
        }
        let (room, app_) = (Arc::clone(self), Arc::clone(app));
        app.later(pause, move || {
            // Cleared before reading, because what is read may not include later changes.
            room.peers.refreshing.store(false, Ordering::Release);
            let people = room.peers.people_changed.swap(false, Ordering::AcqRel);
            // The change is usually our own write, so wait for it to finish.
            drop(room.lock());
            if !people && room.seen().table.revision() >= room.peers.heard.load(Ordering::Acquire) {
                return;
            }
            match room.refresh(&app_) {
                Ok(()) | Err(StoreError::Unknown(_)) => {}
                Err(error) => {
                    log_limited!(warn, table = %room.name, %error, "a table can't be brought up to date");
                    // There will be no second notification, so retry.
                    room.peers.people_changed.store(true, Ordering::Release);
                    room.refresh_after(&app_, AGAIN);
                }
            }
        });
    }

    /// Reads the changes that other servers made. Blocking.
    pub(crate) fn refresh(self: &Arc<Room>, app: &Arc<AppState>) -> Result<(), StoreError> {
        let Some(version) = app.registry.version(&self.name)? else { return Ok(()) };
        if version.archived {
            // Another server archived it while it was open here.
            app.registry.unarchive(&self.name, SystemTime::now())?;
        }
        if version.people != self.peers.people_known.load(Ordering::Acquire) {
            self.reread_people(&*app.registry)?;
            self.reread_names(&*app.registry)?;
            self.peers.people_known.store(version.people, Ordering::Release);
            self.update_presence(app);
        }
        if version.revision > self.seen().table.revision() {
            let mut work = self.lock();
            if self.catch_up(app, &mut work)? {
                self.drive(app, &mut work);
            }
        }
        Ok(())
    }

    /// A new player may have changed a name.
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

    /// Applies new entries from other servers. Returns whether there were any.
    pub(super) fn catch_up(&self, app: &AppState, work: &mut RoomState) -> Result<bool, StoreError> {
        let entries = app.registry.read(&self.name, work.host.table().revision())?;
        if entries.is_empty() {
            return Ok(false);
        }
        if let Err(refusal) = work.follow(entries) {
            // This table differs from its journal: reload it.
            tracing::error!(table = %self.name, %refusal, "a table differed from its journal");
            let (host, _) = Host::open(Arc::clone(&app.registry) as Arc<dyn Store>, &self.name)?;
            work.host = host.committing();
            work.log = log_of(work.host.table());
        }
        self.cancel_outdated(app, work);
        Ok(true)
    }
}

/// The initial count of changes outside the game. A page from one server may follow the table at another: if both
/// started at the same number, a change in between could go unnoticed.
pub(super) fn first_extra_change(registry: &dyn Registry) -> u64 {
    let random = Token::random();
    let [one, two, three, four, ..] = *random.as_bytes();
    if registry.is_shared() { u32::from_le_bytes([one, two, three, four]).into() } else { 0 }
}
