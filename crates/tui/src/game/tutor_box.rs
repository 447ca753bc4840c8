//! The box with which the tutor speaks up.

use parlor_rules::Choice;
use parlor_view::{Button, ButtonKeys, Buttons, Reaction, wrap};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::keys::press_button;
use crate::kit::box_area;
use crate::theme::{Role, Theme};

/// What the tutor says about a choice.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TutorBox {
    pub(super) choice: Choice,
    question: String,
    why: Vec<String>,
    is_explained: bool,
    buttons: Buttons<TutorAnswer>,
}

/// What a person answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TutorAnswer {
    Play,
    ThinkAgain,
    SeeWhy,
}

pub(super) const TITLE: &str = "Tutor";

/// The columns of the text.
const COLUMNS: usize = 64;

impl TutorBox {
    /// The cursor is on thinking again, so that Enter pressed in haste plays nothing.
    pub(super) fn new(choice: Choice, question: String, why: Vec<String>) -> TutorBox {
        let buttons = vec![
            Button::new("Play it", TutorAnswer::Play),
            Button::new("Think again", TutorAnswer::ThinkAgain),
            Button::new("See why", TutorAnswer::SeeWhy),
        ];
        let buttons = Buttons::new(buttons, ButtonKeys::NumberOrLetter).starting_at(1);
        TutorBox { choice, question, why, is_explained: false, buttons }
    }

    /// What a key answers; `None` if the box stays.
    pub(super) fn key(&mut self, code: KeyCode) -> Option<TutorAnswer> {
        if code == KeyCode::Esc {
            return Some(TutorAnswer::ThinkAgain);
        }
        match press_button(&mut self.buttons, code) {
            Reaction::Chosen(answer) => self.take(answer),
            Reaction::Moved | Reaction::Ignored => None,
        }
    }

    fn take(&mut self, answer: TutorAnswer) -> Option<TutorAnswer> {
        if answer == TutorAnswer::SeeWhy {
            self.is_explained = true;
            let kept = self.buttons.all().iter().filter(|button| button.action != TutorAnswer::SeeWhy);
            self.buttons = Buttons::new(kept.cloned().collect(), ButtonKeys::NumberOrLetter).starting_at(1);
            return None;
        }
        Some(answer)
    }

    /// What a click answers.
    pub(super) fn click(&mut self, at: Position, theme: Theme, area: Rect) -> Option<TutorAnswer> {
        let lines = self.lines(theme);
        let rows = box_area(TITLE, &lines, area);
        if !rows.contains(at) {
            return None;
        }
        let first = lines.len() - self.buttons.all().len();
        let button = usize::from(at.y - rows.y).checked_sub(first)?;
        let answer = self.buttons.all().get(button).map(|button| button.action)?;
        self.take(answer)
    }

    pub(super) fn lines(&self, theme: Theme) -> Vec<(Role, String)> {
        let text = |role, words: &String| {
            wrap(&theme.text(words), COLUMNS).into_iter().map(move |line| (role, line)).collect::<Vec<_>>()
        };
        let mut lines = text(Role::Prompt, &self.question);
        if self.is_explained {
            lines.extend(self.why.iter().flat_map(|why| text(Role::Text, why)));
        }
        for (at, button) in self.buttons.all().iter().enumerate() {
            let here = at == self.buttons.at();
            let (mark, role) = if here { (theme.pick("\u{25b6}", ">"), Role::Cursor) } else { (" ", Role::Text) };
            lines.push((role, format!("{mark} {} {}", at + 1, button.label)));
        }
        lines
    }
}
