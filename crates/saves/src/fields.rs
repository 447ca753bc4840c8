//! The values in a file, as words with their places, whatever its dialect.

use parlor_rules::Seat;

use crate::Leniency;
use crate::layout::{ByField, Field, FieldKind};
use crate::names::{SaveNames, player};
use crate::reading::Reading;
use crate::source::{Span, Word};

/// The value of a field; open if it has no words.
pub(crate) struct Value<'a> {
    /// The words line by line. Only [`FieldKind::Rows`] has more than one line.
    pub(crate) rows: Vec<Vec<Word<'a>>>,
    /// Its place in the file, even if it has no words.
    pub(crate) span: Span,
}

impl<'a> Value<'a> {
    pub(crate) fn open(span: Span) -> Value<'a> {
        Value { rows: Vec::new(), span }
    }

    pub(crate) fn words(&self) -> &[Word<'a>] {
        self.rows.first().map_or(&[], Vec::as_slice)
    }

    /// The words, or their place if there are none.
    pub(crate) fn extent(&self) -> Span {
        extent(self.words()).unwrap_or(self.span)
    }
}

/// The words after the first `length`, or the place where more are missing; `otherwise` if there are no words at all.
pub(crate) fn beyond(words: &[Word<'_>], length: usize, otherwise: Span) -> Span {
    match (words.get(length), words.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        (None, Some(last)) => Span::at(last.span.end),
        _ => otherwise,
    }
}

/// The span from the first to the last of some words.
pub(crate) fn extent(words: &[Word<'_>]) -> Option<Span> {
    Some(words.first()?.span.to(words.last()?.span))
}

/// The fields that were found.
pub(crate) struct Fields<'a> {
    pub(crate) found: ByField<Value<'a>>,
    pub(crate) names: SaveNames,
}

impl<'a> Fields<'a> {
    pub(crate) fn get(&self, seat: Option<Seat>, field: &Field) -> Option<&Value<'a>> {
        self.found.get(seat, field)
    }

    /// A number of points or rounds. If it is wrong or missing, that is a fault, and the lowest possible number is
    /// used.
    pub(crate) fn tally(&self, seat: Option<Seat>, field: &Field, reading: &mut Reading) -> i64 {
        let FieldKind::Number { what, least } = field.kind else { unreachable!("{} is not a number", field.label) };
        match self.get(seat, field).map(Value::words) {
            Some([word]) if least == 1 && word.number() == Some(0) => {
                reading.note(Leniency::RoundZero, word.span);
                least
            }
            Some([word]) => reading.tally(*word, what, least),
            _ => least,
        }
    }

    /// The player that a field names.
    pub(crate) fn seat(&self, field: &Field, reading: &mut Reading) -> Option<Seat> {
        self.get(None, field).and_then(|value| player(value.words(), &self.names, reading))
    }
}
