//! Reports of faults for people: each fault with its line, and its place underlined.

use std::fmt::Write;

use crate::ReadError;
use crate::printable::{printable, printable_char};
use crate::source::line_at;

/// The maximum number of characters of a line that are shown.
const WIDTH: usize = 60;

/// The number of characters of a longer line that are shown before the fault.
const BEFORE: usize = 40;

pub(crate) fn picture(error: &ReadError, name: &str, text: &str) -> String {
    let name = printable(name);
    let mut picture = String::new();
    let gutter = error.faults().iter().map(|fault| fault.line.to_string().len()).max();
    let gutter = gutter.expect("there is at least one fault");
    for (i, fault) in error.faults().iter().enumerate() {
        let line = line_at(text, fault.span.start);
        let length = fault.span.end.saturating_sub(fault.span.start);
        let Excerpt { shown, indent, marks } = excerpt(line.text, line.offset, length);
        let between = if i == 0 { "" } else { "\n" };
        let (marks, marked) = (" ".repeat(indent) + &"^".repeat(marks), fault.line);
        // Writing to a string can't fail.
        let _ = writeln!(
            picture,
            "{between}error: {}\n{:gutter$} --> {name}:{}:{}\n{:gutter$}  |\n {marked:gutter$} | {shown}\n{:gutter$}  | {marks} expected {}\n{:gutter$}  = fix: {}",
            fault.problem, "", fault.line, fault.column, "", "", fault.expected, "", fault.fix
        );
    }
    if error.more() > 0 {
        let _ = writeln!(picture, "\nand {} more faults like these", error.more());
    }
    picture
}

struct Excerpt {
    shown: String,
    /// Columns before the first mark.
    indent: usize,
    marks: usize,
}

/// The part of a line around the fault, at most [`WIDTH`] characters of it.
fn excerpt(line: &str, at: usize, length: usize) -> Excerpt {
    let (before, from) = line.split_at(at);
    // Taken backwards, so that a long line costs no more than a short one.
    let mut lead: Vec<char> = before.chars().rev().take(BEFORE + 1).map(printable_char).collect();
    if lead.len() > BEFORE {
        lead[BEFORE] = '\u{2026}';
    }
    lead.reverse();
    let indent = lead.len();
    let room = WIDTH - indent;
    let mut shown: String = lead.into_iter().chain(from.chars().take(room).map(printable_char)).collect();
    if from.chars().nth(room).is_some() {
        shown.push('\u{2026}');
    }
    let marked = from.trim_end().char_indices().take(room).take_while(|&(start, _)| start < length);
    let marks = marked.count().max(1);
    Excerpt { shown: shown.trim_end().to_owned(), indent, marks }
}
