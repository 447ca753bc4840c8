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
mod menu_box;
mod open;
mod paths;
mod picture;
mod position;
mod practice;
mod reading;
mod reviewing;
mod run;
mod screen;
mod start;
mod statistics;
mod text_input;
mod theme;

#[cfg(test)]
mod trial;

pub use app::{App, LEAST, Opening, TerminalAction};
pub use job::{Job, JobResult};
pub use run::{Gone, run};
