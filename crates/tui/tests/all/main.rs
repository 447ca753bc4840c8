//! The tests of the full screen.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod common;
mod learning;
mod playing;
mod regressions;
mod screens;
mod tournaments;
