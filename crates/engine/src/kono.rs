//! Kono: a computer player that races, blocks and hunts, and says why.
//!
//! [`best`] and [`rank`] are all that a table needs. [`Searcher`] is the search by itself, for studies and matches.

mod bits;
mod ending;
mod explain;
mod lattice;
mod order;
mod player;
mod reason;
mod search;
mod searcher;
mod state;
mod transposition;
mod weights;

#[cfg(test)]
mod tests;

pub(crate) use player::MASTER_NODES;
pub use player::{best, pick_color, rank};
pub use reason::Reason;
pub use searcher::{SearchReport, Searcher, evaluate};
