//! Kono: a computer that races, blocks and hunts, and says why.
//!
//! [`best`] and [`rank`] are all that a table needs. [`Thinker`] is the search by itself, for studies and
//! matches.

mod because;
mod bits;
mod ending;
mod lattice;
mod order;
mod player;
mod reason;
mod search;
mod state;
mod table;
mod thinker;
mod weights;

#[cfg(test)]
mod tests;

pub use player::{best, pick_color, rank};
pub use reason::Reason;
pub use thinker::{Limits, Thinker, Thought, evaluate};
