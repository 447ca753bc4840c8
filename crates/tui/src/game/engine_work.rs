//! What the engine is asked for, and what becomes of its answers: decisions, advice, and what the round is worth.

use std::time::Duration;

use parlor_engine::StopFlag;
use parlor_host::Thinking;
use parlor_rules::Seat;
use parlor_table::{Entry, Event, RoundEnd};
use parlor_view::{Advice, Worth, help_is_offered};

use super::GameScreen;
use super::help::HelpPanel;
use super::mode::Mode;
use super::value_bar::About;
use crate::job::{Finding, JobQueue, JobResult, Ticket};
use crate::kit::Scroll;
use crate::theme::Role;

/// How often the sign moves that shows that the computer is thinking.
pub(super) const SPINNER: Duration = Duration::from_millis(150);

/// Jobs that are to be run, and the decision that the table waits for.
#[derive(Default)]
pub(super) struct Jobs {
    pub(super) queue: JobQueue,
    /// Since when the computer thinks.
    deciding: Option<(Ticket<EngineEntry>, Duration)>,
    pub(super) now: Duration,
}

/// What the computer decided, for the table at a revision.
type EngineEntry = (u64, Entry);

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
    pub(super) fn take_decision(&mut self, result: &JobResult) -> Option<Result<EngineEntry, String>> {
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

impl GameScreen {
    /// The value bar keeps what it last showed until more is known, and ends at the result.
    pub(super) fn follow_value(&mut self, events: &[Event]) {
        self.panels.value.forget();
        for event in events {
            match event {
                Event::RoundOver { end, totals, .. } => {
                    let human = match end {
                        RoundEnd::Canoga(outcome) => signed(outcome.winner, outcome.points),
                        RoundEnd::Kono(outcome) => outcome.winner.map_or(0.0, |winner| signed(winner, outcome.points)),
                        RoundEnd::Congkak { .. } => f64::from(totals.human) - f64::from(totals.computer),
                    };
                    self.panels.value.result = Some(Worth { human, exact: true });
                }
                Event::RoundBegins { .. } => {
                    self.panels.value.result = None;
                    self.panels.value.clear();
                }
                Event::TakenBack => self.panels.value.result = None,
                _ => {}
            }
        }
        if let Some(worth) = self.panels.value.result {
            self.panels.value.show(worth, About::Result);
        }
    }

    /// Asks for the value of the position, if it is to be shown.
    pub(super) fn weigh(&mut self) {
        if !self.panels.value.is_on {
            return;
        }
        if let Some(worth) = self.panels.value.result {
            self.panels.value.show(worth, About::Result);
        } else if let Some((_, worth)) =
            self.panels.value.known.filter(|(revision, _)| *revision == self.table().revision())
        {
            self.panels.value.show(worth, About::Now);
        } else if let Some((seat, job)) = parlor_host::value_job(self.session.host.table()) {
            let stop = job.limits.stop.clone();
            let ticket = self.jobs.queue.start(stop, move |_| job.decide().map(|best| Worth::of(seat, &best)));
            self.panels.value.asked = Some(ticket);
        }
    }

    /// Asks the engine for advice, or shows more of it, or no more.
    pub(super) fn ask_for_help(&mut self) {
        self.panels.scroll = Scroll::default();
        if !self.panels.help.next() {
            return;
        }
        if !self.mode.question().is_some_and(|question| help_is_offered(&question.ask)) {
            self.caption.note("Help is for your own turns. It isn't available now.");
            return;
        }
        let seat = self.table().decision().map(|(seat, _)| seat);
        self.panels.help = match (self.session.host.help_job(self.looks.advice), seat) {
            (Some(job), Some(seat)) => {
                let stop = job.limits.stop.clone();
                let advise = move |_: &StopFlag| job.help().map(|help| Advice::of(seat, &help));
                HelpPanel { advice: Finding::Asked(self.jobs.queue.start(stop, advise)), is_ranking: false }
            }
            _ if self.table().standing().is_none() => HelpPanel::just(Advice::no_board()),
            _ => HelpPanel::just(Advice::nothing()),
        };
    }

    /// The value bar shows this from now on, so that it never contradicts what was just said.
    pub(super) fn know(&mut self, revision: u64, worth: Worth) {
        self.panels.value.known = Some((revision, worth));
        self.panels.value.show(worth, About::Now);
    }

    /// The computer player couldn't decide. Asking it again at once might never end, and a person must not decide for
    /// it, so the person chooses what to do.
    pub(super) fn fail(&mut self, why: &str) {
        let words = format!("The computer player has failed: {why}");
        self.log.note(Role::Wrong, &words);
        self.caption.ask(words);
        self.find_what_can_be_done();
        self.mode = Mode::failed();
        self.stage.hurry = false;
        self.turn.just_asked = true;
    }
}

/// Points as they count for Human.
fn signed(winner: Seat, points: u32) -> f64 {
    if winner == Seat::Human { points.into() } else { -f64::from(points) }
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
