//! Canoga is solved: the value of every position, the best choice, and the reasons for it.
//!
//! [`Solution`] holds the exact value of every board of a size; [`solution`] solves each size once per process, in about a
//! second. The computer's choices and the help come from an [`Analysis`]. [`Policy`] measures how much each level loses.

mod analysis;
mod board;
mod explain;
mod judge;
mod parallel;
mod policy;
mod reason;
mod solution;
mod solved;
mod tables;
mod tournament;
mod turn;
mod turn_values;

pub use analysis::Analysis;
pub(crate) use analysis::{best, rank};
pub use board::Chance;
pub use policy::{Expectation, Policy, Stake};
pub use reason::{MoveKind, Odds, Reason, Than};
pub use solution::{Cancelled, Solution, SolveProgress};
pub use solved::{solution, solution_within, solve_in_background};
pub use tables::{
    AdvantageValue, FirstThrow, LevelCost, OneDieBoards, advantage_values, first_throws, level_costs, one_die_boards,
};
pub use tournament::{LongTournament, ShortSight, StartValues};
