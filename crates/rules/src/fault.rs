use std::fmt;

use crate::canoga::Squares;
use crate::kono::{Color, OverReason, Point, REPETITIONS};
use crate::{Pair, Seat};

/// The part of a draft that is wrong. Readers of files and requests turn it into a place in their text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The number of squares, pits or points per side.
    Size,
    /// The number of the round (Kono).
    Round,
    /// A seat's points from earlier rounds.
    Score(Seat),
    /// The number of rounds that a seat has won (Congkak).
    Rounds(Seat),
    /// A seat's whole row of squares or pits.
    Row(Seat),
    /// One entry of a seat's covered squares, counted from 0 (Canoga).
    Square(Seat, usize),
    /// The seeds in a seat's store (Congkak).
    Store(Seat),
    /// One of a seat's pits in sowing order, counted from 0 (Congkak).
    Pit(Seat, usize),
    /// The colour of a seat's pieces (Kono).
    Color(Seat),
    /// The board as a whole (Kono).
    Board,
    /// A row of the board, counted from 0 (Kono).
    BoardRow(usize),
    /// A point of the board, row and column counted from 0 (Kono).
    Point(usize, usize),
    /// The whole list of earlier positions (Kono).
    History,
    /// One of the earlier positions, counted from 0 (Kono).
    Earlier(usize),
    /// The player who plays next.
    Next,
    /// The square that is locked (Canoga).
    Advantage,
    /// The way in which the round ended.
    Over,
}

/// One reason why a draft is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The part that is wrong.
    pub place: Place,
    /// The reason why it is wrong.
    pub kind: FaultKind,
}

/// A kind of fault in a draft. Its text says what is wrong and what would be right; it doesn't name the place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the error messages say it")]
pub enum FaultKind {
    #[error("must be {choices}, not {given}")]
    Size { choices: &'static str, given: i64 },
    #[error("must be a whole number from {least} to {MAX_TALLY}, not {given}")]
    Tally { least: u32, given: i64 },
    #[error("the points must be {right}, not {given}")]
    Points { right: u32, given: i64 },
    #[error("must be {0}, who won the round")]
    NextMustHaveWon(Seat),

    #[error("there is no square {square} on a row of {squares}")]
    NoSuchSquare { square: i64, squares: u8 },
    #[error("there is no square {0} on any row")]
    NoRowHasSquare(i64),
    #[error("square {0} is named twice")]
    SquareTwice(i64),
    #[error(
        "{owner}'s square {square} can't be locked now: only the second player's square is, and only during the first \
         player's first turn ({first} is first, {next} is next)"
    )]
    NothingLockedNow { owner: Seat, square: i64, first: Seat, next: Seat },
    #[error("nothing is locked in a round that is over")]
    NothingLockedAtEnd,
    #[error("an advantage square must be from 1 to 9, not {0}")]
    NoAdvantageSquare(i64),
    #[error("{owner}'s square {square} isn't covered, so it can't be locked")]
    LockedButOpen { owner: Seat, square: i64 },
    #[error("both rows are full, but only one player can have covered theirs")]
    BothRowsFull,
    #[error("the winner must be {0}, by covering: {0}'s row is full")]
    WonByCovering(Seat),
    #[error("{0} can't have won by covering: {0}'s row isn't full")]
    RowNotFull(Seat),
    #[error("{winner} can't have won by uncovering: {loser}'s row isn't empty ({covered} covered)", loser = winner.other())]
    RowNotEmpty { winner: Seat, covered: Squares },

    #[error("must be a number of seeds from 0 to {most}, not {given}")]
    Seeds { most: u32, given: i64 },
    #[error("must have {right} pits, not {given}")]
    Pits { right: i64, given: usize },
    #[error("there are {seeds} seeds on the board; with {pits} pits a side there are at most {most}")]
    TooManySeeds { seeds: u32, pits: i64, most: u32 },
    #[error("must be empty: in a round that is over all seeds are in the stores")]
    SeedsLeftAtEnd,

    #[error("must be {0}: Human plays {other}", other = .0.other())]
    SameColor(Color),
    #[error("must be {0}: the other player's is {other}", other = .0.other())]
    ColorOpen(Color),
    #[error("must be a colour, because {0} is next; so must the other player's")]
    ColorsOpenInTurn(Seat),
    #[error("must be a colour in a round that is over; so must the other player's")]
    ColorsOpenAtEnd,
    #[error("must be a player: the colours are chosen and the round isn't over")]
    NextOpen,
    #[error("must have at most {limit} positions, not {given}: {limit} quiet moves end the round")]
    HistoryTooLong { limit: usize, given: usize },
    #[error("must have {right} rows, not {given}")]
    BoardRows { right: usize, given: usize },
    #[error("row {row} must have {right} points, not {given}")]
    RowPoints { row: usize, right: usize, given: usize },
    #[error("the {0} piece at {1} is on an opponent's home point, so it must be a double piece")]
    NotDouble(Color, Point),
    #[error("has {count} {color} pieces; on {points}\u{d7}{points} a player has at most {most}")]
    TooManyPieces { count: u32, color: Color, points: usize, most: u32 },
    #[error("{}", over_reason(*.0))]
    OverReason(OverReason),
    #[error("no player has all pieces on the other's home points")]
    NotHome,
    #[error("at least one player can still move")]
    NotStuck,
    #[error(
        "the history doesn't show a called round: neither {0} quiet moves nor the same position {REPETITIONS} \
         times"
    )]
    NotCalled(usize),
    #[error("the scores must be {} for Human and {} for Computer", .0.human, .0.computer)]
    Scores(Pair<i32>),
    #[error(
        "the scores must be {} for Human and {} for Computer if Human quit, or {} and {} if Computer did",
        human_quit.human, human_quit.computer, computer_quit.human, computer_quit.computer
    )]
    QuitScores { human_quit: Pair<i32>, computer_quit: Pair<i32> },
    #[error("{}", winner_must_be(*.0))]
    Winner(Option<Seat>),
    #[error("must not name a player: the round was a tie")]
    NextAfterTie,
}

fn over_reason(reason: OverReason) -> &'static str {
    match reason {
        OverReason::Home => "the reason must be home: all pieces of a player stand on the other's home points",
        OverReason::Stuck => "the reason must be stuck: neither player can move",
        OverReason::Called => "the reason must be called",
        OverReason::Quit => "the reason must be quit",
    }
}

fn winner_must_be(winner: Option<Seat>) -> String {
    match winner {
        Some(winner) => format!("the winner must be {winner}"),
        None => "there must be no winner: the round was a tie".to_owned(),
    }
}

/// The reasons why a draft is not a position. An error has at least one.
///
/// A hostile draft can have any number of faults. The first [`Faults::MOST`] are kept; the rest are only counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    kept: Vec<Fault>,
    more: usize,
}

impl Faults {
    /// The number of faults that are kept in full.
    pub const MOST: usize = 50;

    pub(crate) fn add(&mut self, place: Place, kind: FaultKind) {
        if self.kept.len() < Self::MOST {
            self.kept.push(Fault { place, kind });
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

    /// The number of further faults.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Checks the points scored or rounds won before this round.
    pub(crate) fn tally(&mut self, place: Place, least: u32, given: i64) -> u32 {
        match u32::try_from(given) {
            Ok(tally) if (least..=MAX_TALLY).contains(&tally) => tally,
            _ => {
                self.add(place, FaultKind::Tally { least, given });
                least
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
        for (i, Fault { place, kind }) in self.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{place:?}: {kind}")?;
        }
        if self.more > 0 {
            write!(f, "; and {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// The most points or won rounds that a tournament can have.
pub const MAX_TALLY: u32 = 999_999;

/// The reason why the next round can't start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NextRoundError {
    /// The current round isn't over yet.
    #[error("this round isn't over yet")]
    RoundNotOver,
    /// A tally would exceed [`MAX_TALLY`].
    #[error("{0} would exceed the limit of {MAX_TALLY}")]
    TallyFull(Seat),
    /// Kono only: rounds are numbered up to [`MAX_TALLY`].
    #[error("there is no round after round {MAX_TALLY}")]
    LastRound,
    /// Congkak only: a player has no seeds to put into the pits (rule con-deal).
    #[error("{0} has no seeds left and can't play: the tournament is over")]
    NoSeeds(Seat),
}

/// Adds to a tally, up to [`MAX_TALLY`].
pub(crate) fn add_to_tally(seat: Seat, tally: u32, more: u32) -> Result<u32, NextRoundError> {
    match tally.checked_add(more) {
        Some(sum) if sum <= MAX_TALLY => Ok(sum),
        _ => Err(NextRoundError::TallyFull(seat)),
    }
}
