use std::fmt;

use crate::Dialect;
use crate::printable::printable_char;
use crate::report;
use crate::source::Span;
use parlor_rules::Game;

/// One reason why a text is not a save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveFault {
    /// The offending text; empty if something is missing.
    pub span: Span,
    /// The line of the fault, from 1.
    pub line: usize,
    /// The column of the fault in characters, from 1.
    pub column: usize,
    /// A clause that says what is wrong.
    pub problem: String,
    /// The text that would be right, in words.
    pub expected: String,
    /// An instruction that fixes the fault.
    pub fix: String,
}

impl fmt::Display for SaveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SaveFault { line, column, problem, expected, .. } = self;
        write!(f, "line {line}, column {column}: {problem}; expected {expected}")
    }
}

/// The reasons why a text is not a save: its faults in the order of the text, at least one.
///
/// A hostile text can have any number of faults. The first [`ReadError::MOST`] found are kept; the rest are only
/// counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The game, if it was recognised.
    pub game: Option<Game>,
    /// The dialect that the text seems to be written in.
    pub dialect: Option<Dialect>,
    pub(crate) faults: Vec<SaveFault>,
    pub(crate) more: usize,
}

impl ReadError {
    /// The number of faults that are kept in full.
    pub const MOST: usize = 50;

    /// The faults, in the order of the text.
    pub fn faults(&self) -> &[SaveFault] {
        &self.faults
    }

    /// The number of further faults.
    pub fn more(&self) -> usize {
        self.more
    }

    /// A report for people: every fault with its line of the text, and its place underlined.
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

/// Quotes part of a file in a sentence: shortened, in quotation marks, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown: String = text.chars().take(LONGEST).map(printable_char).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('\u{2026}');
    }
    format!("\u{201c}{shown}\u{201d}")
}
