use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use parlor_engine::StopFlag;

use super::{Asker, Claimed, EngineTask, OnOutcome, Priority, TaskOutcome, TaskQueue, notify};
use crate::JournalName;

/// A job queue in memory, for a server without workers.
pub struct MemoryJobs {
    settings: JobSettings,
    state: Mutex<MemoryQueue>,
    /// Notified when there is a job, or the queue is closed.
    changed: Condvar,
}

/// Limits of a queue and its threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobSettings {
    /// The number of threads that answer questions of any kind; at least one.
    pub threads: usize,
    /// The maximum number of waiting questions of each priority.
    pub queue: usize,
    /// The maximum number of waiting questions of each priority and asker.
    pub share: usize,
}

impl JobSettings {
    /// The number of threads that may work on reviews. Reviews aren't urgent, so one thread is reserved for other jobs.
    pub(crate) fn reviewers(self) -> usize {
        self.threads.saturating_sub(1).max(1)
    }

    /// The number of all threads. The additional one answers only light questions, so that these never wait for a long
    /// search.
    pub fn all_threads(self) -> usize {
        self.threads + 1
    }
}

/// The size of the cache for answers, in bytes.
const KEPT: usize = 4 << 20;

#[derive(Default)]
struct MemoryQueue {
    /// Sorted by the order in which they are claimed.
    waiting: BTreeSet<QueuePlace>,
    jobs: HashMap<i64, QueuedJob>,
    ids: HashMap<EngineTask, i64>,
    next: i64,
    /// The questions that threads work on, including dropped ones.
    working: HashMap<i64, WorkingJob>,
    kept: HashMap<EngineTask, String>,
    /// Keys of `kept`, the oldest first.
    kept_order: VecDeque<EngineTask>,
    kept_bytes: usize,
    closed: bool,
}

/// The place of a question in the queue: its priority, its asker's turn, and its number.
type QueuePlace = (Priority, u64, i64);

struct WorkingJob {
    priority: Priority,
    light: bool,
}

struct QueuedJob {
    job: EngineTask,
    asker: Asker,
    /// The asker's turn: one more than its last question had, or the turn of the next question to be claimed.
    turn: u64,
    /// The turn of its table among the tables of its asker.
    round: u64,
    /// `None` while a thread works on it.
    place: Option<QueuePlace>,
    stop: StopFlag,
    then: Vec<OnOutcome>,
}

impl MemoryJobs {
    pub fn new(settings: JobSettings) -> MemoryJobs {
        let settings = JobSettings { threads: settings.threads.max(1), ..settings };
        MemoryJobs { settings, state: Mutex::default(), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, MemoryQueue> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TaskQueue for MemoryJobs {
    fn ask(&self, job: EngineTask, by: Asker, then: OnOutcome) {
        let mut state = self.state();
        if let Some(answer) = state.kept.get(&job).cloned() {
            drop(state);
            return then(TaskOutcome::Answer(answer));
        }
        if let Some(id) = state.ids.get(&job).copied() {
            state.jobs.get_mut(&id).expect("every id has its job").then.push(then);
            return;
        }
        if state.closed || !state.has_room(&job, by, self.settings) {
            drop(state);
            return then(TaskOutcome::Busy);
        }
        state.add(job, by, then);
        drop(state);
        // Notify all, because some threads take only light questions.
        self.changed.notify_all();
    }

    fn cancel_before(&self, table: &JournalName, revision: u64) {
        let dropped = self.state().cancel_before(table, revision);
        notify(dropped, &TaskOutcome::Dropped);
    }

    fn claim(&self) -> Option<Claimed> {
        let mut state = self.state();
        loop {
            if let Some(claimed) = state.claim(self.settings) {
                return Some(claimed);
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, claimed: &Claimed, outcome: TaskOutcome) {
        let mut state = self.state();
        let then = state.take(claimed.id).map_or_else(Vec::new, |asked| asked.then);
        if let TaskOutcome::Answer(answer) = &outcome {
            state.keep(&claimed.job, answer);
        }
        drop(state);
        notify(then, &outcome);
        // Another review or long search may start now.
        self.state().working.remove(&claimed.id);
        self.changed.notify_all();
    }

    fn waiting(&self, priority: Priority) -> usize {
        self.state().idle(self.settings).waiting[priority as usize]
    }

    fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        for asked in state.jobs.values() {
            asked.stop.set();
        }
        let waiting: Vec<i64> = state.waiting.iter().map(|(.., id)| *id).collect();
        let dropped: Vec<OnOutcome> =
            waiting.into_iter().filter_map(|id| state.take(id)).flat_map(|asked| asked.then).collect();
        drop(state);
        self.changed.notify_all();
        notify(dropped, &TaskOutcome::Dropped);
    }
}

/// The idle threads, and the questions that they won't take.
struct Idle {
    threads: usize,
    heavy: usize,
    reviews: usize,
    waiting: [usize; 4],
}

impl Idle {
    /// Takes a question, if a thread is free for it.
    fn take(&mut self, job: &EngineTask) -> bool {
        let is_review = job.priority == Priority::Review;
        let can = self.threads > 0 && (job.light || self.heavy > 0) && (!is_review || self.reviews > 0);
        if can {
            self.threads -= 1;
            self.heavy -= usize::from(!job.light);
            self.reviews -= usize::from(is_review);
        }
        can
    }
}

impl MemoryQueue {
    /// The free threads, before they take any waiting question.
    fn free(&self, settings: JobSettings) -> Idle {
        let working = |fits: fn(&WorkingJob) -> bool| self.working.values().filter(|job| fits(job)).count();
        Idle {
            threads: settings.all_threads().saturating_sub(self.working.len()),
            heavy: settings.threads.saturating_sub(working(|job| !job.light)),
            reviews: settings.reviewers().saturating_sub(working(|job| job.priority == Priority::Review)),
            waiting: [0; 4],
        }
    }

    /// The threads that stay idle after the waiting questions are taken.
    fn idle(&self, settings: JobSettings) -> Idle {
        let mut idle = self.free(settings);
        for (priority, _, id) in &self.waiting {
            if !idle.take(&self.jobs[id].job) {
                idle.waiting[*priority as usize] += 1;
            }
        }
        idle
    }

    fn has_room(&self, job: &EngineTask, by: Asker, settings: JobSettings) -> bool {
        let mut idle = self.idle(settings);
        let own = |asked: &&QueuedJob| asked.asker == by && asked.job.priority == job.priority && asked.place.is_some();
        let has_share = || self.jobs.values().filter(own).count() < settings.share;
        idle.take(job) || (idle.waiting[job.priority as usize] < settings.queue && has_share())
    }

    fn add(&mut self, job: EngineTask, asker: Asker, then: OnOutcome) {
        let line = || self.jobs.values().filter(|asked| asked.job.priority == job.priority);
        let own = || line().filter(|asked| asked.asker == asker);
        let after = |last: Option<u64>| last.map_or(0, |last| last + 1);
        let waits = |asked: &&QueuedJob| asked.place.is_some();
        let turns = || line().map(|asked| asked.turn);
        let next = line().filter(waits).map(|asked| asked.turn).min().or_else(|| turns().max()).unwrap_or(0);
        let turn = next.max(after(own().map(|asked| asked.turn).max()));
        let rounds = || own().map(|asked| asked.round);
        let next = own().filter(waits).map(|asked| asked.round).min().or_else(|| rounds().max()).unwrap_or(0);
        let same_table = own().filter(|asked| asked.job.table == job.table).map(|asked| asked.round).max();
        let round = next.max(after(same_table));
        let id = self.next;
        self.next += 1;
        let place = (job.priority, turn, id);
        let priority = job.priority;
        self.waiting.insert(place);
        self.ids.insert(job.clone(), id);
        let (place, stop) = (Some(place), StopFlag::default());
        self.jobs.insert(id, QueuedJob { job, asker, turn, round, place, stop, then: vec![then] });
        self.alternate_tables(priority, asker);
    }

    /// Distributes an asker's turns among its tables, one after the other.
    fn alternate_tables(&mut self, priority: Priority, asker: Asker) {
        let own = |asked: &QueuedJob| asked.asker == asker && asked.job.priority == priority && asked.place.is_some();
        let waiting = self.jobs.iter().filter(|(_, asked)| own(asked));
        let (mut rounds, mut turns): (Vec<(u64, i64)>, Vec<u64>) =
            waiting.map(|(id, asked)| ((asked.round, *id), asked.turn)).unzip();
        rounds.sort_unstable();
        turns.sort_unstable();
        for ((_, id), turn) in rounds.into_iter().zip(turns) {
            let asked = self.jobs.get_mut(&id).expect("it waits");
            let place = (priority, turn, id);
            if let Some(before) = asked.place.replace(place) {
                self.waiting.remove(&before);
            }
            asked.turn = turn;
            self.waiting.insert(place);
        }
    }

    fn claim(&mut self, settings: JobSettings) -> Option<Claimed> {
        let mut free = self.free(settings);
        let place = *self.waiting.iter().find(|(_, _, id)| free.take(&self.jobs[id].job))?;
        self.waiting.remove(&place);
        let (.., id) = place;
        let asked = self.jobs.get_mut(&id).expect("what waits is there");
        asked.place = None;
        self.working.insert(id, WorkingJob { priority: asked.job.priority, light: asked.job.light });
        Some(Claimed { id, job: asked.job.clone(), stop: asked.stop.clone() })
    }

    /// Removes a job, waiting or running.
    fn take(&mut self, id: i64) -> Option<QueuedJob> {
        let asked = self.jobs.remove(&id)?;
        self.ids.remove(&asked.job);
        if let Some(place) = asked.place {
            self.waiting.remove(&place);
        }
        Some(asked)
    }

    fn cancel_before(&mut self, table: &JournalName, revision: u64) -> Vec<OnOutcome> {
        let passed = |job: &EngineTask| job.ephemeral && job.revision < revision && job.table.as_ref() == Some(table);
        let ids: Vec<i64> = self.jobs.iter().filter(|(_, asked)| passed(&asked.job)).map(|(id, _)| *id).collect();
        let mut then = Vec::new();
        for id in ids {
            if let Some(asked) = self.take(id) {
                asked.stop.set();
                then.extend(asked.then);
            }
        }
        then
    }

    fn keep(&mut self, job: &EngineTask, answer: &str) {
        // After a move the table has changed, and questions that aren't about a table are rarely repeated.
        if job.priority == Priority::Move || job.table.is_none() {
            return;
        }
        if self.kept.insert(job.clone(), answer.to_owned()).is_none() {
            self.kept_bytes += job.question.len() + answer.len();
            self.kept_order.push_back(job.clone());
        }
        while self.kept_bytes > KEPT
            && let Some(oldest) = self.kept_order.pop_front()
        {
            let answer = self.kept.remove(&oldest).unwrap_or_default();
            self.kept_bytes = self.kept_bytes.saturating_sub(oldest.question.len() + answer.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::conformance;
    use super::*;

    #[test]
    fn jobs_in_memory_conform() {
        conformance::check(|settings| Arc::new(MemoryJobs::new(settings)));
    }
}
