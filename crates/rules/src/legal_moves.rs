use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A position in which a player has to choose a move: all that the three games have in common.
///
/// In Canoga that is a position with a throw ([`crate::canoga::Thrown`]).
pub trait LegalMoves: Copy + Eq + Debug {
    /// One choice. Its text form reads back as itself.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr;
    /// What the move leads to.
    type After;
    /// Why a move can't be played.
    type Illegal: std::error::Error;

    /// Every legal move, each once; none in a finished round.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays a move; every move that [`Self::moves`] doesn't list is refused.
    fn play(&self, chosen: Self::Move) -> Result<Self::After, Self::Illegal>;
}
