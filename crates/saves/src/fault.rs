use std::fmt;

use crate::Dialect;
use crate::report;
use crate::source::{Span, Walk};
use parlor_rules::Game;

/// One thing that keeps a text from being a save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The offending text; empty where something is missing.
    pub span: Span,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
    /// What was expected there.
    pub expected: String,
    /// How to mend it.
    pub mend: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { line, column, problem, expected, .. } = self;
        write!(f, "line {line}, column {column}: {problem}; expected {expected}")
    }
}

/// Everything that keeps a text from being a save, in the order of the text; never empty.
///
/// A hostile text can have any number of faults; the first [`Refusal::MOST`] found are kept, the rest
/// counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The game, if it could be told.
    pub game: Option<Game>,
    /// What the text seems to be written in.
    pub dialect: Option<Dialect>,
    faults: Vec<Fault>,
    more: usize,
}

impl Refusal {
    /// How many faults are kept in full.
    pub const MOST: usize = 50;

    /// The faults, in the order of the text.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// How many more there were than are kept.
    pub fn more(&self) -> usize {
        self.more
    }

    /// The whole report for people: every fault with its line of the text, and the place underlined.
    ///
    /// ```
    /// let text = "Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 five 5 5 0\nNext Player: Human\n";
    /// let refusal = parlor_saves::read(text, None).unwrap_err();
    /// assert_eq!(refusal.picture("game.txt", text), "\
    /// error: \u{201c}five\u{201d} is no number of seeds
    ///   --> game.txt:2:24
    ///    |
    ///  2 | Computer Player: 0 5 5 five 5 5 0
    ///    |                        ^^^^ expected a whole number from 0 to 50
    ///    = mend: write how many seeds pit C holds
    /// ");
    /// ```
    pub fn picture(&self, name: &str, text: &str) -> String {
        report::picture(self, name, text)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        if self.more > 0 {
            write!(f, "; and {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// The faults as they are found.
#[derive(Default)]
pub(crate) struct Faults {
    found: Vec<Found>,
    more: usize,
}

/// A fault before anybody has counted lines.
struct Found {
    span: Span,
    says: Says,
}

/// The three sentences of a fault: what is wrong, what was expected, how to mend it.
pub(crate) struct Says {
    pub(crate) problem: String,
    pub(crate) expected: String,
    pub(crate) mend: String,
}

impl Says {
    pub(crate) fn new(problem: impl Into<String>, expected: impl Into<String>, mend: impl Into<String>) -> Says {
        Says { problem: problem.into(), expected: expected.into(), mend: mend.into() }
    }
}

impl Faults {
    /// Adds a fault; its sentences are only made where they are kept.
    pub(crate) fn add(&mut self, span: Span, says: impl FnOnce() -> Says) {
        if self.found.len() < Refusal::MOST {
            self.found.push(Found { span, says: says() });
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(crate) fn refuse(mut self, text: &str, game: Option<Game>, dialect: Option<Dialect>) -> Refusal {
        self.found.sort_by_key(|found| found.span);
        let mut walk = Walk::new(text);
        let locate = |Found { span, says: Says { problem, expected, mend } }| {
            let place = walk.place(span.start);
            Fault { span, line: place.line, column: place.column, problem, expected, mend }
        };
        let faults = self.found.into_iter().map(locate).collect();
        Refusal { game, dialect, faults, more: self.more }
    }
}

/// A piece of a file in a sentence: short, in quotation marks, harmless to a terminal.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown: String = text.chars().take(LONGEST).map(harmless).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('\u{2026}');
    }
    format!("\u{201c}{shown}\u{201d}")
}

/// A character that neither moves the cursor nor turns the writing round.
pub(crate) fn harmless(c: char) -> char {
    match c {
        '\t' => ' ',
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}
