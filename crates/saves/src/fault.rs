use std::fmt;

use crate::Dialect;
use crate::printable::printable_char;
use crate::report;
use crate::source::{Span, Walk};
use parlor_rules::Game;

/// One reason why a text is not a save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The offending text; empty if something is missing.
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

/// Why a text is not a save: its faults in the order of the text, at least one.
///
/// A hostile text can have any number of faults. The first [`ReadError::MOST`] found are kept, the others
/// only counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The game, if it was recognised.
    pub game: Option<Game>,
    /// What the text seems to be written in.
    pub dialect: Option<Dialect>,
    faults: Vec<Fault>,
    more: usize,
}

impl ReadError {
    /// How many faults are kept in full.
    pub const MOST: usize = 50;

    /// The faults, in the order of the text.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// How many more faults there were.
    pub fn more(&self) -> usize {
        self.more
    }

    /// A report for people: every fault with its line of the text, and the place underlined.
    ///
    /// ```
    /// let text = "Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 five 5 5 0\nNext Player: Human\n";
    /// let error = parlor_saves::read(text, None).unwrap_err();
    /// assert_eq!(error.picture("game.txt", text), "\
    /// error: \u{201c}five\u{201d} is not a number of seeds
    ///   --> game.txt:2:24
    ///    |
    ///  2 | Computer Player: 0 5 5 five 5 5 0
    ///    |                        ^^^^ expected a whole number from 0 to 50
    ///    = fix: write how many seeds pit C holds
    /// ");
    /// ```
    pub fn picture(&self, name: &str, text: &str) -> String {
        report::picture(self, name, text)
    }
}

impl fmt::Display for ReadError {
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

impl std::error::Error for ReadError {}

/// The faults as they are found.
#[derive(Default)]
pub(crate) struct Faults {
    found: Vec<UnplacedFault>,
    more: usize,
}

/// A fault whose line and column are not known yet.
struct UnplacedFault {
    span: Span,
    message: Message,
}

/// What a fault tells: the problem, what was expected, and how to fix it.
pub(crate) struct Message {
    pub(crate) problem: String,
    pub(crate) expected: String,
    pub(crate) mend: String,
}

impl Message {
    pub(crate) fn new(problem: impl Into<String>, expected: impl Into<String>, mend: impl Into<String>) -> Message {
        Message { problem: problem.into(), expected: expected.into(), mend: mend.into() }
    }
}

impl Faults {
    /// Adds a fault; the message is only made if it is kept.
    pub(crate) fn add(&mut self, span: Span, message: impl FnOnce() -> Message) {
        if self.found.len() < ReadError::MOST {
            self.found.push(UnplacedFault { span, message: message() });
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(crate) fn into_error(mut self, text: &str, game: Option<Game>, dialect: Option<Dialect>) -> ReadError {
        assert!(!self.found.is_empty(), "a reader that gives up says why");
        self.found.sort_by_key(|found| found.span);
        let mut walk = Walk::new(text);
        let locate = |UnplacedFault { span, message: Message { problem, expected, mend } }| {
            let place = walk.place(span.start);
            Fault { span, line: place.line, column: place.column, problem, expected, mend }
        };
        let faults = self.found.into_iter().map(locate).collect();
        ReadError { game, dialect, faults, more: self.more }
    }
}

/// Part of a file for a sentence: short, in quotation marks, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown: String = text.chars().take(LONGEST).map(printable_char).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('\u{2026}');
    }
    format!("\u{201c}{shown}\u{201d}")
}
