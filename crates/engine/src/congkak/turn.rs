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
use super::score::{SEED, Score, at_end, banked};
use super::table::Key;

/// A position within the turn, waiting for its layer.
#[derive(Clone, Copy)]
struct Waiting {
    /// How promising it is; the hash within breaks ties the same way on every run.
    promise: u64,
    /// How the turn came here; nothing at its start.
    came: Option<Step>,
    position: Position,
}

/// A step of the turn: which pit was sown, after which other step.
#[derive(Clone, Copy)]
struct Step {
    before: u32,
    pit: Pit,
}

const NO_STEP: u32 = u32::MAX;

/// A way to end the turn.
#[derive(Clone, Copy)]
struct End {
    estimate: Score,
    last: Step,
    after: Position,
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

/// What a turn's end seems worth: the stores, and of what is left in play a part for who plays next.
pub(super) fn estimate(after: &Position, seat: Seat) -> Score {
    if let Some(score) = at_end(after, seat) {
        return score;
    }
    let in_play = i32::from(after.seeds_in_play());
    let theirs = in_play * SEED * LEFT_TO_NEXT / 8;
    banked(after, seat) + if after.next() == seat { theirs } else { -theirs }
}

/// Eighths of what is in play that the next player comes out ahead by.
const LEFT_TO_NEXT: i32 = 5;

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
    seat: Seat,
    aim: Aim,
    keep: usize,
    start: Position,
    layers: Vec<Vec<Waiting>>,
    steps: Vec<Step>,
    ends: Vec<End>,
    banked: u8,
    /// Ends that seem worth no more than this are not kept.
    floor: Score,
}

impl Planner {
    fn new(position: &Position, aim: Aim, keep: usize) -> Planner {
        let most = usize::from(position.store(position.next())) + usize::from(position.seeds_in_play());
        Planner {
            seat: position.next(),
            aim,
            keep,
            start: *position,
            layers: vec![Vec::new(); most + 1],
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
            self.layers.iter_mut().for_each(Vec::clear);
            self.go_through(Width::Shared, budget, tell);
        }
        self.sort_ends();
        let turns = self.ends.iter().map(|end| self.turn(end)).collect();
        Plan { turns, complete }
    }

    /// A sure end, however small the budget: always the first pit that can be played.
    fn first_line(&mut self) {
        let (mut now, mut before) = (self.start, NO_STEP);
        while let Some(pit) = now.moves().next()
            && let Ok(after) = now.play(pit)
        {
            let step = Step { before, pit };
            if after.winner().is_some() || after.next() != self.seat {
                self.end(step, after);
                return;
            }
            before = self.remember(step);
            now = after;
        }
    }

    fn remember(&mut self, step: Step) -> u32 {
        self.steps.push(step);
        (self.steps.len() - 1) as u32
    }

    /// Goes through the layers once; whether every position of the turn was looked at.
    fn go_through(&mut self, width: Width, budget: &mut Budget, tell: &mut dyn FnMut(Progress)) -> bool {
        let mut complete = true;
        let before = budget.spent();
        let hopeless = budget.left() / 10;
        self.layers[usize::from(self.start.store(self.seat))].push(Waiting {
            promise: 0,
            came: None,
            position: self.start,
        });
        for layer in 0..self.layers.len() {
            let waiting = std::mem::take(&mut self.layers[layer]);
            if waiting.is_empty() {
                continue;
            }
            let order = in_order(&waiting);
            tell(Progress { layer, positions: order.len(), plays: budget.spent(), banked: self.banked });
            let left = self.layers.len() - 1 - layer;
            let allowed = match width {
                // Layers grow by a third each time on their way: known early, it costs little to give up.
                Width::All if left > DECLINE && budget.spent() - before > hopeless => return false,
                Width::All => u64::MAX,
                Width::Shared => share(left, budget.left()),
            };
            let until = budget.spent().saturating_add(allowed);
            for at in order {
                if budget.spent() >= until {
                    complete = false;
                    break;
                }
                if !self.expand(&waiting[at as usize], width, budget) {
                    return false;
                }
            }
        }
        complete
    }

    /// Tries every play of a position; `false` if the budget ran out.
    fn expand(&mut self, from: &Waiting, width: Width, budget: &mut Budget) -> bool {
        let before = from.came.map_or(NO_STEP, |step| self.remember(step));
        for pit in from.position.moves() {
            if !budget.take() {
                return false;
            }
            let mut after = from.position;
            if after.advance(pit).is_err() {
                continue;
            }
            let step = Step { before, pit };
            if after.winner().is_some() || after.next() != self.seat {
                self.end(step, after);
                continue;
            }
            let left = usize::from(after.seeds_in_play());
            let layer = &mut self.layers[usize::from(after.store(self.seat))];
            layer.push(Waiting { promise: promise(&after), came: Some(step), position: after });
            if width == Width::Shared && layer.len().is_power_of_two() && layer.len() > LARGE {
                // A layer takes no more memory than twice what can be looked at when its turn comes.
                let most = (share(left, budget.left()) as usize).max(LARGE / 2);
                *layer = in_order(layer).into_iter().take(most).map(|at| layer[at as usize]).collect();
            }
        }
        true
    }

    #[inline]
    fn end(&mut self, last: Step, after: Position) {
        let banked = after.store(self.seat);
        self.banked = self.banked.max(banked);
        let estimate = match self.aim {
            Aim::Score => estimate(&after, self.seat),
            // Of turns that bank the same, the better score.
            Aim::Bank => 1000 * SEED * i32::from(banked) + estimate(&after, self.seat),
        };
        if estimate <= self.floor {
            return;
        }
        self.ends.push(End { estimate, last, after });
        if self.ends.len() >= 8 * self.keep + 64 {
            self.sort_ends();
        }
    }

    fn turn(&self, end: &End) -> Turn {
        let mut line = vec![end.last.pit];
        let mut before = end.last.before;
        while let Some(step) = self.steps.get(before as usize) {
            line.push(step.pit);
            before = step.before;
        }
        line.reverse();
        Turn { line, after: end.after }
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

/// The order to look at a layer in: the most promising first, and each position once.
fn in_order(layer: &[Waiting]) -> Vec<u32> {
    // Pairs of numbers sort several times faster than whole positions.
    let mut order: Vec<(u64, u32)> = layer.iter().zip(0..).map(|(waiting, at)| (!waiting.promise, at)).collect();
    order.sort_unstable();
    order.dedup_by(|(_, a), (_, b)| layer[*a as usize].position == layer[*b as usize].position);
    order.into_iter().map(|(_, at)| at).collect()
}

/// How likely a position is to lead on. More plays to choose from is what counts; between positions
/// with as many it is the hash, which is as good as drawing lots and the same on every run.
#[inline]
fn promise(position: &Position) -> u64 {
    (position.moves().count() as u64) << 56 | Key::of(position).hash() >> 8
}
