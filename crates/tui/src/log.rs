//! The log of a game, and its scroll position.

use parlor_rules::Seat;
use parlor_view::{Line, LineKind, wrap_indented};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::kit::width;
use crate::theme::{Role, Theme};

/// The maximum number of lines kept here; the journal contains everything.
const MOST: usize = 5000;

#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Log {
    entries: Vec<LoggedLine>,
    /// The index of the current round's first line.
    round: usize,
    /// The number of painted lines below the visible ones.
    pub(crate) back: usize,
}

#[derive(Clone, PartialEq, Debug)]
struct LoggedLine {
    line: Line,
    /// The role of a note from this screen; `None` for a line of the table.
    note: Option<Role>,
    /// The number of records of the table at this line, so that an undo can find its lines.
    records: usize,
    /// The player whose move starts with this line.
    mover: Option<Seat>,
    undone: bool,
}

impl LoggedLine {
    fn painted(&self, theme: Theme, columns: u16) -> Vec<(Role, String)> {
        let mut lines = wrapped(&self.line, theme, columns);
        if self.undone {
            // Undone lines also get brackets, because grey alone may not be noticeable.
            let words = lines.iter().map(|(_, line)| line.trim()).collect::<Vec<_>>().join(" ");
            lines = wrapped(&Line { kind: LineKind::Sentence, text: format!("({words})") }, theme, columns);
        }
        let role = if self.undone { Some(Role::Quiet) } else { self.note };
        lines.into_iter().map(|(own, line)| (role.unwrap_or(own), line)).collect()
    }
}

/// A line wrapped for painting; reasons are indented.
pub(crate) fn wrapped(line: &Line, theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let (role, indent) = match line.kind {
        LineKind::Reason => (Role::Why, "  "),
        LineKind::Sentence | LineKind::Result | LineKind::Note => (Role::Text, ""),
    };
    wrap_indented(&theme.text(&line.short()), indent, columns.into()).into_iter().map(|line| (role, line)).collect()
}

impl Log {
    /// Adds a line of the table. `mover` is set on the first line of a move.
    pub(crate) fn push(&mut self, line: Line, records: usize, mover: Option<Seat>) {
        self.add(LoggedLine { line, note: None, records, mover, undone: false });
    }

    /// Adds a note from this screen, which is never marked as undone.
    pub(crate) fn note(&mut self, role: Role, text: &str) {
        let line = Line { kind: LineKind::Note, text: text.to_owned() };
        self.add(LoggedLine { line, note: Some(role), records: 0, mover: None, undone: false });
    }

    fn add(&mut self, entry: LoggedLine) {
        if self.entries.len() == MOST {
            self.entries.drain(..MOST / 10);
            self.round = self.round.saturating_sub(MOST / 10);
        }
        self.entries.push(entry);
        self.back = 0;
    }

    /// Starts a round: moves from the previous round are no longer pinned.
    pub(crate) fn begin_round(&mut self) {
        self.round = self.entries.len();
    }

    /// Marks all lines after this record as undone.
    pub(crate) fn take_back(&mut self, records: usize) {
        for entry in &mut self.entries {
            entry.undone |= entry.records > records;
        }
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &Line> {
        self.entries.iter().filter(|entry| entry.note.is_none()).map(|entry| &entry.line)
    }

    /// Scrolls back by a number of lines, or forward if it is negative.
    pub(crate) fn scroll(&mut self, lines: isize) {
        self.back = self.back.saturating_add_signed(lines);
    }

    /// Limits scrolling to the first line, so that scrolling forward takes effect at once.
    pub(crate) fn bound(&mut self, width: u16, height: u16) {
        if self.back > 0 {
            let painted: usize = self.entries.iter().map(|entry| entry.painted(Theme::default(), width).len()).sum();
            self.back = self.back.min(painted.saturating_sub(height.into()));
        }
    }

    /// The index of the first line of a player's last move.
    fn last_move(&self, of: Seat) -> Option<usize> {
        let pinned = |entry: &LoggedLine| entry.mover == Some(of) && !entry.undone;
        Some(self.round + self.entries.get(self.round..)?.iter().rposition(pinned)?)
    }

    /// The line without which a line could be misread: the first one of a move, or the sentence before a reason.
    fn owner(&self, at: usize) -> usize {
        let records = self.entries[at].records;
        let others = self.entries[..at].iter().rev().take_while(|entry| entry.records == records);
        let first = at - others.count();
        if self.entries[first].mover.is_some() {
            return first;
        }
        let is_reason = |at: &usize| self.entries[*at].line.kind == LineKind::Reason;
        (0..=at).rev().find(|at| !is_reason(at)).unwrap_or(at)
    }

    /// The visible lines, and the number of hidden lines in the last move of the pinned player.
    ///
    /// These are the last lines, starting with a whole sentence, or earlier ones if the log is scrolled back. If the
    /// last move of the pinned player isn't among them, its first sentence stays above them.
    pub(crate) fn visible(&self, pinned: Option<Seat>, theme: Theme, area: Rect) -> (Vec<(Role, String)>, usize) {
        let height = usize::from(area.height);
        if self.back > 0 {
            return (self.scrolled_back(theme, area), 0);
        }
        let painted = |at: usize| self.entries[at].painted(theme, area.width);
        let tail = |rows: usize, least: usize| {
            let mut lines: Vec<(Role, String)> = Vec::new();
            let mut first = self.entries.len();
            while first > least {
                let before = painted(first - 1);
                if lines.len() + before.len() > rows {
                    break;
                }
                lines.splice(0..0, before);
                first -= 1;
            }
            (first, lines)
        };
        let from_sentence = |(mut first, mut lines): (usize, Vec<(Role, String)>), of: Option<usize>| {
            let is_cut = |at: &usize| self.owner(*at) < first && Some(self.owner(*at)) != of;
            let cut = (first..self.entries.len()).take_while(is_cut).count();
            if first + cut < self.entries.len() {
                let hidden: usize = (first..first + cut).map(|at| painted(at).len()).sum();
                lines.drain(..hidden);
                first += cut;
            }
            (first, lines)
        };
        let (first, mut lines) = from_sentence(tail(height, 0), None);
        if lines.is_empty() && first > 0 {
            // A single sentence is longer than the area of the log.
            let last = painted(first - 1);
            lines = last[last.len().saturating_sub(height)..].to_vec();
        }
        let Some(at) = pinned.and_then(|of| self.last_move(of)).filter(|&at| at < first && height >= 4) else {
            return (lines, 0);
        };
        let mut pinned = painted(at);
        pinned.truncate((height / 2).max(1));
        let (first, lines) = from_sentence(tail(height - pinned.len(), at + 1), Some(at));
        let hidden = (at + 1..first).map(|at| painted(at).len()).sum();
        if hidden > 0
            && let Some((_, last)) = pinned.last_mut()
        {
            let gap = theme.pick(" \u{2026}", " ...");
            if width(last) + width(gap) <= area.width.into() {
                last.push_str(gap);
            }
        }
        pinned.extend(lines);
        (pinned, hidden)
    }

    fn scrolled_back(&self, theme: Theme, area: Rect) -> Vec<(Role, String)> {
        let height = usize::from(area.height);
        // A long tournament has thousands of lines, so wrap only the last ones.
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
        if back > 0
            && let Some(last) = seen.last_mut()
        {
            let more = format!("{back} more below: PgDn");
            *last = (Role::Key, format!("{more:>width$}", width = area.width.into()));
        }
        seen
    }
}

/// Paints lines below each other.
pub(crate) fn paint(lines: Vec<(Role, String)>, theme: Theme, area: Rect, buffer: &mut Buffer) {
    for ((role, line), y) in lines.into_iter().zip(area.y..area.bottom()) {
        buffer.set_stringn(area.x, y, line, area.width.into(), theme.style(role));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::text;

    fn log(lines: usize) -> Log {
        let mut log = Log::default();
        for number in 1..=lines {
            log.push(Line::sentence(format!("Line {number}.")), number, None);
        }
        log
    }

    fn painted(log: &Log) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 3));
        paint(log.visible(None, Theme::default(), buffer.area).0, Theme::default(), buffer.area, &mut buffer);
        text(&buffer)
    }

    #[test]
    fn the_last_lines_are_visible_and_reasons_are_indented() {
        let mut log = log(2);
        log.push(Line::reason("It wins the round at once, whatever happens."), 3, None);
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
    fn notes_are_not_part_of_the_log_lines() {
        let mut log = log(1);
        log.note(Role::Wrong, "The journal can no longer be written.");
        assert_eq!(log.lines().count(), 1);
    }

    #[test]
    fn a_log_never_grows_without_end() {
        assert!(log(2 * MOST).entries.len() <= MOST);
    }

    fn pinned(log: &Log, rows: u16) -> (String, usize) {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, rows));
        let (lines, hidden) = log.visible(Some(Seat::Computer), Theme::default(), buffer.area);
        paint(lines, Theme::default(), buffer.area, &mut buffer);
        (text(&buffer), hidden)
    }

    #[test]
    fn the_computers_last_move_stays_pinned() {
        let mut log = log(2);
        log.push(Line::sentence("Computer covers 9."), 3, Some(Seat::Computer));
        for number in 4..=9 {
            log.push(Line::sentence(format!("Line {number}.")), number, None);
        }
        let shown = pinned(&log, 5);
        assert_eq!(shown, ("Computer covers 9. \u{2026}\nLine 6.\nLine 7.\nLine 8.\nLine 9.\n".to_owned(), 2));
        assert_eq!(pinned(&log, 8).1, 0, "it is visible anyway");
        log.scroll(1);
        assert!(!pinned(&log, 5).0.contains("Computer"), "the log is scrolled back");
    }

    #[test]
    fn the_last_move_of_a_round_is_not_carried_into_the_next() {
        let mut log = log(2);
        log.push(Line::sentence("Computer covers 9."), 3, Some(Seat::Computer));
        log.begin_round();
        for number in 4..=9 {
            log.push(Line::sentence(format!("Line {number}.")), number, None);
        }
        assert!(!pinned(&log, 5).0.contains("Computer"));
    }

    #[test]
    fn the_visible_log_starts_at_a_sentence() {
        let mut log = log(1);
        log.push(Line::sentence("Computer takes one seed from pit B and sows it into C."), 2, Some(Seat::Computer));
        log.push(Line::sentence("It leaves the opponent at most three seeds to capture."), 3, None);
        log.push(Line::sentence("Your turn."), 4, None);
        for rows in 3..8 {
            let shown = pinned(&log, rows).0;
            let first = shown.lines().next().unwrap();
            assert!(["Computer", "It leaves", "Your", "Line"].iter().any(|start| first.starts_with(start)), "{shown}");
        }
    }

    #[test]
    fn reasons_are_hidden_with_their_sentence() {
        let mut log = log(1);
        log.push(Line::sentence("Computer covers 9."), 2, Some(Seat::Computer));
        log.push(Line::reason("It is large."), 2, None);
        log.push(Line::reason("It is safe."), 2, None);
        assert_eq!(pinned(&log, 4).0.lines().next(), Some("Line 1."));
        log.push(Line::sentence("Computer chooses 2 dice."), 3, None);
        log.push(Line::reason("They fit better."), 3, None);
        log.push(Line::sentence("Your turn."), 4, None);
        let shown = pinned(&log, 4);
        assert_eq!(
            shown,
            ("Computer covers 9. \u{2026}\nComputer chooses 2 dice.\n  They fit better.\nYour turn.\n".to_owned(), 2)
        );
        log.push(Line::sentence("You throw 3."), 5, None);
        let shown = pinned(&log, 4);
        assert_eq!(shown, ("Computer covers 9. \u{2026}\nYour turn.\nYou throw 3.\n\n".to_owned(), 4));
    }

    #[test]
    fn a_move_is_not_cut_if_later_lines_remain() {
        let mut log = log(3);
        log.push(Line::sentence("You move to (1,3)."), 4, Some(Seat::Human));
        log.push(Line::sentence("It may capture."), 4, None);
        assert_eq!(painted(&log), "Line 3.\nYou move to (1,3).\nIt may capture.\n");
        log.push(Line::sentence("Computer moves."), 5, None);
        log.push(Line::sentence("Your turn."), 6, None);
        assert_eq!(painted(&log), "Computer moves.\nYour turn.\n\n");
    }

    #[test]
    fn undone_lines_are_grey_and_no_longer_pinned() {
        let mut log = log(2);
        log.push(Line::sentence("Computer covers 9."), 3, Some(Seat::Computer));
        log.take_back(2);
        log.push(Line::note("Taken back."), 2, None);
        assert_eq!(painted(&log), "Line 2.\n(Computer covers 9.)\nTaken back.\n");
        let mut buffer = Buffer::empty(Rect::new(0, 0, 24, 3));
        paint(log.visible(None, Theme::default(), buffer.area).0, Theme::default(), buffer.area, &mut buffer);
        assert_eq!(buffer[(3, 1)].style().add_modifier, Theme::default().style(Role::Quiet).add_modifier);
        assert_eq!(log.last_move(Seat::Computer), None);
        // The lines before the record are unchanged.
        assert!(!log.entries[1].undone);
    }
}
