//! The program: its arguments, and which room of the house they lead to.

mod solve;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Canoga, Congkak and Kono against a computer that plays to win and says why.
#[derive(Parser)]
#[command(version, about, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Let another program play: JSON-RPC 2.0, a request a line on standard input, an answer a line on
    /// standard output.
    Rpc,
    /// Find out what is known about a game.
    #[command(subcommand)]
    Solve(solve::Game),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Rpc => parlor_rpc::serve(io::stdin().lock(), io::stdout().lock()),
        Command::Solve(game) => solve::run(&game),
    };
    match done {
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("parlor: {error}");
            ExitCode::from(2)
        }
        Ok(()) => ExitCode::SUCCESS,
    }
}
