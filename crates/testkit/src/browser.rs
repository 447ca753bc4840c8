//! Tests with a real browser.
//!
//! A [`Chromium`] is one running browser without a window; a [`Person`] is somebody who uses it, with cookies of their
//! own. What a person does is done with real mouse and key events, so a button that is covered can't be clicked and a
//! control that can't be reached with Tab isn't reached.
//!
//! ```no_run
//! # async fn example() -> parlor_testkit::browser::Result<()> {
//! use parlor_testkit::browser::Chromium;
//!
//! let chromium = Chromium::shared().await?;
//! let person = chromium.person().await?;
//! person.goto("http://127.0.0.1:8080/").await?;
//! person.follow_named("button", "Play").await?;
//! assert_eq!(person.text("h1").await?, "Kono");
//! assert_eq!(person.axe().await?, []);
//! # Ok(()) }
//! ```
//!
//! The browser is found by the variable `PARLOR_CHROMIUM`, or else on the path. It is spoken to in its own protocol
//! (CDP) over a pipe, written by hand here, because the generated clients take minutes to compile.
//! When the pipe closes, the browser ends: also if a test is killed, nothing is left running.

mod aria;
mod axe;
mod chromium;
mod failure;
mod keys;
mod person;
mod wire;

pub use axe::Finding;
pub use chromium::{Chromium, Launch};
pub use failure::{Failure, Result};
pub use person::{Download, Options, Person};
