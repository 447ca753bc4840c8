//! A job queue in the database, shared by any number of servers and workers.
//!
//! A worker has a lease of five seconds on its job and renews it while it searches. A worker that has died or hangs
//! loses it, and another takes over. No move is played twice, because a move carries the revision that it was made for,
//! and the journal accepts only one move for each revision.
//!
//! A light question that a thread of the asking process can take at once needs no database. If that process dies, so
//! does its asker; a server that opens the table asks again.

mod statements;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use parlor_engine::StopFlag;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::time::{sleep, timeout};

use self::statements::{CHANNEL, Enqueued, Stored};
use super::background::Background;
use super::connections::Connections;
use super::{LONGEST, PostgresAddress};
use crate::jobs::{Asker, Claimed, EngineTask, JobSettings, OnOutcome, Priority, TaskOutcome, TaskQueue, notify};
use crate::{JournalName, StoreError};

/// The interval for renewing leases.
const RENEW: Duration = Duration::from_millis(1500);

/// The polling interval for jobs and answers whose notification was lost.
const LOOK: Duration = Duration::from_secs(1);

/// The interval for deleting old answers.
const SWEEP: Duration = Duration::from_mins(1);

/// The pause before listening again.
const RETRY: Duration = Duration::from_secs(1);

/// A job that has outlived this number of workers fails: it probably crashes them.
const TRIES: i16 = 3;

/// The maximum number of early outcomes. The oldest are dropped first: their askers have their answers by now.
const EARLY: usize = 256;

/// A job queue in a PostgreSQL database.
pub struct PostgresJobs {
    shared: Arc<Shared>,
    background: Arc<Background>,
}

struct Shared {
    connections: Arc<Connections>,
    settings: JobSettings,
    /// A random number that identifies this worker.
    worker: i64,
    state: Mutex<PgQueue>,
    /// Notified when there may be work.
    changed: Condvar,
}

#[derive(Default)]
struct PgQueue {
    /// By the number of the job; local ones have [negative numbers](is_local).
    waiting: HashMap<i64, WaitingTask>,
    /// The number of local jobs so far.
    local: i64,
    /// The questions that are being written to the database; their ids aren't known yet.
    asking: Vec<EngineTask>,
    /// Outcomes without a waiter that arrived while a question was being written, because they may belong to it.
    early: BTreeMap<i64, Early>,
    /// Questions that weren't in the database at the last look. The notification with their outcome may still be on its
    /// way, so they count as dropped only if they are missing twice.
    missing: HashSet<i64>,
    /// Questions that were claimed for this process when they were asked.
    ready: VecDeque<Stored>,
    /// Questions that threads of this process work on.
    claimed: HashMap<i64, StopFlag>,
    /// The number of threads that wait for work, minus those that work is being claimed for. It can be negative for a
    /// moment.
    free: isize,
    /// The number of threads that work on a review, or that a review is being claimed for.
    reviewing: usize,
    /// Like `reviewing`, for questions that aren't light.
    heavy: usize,
    /// Incremented whenever there may be new work.
    news: u64,
    /// The value of `news` at the last look that found no job of any kind, and its time.
    nothing: Option<(u64, Instant)>,
    closed: bool,
}

/// True for the number of a job that isn't in the database.
fn is_local(id: i64) -> bool {
    id < 0
}

/// An outcome that arrives before the asker knows the job's id.
#[derive(Clone)]
enum Early {
    Outcome(TaskOutcome),
    /// The answer has to be read from the database.
    InDatabase,
}

/// A question that was asked here and isn't answered yet.
struct WaitingTask {
    job: EngineTask,
    then: Vec<OnOutcome>,
}

impl PostgresJobs {
    /// Opens the queue of a database whose schema is up to date.
    pub(super) fn open(address: &PostgresAddress, background: &Arc<Background>, settings: JobSettings) -> PostgresJobs {
        let mut worker = [0; 8];
        // Without randomness the number is zero, which matters only if two workers start that way.
        let _ = getrandom::fill(&mut worker);
        let shared = Arc::new(Shared {
            // A job lost in a power failure is asked again, so commits needn't wait for the disk.
            connections: Arc::new(Connections::new(address, &[("synchronous_commit", "off")])),
            settings: JobSettings { threads: settings.threads.max(1), ..settings },
            worker: i64::from_le_bytes(worker),
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let each = Arc::downgrade(&shared);
        background.spawn(listen(Weak::clone(&each)));
        background.spawn(often(Weak::clone(&each), RENEW, async |shared: &Shared| shared.renew().await));
        background.spawn(often(Weak::clone(&each), LOOK, async |shared: &Shared| shared.look_for_answers().await));
        background.spawn(often(each, SWEEP, async |shared: &Shared| statements::sweep(&shared.connections).await));
        PostgresJobs { shared, background: Arc::clone(background) }
    }
}

/// Repeats `work` until the queue is dropped. Errors are ignored: the database may be back the next time.
async fn often<F>(shared: Weak<Shared>, pause: Duration, work: F)
where
    F: AsyncFn(&Shared) -> Result<(), StoreError>,
{
    loop {
        sleep(pause).await;
        let Some(shared) = shared.upgrade() else { return };
        let _ = timeout(LONGEST, work(&shared)).await;
    }
}

async fn listen(shared: Weak<Shared>) {
    loop {
        let Some(options) = shared.upgrade().map(|shared| shared.connections.options().clone()) else { return };
        let alone = PgPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_secs(5));
        if let Ok(mut listener) = PgListener::connect_with(&alone.connect_lazy_with(options)).await
            && listener.listen(CHANNEL).await.is_ok()
        {
            // Polling finds missed notifications. After a minute of silence the connection may be dead.
            while let Ok(Ok(Some(heard))) = timeout(Duration::from_mins(1), listener.try_recv()).await {
                let Some(shared) = shared.upgrade() else { return };
                shared.receive(heard.payload()).await;
            }
        }
        sleep(RETRY).await;
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, PgQueue> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes waiting threads, because there may be work.
    fn wake(&self) {
        self.state().news += 1;
        self.changed.notify_all();
    }

    /// Waits until there is work for this thread, or until there may be some in the database.
    fn wait_for_work(&self, mut state: MutexGuard<'_, PgQueue>, news: u64, pause: Duration) -> Option<Claimed> {
        state.free += 1;
        let idle = |state: &mut PgQueue| state.ready.is_empty() && state.news == news && !state.closed;
        let waited = self.changed.wait_timeout_while(state, pause, idle);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        // A question in `ready` has reserved this thread already.
        if let Some(stored) = state.ready.pop_front() {
            return Some(state.begin(stored));
        }
        state.free -= 1;
        None
    }

    async fn receive(&self, payload: &str) {
        let Some((id, outcome)) = statements::read_done(payload) else { return self.wake() };
        let waiting = {
            let mut state = self.state();
            let waiting = if outcome.is_some() { state.waiting.remove(&id) } else { None };
            if waiting.is_none() && !state.waiting.contains_key(&id) {
                return state.keep_early(id, outcome.map_or(Early::InDatabase, Early::Outcome));
            }
            waiting
        };
        match (outcome, waiting) {
            (Some(outcome), Some(waiting)) => notify(waiting.then, &outcome),
            // If the outcome can't be read now, polling finds it soon.
            _ => {
                let _ = timeout(LONGEST, self.read_answers(vec![id])).await;
            }
        }
    }

    /// Delivers the outcomes of jobs.
    async fn read_answers(&self, ids: Vec<i64>) -> Result<(), StoreError> {
        let found: HashMap<i64, Option<String>> =
            statements::outcomes(&self.connections, ids.clone()).await?.into_iter().collect();
        for id in ids {
            let outcome = match found.get(&id) {
                Some(Some(answer)) => TaskOutcome::Answer(answer.clone()),
                Some(None) => continue,
                // The job was dropped, or it was a move, which is in the journal.
                None if self.state().missing.remove(&id) => TaskOutcome::Dropped,
                None => {
                    self.state().missing.insert(id);
                    continue;
                }
            };
            let waiting = self.state().waiting.remove(&id);
            notify(waiting.map_or_else(Vec::new, |waiting| waiting.then), &outcome);
        }
        Ok(())
    }

    async fn look_for_answers(&self) -> Result<(), StoreError> {
        let ids: Vec<i64> = {
            let mut state = self.state();
            let PgQueue { waiting, missing, claimed, .. } = &mut *state;
            missing.retain(|id| waiting.contains_key(id));
            waiting.keys().copied().filter(|id| !claimed.contains_key(id) && !is_local(*id)).collect()
        };
        if ids.is_empty() { Ok(()) } else { self.read_answers(ids).await }
    }

    /// Renews the leases of this process, and stops searches whose lease was lost.
    async fn renew(&self) -> Result<(), StoreError> {
        let ids: Vec<i64> = {
            let state = self.state();
            let ids = state.claimed.keys().copied().chain(state.ready.iter().map(|stored| stored.id));
            ids.filter(|id| !is_local(*id)).collect()
        };
        if ids.is_empty() {
            return Ok(());
        }
        let ours = statements::renew(&self.connections, self.worker, ids.clone()).await?;
        let mut state = self.state();
        for lost in ids.into_iter().filter(|id| !ours.contains(id)) {
            state.lose(lost);
        }
        Ok(())
    }

    /// Asks, and claims the question at once if a thread is free.
    async fn ask(self: Arc<Shared>, job: EngineTask, by: Asker, then: OnOutcome) {
        let take = {
            let mut state = self.state();
            state.asking.push(job.clone());
            state.reserve(&job, self.settings)
        };
        let asked = statements::ask(&self.connections, &job, by, self.worker, take, self.settings);
        let asked = timeout(LONGEST, asked).await;
        let asked = asked.unwrap_or(Ok(Enqueued::Full)).unwrap_or(Enqueued::Full);
        if let Some(id) = self.enqueued(asked, take, job, then) {
            // If the outcome can't be read now, polling finds it soon.
            let _ = timeout(LONGEST, self.read_answers(vec![id])).await;
        }
    }

    /// Registers a question that was asked. Returns its id if its answer is in the database already.
    fn enqueued(&self, asked: Enqueued, taken: bool, job: EngineTask, then: OnOutcome) -> Option<i64> {
        let mut state = self.state();
        let early = state.end_asking(&job, &asked);
        if taken && !matches!(asked, Enqueued::Waits { claimed: true, .. }) {
            state.release(&job);
        }
        let (id, claimed) = match asked {
            Enqueued::Waits { id, claimed } => (id, claimed),
            Enqueued::Known(answer) => {
                drop(state);
                then(TaskOutcome::Answer(answer));
                return None;
            }
            Enqueued::Full => {
                drop(state);
                then(TaskOutcome::Busy);
                return None;
            }
        };
        if claimed {
            state.ready.push_back(Stored { id, job: job.clone(), tries: 1 });
        }
        // Closing drops only questions that are registered by then.
        let early = if state.closed { Some(Early::Outcome(TaskOutcome::Dropped)) } else { early };
        if let Some(Early::Outcome(outcome)) = early {
            drop(state);
            then(outcome);
            return None;
        }
        state.waiting.entry(id).or_insert_with(|| WaitingTask { job, then: Vec::new() }).then.push(then);
        drop(state);
        if claimed {
            self.changed.notify_all();
        }
        early.is_some().then_some(id)
    }
}

impl PgQueue {
    /// Reserves one of the places for reviews. Reserved before the database is asked, or two threads could each take the
    /// last place.
    fn reserve_review(&mut self, settings: JobSettings) -> bool {
        let fits = self.reviewing < settings.reviewers();
        self.reviewing += usize::from(fits);
        fits
    }

    /// Reserves one of the places for questions that aren't light.
    fn reserve_heavy(&mut self, settings: JobSettings) -> bool {
        let fits = self.heavy < settings.threads;
        self.heavy += usize::from(fits);
        fits
    }

    /// Reserves a free thread for a question that is being asked.
    fn reserve(&mut self, job: &EngineTask, settings: JobSettings) -> bool {
        if self.free <= 0 || self.closed || !(job.light || self.reserve_heavy(settings)) {
            return false;
        }
        if job.priority == Priority::Review && !self.reserve_review(settings) {
            self.heavy -= usize::from(!job.light);
            return false;
        }
        self.free -= 1;
        true
    }

    /// Releases the thread and the places that `reserve` reserved.
    fn release(&mut self, job: &EngineTask) {
        self.free += 1;
        self.has_ended(job);
    }

    /// Gives back the places of a question.
    fn has_ended(&mut self, job: &EngineTask) {
        self.reviewing -= usize::from(job.priority == Priority::Review);
        self.heavy -= usize::from(!job.light);
    }

    /// Takes on a job without the database, if it is light and a thread is free for it. Otherwise returns the callback.
    fn take_on(&mut self, job: &EngineTask, then: OnOutcome, settings: JobSettings) -> Option<OnOutcome> {
        let same = |(id, waiting): &(&i64, &mut WaitingTask)| is_local(**id) && waiting.job == *job;
        if let Some((_, waiting)) = self.waiting.iter_mut().find(same) {
            waiting.then.push(then);
            return None;
        }
        if !job.light || !self.reserve(job, settings) {
            return Some(then);
        }
        self.local += 1;
        let id = -self.local;
        self.ready.push_back(Stored { id, job: job.clone(), tries: 1 });
        self.waiting.insert(id, WaitingTask { job: job.clone(), then: vec![then] });
        None
    }

    /// Keeps an outcome without a waiter while a question is being written, because it may belong to that question.
    fn keep_early(&mut self, id: i64, early: Early) {
        if !self.asking.is_empty() {
            self.early.entry(id).or_insert(early);
            if self.early.len() > EARLY {
                self.early.pop_first();
            }
        }
    }

    /// Removes and returns the callbacks that wait for a job.
    fn take_waiting(&mut self, id: i64, outcome: &TaskOutcome) -> Vec<OnOutcome> {
        if let Some(waiting) = self.waiting.remove(&id) {
            return waiting.then;
        }
        if !is_local(id) {
            self.keep_early(id, Early::Outcome(outcome.clone()));
        }
        Vec::new()
    }

    /// Notes that a question has been written; returns its outcome if that has arrived already.
    fn end_asking(&mut self, job: &EngineTask, asked: &Enqueued) -> Option<Early> {
        let place = self.asking.iter().position(|asking| asking == job);
        place.map(|place| self.asking.swap_remove(place));
        let early = match asked {
            Enqueued::Waits { id, .. } => self.early.get(id).cloned(),
            Enqueued::Known(_) | Enqueued::Full => None,
        };
        if self.asking.is_empty() {
            self.early.clear();
        }
        early
    }

    /// The time until the next look, if there was nothing at the last one and there is no news since.
    fn pause_before_look(&self) -> Option<Duration> {
        let (news, at) = self.nothing?;
        LOOK.checked_sub(at.elapsed()).filter(|_| news == self.news)
    }

    /// Handles the loss of a question that was claimed for a thread.
    fn lose(&mut self, id: i64) {
        if let Some(stop) = self.claimed.get(&id) {
            stop.set();
        }
        if let Some(place) = self.ready.iter().position(|stored| stored.id == id)
            && let Some(stored) = self.ready.remove(place)
        {
            self.release(&stored.job);
        }
    }

    fn begin(&mut self, Stored { id, job, .. }: Stored) -> Claimed {
        let stop = StopFlag::default();
        self.claimed.insert(id, stop.clone());
        Claimed { id, job, stop }
    }
}

impl TaskQueue for PostgresJobs {
    fn ask(&self, job: EngineTask, by: Asker, then: OnOutcome) {
        let mut state = self.shared.state();
        if state.closed {
            drop(state);
            return then(TaskOutcome::Busy);
        }
        let then = state.take_on(&job, then, self.shared.settings);
        drop(state);
        match then {
            Some(then) => self.background.spawn(Arc::clone(&self.shared).ask(job, by, then)),
            None => self.shared.changed.notify_all(),
        }
    }

    fn cancel_before(&self, table: &JournalName, revision: u64) {
        let is_outdated =
            |job: &EngineTask| job.ephemeral && job.revision < revision && job.table.as_ref() == Some(table);
        let mut state = self.shared.state();
        let (ids, outdated): (Vec<i64>, Vec<WaitingTask>) =
            state.waiting.extract_if(|_, waiting| is_outdated(&waiting.job)).unzip();
        for id in ids.iter().filter(|id| is_local(**id)) {
            state.lose(*id);
        }
        // Most moves don't outdate any questions, so usually no statement is needed.
        let in_database = ids.iter().any(|id| !is_local(*id)) || state.asking.iter().any(is_outdated);
        drop(state);
        for waiting in outdated {
            notify(waiting.then, &TaskOutcome::Dropped);
        }
        if !in_database {
            return;
        }
        let (shared, table) = (Arc::clone(&self.shared), table.clone());
        self.background.spawn(async move {
            let gone = statements::cancel_before(&shared.connections, &table, revision);
            let Ok(Ok(gone)) = timeout(LONGEST, gone).await else { return };
            let mut state = shared.state();
            for id in gone {
                state.lose(id);
                state.keep_early(id, Early::Outcome(TaskOutcome::Dropped));
            }
        });
    }

    fn claim(&self) -> Option<Claimed> {
        let shared = &self.shared;
        loop {
            let (may_review, heavy, news) = {
                let mut state = shared.state();
                if state.closed {
                    return None;
                }
                if let Some(stored) = state.ready.pop_front() {
                    // The thread that it was claimed for is free again.
                    state.free += 1;
                    return Some(state.begin(stored));
                }
                let news = state.news;
                if let Some(pause) = state.pause_before_look() {
                    match shared.wait_for_work(state, news, pause) {
                        Some(claimed) => return Some(claimed),
                        None => continue,
                    }
                }
                let heavy = state.reserve_heavy(shared.settings);
                (heavy && state.reserve_review(shared.settings), heavy, news)
            };
            let last = if may_review { Priority::Review } else { Priority::Value };
            let connections = Arc::clone(&shared.connections);
            let worker = shared.worker;
            let found = self.background.wait(shared.connections.place(), Some(LONGEST), async move {
                statements::claim(&connections, worker, last, !heavy).await
            });
            let took = |fits: fn(&EngineTask) -> bool| matches!(&found, Ok(Some(stored)) if fits(&stored.job));
            let spare_review = may_review && !took(|job| job.priority == Priority::Review);
            let spare_heavy = heavy && !took(|job| !job.light);
            if spare_review || spare_heavy {
                let mut state = shared.state();
                state.reviewing -= usize::from(spare_review);
                state.heavy -= usize::from(spare_heavy);
                drop(state);
                if matches!(found, Ok(Some(_))) {
                    // A thread that couldn't reserve a place must look again.
                    shared.wake();
                }
            }
            match found {
                Ok(Some(stored)) if stored.tries > TRIES => {
                    let why = "every worker that tried it has crashed".to_owned();
                    let claimed = shared.state().begin(stored);
                    self.finish(&claimed, TaskOutcome::Failed(why));
                }
                Ok(Some(stored)) => return Some(shared.state().begin(stored)),
                // If the database can't be reached, it may be reachable soon.
                Ok(None) | Err(_) => {
                    let mut state = shared.state();
                    if may_review && found.is_ok() {
                        state.nothing = Some((news, Instant::now()));
                    }
                    if let Some(claimed) = shared.wait_for_work(state, news, LOOK) {
                        return Some(claimed);
                    }
                }
            }
        }
    }

    fn finish(&self, claimed: &Claimed, outcome: TaskOutcome) {
        let Claimed { id, job, .. } = claimed;
        let then = {
            let mut state = self.shared.state();
            state.claimed.remove(id);
            // If the lease was lost, another worker answers.
            if claimed.stop.is_set() { Vec::new() } else { state.take_waiting(*id, &outcome) }
        };
        notify(then, &outcome);
        self.shared.state().has_ended(job);
        if is_local(*id) {
            return;
        }
        let (shared, id, job) = (Arc::clone(&self.shared), *id, job.clone());
        self.background.spawn(async move {
            // If it can't be written, the lease expires, and another worker takes the job.
            let _ = timeout(LONGEST, statements::finish(&shared.connections, shared.worker, id, &job, &outcome)).await;
        });
    }

    fn waiting(&self, priority: Priority) -> usize {
        let connections = Arc::clone(&self.shared.connections);
        let count = self.background.wait(self.shared.connections.place(), Some(LONGEST), async move {
            statements::waiting(&connections, priority).await
        });
        count.unwrap_or(0)
    }

    fn close(&self) {
        let then: Vec<OnOutcome> = {
            let mut state = self.shared.state();
            state.closed = true;
            for stop in state.claimed.values() {
                stop.set();
            }
            state.waiting.drain().flat_map(|(_, waiting)| waiting.then).collect()
        };
        self.shared.changed.notify_all();
        notify(then, &TaskOutcome::Dropped);
    }
}
