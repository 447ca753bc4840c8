//! Canoga, solved.
mod parallel;
mod solution;
mod turn;

pub use solution::{Cancelled, Progress, Solution};
