//! Engine jobs, run on other threads so that the screen stays responsive.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use parlor_engine::StopFlag;
use parlor_store::panic_message;

/// A result of the type that its ticket expects.
type JobOutput = Box<dyn Any + Send>;

/// A computation for another thread.
pub struct Job {
    id: u64,
    stop: StopFlag,
    work: Box<dyn FnOnce() -> Result<JobOutput, String> + Send>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A claim to the result of a job, which has the type `T`. Dropping it stops the job.
#[derive(Debug)]
pub(crate) struct Ticket<T> {
    id: u64,
    stop: StopFlag,
    result: PhantomData<T>,
}

/// The state of a job's result.
#[derive(Default, Debug)]
pub(crate) enum Finding<T> {
    #[default]
    None,
    Asked(Ticket<T>),
    Found(T),
}

#[derive(Debug)]
pub struct JobResult {
    pub(crate) id: u64,
    pub(crate) outcome: JobOutcome,
}

#[derive(Debug)]
pub(crate) enum JobOutcome {
    Found(JobOutput),
    /// The engine panicked or found no answer, with the reason.
    Failed(String),
    /// The result was no longer needed.
    Stopped,
}

/// Jobs to run.
#[derive(Default)]
pub(crate) struct JobQueue(Vec<Job>);

impl JobQueue {
    /// Adds a job, which should stop when the flag is set. The ticket is the claim to its result.
    pub(crate) fn start<T: Send + 'static, E: ToString>(
        &mut self,
        stop: StopFlag,
        work: impl FnOnce(&StopFlag) -> Result<T, E> + Send + 'static,
    ) -> Ticket<T> {
        // Numbers are unique across games, so that a result for a closed game can't be mistaken for one of another
        // game.
        static LAST: AtomicU64 = AtomicU64::new(0);
        let id = LAST.fetch_add(1, Ordering::Relaxed);
        let flag = stop.clone();
        let work = move || work(&flag).map(|found| Box::new(found) as JobOutput).map_err(|error| error.to_string());
        self.0.push(Job { id, stop: stop.clone(), work: Box::new(work) });
        Ticket { id, stop, result: PhantomData }
    }

    pub(crate) fn take(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.0)
    }
}

impl Job {
    /// Runs the job until it is done or its result is no longer needed.
    pub fn run(self) -> JobResult {
        let Job { id, stop, work } = self;
        if stop.is_set() {
            return JobResult { id, outcome: JobOutcome::Stopped };
        }
        let outcome = match catch_unwind(AssertUnwindSafe(work)) {
            _ if stop.is_set() => JobOutcome::Stopped,
            Ok(Ok(found)) => JobOutcome::Found(found),
            Ok(Err(why)) => JobOutcome::Failed(why),
            Err(panic) => JobOutcome::Failed(panic_message(&*panic)),
        };
        JobResult { id, outcome }
    }
}

impl<T: 'static> Ticket<T> {
    /// The result or the failure; `None` if it belongs to another job.
    pub(crate) fn claim<'a>(&self, result: &'a JobResult) -> Option<Result<&'a T, &'a str>> {
        match &result.outcome {
            _ if self.id != result.id => None,
            JobOutcome::Found(found) => Some(Ok(found.downcast_ref().expect("a ticket is for its own job"))),
            JobOutcome::Failed(why) => Some(Err(why)),
            JobOutcome::Stopped => None,
        }
    }
}

impl<T: Clone + 'static> Finding<T> {
    pub(crate) fn is_asked(&self) -> bool {
        matches!(self, Finding::Asked(_))
    }

    /// Stores the result if it belongs to this job. The error says why the job has no result.
    pub(crate) fn take(&mut self, result: &JobResult) -> Option<Result<(), String>> {
        let Finding::Asked(ticket) = self else { return None };
        let found = ticket.claim(result)?;
        *self = found.map_or(Finding::None, |found| Finding::Found(found.clone()));
        Some(found.map(|_| ()).map_err(str::to_owned))
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        self.stop.set();
    }
}

#[cfg(test)]
mod tests {
    use parlor_engine::EngineJob;
    use parlor_rules::{Decision, Level, Seat, congkak};
    use parlor_view::Advice;

    use super::*;

    fn advise() -> (Job, Ticket<Advice>) {
        let position = congkak::Position::start(congkak::Size::USUAL, Seat::Human);
        let job = EngineJob::new(Decision::Congkak(position), Level::Novice);
        let mut jobs = JobQueue::default();
        let advise = move |_: &StopFlag| job.help().map(|help| Advice::of(Seat::Human, &help));
        let ticket = jobs.start(StopFlag::default(), advise);
        (jobs.take().remove(0), ticket)
    }

    #[test]
    fn a_result_belongs_to_its_ticket_alone() {
        let (job, ticket) = advise();
        let (_, other) = advise();
        let result = job.run();
        assert!(other.claim(&result).is_none());
        assert!(ticket.claim(&result).unwrap().unwrap().value.is_none());
    }

    #[test]
    fn a_job_without_a_ticket_is_not_run() {
        let (job, ticket) = advise();
        drop(ticket);
        assert!(matches!(job.run().outcome, JobOutcome::Stopped));
    }

    #[test]
    fn a_panic_becomes_a_failure_with_its_message() {
        let caught = |panics: fn()| panic_message(&*catch_unwind(panics).unwrap_err());
        assert_eq!(caught(|| panic!("no such pit")), "no such pit");
        assert_eq!(caught(|| panic!("no pit {}", 7)), "no pit 7");
        assert_eq!(caught(|| std::panic::panic_any(7)), "it panicked");
    }

    #[test]
    fn a_decision_that_cannot_be_made_is_a_failure() {
        let mut over = congkak::Position::start(congkak::Size::USUAL, Seat::Human);
        while let Some(pit) = { over.legal_moves().next() } {
            over.advance(pit).unwrap();
        }
        let job = EngineJob::new(Decision::Congkak(over), Level::Novice);
        let mut jobs = JobQueue::default();
        // Keep the ticket: a player is still waiting for the answer.
        let ticket = jobs.start(StopFlag::default(), move |_| job.decide());
        let result = jobs.take().remove(0).run();
        assert_eq!(ticket.claim(&result), Some(Err("there is nothing to choose")));
    }
}
