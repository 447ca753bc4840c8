//! A brush for boards: text and frames that never leave their area.

use parlor_rules::{Pair, Seat};
use parlor_view::{Names, Scene, Spot};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::kit;
use crate::theme::{Role, Theme};

/// The characters of a frame.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    top: [&'static str; 3],
    side: &'static str,
    bottom: [&'static str; 3],
}

pub(super) const LIGHT: Lines = Lines { top: ["┌", "─", "┐"], side: "│", bottom: ["└", "─", "┘"] };
pub(super) const ROUND: Lines = Lines { top: ["╭", "─", "╮"], side: "│", bottom: ["╰", "─", "╯"] };
pub(super) const DOUBLE: Lines = Lines { top: ["╔", "═", "╗"], side: "║", bottom: ["╚", "═", "╝"] };
pub(super) const ASCII_LIGHT: Lines = Lines { top: ["+", "-", "+"], side: "|", bottom: ["+", "-", "+"] };
pub(super) const ASCII_ROUND: Lines = Lines { top: [".", "-", "."], side: "|", bottom: ["'", "-", "'"] };
pub(super) const ASCII_DOUBLE: Lines = Lines { top: ["+", "=", "+"], side: "|", bottom: ["+", "=", "+"] };

/// Draws on a part of a buffer.
pub(super) struct Brush<'a> {
    pub(super) theme: Theme,
    area: Rect,
    buffer: &'a mut Buffer,
}

impl<'a> Brush<'a> {
    pub(super) fn new(theme: Theme, area: Rect, buffer: &'a mut Buffer) -> Brush<'a> {
        Brush { theme, area: area.intersection(buffer.area), buffer }
    }

    /// Writes a text, and returns the column after it.
    pub(super) fn put(&mut self, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if !self.area.contains((x, y).into()) {
            return x;
        }
        self.buffer.set_stringn(x, y, text, (self.area.right() - x).into(), style).0
    }

    /// Writes a text centred within some columns.
    pub(super) fn centred(&mut self, x: u16, columns: u16, y: u16, text: &str, style: Style) {
        self.put(x + columns.saturating_sub(width(text)) / 2, y, text, style);
    }

    /// Fills a part with one character. The character is never underlined, because underlining is for letters.
    pub(super) fn fill(&mut self, part: Rect, character: &str, style: Style) {
        let style = style.remove_modifier(Modifier::UNDERLINED);
        let line = character.repeat(part.width.into());
        for y in part.top()..part.bottom() {
            self.put(part.x, y, &line, style);
        }
    }

    pub(super) fn frame(&mut self, part: Rect, lines: Lines, style: Style) {
        let inside = usize::from(part.width.saturating_sub(2));
        let border = |[left, middle, right]: [&str; 3]| format!("{left}{}{right}", middle.repeat(inside));
        self.put(part.x, part.y, &border(lines.top), style);
        for y in part.top() + 1..part.bottom().saturating_sub(1) {
            self.put(part.left(), y, lines.side, style);
            self.put(part.right().saturating_sub(1), y, lines.side, style);
        }
        self.put(part.x, part.bottom().saturating_sub(1), &border(lines.bottom), style);
    }
}

/// The number of columns that a text occupies.
pub(super) fn width(text: &str) -> u16 {
    kit::width(text) as u16
}

/// The name of a player, shortened to fit.
pub(super) fn name(names: &Names, seat: Seat, theme: Theme, room: u16) -> String {
    kit::shortened(&theme.text(names.short(seat)), room.into(), theme.pick("…", "."))
}

/// The style of a place, including its marks.
pub(super) fn marked(theme: Theme, scene: &Scene, spot: Spot, plain: Style) -> Style {
    let mut style = plain;
    for (spots, role) in [
        (&scene.board.can_choose, Role::Can),
        (&scene.board.changed, Role::Changed),
        (&scene.advised, Role::Advised),
        (&scene.chosen, Role::Chosen),
    ] {
        if spots.contains(&spot) {
            style = style.patch(theme.style(role));
        }
    }
    if scene.cursor == Some(spot) {
        style = style.patch(theme.style(Role::Cursor));
    }
    style
}

/// A part in the middle of an area, no larger than the area.
pub(super) fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

/// The number of places in the longer of two rows.
pub(super) fn longest<T>(rows: &Pair<Vec<T>>) -> u16 {
    rows.human.len().max(rows.computer.len()) as u16
}
