//! Lines of play that are only tried, with what is wrong with them as a sentence.

use parlor_review::{BadLine, BadStep, Variation};
use parlor_table::Table;

use crate::fault::sentence;

/// An empty line from a table.
pub(crate) struct Tried {
    empty: Variation,
    /// The table as the engine is asked about it, if there is something to decide.
    pub(crate) asked: Option<Table>,
}

impl Tried {
    pub(crate) fn from(table: &Table) -> Tried {
        let empty = Variation::from(table);
        Tried { asked: empty.asked.clone(), empty }
    }

    /// After the steps of a line. A sentence says which step can't be played, and why.
    pub(crate) fn after(self, line: &str) -> Result<Variation, String> {
        self.empty.after(line).map_err(|BadLine { number, step, why }| match why {
            BadStep::TooMany => sentence(&why.to_string()),
            why => {
                let why = sentence(&why.to_string());
                format!("Step {number}, \u{201c}{step}\u{201d}, can\u{2019}t be played: {why}")
            }
        })
    }
}
