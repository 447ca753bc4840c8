//! The protocol as another program sees it: transcripts that read as documentation, whole tournaments, and lines that
//! are wrong in every way.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test, as it should")]

mod hostile;
mod lines;
mod tournaments;
mod transcripts;
