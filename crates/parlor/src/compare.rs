//! `parlor compare`: checks that two saves have the same position.

use std::path::PathBuf;

use clap::Args;
use parlor_referee::{Difference, differences};
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use crate::follows::read;
use crate::output::{stderr_line, to_stdout};

/// Check whether two saves hold the same position, and list every difference.
///
/// The saves can be in different dialects. Names and stored throws aren't compared. Exit code: 0 the same, 1 different, 2 a
/// bad file or wrong usage.
#[derive(Args)]
pub(crate) struct Compare {
    /// The first save; - is standard input.
    first: PathBuf,
    /// The second save.
    second: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Compare {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let (first, second) = (read(&self.first)?, read(&self.second)?);
        let found = differences(&first.standing, &second.standing);
        let same = found.is_empty();
        let text = if self.json {
            let list: Value = found
                .iter()
                .map(|Difference { place, first, second }| json!({ "place": place, "first": first, "second": second }))
                .collect();
            format!("{}\n", json!({ "same": same, "differences": list }))
        } else if same {
            "the same position\n".to_owned()
        } else {
            found
                .iter()
                .map(|Difference { place, first, second }| {
                    format!("{place}: {first} in the first, {second} in the second\n")
                })
                .collect()
        };
        to_stdout(|out| out.write_all(text.as_bytes()))?;
        if first.dice != second.dice {
            stderr_line("Note: the stored throws differ.");
        }
        Ok(if same { Exit::Fine } else { Exit::CheckFailed })
    }
}
