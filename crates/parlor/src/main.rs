//! The program: its arguments and commands.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use parlor_rpc::RequestBounds;
use parlor_rules::Game;

use crate::exit::{Exit, Failure};
use crate::output::stderr_line;

mod arena;
mod bench;
mod cases;
mod check;
mod compare;
mod convert;
mod describe;
mod editor;
mod exit;
mod export;
mod files;
mod follows;
mod health;
mod help;
mod import;
mod journals;
mod line;
mod log;
mod options;
mod output;
mod perft;
mod play;
mod practice;
mod progress;
mod review;
mod screen;
mod show;
mod solve;
mod store_commands;
mod stores;
mod talk;
mod verify;
#[cfg(feature = "web")]
mod web;
#[cfg(not(feature = "web"))]
#[path = "no_web.rs"]
mod web;
mod welcome;
mod worker;

/// Play Canoga, Congkak and Kono against a computer that plays to win and explains its moves.
///
/// Name a game to play it, or name a command. Without a game or a command, Parlor asks what to play.
#[derive(Parser)]
#[command(version = env!("PARLOR_VERSION"), about, args_conflicts_with_subcommands = true)]
#[command(override_usage = "parlor [GAME] [OPTIONS]\n       parlor COMMAND")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The game: canoga (dice, and two rows of squares), congkak (seeds sown around two rows of pits) or kono (diagonal
    /// steps to the other side). Options may come before or after it.
    #[arg(value_name = "GAME", value_parser = game())]
    game: Option<Game>,
    #[command(flatten)]
    options: options::PlayOptions,
}

const GAMES: [&str; 3] = ["canoga", "congkak", "kono"];

/// Lists the games for shell completion, which `Game::from_str` alone doesn't support.
fn game() -> impl TypedValueParser<Value = Game> {
    PossibleValuesParser::new(GAMES).try_map(|name| name.parse::<Game>())
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "only one value is ever created")]
enum Command {
    /// Continue your last game, or the game with this name. In a finished game, you can undo the end.
    Continue {
        /// The game's name, as listed by parlor journals.
        name: Option<parlor_store::JournalName>,
        /// The command of your opponent, if the game is against a bot, like "cmd:./mybot --fast". The level of the
        /// computer can't be changed.
        #[arg(long, value_name = "PROGRAM")]
        level: Option<options::Levels>,
        #[command(flatten)]
        store: stores::StoreOption,
        #[command(flatten)]
        table: options::TableOptions,
        #[command(flatten)]
        screen: screen::ScreenOptions,
    },
    Journals(journals::Journals),
    Export(export::Export),
    Import(import::Import),
    Verify(verify::Verify),
    Review(review::ReviewCommand),
    /// Answer the requests of other programs as JSON-RPC 2.0: one request per line on standard input, one response per
    /// line on standard output.
    Rpc {
        /// Take values in Kono from this file of solved endings; see parlor solve kono --endings.
        #[arg(long, value_name = "FILE")]
        endings: Option<PathBuf>,
    },
    Arena(arena::Arena),
    Bench(bench::Bench),
    Check(check::CheckCommand),
    Convert(convert::Convert),
    Show(show::Show),
    Follows(follows::Follows),
    Compare(compare::Compare),
    Cases(cases::CasesCommand),
    Perft(perft::Perft),
    Web(web::Web),
    Worker(worker::WorkerCommand),
    Health(health::Health),
    #[command(subcommand)]
    Store(store_commands::StoreCommand),
    Practice(practice::Practice),
    Statistics(practice::StatisticsCommand),
    /// Solve a game, as far as this is possible.
    #[command(subcommand)]
    Solve(solve::Solve),
    Completions(describe::CompletionsCommand),
    #[command(hide = true)]
    Man(describe::Man),
}

fn main() -> ExitCode {
    let matches = help::with_groups(Arguments::command(), None).try_get_matches();
    exit::code(match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => run(arguments),
        Err(error) => print_usage(&error),
    })
}

fn run(Arguments { command, game, options }: Arguments) -> Result<Exit, Failure> {
    match command {
        None => play::start(game, &options),
        Some(Command::Continue { name, level, store, table, screen }) => {
            play::continue_journal(name, level.as_ref(), &store, &table, &screen)
        }
        Some(Command::Journals(journals)) => journals.run(),
        Some(Command::Export(export)) => export.run(),
        Some(Command::Import(import)) => import.run(),
        Some(Command::Verify(verify)) => verify.run(),
        Some(Command::Review(review)) => review.run(),
        Some(Command::Practice(practice)) => practice.run(),
        Some(Command::Statistics(statistics)) => statistics.run(),
        Some(Command::Rpc { endings }) => {
            // The tablebase is needed until the program ends.
            let endings = endings.as_deref().map(solve::read_endings).transpose()?.map(|endings| &*Box::leak(endings));
            let bounds = RequestBounds { endings, ..RequestBounds::default() };
            parlor_rpc::serve_within(io::stdin().lock(), io::stdout().lock(), bounds)?;
            Ok(Exit::Fine)
        }
        Some(Command::Arena(arena)) => arena.run(),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Show(show)) => show.run(),
        Some(Command::Follows(follows)) => follows.run(),
        Some(Command::Compare(compare)) => compare.run(),
        Some(Command::Cases(cases)) => cases.run(),
        Some(Command::Perft(perft)) => perft.run(),
        Some(Command::Web(web)) => web.run(),
        Some(Command::Worker(worker)) => worker.run(),
        Some(Command::Health(health)) => health.run(),
        Some(Command::Store(store)) => store.run(),
        Some(Command::Solve(solve)) => solve.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
    }
}

/// The maximum length of an argument quoted in a message, in characters. Longer ones are shortened.
const LONGEST_QUOTED: usize = 60;

/// Prints the help, the version, or an error in the arguments.
fn print_usage(error: &clap::Error) -> Result<Exit, Failure> {
    if !error.use_stderr() {
        error.print().and_then(|()| io::stdout().flush()).map_err(|error| Failure::stdout(&error))?;
        return Ok(Exit::Fine);
    }
    // The message can quote an argument, and an argument can be the name of any file.
    let arguments: Vec<String> = env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let is_long = |argument: &&String| argument.chars().count() > LONGEST_QUOTED;
    if arguments.iter().any(|argument| argument.contains(char::is_control) || is_long(&argument)) {
        let mut message = error.render().to_string();
        for argument in arguments.iter().filter(is_long) {
            let short: String = argument.chars().take(LONGEST_QUOTED - 1).collect();
            message = message.replace(argument, &format!("{short}\u{2026}"));
        }
        stderr_line(message.trim_end());
    } else {
        // In colour on a terminal. If standard error itself fails, that can't be reported.
        let _ = error.print();
    }
    Ok(Exit::Usage)
}
