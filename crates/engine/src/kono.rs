//! Kono: a computer player that races, blocks and hunts, and says why.
//!
//! [`Searcher`] is the search by itself, for studies and matches.

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

pub use player::pick_color;
pub(crate) use player::{MASTER_NODES, best, rank};
pub use reason::{Aim, Purpose, Reason};
pub use searcher::{SearchReport, Searcher, evaluate};
