//! `parlor solve`: what is known for certain about a game.

use std::process::ExitCode;

use clap::Subcommand;

mod canoga;
mod congkak;

/// The games that have something to solve.
#[derive(Subcommand)]
pub(crate) enum Solve {
    Canoga(canoga::Canoga),
    /// The first turn that banks the most seeds, as a list of pits that anyone can replay.
    Congkak(congkak::Arguments),
}

impl Solve {
    pub(crate) fn run(&self) -> ExitCode {
        match self {
            Solve::Canoga(canoga) => canoga.run(),
            Solve::Congkak(arguments) => congkak::run(arguments),
        }
    }
}
