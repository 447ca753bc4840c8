//! The box with which the tutor speaks up.

use parlor_rules::Choice;
use parlor_view::{Button, ButtonKeys, wrap};

use crate::menu_box::MenuBox;
use crate::theme::Role;

/// What the tutor says about a choice.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TutorBox {
    pub(super) choice: Choice,
    why: Vec<String>,
    pub(super) menu: MenuBox<TutorAnswer>,
}

/// What a person answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TutorAnswer {
    Play,
    ThinkAgain,
    SeeWhy,
}

/// The columns of the reasons.
const COLUMNS: usize = 64;

impl TutorBox {
    /// The cursor is on thinking again, so that Enter pressed in haste plays nothing.
    pub(super) fn new(choice: Choice, question: &str, why: Vec<String>) -> TutorBox {
        let choices = vec![
            Button::new("Play it", TutorAnswer::Play),
            Button::new("Think again", TutorAnswer::ThinkAgain),
            Button::new("See why", TutorAnswer::SeeWhy),
        ];
        let menu = MenuBox::new("Tutor", choices, ButtonKeys::NumberOrLetter).starting_at(1).asking(question);
        TutorBox { choice, why, menu }
    }

    /// Shows the reasons, once.
    pub(super) fn explain(&mut self) {
        let reasons = self.why.iter().flat_map(|why| wrap(why, COLUMNS));
        self.menu.above.extend(reasons.map(|line| (Role::Text, line)));
        let mut choices = self.menu.choices().to_vec();
        choices.retain(|button| button.action != TutorAnswer::SeeWhy);
        self.menu.set_choices(choices);
        self.menu = self.menu.clone().starting_at(1);
    }
}
