use parlor_rules::Seat;
use parlor_view::{Line, LineKind, LogEntry, Names};

/// A sentence of the log.
pub(in crate::pages) struct LogLine {
    pub(in crate::pages) class: &'static str,
    /// The name of a player at the beginning of the sentence.
    pub(in crate::pages) name: String,
    pub(in crate::pages) text: String,
    /// Further reasons after the first one.
    pub(in crate::pages) more: Vec<String>,
}

/// The maximum number of characters of the log beside the board. One entry is always shown.
pub(crate) const LOG_CHARACTERS: usize = 3600;

/// The last entries of a log. A long round would make its page too heavy to be sent after each move.
pub(super) fn latest(log: &[LogEntry]) -> &[LogEntry] {
    let mut room = LOG_CHARACTERS;
    let fits = |entry: &&LogEntry| {
        let size = entry.characters();
        let fits = room >= size;
        room = room.saturating_sub(size);
        fits
    };
    let count = log.iter().rev().take_while(fits).count();
    &log[log.len() - count.max(1).min(log.len())..]
}

/// Sentences for display. The name of the player who acted is highlighted.
pub(in crate::pages) fn log_lines(lines: &[Line], names: &Names, seat: Option<Seat>) -> Vec<LogLine> {
    let mut shown: Vec<LogLine> = Vec::new();
    for line in lines {
        if let (LineKind::Reason, Some(LogLine { class: "because", more, .. })) = (line.kind, shown.last_mut()) {
            more.push(line.text.clone());
            continue;
        }
        let class = match line.kind {
            LineKind::Sentence => "",
            LineKind::Reason => "because",
            LineKind::Result => "result",
            LineKind::Note => "note",
        };
        let name = seat.map(|seat| names.subject(seat)).filter(|_| line.kind == LineKind::Sentence);
        let rest = name.as_ref().and_then(|name| line.text.strip_prefix(name)).filter(|rest| rest.starts_with(' '));
        let (name, text) = match (&name, rest) {
            (Some(name), Some(rest)) => (name.clone(), rest),
            _ => (String::new(), line.text.as_str()),
        };
        shown.push(LogLine { class, name, text: text.to_owned(), more: Vec::new() });
    }
    shown
}
