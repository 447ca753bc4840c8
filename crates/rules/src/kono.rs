//! Kono: diagonal steps across the board to the opponent's home points.

use std::fmt;
use std::str::FromStr;

use crate::fault::add_to_tally;
use crate::{MAX_TALLY, NextRoundError, Pair, Seat};

mod board;
mod draft;
mod past_positions;

pub use board::{BadDirection, Board, Cell, Color, Direction, Point, Size};
pub use draft::{Draft, DraftOver, DraftPosition, OverReason};
use past_positions::PastPositions;

/// The version of these rules. Raise it with every change that makes an old game come out differently: journals with
/// another version are shown as text and never replayed.
pub const RULES: u32 = 1;

/// The points for a captured piece (rule kon-score).
pub const CAPTURE_POINTS: i32 = 5;

/// The points a player loses by quitting (rule kon-score).
pub const QUIT_PENALTY: i32 = 5;

/// The number of times that a position must occur for the round to be called (rule kon-called).
pub const REPETITIONS: usize = 3;

/// The reason why a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// All remaining pieces of a player stand on the other's home points (rule kon-end).
    Home,
    /// Neither player can move (rule kon-stuck).
    Stuck,
    /// The round was called and scored as it stood (rule kon-called).
    Called(Called),
    /// This player quit the round.
    Quit(Seat),
}

/// The reason why a round was called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Called {
    /// A position occurred [`REPETITIONS`] times with the same player to move.
    Repetition,
    /// [`Size::quiet_limit`] moves in a row brought no capture and no first arrival.
    QuietMoves,
    /// One player offered to call the round and the other accepted (rule kon-offer).
    Agreement,
}

/// The outcome of a finished round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The reason why the round ended.
    pub end: End,
    /// Both scores (rule kon-score); a quitter's can be below zero.
    pub scores: Pair<i32>,
    /// The player with the higher score; `None` on a tie.
    pub winner: Option<Seat>,
    /// The points for the winner: the difference of the scores (rule kon-points).
    pub points: u32,
    /// The parts of each player's score.
    pub parts: Pair<ScoreParts>,
}

/// The parts of a score (rule kon-score).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ScoreParts {
    /// The value of the opponent's home points that the player's pieces stand on.
    pub home: u32,
    /// The number of the opponent's pieces that are captured.
    pub captured: u32,
    /// True if the player has quit the round.
    pub quit: bool,
}

impl ScoreParts {
    fn score(self) -> i32 {
        let penalty = if self.quit { QUIT_PENALTY } else { 0 };
        self.home as i32 + CAPTURE_POINTS * self.captured as i32 - penalty
    }
}

/// A round between two moves, without the history that rule kon-called needs; see [`Standing`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    white: Seat,
    /// The colour that moves next; in a finished round the winner's, or Human's after a tie.
    mover: Color,
    end: Option<End>,
}

/// A move of the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Move {
    /// A piece steps and captures any piece that it lands on.
    Step(Point, Direction),
    /// The only move of a player who is stuck (rule kon-stuck).
    Pass,
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The round is already over.
    #[error("the round is over")]
    RoundOver,
    /// The colours and the first player aren't chosen yet.
    #[error("the first player has not been chosen yet")]
    FirstNotChosen,
    /// A point that isn't on this board.
    #[error("there is no point {0} on a board of {1}\u{d7}{1}")]
    NoSuchPoint(Point, u8),
    /// The point to move from is vacant.
    #[error("there is no piece at {0}")]
    NoPiece(Point),
    /// The piece belongs to the opponent.
    #[error("the piece at {0} is the opponent's; you play {1}")]
    NotYours(Point, Color),
    /// The step leads off the board.
    #[error("the piece at {0} can't go {1}: that is off the board")]
    OffBoard(Point, Direction),
    /// One of the mover's own pieces is in the way.
    #[error("the piece at {0} can't go to {1}: your own piece is there")]
    OwnPiece(Point, Point),
    /// An opponent's piece is in the way.
    #[error(
        "the piece at {0} can't go to {1}: an opponent's piece is there, and only a piece that has \
         reached an opponent's home point captures"
    )]
    CantCapture(Point, Point),
    /// A player who can move must.
    #[error("you may pass only when no piece can move; {0} can be played")]
    MustMove(Move),
}

/// The effects of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// The position after the move.
    pub after: Position,
    /// True if the move captured a piece.
    pub captured: bool,
    /// True if the piece reached an opponent's home point for the first time, and may now capture.
    pub arrived: bool,
}

impl Position {
    /// The start of a round: `first` plays `color` and moves first.
    pub fn start(size: Size, first: Seat, color: Color) -> Position {
        Position::new(Board::start(size), white_seat(first, color), first)
    }

    /// A position with any board and any player to move; the round may already be over.
    pub fn new(board: Board, white: Seat, next: Seat) -> Position {
        let mover = if next == white { Color::White } else { Color::Black };
        let mut position = Position { board, white, mover, end: None };
        position.end_if_done();
        position
    }

    /// The board with its pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The player who moves next; `None` if the round is over.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        self.end.is_none().then(|| self.seat(self.mover))
    }

    /// The seat that plays this colour.
    pub fn seat(&self, color: Color) -> Seat {
        match color {
            Color::White => self.white,
            Color::Black => self.white.other(),
        }
    }

    /// The colour that this seat plays.
    #[inline]
    pub fn color(&self, seat: Seat) -> Color {
        if seat == self.white { Color::White } else { Color::Black }
    }

    fn repetition_key(&self) -> RepetitionKey {
        RepetitionKey { board: self.board, next: self.seat(self.mover) }
    }

    /// Each player's score if the round ended now (rule kon-score), without a penalty for quitting.
    pub fn scores(&self) -> Pair<i32> {
        self.score_parts(None).map(ScoreParts::score)
    }

    fn score_parts(&self, quitter: Option<Seat>) -> Pair<ScoreParts> {
        Pair::from_fn(|seat| {
            let color = self.color(seat);
            let captured = self.board.size().pieces().saturating_sub(self.board.count(color.other()));
            ScoreParts { home: self.board.home_value(color), captured, quit: quitter == Some(seat) }
        })
    }

    /// The outcome of the round; `None` if it isn't over.
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        let parts = self.score_parts(if let End::Quit(quitter) = end { Some(quitter) } else { None });
        let scores = parts.map(ScoreParts::score);
        let points = scores.human.abs_diff(scores.computer);
        Some(Outcome { end, scores, winner: scores.leader(), points, parts })
    }

    /// Every legal move, by row, column and direction; only `Pass` if the player is stuck.
    #[inline]
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let playing = self.end.is_none();
        let steps = playing.then(|| self.board.steps(self.mover)).into_iter().flatten();
        let pass = playing && !self.board.can_step(self.mover);
        steps.map(|(piece, direction)| Move::Step(piece, direction)).chain(pass.then_some(Move::Pass))
    }

    /// Plays a legal move; refuses any other.
    #[inline]
    pub fn play(&self, chosen: Move) -> Result<Position, IllegalMove> {
        let mut after = *self;
        after.advance(chosen)?;
        Ok(after)
    }

    /// Plays a legal move and records what it did.
    pub fn play_with_details(&self, chosen: Move) -> Result<Play, IllegalMove> {
        let mut after = *self;
        let (captured, arrived) = after.advance(chosen)?;
        Ok(Play { after, captured, arrived })
    }

    /// Plays in place, without a copy. An illegal move changes nothing. Returns whether a piece was captured, and
    /// whether the moved piece reached an opponent's home point for the first time.
    #[inline]
    pub fn advance(&mut self, chosen: Move) -> Result<(bool, bool), IllegalMove> {
        if self.end.is_some() {
            return Err(IllegalMove::RoundOver);
        }
        let color = self.mover;
        let effects = match chosen {
            Move::Step(point, direction) => {
                let geometry = self.board.size().geometry();
                let own = self.board.side(color);
                let from = geometry.bit(point) & own;
                let to = geometry.bit_after(point, direction);
                let blocked =
                    if from & self.board.capturing() == 0 { own | self.board.side(color.other()) } else { own };
                if from == 0 || to & !blocked == 0 {
                    return Err(self.explain(point, direction));
                }
                self.board.advance(color, from, to)
            }
            Move::Pass => {
                if let Some(possible) = self.legal_moves().next().filter(|&possible| possible != Move::Pass) {
                    return Err(IllegalMove::MustMove(possible));
                }
                (false, false)
            }
        };
        self.mover = color.other();
        self.end_if_done();
        Ok(effects)
    }

    #[cold]
    fn explain(&self, from: Point, direction: Direction) -> IllegalMove {
        let size = self.board.size();
        let color = self.mover;
        if size.geometry().bit(from) == 0 {
            return IllegalMove::NoSuchPoint(from, size.points());
        }
        match self.board.cell(from) {
            Cell::Vacant => return IllegalMove::NoPiece(from),
            Cell::Piece { color: other, .. } if other != color => return IllegalMove::NotYours(from, color),
            Cell::Piece { .. } => {}
        }
        let Some(to) = from.step(direction).filter(|&to| size.geometry().bit(to) != 0) else {
            return IllegalMove::OffBoard(from, direction);
        };
        match self.board.cell(to) {
            Cell::Piece { color: own, .. } if own == color => IllegalMove::OwnPiece(from, to),
            _ => IllegalMove::CantCapture(from, to),
        }
    }

    #[inline]
    fn end_if_done(&mut self) {
        let color = self.mover;
        if self.board.is_home(Color::White) || self.board.is_home(Color::Black) {
            self.finish(End::Home);
        } else if !self.board.can_step(color) && !self.board.can_step(color.other()) {
            self.finish(End::Stuck);
        }
    }

    #[cold]
    fn finish(&mut self, end: End) {
        self.end = Some(end);
        let winner = self.outcome().expect("the round has just been ended").winner;
        self.mover = self.color(winner.unwrap_or(Seat::Human));
    }
}

/// The seat that plays White if `first` plays `color`.
fn white_seat(first: Seat, color: Color) -> Seat {
    match color {
        Color::White => first,
        Color::Black => first.other(),
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Step(Point { row, column }, direction) => write!(f, "{row} {column} {direction}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// The reason why a text isn't a Kono move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadMove {
    /// The text isn't the three words of a step.
    #[error("a move is a row, a column and a direction, like \u{201c}2 1 southeast\u{201d}, or \u{201c}pass\u{201d}")]
    Form,
    /// The row or the column isn't a number.
    #[error("\u{201c}{0}\u{201d} is not a row or a column: both are numbered from 1")]
    NotANumber(String),
    /// The third word is not a direction.
    #[error(transparent)]
    Direction(#[from] BadDirection),
}

/// Reads `2 1 southeast`, `2,1 se`, `(2,1) SE` and `pass`.
impl FromStr for Move {
    type Err = BadMove;
    fn from_str(text: &str) -> Result<Move, BadMove> {
        let mut words = text.split([' ', '\t', ',', '(', ')']).filter(|word| !word.is_empty());
        let mut word = || words.next();
        let (first, second, third, more) = (word(), word(), word(), word());
        match (first, second, third, more) {
            (Some(pass), None, ..) if pass.eq_ignore_ascii_case("pass") => Ok(Move::Pass),
            (Some(row), Some(column), Some(direction), None) => {
                let number =
                    |word: &str| word.parse().map_err(|_| BadMove::NotANumber(word.chars().take(20).collect()));
                let (row, column) = (number(row)?, number(column)?);
                Ok(Move::Step(Point { row, column }, direction.parse()?))
            }
            _ => Err(BadMove::Form),
        }
    }
}

/// The key for repetitions: positions with equal keys count as the same (rule kon-called).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RepetitionKey {
    /// The board with its pieces.
    pub board: Board,
    /// The player who was to move.
    pub next: Seat,
}

/// A tournament between two moves: the position, its history in this round, and the points of earlier
/// rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The number of the round, from 1.
    pub round: u32,
    /// Each player's points from earlier rounds.
    pub scores: Pair<u32>,
    /// The current round, which may be over. `None` until the first player and the colours are chosen.
    pub position: Option<Position>,
    /// The board from which the round will start while `position` is `None`; otherwise the standard one.
    start: Board,
    /// The positions since the last capture or first arrival, oldest first, without the current one. Allocated once, so
    /// that moving allocates nothing.
    history: PastPositions,
}

impl Standing {
    /// The start of a tournament, before the first player is chosen.
    pub fn new(size: Size) -> Standing {
        Standing::round(size, 1, Pair::default())
    }

    fn round(size: Size, round: u32, scores: Pair<u32>) -> Standing {
        let history = PastPositions::with_capacity(size.quiet_limit());
        Standing { round, scores, position: None, start: Board::start(size), history }
    }

    /// Starts the round with this first player and their colour. Does nothing if it has already started.
    #[must_use]
    pub fn choose(mut self, first: Seat, color: Color) -> Standing {
        if self.position.is_none() {
            self.position = Some(Position::new(self.start, white_seat(first, color), first));
            self.start = Board::start(self.start.size());
        }
        self
    }

    /// The board with its pieces.
    pub fn board(&self) -> &Board {
        self.position.as_ref().map_or(&self.start, Position::board)
    }

    /// The outcome of the round; `None` if it isn't over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.as_ref().and_then(Position::outcome)
    }

    /// The positions since the last capture or first arrival, oldest first, without the current one: one for each quiet
    /// move.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &RepetitionKey> + ExactSizeIterator {
        self.history.iter()
    }

    /// The number of times that the current position has occurred, including now.
    pub fn repetitions(&self) -> usize {
        self.position.map_or(0, |position| self.times(position.repetition_key()))
    }

    /// The number of turns in a row, up to the last one, in which the player who has just moved could only pass.
    pub fn passes_in_a_row(&self) -> usize {
        let stuck = |earlier: &&RepetitionKey| {
            let color = self.position.map(|position| position.color(earlier.next));
            color.is_some_and(|color| !earlier.board.can_step(color))
        };
        self.history.iter().rev().step_by(2).take_while(stuck).count()
    }

    fn times(&self, now: RepetitionKey) -> usize {
        1 + self.history.iter().filter(|&&earlier| earlier == now).count()
    }

    /// The reason to call the round if one of these players is to move (rule kon-called).
    fn call_by_history(&self, movers: &[Seat]) -> Option<Called> {
        let board = *self.board();
        if movers.iter().any(|&next| self.times(RepetitionKey { board, next }) >= REPETITIONS) {
            return Some(Called::Repetition);
        }
        (self.history.len() >= board.size().quiet_limit()).then_some(Called::QuietMoves)
    }

    /// Plays a legal move, and ends the round if rule kon-called applies.
    ///
    /// # Errors
    /// The move is illegal; nothing has changed.
    pub fn play(&mut self, chosen: Move) -> Result<Play, IllegalMove> {
        let before = self.position.ok_or(IllegalMove::FirstNotChosen)?;
        let mut play = before.play_with_details(chosen)?;
        if play.captured || play.arrived {
            self.history.clear();
        } else {
            self.history.push(before.repetition_key());
        }
        self.position = Some(play.after);
        if let Some(mover) = play.after.turn()
            && let Some(called) = self.call_by_history(&[mover])
        {
            play.after.finish(End::Called(called));
            self.position = Some(play.after);
        }
        Ok(play)
    }

    /// Ends the round because a player quits, on either player's turn (rule kon-menu).
    ///
    /// # Errors
    /// The round is over or hasn't begun.
    pub fn quit(&mut self, quitter: Seat) -> Result<(), IllegalMove> {
        self.end_by_choice(End::Quit(quitter))
    }

    /// Ends the round because both players agree to call it (rule kon-offer).
    ///
    /// # Errors
    /// The round is over or hasn't begun.
    pub fn agree_to_call(&mut self) -> Result<(), IllegalMove> {
        self.end_by_choice(End::Called(Called::Agreement))
    }

    fn end_by_choice(&mut self, end: End) -> Result<(), IllegalMove> {
        let position = self.position.as_mut().ok_or(IllegalMove::FirstNotChosen)?;
        if position.end.is_some() {
            return Err(IllegalMove::RoundOver);
        }
        position.finish(end);
        Ok(())
    }

    /// The totals as they are now. The current round counts only if it is over.
    pub fn totals(&self) -> Pair<u32> {
        let mut totals = self.scores;
        if let Some(Outcome { winner: Some(winner), points, .. }) = self.outcome() {
            totals[winner] = totals[winner].saturating_add(points);
        }
        totals
    }

    /// The next round, before its first player is chosen (rule kon-first): the winner of this round or, after a tie,
    /// the winner of a throw of the dice.
    ///
    /// # Errors
    /// The round isn't over, or a tally is full.
    pub fn next_round(&self, size: Size) -> Result<Standing, NextRoundError> {
        let outcome = self.outcome().ok_or(NextRoundError::RoundNotOver)?;
        let mut scores = self.scores;
        if let Some(winner) = outcome.winner {
            scores[winner] = add_to_tally(winner, scores[winner], outcome.points)?;
        }
        if self.round >= MAX_TALLY {
            return Err(NextRoundError::LastRound);
        }
        Ok(Standing::round(size, self.round + 1, scores))
    }
}
