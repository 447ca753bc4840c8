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

/// The version of what the engine says. Raise it with every change of a value, a choice or a reason: reviews of an earlier
/// version are then computed anew, and a match that was begun with one doesn't go on with other players.
pub const VERSION: u32 = 2;

pub use assessed::Assessed;
pub use help::{Help, Outlook};
pub use job::{EngineJob, Judged, NoAnswer, Plan, Reason};
pub use limits::{Limits, StopFlag};
