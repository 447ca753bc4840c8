use std::fmt;

use crate::Seat;

/// The part of a draft that is wrong. Readers of files and requests turn it into a place in their text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The number of squares, pits or points a side.
    Size,
    /// Kono's round number.
    Round,
    /// A seat's points from earlier rounds.
    Score(Seat),
    /// How many rounds a seat has won (Congkak).
    Rounds(Seat),
    /// A seat's whole row of squares or pits.
    Row(Seat),
    /// One entry of a seat's covered squares, counted from 0 (Canoga).
    Square(Seat, usize),
    /// A seat's store (Congkak).
    Store(Seat),
    /// One of a seat's pits in sowing order, counted from 0 (Congkak).
    Pit(Seat, usize),
    /// A seat's colour (Kono).
    Color(Seat),
    /// The whole board (Kono).
    Board,
    /// A row of the board, counted from 0 (Kono).
    BoardRow(usize),
    /// A point of the board, row and column counted from 0 (Kono).
    Point(usize, usize),
    /// The whole list of earlier positions (Kono).
    History,
    /// One of the earlier positions, counted from 0 (Kono).
    Earlier(usize),
    /// Who took the round's first turn (Canoga).
    First,
    /// Who plays next.
    Next,
    /// The locked square (Canoga).
    Advantage,
    /// How the round ended.
    Over,
}

/// One reason why a draft is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The part that is wrong.
    pub place: Place,
    /// What is wrong and what would be right. Doesn't name the place.
    pub problem: String,
}

/// The reasons why a draft is not a position; at least one if it is an error.
///
/// A hostile draft can have any number of faults. The first [`Faults::MOST`] are kept, the others only
/// counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    kept: Vec<Fault>,
    more: usize,
}

impl Faults {
    /// How many faults are kept in full.
    pub const MOST: usize = 50;

    pub(crate) fn add(&mut self, place: Place, problem: impl Into<String>) {
        if self.kept.len() < Self::MOST {
            let problem = problem.into();
            self.kept.push(Fault { place, problem });
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub(crate) fn none(self) -> Result<(), Faults> {
        if self.kept.is_empty() { Ok(()) } else { Err(self) }
    }

    /// How many more faults there were.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Checks the points or won rounds of earlier rounds.
    pub(crate) fn tally(&mut self, place: Place, given: i64) -> u32 {
        match u32::try_from(given) {
            Ok(tally) if tally <= MAX_TALLY => tally,
            _ => {
                self.add(place, format!("must be a whole number from 0 to {MAX_TALLY}, not {given}"));
                0
            }
        }
    }

    /// The faults, in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.kept.iter()
    }
}

impl<'a> IntoIterator for &'a Faults {
    type Item = &'a Fault;
    type IntoIter = std::slice::Iter<'a, Fault>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Fault { place, problem }) in self.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{place:?}: {problem}")?;
        }
        if self.more > 0 {
            write!(f, "; and {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// The most points or won rounds that a tournament can have, because save files hold no more.
pub const MAX_TALLY: u32 = 999_999;

/// Why the next round can't begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CantGoOn {
    /// The round isn't over.
    #[error("this round isn't over yet")]
    RoundGoesOn,
    /// A tally would pass [`MAX_TALLY`].
    #[error("{0} would pass {MAX_TALLY}, the most that a save file can hold")]
    TallyFull(Seat),
    /// Kono only: save files number rounds only up to [`MAX_TALLY`].
    #[error("there is no round after round {MAX_TALLY}: a save file can't count further")]
    LastRound,
    /// Congkak only: a player has no seeds to put into the pits (rule con-deal).
    #[error("{0} has no seed left and can't play: the tournament is over")]
    NoSeeds(Seat),
    /// Kono only: after a tie the dice decide who is first, and the caller didn't say.
    #[error("the round was a tie, so the dice decide who plays first: say who it was")]
    FirstUnknown,
    /// Kono only: the winner plays first, so there is nothing to say.
    #[error("{0} won the round and plays first: that can't be chosen")]
    FirstKnown(Seat),
}

/// Adds to a tally, up to [`MAX_TALLY`].
pub(crate) fn add_to_tally(seat: Seat, tally: u32, more: u32) -> Result<u32, CantGoOn> {
    match tally.checked_add(more) {
        Some(sum) if sum <= MAX_TALLY => Ok(sum),
        _ => Err(CantGoOn::TallyFull(seat)),
    }
}
