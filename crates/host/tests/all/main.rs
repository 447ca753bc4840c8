//! The tests of stores, journals and opponents that need no database server.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod journal_faults;
mod journals;
mod opponents;
mod plans;
mod registries;
mod stores;
