use clap::Args;
use parlor_engine::Limits;
use parlor_engine::congkak::{BestTurn, PlanProgress, best_turn};
use parlor_rules::congkak::{Position, Size};
use parlor_rules::{Game, Pair, Seat};
use serde::Serialize;

use super::progress_bar;
use crate::exit::{Exit, Failure};

/// The first turn that banks the most seeds, as a list of pits that anyone can replay.
#[derive(Args)]
pub(crate) struct Congkak {
    #[arg(long, value_name = "N", help = format!("Pits a side: {}", Size::CHOICES))]
    #[arg(default_value_t = Size::USUAL, value_parser = |word: &str| super::size(Game::Congkak, Size::new, word))]
    size: Size,
    /// Plays to try, at most; a hundred million take some ten seconds and a few hundred megabytes.
    #[arg(long, value_name = "PLAYS", default_value_t = 100_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    budget: u64,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

impl Congkak {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let start = Position::start(self.size, Seat::Human);
        let bar = progress_bar(self.size.seeds().into());
        let found = best_turn(&start, &Limits::effort(self.budget), &mut |progress| {
            let PlanProgress { layer, positions, plays, banked } = progress;
            bar.set_position(layer as u64);
            bar.set_message(format!("{positions} positions; {plays} plays tried; best so far {banked}"));
        });
        bar.finish_and_clear();
        let turn = found.expect("every pit has seeds at the start");
        let found = FirstTurn::new(self.size, &turn);
        super::report(&found, self.json, &found.text())
    }
}

/// The turn, as far as it is reported.
#[derive(Serialize)]
struct FirstTurn {
    game: &'static str,
    size: usize,
    seeds: u32,
    first: &'static str,
    banks: u8,
    proven: bool,
    line: Vec<String>,
    winner: Option<String>,
    plays: u64,
    #[serde(skip)]
    totals: Pair<u32>,
    #[serde(skip)]
    seeds_in_play: u8,
}

impl FirstTurn {
    fn new(size: Size, turn: &BestTurn) -> FirstTurn {
        FirstTurn {
            game: "congkak",
            size: size.pits(),
            seeds: size.seeds(),
            first: "human",
            banks: turn.banks,
            proven: turn.proven,
            line: turn.line.iter().map(ToString::to_string).collect(),
            winner: turn.after.outcome().map(|outcome| outcome.winner.to_string().to_lowercase()),
            plays: turn.plays,
            totals: turn.after.seeds(),
            seeds_in_play: turn.after.seeds_in_play(),
        }
    }

    fn text(&self) -> String {
        let FirstTurn { size, seeds, banks, line, plays, totals: Pair { human, computer }, .. } = self;
        let proof = if self.proven { "no turn brings more" } else { "not proven the best" };
        let then = match self.winner.as_deref() {
            Some("human") => format!("the round is over and won, {human} seeds to {computer}"),
            Some(_) => {
                format!(
                    "the round is over, {human} seeds to {computer}, and lost, because the first player's own row is empty"
                )
            }
            None => format!("the round goes on with {} seeds in play", self.seeds_in_play),
        };
        format!(
            "The first turn on {size} pits a side: {banks} of {seeds} seeds brought into the store in {} plays ({proof}; {plays} tried).\n\
             {}\nThen {then}.\n",
            line.len(),
            line.join(" "),
        )
    }
}
