//! The computer player: what a position is worth, what to choose, and why.

mod level;

pub use level::Level;
