//! Congkak: relay sowing around two rows of pits, with a store for each player.

use std::fmt;
use std::str::FromStr;

use crate::fault::add_to_tally;
use crate::{NextRoundError, Pair, Seat};

mod draft;
mod ring;

pub use draft::{Draft, DraftSide};
use ring::{SideSlots, Stop};

/// The version of these rules. Raise it with every change that makes an old game come out differently: journals with
/// another version are shown as text and never replayed.
pub const RULES: u32 = 1;

/// The size of a board: the number of pits in a row, and the number of seeds in each pit at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Size(u8);

impl Size {
    /// The available sizes (rule con-board).
    pub const ALL: [Size; 7] = [Size(5), Size(6), Size(7), Size(8), Size(9), Size(10), Size(11)];
    /// The largest of these sizes, for limits.
    pub const LARGEST: Size = Self::ALL[Self::ALL.len() - 1];
    /// [`Self::ALL`] in words, for messages.
    pub const CHOICES: &str = "5 to 11";
    /// The size offered as the default.
    pub const USUAL: Size = Size(7);

    /// The size with this number of pits; `None` if it isn't one of [`Self::ALL`].
    pub fn new(pits: i64) -> Option<Size> {
        Self::ALL.into_iter().find(|size| i64::from(size.0) == pits)
    }

    /// The number of pits in a row.
    #[inline]
    pub const fn pits(self) -> usize {
        self.0 as usize
    }

    /// The number of seeds in a tournament.
    pub fn seeds(self) -> u32 {
        2 * u32::from(self.0) * u32::from(self.0)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A pit, and the move that sows from it. Computer's are A, B, C …, Human's P, Q, R …, in sowing order
/// (rule con-names).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "char", into = "char"))]
pub struct Pit {
    seat: Seat,
    index: u8,
}

impl Pit {
    /// A pit by its place in sowing order, from 0; `None` if no row is that long.
    pub fn new(seat: Seat, index: usize) -> Option<Pit> {
        let index = u8::try_from(index).ok().filter(|&index| usize::from(index) < ring::MAX_PITS)?;
        Some(Pit { seat, index })
    }

    /// The player whose row the pit is in.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// Its place in sowing order, from 0.
    pub fn index(self) -> usize {
        self.index.into()
    }

    /// The letter that names the pit.
    pub fn letter(self) -> char {
        char::from(Self::first_letter(self.seat) + self.index)
    }

    /// The pit across from it on a board of this size; `None` if it isn't on that board.
    pub fn across(self, size: Size) -> Option<Pit> {
        let index = size.0.checked_sub(self.index + 1)?;
        Some(Pit { seat: self.seat.other(), index })
    }

    fn first_letter(seat: Seat) -> u8 {
        match seat {
            Seat::Computer => b'A',
            Seat::Human => b'P',
        }
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl From<Pit> for char {
    fn from(pit: Pit) -> char {
        pit.letter()
    }
}

impl TryFrom<char> for Pit {
    type Error = BadPit;
    fn try_from(letter: char) -> Result<Pit, BadPit> {
        letter.to_string().parse()
    }
}

/// The text isn't a pit's name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\u{201c}{0}\u{201d} is not a pit: pits are the letters A to K (Computer's) and P to Z (Human's)")]
pub struct BadPit(String);

/// Reads a letter in upper or lower case.
impl FromStr for Pit {
    type Err = BadPit;
    fn from_str(text: &str) -> Result<Pit, BadPit> {
        let bad = || BadPit(text.chars().take(20).collect());
        let [letter] = *text.trim().as_bytes() else { return Err(bad()) };
        let letter = letter.to_ascii_uppercase();
        let seat = if letter < b'P' { Seat::Computer } else { Seat::Human };
        let index = letter.checked_sub(Pit::first_letter(seat)).ok_or_else(bad)?;
        Pit::new(seat, index.into()).ok_or_else(bad)
    }
}

/// A hole that a seed can fall into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hole {
    /// A pit of either row.
    Pit(Pit),
    /// The store of the player who sows.
    OwnStore,
}

/// One pick-up and the sowing that follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lap {
    size: Size,
    sower: Seat,
    /// The pit whose seeds were picked up.
    pub from: Pit,
    /// The number of seeds in that pit.
    pub seeds: u8,
}

impl Lap {
    /// The holes that the seeds fall into, in order.
    pub fn stops(&self) -> impl Iterator<Item = Hole> {
        let Lap { size, sower, from, seeds } = *self;
        let start = slot(sower, from);
        ring::stops(size.pits(), start, seeds).map(move |slot| match slot {
            ring::OWN_STORE => Hole::OwnStore,
            _ => Hole::Pit(pit_of(sower, slot)),
        })
    }
}

/// A pit's slot in the ring as `sower` sees it.
fn slot(sower: Seat, pit: Pit) -> usize {
    pit.index() + if pit.seat == sower { 0 } else { ring::SIDE }
}

fn pit_of(sower: Seat, slot: usize) -> Pit {
    let seat = if slot < ring::SIDE { sower } else { sower.other() };
    Pit { seat, index: (slot % ring::SIDE) as u8 }
}

/// The last seed fell into an empty pit of the sower's row (rule con-capture).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The pit that the last seed fell into; this seed goes to the store too.
    pub last: Pit,
    /// The pit across from it, in the other row.
    pub across: Pit,
    /// The seeds that were in the pit across; can be 0.
    pub seeds: u8,
}

/// Everything that happened in a play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// The position after the play.
    pub after: Position,
    /// Every pick-up in order; the first is from the chosen pit.
    pub laps: Vec<Lap>,
    /// The capture at the end, if the last seed fell into an empty pit of the sower.
    pub capture: Option<Capture>,
    /// True if the last seed fell into the sower's store (rule con-free).
    pub free: bool,
    /// The number of seeds that the winner gathered from their own row, if this play ended the round (rule con-end).
    pub swept: u8,
}

/// The outcome of a finished round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The player with seeds left in the pits (rule con-end).
    pub winner: Seat,
}

/// A round between two plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    size: Size,
    /// The player who plays next; in a finished round the winner.
    next: Seat,
    over: bool,
    sides: Pair<SideSlots>,
}

/// The reason why a play is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The round is already over.
    #[error("the round is over")]
    RoundOver,
    /// A pit that isn't on this board.
    #[error("there is no pit {0} on a board with {1} pits a side")]
    NoSuchPit(Pit, usize),
    /// The pit belongs to the other player.
    #[error("pit {0} is {seat}'s, but it is {1}'s turn", seat = .0.seat())]
    NotYours(Pit, Seat),
    /// The pit has no seeds to sow.
    #[error("pit {0} is empty")]
    Empty(Pit),
}

impl Position {
    /// The start of a tournament: every pit holds as many seeds as there are pits in a row.
    pub fn start(size: Size, first: Seat) -> Position {
        let seeds = size.seeds() as u8 / 2;
        Position { size, next: first, over: false, sides: Pair::from_fn(|_| deal(size, seeds)) }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The player who plays next; `None` if the round is over.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        (!self.over).then_some(self.next)
    }

    /// The outcome of the round; `None` if it isn't over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.over.then_some(Outcome { winner: self.next })
    }

    /// The seeds in a seat's pits, in sowing order.
    pub fn pits(&self, seat: Seat) -> &[u8] {
        &self.sides[seat][..self.size.pits()]
    }

    /// The seeds in a seat's store.
    #[inline]
    pub fn store(&self, seat: Seat) -> u8 {
        self.sides[seat][ring::OWN_STORE]
    }

    /// A seat's side as one number: a byte for each pit in sowing order, the store in the highest byte. For
    /// hashing: a position is its two sides, the next player, and whether the round is over.
    #[inline]
    pub fn side_bits(&self, seat: Seat) -> u128 {
        u128::from_le_bytes(self.sides[seat])
    }

    /// The seeds in each seat's store and row together.
    pub fn seeds(&self) -> Pair<u32> {
        self.sides.map(|side| side.iter().map(|&seeds| u32::from(seeds)).sum())
    }

    /// The non-empty pits of the next player, in sowing order.
    #[inline]
    pub fn legal_moves(&self) -> impl Iterator<Item = Pit> + use<> {
        let seat = self.next;
        let mut left = if self.over { 0 } else { ring::occupied(&self.sides[seat]) };
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(Pit { seat, index })
        })
    }

    /// This board with the other player to play, to find that player's threats. The rules have no pass, so no play
    /// leads to this position. A finished round is returned unchanged.
    #[must_use]
    pub fn passed(&self) -> Position {
        let next = if self.over { self.next } else { self.next.other() };
        Position { next, ..*self }
    }

    /// The seeds in both rows.
    #[inline]
    pub fn seeds_in_play(&self) -> u8 {
        ring::row_sum(&self.sides.human) + ring::row_sum(&self.sides.computer)
    }

    fn check(&self, pit: Pit) -> Result<(), IllegalMove> {
        if self.over {
            return Err(IllegalMove::RoundOver);
        }
        if pit.index() >= self.size.pits() {
            return Err(IllegalMove::NoSuchPit(pit, self.size.pits()));
        }
        if pit.seat != self.next {
            return Err(IllegalMove::NotYours(pit, self.next));
        }
        if self.sides[pit.seat][pit.index()] == 0 {
            return Err(IllegalMove::Empty(pit));
        }
        Ok(())
    }

    /// The position after sowing from this pit.
    #[inline]
    pub fn play(&self, pit: Pit) -> Result<Position, IllegalMove> {
        let mut after = *self;
        after.advance(pit)?;
        Ok(after)
    }

    /// Sows in place, without a copy. An illegal move changes nothing.
    #[inline]
    pub fn advance(&mut self, pit: Pit) -> Result<(), IllegalMove> {
        self.check(pit)?;
        self.sow(pit, |_, _| {});
        Ok(())
    }

    /// Sows from this pit and records everything that happens.
    pub fn play_with_details(&self, pit: Pit) -> Result<Play, IllegalMove> {
        self.check(pit)?;
        let mut after = *self;
        let mut laps = Vec::new();
        let (size, sower) = (self.size, self.next);
        let (stop, captured, swept) = after.sow(pit, |slot, seeds| {
            let from = pit_of(sower, slot);
            laps.push(Lap { size, sower, from, seeds });
        });
        let capture = match stop {
            Stop::Own(index) => {
                let last = pit_of(sower, index);
                let across = last.across(size).expect("sowing stays on the board");
                Some(Capture { last, across, seeds: captured })
            }
            Stop::Store | Stop::Theirs => None,
        };
        let free = stop == Stop::Store;
        Ok(Play { after, laps, capture, free, swept })
    }

    #[inline]
    fn sow(&mut self, pit: Pit, lap: impl FnMut(usize, u8)) -> (Stop, u8, u8) {
        let sower = pit.seat;
        let pits = self.size.pits();
        let mut own = self.sides[sower];
        let mut theirs = self.sides[sower.other()];
        let stop = ring::sow(pits, &mut own, &mut theirs, pit.index(), lap);
        let mut captured = 0;
        if let Stop::Own(last) = stop {
            captured = std::mem::take(&mut theirs[pits - 1 - last]);
            own[last] = 0;
            *ring::store(&mut own) += captured + 1;
        }
        self.sides[sower] = own;
        self.sides[sower.other()] = theirs;
        if stop != Stop::Store {
            self.next = sower.other();
        }
        let swept = self.end_if_empty();
        (stop, captured, swept)
    }

    /// Rule con-end: a player without seeds in the pits has lost, and the other player gathers the rest. Returns the
    /// number of seeds gathered.
    #[inline]
    fn end_if_empty(&mut self) -> u8 {
        let empty = |seat: Seat| ring::row_is_empty(&self.sides[seat]);
        let loser = match (empty(self.next), empty(self.next.other())) {
            (true, _) => self.next,
            (false, true) => self.next.other(),
            (false, false) => return 0,
        };
        let winner = loser.other();
        let side = &mut self.sides[winner];
        let mut gathered = [0; ring::SIDE];
        let swept = ring::row_sum(side);
        *ring::store(&mut gathered) = *ring::store(side) + swept;
        *side = gathered;
        self.next = winner;
        self.over = true;
        swept
    }
}

/// A side with its seeds laid out for a new round (rule con-deal): full pits from the one next to the store
/// outward, the rest one by one over the other pits.
fn deal(size: Size, seeds: u8) -> SideSlots {
    let pits = size.0;
    let mut side = [0; ring::SIDE];
    let full = (seeds / pits).min(pits);
    let mut rest = seeds - full * pits;
    // The last pit in sowing order is the one next to the store.
    let (open, filled) = side[..size.pits()].split_at_mut((pits - full).into());
    filled.fill(pits);
    if open.is_empty() {
        *ring::store(&mut side) = rest;
        return side;
    }
    while rest > 0 {
        for pit in open.iter_mut().rev().take(rest.into()) {
            *pit += 1;
            rest -= 1;
        }
    }
    side
}

/// The state of a tournament after any play: the position and the rounds won before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// The current round, which may be over.
    pub position: Position,
    /// The number of earlier rounds each player has won.
    pub rounds: Pair<u32>,
}

impl Standing {
    /// The start of round one.
    pub fn new(size: Size, first: Seat) -> Standing {
        Standing { position: Position::start(size, first), rounds: Pair::default() }
    }

    /// The totals as they are now: all seeds of each seat, whether or not the round is over (rule con-tournament).
    pub fn totals(&self) -> Pair<u32> {
        self.position.seeds()
    }

    /// The start of the next round: both players lay out their seeds, and the winner starts.
    pub fn next_round(&self) -> Result<Standing, NextRoundError> {
        let Position { size, .. } = self.position;
        let Outcome { winner } = self.position.outcome().ok_or(NextRoundError::RoundNotOver)?;
        let stores = self.position.sides.map(|mut side| *ring::store(&mut side));
        if let Some(seat) = Seat::BOTH.into_iter().find(|&seat| stores[seat] == 0) {
            return Err(NextRoundError::NoSeeds(seat));
        }
        let mut rounds = self.rounds;
        rounds[winner] = add_to_tally(winner, rounds[winner], 1)?;
        let position = Position { size, next: winner, over: false, sides: stores.map(|seeds| deal(size, seeds)) };
        Ok(Standing { position, rounds })
    }
}
