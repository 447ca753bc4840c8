//! Positions that don't come from a table, with what is wrong with them in words.

use parlor_review::{BadPosition, CustomPosition};

use crate::fault::FileFaults;

/// Reads a position that was set up by hand.
pub(crate) fn read_position(text: &str) -> Result<CustomPosition, FileFaults> {
    CustomPosition::read(text).map_err(|bad| {
        let (sentence, picture) = match bad {
            BadPosition::Empty => {
                ("There is nothing in it. Choose a game to begin with its first position.", String::new())
            }
            BadPosition::Journal => {
                ("This is a journal. Open it in the lobby: each of its moments can be analysed there.", String::new())
            }
            BadPosition::TooLong => ("It is too long: a position has at most 4 KiB.", String::new()),
            BadPosition::Unreadable(refusal) => (
                "This isn\u{2019}t a position yet. Here is what is wrong, with what would be right:",
                refusal.picture("position", text).trim_end().to_owned(),
            ),
        };
        FileFaults { sentence: sentence.to_owned(), picture }
    })
}
