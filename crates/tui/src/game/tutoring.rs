//! The tutor: a warning before a costly choice is played. It searches while the player thinks, and it never undoes
//! anything.

use std::time::Duration;

use parlor_engine::{EngineJob, Evaluation};
use parlor_review::{DecisionRecord, Tutor};
use parlor_rules::{Choice, Pair, Seat};
use parlor_table::{Answer, Ask, Entry};
use parlor_view::{Button, ButtonKeys, UNCHECKED, tutor_question, tutor_reasons, wrap};

use super::GameScreen;
use super::mode::MenuChoice;
use super::overlay::Overlay;
use crate::job::{Finding, JobResult};
use crate::menu_box::MenuBox;
use crate::theme::Role;

/// The maximum time that a choice waits for the tutor.
const PATIENCE: Duration = Duration::from_secs(1);

/// The width, in columns, of the text with the reasons.
const COLUMNS: usize = 64;

#[derive(Default)]
pub(super) struct Tutoring {
    how: Tutor,
    /// The player who turned on the tutor during the game, if any.
    asked_by: Option<Seat>,
    watch: Option<Watch>,
    pub(super) held: Option<Held>,
}

/// The tutor's search for a question.
struct Watch {
    revision: u64,
    /// Every choice, the best first.
    ranked: Finding<Vec<Evaluation>>,
}

/// A choice that waits for the tutor.
pub(super) struct Held {
    choice: Choice,
    /// The time at which the wait ends; `None` until the clock is next read.
    until: Option<Duration>,
}

impl Tutoring {
    /// Sets the strictness. `asked_by` is the player whose turn it is.
    pub(super) fn set(&mut self, how: Tutor, asked_by: Option<Seat>) {
        if how != self.how {
            *self = Tutoring { how, asked_by, ..Tutoring::default() };
        }
    }

    pub(super) fn forget(&mut self) {
        self.watch = None;
        self.held = None;
    }

    /// The time at which the wait of a choice ends, if one is waiting.
    pub(super) fn until(&self, now: Duration) -> Option<Duration> {
        self.held.as_ref().map(|held| held.until.unwrap_or(now))
    }
}

impl GameScreen {
    /// Starts the tutor's search for an open question. Plays a choice that has waited long enough.
    pub(super) fn advance_tutor(&mut self, now: Duration) {
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

    /// Returns `true` if the tutor warns about a choice, or is still checking it.
    pub(super) fn tutor_stops(&mut self, choice: Choice) -> bool {
        let revision = self.table().revision();
        let Some(watch) = self.tutoring.watch.as_ref().filter(|watch| watch.revision == revision) else { return false };
        if watch.ranked.is_asked() {
            self.tutoring.held = Some(Held { choice, until: None });
            self.caption.note("The tutor is checking your choice. Esc: think again.");
            return true;
        }
        self.tutor_warns(choice)
    }

    /// Opens the tutor's box if the choice is costly.
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
        let reasons = TutorReasons { why, question: tutor_question(&warning, game, true) };
        self.overlay = Some(Overlay::Tutor(warning_box(choice, &tutor_question(&warning, game, false), reasons)));
        true
    }

    /// Handles the ranking for the tutor; returns `false` if the result belongs to another job.
    pub(super) fn take_ranking(&mut self, result: &JobResult) -> bool {
        let watch = self.tutoring.watch.as_mut();
        let Some(taken) = watch.and_then(|watch| watch.ranked.take(result)) else { return false };
        if let Err(why) = taken {
            self.log.note(Role::Quiet, &format!("The tutor can't check this turn: {why}"));
        }
        if let Some(held) = self.tutoring.held.take() {
            self.caption.notice = None;
            if !self.tutor_warns(held.choice) {
                self.play_choice(held.choice);
            }
        }
        true
    }

    /// Plays a choice without asking the tutor.
    pub(super) fn play_choice(&mut self, choice: Choice) {
        self.tutoring.held = None;
        if let Some(seat) = self.mode.question().map(|question| question.seat) {
            self.try_entry(&Entry::decision(seat, Answer::Choice(choice)));
        }
    }

    /// Shows the reasons of the tutor in the box, once.
    pub(super) fn explain_warning(&mut self, reasons: &TutorReasons) {
        let Some(Overlay::Tutor(menu)) = &mut self.overlay else { return };
        let mut choices = menu.buttons.all().to_vec();
        choices.retain(|button| !matches!(button.action, MenuChoice::SeeWhy(_)));
        *menu = tutor_box(choices, &reasons.question);
        let why = reasons.why.iter().flat_map(|why| wrap(why, COLUMNS));
        menu.above.extend(why.map(|line| (Role::Text, line)));
    }
}

/// The reasons for a warning, and the question that is asked beside them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TutorReasons {
    question: String,
    why: Vec<String>,
}

/// The tutor's warning. The cursor is on "Think again", so that pressing Enter too fast plays nothing.
fn warning_box(choice: Choice, question: &str, reasons: TutorReasons) -> MenuBox<MenuChoice> {
    let choices = vec![
        Button::new("Play it", MenuChoice::PlayAnyway(choice)),
        Button::new("Think again", MenuChoice::Stay),
        Button::new("See why", MenuChoice::SeeWhy(reasons)),
    ];
    tutor_box(choices, question)
}

fn tutor_box(choices: Vec<Button<MenuChoice>>, question: &str) -> MenuBox<MenuChoice> {
    MenuBox::new("Tutor", choices, ButtonKeys::NumberOrLetter).starting_at(1).asking(question)
}
