//! The program with a real PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

#[path = "../all/output.rs"]
mod output;
mod store;
mod stores;
