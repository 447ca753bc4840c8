//! Lines typed on the game screen with the syntax of line mode, and type-ahead.

use parlor_rules::Decision;
use parlor_table::{Answer, Ask, MenuItem, Next};
use parlor_view::typed::{self, Typed};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::GameScreen;
use super::commands::KeyCommand;
use super::mode::{Asking, Mode};
use super::overlay::Overlay;
use crate::how::How;
use crate::screen::Request;
use crate::text_input::TextInput;

/// The maximum number of keys typed ahead.
const MOST: usize = 80;

/// Keys typed while something moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct TypedAhead {
    keys: Vec<KeyCode>,
}

impl TypedAhead {
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub(super) fn line(&self) -> TextInput {
        let letter = |code: &KeyCode| if let KeyCode::Char(letter) = code { Some(*letter) } else { None };
        TextInput::new(&self.keys.iter().filter_map(letter).collect::<String>())
    }

    /// Keeps a key; returns `false` if it can't be part of an answer. Enter alone isn't kept, because a player who only
    /// wants to continue must not choose something unseen.
    fn take(&mut self, code: KeyCode, begins: bool) -> bool {
        let begun = !self.keys.is_empty();
        match code {
            KeyCode::Char(letter) if begins || begun && (letter == ' ' || letter.is_alphanumeric()) => {
                if self.keys.len() < MOST {
                    self.keys.push(code);
                }
            }
            KeyCode::Enter if begun => self.keys.push(code),
            KeyCode::Backspace if begun => {
                self.keys.pop();
            }
            KeyCode::Esc if begun => self.keys.clear(),
            _ => return false,
        }
        true
    }
}

impl GameScreen {
    /// Opens a line, if the open question accepts typed answers.
    pub(super) fn type_line(&mut self) {
        let typed = |asking: &Asking| !asking.corrects && asking.next != Next::Toss;
        if self.mode.asking().is_some_and(typed) {
            self.mode.start_typing("");
        } else {
            self.caption.note("There is nothing to type right now.");
        }
    }

    /// Handles a key while a line is being typed.
    pub(super) fn key_in_line(&mut self, key: KeyEvent) -> Request {
        let asks_file = self.mode.asks_for_file();
        let input = self.mode.input_mut().expect("a line is open");
        match key.code {
            KeyCode::Esc => self.close_line(),
            KeyCode::Backspace if input.text().is_empty() && !asks_file => self.mode.stop_typing(),
            KeyCode::Enter => {
                let line = input.text().trim().to_owned();
                return self.read_line(&line);
            }
            KeyCode::Tab if asks_file => *input = TextInput::new(&self.saving.paths.complete(input.text()).common),
            _ => {
                input.key(key);
            }
        }
        Request::Stay
    }

    /// Closes the line. This also cancels a requested save or correction.
    pub(super) fn close_line(&mut self) {
        let asks_file = self.mode.asks_for_file();
        match &mut self.mode {
            // Ask the table's question again.
            Mode::Typing(Asking { corrects: true, .. }, _) => self.mode = Mode::Running,
            Mode::Typing(..) if asks_file => {
                self.answer(Answer::Cancel);
            }
            mode => mode.stop_typing(),
        }
    }

    fn read_line(&mut self, line: &str) -> Request {
        match &self.mode {
            Mode::Naming(..) => {
                self.read_copy_name(line);
                Request::Stay
            }
            Mode::Typing(Asking { next: Next::Ask(question), .. }, _) => {
                let ask = question.ask.clone();
                self.read_answer(line, &ask)
            }
            Mode::Typing(asking, _) => self.read_throw(line, asking.corrects),
            _ => unreachable!("no line is open"),
        }
    }

    /// Parses an answer to a question, or a command. An invalid line stays open for correction, and so does a file
    /// name.
    fn read_answer(&mut self, line: &str, ask: &Ask) -> Request {
        if *ask != Ask::FileName && self.read_command(line) {
            return Request::Stay;
        }
        let read = typed::read(line, ask);
        if *ask != Ask::FileName && !matches!(read, Typed::Unclear(_)) {
            self.mode.stop_typing();
        }
        match read {
            // Giving up is confirmed only once, no matter how it was requested.
            Typed::Answer(Answer::Menu(MenuItem::Quit)) => self.open_quit_box(),
            Typed::Answer(Answer::File(name)) => self.take_file_name(&name),
            Typed::Answer(answer) => {
                self.answer(answer);
            }
            Typed::Help => self.ask_for_help(),
            Typed::Undo => self.undo(),
            Typed::Rules => self.overlay = Some(Overlay::Rules(How::new(self.game()))),
            Typed::Hint => self.overlay = Some(Overlay::Keys),
            Typed::Leave => return Request::Quit,
            Typed::Extra(extra) => {
                if let Some(entry) = self.mode.question().and_then(|question| extra.entry(question.seat)) {
                    self.try_entry(&entry);
                }
            }
            Typed::Unclear(why) => self.caption.note(format!("No: {why}.")),
        }
        Request::Stay
    }

    /// Runs a command that works at every question; returns `false` if the line isn't such a command.
    fn read_command(&mut self, line: &str) -> bool {
        let does: fn(&mut GameScreen) = match line.to_lowercase().as_str() {
            "redo" => GameScreen::redo,
            "call" | "offer" => GameScreen::offer_to_call,
            "correct" => GameScreen::ask_for_correction,
            "save" => GameScreen::want_to_save,
            "play it" => GameScreen::play_advised,
            "quit" | "quit the game" => GameScreen::open_quit_box,
            "give up" => GameScreen::ask_to_give_up,
            _ => return false,
        };
        self.mode.stop_typing();
        does(self);
        true
    }

    /// Keeps a key that was typed before the question; returns `false` if the key has a meaning now.
    pub(super) fn type_ahead(&mut self, code: KeyCode) -> bool {
        if !matches!(self.mode, Mode::Running) || !self.setup().has_people() {
            return false;
        }
        let begins = match code {
            KeyCode::Char(letter) if self.letters_are_pits() => {
                KeyCommand::of(letter, true).is_none() && self.is_own_pit(letter)
            }
            KeyCode::Char(letter) => letter.is_ascii_digit(),
            _ => false,
        };
        self.turn.ahead.take(code, begins)
    }

    /// Passes the keys typed ahead to the open question, if they can be intended for it.
    pub(super) fn replay_typed_ahead(&mut self) {
        if matches!(self.mode, Mode::Running) {
            return;
        }
        let keys = std::mem::take(&mut self.turn.ahead).keys;
        let meant = match self.mode.asking() {
            Some(Asking { next: Next::Ask(question), .. }) => {
                matches!(&question.ask, Ask::Decide(Decision::Canoga(_) | Decision::Congkak(_) | Decision::Kono(_)))
            }
            Some(asking) => !asking.corrects && asking.next != Next::Toss,
            None => false,
        };
        if !meant {
            return;
        }
        for code in keys {
            match self.mode {
                _ if self.overlay.is_some() => return,
                // The first keys answered the question; the rest are kept for the next one.
                Mode::Running => {
                    self.type_ahead(code);
                }
                _ => {
                    // None of these keys leaves the table.
                    self.take_key(code.into());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_is_kept_only_after_something_was_typed() {
        let mut ahead = TypedAhead::default();
        assert!(!ahead.take(KeyCode::Enter, false) && ahead.is_empty());
        for (code, begins) in [(KeyCode::Char('4'), true), (KeyCode::Char(' '), false), (KeyCode::Char('3'), true)] {
            assert!(ahead.take(code, begins));
        }
        assert!(ahead.take(KeyCode::Enter, false));
        assert_eq!((ahead.line().text(), ahead.keys.len()), ("4 3", 4));
        assert!(ahead.take(KeyCode::Esc, false) && ahead.is_empty());
        assert!(!ahead.take(KeyCode::Char('s'), false), "a command");
    }

    #[test]
    fn no_one_can_type_ahead_without_end() {
        let mut ahead = TypedAhead::default();
        for _ in 0..1000 {
            ahead.take(KeyCode::Char('1'), true);
        }
        assert_eq!(ahead.keys.len(), MOST);
    }
}
