//! Tests with a real browser.
//!
//! A [`Browser`] is a running Chromium or Firefox without a window; a [`Person`] is somebody who uses it, with cookies of
//! their own. What a person does is done with real mouse and key events, so a button that is covered can't be clicked and
//! a control that can't be reached with Tab isn't reached.
//!
//! ```no_run
//! # async fn example() -> parlor_testkit::browser::Result<()> {
//! use parlor_testkit::browser::{Browser, Program};
//!
//! let browser = Browser::shared(Program::Chromium).await?;
//! let person = browser.person().await?;
//! person.goto("http://127.0.0.1:8080/").await?;
//! person.follow_named("button", "Play").await?;
//! assert_eq!(person.text("h1").await?, "Kono");
//! assert_eq!(person.axe().await?, []);
//! # Ok(()) }
//! ```
//!
//! Browsers are found on the path; another Chromium is named by the variable `PARLOR_CHROMIUM`. Both protocols are spoken
//! by hand, because the generated clients take minutes to compile; `tab::Tab` is what they have in common.
//! Also if a test is killed, nothing is left running.

mod aria;
mod axe;
mod chromium;
mod failure;
mod firefox;
mod keys;
mod person;
mod program;
mod tab;
mod wire;

pub use axe::Finding;
pub use failure::{Failure, Result};
pub use person::{Download, Options, Person};
pub use program::{Browser, Launch, Program};

fn text_of(value: &serde_json::Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
