//! Canoga is solved: this is what every position is worth, what to choose, and why.
//!
//! [`Solution`] holds the exact value of every board of a size; [`solution`] solves each size once in the life of
//! the process, in about a second. The computer's choices and the help come from [`rank_throws`] and [`rank_moves`].
//! [`Strategy`] measures how much each level gives away.

mod board;
mod choose;
mod explain;
mod habit;
mod judge;
mod parallel;
mod prospect;
mod reason;
mod solo;
mod solution;
mod solved;
mod strategy;
mod turn;
mod wins;

pub use board::Chance;
pub use choose::{Analysis, best_move, best_throw, rank_moves, rank_throws};
pub use habit::Habit;
pub use reason::{MoveKind, Odds, Reason, Than};
pub use solo::solo_chance;
pub use solution::{Cancelled, Solution, SolveProgress};
pub use solved::{solution, solution_if_ready, solution_within, solve_in_background};
pub use strategy::{Expectation, Stake, Strategy};
pub use wins::WinChance;
