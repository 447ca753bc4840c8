use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::Args;
use parlor_engine::Limits;
use parlor_engine::congkak::{BestTurn, Progress, best_turn};
use parlor_rules::Seat;
use parlor_rules::congkak::{Position, Size};
use serde_json::json;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Pits a side, 5 to 11.
    #[arg(long, value_name = "N", default_value = "7", value_parser = size)]
    size: Size,
    /// Plays to try, at most; a hundred million take some ten seconds and a few hundred megabytes.
    #[arg(long, value_name = "PLAYS", default_value_t = 100_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    budget: u64,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

fn size(word: &str) -> Result<Size, String> {
    word.parse().ok().and_then(Size::new).ok_or_else(|| "a board has 5 to 11 pits a side".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let start = Position::start(arguments.size, Seat::Human);
    let shown = io::stderr().is_terminal();
    let tell = &mut |progress: Progress| {
        if shown {
            show(arguments.size, progress);
        }
    };
    let found = best_turn(&start, &Limits::effort(arguments.budget), tell);
    if shown {
        // Carriage return and erase to the end of the line.
        eprint!("\r\x1b[K");
    }
    let Some(turn) = found else { return ExitCode::FAILURE };
    let text = if arguments.json { in_json(arguments.size, &turn) } else { in_words(arguments.size, &turn) };
    match io::stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("parlor: can't write the answer: {error}");
            ExitCode::from(2)
        }
    }
}

fn show(size: Size, progress: Progress) {
    let Progress { layer, positions, plays, banked } = progress;
    let seeds = size.seeds();
    eprint!(
        "\r\x1b[K{layer} of {seeds} seeds banked, {positions} positions; {plays} plays tried; best so far {banked}"
    );
}

fn in_words(size: Size, turn: &BestTurn) -> String {
    let BestTurn { line, after, banks, proven, plays } = turn;
    let proof = if *proven { "no turn banks more" } else { "not proven the best" };
    let pits: Vec<String> = line.iter().map(ToString::to_string).collect();
    let totals = after.totals();
    let then = match after.winner() {
        Some(Seat::Human) => format!("the round is over and won, {} seeds to {}", totals.human, totals.computer),
        Some(Seat::Computer) => {
            format!(
                "the round is over, {} seeds to {}, and lost because the own row is empty",
                totals.human, totals.computer
            )
        }
        None => format!("the round goes on with {} seeds in play", after.seeds_in_play()),
    };
    format!(
        "The first turn on {} pits a side: {banks} of {} seeds banked in {} plays ({proof}; {plays} tried).\n{}\nThen {then}.\n",
        size.pits(),
        size.seeds(),
        line.len(),
        pits.join(" "),
    )
}

fn in_json(size: Size, turn: &BestTurn) -> String {
    let BestTurn { line, after, banks, proven, plays } = turn;
    let pits: Vec<String> = line.iter().map(ToString::to_string).collect();
    let winner = after.winner().map(|seat| seat.to_string().to_lowercase());
    let answer = json!({
        "game": "congkak",
        "size": size.pits(),
        "seeds": size.seeds(),
        "first": "human",
        "banks": banks,
        "proven": proven,
        "line": pits,
        "winner": winner,
        "plays": plays,
    });
    format!("{answer}\n")
}
