//! Canoga: two rows of squares; throw, then cover your own squares or uncover the opponent's.

use std::fmt;
use std::str::FromStr;

use crate::fault::add_to_tally;
use crate::{DiceCount, NextRoundError, Pair, Seat, Throw};

mod draft;
mod squares;

pub use draft::{Draft, DraftAdvantage, DraftOver, DraftRow};
pub use squares::Squares;

/// The version of these rules. Raise it with every change that makes an old game come out differently: journals with
/// another version are shown as text and never replayed.
pub const RULES: u32 = 1;

/// The size of a board: the number of squares in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Size(u8);

impl Size {
    /// The available sizes (rule can-row).
    pub const ALL: [Size; 3] = [Size(9), Size(10), Size(11)];
    /// The largest of these sizes, for limits.
    pub const LARGEST: Size = Self::ALL[Self::ALL.len() - 1];
    /// [`Self::ALL`] in words, for messages.
    pub const CHOICES: &str = "9, 10 or 11";
    /// The size offered as the default.
    pub const USUAL: Size = Size(9);

    /// The size with this number of squares; `None` if it isn't one of [`Self::ALL`].
    pub fn new(squares: i64) -> Option<Size> {
        Self::ALL.into_iter().find(|size| i64::from(size.0) == squares)
    }

    /// The number of squares in a row.
    #[inline]
    pub const fn squares(self) -> u8 {
        self.0
    }

    /// A row with every square covered.
    #[inline]
    pub fn full_row(self) -> Squares {
        Squares::up_to(self.0)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The square that starts a round covered (rule can-handicap).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Handicap {
    /// The player whose row the square is in.
    pub owner: Seat,
    /// Its number, from 1 to 9.
    pub square: u8,
}

/// The two ways to win a round (rule can-win).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WonBy {
    /// The winner covered all of their own squares.
    Covering,
    /// The winner uncovered the opponent's last covered square.
    Uncovering,
}

/// The outcome of a finished round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The player who won the round.
    pub winner: Seat,
    /// The way in which the round was won.
    pub by: WonBy,
    /// The points for the winner (rule can-points); can be 0.
    pub points: u32,
}

/// A round between two throws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    size: Size,
    first: Seat,
    /// The player who throws next; in a finished round the winner.
    next: Seat,
    /// The second player's square that the first can't uncover yet; `NONE` after the first turn.
    locked: Squares,
    covered: Pair<Squares>,
    won: Option<WonBy>,
}

impl Position {
    /// The start of a round.
    pub fn start(size: Size, first: Seat, handicap: Option<Handicap>) -> Position {
        let mut covered = Pair::default();
        let mut locked = Squares::NONE;
        if let Some(Handicap { owner, square }) = handicap {
            covered[owner] = Squares::one(square);
            if owner != first {
                locked = covered[owner];
            }
        }
        Position { size, first, next: first, locked, covered, won: None }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The player who has the first turn of the round.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The player who throws next; `None` if the round is over.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        self.won.is_none().then_some(self.next)
    }

    /// The covered squares of both rows.
    pub fn covered(&self) -> Pair<Squares> {
        self.covered
    }

    /// The square that can't be uncovered now (rule can-lock); always the second player's.
    pub fn locked(&self) -> Option<Handicap> {
        let square = self.locked.ascending().next()?;
        Some(Handicap { owner: self.first.other(), square })
    }

    /// The outcome of the round; `None` if it isn't over.
    pub fn outcome(&self) -> Option<Outcome> {
        let by = self.won?;
        let winner = self.next;
        let points = match by {
            WonBy::Covering => self.size.full_row().without(self.covered[winner.other()]).sum(),
            WonBy::Uncovering => self.covered[winner].sum(),
        };
        Some(Outcome { winner, by, points })
    }

    /// True if the next player may throw a single die instead of two (rule can-dice).
    #[inline]
    pub fn may_throw_one(&self) -> bool {
        self.squares_for_one_die().is_empty()
    }

    /// The numbers of dice that may be thrown, fewer first.
    pub fn throws(&self) -> impl Iterator<Item = DiceCount> + use<> {
        let one = self.may_throw_one().then_some(DiceCount::One);
        one.into_iter().chain([DiceCount::Two])
    }

    /// The squares still to be covered before a single die may be thrown.
    fn squares_for_one_die(&self) -> Squares {
        self.size.full_row().without(Squares::up_to(6)).without(self.covered[self.next])
    }

    /// Adds a throw, if these dice may be thrown.
    #[inline]
    pub fn throw(&self, throw: Throw) -> Result<Thrown, IllegalMove> {
        if self.won.is_some() {
            return Err(IllegalMove::RoundOver);
        }
        if throw.count() == DiceCount::One && !self.may_throw_one() {
            return Err(IllegalMove::TwoDice(self.squares_for_one_die()));
        }
        Ok(Thrown { position: *self, throw })
    }

    /// This position with the turn passed to the other player.
    #[must_use]
    pub fn passed(&self) -> Position {
        Position { next: self.next.other(), locked: Squares::NONE, ..*self }
    }

    /// The advantage square that this round gives in the next one (rule can-handicap).
    pub fn handicap(&self) -> Option<Handicap> {
        let points = self.outcome()?.points;
        // The repeated digit sum is the remainder modulo 9, except that multiples of 9 give 9.
        let square = if points == 0 { return None } else { (points - 1) % 9 + 1 };
        Some(Handicap { owner: self.first.other(), square: square as u8 })
    }
}

/// A move (rule can-move): covers or uncovers, never both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Move {
    /// Cover these squares in the mover's row.
    Cover(Squares),
    /// Uncover these squares in the opponent's row.
    Uncover(Squares),
}

impl Move {
    /// The squares that the move covers or uncovers.
    #[inline]
    pub const fn squares(self) -> Squares {
        let (Move::Cover(set) | Move::Uncover(set)) = self;
        set
    }
}

/// The reason why a throw or a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The round is already over.
    #[error("the round is over")]
    RoundOver,
    /// A single die was thrown while these squares are open.
    #[error("you may throw one die only when all your squares from 7 up are covered; still open: {0}")]
    TwoDice(Squares),
    /// The move names no square at all.
    #[error("name at least one square")]
    NoSquare,
    /// A square that isn't on the board.
    #[error("there is no square {0} on a row of {1}")]
    NoSuchSquare(u8, u8),
    /// A square to cover is covered already.
    #[error("square {0} is already covered")]
    AlreadyCovered(u8),
    /// A square to uncover isn't covered.
    #[error("the opponent's square {0} isn't covered")]
    NotCovered(u8),
    /// A square to uncover is locked.
    #[error("the opponent's square {0} is locked until its owner has had a turn")]
    Locked(u8),
    /// The squares don't add up to the dice.
    #[error("{total}, but the dice show {1}", total = total(*.0))]
    WrongSum(Squares, u8),
    /// The turn can't end while a move is possible.
    #[error("you may end your turn only when no move is possible; {0} can be played")]
    MustMove(Move),
}

/// "4 and 1 add up to 5".
fn total(set: Squares) -> String {
    let squares: Vec<String> = set.ascending().rev().map(|square| square.to_string()).collect();
    match &squares[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last} add up to {}", first.join(", "), set.sum()),
        _ => format!("that is {}", set.sum()),
    }
}

/// A position and the throw to be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Thrown {
    position: Position,
    throw: Throw,
}

impl Thrown {
    /// The position before the throw.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The player who threw and has to move.
    #[inline]
    pub fn mover(&self) -> Seat {
        self.position.next
    }

    /// The dice that were thrown.
    pub fn throw(&self) -> Throw {
        self.throw
    }

    /// The mover's squares that can be covered, and the opponent's that can be uncovered.
    #[inline]
    fn playable(&self) -> (Squares, Squares) {
        let Position { size, next, locked, covered, .. } = self.position;
        let open = size.full_row().without(covered[next]);
        (open, covered[next.other()].without(locked))
    }

    /// Every legal move: covers first, larger squares first. If there is none, the turn ends ([`Self::pass`]).
    #[inline]
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let (open, shut) = self.playable();
        let sets = Squares::adding_up_to(self.throw.sum());
        let covers = sets.iter().filter(move |set| set.within(open)).map(|&set| Move::Cover(set));
        let uncovers = sets.iter().filter(move |set| set.within(shut)).map(|&set| Move::Uncover(set));
        covers.chain(uncovers)
    }

    /// Plays a legal move; refuses any other.
    #[inline]
    pub fn play(&self, chosen: Move) -> Result<Position, IllegalMove> {
        let set = chosen.squares();
        let (open, shut) = self.playable();
        let allowed = if matches!(chosen, Move::Cover(_)) { open } else { shut };
        if set.is_empty() || !set.within(allowed) || set.sum() != u32::from(self.throw.sum()) {
            return Err(self.explain(chosen));
        }
        let mut after = self.position;
        let mover = after.next;
        match chosen {
            Move::Cover(_) => {
                after.covered[mover] = after.covered[mover].with(set);
                if after.covered[mover] == after.size.full_row() {
                    after.won = Some(WonBy::Covering);
                }
            }
            Move::Uncover(_) => {
                let row = &mut after.covered[mover.other()];
                *row = row.without(set);
                if row.is_empty() {
                    after.won = Some(WonBy::Uncovering);
                }
            }
        }
        if after.won.is_some() {
            after.locked = Squares::NONE;
        }
        Ok(after)
    }

    /// Ends the turn if the throw allows no move (rule can-turn). Nothing is locked afterwards.
    #[inline]
    pub fn pass(&self) -> Result<Position, IllegalMove> {
        if let Some(possible) = self.legal_moves().next() {
            return Err(IllegalMove::MustMove(possible));
        }
        Ok(self.position.passed())
    }

    #[cold]
    fn explain(&self, refused: Move) -> IllegalMove {
        let (size, set) = (self.position.size, refused.squares());
        if set.is_empty() {
            return IllegalMove::NoSquare;
        }
        if let Some(square) = set.without(size.full_row()).ascending().next() {
            return IllegalMove::NoSuchSquare(square, size.squares());
        }
        let (open, shut) = self.playable();
        match refused {
            Move::Cover(_) => set.without(open).ascending().next().map(IllegalMove::AlreadyCovered),
            Move::Uncover(_) => set.without(shut).ascending().next().map(|square| {
                if self.position.locked.contains(square) {
                    IllegalMove::Locked(square)
                } else {
                    IllegalMove::NotCovered(square)
                }
            }),
        }
        .unwrap_or(IllegalMove::WrongSum(set, self.throw.sum()))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Cover(set) => write!(f, "cover {set}"),
            Move::Uncover(set) => write!(f, "uncover {set}"),
        }
    }
}

/// The reason why a text isn't a Canoga move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadMove {
    /// The text doesn't begin with "cover" or "uncover".
    #[error("a move begins with \u{201c}cover\u{201d} or \u{201c}uncover\u{201d}")]
    NoVerb,
    /// The text isn't the number of a square.
    #[error("\u{201c}{0}\u{201d} is not a square: squares are numbered from 1 up to {choices}, depending on the size of the board", choices = Size::CHOICES)]
    NotASquare(String),
    /// A square is named twice.
    #[error("square {0} is named twice")]
    Twice(u8),
}

impl Squares {
    /// Makes a set from square numbers. A repeated number, or one beyond the longest row, is an error.
    pub fn named(numbers: impl IntoIterator<Item = i64>) -> Result<Squares, BadMove> {
        let mut set = Squares::NONE;
        for number in numbers {
            let square = u8::try_from(number)
                .ok()
                .filter(|&square| !Squares::one(square).is_empty())
                .ok_or_else(|| BadMove::NotASquare(number.to_string()))?;
            if set.contains(square) {
                return Err(BadMove::Twice(square));
            }
            set = set.with(Squares::one(square));
        }
        Ok(set)
    }
}

/// Reads `cover 4 2`, `Uncover 9,3` and the like.
impl FromStr for Move {
    type Err = BadMove;
    fn from_str(text: &str) -> Result<Move, BadMove> {
        let mut words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        let verb = words.next().unwrap_or_default().to_ascii_lowercase();
        let make = match verb.as_str() {
            "cover" => Move::Cover,
            "uncover" => Move::Uncover,
            _ => return Err(BadMove::NoVerb),
        };
        let numbers = words
            .map(|word| word.parse().map_err(|_| BadMove::NotASquare(word.chars().take(20).collect())))
            .collect::<Result<Vec<i64>, _>>()?;
        Squares::named(numbers).map(make)
    }
}

/// A tournament between two throws: the position and the points of earlier rounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// The current round, which may be over.
    pub position: Position,
    /// Each player's points from earlier rounds.
    pub scores: Pair<u32>,
}

impl Standing {
    /// The start of round one.
    pub fn new(size: Size, first: Seat) -> Standing {
        Standing { position: Position::start(size, first, None), scores: Pair::default() }
    }

    /// The totals as they are now. The current round counts only if it is over (rule can-tournament).
    pub fn totals(&self) -> Pair<u32> {
        let mut totals = self.scores;
        if let Some(Outcome { winner, points, .. }) = self.position.outcome() {
            totals[winner] = totals[winner].saturating_add(points);
        }
        totals
    }

    /// The start of the next round, with the handicap from this one.
    pub fn next_round(&self, size: Size, first: Seat) -> Result<Standing, NextRoundError> {
        let Outcome { winner, points, .. } = self.position.outcome().ok_or(NextRoundError::RoundNotOver)?;
        let mut scores = self.scores;
        scores[winner] = add_to_tally(winner, scores[winner], points)?;
        Ok(Standing { position: Position::start(size, first, self.position.handicap()), scores })
    }
}
