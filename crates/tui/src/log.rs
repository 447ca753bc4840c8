//! What has been told, line by line, and how far it is scrolled back.

use parlor_rules::Seat;
use parlor_view::{Line, LineKind, wrap_indented};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::{Role, Theme};

/// The most lines that are kept in sight; the journal has everything.
const MOST: usize = 5000;

/// What has been told.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Log {
    entries: Vec<LoggedLine>,
    /// How many painted lines lie below those in sight.
    pub(crate) back: usize,
}

/// Something that was told.
#[derive(Clone, PartialEq, Debug)]
struct LoggedLine {
    line: Line,
    /// How it looks, if it is what this screen has to say and not what the table told.
    note: Option<Role>,
    /// How many records the table had then. What is taken back later is known by this.
    records: usize,
    /// Whose move it begins to tell, if it does.
    mover: Option<Seat>,
    /// Whether it was taken back.
    undone: bool,
}

impl LoggedLine {
    fn painted(&self, theme: Theme, columns: u16) -> Vec<(Role, String)> {
        let mut lines = wrapped(&self.line, theme, columns);
        if self.undone {
            // A letter says it too, because grey alone may not be seen.
            let words = lines.iter().map(|(_, line)| line.trim()).collect::<Vec<_>>().join(" ");
            lines = wrapped(&Line { kind: LineKind::Told, text: format!("({words})") }, theme, columns);
        }
        let role = if self.undone { Some(Role::Quiet) } else { self.note };
        lines.into_iter().map(|(own, line)| (role.unwrap_or(own), line)).collect()
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
    /// Adds what the table told when it had this many records; the first line of a move says whose it is.
    pub(crate) fn tell(&mut self, line: Line, records: usize, mover: Option<Seat>) {
        self.add(LoggedLine { line, note: None, records, mover, undone: false });
    }

    /// Adds what this screen has to say. It is never taken back.
    pub(crate) fn note(&mut self, role: Role, text: &str) {
        let line = Line { kind: LineKind::Note, text: text.to_owned() };
        self.add(LoggedLine { line, note: Some(role), records: 0, mover: None, undone: false });
    }

    fn add(&mut self, entry: LoggedLine) {
        if self.entries.len() == MOST {
            self.entries.drain(..MOST / 10);
        }
        self.entries.push(entry);
        self.back = 0;
    }

    /// Everything that was told after the first so many records was taken back.
    pub(crate) fn take_back(&mut self, records: usize) {
        for entry in &mut self.entries {
            entry.undone |= entry.records > records;
        }
    }

    /// What the table told.
    pub(crate) fn told(&self) -> impl Iterator<Item = &Line> {
        self.entries.iter().filter(|entry| entry.note.is_none()).map(|entry| &entry.line)
    }

    /// Goes back by a number of lines, or forward by a negative one.
    pub(crate) fn scroll(&mut self, lines: isize) {
        self.back = self.back.saturating_add_signed(lines);
    }

    /// Stops at the first line, so that scrolling forward has an effect at once.
    pub(crate) fn bound(&mut self, width: u16, height: u16) {
        if self.back > 0 {
            let painted: usize = self.entries.iter().map(|entry| entry.painted(Theme::default(), width).len()).sum();
            self.back = self.back.min(painted.saturating_sub(height.into()));
        }
    }

    /// Where the last move of a player begins.
    fn last_move(&self, of: Seat) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.mover == Some(of) && !entry.undone)
    }

    /// Paints the last lines, or earlier ones. If the last move of the pinned player isn't among the last lines, it
    /// stays in sight above them.
    pub(crate) fn paint(&self, pinned: Option<Seat>, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let height = usize::from(area.height);
        // A long tournament has thousands of lines: only the last ones are broken up.
        let mut painted: Vec<(Role, String)> = Vec::new();
        for entry in self.entries.iter().rev() {
            if painted.len() >= height + self.back {
                break;
            }
            painted.extend(entry.painted(theme, area.width).into_iter().rev());
        }
        let back = self.back.min(painted.len().saturating_sub(height));
        let mut seen: Vec<_> = painted.into_iter().skip(back).take(height).collect();
        seen.reverse();
        let mut seen = match pinned.and_then(|of| self.last_move(of)).filter(|_| back == 0) {
            Some(at) => self.pin(at, seen, theme, area),
            None => seen,
        };
        if back > 0 && area.height > 0 {
            let more = format!("{back} more below: PgDn");
            if let Some(last) = seen.last_mut() {
                *last = (Role::Key, format!("{more:>width$}", width = area.width.into()));
            }
        }
        for ((role, line), y) in seen.into_iter().zip(area.y..area.bottom()) {
            buffer.set_stringn(area.x, y, line, area.width.into(), theme.style(role));
        }
    }

    /// The lines in sight with the beginning of a move above them, if it would be out of sight.
    fn pin(&self, at: usize, seen: Vec<(Role, String)>, theme: Theme, area: Rect) -> Vec<(Role, String)> {
        let height = usize::from(area.height);
        let whole: Vec<(Role, String)> =
            self.entries[at..].iter().flat_map(|entry| entry.painted(theme, area.width)).collect();
        if whole.len() <= seen.len() || height < 4 {
            return seen;
        }
        let first = self.entries[at].painted(theme, area.width).len().min((height / 2).max(1));
        let tail = height - first - 1;
        let hidden = whole.len() - first - tail;
        let more = format!("{hidden} more: PgUp");
        let mut pinned = whole[..first].to_vec();
        pinned.push((Role::Key, format!("{more:>width$}", width = area.width.into())));
        pinned.extend_from_slice(&whole[whole.len() - tail..]);
        pinned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::text;

    fn log(lines: usize) -> Log {
        let mut log = Log::default();
        for number in 1..=lines {
            log.tell(Line::told(format!("Line {number}.")), number, None);
        }
        log
    }

    fn painted(log: &Log) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 3));
        log.paint(None, Theme::default(), buffer.area, &mut buffer);
        text(&buffer)
    }

    #[test]
    fn the_last_lines_are_in_sight_and_reasons_are_indented() {
        let mut log = log(2);
        log.tell(Line::reason("It wins the round at once, whatever happens."), 3, None);
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
        log.back = 0;
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

    fn pinned(log: &Log, rows: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, rows));
        log.paint(Some(Seat::Computer), Theme::default(), buffer.area, &mut buffer);
        text(&buffer)
    }

    #[test]
    fn the_last_move_of_the_computer_stays_in_sight() {
        let mut log = log(2);
        log.tell(Line::told("Computer covers 9."), 3, Some(Seat::Computer));
        for number in 4..=9 {
            log.tell(Line::told(format!("Line {number}.")), number, None);
        }
        let shown = pinned(&log, 5);
        assert_eq!(shown, "Computer covers 9.\n            3 more: PgUp\nLine 7.\nLine 8.\nLine 9.\n");
        assert!(!pinned(&log, 8).contains("more"), "it is in sight anyway");
        log.scroll(1);
        assert!(!pinned(&log, 5).contains("Computer"), "somebody reads what came before");
    }

    #[test]
    fn what_is_taken_back_is_grey_and_no_longer_pinned() {
        let mut log = log(2);
        log.tell(Line::told("Computer covers 9."), 3, Some(Seat::Computer));
        log.take_back(2);
        log.tell(Line::note("Taken back."), 2, None);
        assert_eq!(painted(&log), "Line 2.\n(Computer covers 9.)\nTaken back.\n");
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 3));
        log.paint(None, Theme::default(), buffer.area, &mut buffer);
        assert_eq!(buffer[(3, 1)].style().add_modifier, Theme::default().style(Role::Quiet).add_modifier);
        assert_eq!(log.last_move(Seat::Computer), None);
        // What was told before it stays as it was.
        assert!(!log.entries[1].undone);
    }
}
