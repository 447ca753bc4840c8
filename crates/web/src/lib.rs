//! The web front end: tables in browsers.
//!
//! Everything works with plain forms and links. A small script makes it smoother: it swaps the main part of the page
//! instead of loading all of it, listens for changes, and animates them. The server doesn't know the rules of the
//! games.
//!
//! - [`Server`] listens and shuts down;
//! - `routes` has the handlers, and `guard` the middleware before them;
//! - a `room` is one table in memory, and `reviews` runs its review;
//! - `answers` reads form input; `pages` renders the HTML.

mod answers;
mod app;
pub mod assets;
mod cookies;
mod fault;
mod fields;
mod frames;
mod guard;
mod limits;
mod metrics;
mod note;
mod options;
pub mod pages;
mod painted;
mod phrase;
pub mod prefs;
mod qr;
mod recent;
mod reviews;
mod room;
mod rooms;
mod routes;
mod server;
mod turns;
mod visitor;

pub use options::{BadUrl, Options, PublicUrl, ServerLimits};
pub use server::{ServeError, Server, Service};
