//! Keys that are typed before anything is asked. They are kept, and answer the next question.

use parlor_rules::Decision;
use parlor_table::{Ask, Next};
use ratatui::crossterm::event::KeyCode;

use super::GameScreen;
use super::mode::{Asking, Mode};
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
