//! The board as the player of one turn sees it, packed to try millions of plays.
//!
//! Within a turn the opponent's store never changes, so it is left out. The rest is a ring: the player's pits and
//! store, and the opponent's pits. A lap from a given stop with a given number of seeds always changes it in the same
//! way, so the changes are precomputed and added.
//!
//! The tests compare it with the rules play by play.

use parlor_rules::congkak::Position;

use super::score::mover;
use super::transposition::fold;

pub(super) const MAX_PITS: usize = 11;

/// Enough for the 23 stops of the largest board, rounded up to whole words.
const STOPS: usize = 24;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct StopSeeds([u8; STOPS]);

/// The result of a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Then {
    /// A free play: the player plays again.
    Again,
    Passes,
    /// The round is over, and the player of this turn has won or lost it.
    Over {
        won: bool,
    },
}

/// Precomputed sowing for a board of one size.
pub(super) struct SowingTables {
    pits: usize,
    stops: usize,
    /// Indexed by stop and number of seeds, which is at most the number of stops: the seeds that a lap adds to each
    /// stop, wrapping around where it takes seeds away.
    laps: [[[u8; STOPS]; STOPS]; STOPS],
    own: [u64; STOPS / 8],
    theirs: [u64; STOPS / 8],
}

static RINGS: [SowingTables; MAX_PITS + 1] = {
    let mut rings = [const { SowingTables::new(1) }; MAX_PITS + 1];
    let mut pits = 1;
    while pits <= MAX_PITS {
        rings[pits] = SowingTables::new(pits);
        pits += 1;
    }
    rings
};

impl SowingTables {
    pub(super) fn of(position: &Position) -> &'static SowingTables {
        &RINGS[position.size().pits()]
    }

    const fn new(pits: usize) -> SowingTables {
        let stops = 2 * pits + 1;
        let mut laps = [[[0_u8; STOPS]; STOPS]; STOPS];
        let mut from = 0;
        while from < stops {
            let mut seeds = 1;
            while seeds <= stops {
                let mut lap = laps[from][seeds - 1];
                lap[(from + seeds) % stops] += 1;
                // This lap extends the one with one seed fewer: one more seed leaves the stop that it starts from.
                lap[from] = lap[from].wrapping_sub(1);
                laps[from][seeds] = lap;
                seeds += 1;
            }
            from += 1;
        }
        SowingTables { pits, stops, laps, own: bytes(0, pits), theirs: bytes(pits + 1, stops) }
    }

    /// The board as the player to play sees it.
    pub(super) fn board(&self, position: &Position) -> StopSeeds {
        let seat = mover(position);
        let mut board = [0; STOPS];
        board[..self.pits].copy_from_slice(position.pits(seat));
        board[self.pits] = position.store(seat);
        board[self.pits + 1..self.stops].copy_from_slice(position.pits(seat.other()));
        StopSeeds(board)
    }

    /// Seeds in the player's store.
    #[inline]
    pub(super) fn store(&self, board: &StopSeeds) -> u8 {
        board.0[self.pits]
    }

    /// The player's pits that have seeds, as the highest bit of their bytes.
    #[inline]
    fn filled(&self, board: &StopSeeds) -> [u64; STOPS / 8] {
        let words = board.words();
        std::array::from_fn(|i| {
            let filled = ((words[i] & !HIGH) + !HIGH) | words[i];
            filled & HIGH & self.own[i]
        })
    }

    /// The number of pits that can be played.
    #[inline]
    pub(super) fn count_moves(&self, board: &StopSeeds) -> u32 {
        // Multiplying adds up all bytes in the highest one.
        self.filled(board).iter().map(|bits| ((bits >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32).sum()
    }

    /// The pits that can be played, in sowing order.
    #[inline]
    pub(super) fn moves(&self, board: &StopSeeds) -> impl Iterator<Item = usize> + use<> {
        self.filled(board).into_iter().enumerate().flat_map(|(word, mut filled)| {
            std::iter::from_fn(move || {
                let at = (filled != 0).then(|| 8 * word + filled.trailing_zeros() as usize / 8)?;
                filled &= filled - 1;
                Some(at)
            })
        })
    }

    /// Sows from one of the player's own pits, which must have seeds.
    #[inline]
    pub(super) fn play(&self, board: &mut StopSeeds, pit: usize) -> Then {
        let mut at = pit;
        let slots = &mut board.0;
        loop {
            let mut seeds = usize::from(slots[at]);
            while seeds > self.stops {
                add(slots, &self.laps[at][self.stops]);
                seeds -= self.stops;
            }
            add(slots, &self.laps[at][seeds]);
            at += seeds;
            if at >= self.stops {
                at -= self.stops;
            }
            if at == self.pits || slots[at] == 1 {
                break;
            }
        }
        let free = at == self.pits;
        let mut words = board.words();
        if at < self.pits {
            let across = 2 * self.pits - at;
            // Update the words too, because reading them back right after writing single bytes stalls the processor.
            for stop in [at, across] {
                words[stop / 8] &= !(0xFF << (8 * (stop % 8)));
            }
            let slots = &mut board.0;
            let captured = std::mem::take(&mut slots[across]);
            slots[at] = 0;
            slots[self.pits] += captured + 1;
        }
        let row_is_empty = |mask: &[u64; STOPS / 8]| words.iter().zip(mask).all(|(word, mask)| word & mask == 0);
        match (row_is_empty(&self.own), row_is_empty(&self.theirs)) {
            (false, false) if free => Then::Again,
            (false, false) => Then::Passes,
            // If both rows are empty, the player who would be next loses.
            (own, theirs) => Then::Over { won: theirs && !(own && free) },
        }
    }

    /// Seeds in both rows, the player's first.
    pub(super) fn rows(&self, board: &StopSeeds) -> (u8, u8) {
        let sum = |stops: &[u8]| stops.iter().sum();
        (sum(&board.0[..self.pits]), sum(&board.0[self.pits + 1..self.stops]))
    }
}

const HIGH: u64 = 0x8080_8080_8080_8080;

#[inline]
fn add(slots: &mut [u8; STOPS], lap: &[u8; STOPS]) {
    for (slot, change) in slots.iter_mut().zip(lap) {
        *slot = slot.wrapping_add(*change);
    }
}

/// Words with all bits of these bytes set.
const fn bytes(from: usize, to: usize) -> [u64; STOPS / 8] {
    let mut words = [0; STOPS / 8];
    let mut at = from;
    while at < to {
        words[at / 8] |= 0xFF << (8 * (at % 8));
        at += 1;
    }
    words
}

impl StopSeeds {
    #[inline]
    fn words(&self) -> [u64; STOPS / 8] {
        let (words, _) = self.0.as_chunks::<8>();
        std::array::from_fn(|i| u64::from_le_bytes(words[i]))
    }

    #[inline]
    pub(super) fn hash(&self, salt: u64) -> u64 {
        let [first, second, third] = self.words();
        let half = fold(first ^ 0x9E37_79B9_7F4A_7C15, second ^ 0xD1B5_4A32_D192_ED03);
        fold(half ^ salt, third ^ 0x9FB2_1C65_1E98_DF25)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests may stop")]

    use parlor_rules::congkak::{Outcome, Pit, Size};
    use parlor_rules::{Pair, Seat};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// A play by the rules, with its result in the ring's terms.
    fn by_the_rules(position: &Position, pit: usize) -> (Position, Then) {
        let seat = position.turn().unwrap();
        let after = position.play(Pit::new(seat, pit).unwrap()).unwrap();
        let then = match after.outcome() {
            Some(Outcome { winner }) => Then::Over { won: winner == seat },
            None if after.turn() == Some(seat) => Then::Again,
            None => Then::Passes,
        };
        (after, then)
    }

    #[test]
    fn every_play_is_as_the_rules_have_it() {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let mut ends = Pair { human: 0, computer: 0 };
        for round in 0..2000 {
            let size = Size::ALL[round % Size::ALL.len()];
            let mut now = Position::start(size, Seat::BOTH[round % 2]);
            while let Some(seat) = now.turn() {
                let ring = SowingTables::of(&now);
                let board = ring.board(&now);
                let moves: Vec<usize> = ring.moves(&board).collect();
                assert_eq!(moves, now.legal_moves().map(Pit::index).collect::<Vec<_>>());
                assert_eq!(ring.count_moves(&board) as usize, moves.len());
                for &pit in &moves {
                    let mut board = board;
                    let then = ring.play(&mut board, pit);
                    let (after, expected) = by_the_rules(&now, pit);
                    assert_eq!(then, expected, "{now:?} {pit}");
                    let (own, theirs) = ring.rows(&board);
                    if let Then::Over { won } = then {
                        let gathered = if won { own } else { 0 };
                        assert_eq!(ring.store(&board) + gathered, after.store(seat));
                        let gathered = if won { 0 } else { theirs };
                        assert_eq!(now.store(seat.other()) + gathered, after.store(seat.other()));
                        ends[seat] += 1;
                    } else {
                        let seen = if then == Then::Again { after } else { after.passed() };
                        assert_eq!(board, ring.board(&seen), "{now:?} {pit}");
                    }
                }
                let pit = moves[random.random_range(0..moves.len())];
                now = by_the_rules(&now, pit).0;
            }
        }
        assert!(ends.human > 100 && ends.computer > 100, "{ends:?}");
    }

    #[test]
    fn heaps_go_round_more_than_once() {
        // In later rounds of a tournament a pit can start with many seeds.
        let size = Size::new(5).unwrap();
        let side = |pits| parlor_rules::congkak::DraftSide { store: 0, pits, rounds: 0 };
        for heap in 1..=45 {
            let sides = Pair { human: side(vec![0, 0, heap, 0, 0]), computer: side(vec![1, 1, 1, 1, 1]) };
            let draft = parlor_rules::congkak::Draft { size: 5, sides, next: Seat::Human, over: None };
            let now = draft.check().unwrap().position;
            let ring = SowingTables::of(&now);
            let mut board = ring.board(&now);
            let then = ring.play(&mut board, 2);
            let (after, expected) = by_the_rules(&now, 2);
            assert_eq!(then, expected);
            assert_eq!(
                u32::from(ring.store(&board)),
                u32::from(after.store(Seat::Human)),
                "{heap} of {}",
                size.seeds()
            );
        }
    }
}
