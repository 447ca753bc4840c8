//! Tests of tournaments and journals.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod retelling;
mod rulebook;
mod seeds;
mod support;
mod table;
