//! Kono's computer player, which races, blocks and captures, and gives its reasons.
//!
//! [`Searcher`] gives access to the search alone, for studies and matches.

mod bits;
mod call;
mod ending;
mod explain;
mod lattice;
mod order;
mod player;
mod reason;
mod search;
mod searcher;
mod state;
mod tablebase;
mod transposition;
mod weights;

#[cfg(test)]
mod tests;

pub use call::{agrees_to_call, considers_a_call};
pub use player::pick_color;
pub(crate) use player::{MASTER_NODES, best, rank};
pub use reason::{Aim, Purpose, Reason};
pub use searcher::{SearchReport, Searcher, evaluate};
pub(crate) use tablebase::rank_from_endings;
pub use tablebase::{RankedMove, Tablebase, TablebaseError, TablebaseProgress};
