//! The tests of matches, bots and statistics.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod bad_bots;
mod examples;
mod fingerprint;
mod matches;
mod statistics;
