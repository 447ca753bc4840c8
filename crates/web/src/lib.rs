//! The page: tables in browsers.
//!
//! Everything works by plain forms and links. A small script makes it smoother: it swaps the main part of the page
//! instead of loading all of it, listens for changes, and animates them. The server knows no rule of a game.
//!
//! - [`Server`] listens, and ends in good order;
//! - `routes` says which address leads where, and `guard` what stands before all of them;
//! - a `room` is one table in memory, and `reviews` are what is being reviewed;
//! - `answers` reads what a person means; `pages` makes the pages.

mod answers;
mod app;
pub mod assets;
mod fault;
mod fields;
mod frames;
mod guard;
mod limits;
mod metrics;
mod note;
mod options;
pub mod pages;
pub mod prefs;
mod reviews;
mod room;
mod rooms;
mod routes;
mod server;
mod visitor;

pub use options::{BadUrl, Options, PublicUrl, ServerLimits};
pub use server::{ServeError, Server, service};
