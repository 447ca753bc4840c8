//! The program: its arguments, and which room of the house they lead to.

use parlor_rules::Game;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod check;
mod convert;
mod files;
mod line;
mod play;
mod rpc;
mod screen;
mod show;
mod solve;
mod talk;

/// Canoga, Congkak and Kono against a computer that plays to win and says why.
///
/// Without a command it asks what to play.
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    options: play::PlayOptions,
}

#[derive(Subcommand)]
enum Command {
    /// Play Canoga: dice, and two rows of squares.
    Canoga(play::PlayOptions),
    /// Play Congkak: seeds sown around two rows of pits.
    Congkak(play::PlayOptions),
    /// Play Kono: diagonal steps to the other side.
    Kono(play::PlayOptions),
    /// Go on with a game that was left, the last one or the one of this name.
    Continue {
        /// A name that parlor journals lists.
        name: Option<String>,
        #[command(flatten)]
        screen: screen::ScreenOptions,
    },
    /// List the games that are kept, or remove some.
    Journals(play::ListJournals),
    /// Let another program play: JSON-RPC 2.0, a request a line on standard input, an answer a line on
    /// standard output.
    Rpc,
    Check(check::Check),
    Convert(convert::Convert),
    Show(show::Show),
    /// Solve a game and say what is known for certain about it.
    #[command(subcommand)]
    Solve(solve::Solve),
}

fn main() -> ExitCode {
    let Arguments { command, options } = Arguments::parse();
    match command {
        None => play::run(None, &options),
        Some(Command::Canoga(options)) => play::run(Some(Game::Canoga), &options),
        Some(Command::Congkak(options)) => play::run(Some(Game::Congkak), &options),
        Some(Command::Kono(options)) => play::run(Some(Game::Kono), &options),
        Some(Command::Continue { name, screen }) => play::go_on(name.as_deref(), &screen),
        Some(Command::Journals(journals)) => journals.run(),
        Some(Command::Rpc) => rpc::run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Show(show)) => show.run(),
        Some(Command::Solve(solve)) => solve.run(),
    }
}
