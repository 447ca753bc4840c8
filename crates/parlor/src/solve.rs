//! `parlor solve`: questions about a game that have one answer.

use std::process::ExitCode;

use clap::Subcommand;

mod congkak;

/// The games that have something to solve.
#[derive(Subcommand)]
pub(crate) enum Solve {
    /// The first turn that banks the most seeds, as a list of pits that anyone can replay.
    Congkak(congkak::Arguments),
}

impl Solve {
    pub(crate) fn run(self) -> ExitCode {
        match self {
            Solve::Congkak(arguments) => congkak::run(&arguments),
        }
    }
}
