//! Tests with a real browser.
//!
//! A [`Browser`] is a running Chromium or Firefox without a window. A [`Person`] uses it with separate cookies and with
//! real mouse and key events, so a covered button can't be clicked, and a control is reached only if Tab leads to it.
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
//! Browsers are found on the path; the variable `PARLOR_CHROMIUM` names another Chromium. The clients for both
//! protocols are written by hand, because generated ones take minutes to compile; `tab::Tab` is their common interface.
//! No process is left running, even if a test is killed.

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
