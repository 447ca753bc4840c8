//! A line of text input.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tui_input::backend::crossterm::to_input_request;
use tui_input::{Input, InputRequest};

use crate::theme::{Role, Theme};

/// The maximum length of a line, in characters.
const LONGEST: usize = 4096;

/// A line being edited.
#[derive(Clone, Default, Debug)]
pub(crate) struct TextInput {
    input: Input,
    /// The text is only a suggestion, which is replaced when the user types a letter.
    pub(crate) proposed: bool,
}

impl PartialEq for TextInput {
    fn eq(&self, other: &TextInput) -> bool {
        let parts = |line: &TextInput| (line.text().to_owned(), line.input.cursor(), line.proposed);
        parts(self) == parts(other)
    }
}

impl TextInput {
    /// A line with an initial text.
    pub(crate) fn new(text: &str) -> TextInput {
        let mut input = TextInput::default();
        input.insert(text);
        input
    }

    /// A line with a suggestion. Typing replaces the suggestion; moving the cursor keeps it for editing.
    pub(crate) fn proposing(text: &str) -> TextInput {
        TextInput { proposed: true, ..TextInput::new(text) }
    }

    pub(crate) fn text(&self) -> &str {
        self.input.value()
    }

    /// Inserts a typed or pasted text, without control characters.
    pub(crate) fn insert(&mut self, text: &str) {
        self.replace_proposal();
        for letter in text.chars() {
            self.handle(InputRequest::InsertChar(letter));
        }
    }

    fn replace_proposal(&mut self) {
        if std::mem::take(&mut self.proposed) {
            self.input = Input::default();
        }
    }

    fn handle(&mut self, request: InputRequest) {
        if let InputRequest::InsertChar(letter) = request
            && (letter.is_control() || self.text().chars().count() >= LONGEST)
        {
            return;
        }
        self.input.handle(request);
    }

    /// Handles a key that edits the line; returns `false` if it is a different key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        // As in a shell, keep the text after the cursor; the library would delete the whole line.
        if key.code == KeyCode::Char('u') && key.modifiers == KeyModifiers::CONTROL {
            self.proposed = false;
            while self.input.cursor() > 0 {
                self.handle(InputRequest::DeletePrevChar);
            }
            return true;
        }
        let request = to_input_request(&Event::Key(key));
        let edits = request.is_some();
        if let Some(request) = request {
            if let InputRequest::InsertChar(letter) = request
                && !letter.is_control()
            {
                self.replace_proposal();
            }
            self.proposed = false;
            self.handle(request);
        }
        edits
    }

    /// Paints the line after its label, scrolled so that the cursor is visible.
    pub(crate) fn paint(&self, label: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let (x, _) = buffer.set_stringn(area.x, area.y, label, area.width.into(), theme.style(Role::Prompt));
        let room = Rect { x, width: area.right().saturating_sub(x), height: 1, ..area };
        if room.is_empty() {
            return;
        }
        let ascii = |letter: char| if theme.ascii && !letter.is_ascii() { '?' } else { letter };
        let shown = Input::new(self.text().chars().map(ascii).collect()).with_cursor(self.input.cursor());
        let cut = shown.value().char_indices().nth(shown.cursor()).map_or(shown.value().len(), |(at, _)| at);
        let (before, rest) = shown.value().split_at(cut);
        let under_cursor =
            Span::raw(rest).styled_graphemes(Style::new()).next().map_or(" ", |grapheme| grapheme.symbol).to_owned();
        let after = rest.strip_prefix(&under_cursor).unwrap_or("").to_owned();
        let typed = if self.proposed { Role::Quiet } else { Role::Text };
        let line = Line::from(vec![
            Span::styled(before, theme.style(typed)),
            Span::styled(under_cursor, theme.style(Role::Cursor)),
            Span::styled(after, theme.style(Role::Text)),
        ]);
        let scroll = shown.visual_scroll(usize::from(room.width) - 1);
        Paragraph::new(line).scroll((0, scroll as u16)).render(room, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{key, text};

    fn painted(input: &TextInput, columns: u16, ascii: bool) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, 1));
        input.paint("> ", Theme { ascii, ..Theme::default() }, buffer.area, &mut buffer);
        text(&buffer).trim_end().to_owned()
    }

    #[test]
    fn keys_edit_the_line() {
        let mut input = TextInput::new("cover 4");
        for code in [KeyCode::Char('2'), KeyCode::Home, KeyCode::Delete, KeyCode::Char('C'), KeyCode::End] {
            assert!(input.key(key(code)));
        }
        assert!(input.key(key(KeyCode::Backspace)));
        assert_eq!(input.text(), "Cover 4");
        assert!(input.key(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL)));
        assert_eq!(input.text(), "Cover ");
        for code in [KeyCode::Left, KeyCode::Left] {
            assert!(input.key(key(code)));
        }
        assert!(input.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
        assert_eq!(input.text(), "r ");
        assert!(!input.key(key(KeyCode::Enter)) && !input.key(key(KeyCode::Tab)) && !input.key(key(KeyCode::Up)));
        assert!(!input.key(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::ALT)));
    }

    #[test]
    fn typing_replaces_a_proposed_name_and_moving_keeps_it() {
        let mut typed = TextInput::proposing("kono-1.txt");
        assert_eq!(typed.text(), "kono-1.txt");
        assert!(typed.key(key(KeyCode::Char('m'))) && typed.key(key(KeyCode::Char('y'))));
        assert_eq!(typed.text(), "my");
        let mut kept = TextInput::proposing("kono-1.txt");
        assert!(kept.key(key(KeyCode::Home)) && kept.key(key(KeyCode::Char('m'))));
        assert_eq!(kept.text(), "mkono-1.txt");
        let mut shorter = TextInput::proposing("kono-1.txt");
        assert!(shorter.key(key(KeyCode::Backspace)));
        assert_eq!(shorter.text(), "kono-1.tx");
        let mut pasted = TextInput::proposing("kono-1.txt");
        pasted.insert("other.txt");
        assert_eq!(pasted.text(), "other.txt");
    }

    #[test]
    fn control_characters_and_endless_lines_are_refused() {
        assert_eq!(TextInput::new("a\nb\u{7}c").text(), "abc");
        assert_eq!(TextInput::new(&"é".repeat(5000)).text().chars().count(), LONGEST);
    }

    #[test]
    fn the_cursor_stays_visible_beside_wide_letters() {
        let input = TextInput::new("船船船船");
        assert_eq!(painted(&input, 20, false).replace(' ', ""), ">船船船船");
        assert_eq!(painted(&input, 8, false).replace(' ', ""), ">船船");
        assert_eq!(painted(&input, 20, true), "> ????");
        assert_eq!(painted(&TextInput::new("abcdefgh"), 7, false), "> efgh");
    }
}
