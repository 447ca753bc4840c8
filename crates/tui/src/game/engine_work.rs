//! Jobs for the engine and their results: decisions, advice, and the value of the position.

use std::time::Duration;

use parlor_engine::StopFlag;
use parlor_host::EngineTurn;
use parlor_rules::Seat;
use parlor_table::{Entry, Event, RoundEnd};
use parlor_view::{Advice, ShownValue, help_is_offered};

use super::GameScreen;
use super::help::HelpPanel;
use super::mode::Mode;
use super::value_bar::About;
use crate::job::{Finding, JobQueue, JobResult, Ticket};
use crate::kit::Scroll;
use crate::theme::Role;

/// The interval at which the thinking indicator moves.
pub(super) const SPINNER: Duration = Duration::from_millis(150);

/// Jobs to run, and the decision that the table is waiting for.
#[derive(Default)]
pub(super) struct Jobs {
    pub(super) queue: JobQueue,
    /// The ticket of the computer's decision, and when the search started.
    deciding: Option<(Ticket<EngineEntry>, Duration)>,
    pub(super) now: Duration,
}

/// The computer's decision for the table at this revision.
type EngineEntry = (u64, Entry);

impl Jobs {
    /// Waits for the decision of the computer player.
    pub(super) fn decide(&mut self, thinking: EngineTurn, now: Duration) {
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

    /// The decision that the table is waiting for, if this is its result. Ends the wait.
    pub(super) fn take_decision(&mut self, result: &JobResult) -> Option<Result<EngineEntry, String>> {
        let decided = self.deciding.as_ref()?.0.claim(result)?.cloned().map_err(str::to_owned);
        self.deciding = None;
        Some(decided)
    }

    /// Stops the search for a decision, because the table has changed.
    pub(super) fn forget_decision(&mut self) {
        self.deciding = None;
    }

    /// The number of frames of the thinking indicator since the search started.
    pub(super) fn spins(&self) -> Option<usize> {
        let (_, since) = self.deciding.as_ref()?;
        Some((self.now.saturating_sub(*since).as_millis() / SPINNER.as_millis()) as usize)
    }
}

impl GameScreen {
    /// Updates the value bar. It keeps its last value until a new one is known, and shows the result at the end.
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
                    self.panels.value.result = Some(ShownValue { human, exact: true });
                }
                Event::RoundBegins { .. } => {
                    self.panels.value.result = None;
                    self.panels.value.clear();
                }
                Event::TakenBack => self.panels.value.result = None,
                _ => {}
            }
        }
        if let Some(value) = self.panels.value.result {
            self.panels.value.show(value, About::Result);
        }
    }

    /// Requests the value of the position, if the value bar is on.
    pub(super) fn ask_for_value(&mut self) {
        if !self.panels.value.is_on {
            return;
        }
        if let Some(value) = self.panels.value.result {
            self.panels.value.show(value, About::Result);
        } else if let Some((_, value)) =
            self.panels.value.known.filter(|(revision, _)| *revision == self.table().revision())
        {
            self.panels.value.show(value, About::Now);
        } else if let Some((seat, job)) = parlor_host::value_job(self.session.host.table()) {
            let stop = job.limits.stop.clone();
            let ticket = self.jobs.queue.start(stop, move |_| job.decide().map(|best| ShownValue::of(seat, &best)));
            self.panels.value.asked = Some(ticket);
        }
    }

    /// Requests advice from the engine, shows more of the advice, or hides it.
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

    /// Shows this value in the value bar, so that the bar doesn't contradict the value in the advice or in the log.
    pub(super) fn know(&mut self, revision: u64, value: ShownValue) {
        self.panels.value.known = Some((revision, value));
        self.panels.value.show(value, About::Now);
    }

    /// Handles a failure of the computer player. Automatic retries might never end, and a person must not decide for
    /// the computer player, so the person is asked what to do.
    pub(super) fn fail(&mut self, why: &str) {
        let words = format!("The computer player has failed: {why}");
        self.log.note(Role::Wrong, &words);
        self.caption.ask(words);
        self.find_available_commands();
        self.mode = Mode::failed();
        self.stage.hurry = false;
        self.turn.just_asked = true;
    }
}

/// The points from the point of view of the seat Human.
fn signed(winner: Seat, points: u32) -> f64 {
    if winner == Seat::Human { points.into() } else { -f64::from(points) }
}

#[cfg(test)]
mod tests {
    use parlor_host::{Host, Seats, Settings};
    use parlor_rules::Game;

    use super::*;
    use crate::job::{Job, JobOutcome};

    /// Two computer players at Congkak; the first one has to call the coin toss.
    fn thinking() -> EngineTurn {
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
