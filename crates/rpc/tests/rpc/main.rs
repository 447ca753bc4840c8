//! The protocol as another program sees it: transcripts that read as documentation, whole tournaments, and everything
//! that can be wrong with a line.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod hostile;
mod lines;
mod tournaments;
mod transcripts;
