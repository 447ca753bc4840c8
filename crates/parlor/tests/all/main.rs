//! Tests of the program on a terminal: line mode, full screen, and commands.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod arena;
mod course;
mod example_bots;
mod fair_dice;
mod full_screen;
mod learning;
mod line;
mod output;
mod people;
mod pictures;
mod pty;
mod review;
mod rpc;
mod saves;
mod solve_canoga;
mod solve_congkak;
mod solve_kono;
mod streams;
mod terminal;
