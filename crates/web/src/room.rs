//! One table in memory: its host, its engine jobs, and the snapshot that pages show.

mod hints;
mod peers;
mod people;
mod phrases;
mod presence;
mod signals;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::time::{Duration, SystemTime};

use parlor_host::{AppliedEntry, ApplyError, Fork, Host, log_limited};
use parlor_review::Review;
use parlor_rules::Seat;
use parlor_store::{Asker, JournalName, Registry, Store, StoreError, TaskOutcome, Token};
use parlor_table::{Entry, Player, Refusal, Table};
use parlor_view::RoundLog;
use tokio::sync::watch;

use crate::app::AppState;
use crate::note::TableNote;
use crate::pages::LOG_CHARACTERS;
use crate::recent::RecentKey;
use crate::reviews::Reviewing;
use parlor_host::questions::EngineQuestion;

use self::hints::Hints;
use self::peers::{PeerSync, first_extra_change};
use self::phrases::TablePhrases;
use self::presence::TablePresence;

pub(crate) use self::people::RoomPeople;

pub(crate) struct Room {
    /// The id in the table's address.
    pub(crate) id: Token,
    pub(crate) name: JournalName,
    /// Locked during changes, so only by threads that are allowed to block.
    work: Mutex<RoomState>,
    /// Replaced as a whole, so that readers never wait for disk access.
    seen: RwLock<Arc<Snapshot>>,
    people: RwLock<Arc<RoomPeople>>,
    hints: Hints,
    /// The review, while its questions are open or it is among the server's recent ones. A complete one is in the store.
    review: Mutex<Weak<Reviewing>>,
    pub(crate) changes: watch::Sender<RoomChange>,
    peers: PeerSync,
    presence: TablePresence,
    phrases: TablePhrases,
    /// Time of the last request, in milliseconds since the server's start.
    used: AtomicU64,
    /// Two programs play until the table has this revision. A page that shows the last move asks for the next one, so
    /// that they play only as fast as a viewer can watch.
    play_until: AtomicU64,
}

struct RoomState {
    host: Host,
    /// The revision that the computer player is thinking about.
    thinking: Option<u64>,
    frozen: Option<String>,
    /// The log of the round. It includes undone and declined entries, which the table doesn't keep.
    log: Arc<RoundLog>,
}

/// An immutable view of a table for page handlers.
pub(crate) struct Snapshot {
    pub(crate) table: Table,
    /// The computer player is choosing a move.
    pub(crate) thinking: bool,
    /// The computer player has to wait for an engine thread.
    pub(crate) busy: bool,
    /// The reason why the table is read-only.
    pub(crate) frozen: Option<String>,
    pub(crate) log: Arc<RoundLog>,
}

/// The change that event streams announce. Only its latest value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RoomChange {
    pub(crate) revision: u64,
    /// Counts changes outside the game: names, advice, values, the review.
    pub(crate) extra_changes: u64,
    /// Counts changes of the players' and spectators' presence.
    pub(crate) presence: u64,
    /// Counts the phrases that have appeared or disappeared.
    pub(crate) phrases: u64,
    /// The number of answered questions, and of all questions, of the running review.
    pub(crate) reviewed: (usize, usize),
    pub(crate) gone: bool,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum CantDo {
    /// The table refused it, or the store failed.
    #[error(transparent)]
    Refused(#[from] ApplyError),
    #[error("{0}")]
    Frozen(String),
}

/// The delay before a table retries a busy queue.
const AGAIN: Duration = Duration::from_secs(1);

impl Room {
    /// Opens a table, but doesn't continue its game yet. Blocking.
    pub(crate) fn open(app: &Arc<AppState>, id: Token, name: JournalName) -> Result<Arc<Room>, StoreError> {
        let (host, _) = Host::open(Arc::clone(&app.registry) as Arc<dyn Store>, &name)?;
        let host = host.committing();
        app.registry.unarchive(&name, SystemTime::now())?;
        let people = RoomPeople::read(&*app.registry, &name)?;
        let log = log_of(host.table());
        let has_bot = Seat::BOTH.iter().any(|seat| matches!(host.table().player(*seat), Player::Bot(_)));
        let frozen = (has_bot && !host.table().is_over()).then(|| BOT.to_owned());
        let work = RoomState { host, thinking: None, frozen, log };
        let seen = RwLock::new(Arc::new(work.seen(false)));
        let extra_changes = first_extra_change(&*app.registry);
        let change = RoomChange {
            revision: work.host.table().revision(),
            extra_changes,
            presence: 0,
            phrases: 0,
            reviewed: (0, 0),
            gone: false,
        };
        let room = Arc::new(Room {
            id,
            name,
            work: Mutex::new(work),
            seen,
            people: RwLock::new(Arc::new(people)),
            hints: Hints::default(),
            review: Mutex::default(),
            changes: watch::Sender::new(change),
            peers: PeerSync::default(),
            presence: TablePresence::default(),
            phrases: TablePhrases::default(),
            used: AtomicU64::new(app.millis()),
            play_until: AtomicU64::new(0),
        });
        room.watch(app)?;
        room.ask_for_presence(app);
        Ok(room)
    }

    /// Announces that the table was deleted, and cancels its jobs.
    pub(crate) fn close(&self, app: &AppState) {
        self.changes.send_modify(|change| change.gone = true);
        app.jobs.cancel_before(&self.name, u64::MAX);
    }

    pub(crate) fn seen(&self) -> Arc<Snapshot> {
        Arc::clone(&self.seen.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn people(&self) -> Arc<RoomPeople> {
        Arc::clone(&self.people.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn reread_people(&self, registry: &dyn Registry) -> Result<(), StoreError> {
        // Locked, so that an older version of the note doesn't overwrite a concurrent change.
        let _work = self.lock();
        let people = RoomPeople::read(registry, &self.name)?;
        *self.people.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(people);
        self.notify_extra();
        Ok(())
    }

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
        self.notify_extra();
        Ok(())
    }

    /// Names the player of a seat. A name that the other player has gets a number.
    pub(crate) fn rename(&self, app: &AppState, seat: Seat, person: &str) -> Result<(), StoreError> {
        let mut work = self.lock();
        let other = &work.host.setup().players[seat.other()];
        let same = matches!(other, Player::Human(name) if name.to_lowercase() == person.to_lowercase());
        let person = &if same { format!("{person} 2") } else { person.to_owned() };
        app.registry.rename(&self.name, seat, person)?;
        work.host.rename(seat, person);
        self.show_names(&mut work);
        Ok(())
    }

    /// Renders the table with new names.
    fn show_names(&self, work: &mut RoomState) {
        work.log = log_of(work.host.table());
        let busy = self.seen().busy;
        self.show(work.seen(busy));
        self.notify_extra();
    }

    /// The client that the table's engine questions count against: a browser that plays at it or created it.
    pub(crate) fn asker(&self) -> Asker {
        let people = self.people();
        let player = Seat::BOTH.into_iter().find_map(|seat| people.holders[seat].first().copied());
        player.or(people.maker).map_or_else(|| Asker::table(&self.name), Asker::browser)
    }

    pub(crate) fn extra_changes(&self) -> u64 {
        self.changes.borrow().extra_changes
    }

    /// True if an event stream is open.
    pub(crate) fn is_followed(&self) -> bool {
        self.changes.receiver_count() > 0
    }

    pub(crate) fn touch(&self, app: &AppState) {
        self.used.store(app.millis(), Ordering::Relaxed);
    }

    /// Time of the last request, in milliseconds since the server's start.
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, RoomState> {
        self.work.lock().unwrap_or_else(|poisoned| {
            // A host changes its table only as a whole, so a panic leaves the table as it was.
            self.work.clear_poison();
            let mut work = poisoned.into_inner();
            work.frozen.get_or_insert_with(|| FROZEN.to_owned());
            work
        })
    }

    /// Applies an entry intended for a revision, and the automatic entries after it. Blocking.
    pub(crate) fn apply(self: &Arc<Room>, app: &Arc<AppState>, revision: u64, entry: Entry) -> Result<(), CantDo> {
        let mut work = self.lock();
        if let Some(why) = &work.frozen {
            return Err(CantDo::Frozen(why.clone()));
        }
        if work.host.table().revision() >= MOST_ENTRIES {
            return Err(CantDo::Frozen(TOO_LONG.to_owned()));
        }
        if revision > work.host.table().revision() {
            // Another server has newer entries.
            self.catch_up(app, &mut work).map_err(ApplyError::NotSaved)?;
        }
        let mut fork = work.host.fork_at(revision).map_err(ApplyError::from)?;
        fork.apply(entry).map_err(ApplyError::from)?;
        fork.follow();
        let applied = work.commit(fork);
        if let Err(ApplyError::Refused(Refusal::Stale { .. })) = applied {
            // Another server has written an entry first.
            self.catch_up(app, &mut work).map_err(ApplyError::NotSaved)?;
        } else {
            applied.as_ref().is_ok().then(|| self.cancel_outdated(app, &mut work));
        }
        self.drive(app, &mut work);
        Ok(applied?)
    }

    /// Cancels questions about earlier revisions.
    fn cancel_outdated(&self, app: &AppState, work: &mut RoomState) {
        work.thinking = None;
        app.jobs.cancel_before(&self.name, work.host.table().revision());
    }

    /// Continues the game if no person has to answer: after opening, and when retrying after a busy queue. Blocking.
    pub(crate) fn resume(self: &Arc<Room>, app: &Arc<AppState>) {
        let mut work = self.lock();
        if work.frozen.is_none() && work.thinking.is_none() {
            let revision = work.host.table().revision();
            let mut fork = work.host.fork_at(revision).expect("that is its revision");
            fork.follow();
            if !fork.is_empty() {
                match work.commit(fork) {
                    Ok(()) => {}
                    // Another server wrote its entry first. If reading its entries fails now, a later refresh reads
                    // them.
                    Err(ApplyError::Refused(Refusal::Stale { .. })) => {
                        let _ = self.catch_up(app, &mut work);
                    }
                    Err(error) => {
                        log_limited!(error, table = %self.name, revision, %error, "a table can't continue");
                        if app.registry.is_shared() {
                            // The database may become available soon, and nothing else would retry.
                            self.resume_later(app);
                        }
                    }
                }
            }
        }
        self.drive(app, &mut work);
    }

    /// Asks for the computer player's move if it is due, and publishes the table.
    fn drive(self: &Arc<Room>, app: &Arc<AppState>, work: &mut RoomState) {
        app.tables.put(&self.name, work.host.table());
        let mut busy = false;
        if work.frozen.is_none()
            && work.thinking.is_none()
            && work.host.table().deciding_program().is_some()
            && (work.host.setup().has_people() || self.may_play_on(work.host.table()))
        {
            let revision = work.host.table().revision();
            let (room, app_) = (Arc::clone(self), Arc::clone(app));
            let question = EngineQuestion::next_move(&self.name, work.host.table());
            let asked = app.ask(question, self.asker(), move |outcome| {
                room.moved(&app_, revision, outcome);
            });
            if asked.is_none() {
                work.thinking = Some(revision);
            } else {
                busy = true;
                self.resume_later(app);
            }
        }
        self.show(work.seen(busy));
    }

    fn resume_later(self: &Arc<Room>, app: &Arc<AppState>) {
        let (room, app_) = (Arc::clone(self), Arc::clone(app));
        app.later(AGAIN, move || room.resume(&app_));
    }

    /// Handles the outcome of the computer player's search. By then, its move is in the journal. Blocking.
    fn moved(self: &Arc<Room>, app: &Arc<AppState>, revision: u64, outcome: TaskOutcome) {
        let mut work = self.lock();
        if work.thinking != Some(revision) || self.changes.borrow().gone {
            // Outdated: a move was undone, or the table was deleted.
            return;
        }
        work.thinking = None;
        let moved = match outcome {
            TaskOutcome::Failed(why) => {
                self.freeze(&mut work, &why);
                true
            }
            TaskOutcome::Answer(_) if self.take_over(app, &mut work) => true,
            TaskOutcome::Answer(_) | TaskOutcome::Dropped => self.catch_up(app, &mut work).unwrap_or_else(|error| {
                log_limited!(error, table = %self.name, revision, %error, "a table can't be read");
                false
            }),
            TaskOutcome::Busy => false,
        };
        if moved {
            return self.drive(app, &mut work);
        }
        self.resume_later(app);
        self.show(work.seen(true));
    }

    /// Takes over the move that an engine thread of this process has written. Returns whether there was one.
    fn take_over(&self, app: &AppState, work: &mut RoomState) -> bool {
        let Some((table, applied)) = app.tables.played_at(&self.name, work.host.table().revision()) else {
            return false;
        };
        work.host.advance(&table);
        work.log(&applied);
        self.cancel_outdated(app, work);
        true
    }

    fn may_play_on(&self, table: &Table) -> bool {
        table.revision() < self.play_until.load(Ordering::Relaxed)
    }

    /// Lets two programs play until the table has this revision.
    pub(crate) fn play_until(&self, revision: u64) {
        self.play_until.fetch_max(revision, Ordering::Relaxed);
    }

    fn show(&self, seen: Snapshot) {
        let revision = seen.table.revision();
        let before = self.seen();
        let same = before.thinking == seen.thinking && before.busy == seen.busy && before.frozen == seen.frozen;
        *self.seen.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(seen);
        // Notify only on a real change, or viewers would refresh each other forever.
        self.changes.send_if_modified(|change| {
            let is_newer = change.revision != revision;
            change.revision = revision;
            change.extra_changes += u64::from(!is_newer && !same);
            is_newer || !same
        });
    }

    pub(crate) fn notify_extra(&self) {
        self.changes.send_modify(|change| change.extra_changes += 1);
    }

    fn freeze(&self, work: &mut RoomState, why: &str) {
        let revision = work.host.table().revision();
        tracing::error!(table = %self.name, revision, why, "a table failed and is now read-only");
        work.frozen = Some(FROZEN.to_owned());
    }

    /// Freezes the table after a panic. Blocking.
    pub(crate) fn has_failed(&self, why: &str) {
        let mut work = self.lock();
        self.freeze(&mut work, why);
        self.show(work.seen(false));
    }

    /// The review of the current table. Starts the review if necessary. Blocking.
    pub(crate) fn review(self: &Arc<Room>, app: &Arc<AppState>) -> Arc<Reviewing> {
        let table = &self.seen().table;
        let mut review = self.review.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = review.upgrade();
        let current = match earlier {
            Some(known) if known.revision == table.revision() => known,
            _ => {
                let made = Arc::new(Reviewing::of(table, earlier.as_deref(), &*app.registry, &self.name));
                *review = Arc::downgrade(&made);
                if let Some(earlier) = earlier {
                    earlier.stop();
                }
                made
            }
        };
        drop(review);
        app.reviews.put(RecentKey::new(self.id, table, None), Arc::clone(&current), current.questions());
        current.begin(app, self);
        current
    }

    /// The review of the table as it is now, if it was requested and is complete.
    pub(crate) fn reviewed(&self) -> Option<Review> {
        let revision = self.seen().table.revision();
        let review = self.review.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        let so_far = review.filter(|known| known.revision == revision)?.so_far();
        (so_far.answered == so_far.all).then_some(so_far.review)
    }
}

fn log_of(table: &Table) -> Arc<RoundLog> {
    let mut log = RoundLog::new(table);
    log.trim(LOG_CHARACTERS);
    Arc::new(log)
}

/// The maximum number of entries of a table. A tournament of a hundred rounds has far fewer.
const MOST_ENTRIES: u64 = 50_000;

const TOO_LONG: &str =
    "This game is too long to continue: a table can have at most 50,000 entries. You can look at it and save it.";

/// The reason why a table with a bot is read-only.
const BOT: &str =
    "This game was played against a program that doesn\u{2019}t run on this server. You can look at it and save it.";

const FROZEN: &str = "An internal error stopped this table. You can still look at it and save it.";

impl RoomState {
    /// Writes the entries played on a fork to the journal, and adds them to the log.
    fn commit(&mut self, fork: Fork) -> Result<(), ApplyError> {
        self.host.commit(fork).map(|applied| self.log(&applied))
    }

    fn log(&mut self, applied: &[AppliedEntry]) {
        let log = Arc::make_mut(&mut self.log);
        for AppliedEntry { revision, events } in applied {
            log.record_at(*revision, self.host.table(), events);
        }
        log.trim(LOG_CHARACTERS);
    }

    /// Applies entries written by another server.
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
