//! Support for the tests of all crates. Never part of the program.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

#[cfg(feature = "browser")]
pub mod browser;
mod child;
mod driver;
mod effort;
mod golden;
#[cfg(feature = "program")]
mod home;
#[cfg(feature = "program")]
pub mod http;
#[cfg(feature = "forms")]
pub mod page;
#[cfg(feature = "program")]
mod player;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "program")]
mod proxy;
#[cfg(feature = "program")]
mod server;

pub use child::{JOB, job, rerun};
pub use driver::{Random, RandomPlayer, long_journal, next_entry, routine};
pub use effort::{effort, proving};
pub use golden::assert_golden;
#[cfg(feature = "program")]
pub use {
    home::Home,
    http::FormBrowser,
    player::{Player, TablePage, Turn},
    proxy::Proxy,
    server::{AT_MOST, Server, Worker},
};
