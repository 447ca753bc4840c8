//! Lines of play that are only tried, with what is wrong with them as a sentence.

use parlor_review::{BadLine, BadStep, Variation};
use parlor_table::Table;

use crate::fault::sentence;

/// A table after the steps of a line. A sentence says which step can't be played, and why.
pub(crate) fn play_line(table: &Table, line: &str) -> Result<Variation, String> {
    Variation::from(table).after(line).map_err(|BadLine { number, step, why }| {
        let sentence = sentence(&why.to_string());
        match why {
            BadStep::TooMany => sentence,
            _ => format!("Step {number}, \u{201c}{step}\u{201d}, can\u{2019}t be played: {sentence}"),
        }
    })
}
