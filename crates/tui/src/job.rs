//! Work for the engine, done on another thread while the screen stays alive.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use parlor_engine::StopFlag;
use parlor_host::{Advice, Thinking, Worth};
use parlor_table::Entry;

/// Something to be found out.
#[derive(Clone, Debug)]
pub struct Job {
    id: u64,
    kind: JobKind,
    thinking: Thinking,
    /// Set when the result isn't wanted any more.
    stop: StopFlag,
}

/// What is to be found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JobKind {
    /// The program's decision.
    Decide,
    /// Advice for a person.
    Advise,
    /// What the position is worth.
    Weigh,
}

/// The claim to a job's result. Dropping it stops the job.
#[derive(Debug)]
pub(crate) struct Ticket {
    id: u64,
    stop: StopFlag,
}

/// What came of a [`Job`].
#[derive(Clone, PartialEq, Debug)]
pub struct JobResult {
    pub(crate) id: u64,
    pub(crate) outcome: JobOutcome,
}

/// What was found out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum JobOutcome {
    Decided(Entry),
    Advised(Advice),
    Weighed(Option<Worth>),
    /// The engine panicked or found nothing where there is something to find, and why.
    Failed(String),
    /// The result wasn't wanted any more.
    Stopped,
}

impl Job {
    /// A job, and the claim to its result.
    pub(crate) fn new(kind: JobKind, thinking: Thinking) -> (Job, Ticket) {
        // No two jobs share a number, whichever games they belong to, so the result of a game that was left can't be
        // taken for another's.
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (id, stop) = (LAST.fetch_add(1, Ordering::Relaxed), StopFlag::default());
        (Job { id, kind, thinking, stop: stop.clone() }, Ticket { id, stop })
    }

    /// Does the work, however long it takes.
    pub fn run(self) -> JobResult {
        let Job { id, kind, thinking, stop } = self;
        if stop.is_set() {
            return JobResult { id, outcome: JobOutcome::Stopped };
        }
        let work = || match kind {
            JobKind::Decide => match thinking.decide() {
                Some(entry) => JobOutcome::Decided(entry),
                None => JobOutcome::Failed("it found no move".to_owned()),
            },
            JobKind::Advise => JobOutcome::Advised(thinking.advise()),
            JobKind::Weigh => JobOutcome::Weighed(thinking.worth()),
        };
        let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| JobOutcome::Failed(words(&*panic)));
        JobResult { id, outcome }
    }
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    said.unwrap_or("it gave no reason").to_owned()
}

impl Ticket {
    /// Whether a result is the one that is waited for.
    pub(crate) fn is_for(&self, result: &JobResult) -> bool {
        self.id == result.id
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.set();
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::{Level, Seat};
    use parlor_table::{Ask, Question};

    use super::*;

    fn thinking(ask: Ask) -> Thinking {
        Thinking { standing: None, question: Question { seat: Seat::Human, ask }, level: Level::Novice, before: None }
    }

    #[test]
    fn a_result_belongs_to_its_ticket_alone() {
        let (job, ticket) = Job::new(JobKind::Decide, thinking(Ask::Coin));
        let (_, other) = Job::new(JobKind::Decide, thinking(Ask::Coin));
        let result = job.run();
        assert!(ticket.is_for(&result) && !other.is_for(&result));
        assert!(matches!(result.outcome, JobOutcome::Decided(_)));
    }

    #[test]
    fn a_job_that_nobody_waits_for_is_not_done() {
        let (job, ticket) = Job::new(JobKind::Decide, thinking(Ask::Coin));
        drop(ticket);
        assert_eq!(job.run().outcome, JobOutcome::Stopped);
    }

    #[test]
    fn a_decision_that_cannot_be_made_is_a_failure() {
        // The ticket is kept, so the result is wanted.
        let (job, _ticket) = Job::new(JobKind::Decide, thinking(Ask::Another));
        assert_eq!(job.run().outcome, JobOutcome::Failed("it found no move".to_owned()));
    }

    #[test]
    fn what_a_panic_said_is_kept() {
        assert_eq!(words(&"fixed"), "fixed");
        assert_eq!(words(&"made up".to_owned()), "made up");
        assert_eq!(words(&7), "it gave no reason");
    }
}
