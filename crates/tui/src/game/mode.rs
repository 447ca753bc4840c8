//! What the table waits for.

use parlor_rules::{Choice, Seat};
use parlor_table::{Ask, Next, Question};
use parlor_view::{Button, ButtonKeys, Buttons, Chooser};

use super::analysis::ScreenPurpose;
use super::options::Item;
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
    Failed(Buttons<MenuChoice>),
    /// The same person, who types the name of a file for a copy of the game.
    Naming(Buttons<MenuChoice>, TextInput),
    /// A person who decides what to do at the end.
    Ended(Ending, Buttons<MenuChoice>),
    /// A person whom the other has offered to call the round (rule kon-offer).
    Replying(Seat, Buttons<MenuChoice>),
}

/// What a person can choose in a menu or a box of the screen's own.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum MenuChoice {
    /// Close the box.
    Stay,
    /// Give the round up.
    GiveUp,
    /// Play on after a save.
    PlayOn,
    /// Play the same game once more.
    PlayAgain,
    /// Take back the last decision, which opens the tournament again.
    Undo,
    Replay,
    /// Go to the start screen.
    Start,
    /// Leave the program.
    Leave,
    /// Close an analysis.
    Back,
    /// Ask a computer player that has failed once more.
    TryAgain,
    /// Save the game as it stands to a file.
    SaveCopy,
    /// Accept an offer to call the round, or decline it.
    Reply(bool),
    /// Replace the file of this name, or type another one.
    ReplaceFile(String),
    KeepFile,
    /// Play this, although the tutor has warned.
    PlayAnyway(Choice),
    /// Show why the tutor has warned.
    SeeWhy(Vec<String>),
    /// Give a setting its next value.
    Set(Item),
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
    /// The table's question, or the real dice or coin that it waits for.
    pub(super) next: Next,
    /// Whether the throw takes the place of a mistyped one.
    pub(super) corrects: bool,
    pub(super) chooser: Option<Chooser>,
}

impl Mode {
    /// The computer player couldn't decide.
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
            (ScreenPurpose::Game, Ending::Saved) => vec![Button::new("Go on playing", MenuChoice::PlayOn)],
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

    /// A person is asked whether the round is to be called.
    pub(super) fn replying(seat: Seat) -> Mode {
        let button = |label: &str, accepts| Button::new(label, MenuChoice::Reply(accepts));
        let buttons = vec![button("Yes, call it", true), button("No, play on", false)];
        Mode::Replying(seat, Buttons::new(buttons, ButtonKeys::NumberOrLetter).starting_at(1))
    }

    /// The menu that a person chooses from, unless a line is typed.
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
        self.asking()?.next.question()
    }

    /// The line that is being typed.
    pub(super) fn input(&self) -> Option<&TextInput> {
        if let Mode::Typing(_, input) | Mode::Naming(_, input) = self { Some(input) } else { None }
    }

    /// The same, to be edited.
    pub(super) fn input_mut(&mut self) -> Option<&mut TextInput> {
        if let Mode::Typing(_, input) | Mode::Naming(_, input) = self { Some(input) } else { None }
    }

    /// Whether a file is to be named.
    pub(super) fn asks_for_file(&self) -> bool {
        matches!(self, Mode::Naming(..)) || self.question().is_some_and(|question| question.ask == Ask::FileName)
    }

    /// Opens a line for the answer to be typed.
    pub(super) fn start_typing(&mut self, text: &str) {
        if let Some(asking) = self.asking().cloned() {
            *self = Mode::Typing(asking, TextInput::new(text));
        }
    }

    /// Closes the line, and lets the person choose again.
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
