//! One table that browsers look at: its journal, who thinks for it, and what can be seen of it.

mod hints;
mod others;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use parlor_host::{AppliedEntry, ApplyError, Fork, Host};
use parlor_rules::{Pair, Seat};
use parlor_store::{Holder, JournalName, LinkKind, People, Registry, Store, StoreError, TaskOutcome, Token};
use parlor_table::{Entry, Refusal, Table};
use parlor_view::RoundLog;
use tokio::sync::watch;

use crate::app::AppState;
use crate::note::TableNote;
use crate::reviews::Reviewing;
use parlor_host::questions::EngineQuestion;

use self::hints::Hints;
use self::others::{PeerSync, first_aside};

/// A table that browsers look at.
pub(crate) struct Room {
    /// What stands in its address.
    pub(crate) id: Token,
    /// Its journal.
    pub(crate) name: JournalName,
    /// Held while something happens at the table, so only by threads that may block.
    work: Mutex<RoomState>,
    /// What can be seen, replaced as a whole. Looking never waits for the disk.
    seen: RwLock<Arc<Snapshot>>,
    people: RwLock<Arc<RoomPeople>>,
    /// What the engine says beside the game.
    hints: Hints,
    /// What every decision at it cost, as far as somebody wanted to know.
    review: Mutex<Option<Arc<Reviewing>>>,
    pub(crate) changes: watch::Sender<RoomChange>,
    /// What other servers do at it.
    others: PeerSync,
    /// When somebody last asked for it, in milliseconds after the server's start.
    used: AtomicU64,
}

struct RoomState {
    host: Host,
    /// The revision that the computer player is thinking about.
    thinking: Option<u64>,
    frozen: Option<String>,
    /// What was told of the round, with what leaves no trace on the table: that something was taken back or declined.
    log: Arc<RoundLog>,
}

/// What can be seen of a table.
pub(crate) struct Snapshot {
    /// The table.
    pub(crate) table: Table,
    /// Whether the computer player is at it.
    pub(crate) thinking: bool,
    /// Whether it would be, if it weren't busy with other tables.
    pub(crate) busy: bool,
    /// Why the table can only be looked at.
    pub(crate) frozen: Option<String>,
    /// What happened in the round that is on the table.
    pub(crate) log: Arc<RoundLog>,
}

/// Who is at a table, and how others get there.
#[derive(Clone, Default)]
pub(crate) struct RoomPeople {
    /// The browsers that hold the seats.
    pub(crate) holders: Pair<Vec<Holder>>,
    /// The links.
    pub(crate) links: Vec<(LinkKind, Token)>,
    /// What else is known about the table.
    pub(crate) note: TableNote,
    /// The browser that made it.
    pub(crate) maker: Option<Holder>,
}

impl RoomPeople {
    /// The seats that a browser holds.
    pub(crate) fn seats_of(&self, holder: Holder) -> Pair<bool> {
        Pair::from_fn(|seat| self.holders[seat].contains(&holder))
    }
}

/// What browsers are told of: a new revision, or something beside the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RoomChange {
    /// The table's revision.
    pub(crate) revision: u64,
    /// Goes up when something beside the game has changed.
    pub(crate) asides: u64,
    /// The number of answered questions of a review that is being made, and of all its questions.
    pub(crate) reviewed: (usize, usize),
    /// The table was deleted.
    pub(crate) gone: bool,
}

/// Why something can't be done at a table.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CantDo {
    /// The table refused it, or it couldn't be kept.
    #[error(transparent)]
    Refused(#[from] ApplyError),
    /// Nothing can be done at this table any more.
    #[error("{0}")]
    Frozen(String),
}

/// A table of two programs goes on for this long after somebody looked at it.
const LOOKED_AT: Duration = Duration::from_secs(10);

/// How long a table waits before it asks a busy pool again.
const AGAIN: Duration = Duration::from_secs(1);

impl Room {
    /// A table of the store, which doesn't go on yet. It blocks.
    pub(crate) fn open(app: &Arc<AppState>, id: Token, name: JournalName) -> Result<Arc<Room>, StoreError> {
        let (host, _) = Host::open(Arc::clone(&app.registry) as Arc<dyn Store>, &name)?;
        let host = host.committing();
        app.registry.bring_back(&name, SystemTime::now())?;
        let people = RoomPeople::read(&*app.registry, &name)?;
        let log = Arc::new(RoundLog::new(host.table()));
        let work = RoomState { host, thinking: None, frozen: None, log };
        let seen = RwLock::new(Arc::new(work.seen(false)));
        let asides = first_aside(&*app.registry);
        let change = RoomChange { revision: work.host.table().revision(), asides, reviewed: (0, 0), gone: false };
        let room = Arc::new(Room {
            id,
            name,
            work: Mutex::new(work),
            seen,
            people: RwLock::new(Arc::new(people)),
            hints: Hints::default(),
            review: Mutex::default(),
            changes: watch::Sender::new(change),
            others: PeerSync::default(),
            used: AtomicU64::new(app.millis()),
        });
        room.watch(app)?;
        Ok(room)
    }

    /// The table was deleted: who follows it is told, and nothing more is thought about it.
    pub(crate) fn close(&self, app: &AppState) {
        self.changes.send_modify(|change| change.gone = true);
        app.jobs.has_moved_on(&self.name, u64::MAX);
    }

    /// What can be seen of it.
    pub(crate) fn seen(&self) -> Arc<Snapshot> {
        Arc::clone(&self.seen.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Who is at it.
    pub(crate) fn people(&self) -> Arc<RoomPeople> {
        Arc::clone(&self.people.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads again who is at it. It blocks.
    pub(crate) fn reread_people(&self, registry: &dyn Registry) -> Result<(), StoreError> {
        // A note that is changed meanwhile must not be replaced by an older one.
        let _work = self.lock();
        let people = RoomPeople::read(registry, &self.name)?;
        *self.people.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(people);
        self.tell_aside();
        Ok(())
    }

    /// Changes what is known about the table besides its game. It blocks.
    pub(crate) fn change_note(
        &self,
        registry: &dyn Registry,
        change: impl FnOnce(&mut TableNote) + Send + 'static,
    ) -> Result<(), StoreError> {
        let change = move |before: &str| {
            let mut note = TableNote::read(before);
            change(&mut note);
            note.to_string()
        };
        let _work = self.lock();
        let note = TableNote::read(&registry.change_note(&self.name, Box::new(change))?);
        let people = RoomPeople { note, ..RoomPeople::clone(&self.people()) };
        *self.people.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(people);
        self.tell_aside();
        Ok(())
    }

    /// Gives the person in a seat another name. It blocks.
    pub(crate) fn rename(&self, app: &AppState, seat: Seat, person: &str) -> Result<(), StoreError> {
        let mut work = self.lock();
        app.registry.rename(&self.name, seat, person)?;
        work.host.rename(seat, person);
        self.show_names(&mut work);
        Ok(())
    }

    /// Shows the table with other names.
    fn show_names(&self, work: &mut RoomState) {
        work.log = Arc::new(RoundLog::new(work.host.table()));
        let busy = self.seen().busy;
        self.show(work.seen(busy));
        self.tell_aside();
    }

    /// How often something beside the game has changed.
    pub(crate) fn asides_so_far(&self) -> u64 {
        self.changes.borrow().asides
    }

    /// Whether somebody follows what happens.
    pub(crate) fn is_followed(&self) -> bool {
        self.changes.receiver_count() > 0
    }

    /// Somebody asks for it.
    pub(crate) fn touch(&self, app: &AppState) {
        self.used.store(app.millis(), Ordering::Relaxed);
    }

    /// When somebody last asked for it, in milliseconds after the server's start.
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, RoomState> {
        self.work.lock().unwrap_or_else(|poisoned| {
            // A host changes its table only as a whole, so the table is as it was before.
            self.work.clear_poison();
            let mut work = poisoned.into_inner();
            work.frozen.get_or_insert_with(|| FROZEN.to_owned());
            work
        })
    }

    /// Lets an entry happen that was meant for a revision, and everything that follows by itself. It blocks.
    pub(crate) fn apply(self: &Arc<Room>, app: &Arc<AppState>, revision: u64, entry: Entry) -> Result<(), CantDo> {
        let mut work = self.lock();
        if let Some(why) = &work.frozen {
            return Err(CantDo::Frozen(why.clone()));
        }
        if revision > work.host.table().revision() {
            // Another server knows more.
            self.catch_up(app, &mut work).map_err(ApplyError::NotKept)?;
        }
        let mut fork = work.host.fork_at(revision).map_err(ApplyError::from)?;
        fork.apply(entry).map_err(ApplyError::from)?;
        fork.follow();
        let applied = work.commit(fork);
        if let Err(ApplyError::Refused(Refusal::Stale { .. })) = applied {
            // Another server was quicker.
            self.catch_up(app, &mut work).map_err(ApplyError::NotKept)?;
        } else {
            applied.as_ref().is_ok().then(|| self.moved_on(app, &mut work));
        }
        self.drive(app, &mut work);
        Ok(applied?)
    }

    /// The table is at another revision: what was asked about the one before is of no use.
    fn moved_on(&self, app: &AppState, work: &mut RoomState) {
        work.thinking = None;
        app.jobs.has_moved_on(&self.name, work.host.table().revision());
    }

    /// Lets a table go on that waits for nobody: after it was opened, and when a busy pool is asked again. It blocks.
    pub(crate) fn go_on(self: &Arc<Room>, app: &Arc<AppState>) {
        let mut work = self.lock();
        if work.frozen.is_none() && work.thinking.is_none() {
            let revision = work.host.table().revision();
            let mut fork = work.host.fork_at(revision).expect("that is its revision");
            fork.follow();
            if !fork.is_empty() {
                match work.commit(fork) {
                    Ok(()) => {}
                    // Another server lets it go on, too. If what that wrote can't be read now, it is read soon.
                    Err(ApplyError::Refused(Refusal::Stale { .. })) => {
                        let _ = self.catch_up(app, &mut work);
                    }
                    Err(error) => {
                        tracing::error!(table = %self.name, revision, %error, "a table can't go on");
                        if app.registry.is_shared() {
                            // The database may be back in a moment, and nobody else would ask for it.
                            self.go_on_later(app);
                        }
                    }
                }
            }
        }
        self.drive(app, &mut work);
    }

    /// Asks for what has to be thought about, and shows the table as it is.
    fn drive(self: &Arc<Room>, app: &Arc<AppState>, work: &mut RoomState) {
        let mut busy = false;
        if work.frozen.is_none()
            && work.thinking.is_none()
            && work.host.table().deciding_program().is_some()
            && (work.host.setup().has_people() || self.is_looked_at(app))
        {
            let revision = work.host.table().revision();
            let (room, app_) = (Arc::clone(self), Arc::clone(app));
            let asked = app.ask(EngineQuestion::Move.about(&self.name, revision), move |outcome| {
                room.moved(&app_, revision, outcome);
            });
            if asked.is_none() {
                work.thinking = Some(revision);
            } else {
                busy = true;
                self.go_on_later(app);
            }
        }
        self.show(work.seen(busy));
    }

    fn go_on_later(self: &Arc<Room>, app: &Arc<AppState>) {
        let (room, app_) = (Arc::clone(self), Arc::clone(app));
        app.later(AGAIN, move || room.go_on(&app_));
    }

    /// The computer player has decided, and what it decided is in the journal. It blocks.
    fn moved(self: &Arc<Room>, app: &Arc<AppState>, revision: u64, outcome: TaskOutcome) {
        let mut work = self.lock();
        if work.thinking != Some(revision) || self.changes.borrow().gone {
            // Somebody took something back meanwhile, or deleted the table.
            return;
        }
        work.thinking = None;
        let moved = match outcome {
            TaskOutcome::Failed(why) => {
                self.freeze(&mut work, &why);
                true
            }
            TaskOutcome::Answer(_) | TaskOutcome::Dropped => self.catch_up(app, &mut work).unwrap_or_else(|error| {
                tracing::error!(table = %self.name, revision, %error, "a table can't be read");
                false
            }),
            TaskOutcome::Busy => false,
        };
        if moved {
            return self.drive(app, &mut work);
        }
        self.go_on_later(app);
        self.show(work.seen(true));
    }

    fn is_looked_at(&self, app: &AppState) -> bool {
        self.is_followed() || app.millis().saturating_sub(self.used()) < LOOKED_AT.as_millis() as u64
    }

    fn show(&self, seen: Snapshot) {
        let revision = seen.table.revision();
        let before = self.seen();
        let same = before.thinking == seen.thinking && before.busy == seen.busy && before.frozen == seen.frozen;
        *self.seen.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(seen);
        // Who looks again must not make all the others look again.
        self.changes.send_if_modified(|change| {
            let moved_on = change.revision != revision;
            change.revision = revision;
            change.asides += u64::from(!moved_on && !same);
            moved_on || !same
        });
    }

    /// Something beside the game has changed.
    pub(crate) fn tell_aside(&self) {
        self.changes.send_modify(|change| change.asides += 1);
    }

    fn freeze(&self, work: &mut RoomState, why: &str) {
        let revision = work.host.table().revision();
        tracing::error!(table = %self.name, revision, why, "a table has failed and can only be looked at");
        work.frozen = Some(FROZEN.to_owned());
    }

    /// Something panicked while it worked for this table. It blocks.
    pub(crate) fn has_failed(&self, why: &str) {
        let mut work = self.lock();
        self.freeze(&mut work, why);
        self.show(work.seen(false));
    }

    /// The review of the table as it is, which goes on by itself. It blocks.
    pub(crate) fn review(self: &Arc<Room>, app: &Arc<AppState>) -> Arc<Reviewing> {
        let seen = self.seen();
        let mut review = self.review.lock().unwrap_or_else(PoisonError::into_inner);
        let current = review.clone().filter(|known| known.revision == seen.table.revision());
        let current = current.unwrap_or_else(|| {
            let made = Arc::new(Reviewing::of(&seen.table, review.as_deref(), &*app.registry, &self.name));
            if let Some(earlier) = review.replace(Arc::clone(&made)) {
                earlier.stop();
            }
            made
        });
        drop(review);
        current.begin(app, self);
        current
    }
}

/// What people read at a table that has failed.
const FROZEN: &str =
    "Something went wrong in this program, so this table can't be played on. You can still look at it and save it.";

impl RoomState {
    /// Writes what was played on a fork, and adds it to the log.
    fn commit(&mut self, fork: Fork) -> Result<(), ApplyError> {
        self.host.commit(fork).map(|applied| self.log(&applied))
    }

    fn log(&mut self, applied: &[AppliedEntry]) {
        let log = Arc::make_mut(&mut self.log);
        for AppliedEntry { revision, events } in applied {
            log.tell_at(*revision, self.host.table(), events);
        }
    }

    /// Lets entries happen that somebody else has written.
    fn follow(&mut self, entries: Vec<Entry>) -> Result<(), Refusal> {
        self.host.catch_up(entries).map(|applied| self.log(&applied))
    }

    fn seen(&self, busy: bool) -> Snapshot {
        Snapshot {
            table: self.host.table().clone(),
            thinking: self.thinking.is_some(),
            busy,
            frozen: self.frozen.clone(),
            log: Arc::clone(&self.log),
        }
    }
}

impl RoomPeople {
    fn read(registry: &dyn Registry, name: &JournalName) -> Result<RoomPeople, StoreError> {
        let People { seats: holders, links, maker, note, .. } = registry.people(name)?;
        Ok(RoomPeople { holders, links, maker, note: TableNote::read(&note) })
    }
}
