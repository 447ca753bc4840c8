//! The computer player: what a position is worth, what to choose, and why.

pub mod congkak;

mod choice;
mod level;

pub use choice::Choice;
pub use level::Level;
