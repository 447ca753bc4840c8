//! A line that somebody types.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use crate::theme::{Role, Theme};

/// The longest line that anybody would type.
const MOST: usize = 4096;

/// A line that is being typed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Input {
    letters: Vec<char>,
    /// Before which letter the next one goes.
    cursor: usize,
}

impl Input {
    /// A line that begins with a text.
    pub(crate) fn new(text: &str) -> Input {
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_control()).take(MOST).collect();
        Input { cursor: letters.len(), letters }
    }

    /// What is typed so far.
    pub(crate) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// Types more, as by pasting.
    pub(crate) fn insert(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            if self.letters.len() < MOST {
                self.letters.insert(self.cursor, letter);
                self.cursor += 1;
            }
        }
    }

    /// Takes a key that edits the line; `false` if it means something else.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('a') if ctrl => self.cursor = 0,
            KeyCode::Char('e') if ctrl => self.cursor = self.letters.len(),
            KeyCode::Char('u') if ctrl => {
                self.letters.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('w') if ctrl => {
                let word = self.letters[..self.cursor].iter().rposition(|letter| *letter != ' ');
                let start = word.and_then(|last| self.letters[..last].iter().rposition(|letter| *letter == ' '));
                let start = start.map_or(0, |space| space + 1);
                self.letters.drain(start..self.cursor);
                self.cursor = start;
            }
            KeyCode::Char(_) if ctrl || key.modifiers.contains(KeyModifiers::ALT) => return false,
            KeyCode::Char(letter) => self.insert(letter.encode_utf8(&mut [0; 4])),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.letters.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.letters.len(),
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.letters.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.letters.len() => {
                self.letters.remove(self.cursor);
            }
            KeyCode::Backspace | KeyCode::Delete => {}
            _ => return false,
        }
        true
    }

    /// Paints the line after its label, scrolled so that the cursor is in sight.
    pub(crate) fn paint(&self, label: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let (mut x, y) = buffer.set_stringn(area.x, area.y, label, area.width.into(), theme.style(Role::Prompt));
        let room = usize::from(area.right().saturating_sub(x));
        if room == 0 {
            return;
        }
        let first = (self.cursor + 1).saturating_sub(room);
        for place in first..=self.letters.len() {
            if x >= area.right() {
                break;
            }
            let letter = self.letters.get(place).copied().unwrap_or(' ');
            let shown = if theme.ascii && !letter.is_ascii() { '?' } else { letter };
            let style = theme.style(if place == self.cursor { Role::Cursor } else { Role::Text });
            (x, _) = buffer.set_stringn(x, y, shown.encode_utf8(&mut [0; 4]), (area.right() - x).into(), style);
        }
    }
}
