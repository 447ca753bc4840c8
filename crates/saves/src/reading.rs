//! The faults and notes found so far, and how numbers and words are read.

use parlor_rules::MAX_TALLY;

use crate::fault::{Faults, Message, quoted};
use crate::source::{Span, Walk, Word};
use crate::{Kindness, Note};

/// The state of reading a text.
#[derive(Default)]
pub(crate) struct Reading {
    pub(crate) faults: Faults,
    notes: Vec<(Kindness, Option<Span>)>,
}

impl Reading {
    pub(crate) fn fault(&mut self, span: Span, message: impl FnOnce() -> Message) {
        self.faults.add(span, message);
    }

    /// Notes a kindness once, at its first place.
    pub(crate) fn note(&mut self, kindness: Kindness, span: Span) {
        match self.notes.iter_mut().find(|(noted, _)| *noted == kindness) {
            Some((_, first)) => *first = (*first).min(Some(span)),
            None => self.notes.push((kindness, Some(span))),
        }
    }

    /// Notes something about the whole file.
    pub(crate) fn note_whole(&mut self, kindness: Kindness) {
        self.notes.push((kindness, None));
    }

    /// The notes in the order of the text; those about the whole file come first.
    pub(crate) fn into_notes(mut self, text: &str) -> Vec<Note> {
        self.notes.sort_by_key(|&(_, span)| span);
        let mut walk = Walk::new(text);
        let locate = |(kindness, span): (Kindness, Option<Span>)| {
            let line = span.map(|span| walk.place(span.start).line);
            Note { kindness, line }
        };
        self.notes.into_iter().map(locate).collect()
    }

    /// Whether a word is this one. Unusual upper or lower case is noted.
    pub(crate) fn is(&mut self, word: Word<'_>, ours: &str) -> bool {
        let same = word.is(ours);
        if same && word.text != ours {
            self.note(Kindness::LetterCase, word.span);
        }
        same
    }

    /// A whole number; `None` if the word isn't one, or is far too large.
    pub(crate) fn number(&mut self, word: Word<'_>) -> Option<i64> {
        if !word.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number = word.text.parse().ok()?;
        if word.text.len() > 1 && word.text.starts_with('0') {
            self.note(Kindness::LeadingZeros, word.span);
        }
        Some(number)
    }

    /// A number of points or of rounds. A wrong one is a fault, and `least` is used instead.
    pub(crate) fn tally(&mut self, word: Word<'_>, what: &str, least: i64) -> i64 {
        match self.number(word) {
            Some(number) if (least..=MAX_TALLY.into()).contains(&number) => number,
            _ => {
                self.fault(word.span, || {
                    Message::new(
                        format!("{} is not a {what}", quoted(word.text)),
                        format!("a whole number from {least} to {MAX_TALLY}"),
                        format!("write the {what} in digits alone, without sign, point or words"),
                    )
                });
                least
            }
        }
    }
}
