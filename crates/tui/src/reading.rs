//! A read-only screen with lines, for example a journal with different rules.

use parlor_saves::printable;
use parlor_view::wrap;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use crate::kit::{self, LineKey, Scroll, inset, part, put_lines, put_raw, row};
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};

/// The number of lines by which Page Up and Page Down scroll.
const PAGE: isize = 10;

/// The maximum number of rows of the title.
const TITLE_ROWS: usize = 3;

/// A screen with a title and lines that scroll.
pub(crate) struct ReadingScreen {
    title: String,
    lines: Vec<String>,
    scroll: Scroll,
}

impl ReadingScreen {
    /// Shows untrusted lines after making them safe for a terminal.
    pub(crate) fn new(title: &str, lines: &[String]) -> ReadingScreen {
        let lines = lines.iter().map(|line| printable(line)).collect();
        ReadingScreen { title: printable(title), lines, scroll: Scroll::default() }
    }
}

impl Screen for ReadingScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        match kit::pressed(key) {
            Some(KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q')) => return Request::Back,
            Some(code) => self.scroll.key(kit::arrow_of(code), PAGE),
            None => {}
        }
        Request::Stay
    }

    fn scroll(&mut self, by: isize) {
        self.scroll.by(by);
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        if self.scroll.has_more {
            kit::line_keys([(kit::up_down(theme), "scroll"), ("Esc", "back")])
        } else {
            kit::line_keys([("Esc", "back")])
        }
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let wide = inset(area, 2);
        let mut title = wrap(&theme.text(&self.title), wide.width.into());
        title.truncate(TITLE_ROWS);
        let top = title.len() as u16;
        put_lines(&title, Role::Title, theme, wide, buffer);
        let across = theme.pick("\u{2500}", "-").repeat(wide.width.into());
        put_raw(&across, theme.style(Role::Line), row(wide, top), buffer);
        let body = part(wide, 0, top + 1, wide.width, wide.height.saturating_sub(top + 3));
        // An empty line still takes a row.
        let broken = |line: &String| {
            let rows = wrap(&theme.text(line), body.width.saturating_sub(2).into());
            if rows.is_empty() { vec![String::new()] } else { rows }
        };
        let rows: Vec<(Role, String)> = self.lines.iter().flat_map(broken).map(|row| (Role::Text, row)).collect();
        self.scroll.paint(&rows, theme, body, buffer);
        kit::keys(&self.keys(theme), theme, area, buffer);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::trial::{self, SMALL, assert_keeps_to_themes, inputs, key, painted, text, wheel_down};

    const TITLE: &str = "kono-1 was played with version 2 of the rules, which this program doesn't know: it can be read, but not continued";

    fn reading(lines: usize) -> ReadingScreen {
        let lines: Vec<String> =
            (1..=lines).map(|number| format!("human jump {number} \u{2190} It jumps far.")).collect();
        ReadingScreen::new(TITLE, &lines)
    }

    fn shown(reading: &mut ReadingScreen) -> String {
        text(&painted(SMALL, |theme, area, buffer| reading.paint(theme, area, buffer)))
    }

    #[test]
    fn the_title_is_shown_in_full_above_the_lines() {
        let shown = shown(&mut reading(3));
        let words: Vec<&str> = shown.split_whitespace().collect();
        assert!(words.join(" ").starts_with(TITLE), "{shown}");
        assert!(shown.contains("human jump 1 \u{2190} It jumps far.") && shown.contains("human jump 3"), "{shown}");
        assert!(!shown.contains("scroll"), "{shown}");
    }

    #[test]
    fn hidden_lines_can_be_scrolled_to() {
        let mut reading = reading(100);
        assert!(shown(&mut reading).contains("jump 1 ") && !shown(&mut reading).contains("jump 100 "));
        reading.key(key(KeyCode::End));
        assert!(shown(&mut reading).contains("jump 100 ") && !shown(&mut reading).contains("jump 1 "));
        reading.key(key(KeyCode::Home));
        reading.key(key(KeyCode::Down));
        reading.mouse(wheel_down(), SMALL);
        assert!(shown(&mut reading).contains("jump 3 ") && !shown(&mut reading).contains("jump 2 "));
        reading.key(key(KeyCode::PageDown));
        reading.key(key(KeyCode::PageUp));
        assert!(shown(&mut reading).contains("jump 3 "));
        for code in [KeyCode::Esc, KeyCode::Enter, KeyCode::Char('q')] {
            assert_eq!(reading.key(key(code)), Request::Back);
        }
    }

    #[test]
    fn control_characters_are_replaced_and_every_line_is_shown() {
        let lines = ["\u{1b}[2Jgone".to_owned(), String::new(), "a\nb".to_owned(), "long ".repeat(30)];
        let mut reading = ReadingScreen::new("a\u{7}title", &lines);
        let shown = shown(&mut reading);
        assert!(shown.contains("\u{fffd}[2Jgone\n\n  a\u{fffd}b\n  long long"), "{shown}");
        assert!(shown.contains("a\u{fffd}title"), "{shown}");
        assert_eq!(shown.matches("long").count(), 30, "{shown}");
    }

    #[test]
    fn every_look_keeps_to_its_theme() {
        assert_keeps_to_themes(|theme, area, buffer| reading(60).paint(theme, area, buffer));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn nothing_breaks_it(inputs in inputs()) {
            trial::storm(&mut reading(50), inputs);
        }
    }
}
