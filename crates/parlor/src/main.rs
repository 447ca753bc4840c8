//! The program: its arguments and commands.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use parlor_rules::Game;

use crate::exit::{Exit, Failure};
use crate::output::stderr_line;

mod check;
mod convert;
mod exit;
mod export;
mod files;
mod journals;
mod line;
mod options;
mod output;
mod play;
mod rpc;
mod screen;
mod show;
mod solve;
mod stores;
mod talk;
mod verify;
mod web;
mod welcome;

/// Canoga, Congkak and Kono against a computer that plays to win and says why.
///
/// Without a command it asks what to play.
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    options: options::PlayOptions,
}

#[derive(Subcommand)]
enum Command {
    /// Play Canoga: dice, and two rows of squares.
    Canoga(options::PlayOptions),
    /// Play Congkak: seeds sown around two rows of pits.
    Congkak(options::PlayOptions),
    /// Play Kono: diagonal steps to the other side.
    Kono(options::PlayOptions),
    /// Go on with a game that was left, the last one or the one of this name.
    Continue {
        /// A name that parlor journals lists.
        name: Option<parlor_host::JournalName>,
        #[command(flatten)]
        store: stores::StoreOption,
        #[command(flatten)]
        screen: screen::ScreenOptions,
    },
    Journals(journals::Journals),
    Export(export::Export),
    Verify(verify::Verify),
    /// Let another program play: JSON-RPC 2.0, a request a line on standard input, an answer a line on
    /// standard output.
    Rpc,
    Check(check::Check),
    Convert(convert::Convert),
    Show(show::Show),
    Web(web::Web),
    /// Solve a game and say what is known for certain about it.
    #[command(subcommand)]
    Solve(solve::Solve),
}

fn main() -> ExitCode {
    exit::code(match Arguments::try_parse() {
        Ok(arguments) => run(arguments),
        Err(error) => print_usage(&error),
    })
}

fn run(Arguments { command, options }: Arguments) -> Result<Exit, Failure> {
    match command {
        None => play::start(None, &options),
        Some(Command::Canoga(options)) => play::start(Some(Game::Canoga), &options),
        Some(Command::Congkak(options)) => play::start(Some(Game::Congkak), &options),
        Some(Command::Kono(options)) => play::start(Some(Game::Kono), &options),
        Some(Command::Continue { name, store, screen }) => play::continue_journal(name, &store, &screen),
        Some(Command::Journals(journals)) => journals.run(),
        Some(Command::Export(export)) => export.run(),
        Some(Command::Verify(verify)) => verify.run(),
        Some(Command::Rpc) => rpc::run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Show(show)) => show.run(),
        Some(Command::Web(web)) => web.run(),
        Some(Command::Solve(solve)) => solve.run(),
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn print_usage(error: &clap::Error) -> Result<Exit, Failure> {
    if !error.use_stderr() {
        error.print().and_then(|()| io::stdout().flush()).map_err(|error| Failure::stdout(&error))?;
        return Ok(Exit::Fine);
    }
    // The message can quote an argument, and an argument can be any file's name.
    let has_controls = |argument: OsString| argument.to_string_lossy().contains(char::is_control);
    if env::args_os().any(has_controls) {
        stderr_line(error.render().to_string().trim_end());
    } else {
        // In colour on a terminal. An error of standard error itself can't be reported.
        let _ = error.print();
    }
    Ok(Exit::Trouble)
}
