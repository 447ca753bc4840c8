//! The referee against the slow twins of the rules: random tournaments must follow, damaged saves must not, unless the
//! twins find a way.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test, as it should")]

// The twins from the tests of the rules.
#[path = "../../../rules/tests/rules/twins/mod.rs"]
mod twins;

mod canoga;
mod cases;
mod congkak;
mod kono;
mod real_files;
mod support;
