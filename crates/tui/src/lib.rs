//! The full screen: a table in a terminal, with keyboard, mouse and animation.
//!
//! This crate contains no rules: the table's question comes with the possible choices, and its events describe the
//! changes.

mod app;
mod board;
mod game;
mod games;
mod how;
mod job;
mod kit;
mod log;
mod menu_box;
mod open;
mod paths;
mod picture;
mod player_filter;
mod position;
mod practice;
mod reading;
mod review_jobs;
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
pub use run::{Gone, run, terminal_columns};
