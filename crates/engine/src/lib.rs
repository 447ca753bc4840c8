//! The computer player: what a position is worth, what to choose, and why.
//!
//! An [`EngineJob`] asks about any game. The modules have what is specific to one game.

pub mod canoga;
pub mod congkak;
pub mod kono;

mod assessed;
mod help;
mod job;
mod limits;

/// The version of what the engine says. Raise it with every change of a value, a choice or a reason at full strength:
/// what was kept of an earlier version is then computed anew.
pub const VERSION: u32 = 1;

pub use assessed::Assessed;
pub use help::{Help, Outlook};
pub use job::{EngineJob, Judged, NoAnswer, Plan, Reason};
pub use limits::{Limits, StopFlag};
