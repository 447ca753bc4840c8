//! The computer player: what a position is worth, what to choose, and why.

pub mod canoga;
pub mod congkak;
pub mod kono;

mod choice;
mod level;

pub use choice::Choice;
pub use level::Level;
