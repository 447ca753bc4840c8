//! A slow and obvious version of Congkak's searches, and positions to compare them on. It uses only the rules.

use std::collections::HashSet;

use parlor_rules::congkak::{Draft, DraftSide, Outcome, Pit, Position, Size};
use parlor_rules::{Pair, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Net seeds for `seat`, and whether it wins the round, if both play their best: seeds first, then the round. No pruning
/// and no table.
pub(crate) fn outcome(position: &Position, seat: Seat) -> (i32, bool) {
    if let Some(Outcome { winner }) = position.outcome() {
        let net = i32::from(position.store(seat)) - i32::from(position.store(seat.other()));
        return (net, winner == seat);
    }
    let ends = position.legal_moves().map(|pit| outcome(&position.play(pit).unwrap(), seat));
    let best = if position.turn() == Some(seat) { ends.max() } else { ends.min() };
    best.expect("an unfinished round has plays")
}

/// The most seeds that a whole turn can put into the store, by trying every order of plays.
pub(crate) fn most_in_a_turn(position: &Position) -> u8 {
    fn go(position: &Position, seat: Seat) -> u8 {
        if position.turn() != Some(seat) {
            return position.store(seat);
        }
        position.legal_moves().map(|pit| go(&position.play(pit).unwrap(), seat)).max().unwrap()
    }
    let seat = position.turn().unwrap();
    go(position, seat) - position.store(seat)
}

/// A faster version for longer turns, which visits each position once.
pub(crate) fn most_in_a_long_turn(position: &Position) -> u8 {
    let seat = position.turn().unwrap();
    let (mut most, mut seen, mut open) = (0, HashSet::new(), vec![*position]);
    while let Some(now) = open.pop() {
        most = most.max(now.store(seat));
        if now.turn() == Some(seat) && seen.insert(now) {
            open.extend(now.legal_moves().map(|pit| now.play(pit).unwrap()));
        }
    }
    most - position.store(seat)
}

/// The position after a line of plays.
pub(crate) fn replay(position: &Position, line: &[Pit]) -> Position {
    line.iter().fold(*position, |now, &pit| now.play(pit).expect("a line must be legal"))
}

/// True if a line is one whole turn: the player changes only after its last play.
pub(crate) fn is_whole_turn(position: &Position, line: &[Pit]) -> bool {
    let goes_on = |now: &Position| now.turn() == position.turn();
    let mut now = *position;
    for (i, &pit) in line.iter().enumerate() {
        now = now.play(pit).unwrap();
        if goes_on(&now) != (i + 1 < line.len()) {
            return false;
        }
    }
    !line.is_empty()
}

pub(crate) struct Positions(ChaCha8Rng);

impl Positions {
    pub(crate) fn new(seed: u64) -> Positions {
        Positions(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A position of a random round with a limited number of seeds in play.
    pub(crate) fn played(&mut self, pits: u8, most: u8) -> Position {
        let size = Size::new(pits.into()).unwrap();
        loop {
            let first = Seat::BOTH[self.0.random_range(0..2)];
            let mut now = Position::start(size, first);
            // Some rounds are left early, so that fuller boards come up too.
            let stop = self.0.random_range(1..=most);
            while now.turn().is_some() && now.seeds_in_play() > stop {
                now = self.any_play(&now);
            }
            if now.turn().is_some() && now.seeds_in_play() <= most {
                return now;
            }
        }
    }

    /// A made-up position with a limited number of seeds in play, on a board size of the game.
    pub(crate) fn made_up(&mut self, pits: u8, most: u8) -> Position {
        loop {
            let mut rows = [vec![0_i64; usize::from(pits)], vec![0; usize::from(pits)]];
            for _ in 0..self.0.random_range(2..=most) {
                rows[self.0.random_range(0..2)][self.0.random_range(0..usize::from(pits))] += 1;
            }
            let [human, computer] = rows;
            let side = |pits, store| DraftSide { store, pits, rounds: 0 };
            let sides = Pair {
                human: side(human, self.0.random_range(0..5)),
                computer: side(computer, self.0.random_range(0..5)),
            };
            let next = Seat::BOTH[self.0.random_range(0..2)];
            let position = Draft { size: pits.into(), sides, next, over: None }.check().unwrap().position;
            if position.turn().is_some() {
                return position;
            }
        }
    }

    pub(crate) fn any_play(&mut self, position: &Position) -> Position {
        let moves: Vec<Pit> = position.legal_moves().collect();
        position.play(moves[self.0.random_range(0..moves.len())]).unwrap()
    }
}
