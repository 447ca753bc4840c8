//! Tests of tournaments and journals.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test, as it should")]

mod replays;
mod rulebook;
mod seeds;
mod support;
mod table;
