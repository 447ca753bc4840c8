use super::bits::Bits;
use super::lattice::{INDICES, Lattice, piece_kind};
use super::state::{PackedMove, STEPS, SearchState, StepKind};

/// The maximum number of steps in a position: eleven pieces with four directions each.
const MOST_STEPS: usize = 48;

/// Scored steps, to be tried from the best score on. The score is in the upper half of each word and the step in the
/// lower, so that equal scores have a fixed order too.
pub(super) struct ScoredSteps {
    words: [u32; MOST_STEPS],
    length: usize,
    taken: usize,
}

impl ScoredSteps {
    fn new() -> ScoredSteps {
        ScoredSteps { words: [0; MOST_STEPS], length: 0, taken: 0 }
    }

    #[inline]
    fn push(&mut self, step: PackedMove, score: u32) {
        self.words[self.length] = score.min(0xFFFF) << 16 | u32::from(step.0);
        self.length += 1;
    }

    fn clear(&mut self) {
        (self.length, self.taken) = (0, 0);
    }

    /// Takes the step with the best score.
    #[inline]
    pub(super) fn next(&mut self) -> Option<PackedMove> {
        let rest = &mut self.words[self.taken.min(self.length)..self.length];
        let (mut best, mut place) = (*rest.first()?, 0);
        for (i, &word) in rest.iter().enumerate().skip(1) {
            if word > best {
                (best, place) = (word, i);
            }
        }
        rest.swap(0, place);
        self.taken += 1;
        Some(PackedMove(best as u16))
    }
}

/// The maximum number of plies for which lines and killers are stored.
pub(super) const PLIES: usize = 64;

/// Killer and history heuristics: the quiet steps that caused cutoffs before.
pub(super) struct OrderingHistory {
    /// Indexed by ply.
    killers: [[PackedMove; 2]; PLIES],
    /// Indexed by mover and step.
    history: Box<[[i32; STEPS]; 2]>,
}

const CAPTURE_SCORE: u32 = 0xF000;
const ARRIVAL_SCORE: u32 = 0xE000;
/// The score of a quiet step with no history.
const QUIET_SCORE: i32 = 0x6000;
/// The bound on history values.
const MOST_HISTORY: i32 = 0x4000;

impl OrderingHistory {
    pub(super) fn new() -> OrderingHistory {
        OrderingHistory { killers: [[PackedMove::NONE; 2]; PLIES], history: Box::new([[0; STEPS]; 2]) }
    }

    /// Prepares for another search: old history still helps, but less.
    pub(super) fn fade(&mut self) {
        self.killers = [[PackedMove::NONE; 2]; PLIES];
        self.history.iter_mut().flatten().for_each(|value| *value /= 4);
    }

    /// Adds the quiet steps, except those already tried.
    // Not inlined, because it isn't needed where an earlier step causes a cutoff.
    #[inline(never)]
    fn add_quiet<B: Bits>(
        &self,
        steps: &mut ScoredSteps,
        lattice: &Lattice<B>,
        state: &SearchState<B>,
        tried: [PackedMove; 3],
    ) {
        let history = &self.history[state.mover & 1];
        state.quiet_steps(lattice, |step| {
            if tried.contains(&step) {
                return;
            }
            let kind = piece_kind(state.mover, state.capturing.meets(lattice.legs[step.number()].0));
            let gain = lattice.gains[kind][step.number()].clamp(-2000, 2000);
            steps.push(step, (QUIET_SCORE + history[step.number()] + gain).unsigned_abs());
        });
    }

    /// Rewards a quiet step that caused a cutoff, and penalizes those tried before it.
    pub(super) fn learn(
        &mut self,
        mover: usize,
        ply: usize,
        depth: i32,
        step: PackedMove,
        before: impl Iterator<Item = PackedMove>,
    ) {
        let killers = &mut self.killers[ply % PLIES];
        if killers[0] != step {
            killers[1] = killers[0];
            killers[0] = step;
        }
        let bonus = (depth * depth * 16).min(MOST_HISTORY / 4);
        let history = &mut self.history[mover & 1];
        // The closer a value is to the bound, the less it changes, so it never passes the bound.
        let mut change = |step: PackedMove, bonus: i32| {
            let value = &mut history[step.number()];
            *value += bonus - *value * bonus.abs() / MOST_HISTORY;
        };
        change(step, bonus);
        for other in before {
            change(other, -bonus);
        }
    }
}

/// Captures and first arrivals, best first.
#[inline]
pub(super) fn tactical_moves<B: Bits>(lattice: &Lattice<B>, state: &SearchState<B>) -> ScoredSteps {
    let mut steps = ScoredSteps::new();
    add_tactical(&mut steps, lattice, state);
    steps
}

// Not inlined, because it isn't needed where the hash move causes a cutoff.
#[inline(never)]
fn add_tactical<B: Bits>(steps: &mut ScoredSteps, lattice: &Lattice<B>, state: &SearchState<B>) {
    state.tactical_steps(lattice, |step, kind| {
        let score = match kind {
            StepKind::Capture => CAPTURE_SCORE + victim_captures(state, step),
            StepKind::Arrival => ARRIVAL_SCORE + home_worth(lattice, step),
            StepKind::Quiet => unreachable!("quiet steps are not tactical"),
        };
        steps.push(step, score);
    });
}

/// The steps of one position after another, in stages: the hash move, captures and arrivals, the killers, and the
/// other quiet steps. Each stage is generated only if the stages before it caused no cutoff. Reused from position to
/// position, so that its memory isn't cleared each time.
pub(super) struct MovePicker {
    stage: PickStage,
    hash_move: PackedMove,
    killers: [PackedMove; 2],
    steps: ScoredSteps,
}

#[derive(Clone, Copy)]
enum PickStage {
    HashMove,
    StartTactical,
    Tactical,
    Killers(usize),
    Quiet,
}

impl MovePicker {
    pub(super) fn new() -> MovePicker {
        MovePicker {
            stage: PickStage::HashMove,
            hash_move: PackedMove::NONE,
            killers: [PackedMove::NONE; 2],
            steps: ScoredSteps::new(),
        }
    }

    /// Starts with a position. The hash move need not be legal.
    #[inline]
    pub(super) fn start(&mut self, hash_move: PackedMove) {
        (self.stage, self.hash_move) = (PickStage::HashMove, hash_move);
    }

    #[inline]
    pub(super) fn next<B: Bits>(
        &mut self,
        lattice: &Lattice<B>,
        state: &SearchState<B>,
        history: &OrderingHistory,
        ply: usize,
    ) -> Option<PackedMove> {
        // Most steps are quiet.
        if matches!(self.stage, PickStage::Quiet) {
            return self.steps.next();
        }
        self.next_stage(lattice, state, history, ply)
    }

    #[inline(never)]
    fn next_stage<B: Bits>(
        &mut self,
        lattice: &Lattice<B>,
        state: &SearchState<B>,
        history: &OrderingHistory,
        ply: usize,
    ) -> Option<PackedMove> {
        loop {
            match self.stage {
                PickStage::HashMove => {
                    self.stage = PickStage::StartTactical;
                    if state.allows(lattice, self.hash_move) {
                        return Some(self.hash_move);
                    }
                }
                PickStage::StartTactical => {
                    self.steps.clear();
                    add_tactical(&mut self.steps, lattice, state);
                    self.stage = PickStage::Tactical;
                }
                PickStage::Tactical => match self.steps.next() {
                    Some(step) if step == self.hash_move => {}
                    Some(step) => return Some(step),
                    None => {
                        self.killers = history.killers[ply % PLIES];
                        self.stage = PickStage::Killers(0);
                    }
                },
                PickStage::Killers(place) => {
                    let Some(&step) = self.killers.get(place) else {
                        self.steps.clear();
                        let [first, second] = self.killers;
                        history.add_quiet(&mut self.steps, lattice, state, [self.hash_move, first, second]);
                        self.stage = PickStage::Quiet;
                        continue;
                    };
                    self.stage = PickStage::Killers(place + 1);
                    let quiet = state.allows(lattice, step) && state.kind_of(lattice, step) == StepKind::Quiet;
                    if quiet && step != self.hash_move {
                        return Some(step);
                    }
                }
                PickStage::Quiet => return self.steps.next(),
            }
        }
    }

    /// The steps of the quiet stage that were returned so far, except the last.
    pub(super) fn tried(&self) -> impl Iterator<Item = PackedMove> {
        let count = if matches!(self.stage, PickStage::Quiet) { self.steps.taken.saturating_sub(1) } else { 0 };
        self.steps.words.iter().take(count).map(|&word| PackedMove(word as u16))
    }
}

/// 1 if the captured piece could capture, which makes it more valuable.
#[inline]
fn victim_captures<B: Bits>(state: &SearchState<B>, step: PackedMove) -> u32 {
    let to = B::index_after(step.from(), step.direction()) % INDICES;
    u32::from(state.capturing.meets(B::bit(to)))
}

#[inline]
fn home_worth<B: Bits>(lattice: &Lattice<B>, step: PackedMove) -> u32 {
    u32::from(lattice.worth[B::index_after(step.from(), step.direction()) % INDICES])
}
