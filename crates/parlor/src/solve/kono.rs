use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use clap::Args;
use parlor_engine::Limits;
use parlor_engine::kono::{SearchReport, Searcher};
use parlor_rules::Seat;
use parlor_rules::kono::{Color, Move, Size, Standing};

/// What to search, and how long.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Points a side: 5, 7 or 9
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(i64).range(5..=9))]
    size: i64,
    /// How many positions to look at; the same number finds the same on every machine
    #[arg(long, default_value_t = 20_000_000, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
    /// Print one line of JSON instead of sentences
    #[arg(long)]
    json: bool,
}

/// 2^20 pairs of positions, 32 MiB.
const TABLE_BITS: u32 = 20;

/// Searches the start of a round and prints what is known of it.
pub(crate) fn run(arguments: &Arguments) -> io::Result<()> {
    let size = Size::new(arguments.size)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a board has 5, 7 or 9 points a side"))?;
    let start = Standing::new(size).choose(Seat::Human, Color::White);
    let limits = Limits::effort(arguments.budget);
    let progress = io::stderr().is_terminal();
    let clock = Instant::now();
    let report = Searcher::new(size, TABLE_BITS).search(&start, None, &limits, |report| {
        if progress {
            // Progress that can't be shown is no reason to stop.
            let _ = write!(
                io::stderr(),
                "\r{} steps ahead: {:+.2} points, {} positions ",
                report.depth,
                report.value,
                report.nodes
            );
        }
    });
    if progress {
        let _ = writeln!(io::stderr());
    }
    let report = report.expect("the start of a round has moves");
    let seconds = clock.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    if arguments.json { print_json(&mut out, size, &report, seconds) } else { print(&mut out, size, &report, seconds) }
}

fn nodes_a_second(report: &SearchReport, seconds: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a rounded rate is all that is shown")]
    let nodes = report.nodes as f64;
    if seconds > 0.0 { nodes / seconds } else { 0.0 }
}

fn line(report: &SearchReport) -> Vec<String> {
    report.line.iter().map(Move::to_string).collect()
}

fn print(out: &mut impl Write, size: Size, report: &SearchReport, seconds: f64) -> io::Result<()> {
    let n = size.points();
    writeln!(out, "Kono {n}\u{d7}{n}, the start of a round: not solved.")?;
    writeln!(
        out,
        "Best value found: {:+.2} net points for the player who moves first, looking {} steps ahead.",
        report.value, report.depth
    )?;
    writeln!(out, "Best line: {}.", line(report).join(", "))?;
    writeln!(
        out,
        "{} positions in {seconds:.1} s, {:.1} million a second.",
        report.nodes,
        nodes_a_second(report, seconds) / 1e6
    )
}

fn print_json(out: &mut impl Write, size: Size, report: &SearchReport, seconds: f64) -> io::Result<()> {
    let moves: Vec<String> = line(report).iter().map(|chosen| format!("\"{chosen}\"")).collect();
    writeln!(
        out,
        "{{\"game\":\"kono\",\"size\":{},\"exact\":false,\"value\":{},\"depth\":{},\"line\":[{}],\"nodes\":{},\"seconds\":{seconds:.3},\"nodes_per_second\":{:.0}}}",
        size.points(),
        report.value,
        report.depth,
        moves.join(","),
        report.nodes,
        nodes_a_second(report, seconds)
    )
}
