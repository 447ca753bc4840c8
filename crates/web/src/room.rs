//! One table that browsers look at: its journal, who thinks for it, and what can be seen of it.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, Judged, StopFlag};
use parlor_host::{
    ApplyError, Failed, Holder, Host, JournalName, Next, Priority, Purpose, Registry, StoreError, Token, panic_message,
};
use parlor_rules::{Decision, Pair, Seat};
use parlor_table::{Answer, Ask, Entry, MenuItem, MenuKind, Refusal, Table};
use parlor_view::{Advice, RoundLog, Worth, menu_can_be_skipped, throw_waits_for};
use tokio::sync::{Notify, watch};

use crate::app::App;
use crate::fault::Fault;
use crate::note::Note;
use crate::pages::{ShownAdvice, ShownWorth};
use crate::reviews::Reviewing;

/// A table that browsers look at.
pub(crate) struct Room {
    /// What stands in its address.
    pub(crate) id: Token,
    /// Its journal.
    pub(crate) name: JournalName,
    /// Held while something happens at the table, so only by threads that may block.
    work: Mutex<Work>,
    /// What can be seen, replaced as a whole. Looking never waits for the disk.
    seen: RwLock<Arc<Seen>>,
    people: RwLock<Arc<People>>,
    asides: Mutex<Asides>,
    /// What every decision at it cost, as far as somebody wanted to know.
    review: Mutex<Option<Arc<Reviewing>>>,
    changes: watch::Sender<Change>,
    /// Told when the tutor is done.
    tutored: Notify,
    /// When somebody last asked for it, in milliseconds after the server's start.
    used: AtomicU64,
}

struct Work {
    host: Host,
    thinking: Option<Thought>,
    frozen: Option<String>,
    /// What was told of the round, with what leaves no trace on the table: that something was taken back or declined.
    log: Arc<RoundLog>,
}

/// Something that the computer player is thinking about.
struct Thought {
    revision: u64,
    stop: StopFlag,
}

/// What can be seen of a table.
pub(crate) struct Seen {
    /// The table.
    pub(crate) table: Table,
    /// What has to be done next.
    pub(crate) next: Next,
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
pub(crate) struct People {
    /// The browsers that hold the seats.
    pub(crate) holders: Pair<Vec<Holder>>,
    /// The links.
    pub(crate) links: Vec<(Purpose, Token)>,
    /// What else is known about the table.
    pub(crate) note: Note,
}

impl People {
    /// The seats that a browser holds.
    pub(crate) fn seats_of(&self, holder: Holder) -> Pair<bool> {
        Pair::from_fn(|seat| self.holders[seat].contains(&holder))
    }
}

/// What the engine says beside the game. It isn't kept: it can be asked for again.
#[derive(Default)]
struct Asides {
    advice: Pair<Option<Arc<Advised>>>,
    /// What a round was worth at a revision.
    worth: Option<LastWorth>,
    /// The revision that a value is being looked for at.
    valuing: Option<u64>,
    /// What the tutor thinks about while somebody chooses.
    tutoring: Option<Tutoring>,
}

/// What the tutor knows about the choice that somebody is making.
struct Tutoring {
    revision: u64,
    stop: StopFlag,
    /// Every choice, the best first; nothing as long as it is being thought about.
    ranked: Option<Arc<Vec<Judged>>>,
}

#[derive(Clone, Copy)]
struct LastWorth {
    round: u32,
    revision: u64,
    worth: Worth,
}

/// Advice that somebody asked for.
pub(crate) struct Advised {
    /// The revision that it is about.
    pub(crate) revision: u64,
    /// What it says; nothing as long as it is being thought about.
    pub(crate) found: Option<ShownAdvice>,
}

/// What browsers are told of: a new revision, or something beside the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// The table's revision.
    pub(crate) revision: u64,
    /// Goes up when something beside the game has changed.
    pub(crate) asides: u64,
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

/// Plays of a program that follow each other within this time are kept and shown together.
const TOGETHER: Duration = Duration::from_millis(100);

/// A table of two programs goes on for this long after somebody looked at it.
const LOOKED_AT: Duration = Duration::from_secs(10);

/// How long a table waits before it asks a busy pool again.
const AGAIN: Duration = Duration::from_secs(1);

impl Room {
    /// A table of the store, which doesn't go on yet. It blocks.
    pub(crate) fn open(app: &Arc<App>, id: Token, name: JournalName) -> Result<Arc<Room>, StoreError> {
        let (host, _) = Host::open(Arc::clone(&app.registry) as Arc<dyn parlor_host::Store>, &name)?;
        let mut host = host.committing();
        if let Some(opponent) = &app.opponent {
            host = host.against(Arc::clone(opponent));
        }
        let people = People::read(&*app.registry, &name)?;
        let log = Arc::new(RoundLog::new(host.table()));
        let work = Work { host, thinking: None, frozen: None, log };
        let seen = RwLock::new(Arc::new(work.seen(false)));
        let change = Change { revision: work.host.table().revision(), asides: 0 };
        Ok(Arc::new(Room {
            id,
            name,
            work: Mutex::new(work),
            seen,
            people: RwLock::new(Arc::new(people)),
            asides: Mutex::default(),
            review: Mutex::default(),
            changes: watch::Sender::new(change),
            tutored: Notify::new(),
            used: AtomicU64::new(app.millis()),
        }))
    }

    /// What can be seen of it.
    pub(crate) fn seen(&self) -> Arc<Seen> {
        Arc::clone(&self.seen.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Who is at it.
    pub(crate) fn people(&self) -> Arc<People> {
        Arc::clone(&self.people.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads again who is at it. It blocks.
    pub(crate) fn reread_people(&self, registry: &dyn Registry) -> Result<(), StoreError> {
        let people = People::read(registry, &self.name)?;
        *self.people.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(people);
        self.tell_aside();
        Ok(())
    }

    /// Changes what is known about the table besides its game. It blocks.
    pub(crate) fn change_note(
        &self,
        registry: &dyn Registry,
        change: impl FnOnce(&mut Note),
    ) -> Result<(), StoreError> {
        // Two changes at once must not lose one of them.
        let _work = self.lock();
        let mut people = People::clone(&self.people());
        change(&mut people.note);
        registry.set_note(&self.name, &people.note.to_string())?;
        *self.people.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(people);
        self.tell_aside();
        Ok(())
    }

    /// Gives the person in a seat another name. It blocks.
    pub(crate) fn rename(&self, app: &App, seat: Seat, person: &str) -> Result<(), StoreError> {
        let mut work = self.lock();
        app.registry.rename(&self.name, seat, person)?;
        work.host.rename(seat, person);
        work.log = Arc::new(RoundLog::new(work.host.table()));
        let busy = self.seen().busy;
        self.show(work.seen(busy));
        self.tell_aside();
        Ok(())
    }

    /// Tells of changes from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<Change> {
        self.changes.subscribe()
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
    pub(crate) fn touch(&self, app: &App) {
        self.used.store(app.millis(), Ordering::Relaxed);
    }

    /// How much memory it takes, in usual rooms.
    fn weight(&self) -> usize {
        usize::try_from(1 + self.seen().table.revision() / ENTRIES_OF_A_ROOM).unwrap_or(usize::MAX)
    }

    /// When somebody last asked for it, in milliseconds after the server's start.
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(|poisoned| {
            // A host changes its table only as a whole, so the table is as it was before.
            self.work.clear_poison();
            let mut work = poisoned.into_inner();
            work.frozen.get_or_insert_with(|| FROZEN.to_owned());
            work
        })
    }

    /// Lets an entry happen that was meant for a revision, and everything that follows by itself. It blocks.
    pub(crate) fn apply(self: &Arc<Room>, app: &Arc<App>, revision: u64, entry: Entry) -> Result<(), CantDo> {
        let mut work = self.lock();
        if let Some(why) = &work.frozen {
            return Err(CantDo::Frozen(why.clone()));
        }
        let mut fork = work.host.fork();
        let mut entries = vec![entry.clone()];
        fork.apply_at(revision, &[entry])?;
        follow(&mut fork, &mut entries);
        work.apply(revision, &entries)?;
        if let Some(Thought { stop, .. }) = work.thinking.take() {
            stop.set();
        }
        self.drive(app, &mut work);
        Ok(())
    }

    /// Lets a table go on that waits for nobody: after it was opened, and when a busy pool is asked again. It blocks.
    pub(crate) fn go_on(self: &Arc<Room>, app: &Arc<App>) {
        let mut work = self.lock();
        if work.frozen.is_none() && work.thinking.is_none() {
            let mut fork = work.host.fork();
            let mut entries = Vec::new();
            follow(&mut fork, &mut entries);
            if !entries.is_empty() {
                let revision = work.host.table().revision();
                if let Err(error) = work.apply(revision, &entries) {
                    tracing::error!(table = %self.name, revision, %error, "a table can't go on");
                }
            }
        }
        self.drive(app, &mut work);
    }

    /// Hands what has to be thought about to the pool, and shows the table as it is.
    fn drive(self: &Arc<Room>, app: &Arc<App>, work: &mut Work) {
        let mut busy = false;
        if work.frozen.is_none()
            && work.thinking.is_none()
            && let Next::Think(thinking) = work.host.next()
            && (work.host.setup().has_people() || self.is_looked_at(app))
        {
            let revision = work.host.table().revision();
            let (room, app_, fork) = (Arc::clone(self), Arc::clone(app), work.host.fork());
            if app.pool.submit(Priority::Move, move || room.think(&app_, fork)).is_ok() {
                work.thinking = Some(Thought { revision, stop: thinking.job.limits.stop.clone() });
            } else {
                busy = true;
                let (room, app_) = (Arc::clone(self), Arc::clone(app));
                app.later(AGAIN, move || room.go_on(&app_));
            }
        }
        self.show(work.seen(busy));
    }

    fn is_looked_at(&self, app: &App) -> bool {
        self.is_followed() || app.millis().saturating_sub(self.used()) < LOOKED_AT.as_millis() as u64
    }

    fn show(&self, seen: Seen) {
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

    /// Thinks and plays, on a thread of the pool.
    fn think(self: &Arc<Room>, app: &Arc<App>, mut fork: Host) {
        let revision = fork.table().revision();
        let thought = catch_unwind(AssertUnwindSafe(|| play_on(&mut fork)));
        let thought = thought.unwrap_or_else(|panic| Err(Failed(panic_message(&*panic))));
        let mut work = self.lock();
        if work.thinking.as_ref().is_none_or(|thought| thought.revision != revision) {
            // Somebody took something back meanwhile.
            return;
        }
        work.thinking = None;
        match thought {
            Ok(entries) => match work.apply(revision, &entries) {
                Ok(()) => {}
                Err(ApplyError::NotKept(error)) => {
                    tracing::error!(table = %self.name, revision, %error, "a decision can't be kept");
                    let (room, app_) = (Arc::clone(self), Arc::clone(app));
                    app.later(AGAIN, move || room.go_on(&app_));
                    return self.show(work.seen(true));
                }
                Err(ApplyError::Refused(refusal)) => self.freeze(&mut work, &refusal.to_string()),
            },
            Err(Failed(why)) => self.freeze(&mut work, &why),
        }
        self.drive(app, &mut work);
    }

    fn freeze(&self, work: &mut Work, why: &str) {
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

    /// The advice that a seat has asked for, if it is about the table as it is.
    pub(crate) fn advice(&self, seat: Seat, revision: u64) -> Option<Arc<Advised>> {
        self.asides().advice[seat].clone().filter(|advised| advised.revision == revision)
    }

    fn asides(&self) -> MutexGuard<'_, Asides> {
        self.asides.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the engine for advice. A sentence says why not, if it can't be asked.
    pub(crate) fn advise(self: &Arc<Room>, app: &Arc<App>, seat: Seat) -> Result<(), String> {
        let (table, job) = {
            let work = self.lock();
            (work.host.table().clone(), work.host.help_job(parlor_host::AdviceFrom::FullStrength))
        };
        let revision = table.revision();
        if self.advice(seat, revision).is_some() {
            return Ok(());
        }
        let advised = |found| Arc::new(Advised { revision, found });
        let Some(job) = job else {
            let advice = if table.size().is_some() { Advice::nothing() } else { Advice::no_board() };
            self.asides().advice[seat] = Some(advised(Some(ShownAdvice { advice, ..ShownAdvice::nothing() })));
            self.tell_aside();
            return Ok(());
        };
        let room = Arc::clone(self);
        let submitted = app.pool.submit(Priority::Help, move || {
            let help = catch_unwind(AssertUnwindSafe(|| job.help()));
            let found = match help {
                Ok(Ok(help)) => {
                    let decider = table.decision().map(|(decider, _)| decider);
                    // The value bar never contradicts help.
                    if let Some(worth) = decider.and_then(|decider| Worth::of_help(decider, &help)) {
                        room.asides().worth = Some(LastWorth { round: table.round(), revision, worth });
                    }
                    ShownAdvice::of(&help, &table)
                }
                Ok(Err(_)) => ShownAdvice::nothing(),
                Err(panic) => {
                    let why = panic_message(&*panic);
                    tracing::error!(table = %room.name, revision, why, "advice has failed");
                    ShownAdvice::nothing()
                }
            };
            room.asides().advice[seat] = Some(Arc::new(Advised { revision, found: Some(found) }));
            room.tell_aside();
        });
        submitted.map_err(|_| "The engine is busy with other tables. Please ask again in a moment.".to_owned())?;
        let mut asides = self.asides();
        if asides.advice[seat].as_ref().is_none_or(|known| known.revision != revision) {
            asides.advice[seat] = Some(advised(None));
        }
        Ok(())
    }

    /// Has the tutor think about a question while a person chooses, once for each revision.
    pub(crate) fn tutor(self: &Arc<Room>, app: &Arc<App>, table: &Table) {
        let revision = table.revision();
        let Some((_, decision)) = table.decision() else { return };
        if matches!(decision, Decision::Call | Decision::Color(_)) || decision.choices().len() < 2 {
            return;
        }
        let mut asides = self.asides();
        if asides.tutoring.as_ref().is_some_and(|known| known.revision == revision) {
            return;
        }
        let job = EngineJob::full_strength(decision);
        let stop = job.limits.stop.clone();
        let room = Arc::clone(self);
        let submitted = app.pool.submit(Priority::Help, move || {
            let ranked = catch_unwind(AssertUnwindSafe(|| job.rank())).ok().and_then(Result::ok);
            if let (Some(known), Some(ranked)) = (&mut room.asides().tutoring, ranked)
                && known.revision == revision
            {
                known.ranked = Some(Arc::new(ranked));
            }
            room.tutored.notify_waiters();
        });
        if submitted.is_ok()
            && let Some(earlier) = asides.tutoring.replace(Tutoring { revision, stop, ranked: None })
        {
            earlier.stop.set();
        }
    }

    /// What the tutor knows about the choice at a revision.
    pub(crate) fn tutored(&self, revision: u64) -> Option<Arc<Vec<Judged>>> {
        let asides = self.asides();
        asides.tutoring.as_ref().filter(|known| known.revision == revision)?.ranked.clone()
    }

    /// The same, but waits for it for a while.
    pub(crate) async fn tutored_within(&self, patience: Duration, revision: u64) -> Option<Arc<Vec<Judged>>> {
        let known = async {
            loop {
                let done = self.tutored.notified();
                if let Some(ranked) = self.tutored(revision) {
                    return Some(ranked);
                }
                let thinks = self.asides().tutoring.as_ref().is_some_and(|known| known.revision == revision);
                if !thinks {
                    return None;
                }
                done.await;
            }
        };
        tokio::time::timeout(patience, known).await.ok()?
    }

    /// The review of the table as it is, which goes on by itself. It blocks.
    pub(crate) fn review(self: &Arc<Room>, app: &Arc<App>) -> Arc<Reviewing> {
        let seen = self.seen();
        let mut review = self.review.lock().unwrap_or_else(PoisonError::into_inner);
        let current = review.clone().filter(|known| known.revision() == seen.table.revision());
        let current = current.unwrap_or_else(|| {
            let made = Arc::new(Reviewing::of(&seen.table, review.as_deref(), &*app.registry, &self.name));
            if let Some(earlier) = review.replace(Arc::clone(&made)) {
                earlier.stop();
            }
            made
        });
        drop(review);
        app.reviews.begin(app, self, &current);
        current
    }

    /// What the round is worth, or was worth when that was last known. The engine is asked once for each revision.
    pub(crate) fn worth(self: &Arc<Room>, app: &Arc<App>, seen: &Seen) -> Option<ShownWorth> {
        let (round, revision) = (seen.table.round(), seen.table.revision());
        let mut asides = self.asides();
        let last = asides.worth.filter(|last| last.round == round && last.revision <= revision);
        let shown = last.map(|last| ShownWorth { worth: last.worth, is_now: last.revision == revision });
        if shown.is_some_and(|shown| shown.is_now) {
            return shown;
        }
        if asides.valuing != Some(revision)
            && !seen.thinking
            && let Some((seat, job)) = parlor_host::value_job(&seen.table)
        {
            let (room, app_) = (Arc::clone(self), Arc::clone(app));
            let submitted = app.pool.submit(Priority::Value, move || {
                // Nobody needs the value of what has already passed, or of what nobody looks at.
                if room.seen().table.revision() != revision || !room.is_looked_at(&app_) {
                    room.asides().valuing = None;
                    return;
                }
                let judged = catch_unwind(AssertUnwindSafe(|| job.decide()));
                if let Ok(Ok(judged)) = judged {
                    let mut asides = room.asides();
                    // Help may have been quicker, and knows more.
                    if asides.worth.is_none_or(|last| last.revision != revision) {
                        asides.worth = Some(LastWorth { round, revision, worth: Worth::of(seat, &judged) });
                    }
                    drop(asides);
                    room.tell_aside();
                }
            });
            if submitted.is_ok() {
                asides.valuing = Some(revision);
            }
        }
        shown
    }
}

/// What people read at a table that has failed.
const FROZEN: &str =
    "Something went wrong in this program, so this table can't be played on. You can still look at it and save it.";

impl Work {
    /// Lets entries happen, and remembers what they told.
    fn apply(&mut self, revision: u64, entries: &[Entry]) -> Result<(), ApplyError> {
        let mut table = self.host.table().clone();
        self.host.apply_at(revision, entries)?;
        let log = Arc::make_mut(&mut self.log);
        for entry in entries {
            // Each is told for itself, as it happens.
            if let Ok(told) = table.apply(entry.clone()) {
                log.tell(&table, &told);
            }
        }
        Ok(())
    }

    fn seen(&self, busy: bool) -> Seen {
        Seen {
            table: self.host.table().clone(),
            next: self.host.next(),
            thinking: self.thinking.is_some(),
            busy,
            frozen: self.frozen.clone(),
            log: Arc::clone(&self.log),
        }
    }
}

impl People {
    fn read(registry: &dyn Registry, name: &JournalName) -> Result<People, StoreError> {
        Ok(People {
            holders: registry.holders(name)?,
            links: registry.links(name)?,
            note: Note::read(&registry.note(name)?),
        })
    }
}

/// Lets a program play until somebody else is to decide, or until it has taken long enough to be shown.
fn play_on(fork: &mut Host) -> Result<Vec<Entry>, Failed> {
    let begun = Instant::now();
    let mut entries = Vec::new();
    while let Next::Think(thinking) = fork.next() {
        if !entries.is_empty() && begun.elapsed() > TOGETHER {
            break;
        }
        let entry = thinking.run()?;
        fork.apply(entry.clone()).map_err(|error| Failed(error.to_string()))?;
        entries.push(entry);
        follow(fork, &mut entries);
    }
    Ok(entries)
}

/// Lets everything happen that waits for nobody: chance, and menus that a page doesn't show.
fn follow(fork: &mut Host, entries: &mut Vec<Entry>) {
    loop {
        let entry = match fork.next() {
            Next::Apply(entry) if throw_waits_for(fork.table()).is_none() => entry,
            Next::Ask(question) => match question.ask {
                Ask::Menu { before, turn, .. }
                    if before != MenuKind::FirstDice && menu_can_be_skipped(fork.table(), before, turn) =>
                {
                    Entry::decision(question.seat, Answer::Menu(MenuItem::Play))
                }
                _ => return,
            },
            // On a page, saving is a download. This is a journal that was made elsewhere.
            Next::Save { .. } => Entry::NotSaved("on a page, a save is downloaded".to_owned()),
            _ => return,
        };
        if fork.apply(entry.clone()).is_err() {
            return;
        }
        entries.push(entry);
    }
}

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

    /// A room, from the store if it isn't in memory. It blocks.
    pub(crate) fn open(&self, app: &Arc<App>, id: Token) -> Result<Option<Arc<Room>>, Fault> {
        if let Some(room) = self.get(&id) {
            return Ok(Some(room));
        }
        let Some((name, Purpose::Watch)) = app.registry.follow(&id)? else { return Ok(None) };
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

    /// Lets go of what nobody has asked for in a while.
    pub(crate) fn sweep(&self, app: &App) {
        self.lock().let_go(app.millis(), UNUSED);
    }
}

impl OpenRooms {
    /// Takes a room in. If there are too many, those that nobody uses go.
    fn take(&mut self, room: &Arc<Room>, most: usize, now: u64) -> Result<(), Fault> {
        if self.weight >= most {
            self.let_go(now, Duration::ZERO);
        }
        // Those that are followed stay. Nobody may fill the memory by following more and more long games, and nobody who
        // plays a usual game may be kept out by that.
        let weight = room.weight();
        if weight > LONG && self.weight >= most {
            return Err(Fault::TooMany(60));
        }
        self.weight += weight;
        self.rooms.insert(room.id, Arc::clone(room));
        Ok(())
    }

    /// Drops rooms that nobody uses. One that somebody holds stays: a table must never be in memory twice.
    fn let_go(&mut self, now: u64, unused: Duration) {
        let old = |room: &Room| now.saturating_sub(room.used()) >= unused.as_millis() as u64;
        self.rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.is_followed() || !old(room));
        self.weight = self.rooms.values().map(|room| room.weight()).sum();
    }
}

/// Whether a refusal means that the table has moved on.
pub(crate) fn is_stale(error: &CantDo) -> bool {
    matches!(error, CantDo::Refused(ApplyError::Refused(Refusal::Stale { .. })))
}
