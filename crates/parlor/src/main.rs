//! The program: its arguments, and which room of the house they lead to.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod check;
mod convert;
mod files;
mod rpc;
mod show;
mod solve;

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
    Check(check::Check),
    Convert(convert::Convert),
    Show(show::Show),
    /// Solve a game and say what is known for certain about it.
    #[command(subcommand)]
    Solve(solve::Solve),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Rpc => rpc::run(),
        Command::Check(check) => check.run(),
        Command::Convert(convert) => convert.run(),
        Command::Show(show) => show.run(),
        Command::Solve(solve) => solve.run(),
    }
}
