//! The tests of save files.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod common;
mod files_on_disk;
mod fixtures;
mod hostile;
mod places;
mod real_files;
mod round_trips;
