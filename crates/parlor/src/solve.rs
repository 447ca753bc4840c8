//! `parlor solve`: what is known for certain about a game.

use std::process::ExitCode;

use clap::{Args, Subcommand};

mod canoga;

/// Solve a game and say what is known for certain about it.
#[derive(Args)]
pub(crate) struct Solve {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    Canoga(canoga::Canoga),
}

impl Solve {
    pub(crate) fn run(&self) -> ExitCode {
        match &self.game {
            Game::Canoga(canoga) => canoga.run(),
//! `parlor solve`: questions about a game that have one answer.
use clap::Subcommand;
mod congkak;
/// The games that have something to solve.
pub(crate) enum Solve {
    /// The first turn that banks the most seeds, as a list of pits that anyone can replay.
    Congkak(congkak::Arguments),
    pub(crate) fn run(self) -> ExitCode {
        match self {
            Solve::Congkak(arguments) => congkak::run(&arguments),
        }
    }
}
