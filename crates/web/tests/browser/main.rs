//! The page in a real browser: what people do with mouse, keys and forms, and what they see.
//!
//! The server runs in this program, with tables whose dice are known; one Chromium serves nearly all tests. After a change of
//! the pages that is meant, accept the new outlines with `cargo insta review`, or write them all with
//! `INSTA_UPDATE=always cargo test -p parlor-web --test browser` and look at what changed.
//! `cargo run -p parlor-web --example pictures` draws the pictures in `docs/pictures/web/` again.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod addresses;
mod exhibits;
mod files;
mod house;
mod interruptions;
mod learning;
mod looks;
mod playing;
mod programs;
mod rounds;
mod script;
mod two;
