use std::path::PathBuf;

use clap::Args;
use parlor_engine::congkak::{BestTurn, PlanProgress, best_turn};
use parlor_engine::{EngineJob, Evaluation, Limits};
use parlor_rules::congkak::{Position, Size};
use parlor_rules::{Decision, Game, Pair, Seat};
use serde::Serialize;

use super::progress_bar;
use crate::exit::{Exit, Failure};

mod prove;

/// Find the first turn that banks the most seeds, as a list of pits.
#[derive(Args)]
pub(crate) struct Congkak {
    #[arg(long, value_name = "N", help = format!("Pits a side: {}", Size::CHOICES))]
    #[arg(default_value_t = Size::USUAL, value_parser = |word: &str| super::size(Game::Congkak, Size::new, word))]
    size: Size,
    /// The maximum number of plays to try. 100 million take about ten seconds and a few hundred megabytes.
    #[arg(long, value_name = "PLAYS", default_value_t = 100_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    budget: u64,
    /// Find the first turn that is best for the result of the whole round instead.
    #[arg(long)]
    round: bool,
    /// Prove an upper bound for the seeds that a first turn can bank, by a backward search. For 5 to 9 pits.
    #[arg(long, conflicts_with_all = ["round", "budget"])]
    prove: bool,
    /// Continue the proof from this file if it exists, and store its progress in it.
    #[arg(long, value_name = "FILE", requires = "prove")]
    resume: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Congkak {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if self.prove {
            return prove::prove(self.size, self.resume.as_deref(), self.json);
        }
        if self.round {
            let found = FirstOfRound::new(self.size, self.budget);
            return super::report(&found, self.json, &found.text());
        }
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
        let proof = if self.proven { "no first turn banks more" } else { "not proven to be the best" };
        let then = match self.winner.as_deref() {
            Some("human") => format!("the round is over and won, {human} seeds to {computer}"),
            Some(_) => {
                format!(
                    "the round is over, {human} seeds to {computer}, and lost, because the first player's own row is empty"
                )
            }
            None => format!("the round continues with {} seeds in play", self.seeds_in_play),
        };
        format!(
            "The first turn with {size} pits per side: {banks} of {seeds} seeds banked in {} plays ({proof}; {plays} tried).\n\
             {}\nThen {then}.\n",
            line.len(),
            line.join(" "),
        )
    }
}

#[derive(Serialize)]
struct FirstOfRound {
    game: &'static str,
    size: usize,
    seeds: u32,
    first: &'static str,
    /// The number of seeds in the store after the turn.
    banks: u8,
    /// The net seeds at the end of the round.
    value: f64,
    /// True if it is proven that both players can force this value.
    exact: bool,
    line: Vec<String>,
}

impl FirstOfRound {
    fn new(size: Size, budget: u64) -> FirstOfRound {
        let start = Position::start(size, Seat::Human);
        let job = EngineJob { limits: Limits::effort(budget), ..EngineJob::full_strength(Decision::Congkak(start)) };
        let Evaluation { value, exact, plan, .. } = job.decide().expect("every pit has seeds at the start");
        let after = plan.iter().try_fold(start, |now, &pit| now.play(pit)).expect("the plan is playable");
        FirstOfRound {
            game: "congkak",
            size: size.pits(),
            seeds: size.seeds(),
            first: "human",
            banks: after.store(Seat::Human),
            value,
            exact,
            line: plan.iter().map(ToString::to_string).collect(),
        }
    }

    fn text(&self) -> String {
        let FirstOfRound { size, seeds, banks, value, line, .. } = self;
        let end = if self.exact { "exact: neither player can do better" } else { "an estimate" };
        let own = f64::midpoint(f64::from(*seeds), *value);
        format!(
            "The best first turn found with {size} pits per side for the whole round: {banks} of {seeds} seeds in {} plays.\n\
             {}\nThe round then ends {own} to {} ({end}).\n",
            line.len(),
            line.join(" "),
            f64::from(*seeds) - own,
        )
    }
}
