//! The pages in a real browser: what people do with mouse, keyboard and forms, and what they see.
//!
//! The server runs in the test process, with known dice; one Chromium serves nearly all tests. After an
//! intended change of the pages, accept the new outlines with `cargo insta review`, or write them all with
//! `INSTA_UPDATE=always cargo test -p parlor-web --test browser` and look at what changed. `cargo run -p parlor-web
//! --example pictures` draws every page to `target/pictures/`.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod addresses;
mod exhibits;
mod files;
mod friend;
mod interruptions;
mod learning;
mod looks;
mod playing;
mod programs;
#[path = "../support/reopening.rs"]
mod reopening;
mod rounds;
mod script;
mod test_server;
mod two;
mod visible;
mod watching;
