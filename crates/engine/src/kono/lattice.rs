use std::sync::LazyLock;

use parlor_rules::kono::{Board, CAPTURE_POINTS, Color, Direction, Point, Size};

use super::bits::Bits;
use super::state::{PackedMove, STEPS};
use super::weights::{self, Weights};

/// More than the index of any point; a power of two, so that masked indices need no bounds check.
pub(super) const INDICES: usize = 128;

/// A point of the score: the search counts in hundredths.
pub(super) const POINT: i32 = 100;

/// Everything that depends only on the size of the board.
pub(super) struct Lattice<B> {
    pub(super) size: Size,
    /// Every point.
    pub(super) all: B,
    /// Home points by colour.
    pub(super) homes: [B; 2],
    /// What a home point is worth to the opponent.
    pub(super) worth: [u8; INDICES],
    /// What a piece counts for its owner, in hundredths of a point: by kind and index.
    pub(super) counts: [[i32; INDICES]; 4],
    /// By step: origin and target; both empty for a pass and for steps off the board.
    pub(super) legs: [(B, B); STEPS],
    /// What a quiet step adds to the count: by kind and step.
    pub(super) gains: [[i32; STEPS]; 4],
    /// What a quiet step changes in the hash: by kind and step.
    pub(super) step_keys: [[u64; STEPS]; 4],
    /// Zobrist keys: by kind and index.
    pub(super) keys: [[u64; INDICES]; 4],
    /// The Zobrist key for Black to move.
    pub(super) black_key: u64,
    /// Zobrist keys for numbers of quiet moves that are close to the limit.
    pub(super) quiet_keys: [u64; INDICES],
    /// What having the move is worth.
    pub(super) tempo: i32,
    /// What each possible step counts.
    pub(super) mobility: i32,
}

/// The kind of a piece as an index: plain White, plain Black, then the same that capture.
#[inline]
pub(super) fn piece_kind(color: usize, captures: bool) -> usize {
    (color & 1) | (usize::from(captures) << 1)
}

/// The index of a point.
pub(super) fn index_of<B: Bits>(point: Point) -> usize {
    (usize::from(point.row) - 1) * B::STRIDE + usize::from(point.column) - 1
}

/// The point of an index.
pub(super) fn point_of<B: Bits>(index: usize) -> Point {
    Point { row: (index / B::STRIDE) as u8 + 1, column: (index % B::STRIDE) as u8 + 1 }
}

/// Whether there is a point, and it is on a board of this size.
fn is_on(size: Size, point: Option<Point>) -> bool {
    point.is_some_and(|point| point.row.max(point.column) <= size.points())
}

/// The next number of the splitmix64 generator.
fn next_key(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl<B: Bits> Lattice<B> {
    fn new(size: Size, weights: &Weights) -> Lattice<B> {
        let mut seed = u64::from(size.points());
        let mut lattice = Lattice {
            size,
            all: B::EMPTY,
            homes: [B::EMPTY; 2],
            worth: [0; INDICES],
            counts: [[0; INDICES]; 4],
            legs: [(B::EMPTY, B::EMPTY); STEPS],
            gains: [[0; STEPS]; 4],
            step_keys: [[0; STEPS]; 4],
            keys: [[0; INDICES]; 4],
            black_key: next_key(&mut seed),
            quiet_keys: [0; INDICES],
            tempo: weights.tempo,
            mobility: weights.mobility,
        };
        let board = Board::start(size);
        for point in board.points() {
            let index = index_of::<B>(point);
            lattice.all |= B::bit(index);
            if let Some((color, worth)) = board.home(point) {
                lattice.homes[color as usize] |= B::bit(index);
                lattice.worth[index] = worth;
            }
            for captures in [false, true] {
                for color in [Color::White, Color::Black] {
                    let kind = piece_kind(color as usize, captures);
                    lattice.keys[kind][index] = next_key(&mut seed);
                    let scored = match board.home(point) {
                        Some((home, worth)) if home != color => i32::from(worth),
                        _ => 0,
                    };
                    let neighbours = Direction::ALL.into_iter().filter(|&way| is_on(size, point.step(way))).count();
                    lattice.counts[kind][index] = (CAPTURE_POINTS + scored) * POINT
                        + weights.at(point, color, captures)
                        + weights.mobility * neighbours as i32;
                }
            }
        }
        for key in &mut lattice.quiet_keys {
            *key = next_key(&mut seed);
        }
        lattice.prepare_steps();
        lattice
    }

    /// Fills in the tables by step.
    fn prepare_steps(&mut self) {
        // A pass has the number 0, and changes nothing but who moves.
        self.step_keys = [[self.black_key; STEPS]; 4];
        for point in Board::start(self.size).points() {
            for way in Direction::ALL {
                let Some(to) = point.step(way).filter(|&to| is_on(self.size, Some(to))) else { continue };
                let (from, to) = (index_of::<B>(point), index_of::<B>(to));
                let step = PackedMove::new(from, way as usize).number();
                self.legs[step] = (B::bit(from), B::bit(to));
                for kind in 0..4 {
                    self.gains[kind][step] = self.counts[kind][to] - self.counts[kind][from];
                    self.step_keys[kind][step] ^= self.keys[kind][to] ^ self.keys[kind][from];
                }
            }
        }
    }

    /// Clamps a value to what a round can end with: all pieces captured and every home point taken.
    pub(super) fn possible(&self, value: i32) -> i32 {
        // The list has the home points of both players.
        let homes = self.worth.iter().map(|&worth| i32::from(worth)).sum::<i32>() / 2;
        let most = POINT * (homes + CAPTURE_POINTS * self.size.pieces() as i32);
        value.clamp(-most, most)
    }
}

/// The lattices of all sizes.
struct Lattices {
    narrow: Vec<Lattice<u64>>,
    wide: Vec<Lattice<u128>>,
}

impl Lattices {
    fn new(weights: fn(Size) -> Weights) -> Lattices {
        let (narrow, wide): (Vec<Size>, Vec<Size>) = Size::ALL.into_iter().partition(|size| size.points() <= 7);
        Lattices {
            narrow: narrow.into_iter().map(|size| Lattice::new(size, &weights(size))).collect(),
            wide: wide.into_iter().map(|size| Lattice::new(size, &weights(size))).collect(),
        }
    }

    fn get(&'static self, size: Size) -> AnyLattice {
        let narrow = self.narrow.iter().find(|lattice| lattice.size == size).map(AnyLattice::Narrow);
        let wide = || self.wide.iter().find(|lattice| lattice.size == size).map(AnyLattice::Wide);
        narrow.or_else(wide).expect("every size has a lattice")
    }
}

static LATTICES: LazyLock<Lattices> = LazyLock::new(|| Lattices::new(weights::of));
static CLUB_LATTICES: LazyLock<Lattices> = LazyLock::new(|| Lattices::new(weights::plain));

/// The lattice of any size, in the narrowest word that fits.
#[derive(Clone, Copy)]
pub(super) enum AnyLattice {
    /// Up to 7×7.
    Narrow(&'static Lattice<u64>),
    /// 9×9.
    Wide(&'static Lattice<u128>),
}

/// The lattice of a size.
pub(super) fn of(size: Size) -> AnyLattice {
    LATTICES.get(size)
}

/// The lattice of a size with a club player's weights.
pub(super) fn of_club(size: Size) -> AnyLattice {
    CLUB_LATTICES.get(size)
}
