//! The full screen: a table in a terminal, with keys, a mouse and moving pieces.
//!
//! It knows no rule: what can be chosen comes with the table's question, and what happened with its events.

mod app;
mod board;
mod collection;
mod game;
mod how;
mod job;
mod kept;
mod kit;
mod log;
mod open;
mod paths;
mod picture;
mod position;
mod practice;
mod preferences;
mod reading;
mod reviewing;
mod run;
mod speed;
mod start;
mod statistics;
mod text_input;
mod theme;
mod wish;

#[cfg(test)]
mod trial;

pub use app::{App, LEAST, Looks, Opening, TerminalAction};
pub use job::{Job, JobResult};
pub use preferences::{Preferences, PreferencesFile};
pub use run::{Gone, run};
pub use speed::Speed;
pub use theme::{Palette, Theme};
