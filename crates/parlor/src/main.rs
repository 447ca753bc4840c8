//! The program: its arguments, and which room of the house they lead to.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod solve;

/// Canoga, Congkak and Kono against a computer that plays to win and says why.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Let another program play: JSON-RPC 2.0, a request a line on standard input, an answer a line on
    /// standard output.
    Rpc,
    /// Answer a question about a game once and for all.
    #[command(subcommand)]
    Solve(solve::Solve),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Rpc => ExitCode::SUCCESS,
        Command::Solve(solve) => solve.run(),
    }
}
