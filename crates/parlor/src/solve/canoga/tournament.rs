//! `parlor solve canoga --horizon tournament`.

use std::ops::ControlFlow;
use std::time::Instant;

use parlor_engine::canoga::LongTournament;
use parlor_rules::canoga::Size;
use serde::Serialize;

use super::solve;
use crate::solve::progress_bar;

#[derive(Serialize)]
pub(super) struct SolvedTournament {
    game: &'static str,
    horizon: &'static str,
    size: u8,
    /// The net points that the first player of a round without advantage expects in this and all later rounds.
    value: f64,
    /// Like `value`, with 0, 1, 2 … later rounds.
    value_by_rounds: Vec<f64>,
    /// The value of each advantage square from 1 to 9 for its owner, before the dice decide who plays first.
    advantage: Vec<f64>,
    /// Like `advantage`, but in the last round.
    advantage_of_last_round: Vec<f64>,
    /// The number of decisions between several moves for which a player who maximises only the current round chooses
    /// another move.
    different: u64,
    decisions: u64,
    /// The long-run loss of such a player from one such round without advantage, when going first and second.
    cost_going_first: f64,
    cost_going_second: f64,
    states: u64,
    sweeps: u32,
    residual: f32,
    seconds: f64,
    seconds_of_round: f64,
}

impl SolvedTournament {
    pub(super) fn new(size: Size) -> SolvedTournament {
        let bar = progress_bar(100);
        let round = solve(size, &bar);
        let begin = Instant::now();
        let long = LongTournament::solve_with(&round, None, |rounds| {
            bar.set_message(format!("solving with {rounds} rounds to follow"));
            ControlFlow::Continue(())
        });
        let Ok(long) = long else { unreachable!("only the callback can cancel") };
        let seconds = begin.elapsed().as_secs_f64();
        bar.set_message("comparing with play for the round alone");
        let short = long.short_sight(&round);
        bar.finish_and_clear();
        SolvedTournament {
            game: "canoga",
            horizon: "tournament",
            size: size.squares(),
            value: long.values().going_first,
            value_by_rounds: long.by_rounds().iter().map(|values| values.going_first).collect(),
            advantage: long.values().advantage[1..].to_vec(),
            advantage_of_last_round: long.by_rounds()[0].advantage[1..].to_vec(),
            different: short.different,
            decisions: short.decisions,
            cost_going_first: short.cost_going_first,
            cost_going_second: short.cost_going_second,
            states: long.states(),
            sweeps: long.sweeps(),
            residual: long.residual(),
            seconds,
            seconds_of_round: round.time().as_secs_f64(),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "only a rounded share is shown")]
    pub(super) fn text(&self) -> String {
        let SolvedTournament {
            size,
            value,
            value_by_rounds,
            different,
            decisions,
            states,
            sweeps,
            residual,
            seconds,
            ..
        } = self;
        let rounds: Vec<String> =
            (0..).zip(value_by_rounds).map(|(rounds, value)| format!("{rounds:>4} {value:>+9.3}\n")).collect();
        let advantages = (1..).zip(self.advantage.iter().zip(&self.advantage_of_last_round));
        let advantages: Vec<String> =
            advantages.map(|(square, (long, last))| format!("{square:>4} {long:>+9.3} {last:>+9.3}\n")).collect();
        let (rounds, advantages) = (rounds.concat(), advantages.concat());
        format!(
            "A long Canoga tournament with rows of {size} squares, if both players play as well as possible:\n\
             the first player of a round without advantage expects {value:+.3} points in this and all later rounds.\n\
             With this number of rounds to follow:\n{rounds}\
             The value of an advantage square for its owner, before the dice decide who goes first,\n\
             in this and all later rounds, and in a last round:\n{advantages}\
             Play for the round alone chooses another move in {different} of {decisions} decisions ({:.1} %).\n\
             In a round without advantage that costs {:.3} points with the first turn and {:.3} with the second.\n\
             The values took {seconds:.2} s after {:.2} s for the round alone: {sweeps} sweeps, {states} states, residual {residual:.1e} points.\n",
            100.0 * *different as f64 / *decisions as f64,
            self.cost_going_first.abs(),
            self.cost_going_second.abs(),
            self.seconds_of_round,
        )
    }
}
