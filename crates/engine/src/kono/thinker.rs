use std::time::{Duration, Instant};

use parlor_rules::kono::{Move, Position, Size, Standing};

use super::bits::Bits;
use super::lattice::{self, AnyLattice, POINT};
use super::search::{Budget, Found, MAX_DEPTH, Root, Search};
use super::state::State;

/// What a tie counts against the player who thinks, in hundredths of a point.
const CONTEMPT: i32 = 200;

/// What thinking may cost. Whatever is left open, the level decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// How many positions may be looked at. The same number gives the same answer on every machine.
    pub nodes: Option<u64>,
    /// A cap on the time, in thousandths of a second. Where it cuts in, answers depend on the machine.
    pub millis: Option<u64>,
    /// How many steps ahead to look.
    pub depth: Option<u32>,
}

impl Limits {
    pub(super) fn deadline(self) -> Option<Instant> {
        self.millis.and_then(|millis| Instant::now().checked_add(Duration::from_millis(millis)))
    }

    pub(super) fn budget(self) -> Budget {
        Budget {
            nodes: self.nodes.unwrap_or(u64::MAX),
            depth: self.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32),
            deadline: self.deadline(),
            contempt: CONTEMPT,
            reductions: true,
            same_depth: false,
        }
    }
}

/// What thinking about a position led to.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// What the player to move can expect, in net points of the round.
    pub value: f64,
    /// How many steps ahead every line was followed.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The best moves of both players, beginning with the one to make.
    pub line: Vec<Move>,
}

impl Thought {
    fn new<B: Bits>(found: &Found) -> Thought {
        Thought {
            value: points(found.value),
            depth: found.depth.unsigned_abs(),
            nodes: found.nodes,
            line: found.line.iter().map(|step| step.to_move::<B>()).collect(),
        }
    }
}

/// Hundredths as points.
pub(super) fn points(hundredths: i32) -> f64 {
    f64::from(hundredths) / f64::from(POINT)
}

/// The search by itself, for those who want to keep what it has learned from move to move, or to watch.
pub struct Thinker(Kind);

enum Kind {
    Narrow(Box<Search<u64>>),
    Wide(Box<Search<u128>>),
}

impl Thinker {
    /// A search on boards of one size with a table of 2^`bits` pairs of positions, 32 bytes each.
    pub fn new(size: Size, bits: u32) -> Thinker {
        Thinker(match lattice::of(size) {
            AnyLattice::Narrow(lattice) => Kind::Narrow(Box::new(Search::new(lattice, bits))),
            AnyLattice::Wide(lattice) => Kind::Wide(Box::new(Search::new(lattice, bits))),
        })
    }

    /// Thinks within limits, telling of every depth it has finished. `None` if there is nothing to move, or
    /// the board is of another size.
    pub fn think(&mut self, standing: &Standing, limits: Limits, tell: impl FnMut(&Thought)) -> Option<Thought> {
        match &mut self.0 {
            Kind::Narrow(search) => think(search, standing, limits, tell),
            Kind::Wide(search) => think(search, standing, limits, tell),
        }
    }

    /// Forgets everything, so that the next thought owes nothing to those before.
    pub fn forget(&mut self) {
        match &mut self.0 {
            Kind::Narrow(search) => search.forget(),
            Kind::Wide(search) => search.forget(),
        }
    }
}

fn think<B: Bits>(
    search: &mut Search<B>,
    standing: &Standing,
    limits: Limits,
    mut tell: impl FnMut(&Thought),
) -> Option<Thought> {
    if standing.board().size() != search.lattice.size {
        return None;
    }
    let root = Root::new(search.lattice, standing)?;
    let found = search.run(&root, limits.budget(), |found| tell(&Thought::new::<B>(found)));
    Some(Thought::new::<B>(&found))
}

/// What the player to move can hope for without looking ahead, in hundredths of a point; 0 in a round that
/// is over.
pub fn evaluate(position: &Position) -> i32 {
    let Some(next) = position.next() else { return 0 };
    let (board, mover) = (position.board(), position.color(next));
    match lattice::of(board.size()) {
        AnyLattice::Narrow(lattice) => State::new(lattice, board, mover).evaluate(lattice),
        AnyLattice::Wide(lattice) => State::new(lattice, board, mover).evaluate(lattice),
    }
}
