//! A computer player that has failed. What to do next is up to the person.

use parlor_view::{Button, ButtonKeys, Buttons};

use super::mode::MenuChoice;
use crate::text_input::TextInput;

/// A computer player that has failed, and what can be done about it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FailedOpponent {
    why: String,
    pub(super) buttons: Buttons<MenuChoice>,
    /// The file for a copy of the game, while its name is typed.
    pub(super) file_name: Option<TextInput>,
}

impl FailedOpponent {
    pub(super) fn new(why: impl Into<String>) -> FailedOpponent {
        let buttons = vec![
            Button::new("Try again", MenuChoice::TryAgain),
            Button::new("Save a copy", MenuChoice::SaveCopy),
            Button::new("Leave", MenuChoice::Leave),
        ];
        FailedOpponent { why: why.into(), buttons: Buttons::new(buttons, ButtonKeys::Number), file_name: None }
    }

    /// What is said about it.
    pub(super) fn words(&self) -> String {
        format!("The computer player has failed: {}", self.why)
    }
}
