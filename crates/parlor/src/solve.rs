//! `parlor solve`: what is known about a game.

mod kono;

use std::io;

use clap::Subcommand;

/// A game, and how much to find out.
#[derive(Subcommand)]
pub enum Game {
    /// Search the start of a Kono round.
    Kono(kono::Arguments),
}

/// Finds out and prints.
pub fn run(game: &Game) -> io::Result<()> {
    match game {
        Game::Kono(arguments) => kono::run(arguments),
    }
}
