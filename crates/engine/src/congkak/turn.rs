//! A whole turn planned: the chain of free plays, and the play that ends it.
//!
//! Every play banks at least one seed, so the positions of a turn lie in layers by what the player has
//! in the store, and plays lead only to later layers. Two orders of play that come to the same position
//! meet in the same layer, where sorting finds them. The layers are gone through in order; where one
//! holds more positions than the budget allows, the most promising go on. If no layer ever did, the
//! plan is complete: it has seen every way to play the turn.

use std::collections::HashSet;

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position};

use super::budget::Budget;
use super::ring::{Board, Ring, Then};
use super::score::{SEED, Score, at_end, banked};

/// A position within the turn, waiting for its layer.
#[derive(Clone, Copy)]
struct Waiting {
    /// How promising it is; the hash within breaks ties the same way on every run.
    promise: u64,
    /// How the turn came here.
    came: Step,
    board: Board,
}

/// The positions of the turn with so many seeds in the store.
#[derive(Clone, Default)]
struct Layer {
    waiting: Vec<Waiting>,
    /// What promises less would not be looked at.
    floor: u64,
}

/// A step of the turn: which pit was sown, after which other step.
#[derive(Clone, Copy)]
struct Step {
    before: u32,
    pit: u8,
}

const NO_STEP: u32 = u32::MAX;

/// How the turn came to its start.
const START: Step = Step { before: NO_STEP, pit: u8::MAX };

/// A way to end the turn.
#[derive(Clone, Copy)]
struct End {
    estimate: Score,
    last: Step,
    after: Board,
}

/// Where a turn can lead to.
pub(super) struct Turn {
    /// The pits to sow, one after the other.
    pub(super) line: Vec<Pit>,
    /// The position that it ends in: the other's turn, or the end of the round.
    pub(super) after: Position,
}

/// What came of planning.
pub(super) struct Plan {
    /// The best ends found, best estimate first; at least one unless the round is over.
    pub(super) turns: Vec<Turn>,
    /// Whether every way to play the turn was seen.
    pub(super) complete: bool,
}

/// What to look for in a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The best score at the end of the round.
    Score,
    /// The most seeds in the store at the end of the turn.
    Bank,
}

impl Aim {
    /// What lots are drawn with among positions that promise as much. Any number would do; with these
    /// the turns found from the start are among the best on every size of board.
    fn lots(self) -> u64 {
        match self {
            Aim::Score => 0x81AF_1551_73F2_3D65,
            Aim::Bank => 0x0F8D_83B1_4691_42A5,
        }
    }
}

/// What a position seems worth to `seat`.
pub(super) fn estimate(position: &Position, seat: Seat) -> Score {
    if let Some(score) = at_end(position, seat) {
        return score;
    }
    let row = |seat| position.pits(seat).iter().map(|&seeds| i32::from(seeds)).sum();
    let next = position.next();
    let to_come = to_come(row(next.other()), row(next));
    banked(position, seat) + if next == seat { -to_come } else { to_come }
}

/// What seems still to come for the player who has just played, with so many seeds in their own row and
/// in the other's: those are gone, and of the own ones a quarter can be kept.
#[inline]
fn to_come(own_row: i32, their_row: i32) -> Score {
    SEED / 4 * own_row - SEED * their_row
}

/// Plans the turn of the player to play: the `keep` best ways to end it.
pub(super) fn plan(position: &Position, aim: Aim, keep: usize, budget: &mut Budget) -> Plan {
    Planner::new(position, aim, keep).run(budget, &mut |_| ())
}

/// As [`plan`], telling at every layer how far it has come.
pub(super) fn plan_telling(
    position: &Position,
    aim: Aim,
    keep: usize,
    budget: &mut Budget,
    tell: &mut dyn FnMut(Progress),
) -> Plan {
    Planner::new(position, aim, keep).run(budget, tell)
}

/// How far planning has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Seeds in the store in the positions that are being looked at.
    pub layer: usize,
    /// Positions in that layer.
    pub positions: usize,
    /// Plays tried so far.
    pub plays: u64,
    /// Most seeds in the store at the end of a turn so far.
    pub banked: u8,
}

struct Planner {
    ring: &'static Ring,
    seat: Seat,
    aim: Aim,
    lots: u64,
    keep: usize,
    start: Position,
    /// All seeds of the board, and those of them in the other's store.
    seeds: i32,
    their_store: i32,
    layers: Vec<Layer>,
    /// The order of the layer that is gone through, and room to tidy another meanwhile.
    order: Order,
    tidying: Order,
    steps: Vec<Step>,
    ends: Vec<End>,
    banked: u8,
    /// Ends that seem worth no more than this are not kept.
    floor: Score,
}

impl Planner {
    fn new(position: &Position, aim: Aim, keep: usize) -> Planner {
        let seat = position.next();
        let most = usize::from(position.store(seat)) + usize::from(position.seeds_in_play());
        let their_store = i32::from(position.store(seat.other()));
        Planner {
            ring: Ring::of(position),
            seat,
            aim,
            lots: aim.lots(),
            keep,
            start: *position,
            seeds: most as i32 + their_store,
            their_store,
            layers: vec![Layer::default(); most + 1],
            order: Order::default(),
            tidying: Order::default(),
            steps: Vec::new(),
            ends: Vec::new(),
            banked: 0,
            floor: Score::MIN,
        }
    }

    fn run(mut self, budget: &mut Budget, tell: &mut dyn FnMut(Progress)) -> Plan {
        if self.start.winner().is_some() {
            return Plan { turns: Vec::new(), complete: true };
        }
        self.first_line();
        let complete = self.go_through(Width::All, budget, tell);
        if !complete && budget.left() > 0 {
            self.layers.fill(Layer::default());
            self.go_through(Width::Shared, budget, tell);
        }
        self.sort_ends();
        let turns = self.ends.iter().filter_map(|end| self.turn(end)).collect();
        Plan { turns, complete }
    }

    /// A sure end, however small the budget: always the first pit that can be played.
    fn first_line(&mut self) {
        let (mut board, mut before) = (self.ring.board(&self.start), NO_STEP);
        while let Some(pit) = self.ring.moves(&board).next() {
            let step = Step { before, pit: pit as u8 };
            let then = self.ring.play(&mut board, pit);
            if then != Then::Again {
                self.end(step, &board, then);
                return;
            }
            before = self.remember(step);
        }
    }

    fn remember(&mut self, step: Step) -> u32 {
        if step.pit == START.pit {
            return NO_STEP;
        }
        self.steps.push(step);
        (self.steps.len() - 1) as u32
    }

    /// Goes through the layers once; whether every position of the turn was looked at.
    fn go_through(&mut self, width: Width, budget: &mut Budget, tell: &mut dyn FnMut(Progress)) -> bool {
        let mut complete = true;
        let before = budget.spent();
        let hopeless = budget.left() / 10;
        let board = self.ring.board(&self.start);
        self.layers[usize::from(self.ring.store(&board))].waiting.push(Waiting { promise: 0, came: START, board });
        for layer in 0..self.layers.len() {
            let waiting = std::mem::take(&mut self.layers[layer].waiting);
            if waiting.is_empty() {
                continue;
            }
            let mut order = std::mem::take(&mut self.order);
            order.of(&waiting);
            tell(Progress { layer, positions: order.places.len(), plays: budget.spent(), banked: self.banked });
            let left = self.layers.len() - 1 - layer;
            let allowed = match width {
                // Layers grow by a third each time on their way: known early, it costs little to give up.
                Width::All if left > DECLINE && budget.spent() - before > hopeless => return false,
                Width::All => u64::MAX,
                Width::Shared => share(left, budget.left()),
            };
            let until = budget.spent().saturating_add(allowed);
            for &(_, at) in &order.places {
                if budget.spent() >= until {
                    complete = false;
                    break;
                }
                if !self.expand(&waiting[at as usize], width, budget) {
                    return false;
                }
            }
            self.order = order;
        }
        complete
    }

    /// Tries every play of a position; `false` if the budget ran out.
    fn expand(&mut self, from: &Waiting, width: Width, budget: &mut Budget) -> bool {
        let ring = self.ring;
        let before = self.remember(from.came);
        for pit in ring.moves(&from.board) {
            if !budget.take() {
                return false;
            }
            let mut board = from.board;
            let then = ring.play(&mut board, pit);
            let step = Step { before, pit: pit as u8 };
            if then != Then::Again {
                self.end(step, &board, then);
                continue;
            }
            let store = usize::from(ring.store(&board));
            let left = self.layers.len() - 1 - store;
            let layer = &mut self.layers[store];
            let promise = promise(ring, &board, self.lots);
            if promise < layer.floor {
                continue;
            }
            layer.waiting.push(Waiting { promise, came: step, board });
            let waiting = layer.waiting.len();
            if width == Width::Shared && waiting.is_power_of_two() && waiting > LARGE {
                layer.tidy(share(left, budget.left()), &mut self.tidying);
            }
        }
        true
    }

    #[inline]
    fn end(&mut self, last: Step, after: &Board, then: Then) {
        let (mut own, mut theirs) = (self.ring.store(after), self.their_store);
        let ahead = |own: u8, theirs: i32| SEED * (i32::from(own) - theirs);
        // Of turns that bank the same, the better score.
        let first = |own: u8| if self.aim == Aim::Bank { 1000 * SEED * i32::from(own) } else { 0 };
        if then == Then::Passes {
            // Most ends are too poor to be kept, even if all that is left lay in the own row.
            let left = self.seeds - i32::from(own) - theirs;
            if first(own) + ahead(own, theirs) + to_come(left, 0) <= self.floor {
                return;
            }
        }
        let (own_row, their_row) = self.ring.rows(after);
        let score = match then {
            Then::Over { won: true } => {
                own += own_row;
                ahead(own, theirs) + 1
            }
            Then::Over { won: false } => {
                theirs += i32::from(their_row);
                ahead(own, theirs) - 1
            }
            Then::Again | Then::Passes => ahead(own, theirs) + to_come(own_row.into(), their_row.into()),
        };
        self.banked = self.banked.max(own);
        let estimate = first(own) + score;
        if estimate <= self.floor {
            return;
        }
        self.ends.push(End { estimate, last, after: *after });
        if self.ends.len() >= 8 * self.keep + 1024 {
            self.sort_ends();
        }
    }

    /// The whole line to an end, and where the rules say that it leads.
    fn turn(&self, end: &End) -> Option<Turn> {
        let mut line = vec![Pit::new(self.seat, end.last.pit.into())?];
        let mut before = end.last.before;
        while let Some(step) = self.steps.get(before as usize) {
            line.push(Pit::new(self.seat, step.pit.into())?);
            before = step.before;
        }
        line.reverse();
        let mut after = self.start;
        for &pit in &line {
            after.advance(pit).ok()?;
        }
        Some(Turn { line, after })
    }

    fn sort_ends(&mut self) {
        self.ends.sort_by_key(|end| std::cmp::Reverse(end.estimate));
        let mut seen = HashSet::with_capacity(self.keep);
        self.ends.retain(|end| seen.len() < self.keep && seen.insert(end.after));
        if self.ends.len() >= self.keep
            && let Some(worst) = self.ends.last()
        {
            self.floor = worst.estimate;
        }
    }
}

impl Layer {
    /// Keeps those that so many plays suffice for, each once, the most promising first.
    fn tidy(&mut self, plays: u64, order: &mut Order) {
        order.of(&self.waiting);
        let order = &mut order.places;
        let mut needed = 0;
        let enough = order.iter().position(|&(promise, _)| {
            needed += !promise >> MOVES_SHIFT;
            needed > plays
        });
        if let Some(enough) = enough {
            let kept = enough.max(LARGE / 2).min(order.len());
            order.truncate(kept);
            self.floor = order.last().map_or(0, |&(promise, _)| !promise);
        }
        self.waiting = order.iter().map(|&(_, at)| self.waiting[at as usize]).collect();
    }
}

/// How many positions of a layer are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    All,
    /// As many as the layer's share of the budget allows.
    Shared,
}

/// From so many seeds in play on, fewer positions than before lead on, and the layers shrink by themselves.
const DECLINE: usize = 34;

/// A layer of this size is worth tidying before its turn.
const LARGE: usize = 1 << 12;

/// What a layer may spend of the plays that are left, with so many seeds left in play.
///
/// Early layers need few positions: they are all much alike, and each leads to many later ones. What
/// makes a turn great is decided late, where most positions are dead ends and few go on to sweep the
/// board, so that is where the plays go.
fn share(left: usize, plays: u64) -> u64 {
    let rest: u64 = WEIGHTS[..left.min(WEIGHTS.len())].iter().sum::<u64>()
        + WEIGHTS[WEIGHTS.len() - 1] * left.saturating_sub(WEIGHTS.len()) as u64;
    let weight = WEIGHTS[left.clamp(1, WEIGHTS.len()) - 1];
    (u128::from(plays) * u128::from(weight) / u128::from(rest.max(weight))) as u64
}

/// The weight of the layer with 1, 2, 3 … seeds left in play; what lies beyond weighs as the last.
static WEIGHTS: [u64; 128] = {
    let mut weights = [1; 128];
    let mut left = 1;
    while left <= weights.len() {
        weights[left - 1] = if left <= PEAK {
            1 + (65_536 * left * left / (PEAK * PEAK)) as u64
        } else {
            // Halves with every seven seeds.
            1 + weights[left - 2] * 9057 / 10_000
        };
        left += 1;
    }
    weights
};

/// The layer that gets the most.
const PEAK: usize = 46;

/// The order to look at a layer in: the most promising first, and each position once. Kept between
/// layers, so that its room is asked for once.
#[derive(Default)]
struct Order {
    /// A promise turned round, so that the greatest comes first, and its place in the layer.
    places: Vec<(u64, u32)>,
    /// Where each bucket ends.
    buckets: Vec<u32>,
}

impl Order {
    fn of(&mut self, layer: &[Waiting]) {
        // Hashes spread evenly, so most of the sorting is done by putting each into the bucket that its
        // highest bits name; what is left to sort are a few in each.
        let bits = (layer.len() / 32).max(1).ilog2();
        let bucket = |promise: u64| ((!promise >> (MOVES_SHIFT - bits)) & ((16 << bits) - 1)) as usize;
        self.buckets.clear();
        self.buckets.resize(16 << bits, 0);
        for waiting in layer {
            self.buckets[bucket(waiting.promise)] += 1;
        }
        let mut start = 0;
        for size in &mut self.buckets {
            start += std::mem::replace(size, start);
        }
        self.places.clear();
        self.places.resize(layer.len(), (0, 0));
        for (waiting, at) in layer.iter().zip(0..) {
            let place = &mut self.buckets[bucket(waiting.promise)];
            self.places[*place as usize] = (!waiting.promise, at);
            *place += 1;
        }
        let mut start = 0;
        for &end in &self.buckets {
            self.places[start..end as usize].sort_unstable();
            start = end as usize;
        }
        let same = |a: u32, b: u32| layer[a as usize].board == layer[b as usize].board;
        self.places.dedup_by(|(a, i), (b, j)| a == b && same(*i, *j));
    }
}

/// Where the number of moves stands in a promise.
const MOVES_SHIFT: u32 = 56;

/// How likely a position is to lead on. More plays to choose from is what counts; between positions
/// with as many it is the hash, which is as good as drawing lots and the same on every run.
#[inline]
fn promise(ring: &Ring, board: &Board, lots: u64) -> u64 {
    u64::from(ring.count_moves(board)) << MOVES_SHIFT | board.hash(lots) >> 8
}
