//! The faults and notes found so far, and the reading of numbers.

use parlor_rules::{Game, MAX_TALLY};

use crate::fault::quoted;
use crate::source::{Span, Word, line_at};
use crate::{Dialect, Leniency, Note, ReadError, SaveFault};

/// The state of reading a text.
#[derive(Default)]
pub(crate) struct Reading {
    faults: Vec<SaveFault>,
    /// The number of further faults, which are only counted.
    more: usize,
    notes: Vec<(Leniency, Option<Span>)>,
}

impl Reading {
    pub(crate) fn fault(
        &mut self,
        span: Span,
        problem: impl Into<String>,
        expected: impl Into<String>,
        fix: impl Into<String>,
    ) {
        if self.faults.len() == ReadError::MOST {
            self.more += 1;
            return;
        }
        let (problem, expected, fix) = (problem.into(), expected.into(), fix.into());
        self.faults.push(SaveFault { span, line: 0, column: 0, problem, expected, fix });
    }

    pub(crate) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    pub(crate) fn into_error(mut self, text: &str, game: Option<Game>, dialect: Option<Dialect>) -> ReadError {
        assert!(self.has_faults(), "a reader that gives up says why");
        self.faults.sort_by_key(|fault| fault.span);
        for fault in &mut self.faults {
            let line = line_at(text, fault.span.start);
            (fault.line, fault.column) = (line.number, line.text[..line.offset].chars().count() + 1);
        }
        ReadError { game, dialect, faults: self.faults, more: self.more }
    }

    /// Notes a variation once, at its first place.
    pub(crate) fn note(&mut self, leniency: Leniency, span: Span) {
        match self.notes.iter_mut().find(|(noted, _)| *noted == leniency) {
            Some((_, first)) => *first = (*first).min(Some(span)),
            None => self.notes.push((leniency, Some(span))),
        }
    }

    /// Notes something about the whole file.
    pub(crate) fn note_whole(&mut self, leniency: Leniency) {
        self.notes.push((leniency, None));
    }

    /// True if the text itself has no variations.
    pub(crate) fn only_about_the_game(&self) -> bool {
        self.notes.iter().all(|(leniency, _)| leniency.is_about_the_game())
    }

    /// The notes in the order of the text; those about the whole file come first.
    pub(crate) fn into_notes(mut self, text: &str) -> Vec<Note> {
        self.notes.sort_by_key(|&(_, span)| span);
        let locate = |(leniency, span): (Leniency, Option<Span>)| Note {
            leniency,
            line: span.map(|span| line_at(text, span.start).number),
        };
        self.notes.into_iter().map(locate).collect()
    }

    /// Reports a repetition of something that may occur only once.
    pub(crate) fn second_time(&mut self, label: &str, span: Span) {
        self.fault(
            span,
            format!("{label} appears a second time"),
            format!("{label} only once"),
            "keep one of them and remove the other",
        );
    }

    /// A number of points or of rounds. A wrong one is a fault, and `least` is used instead.
    pub(crate) fn tally(&mut self, word: Word<'_>, what: &str, least: i64) -> i64 {
        match word.number() {
            Some(number) if (least..=MAX_TALLY.into()).contains(&number) => number,
            _ => {
                self.fault(
                    word.span,
                    format!("{} is not a {what}", quoted(word.text)),
                    format!("a whole number from {least} to {MAX_TALLY}"),
                    format!("write the {what} in digits alone, without sign, point or words"),
                );
                least
            }
        }
    }
}
