//! How a position that is set up by hand looks: its board, its text, and what is wrong with it.

use parlor_view::short_size;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Field, PositionScreen};
use crate::kit::{in_sight, more_marks, panel, part, put, put_raw, row, wrapped};
use crate::theme::{Role, Theme};

impl PositionScreen {
    /// Which game and which size, beside each other.
    pub(super) fn paint_choice(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut x = 2;
        let values =
            [(Field::Game, "Game", self.game.to_string()), (Field::Size, "Size", short_size(self.game, self.size))];
        for (field, label, value) in values {
            let here = self.at == field;
            let part_of = |x: u16| part(area, x, 0, area.width, 1);
            x += put(&format!("{label} "), if here { Role::Prompt } else { Role::Quiet }, theme, part_of(x), buffer);
            x += put_raw(theme.pick("\u{2039}", "<"), theme.style(Role::Key), part_of(x), buffer);
            let role = if here { Role::Cursor } else { Role::Text };
            x += put(&format!(" {value} "), role, theme, part_of(x), buffer);
            x += put_raw(theme.pick("\u{203a}", ">"), theme.style(Role::Key), part_of(x), buffer) + 3;
        }
    }

    pub(super) fn paint_text(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let inside = panel("Its text", theme, area, buffer);
        let at = if let Field::Line(at) = self.at { at } else { 0 };
        let shown = in_sight(at, self.lines.len(), inside.height);
        for (y, place) in (0..).zip(shown.clone()) {
            let line = row(inside, y);
            let wrong = self
                .read
                .as_ref()
                .err()
                .is_some_and(|error| error.faults().iter().any(|fault| fault.line == place + 1));
            let role = if wrong { Role::Wrong } else { Role::Quiet };
            put(&format!("{:>2}{}", place + 1, if wrong { "!" } else { " " }), role, theme, line, buffer);
            let text = part(line, 4, 0, line.width.saturating_sub(2), 1);
            if self.at == Field::Line(place) {
                self.lines[place].paint("", theme, text.intersection(buffer.area), buffer);
            } else {
                put(self.lines[place].text(), Role::Text, theme, text, buffer);
            }
        }
        more_marks(&shown, self.lines.len(), theme, inside, buffer);
    }

    pub(super) fn paint_faults(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let (title, lines) = match &self.read {
            Ok(_) => {
                let words = "Nothing is wrong with it. Enter analyses it.";
                ("Faults".to_owned(), vec![(Role::Quiet, words.to_owned())])
            }
            Err(error) => {
                let count = error.faults().len() + error.more();
                let mut lines = Vec::new();
                for fault in error.faults() {
                    lines.push((Role::Wrong, format!("Line {}: {}.", fault.line, fault.problem)));
                    // There is room for all faults, and for how to mend those of one line.
                    if matches!(self.at, Field::Line(at) if fault.line == at + 1) {
                        lines.push((Role::Quiet, format!("Expected {}: {}.", fault.expected, fault.fix)));
                    }
                }
                if error.more() > 0 {
                    lines.push((Role::Wrong, format!("And {} more.", error.more())));
                }
                lines.push((Role::Quiet, "The board is the last one without a fault.".to_owned()));
                (if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") }, lines)
            }
        };
        let inside = panel(&title, theme, area, buffer);
        let lines = wrapped(&lines, theme, inside.width.saturating_sub(2));
        self.scroll.paint(&lines, theme, inside, buffer);
    }
}
