//! Support for the tests of all crates. Never part of the program.

mod child;
mod driver;
mod effort;
mod golden;

pub use child::{JOB, job, rerun};
pub use driver::{RandomPlayer, next_entry, routine};
pub use effort::{effort, proving};
pub use golden::assert_golden;
