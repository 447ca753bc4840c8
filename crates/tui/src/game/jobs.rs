//! What the engine was asked about this table.

use std::time::Duration;

use parlor_engine::StopFlag;
use parlor_host::Thinking;
use parlor_table::Entry;

use crate::job::{JobQueue, JobResult, Ticket};

/// How often the sign moves that shows that the computer is thinking.
pub(super) const SPINNER: Duration = Duration::from_millis(150);

/// Jobs that are to be run, and the decision that the table waits for.
#[derive(Default)]
pub(super) struct Jobs {
    pub(super) queue: JobQueue,
    /// Since when the computer thinks.
    deciding: Option<(Ticket<Decided>, Duration)>,
    pub(super) now: Duration,
}

/// What the computer decided, for the table at a revision.
pub(super) type Decided = (u64, Entry);

impl Jobs {
    /// Starts to wait for the computer's decision.
    pub(super) fn decide(&mut self, thinking: Thinking, now: Duration) {
        let stop = thinking.job.limits.stop.clone();
        let decide = move |_: &StopFlag| match thinking.run() {
            Ok(entry) => Ok((thinking.revision, entry)),
            Err(failed) => Err(failed.0),
        };
        self.deciding = Some((self.queue.start(stop, decide), now));
    }

    pub(super) fn is_deciding(&self) -> bool {
        self.deciding.is_some()
    }

    /// The decision that the table waits for, if this is it; then the wait is over.
    pub(super) fn take_decision(&mut self, result: &JobResult) -> Option<Result<Decided, String>> {
        let decided = self.deciding.as_ref()?.0.claim(result)?.cloned().map_err(str::to_owned);
        self.deciding = None;
        Some(decided)
    }

    /// Stops the search for a decision, because the table has changed.
    pub(super) fn forget_decision(&mut self) {
        self.deciding = None;
    }

    /// How often the sign has moved since the computer began to think.
    pub(super) fn spins(&self) -> Option<usize> {
        let (_, since) = self.deciding.as_ref()?;
        Some((self.now.saturating_sub(*since).as_millis() / SPINNER.as_millis()) as usize)
    }
}

#[cfg(test)]
mod tests {
    use parlor_host::{Host, Seats, Settings};
    use parlor_rules::Game;

    use super::*;
    use crate::job::{Job, JobOutcome};

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
        jobs.now = Duration::from_millis(460);
        assert_eq!(jobs.spins(), Some(3));
        let [job] = <[Job; 1]>::try_from(jobs.queue.take()).unwrap();
        let result = job.run();
        assert!(jobs.take_decision(&result).is_some() && !jobs.is_deciding());
        assert!(jobs.take_decision(&result).is_none(), "it counts once");
    }

    #[test]
    fn a_decision_that_is_forgotten_is_not_searched_for() {
        let mut jobs = Jobs::default();
        jobs.decide(thinking(), Duration::ZERO);
        jobs.forget_decision();
        let [job] = <[Job; 1]>::try_from(jobs.queue.take()).unwrap();
        assert!(matches!(job.run().outcome, JobOutcome::Stopped));
    }
}
