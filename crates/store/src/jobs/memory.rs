use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_engine::StopFlag;

use super::{Claimed, EngineTask, OnOutcome, Priority, TaskOutcome, TaskQueue, tell};
use crate::JournalName;

/// Questions in the memory of the one program that asks and answers them.
pub struct MemoryJobs {
    settings: JobSettings,
    state: Mutex<MemoryQueue>,
    /// Told when there is a question, or no more of them.
    changed: Condvar,
}

/// How much is done and waits at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobSettings {
    /// How many threads answer questions; one at least.
    pub threads: usize,
    /// How many questions of each priority can wait for a thread.
    pub queue: usize,
}

impl JobSettings {
    /// How many threads may be at reviews: nobody waits for those, so one thread is left to the rest.
    pub(crate) fn reviewers(self) -> usize {
        self.threads.saturating_sub(1).max(1)
    }
}

/// A question waits as if it had been asked this much later for each one of the same table that waits already: nobody who
/// asks many keeps the others waiting, and nobody waits for ever.
const TURN: Duration = Duration::from_secs(1);

/// The answers that are kept, in bytes.
const KEPT: usize = 4 << 20;

#[derive(Default)]
struct MemoryQueue {
    /// By the order in which they are claimed.
    waiting: BTreeSet<QueuePlace>,
    jobs: HashMap<i64, QueuedJob>,
    ids: HashMap<EngineTask, i64>,
    next: i64,
    /// How many threads are at each priority.
    working: [usize; 4],
    kept: HashMap<EngineTask, String>,
    /// What is kept, the oldest first.
    kept_order: VecDeque<EngineTask>,
    kept_bytes: usize,
    closed: bool,
}

/// Where a question stands in the line.
type QueuePlace = (Priority, Instant, i64);

struct QueuedJob {
    job: EngineTask,
    /// Nothing while somebody is at it.
    place: Option<QueuePlace>,
    stop: StopFlag,
    then: Vec<OnOutcome>,
}

impl MemoryJobs {
    /// With nothing in it.
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
    fn ask(&self, job: EngineTask, then: OnOutcome) {
        let mut state = self.state();
        if let Some(answer) = state.kept.get(&job).cloned() {
            drop(state);
            return then(TaskOutcome::Answer(answer));
        }
        if let Some(id) = state.ids.get(&job).copied() {
            state.jobs.get_mut(&id).expect("every id has its job").then.push(then);
            return;
        }
        if state.closed || !state.has_room(job.priority, self.settings) {
            drop(state);
            return then(TaskOutcome::Busy);
        }
        state.add(job, then);
        drop(state);
        self.changed.notify_one();
    }

    fn has_moved_on(&self, table: &JournalName, revision: u64) {
        let dropped = self.state().drop_passed(table, revision);
        tell(dropped, &TaskOutcome::Dropped);
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
        state.working[claimed.job.priority as usize] -= 1;
        let then = state.take(claimed.id).map_or_else(Vec::new, |asked| asked.then);
        if let TaskOutcome::Answer(answer) = &outcome {
            state.keep(&claimed.job, answer);
        }
        drop(state);
        // Another review may begin now.
        self.changed.notify_one();
        tell(then, &outcome);
    }

    fn waiting(&self, priority: Priority) -> usize {
        let state = self.state();
        state.waiting(priority, state.free(self.settings))
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
        tell(dropped, &TaskOutcome::Dropped);
    }
}

impl MemoryQueue {
    fn free(&self, settings: JobSettings) -> usize {
        settings.threads.saturating_sub(self.working.iter().sum())
    }

    fn queued(&self, priority: Priority) -> usize {
        self.waiting.iter().filter(|(other, ..)| *other == priority).count()
    }

    /// Free threads take what is queued, the first priorities first; the rest waits.
    fn waiting(&self, priority: Priority, free: usize) -> usize {
        let earlier = self.waiting.iter().filter(|(other, ..)| *other < priority).count();
        self.queued(priority).saturating_sub(free.saturating_sub(earlier))
    }

    fn has_room(&self, priority: Priority, settings: JobSettings) -> bool {
        let free = self.free(settings);
        self.waiting.len() < free || self.waiting(priority, free) < settings.queue
    }

    fn add(&mut self, job: EngineTask, then: OnOutcome) {
        let same = |asked: &&QueuedJob| asked.job.table == job.table && asked.job.priority == job.priority;
        let turn = if job.table.is_some() { self.jobs.values().filter(same).count() } else { 0 };
        let due = Instant::now() + TURN * u32::try_from(turn).unwrap_or(u32::MAX);
        let id = self.next;
        self.next += 1;
        let place = (job.priority, due, id);
        self.waiting.insert(place);
        self.ids.insert(job.clone(), id);
        self.jobs.insert(id, QueuedJob { job, place: Some(place), stop: StopFlag::default(), then: vec![then] });
    }

    fn claim(&mut self, settings: JobSettings) -> Option<Claimed> {
        let reviews = self.working[Priority::Review as usize] < settings.reviewers();
        let (.., id) = *self.waiting.first().filter(|(priority, ..)| reviews || *priority != Priority::Review)?;
        self.waiting.pop_first();
        let asked = self.jobs.get_mut(&id).expect("what waits is there");
        asked.place = None;
        self.working[asked.job.priority as usize] += 1;
        Some(Claimed { id, job: asked.job.clone(), stop: asked.stop.clone() })
    }

    /// Forgets a job, whether it waits or somebody is at it.
    fn take(&mut self, id: i64) -> Option<QueuedJob> {
        let asked = self.jobs.remove(&id)?;
        self.ids.remove(&asked.job);
        if let Some(place) = asked.place {
            self.waiting.remove(&place);
        }
        Some(asked)
    }

    fn drop_passed(&mut self, table: &JournalName, revision: u64) -> Vec<OnOutcome> {
        let passed = |job: &EngineTask| job.passing && job.revision < revision && job.table.as_ref() == Some(table);
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
        // After a move the table is another one, and what isn't about a table is rarely asked twice.
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
    fn jobs_in_memory_keep_to_the_rules() {
        conformance::check(|settings| Arc::new(MemoryJobs::new(settings)));
    }
}
