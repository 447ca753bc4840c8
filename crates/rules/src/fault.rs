use std::fmt;

use crate::Seat;

/// Where in a draft something is wrong. A reader of files or requests knows which characters or which
/// field that was; the rules don't.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The number of squares, pits or points a side.
    Size,
    /// Kono's round number.
    Round,
    /// What earlier rounds gave this seat, in points.
    Score(Seat),
    /// How many rounds this seat has won (Congkak).
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

/// One thing that keeps a draft from being a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where it is.
    pub place: Place,
    /// What is wrong and what would be right, without naming the place.
    pub problem: String,
}

/// Everything that keeps a draft from being a position; never empty where it is an error.
///
/// A hostile draft can have any number of faults; the first [`Faults::MOST`] are kept, the rest counted.
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

    /// How many more there were than are kept.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Reads a count that earlier rounds left behind: points or rounds won.
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

/// The most points or won rounds that a tournament can carry, because save files hold no more.
pub const MAX_TALLY: u32 = 999_999;

/// Why there can't be another round after this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CantGoOn {
    /// Nobody has won it yet.
    #[error("this round isn't over yet")]
    RoundGoesOn,
    /// A tally would pass [`MAX_TALLY`].
    #[error("{0} would pass {MAX_TALLY}, the most that a save file can hold")]
    TallyFull(Seat),
    /// Kono only: rounds are counted, and a file can't count further.
    #[error("there is no round after round {MAX_TALLY}: a save file can't count further")]
    LastRound,
    /// Congkak only: nothing to put into the pits (rule con-deal).
    #[error("{0} has no seed left and can't play: the tournament is over (rule con-deal)")]
    NoSeeds(Seat),
    /// Kono only: after a tie the dice decide who is first, so somebody must say who.
    #[error("the round was a tie, so the dice decide who plays first: say who it was")]
    FirstUnknown,
    /// Kono only: the winner plays first, nobody chooses.
    #[error("{0} won the round and plays first: nobody chooses")]
    FirstKnown(Seat),
}

/// Adds to what earlier rounds gave.
pub(crate) fn add_to_tally(seat: Seat, tally: u32, more: u32) -> Result<u32, CantGoOn> {
    match tally.checked_add(more) {
        Some(sum) if sum <= MAX_TALLY => Ok(sum),
        _ => Err(CantGoOn::TallyFull(seat)),
    }
}
