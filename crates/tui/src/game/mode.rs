//! The mode of the game screen, which depends on what the table is waiting for.

use parlor_rules::{Choice, Seat};
use parlor_table::{Ask, Next, Question};
use parlor_view::{Button, ButtonKeys, Buttons, Chooser};

use super::analysis::ScreenPurpose;
use super::options::Item;
use super::tutoring::TutorReasons;
use crate::text_input::TextInput;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Mode {
    /// No answer: something is moving, dice are rolling, or the computer player is thinking.
    Running,
    /// A choice by a person, with keys or the mouse.
    Choosing(Asking),
    /// An answer typed by a person.
    Typing(Asking, TextInput),
    /// A person's decision after the computer player has failed.
    Failed(Buttons<MenuChoice>),
    /// The name of a file for a copy of the game, after a failure.
    Naming(Buttons<MenuChoice>, TextInput),
    /// A person's choice at the end of the tournament or after a save.
    Ended(Ending, Buttons<MenuChoice>),
    /// A person's reply to an offer to call the round (rule kon-offer).
    Replying(Seat, Buttons<MenuChoice>),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum MenuChoice {
    Stay,
    GiveUp,
    /// Continue the game after a save.
    PlayOn,
    /// Play the same game again.
    PlayAgain,
    /// Undo the last decision, which reopens the tournament.
    Undo,
    Replay,
    /// Go to the start screen.
    Start,
    Leave,
    Back,
    /// Retry after the computer player has failed.
    TryAgain,
    /// Save the current position to a file.
    SaveCopy,
    /// Offer to call the round.
    OfferCall,
    /// Accept an offer to call the round, or decline it.
    Reply(bool),
    /// Replace the file of this name, or type another name.
    ReplaceFile(String),
    KeepFile,
    /// Play this despite the tutor's warning.
    PlayAnyway(Choice),
    /// Show the reasons for the tutor's warning.
    SeeWhy(TutorReasons),
    /// Give a setting its next value.
    Set(Item),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    Finished,
    /// The game was saved, but can be continued here.
    Saved,
}

/// A question to a person. Without a chooser, the answer has to be typed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Asking {
    /// The table's question, or a throw or coin toss whose real result has to be entered.
    pub(super) next: Next,
    /// The throw replaces one that was mistyped.
    pub(super) corrects: bool,
    pub(super) chooser: Option<Chooser>,
}

impl Mode {
    /// The computer player has failed.
    pub(super) fn failed() -> Mode {
        let buttons = vec![
            Button::new("Try again", MenuChoice::TryAgain),
            Button::new("Save a copy", MenuChoice::SaveCopy),
            Button::new("Leave", MenuChoice::Leave),
        ];
        Mode::Failed(Buttons::new(buttons, ButtonKeys::Number))
    }

    /// The tournament is over, or the game was saved.
    pub(super) fn ended(ending: Ending, purpose: ScreenPurpose, can_undo: bool) -> Mode {
        let mut buttons = match (purpose, ending) {
            (ScreenPurpose::Analysis, _) => vec![Button::new("Back", MenuChoice::Back)],
            (ScreenPurpose::Game, Ending::Saved) => vec![Button::new("Keep playing", MenuChoice::PlayOn)],
            (ScreenPurpose::Game, Ending::Finished) => vec![Button::new("Play again", MenuChoice::PlayAgain)],
        };
        if ending == Ending::Finished && can_undo {
            buttons.push(Button::new("Undo", MenuChoice::Undo));
        }
        if purpose == ScreenPurpose::Game {
            if ending == Ending::Finished {
                buttons.push(Button::new("Replay", MenuChoice::Replay));
            }
            buttons.push(Button::new("Start screen", MenuChoice::Start));
            buttons.push(Button::new("Leave", MenuChoice::Leave));
        }
        Mode::Ended(ending, Buttons::new(buttons, ButtonKeys::Number))
    }

    /// Asks a person whether to call the round.
    pub(super) fn replying(seat: Seat) -> Mode {
        let button = |label: &str, accepts| Button::new(label, MenuChoice::Reply(accepts));
        let buttons = vec![button("Yes, call it", true), button("No, play on", false)];
        Mode::Replying(seat, Buttons::new(buttons, ButtonKeys::NumberOrLetter).starting_at(1))
    }

    /// The menu of the current mode, unless a line is being typed.
    pub(super) fn menu(&self) -> Option<&Buttons<MenuChoice>> {
        match self {
            Mode::Failed(buttons) | Mode::Ended(_, buttons) | Mode::Replying(_, buttons) => Some(buttons),
            _ => None,
        }
    }

    pub(super) fn menu_mut(&mut self) -> Option<&mut Buttons<MenuChoice>> {
        match self {
            Mode::Failed(buttons) | Mode::Ended(_, buttons) | Mode::Replying(_, buttons) => Some(buttons),
            _ => None,
        }
    }

    pub(super) fn asking(&self) -> Option<&Asking> {
        if let Mode::Choosing(asking) | Mode::Typing(asking, _) = self { Some(asking) } else { None }
    }

    pub(super) fn chooser(&self) -> Option<&Chooser> {
        self.asking()?.chooser.as_ref()
    }

    pub(super) fn chooser_mut(&mut self) -> Option<&mut Chooser> {
        if let Mode::Choosing(asking) | Mode::Typing(asking, _) = self { asking.chooser.as_mut() } else { None }
    }

    /// The table's open question.
    pub(super) fn question(&self) -> Option<&Question> {
        self.asking()?.next.question()
    }

    /// The line being typed.
    pub(super) fn input(&self) -> Option<&TextInput> {
        if let Mode::Typing(_, input) | Mode::Naming(_, input) = self { Some(input) } else { None }
    }

    pub(super) fn input_mut(&mut self) -> Option<&mut TextInput> {
        if let Mode::Typing(_, input) | Mode::Naming(_, input) = self { Some(input) } else { None }
    }

    pub(super) fn asks_for_file(&self) -> bool {
        matches!(self, Mode::Naming(..)) || self.question().is_some_and(|question| question.ask == Ask::FileName)
    }

    /// Opens a line for typing an answer.
    pub(super) fn start_typing(&mut self, text: &str) {
        if let Some(asking) = self.asking().cloned() {
            *self = Mode::Typing(asking, TextInput::new(text));
        }
    }

    /// Closes the line, and returns to choosing.
    pub(super) fn stop_typing(&mut self) {
        match self {
            Mode::Typing(asking, _) => *self = Mode::Choosing(asking.clone()),
            Mode::Naming(buttons, _) => *self = Mode::Failed(buttons.clone()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_goes_back_to_the_same_choice() {
        let asking = Asking { next: Next::Toss, corrects: false, chooser: Some(Chooser::coin_by_hand()) };
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
        let first = |ending| match Mode::ended(ending, ScreenPurpose::Game, true) {
            Mode::Ended(_, buttons) => buttons.current().clone(),
            mode => panic!("{mode:?}"),
        };
        assert_eq!([first(Ending::Saved), first(Ending::Finished)], [MenuChoice::PlayOn, MenuChoice::PlayAgain]);
    }

    #[test]
    fn the_end_offers_undo() {
        let labels = |purpose, can_undo| match Mode::ended(Ending::Finished, purpose, can_undo) {
            Mode::Ended(_, buttons) => buttons.all().iter().map(|button| button.label.clone()).collect::<Vec<_>>(),
            mode => panic!("{mode:?}"),
        };
        assert_eq!(labels(ScreenPurpose::Game, true), ["Play again", "Undo", "Replay", "Start screen", "Leave"]);
        assert_eq!(labels(ScreenPurpose::Game, false), ["Play again", "Replay", "Start screen", "Leave"]);
        assert_eq!(labels(ScreenPurpose::Analysis, true), ["Back", "Undo"]);
    }
}
