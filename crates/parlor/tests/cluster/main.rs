//! Several servers, workers and nginx on one `PostgreSQL`: all of them real programs, some of them killed or paused.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]
#![cfg(target_os = "linux")]

#[path = "../web/browser.rs"]
#[allow(dead_code, reason = "the tests of one server need more of it")]
mod browser;
mod browsers;
mod cluster;
mod faults;
mod nginx;
#[path = "../web/numbers.rs"]
#[allow(dead_code, reason = "the tests of one server need more of it")]
mod numbers;
#[path = "../web/page.rs"]
#[allow(dead_code, reason = "the tests of one server need more of it")]
mod page;
mod person;
#[path = "../web/server.rs"]
#[allow(dead_code, reason = "the tests of one server need more of it")]
mod server;
mod storm;
mod thinking;
mod together;
