//! The computer player: what a position is worth, what to choose, and why.
//!
//! An [`EngineJob`] asks about any game. The modules have what is specific to one game.

#![warn(missing_docs)]

pub mod canoga;
pub mod congkak;
pub mod kono;

mod evaluation;
mod help;
mod job;
mod limits;

/// The version of the engine's answers. Raise it with every change of a value, a choice or a reason: reviews of an earlier
/// version are then computed anew, and a match isn't resumed with other players. `crates/arena/tests/all/fingerprint.rs` checks
/// that it was raised.
pub const VERSION: u32 = 6;

pub use evaluation::{Evaluation, Reason};
pub use help::{Help, Outlook};
pub use job::{EngineJob, NoAnswer, Plan};
pub use limits::{Limits, StopFlag};
