//! What has been told, line by line, and how far back somebody reads.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::{Role, Theme};
use crate::wrap::wrap;

/// The most lines that are kept in sight; the journal has everything.
const MOST: usize = 5000;

/// What has been told.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Log {
    lines: Vec<(Role, String)>,
    /// How many painted lines the end is out of sight.
    back: usize,
}

impl Log {
    /// Tells a line. A reason is indented, and looks like one.
    pub(crate) fn tell(&mut self, line: &str) {
        let role = if line.starts_with("  ") { Role::Why } else { Role::Text };
        self.note(role, line);
    }

    /// Adds a line of another kind.
    pub(crate) fn note(&mut self, role: Role, line: &str) {
        if self.lines.len() == MOST {
            self.lines.drain(..MOST / 10);
        }
        self.lines.push((role, line.to_owned()));
        self.back = 0;
    }

    /// All of another one.
    pub(crate) fn append(&mut self, other: Log) {
        self.lines.extend(other.lines);
    }

    /// What was told, without notes.
    pub(crate) fn told(&self) -> impl Iterator<Item = &str> {
        let told = |role: &Role| matches!(role, Role::Text | Role::Why);
        self.lines.iter().filter(move |(role, _)| told(role)).map(|(_, line)| line.as_str())
    }

    /// Goes back by so many lines, or forward by a negative number.
    pub(crate) fn scroll(&mut self, lines: isize) {
        self.back = self.back.saturating_add_signed(lines);
    }

    /// Back to the end.
    pub(crate) fn follow(&mut self) {
        self.back = 0;
    }

    /// Stops at the first line, so that scrolling forward works at once.
    pub(crate) fn bound(&mut self, width: u16, height: u16) {
        if self.back > 0 {
            let painted: usize = self.lines.iter().map(|(_, line)| wrap(line, width.into()).len()).sum();
            self.back = self.back.min(painted.saturating_sub(height.into()));
        }
    }

    /// Paints the last lines, or earlier ones.
    pub(crate) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let height = usize::from(area.height);
        let mut painted: Vec<(Role, String)> = Vec::new();
        // From the end, and no further than anybody sees.
        for (role, line) in self.lines.iter().rev() {
            if painted.len() >= height + self.back {
                break;
            }
            painted.extend(wrap(&theme.text(line), area.width.into()).into_iter().rev().map(|line| (*role, line)));
        }
        let back = self.back.min(painted.len().saturating_sub(height));
        let mut seen: Vec<_> = painted.into_iter().skip(back).take(height).collect();
        seen.reverse();
        for ((role, line), y) in seen.into_iter().zip(area.y..area.bottom()) {
            buffer.set_stringn(area.x, y, line, area.width.into(), theme.style(role));
        }
        if back > 0 && area.height > 0 {
            let more = format!("{back} more below: PgDn");
            let more = format!("{more:>width$}", width = area.width.into());
            buffer.set_stringn(area.x, area.bottom() - 1, more, area.width.into(), theme.style(Role::Key));
        }
    }
}
