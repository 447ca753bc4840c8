//! Several servers, workers and nginx on one PostgreSQL: all real programs, some of them killed or suspended.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod browsers;
mod cluster;
mod faults;
mod namespaces;
mod nginx;
mod person;
mod storm;
mod thinking;
mod together;
