//! What the engine was asked about this table.

use std::time::Duration;

use parlor_host::Thinking;

use crate::job::{Job, JobResult, Ticket, Work};

/// How often the sign moves that shows that the computer is thinking.
pub(super) const SPINNER: Duration = Duration::from_millis(150);

/// Jobs that are to be run, and the decision that the table waits for.
#[derive(Default)]
pub(super) struct Jobs {
    to_run: Vec<Job>,
    deciding: Option<Deciding>,
    now: Duration,
}

#[derive(Debug)]
struct Deciding {
    ticket: Ticket,
    since: Duration,
}

impl Jobs {
    /// Starts a job. The ticket claims its result.
    pub(super) fn start(&mut self, work: Work) -> Ticket {
        let (job, ticket) = Job::new(work);
        self.to_run.push(job);
        ticket
    }

    /// Starts to wait for the computer's decision.
    pub(super) fn decide(&mut self, thinking: Thinking, now: Duration) {
        let ticket = self.start(Work::Decide(thinking));
        self.deciding = Some(Deciding { ticket, since: now });
    }

    /// The jobs that are to be run.
    pub(super) fn take(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.to_run)
    }

    pub(super) fn is_deciding(&self) -> bool {
        self.deciding.is_some()
    }

    /// Whether a result is the decision that the table waits for; if so, the wait is over.
    pub(super) fn take_decision(&mut self, result: &JobResult) -> bool {
        let decided = self.deciding.as_ref().is_some_and(|deciding| deciding.ticket.is_for(result));
        if decided {
            self.deciding = None;
        }
        decided
    }

    /// Stops the search for a decision, because the table has changed.
    pub(super) fn forget_decision(&mut self) {
        self.deciding = None;
    }

    /// Time passes.
    pub(super) fn advance(&mut self, now: Duration) {
        self.now = now;
    }

    /// How often the sign has moved since the computer began to think.
    pub(super) fn spins(&self) -> Option<usize> {
        let since = self.deciding.as_ref()?.since;
        Some((self.now.saturating_sub(since).as_millis() / SPINNER.as_millis()) as usize)
    }
}

#[cfg(test)]
mod tests {
    use parlor_host::{Host, Seats, Settings};
    use parlor_rules::Game;

    use super::*;
    use crate::job::JobOutcome;

    /// Two programs at Congkak: the first has to call the coin.
    fn thinking() -> Thinking {
        let settings = Settings { seats: Seats::ComputerComputer, ..Settings::new(Game::Congkak) };
        let (host, _) = Host::begin(settings.setup().unwrap(), None).unwrap();
        host.thinking().expect("a program calls the coin")
    }

    #[test]
    fn a_decision_ends_the_wait_for_it() {
        let mut jobs = Jobs::default();
        jobs.decide(thinking(), Duration::ZERO);
        jobs.advance(Duration::from_millis(460));
        assert_eq!(jobs.spins(), Some(3));
        let [job] = <[Job; 1]>::try_from(jobs.take()).unwrap();
        let result = job.run();
        assert!(jobs.take_decision(&result) && !jobs.is_deciding());
        assert!(!jobs.take_decision(&result), "it counts once");
    }

    #[test]
    fn a_decision_that_is_forgotten_is_not_searched_for() {
        let mut jobs = Jobs::default();
        jobs.decide(thinking(), Duration::ZERO);
        jobs.forget_decision();
        let [job] = <[Job; 1]>::try_from(jobs.take()).unwrap();
        assert_eq!(job.run().outcome, JobOutcome::Stopped);
    }
}
