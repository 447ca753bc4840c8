//! How the list dialects are written.

use std::fmt::Display;

use parlor_rules::Seat;

use crate::Dialect;

/// The marks of a list dialect.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    pub(crate) open: char,
    pub(crate) close: char,
    /// Follows each value of a list but the last.
    pub(crate) comma: &'static str,
    /// Ends the file.
    pub(crate) stop: &'static str,
    /// Begins a comment.
    pub(crate) comment: char,
    small: bool,
}

impl Pen {
    /// The pen for a dialect; `None` for text, which has no lists.
    pub(crate) fn of(dialect: Dialect) -> Option<Pen> {
        match dialect {
            Dialect::Text => None,
            Dialect::Lisp => Some(Pen { open: '(', close: ')', comma: "", stop: "", comment: ';', small: false }),
            Dialect::Prolog => Some(Pen { open: '[', close: ']', comma: ",", stop: ".", comment: '%', small: true }),
        }
    }

    /// A name, colour or piece in the case of the dialect.
    pub(crate) fn word(&self, word: impl Display) -> String {
        let word = word.to_string();
        if self.small { word.to_ascii_lowercase() } else { word }
    }

    /// A seat's name.
    pub(crate) fn seat(&self, seat: Seat) -> String {
        self.word(seat)
    }

    /// A list on one line, its values `gap` apart.
    pub(crate) fn row(&self, words: &[String], gap: &str) -> String {
        let Pen { open, close, comma, .. } = self;
        format!("{open} {} {close}", words.join(&format!("{comma}{gap}")))
    }

    /// How an open value is written.
    pub(crate) fn nothing(&self) -> String {
        format!("{}{}", self.open, self.close)
    }

    /// The whole save: its parts, separated by blank lines.
    pub(crate) fn whole(&self, parts: &[String]) -> String {
        let Pen { open, close, comma, stop, .. } = self;
        let parts = parts.join(&format!("{comma}\n\n   "));
        format!("{open}\n   {parts}\n{close}{stop}\n")
    }
}
