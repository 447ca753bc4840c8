//! Kono: racing, blocking and hunting, with reasons.

mod bits;
mod lattice;
mod order;
mod search;
mod state;
mod table;
mod thinker;
mod weights;

pub use thinker::{Limits, Thinker, Thought, evaluate};
