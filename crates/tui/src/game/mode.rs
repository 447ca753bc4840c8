//! What the table waits for.

use parlor_rules::{DiceCount, Seat};
use parlor_table::{Ask, Question};
use parlor_view::{Button, ButtonKeys, Buttons, Chooser};

use super::After;
use super::failure::FailedOpponent;
use crate::text_input::TextInput;

/// What the table waits for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Mode {
    /// No one: something moves, dice fall, or the computer thinks.
    Running,
    /// A person, who chooses with keys or the mouse.
    Choosing(Asking),
    /// A person, who types the answer.
    Typing(Asking, TextInput),
    /// A person who decides what to do about a computer player that has failed.
    Failed(FailedOpponent),
    /// A person who decides what to do at the end.
    Ended(Ending, Buttons<AtEnd>),
    /// A person whom the other has offered to call the round (rule kon-offer).
    Replying(Seat, Buttons<bool>),
}

/// What can be done at an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AtEnd {
    /// This, which isn't the table's business.
    Go(After),
    /// Take back the last decision, which opens the tournament again.
    Undo,
    /// Go through the tournament step by step.
    Replay,
}

/// What has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// The tournament.
    Finished,
    /// This sitting, if the person wants it to: the game was saved, and can be played on all the same.
    Saved,
}

/// What a person is asked, and what they can choose from. Without a chooser the answer has to be typed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Asking {
    pub(super) asked: Asked,
    pub(super) chooser: Option<Chooser>,
}

/// What a person is asked.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Asked {
    /// A question of the table's.
    Question(Question),
    /// What real dice show.
    Throw(Seat, DiceCount),
    /// What a real coin shows.
    Coin,
    /// What real dice showed that were mistyped.
    Correction(Seat, DiceCount),
}

impl Mode {
    /// Something has ended. What can be taken back may be.
    pub(super) fn ended(ending: Ending, can_undo: bool) -> Mode {
        let go = |label: &str, after| Button::new(label, AtEnd::Go(after));
        let mut buttons = match ending {
            Ending::Saved => vec![go("Go on playing", After::PlayOn)],
            Ending::Finished => vec![go("Play again", After::Again)],
        };
        if ending == Ending::Finished {
            if can_undo {
                buttons.push(Button::new("Undo", AtEnd::Undo));
            }
            buttons.push(Button::new("Replay", AtEnd::Replay));
        }
        buttons.extend([go("Start screen", After::Start), go("Leave", After::Leave)]);
        Mode::Ended(ending, Buttons::new(buttons, ButtonKeys::Number))
    }

    /// An analysis has come to the end of the tournament.
    pub(super) fn analysed(can_undo: bool) -> Mode {
        let mut buttons = vec![Button::new("Back", AtEnd::Go(After::Back))];
        if can_undo {
            buttons.push(Button::new("Undo", AtEnd::Undo));
        }
        Mode::Ended(Ending::Finished, Buttons::new(buttons, ButtonKeys::Number))
    }

    /// A person is asked whether the round is to be called.
    pub(super) fn replying(seat: Seat) -> Mode {
        let buttons = vec![Button::new("Yes, call it", true), Button::new("No, play on", false)];
        Mode::Replying(seat, Buttons::new(buttons, ButtonKeys::NumberOrLetter).starting_at(1))
    }

    /// What a person is asked, whether they choose or type.
    pub(super) fn asking(&self) -> Option<&Asking> {
        if let Mode::Choosing(asking) | Mode::Typing(asking, _) = self { Some(asking) } else { None }
    }

    /// What a person chooses from.
    pub(super) fn chooser(&self) -> Option<&Chooser> {
        self.asking()?.chooser.as_ref()
    }

    /// The same, to be moved.
    pub(super) fn chooser_mut(&mut self) -> Option<&mut Chooser> {
        if let Mode::Choosing(asking) | Mode::Typing(asking, _) = self { asking.chooser.as_mut() } else { None }
    }

    /// The question of the table's that is open.
    pub(super) fn question(&self) -> Option<&Question> {
        if let Asked::Question(question) = &self.asking()?.asked { Some(question) } else { None }
    }

    /// The line that is being typed.
    pub(super) fn input(&self) -> Option<&TextInput> {
        match self {
            Mode::Typing(_, input) => Some(input),
            Mode::Failed(failure) => failure.file_name(),
            _ => None,
        }
    }

    /// The same, to be edited.
    pub(super) fn input_mut(&mut self) -> Option<&mut TextInput> {
        match self {
            Mode::Typing(_, input) => Some(input),
            Mode::Failed(failure) => failure.file_name_mut(),
            _ => None,
        }
    }

    /// Whether a file is to be named.
    pub(super) fn asks_for_file(&self) -> bool {
        match self {
            Mode::Failed(failure) => failure.file_name().is_some(),
            _ => self.question().is_some_and(|question| question.ask == Ask::FileName),
        }
    }

    /// Opens a line for the answer to be typed.
    pub(super) fn start_typing(&mut self, text: &str) {
        if let Some(asking) = self.asking().cloned() {
            *self = Mode::Typing(asking, TextInput::new(text));
        }
    }

    /// Closes the line, and lets the person choose again.
    pub(super) fn stop_typing(&mut self) {
        if let Mode::Typing(asking, _) = self {
            *self = Mode::Choosing(asking.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_goes_back_to_the_same_choice() {
        let asking = Asking { asked: Asked::Coin, chooser: Some(Chooser::coin_by_hand()) };
        let mut mode = Mode::Choosing(asking);
        let before = mode.clone();
        mode.start_typing("hea");
        assert_eq!(mode.input().map(TextInput::text), Some("hea"));
        mode.stop_typing();
        assert_eq!(mode, before);
    }

    #[test]
    fn nothing_can_be_typed_while_no_one_is_asked() {
        let mut mode = Mode::Running;
        mode.start_typing("x");
        assert_eq!(mode, Mode::Running);
    }

    #[test]
    fn a_saved_game_can_be_played_on_and_a_finished_one_again() {
        let first = |ending| match Mode::ended(ending, true) {
            Mode::Ended(_, buttons) => *buttons.current(),
            mode => panic!("{mode:?}"),
        };
        assert_eq!([first(Ending::Saved), first(Ending::Finished)], [After::PlayOn, After::Again].map(AtEnd::Go));
    }

    #[test]
    fn the_end_offers_undo() {
        let labels = |can_undo| match Mode::ended(Ending::Finished, can_undo) {
            Mode::Ended(_, buttons) => buttons.all().iter().map(|button| button.label.clone()).collect::<Vec<_>>(),
            mode => panic!("{mode:?}"),
        };
        assert_eq!(labels(true), ["Play again", "Undo", "Replay", "Start screen", "Leave"]);
        assert_eq!(labels(false), ["Play again", "Replay", "Start screen", "Leave"]);
    }
}
