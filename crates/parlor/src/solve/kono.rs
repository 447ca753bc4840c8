use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use parlor_engine::Limits;
use parlor_engine::kono::{SearchReport, Searcher};
use parlor_rules::kono::{Color, Move, Size, Standing};
use parlor_rules::{Game, Seat};
use serde::Serialize;

use super::progress_bar;
use crate::exit::{Exit, Failure};

mod endings;

pub(crate) use endings::read as read_endings;

/// Search the starting position of a round, or solve all endings on 5×5.
#[derive(Args)]
pub(crate) struct Kono {
    #[arg(long, value_name = "N", help = format!("Points a side: {}", Size::CHOICES))]
    #[arg(default_value_t = Size::USUAL, value_parser = |word: &str| super::size(Game::Kono, Size::new, word))]
    size: Size,
    /// The number of positions to search. The result depends only on this number, not on the machine.
    #[arg(long, value_name = "NODES", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
    /// Solve all endings on 5×5, and write their values to this file. With --position, read them from it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "budget"])]
    endings: Option<PathBuf>,
    /// The maximum number of pieces on the board in these endings. 5 take a few seconds and 27 MB, 6 a minute, 317 MB and
    /// 1 GB of memory.
    #[arg(long, value_name = "K", requires = "endings", conflicts_with = "position", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u8).range(endings::PIECES))]
    pieces: u8,
    /// Report the value of every move in a save, from the file of endings.
    #[arg(long, value_name = "SAVE", requires = "endings")]
    position: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The transposition table has 2^20 pairs of positions and takes 32 MiB.
const TABLE_BITS: u32 = 20;

impl Kono {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if let Some(file) = &self.endings {
            return match &self.position {
                Some(save) => endings::report_position(save, file, self.json),
                None => endings::write(self.pieces, file, self.json),
            };
        }
        let start = Standing::new(self.size).choose(Seat::Human, Color::White);
        let bar = progress_bar(self.budget);
        let clock = Instant::now();
        let limits = Limits::effort(self.budget);
        let report = Searcher::new(self.size, TABLE_BITS).search(&start, None, &limits, |report| {
            bar.set_position(report.nodes);
            bar.set_message(format!("{} steps ahead: {:+.2} points", report.depth, report.value));
        });
        bar.finish_and_clear();
        let report = report.expect("there are moves at the start of a round");
        let found = Searched::new(self.size, &report, clock.elapsed().as_secs_f64());
        super::report(&found, self.json, &found.text())
    }
}

#[derive(Serialize)]
struct Searched {
    game: &'static str,
    size: u8,
    exact: bool,
    value: f64,
    depth: u32,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
}

impl Searched {
    fn new(size: Size, report: &SearchReport, seconds: f64) -> Searched {
        #[expect(clippy::cast_precision_loss, reason = "only a rounded rate is shown")]
        let nodes = report.nodes as f64;
        Searched {
            game: "kono",
            size: size.points(),
            exact: false,
            value: report.value,
            depth: report.depth,
            line: report.line.iter().map(Move::to_string).collect(),
            nodes: report.nodes,
            seconds,
            nodes_per_second: if seconds > 0.0 { (nodes / seconds).round() } else { 0.0 },
        }
    }

    fn text(&self) -> String {
        let Searched { size, value, depth, line, nodes, seconds, nodes_per_second, .. } = self;
        format!(
            "Kono {size}\u{d7}{size}, the start of a round: not solved.\n\
             Best value found: {value:+.2} net points for the player who moves first, looking {depth} steps ahead.\n\
             Best line: {}.\n\
             {nodes} positions in {seconds:.1} s, {:.1} million a second.\n",
            line.join(", "),
            nodes_per_second / 1e6,
        )
    }
}
