//! What has been told, line by line, and how far it is scrolled back.

use parlor_view::{Line, LineKind, wrap_indented};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::{Role, Theme};

/// The most lines that are kept in sight; the journal has everything.
const MOST: usize = 5000;

/// What has been told.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Log {
    entries: Vec<LogEntry>,
    /// How many painted lines lie below those in sight.
    back: usize,
}

#[derive(Clone, PartialEq, Debug)]
enum LogEntry {
    /// What the table told.
    Line(Line),
    /// What this screen has to say about it.
    Note(Role, String),
}

impl LogEntry {
    fn painted(&self, theme: Theme, columns: u16) -> Vec<(Role, String)> {
        match self {
            LogEntry::Line(line) => wrapped(line, theme, columns),
            LogEntry::Note(role, text) => {
                wrap_indented(&theme.text(text), "", columns.into()).into_iter().map(|line| (*role, line)).collect()
            }
        }
    }
}

/// A line as it is painted: reasons are indented.
pub(crate) fn wrapped(line: &Line, theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let (role, indent) = match line.kind {
        LineKind::Reason => (Role::Why, "  "),
        LineKind::Told | LineKind::Result | LineKind::Note => (Role::Text, ""),
    };
    wrap_indented(&theme.text(&line.text), indent, columns.into()).into_iter().map(|line| (role, line)).collect()
}

impl Log {
    /// Adds what the table told.
    pub(crate) fn tell(&mut self, line: Line) {
        self.add(LogEntry::Line(line));
    }

    /// Adds what this screen has to say.
    pub(crate) fn note(&mut self, role: Role, text: &str) {
        self.add(LogEntry::Note(role, text.to_owned()));
    }

    fn add(&mut self, entry: LogEntry) {
        if self.entries.len() == MOST {
            self.entries.drain(..MOST / 10);
        }
        self.entries.push(entry);
        self.back = 0;
    }

    /// What the table told.
    pub(crate) fn told(&self) -> impl Iterator<Item = &Line> {
        self.entries.iter().filter_map(|entry| if let LogEntry::Line(line) = entry { Some(line) } else { None })
    }

    /// Goes back by a number of lines, or forward by a negative one.
    pub(crate) fn scroll(&mut self, lines: isize) {
        self.back = self.back.saturating_add_signed(lines);
    }

    /// Goes to the end.
    pub(crate) fn follow(&mut self) {
        self.back = 0;
    }

    /// Stops at the first line, so that scrolling forward has an effect at once.
    pub(crate) fn bound(&mut self, width: u16, height: u16) {
        if self.back > 0 {
            let painted: usize = self.entries.iter().map(|entry| entry.painted(Theme::default(), width).len()).sum();
            self.back = self.back.min(painted.saturating_sub(height.into()));
        }
    }

    /// Paints the last lines, or earlier ones.
    pub(crate) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let height = usize::from(area.height);
        let mut painted: Vec<(Role, String)> = Vec::new();
        // A long tournament has thousands of lines: only the last ones are broken up.
        for entry in self.entries.iter().rev() {
            if painted.len() >= height + self.back {
                break;
            }
            painted.extend(entry.painted(theme, area.width).into_iter().rev());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::text;

    fn log(lines: usize) -> Log {
        let mut log = Log::default();
        for number in 1..=lines {
            log.tell(Line::told(format!("Line {number}.")));
        }
        log
    }

    fn painted(log: &Log) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 3));
        log.paint(Theme::default(), buffer.area, &mut buffer);
        text(&buffer)
    }

    #[test]
    fn the_last_lines_are_in_sight_and_reasons_are_indented() {
        let mut log = log(2);
        log.tell(Line::reason("It wins the round at once, whatever happens."));
        assert_eq!(painted(&log), "  It wins the round at\n  once, whatever\n  happens.\n");
    }

    #[test]
    fn scrolling_stops_at_both_ends() {
        let mut log = log(9);
        log.scroll(99);
        log.bound(24, 3);
        assert_eq!(painted(&log), "Line 1.\nLine 2.\n      6 more below: PgDn\n");
        log.scroll(-1);
        assert!(painted(&log).starts_with("Line 2."));
        log.follow();
        assert_eq!(painted(&log), "Line 7.\nLine 8.\nLine 9.\n");
    }

    #[test]
    fn notes_are_not_told() {
        let mut log = log(1);
        log.note(Role::Wrong, "The journal can't be written any more.");
        assert_eq!(log.told().count(), 1);
    }

    #[test]
    fn a_log_never_grows_without_end() {
        assert!(log(2 * MOST).entries.len() <= MOST);
    }
}
