//! Plans a whole turn: the chain of free plays, and the play that ends it.
//!
//! This is a beam search. Every play banks at least one seed, so the positions of a turn fall into layers by the
//! seeds in the player's store, and plays lead only to later layers. Orders of play that reach the same position
//! meet in the same layer, where sorting finds the duplicates. Where a layer holds more positions than the budget
//! allows, only the most promising are expanded. If that never happened, the plan is complete: it has seen every
//! way to play the turn.

use std::collections::HashSet;

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position};

use super::budget::Budget;
use super::ring::{SowingTables, StopSeeds, Then};
use super::score::{SEED, Score, at_end, banked, mover};

/// A position within the turn that is waiting to be expanded.
#[derive(Clone, Copy)]
struct Waiting {
    /// A measure of how promising the position is. It contains a hash, which breaks ties the same way on every run.
    promise: u64,
    /// The last play of the turn so far.
    last: TurnPlay,
    board: StopSeeds,
}

/// The positions within the turn that have the same number of seeds in the store.
#[derive(Clone, Default)]
struct Layer {
    waiting: Vec<Waiting>,
    /// Positions less promising than this would not be expanded.
    floor: u64,
}

/// A play of the turn: which pit was sown, and the play before it.
#[derive(Clone, Copy)]
struct TurnPlay {
    before: u32,
    pit: u8,
}

const NO_STEP: u32 = u32::MAX;

const START: TurnPlay = TurnPlay { before: NO_STEP, pit: u8::MAX };

/// A way to end the turn.
#[derive(Clone, Copy)]
struct TurnEnd {
    estimate: Score,
    last: TurnPlay,
    after: StopSeeds,
}

pub(super) struct Turn {
    /// The pits to sow, in order.
    pub(super) line: Vec<Pit>,
    /// The position at its end: the opponent's turn, or the end of the round.
    pub(super) after: Position,
}

pub(super) struct TurnPlan {
    /// The best turns found, best estimate first; at least one unless the round is over.
    pub(super) turns: Vec<Turn>,
    /// True if the search covered every way to play the turn.
    pub(super) complete: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnAim {
    /// The best score at the end of the round.
    Score,
    /// The most seeds in the store at the end of the turn.
    Bank,
}

impl TurnAim {
    /// Seeds the hash that breaks ties between equally promising positions. Any number would do; these find good
    /// first turns on every size of board.
    fn salt(self) -> u64 {
        match self {
            TurnAim::Score => 0x81AF_1551_73F2_3D65,
            TurnAim::Bank => 0x0F8D_83B1_4691_42A5,
        }
    }
}

/// The estimated value of a position for `seat`.
pub(super) fn estimate(position: &Position, seat: Seat) -> Score {
    if let Some(score) = at_end(position, seat) {
        return score;
    }
    let row = |seat| position.pits(seat).iter().map(|&seeds| i32::from(seeds)).sum();
    let next = mover(position);
    let to_come = to_come(row(next.other()), row(next));
    banked(position, seat) + if next == seat { -to_come } else { to_come }
}

/// The expected score to come for the player who has just played: the opponent's row is lost to them, and they
/// keep a quarter of their own.
#[inline]
fn to_come(own_row: i32, their_row: i32) -> Score {
    SEED / 4 * own_row - SEED * their_row
}

/// Plans the turn of the player to play: the `keep` best ways to play it.
///
/// Another `salt` breaks ties between equally promising positions differently, so that other turns that are as good are
/// found.
pub(super) fn plan(position: &Position, aim: TurnAim, salt: u64, keep: usize, budget: &mut Budget) -> TurnPlan {
    plan_reporting(position, aim, salt, keep, budget, &mut |_| ())
}

/// Like [`plan`], but reports its progress at every layer.
pub(super) fn plan_reporting(
    position: &Position,
    aim: TurnAim,
    salt: u64,
    keep: usize,
    budget: &mut Budget,
    report: &mut dyn FnMut(PlanProgress),
) -> TurnPlan {
    match position.turn() {
        Some(seat) => Planner::new(position, seat, aim, salt, keep).run(budget, report),
        None => TurnPlan { turns: Vec::new(), complete: true },
    }
}

/// The progress of planning a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanProgress {
    /// Seeds in the store in the positions that are being expanded.
    pub layer: usize,
    /// The number of positions in that layer.
    pub positions: usize,
    /// The number of plays tried so far.
    pub plays: u64,
    /// The most seeds in the store at the end of a turn so far.
    pub banked: u8,
}

struct Planner {
    ring: &'static SowingTables,
    seat: Seat,
    aim: TurnAim,
    salt: u64,
    keep: usize,
    start: Position,
    /// All seeds of the board, and those in the opponent's store.
    seeds: i32,
    their_store: i32,
    layers: Vec<Layer>,
    /// The order of the layer that is being expanded, and a second one to prune other layers meanwhile.
    order: Order,
    pruning: Order,
    steps: Vec<TurnPlay>,
    ends: Vec<TurnEnd>,
    banked: u8,
    /// Ends with an estimate no better than this are not kept.
    floor: Score,
}

impl Planner {
    fn new(position: &Position, seat: Seat, aim: TurnAim, salt: u64, keep: usize) -> Planner {
        let most = usize::from(position.store(seat)) + usize::from(position.seeds_in_play());
        let their_store = i32::from(position.store(seat.other()));
        Planner {
            ring: SowingTables::of(position),
            seat,
            aim,
            salt: aim.salt() ^ salt,
            keep,
            start: *position,
            seeds: most as i32 + their_store,
            their_store,
            layers: vec![Layer::default(); most + 1],
            order: Order::default(),
            pruning: Order::default(),
            steps: Vec::new(),
            ends: Vec::new(),
            banked: 0,
            floor: Score::MIN,
        }
    }

    fn run(mut self, budget: &mut Budget, report: &mut dyn FnMut(PlanProgress)) -> TurnPlan {
        self.first_line();
        let complete = self.expand_layers(Width::All, budget, report);
        if !complete && budget.left() > 0 {
            self.layers.fill(Layer::default());
            self.expand_layers(Width::Shared, budget, report);
        }
        self.sort_ends();
        let mut turns = Vec::with_capacity(self.ends.len());
        for end in &self.ends {
            turns.push(self.turn(end));
            // Thousands of long turns take many milliseconds to replay. One is enough if time is up.
            if turns.len() % REPLAYED_AT_ONCE == 1 && budget.check() {
                break;
            }
        }
        TurnPlan { turns, complete: complete && !budget.timed_out }
    }

    /// Guarantees one turn, however small the budget: always plays the first playable pit.
    fn first_line(&mut self) {
        let (mut board, mut before) = (self.ring.board(&self.start), NO_STEP);
        while let Some(pit) = self.ring.moves(&board).next() {
            let step = TurnPlay { before, pit: pit as u8 };
            let then = self.ring.play(&mut board, pit);
            if then != Then::Again {
                self.end(step, &board, then);
                return;
            }
            before = self.remember(step);
        }
    }

    fn remember(&mut self, step: TurnPlay) -> u32 {
        if step.pit == START.pit {
            return NO_STEP;
        }
        self.steps.push(step);
        (self.steps.len() - 1) as u32
    }

    /// Expands the layers in order, and returns true if every position of the turn was expanded.
    fn expand_layers(&mut self, width: Width, budget: &mut Budget, report: &mut dyn FnMut(PlanProgress)) -> bool {
        let mut complete = true;
        let before = budget.spent;
        let hopeless = budget.left() / 10;
        let board = self.ring.board(&self.start);
        self.layers[usize::from(self.ring.store(&board))].waiting.push(Waiting { promise: 0, last: START, board });
        for layer in 0..self.layers.len() {
            let waiting = std::mem::take(&mut self.layers[layer].waiting);
            if waiting.is_empty() {
                continue;
            }
            let mut order = std::mem::take(&mut self.order);
            if !order.sort(&waiting, budget) {
                return false;
            }
            report(PlanProgress { layer, positions: order.places.len(), plays: budget.spent, banked: self.banked });
            let left = self.layers.len() - 1 - layer;
            let allowed = match width {
                // Layers keep growing by about a third, so it pays to give up early.
                Width::All if left > DECLINE && budget.spent - before > hopeless => return false,
                Width::All => u64::MAX,
                Width::Shared => share(left, budget.left()),
            };
            let until = budget.spent.saturating_add(allowed);
            for &(_, at) in &order.places {
                if budget.spent >= until {
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

    /// Tries every play of a position; `false` if the budget runs out.
    fn expand(&mut self, from: &Waiting, width: Width, budget: &mut Budget) -> bool {
        let ring = self.ring;
        let before = self.remember(from.last);
        for pit in ring.moves(&from.board) {
            if !budget.take() {
                return false;
            }
            let mut board = from.board;
            let then = ring.play(&mut board, pit);
            let step = TurnPlay { before, pit: pit as u8 };
            if then != Then::Again {
                self.end(step, &board, then);
                continue;
            }
            let store = usize::from(ring.store(&board));
            let left = self.layers.len() - 1 - store;
            let layer = &mut self.layers[store];
            let promise = promise(ring, &board, self.salt);
            if promise < layer.floor {
                continue;
            }
            layer.waiting.push(Waiting { promise, last: step, board });
            let waiting = layer.waiting.len();
            if width == Width::Shared && waiting.is_power_of_two() && waiting > LARGE {
                layer.prune(share(left, budget.left()), &mut self.pruning, budget);
            }
        }
        true
    }

    #[inline]
    fn end(&mut self, last: TurnPlay, after: &StopSeeds, then: Then) {
        let (mut own, mut theirs) = (self.ring.store(after), self.their_store);
        let ahead = |own: u8, theirs: i32| SEED * (i32::from(own) - theirs);
        // Seeds in the store first, then the score.
        let first = |own: u8| if self.aim == TurnAim::Bank { 1000 * SEED * i32::from(own) } else { 0 };
        if then == Then::Passes {
            // Most ends are too poor to keep even if all seeds that are left were in the player's own row.
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
        self.ends.push(TurnEnd { estimate, last, after: *after });
        if self.ends.len() >= 8 * self.keep + 1024 {
            self.sort_ends();
        }
    }

    /// The line to an end, and the position to which it leads by the rules.
    fn turn(&self, end: &TurnEnd) -> Turn {
        let pit = |step: &TurnPlay| Pit::new(self.seat, step.pit.into()).expect("the ring has the pits of the board");
        let mut line = vec![pit(&end.last)];
        let mut before = end.last.before;
        while let Some(step) = self.steps.get(before as usize) {
            line.push(pit(step));
            before = step.before;
        }
        line.reverse();
        let mut after = self.start;
        for &pit in &line {
            after.advance(pit).expect("the ring plays by the rules");
        }
        Turn { line, after }
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
    /// Keeps the most promising positions, as many as the plays can expand, without duplicates.
    fn prune(&mut self, plays: u64, order: &mut Order, budget: &mut Budget) {
        if !order.sort(&self.waiting, budget) {
            return;
        }
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

/// The number of positions of a layer to expand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    All,
    /// As many as the layer's share of the budget allows.
    Shared,
}

/// With this number of seeds in play or fewer, the layers shrink without pruning.
const DECLINE: usize = 34;

/// A layer larger than this is worth pruning while it fills.
const LARGE: usize = 1 << 12;

/// The share of the remaining plays that the layer with `left` seeds in play may spend.
///
/// Early layers need few positions: they are all alike, and each leads to many later ones. A great turn is decided late,
/// where most positions are dead ends and few lead to a sweep of the board, so later layers get more.
fn share(left: usize, plays: u64) -> u64 {
    let rest: u64 = WEIGHTS[..left.min(WEIGHTS.len())].iter().sum::<u64>()
        + WEIGHTS[WEIGHTS.len() - 1] * left.saturating_sub(WEIGHTS.len()) as u64;
    let weight = WEIGHTS[left.clamp(1, WEIGHTS.len()) - 1];
    (u128::from(plays) * u128::from(weight) / u128::from(rest.max(weight))) as u64
}

/// The weights of the layers with 1, 2, 3 … seeds left in play; layers beyond the end have the last weight.
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

/// The layer with the largest share.
const PEAK: usize = 46;

/// The order to expand a layer in: the most promising first, and each position once. Reused for all layers, so
/// that its memory is allocated once.
#[derive(Default)]
struct Order {
    /// The complement of a promise, so that the greatest comes first, and the index in the layer.
    places: Vec<(u64, u32)>,
    buckets: Vec<u32>,
}

/// Turns that are replayed between two checks of the clock.
const REPLAYED_AT_ONCE: usize = 64;

/// Positions that are sorted between two checks of the clock.
const SORTED_AT_ONCE: usize = 4096;

impl Order {
    /// Sorts a layer; `false` if time runs out first.
    fn sort(&mut self, layer: &[Waiting], budget: &mut Budget) -> bool {
        // A bucket sort by the number of moves and the leading bits of the hash, which are evenly distributed; only
        // a few positions are left to sort in each bucket.
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
        for (chunk, first) in layer.chunks(SORTED_AT_ONCE).zip((0..).step_by(SORTED_AT_ONCE)) {
            if layer.len() > SORTED_AT_ONCE && budget.check() {
                return false;
            }
            for (waiting, at) in chunk.iter().zip(first..) {
                let place = &mut self.buckets[bucket(waiting.promise)];
                self.places[*place as usize] = (!waiting.promise, at);
                *place += 1;
            }
        }
        self.sort_buckets(layer, budget)
    }

    /// Sorts each bucket and drops duplicates; `false` if time runs out first.
    fn sort_buckets(&mut self, layer: &[Waiting], budget: &mut Budget) -> bool {
        let same = |a: (u64, u32), b: (u64, u32)| a.0 == b.0 && layer[a.1 as usize].board == layer[b.1 as usize].board;
        let (mut start, mut kept, mut unchecked) = (0, 0, 0);
        for &end in &self.buckets {
            let end = end as usize;
            self.places[start..end].sort_unstable();
            for at in start..end {
                let place = self.places[at];
                if kept == 0 || !same(self.places[kept - 1], place) {
                    self.places[kept] = place;
                    kept += 1;
                }
            }
            unchecked += end - start;
            if unchecked >= SORTED_AT_ONCE {
                unchecked = 0;
                if budget.check() {
                    return false;
                }
            }
            start = end;
        }
        self.places.truncate(kept);
        true
    }
}

/// The number of moves is in the highest byte of a promise.
const MOVES_SHIFT: u32 = 56;

/// A measure of how promising a position is: its number of legal plays and, to break ties, the hash, which is as good
/// as a random choice but the same on every run.
#[inline]
fn promise(ring: &SowingTables, board: &StopSeeds, salt: u64) -> u64 {
    u64::from(ring.count_moves(board)) << MOVES_SHIFT | board.hash(salt) >> 8
}
