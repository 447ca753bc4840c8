//! Several servers, workers and nginx with one PostgreSQL, and friends with real browsers. All of these are real
//! programs, and some of them are killed or suspended.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod browsers;
mod cluster;
mod faults;
mod friends;
mod namespaces;
mod nginx;
mod person;
mod storm;
mod thinking;
mod together;
