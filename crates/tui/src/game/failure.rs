//! A computer player that has failed. What to do next is up to the person.

use parlor_view::{Button, ButtonKeys, Buttons};

use crate::text_input::TextInput;

/// A computer player that has failed, and what can be done about it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FailedOpponent {
    why: String,
    pub(super) buttons: Buttons<Remedy>,
    /// The file for a copy of the game, while its name is typed.
    file_name: Option<TextInput>,
}

/// What can be done about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remedy {
    /// Ask the computer once more.
    TryAgain,
    /// Save the game as it stands to a file.
    SaveCopy,
    /// Leave the program.
    Leave,
}

impl FailedOpponent {
    pub(super) fn new(why: impl Into<String>) -> FailedOpponent {
        let buttons = vec![
            Button::new("Try again", Remedy::TryAgain),
            Button::new("Save a copy", Remedy::SaveCopy),
            Button::new("Leave", Remedy::Leave),
        ];
        FailedOpponent { why: why.into(), buttons: Buttons::new(buttons, ButtonKeys::Number), file_name: None }
    }

    /// What is said about it.
    pub(super) fn words(&self) -> String {
        format!("The computer player has failed: {}", self.why)
    }

    /// Asks for the name of a file, with a first proposal.
    pub(super) fn ask_file_name(&mut self, proposal: &str) {
        self.file_name = Some(TextInput::proposing(proposal));
    }

    /// The name as far as it is typed, while one is asked for.
    pub(super) fn file_name(&self) -> Option<&TextInput> {
        self.file_name.as_ref()
    }

    pub(super) fn file_name_mut(&mut self) -> Option<&mut TextInput> {
        self.file_name.as_mut()
    }

    /// No file is named any more.
    pub(super) fn close_file_name(&mut self) {
        self.file_name = None;
    }
}
