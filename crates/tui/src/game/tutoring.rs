//! The tutor: a word before a costly choice is played. It thinks while the person does, and never takes anything back.

use std::time::Duration;

use parlor_engine::{EngineJob, Evaluation};
use parlor_review::{DecisionRecord, Tutor};
use parlor_rules::{Choice, Pair, Seat};
use parlor_table::{Answer, Ask, Entry};
use parlor_view::{Button, ButtonKeys, Buttons, UNCHECKED, tutor_question, tutor_reasons, wrap};

use super::GameScreen;
use super::mode::MenuChoice;
use super::overlay::Overlay;
use crate::job::{Finding, JobResult};
use crate::menu_box::MenuBox;
use crate::theme::Role;

/// How long a choice waits for the tutor.
const PATIENCE: Duration = Duration::from_secs(1);

/// The columns of the reasons.
const COLUMNS: usize = 64;

/// What the tutor knows about the open question.
#[derive(Default)]
pub(super) struct Tutoring {
    how: Tutor,
    /// Who turned it on, if that was in the middle of a game.
    asked_by: Option<Seat>,
    watch: Option<Watch>,
    /// What waits for the tutor.
    pub(super) held: Option<Held>,
}

/// A question that the tutor thinks about.
struct Watch {
    revision: u64,
    /// Every choice, the best first.
    ranked: Finding<Vec<Evaluation>>,
}

/// A choice that waits for the tutor.
pub(super) struct Held {
    choice: Choice,
    /// Until then; `None` before the clock was next looked at.
    until: Option<Duration>,
}

impl Tutoring {
    /// `asked_by` is the player whose turn it is.
    pub(super) fn set(&mut self, how: Tutor, asked_by: Option<Seat>) {
        if how != self.how {
            *self = Tutoring { how, asked_by, ..Tutoring::default() };
        }
    }

    /// The table has changed.
    pub(super) fn forget(&mut self) {
        self.watch = None;
        self.held = None;
    }

    /// Until when a choice waits, at most.
    pub(super) fn until(&self, now: Duration) -> Option<Duration> {
        self.held.as_ref().map(|held| held.until.unwrap_or(now))
    }
}

impl GameScreen {
    /// Lets the tutor think about a question that is open, and plays a choice that has waited long enough.
    pub(super) fn watch_over(&mut self, now: Duration) {
        self.start_watching();
        let Some(held) = &mut self.tutoring.held else { return };
        if now >= *held.until.get_or_insert(now + PATIENCE) {
            let choice = held.choice;
            self.play_choice(choice);
            self.caption.note(UNCHECKED);
            self.log.note(Role::Quiet, UNCHECKED);
        }
    }

    fn start_watching(&mut self) {
        let revision = self.table().revision();
        let watched = self.tutoring.watch.as_ref().is_some_and(|watch| watch.revision == revision);
        if watched || self.mode.question().is_none() {
            return;
        }
        let here = Pair { human: true, computer: true };
        if let Some(decision) = self.tutoring.how.watches(self.table(), here, self.tutoring.asked_by) {
            let job = EngineJob::full_strength(decision);
            let ticket = self.jobs.queue.start(job.limits.stop.clone(), move |_| job.rank());
            self.tutoring.watch = Some(Watch { revision, ranked: Finding::Asked(ticket) });
        }
    }

    /// Whether the tutor has something to say about a choice, or might have in a moment.
    pub(super) fn tutor_stops(&mut self, choice: Choice) -> bool {
        let revision = self.table().revision();
        let Some(watch) = self.tutoring.watch.as_ref().filter(|watch| watch.revision == revision) else { return false };
        if watch.ranked.is_asked() {
            self.tutoring.held = Some(Held { choice, until: None });
            self.caption.note("The tutor looks at your choice. Esc: think again.");
            return true;
        }
        self.tutor_warns(choice)
    }

    /// Opens the tutor's box if a choice is costly.
    fn tutor_warns(&mut self, choice: Choice) -> bool {
        let Some(Watch { ranked: Finding::Found(ranked), .. }) = &self.tutoring.watch else { return false };
        let (game, size) = (self.game(), self.table().size().unwrap_or_else(|| self.game().usual_size()));
        let Some(warning) = self.tutoring.how.warning(game, size, ranked, choice) else { return false };
        let (Some(Ask::Decide(decision)), Some(standing), Some(best)) =
            (self.mode.question().map(|question| &question.ask), self.table().standing(), ranked.first())
        else {
            return false;
        };
        let why = tutor_reasons(&DecisionRecord::one(standing, decision.clone(), choice), best);
        self.overlay = Some(Overlay::Tutor(warning_box(choice, &tutor_question(&warning, game), why)));
        true
    }

    /// Takes the ranking that the tutor waits for; `false` if this is another result.
    pub(super) fn take_ranking(&mut self, result: &JobResult) -> bool {
        let watch = self.tutoring.watch.as_mut();
        let Some(taken) = watch.and_then(|watch| watch.ranked.take(result)) else { return false };
        if let Err(why) = taken {
            self.log.note(Role::Quiet, &format!("The tutor can't look at this turn: {why}"));
        }
        if let Some(held) = self.tutoring.held.take() {
            self.caption.notice = None;
            if !self.tutor_warns(held.choice) {
                self.play_choice(held.choice);
            }
        }
        true
    }

    /// Plays a choice, whatever the tutor says.
    pub(super) fn play_choice(&mut self, choice: Choice) {
        self.tutoring.held = None;
        if let Some(seat) = self.mode.question().map(|question| question.seat) {
            self.try_entry(&Entry::decision(seat, Answer::Choice(choice)));
        }
    }

    /// Shows the tutor's reasons, once.
    pub(super) fn explain_warning(&mut self, why: &[String]) {
        let Some(Overlay::Tutor(menu)) = &mut self.overlay else { return };
        let reasons = why.iter().flat_map(|why| wrap(why, COLUMNS));
        menu.above.extend(reasons.map(|line| (Role::Text, line)));
        let mut choices = menu.buttons.all().to_vec();
        choices.retain(|button| !matches!(button.action, MenuChoice::SeeWhy(_)));
        menu.buttons = Buttons::new(choices, menu.buttons.keys()).starting_at(1);
    }
}

/// What the tutor says about a choice. The cursor is on thinking again, so that Enter pressed in haste plays nothing.
fn warning_box(choice: Choice, question: &str, why: Vec<String>) -> MenuBox<MenuChoice> {
    let choices = vec![
        Button::new("Play it", MenuChoice::PlayAnyway(choice)),
        Button::new("Think again", MenuChoice::Stay),
        Button::new("See why", MenuChoice::SeeWhy(why)),
    ];
    MenuBox::new("Tutor", choices, ButtonKeys::NumberOrLetter).starting_at(1).asking(question)
}
