use std::sync::LazyLock;

use parlor_rules::kono::{Board, CAPTURE_POINTS, Cell, Color, Direction, Point, Size, Standing};

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
    /// The value of a home point for the opponent.
    pub(super) worth: [u8; INDICES],
    /// The weight of a piece for its owner, in hundredths of a point: by kind and index.
    pub(super) counts: [[i32; INDICES]; 4],
    /// Indexed by step: origin and target; both empty for a pass and for steps off the board.
    pub(super) legs: [(B, B); STEPS],
    /// The change that a quiet step makes to the count, indexed by kind and step.
    pub(super) gains: [[i32; STEPS]; 4],
    /// The change that a quiet step makes to the hash, indexed by kind and step.
    pub(super) step_keys: [[u64; STEPS]; 4],
    /// Zobrist keys, indexed by kind and point.
    pub(super) keys: [[u64; INDICES]; 4],
    /// The Zobrist key for Black to move.
    pub(super) black_key: u64,
    /// Zobrist keys for numbers of quiet moves that are close to the limit.
    pub(super) quiet_keys: [u64; INDICES],
    /// The weight of having the move.
    pub(super) tempo: i32,
    /// The weight of each possible step.
    pub(super) mobility: i32,
    /// The points of the kinds that aren't at their last stage. Mobility counts only there.
    pub(super) open: B,
    /// The number of quiet moves that call a round.
    pub(super) quiet_limit: usize,
}

/// The stage of the fight on the points of one kind. Steps keep a piece on points of one kind (row plus column even, or
/// odd), so the pieces on even points never meet those on odd ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WeightPhase {
    /// Both players have pieces that fight.
    Fight,
    /// Nothing has happened for a while: half of the weights are those of [`WeightPhase::Home`].
    Waning,
    /// There is nothing to capture, the fight is decided, or nothing has been captured for a long time: only the way home
    /// counts.
    Home,
}

/// The stages of the even and of the odd points.
pub(super) type WeightPhases = [WeightPhase; 2];

/// The smallest lead, in points, that is worth bringing home.
const LEADS: i32 = 3;

/// True if a lead decides the fight against a player without a piece that captures: it is at least two thirds of the
/// total value of a side's home points.
fn decides(lead: i32, board: &Board) -> bool {
    let both_sides: i32 = board.points().filter_map(|point| board.home(point)).map(|(_, worth)| i32::from(worth)).sum();
    3 * lead >= both_sides
}

/// The numbers of quiet moves after which the weights of [`WeightPhase::Fight`] fade.
#[derive(Clone, Copy)]
struct Waning {
    /// By half, for a leading player. Captures still have half of their weight.
    leader: usize,
    /// By half, if neither player leads.
    standoff: usize,
    /// Entirely, if neither player leads.
    breaks: usize,
}

/// `None` on 7×7, where weights that fade lost to weights that never do (docs/research/kono.md).
fn waning(size: Size) -> Option<Waning> {
    (size.points() != 7).then_some(Waning { leader: 8, standoff: 12, breaks: 24 })
}

/// The stages of a standing.
///
/// The weights of capturing pieces were tuned on positions with captures. Where nothing can be captured they are too
/// high, and a leading player would move in circles in the middle of the board.
pub(super) fn stages(standing: &Standing) -> WeightPhases {
    let board = standing.board();
    let lead = standing.position.map_or(0, |position| {
        let scores = position.scores();
        (scores.human - scores.computer).abs()
    });
    let is_armed = |color| board.points().any(|point| board.cell(point) == Cell::Piece { color, captures: true });
    let behind = standing.position.and_then(|position| Some(position.color(position.scores().leader()?.other())));
    let decided = decides(lead, board) && behind.is_some_and(|color| !is_armed(color));
    let quiet = standing.history().len();
    let waning = waning(board.size());
    [0, 1].map(|kind| {
        let has = |color| {
            board.points().any(|point| {
                parity(point) == kind && matches!(board.cell(point), Cell::Piece { color: found, .. } if found == color)
            })
        };
        let leads = lead >= LEADS;
        let fights = has(Color::White) && has(Color::Black);
        if !fights || decided || !leads && waning.is_some_and(|waning| quiet >= waning.breaks) {
            WeightPhase::Home
        } else if waning.is_some_and(|waning| quiet >= if leads { waning.leader } else { waning.standoff }) {
            WeightPhase::Waning
        } else {
            WeightPhase::Fight
        }
    })
}

/// 0 for the points whose row plus column is even, otherwise 1.
pub(super) fn parity(point: Point) -> usize {
    usize::from((point.row + point.column) % 2)
}

/// The kind of a piece as an index: plain White, plain Black, capturing White, capturing Black.
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

/// True if the point exists and is on a board of this size.
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
    fn new(size: Size, weights: &Weights, stages: WeightPhases) -> Lattice<B> {
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
            open: B::EMPTY,
            quiet_limit: size.quiet_limit(),
        };
        let board = Board::start(size);
        for point in board.points() {
            let index = index_of::<B>(point);
            lattice.all |= B::bit(index);
            if let Some((color, worth)) = board.home(point) {
                lattice.homes[color as usize] |= B::bit(index);
                lattice.worth[index] = worth;
            }
            let stage = stages[parity(point)];
            if stage != WeightPhase::Home {
                lattice.open |= B::bit(index);
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
                    let fights = weights.at(point, color, captures) + weights.mobility * neighbours as i32;
                    let homeward = weights::homeward(size, point, color, scored > 0);
                    lattice.counts[kind][index] = (CAPTURE_POINTS + scored) * POINT
                        + match stage {
                            WeightPhase::Fight => fights,
                            WeightPhase::Waning => i32::midpoint(fights, homeward),
                            WeightPhase::Home => homeward,
                        };
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
        // A pass has the number 0, and changes only the mover.
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

    /// With fewer quiet moves left than this, the round is likely to be called.
    #[inline]
    pub(super) fn called_soon(&self) -> usize {
        self.quiet_limit - self.size.counted_from()
    }

    /// An evaluation after `quiet` quiet moves, where `stands` is the score if the round were called now: close to the limit it
    /// fades into that score.
    #[inline]
    pub(super) fn near_call(&self, value: i32, quiet: usize, stands: impl FnOnce() -> i32) -> i32 {
        let (left, soon) = (self.quiet_limit.saturating_sub(quiet), self.called_soon());
        if left >= soon {
            return value;
        }
        let stands = stands();
        stands + (value - stands) * left as i32 / soon as i32
    }

    /// Clamps a value to what a round can end with: all pieces captured and every home point taken.
    pub(super) fn possible(&self, value: i32) -> i32 {
        // The list has the home points of both players.
        let homes = self.worth.iter().map(|&worth| i32::from(worth)).sum::<i32>() / 2;
        let most = POINT * (homes + CAPTURE_POINTS * self.size.pieces() as i32);
        value.clamp(-most, most)
    }
}

/// The lattices of a size at every pair of stages.
struct Lattices {
    narrow: Vec<(WeightPhases, Lattice<u64>)>,
    wide: Vec<(WeightPhases, Lattice<u128>)>,
}

impl Lattices {
    fn new(size: Size, weights: &Weights) -> Lattices {
        const STAGES: [WeightPhase; 3] = [WeightPhase::Fight, WeightPhase::Waning, WeightPhase::Home];
        let all = STAGES.into_iter().flat_map(|even| STAGES.map(|odd| [even, odd]));
        let (mut narrow, mut wide) = (vec![], vec![]);
        for stages in all {
            if size.points() <= 7 {
                narrow.push((stages, Lattice::new(size, weights, stages)));
            } else {
                wide.push((stages, Lattice::new(size, weights, stages)));
            }
        }
        Lattices { narrow, wide }
    }

    fn get(&'static self, stages: WeightPhases) -> AnyLattice {
        let narrow = self.narrow.iter().find(|(of, _)| *of == stages).map(|(_, lattice)| AnyLattice::Narrow(lattice));
        let wide = || self.wide.iter().find(|(of, _)| *of == stages).map(|(_, lattice)| AnyLattice::Wide(lattice));
        narrow.or_else(wide).expect("every pair of stages has a lattice")
    }
}

/// Indexed by place in [`Size::ALL`].
type BySize = LazyLock<Vec<Lattices>>;

static LATTICES: BySize = LazyLock::new(|| Size::ALL.map(|size| Lattices::new(size, &weights::of(size))).into());
static CLUB_LATTICES: BySize =
    LazyLock::new(|| Size::ALL.map(|size| Lattices::new(size, &weights::plain(size))).into());

/// Only points that would be scored count.
static SCORE_LATTICES: BySize =
    LazyLock::new(|| Size::ALL.map(|size| Lattices::new(size, &weights::none(size))).into());

/// The lattice of any size, in the narrowest word that fits.
#[derive(Clone, Copy)]
pub(super) enum AnyLattice {
    /// Up to 7×7.
    Narrow(&'static Lattice<u64>),
    /// 9×9.
    Wide(&'static Lattice<u128>),
}

fn get(lattices: &'static BySize, size: Size, stages: WeightPhases) -> AnyLattice {
    let place = Size::ALL.iter().position(|&other| other == size).expect("every size is listed");
    lattices[place].get(stages)
}

/// The lattice of a size.
pub(super) fn of(size: Size, stages: WeightPhases) -> AnyLattice {
    get(&LATTICES, size, stages)
}

/// The lattice of a size with a club player's weights.
pub(super) fn of_club(size: Size, stages: WeightPhases) -> AnyLattice {
    get(&CLUB_LATTICES, size, stages)
}

/// The lattice of a size on which only points that would be scored count.
pub(super) fn of_scores(size: Size) -> AnyLattice {
    get(&SCORE_LATTICES, size, BEGUN)
}

/// The stages of a round that has just begun.
pub(super) const BEGUN: WeightPhases = [WeightPhase::Fight; 2];
