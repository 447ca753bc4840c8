//! Work for the engine, done on another thread while the screen stays alive.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parlor_engine::{EngineJob, Evaluation, NoAnswer, StopFlag};
use parlor_host::{Store, Thinking, panic_message, reviewed_games};
use parlor_review::{Effort, Exercise, Judgement, ReviewAnswer, ReviewQuestion, ReviewedGames, Stopped, Verdict};
use parlor_rules::{Choice, Seat};
use parlor_table::Entry;
use parlor_view::{Advice, Worth};

/// Something to be found out.
#[derive(Clone)]
pub struct Job {
    id: u64,
    work: Work,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("id", &self.id).finish_non_exhaustive()
    }
}

/// What is to be found out.
#[derive(Clone)]
pub(crate) enum Work {
    /// The program's decision.
    Decide(Thinking),
    /// Advice for the person in this seat.
    Advise(Seat, EngineJob),
    /// What the position is worth, by what this seat can choose.
    Weigh(Seat, EngineJob),
    /// Every choice, for the tutor.
    Rank(EngineJob),
    /// A question of a review.
    Review(Box<ReviewQuestion>, StopFlag),
    /// A try to find something better than a mistake.
    Try(Box<Exercise>, Choice, StopFlag),
    /// What would have been better than a mistake.
    Solve(Box<Exercise>, StopFlag),
    /// What can be learned from all games that are kept.
    Collect(Arc<dyn Store>, StopFlag),
}

impl Work {
    fn stop_flag(&self) -> &StopFlag {
        match self {
            Work::Decide(thinking) => &thinking.job.limits.stop,
            Work::Advise(_, job) | Work::Weigh(_, job) | Work::Rank(job) => &job.limits.stop,
            Work::Review(_, stop) | Work::Try(.., stop) | Work::Solve(_, stop) | Work::Collect(_, stop) => stop,
        }
    }

    fn run(&self) -> Result<JobOutcome, String> {
        let said = |error: NoAnswer| error.to_string();
        let stopped = |_: Stopped| NoAnswer::Stopped.to_string();
        match self {
            Work::Decide(thinking) => {
                let revision = thinking.revision;
                thinking.run().map(|entry| JobOutcome::Decided { revision, entry }).map_err(|failed| failed.0)
            }
            Work::Advise(seat, job) => {
                job.help().map(|help| JobOutcome::Advised(Box::new(Advice::of(*seat, &help)))).map_err(said)
            }
            Work::Weigh(seat, job) => {
                job.decide().map(|best| JobOutcome::Weighed(Worth::of(*seat, &best))).map_err(said)
            }
            Work::Rank(job) => job.rank().map(JobOutcome::Ranked).map_err(said),
            Work::Review(question, stop) => {
                question.answer(Effort::Help, stop).map(JobOutcome::Reviewed).map_err(stopped)
            }
            Work::Try(exercise, choice, stop) => {
                exercise.attempt(*choice, Effort::Help, stop).map(JobOutcome::Tried).map_err(stopped)
            }
            Work::Solve(exercise, stop) => {
                exercise.judge(exercise.played, Effort::Help, stop).map(JobOutcome::Solved).map_err(stopped)
            }
            // What can't be listed has nothing to teach; the screen of kept games says why.
            Work::Collect(store, stop) => {
                Ok(JobOutcome::Collected(Arc::new(reviewed_games(&**store, stop).unwrap_or_default())))
            }
        }
    }
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
    /// The program's decision, for the table at this revision.
    Decided {
        revision: u64,
        entry: Entry,
    },
    Advised(Box<Advice>),
    Weighed(Worth),
    Ranked(Vec<Evaluation>),
    Reviewed(ReviewAnswer),
    Tried(Verdict),
    Solved(Judgement),
    Collected(Arc<ReviewedGames>),
    /// The engine panicked or found nothing where there is something to find, and why.
    Failed(String),
    /// The result wasn't wanted any more.
    Stopped,
}

impl Job {
    /// A job, and the claim to its result.
    pub(crate) fn new(work: Work) -> (Job, Ticket) {
        // No two jobs share a number, whichever games they belong to, so the result of a game that was left can't be
        // taken for another's.
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (id, stop) = (LAST.fetch_add(1, Ordering::Relaxed), work.stop_flag().clone());
        (Job { id, work }, Ticket { id, stop })
    }

    /// Does the work, until it is done or its result isn't wanted any more.
    pub fn run(self) -> JobResult {
        let Job { id, work } = self;
        let stop = work.stop_flag().clone();
        if stop.is_set() {
            return JobResult { id, outcome: JobOutcome::Stopped };
        }
        let outcome = match catch_unwind(AssertUnwindSafe(|| work.run())) {
            _ if stop.is_set() => JobOutcome::Stopped,
            Ok(Ok(outcome)) => outcome,
            Ok(Err(why)) => JobOutcome::Failed(why),
            Err(panic) => JobOutcome::Failed(panic_message(&*panic)),
        };
        JobResult { id, outcome }
    }
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
    use parlor_rules::{Decision, Level, congkak};

    use super::*;

    fn advise() -> Work {
        let position = congkak::Position::start(congkak::Size::USUAL, Seat::Human);
        Work::Advise(Seat::Human, EngineJob::new(Decision::Congkak(position), Level::Novice))
    }

    #[test]
    fn a_result_belongs_to_its_ticket_alone() {
        let (job, ticket) = Job::new(advise());
        let (_, other) = Job::new(advise());
        let result = job.run();
        assert!(ticket.is_for(&result) && !other.is_for(&result));
        assert!(matches!(result.outcome, JobOutcome::Advised(help) if help.worth.is_none()));
    }

    #[test]
    fn a_job_whose_ticket_is_gone_is_not_done() {
        let (job, ticket) = Job::new(advise());
        drop(ticket);
        assert_eq!(job.run().outcome, JobOutcome::Stopped);
    }

    #[test]
    fn a_panic_is_a_failure_that_says_what_the_panic_said() {
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
        // The kept ticket stands for a person who waits.
        let (job, _ticket) = Job::new(Work::Weigh(Seat::Human, EngineJob::new(Decision::Congkak(over), Level::Novice)));
        assert_eq!(job.run().outcome, JobOutcome::Failed("there is nothing to choose".to_owned()));
    }
}
