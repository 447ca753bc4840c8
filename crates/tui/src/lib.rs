//! The full screen: a table in a terminal, with keys, a mouse and moving pieces.
//!
//! It knows no rule: what can be chosen comes with the table's question, and what happened with its events.

mod app;
mod beats;
mod board;
mod choose;
mod game;
mod how;
mod input;
mod job;
mod kept;
mod kit;
mod log;
mod open;
mod paths;
mod picture;
mod replay;
mod run;
mod scene;
mod speed;
mod start;
mod theme;
mod wish;
mod wrap;

#[cfg(test)]
mod trial;

pub use app::{App, Flow, LEAST, Looks, Opening};
pub use job::{Job, Thought};
pub use run::{Gone, run};
pub use speed::Speed;
pub use theme::{Palette, Theme};
