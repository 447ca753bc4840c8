//! `parlor solve`: what is known for certain about a game.

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::Subcommand;

use crate::files::{TROUBLE, complain};

mod canoga;
mod congkak;
mod kono;

/// The games that have something to solve.
#[derive(Subcommand)]
pub(crate) enum Solve {
    Canoga(canoga::Canoga),
    /// The first turn that banks the most seeds, as a list of pits that anyone can replay.
    Congkak(congkak::Arguments),
    /// What a search of the start of a round finds, and how far it looked.
    Kono(kono::Arguments),
}

impl Solve {
    pub(crate) fn run(&self) -> ExitCode {
        match self {
            Solve::Canoga(canoga) => canoga.run(),
            Solve::Congkak(arguments) => congkak::run(arguments),
            Solve::Kono(arguments) => match kono::run(arguments) {
                // Whoever read the output has seen enough.
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    complain(&format!("parlor: {error}"));
                    TROUBLE.into()
                }
                _ => ExitCode::SUCCESS,
            },
        }
    }
}
