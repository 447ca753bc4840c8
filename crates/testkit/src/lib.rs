//! Support for the tests of all crates. Never part of the program.

#[cfg(all(unix, feature = "browser"))]
pub mod browser;
mod child;
mod driver;
mod effort;
mod golden;
#[cfg(all(unix, feature = "postgres"))]
pub mod postgres;

pub use child::{JOB, job, rerun};
pub use driver::{RandomPlayer, next_entry, routine};
pub use effort::{effort, proving};
pub use golden::assert_golden;
