//! A table in the real world: its journal on disk, save files, dice files, and the program that thinks.
//!
//! A [`Host`] writes every entry to the journal before anybody is told of it, so that nothing that was
//! acknowledged is lost when the process dies.

mod advice;
mod dice_file;
mod host;
mod journals;
mod settings;
mod think;

pub use advice::{Advice, Ranked};
pub use dice_file::{BadDiceFile, read_dice_file};
pub use host::{Host, Next, save_to_disk};
pub use journals::{Journal, JournalError, Journals, Listed, Opened, State};
pub use settings::{Dice, Seats, Settings, any_seed, load, sizes, usual_size};
pub use think::{Thinking, Worth};
