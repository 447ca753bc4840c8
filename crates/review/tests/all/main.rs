//! Tests of reviews.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test, as it should")]

mod canoga;
mod examples;
mod exercises;
mod grades;
mod reuse;
mod reviews;
mod spread;
mod steps;
mod support;
