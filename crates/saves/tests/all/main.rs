//! The tests of save files.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test, as it should")]

mod common;
mod files_on_disk;
mod fixtures;
mod hostile;
mod places;
mod real_files;
mod round_trips;
