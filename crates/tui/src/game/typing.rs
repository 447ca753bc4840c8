//! A line that is typed on the game screen, as line mode takes it, and keys that are typed before anything is asked.

use parlor_rules::Decision;
use parlor_table::{Answer, Ask, MenuItem, Next};
use parlor_view::typed::{self, Typed};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::GameScreen;
use super::mode::{Asking, Mode};
use super::overlay::Overlay;
use crate::how::How;
use crate::screen::Request;
use crate::text_input::TextInput;

/// The most keys that are kept.
const MOST: usize = 80;

/// Keys that were typed while something moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct TypedAhead {
    keys: Vec<KeyCode>,
}

impl TypedAhead {
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// What was typed so far, to be shown.
    pub(super) fn line(&self) -> TextInput {
        let letter = |code: &KeyCode| if let KeyCode::Char(letter) = code { Some(*letter) } else { None };
        TextInput::new(&self.keys.iter().filter_map(letter).collect::<String>())
    }

    /// Takes a key; `false` if it isn't one to be kept. Enter alone isn't kept: somebody who only wants to go on must
    /// not choose something that they haven't seen.
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
    /// Opens a line, if something is asked that can be typed.
    pub(super) fn type_line(&mut self) {
        let typed = |asking: &Asking| !asking.corrects && asking.next != Next::Toss;
        if self.mode.asking().is_some_and(typed) {
            self.mode.start_typing("");
        } else {
            self.caption.note("Nothing is asked now that could be typed.");
        }
    }

    /// A key while a line is open.
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

    /// Closes the line. A save that was asked for is off then, and so is a correction.
    pub(super) fn close_line(&mut self) {
        let asks_file = self.mode.asks_for_file();
        match &mut self.mode {
            // What the table waits for is asked again.
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

    /// An answer to a question, or a command. What can't be understood stays open to be corrected, and so does the
    /// name of a file.
    fn read_answer(&mut self, line: &str, ask: &Ask) -> Request {
        if *ask != Ask::FileName && self.read_command(line) {
            return Request::Stay;
        }
        let read = typed::read(line, ask);
        if *ask != Ask::FileName && !matches!(read, Typed::Unclear(_)) {
            self.mode.stop_typing();
        }
        match read {
            // Giving up is asked about once, however it is asked for.
            Typed::Answer(Answer::Menu(MenuItem::Quit)) => self.ask_to_give_up(),
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

    /// Words that mean the same at every question; `false` if the line is something else.
    fn read_command(&mut self, line: &str) -> bool {
        let does: fn(&mut GameScreen) = match line.to_lowercase().as_str() {
            "redo" => GameScreen::redo,
            "call" | "offer" => GameScreen::offer_to_call,
            "correct" => GameScreen::ask_for_correction,
            "save" => GameScreen::want_to_save,
            "quit" | "give up" => GameScreen::ask_to_give_up,
            _ => return false,
        };
        self.mode.stop_typing();
        does(self);
        true
    }

    /// Keeps a key that was typed while nobody is asked; `false` if it means something now.
    pub(super) fn take_ahead(&mut self, code: KeyCode) -> bool {
        if !matches!(self.mode, Mode::Running) || !self.setup().has_people() {
            return false;
        }
        let begins = match code {
            KeyCode::Char(letter) if self.letters_are_pits() => self.is_own_pit(letter),
            KeyCode::Char(letter) => letter.is_ascii_digit(),
            _ => false,
        };
        self.turn.ahead.take(code, begins)
    }

    /// Gives the keys that were kept to the question that is open now, if it is one that they can be meant for.
    pub(super) fn give_ahead(&mut self) {
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
                // The first of them have answered, and the others wait for the next question.
                Mode::Running => {
                    self.take_ahead(code);
                }
                _ => {
                    // None of the keys that are kept leaves the table.
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
