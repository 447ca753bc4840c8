//! Several servers, workers and nginx on one `PostgreSQL`: all of them real programs, some of them killed or paused.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]
#![cfg(target_os = "linux")]

mod browsers;
mod cluster;
mod faults;
mod nginx;
mod person;
mod storm;
mod thinking;
mod together;
