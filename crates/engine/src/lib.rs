//! The computer player: values of positions, choices, and the reasons for them.
//!
//! An [`EngineJob`] asks about any game. Each game's own API is in its module.

#![warn(missing_docs)]

pub mod canoga;
pub mod congkak;
pub mod kono;

mod chance;
mod evaluation;
mod help;
mod job;
mod limits;

/// The version of the engine's answers. Raise it with every change of a value, a choice or a reason: reviews by an
/// earlier version are then computed again, and a match isn't resumed with players that have changed.
/// `crates/arena/tests/all/fingerprint.rs` checks that it was raised.
pub const VERSION: u32 = 13;

pub use evaluation::{Evaluation, Reason};
pub use help::{Help, Outlook};
pub use job::{EngineJob, NoAnswer, Plan};
pub use limits::{Limits, StopFlag};
