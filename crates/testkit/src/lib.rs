//! Support for the tests of all crates. Never part of the program.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

#[cfg(all(unix, feature = "browser"))]
pub mod browser;
mod child;
mod driver;
mod effort;
mod golden;
#[cfg(all(unix, feature = "program"))]
mod home;
#[cfg(all(unix, feature = "program"))]
pub mod http;
#[cfg(feature = "forms")]
pub mod page;
#[cfg(all(unix, feature = "program"))]
mod player;
#[cfg(all(unix, feature = "postgres"))]
pub mod postgres;
#[cfg(all(unix, feature = "program"))]
mod server;

pub use child::{JOB, job, rerun};
pub use driver::{Random, RandomPlayer, next_entry, routine};
pub use effort::{effort, proving};
pub use golden::assert_golden;
#[cfg(all(unix, feature = "program"))]
pub use {
    home::Home,
    http::FormBrowser,
    player::{Player, TablePage, Turn},
    server::{AT_MOST, Server, Worker},
};
