//! The protocol, tried as another program would: transcripts that read as documentation, whole tournaments
//! played through it alone, and everything that can be wrong with a line.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod hostile;
mod lines;
mod tournaments;
mod transcripts;
