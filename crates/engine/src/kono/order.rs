use super::bits::Bits;
use super::lattice::{INDICES, Lattice, kind};
use super::state::{Noise, STEPS, State, Step};

/// More steps than any position has: eleven pieces, four ways each.
const MOST: usize = 48;

/// The steps of a position, to be tried from the most promising on. A step's promise stands in the upper
/// half of its word, the step itself in the lower, so that equal promises have a fixed order too.
pub(super) struct Queue {
    words: [u32; MOST],
    length: usize,
    taken: usize,
}

impl Queue {
    pub(super) fn new() -> Queue {
        Queue { words: [0; MOST], length: 0, taken: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, step: Step, promise: u32) {
        if let Some(word) = self.words.get_mut(self.length) {
            *word = promise.min(0xFFFF) << 16 | u32::from(step.0);
            self.length += 1;
        }
    }

    fn clear(&mut self) {
        (self.length, self.taken) = (0, 0);
    }

    /// The most promising step that is left.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Step> {
        let rest = &mut self.words[self.taken.min(self.length)..self.length];
        let (mut best, mut place) = (*rest.first()?, 0);
        for (i, &word) in rest.iter().enumerate().skip(1) {
            if word > best {
                (best, place) = (word, i);
            }
        }
        rest.swap(0, place);
        self.taken += 1;
        Some(Step(best as u16))
    }
}

/// How deep lines are remembered.
pub(super) const PLIES: usize = 64;

/// What the search has learned about which steps are good, whatever the position.
pub(super) struct Experience {
    /// By ply: quiet steps that refuted a neighbour.
    killers: [[Step; 2]; PLIES],
    /// By mover and step: how often it was good.
    history: Box<[[i32; STEPS]; 2]>,
}

const CAPTURES: u32 = 0xF000;
const ARRIVES: u32 = 0xE000;
/// History keeps to both sides of this.
const MIDDLE: i32 = 0x6000;
const HISTORY: i32 = 0x4000;

impl Experience {
    pub(super) fn new() -> Experience {
        Experience { killers: [[Step::NONE; 2]; PLIES], history: Box::new([[0; STEPS]; 2]) }
    }

    /// Before another search: old experience still helps, but less.
    pub(super) fn fade(&mut self) {
        self.killers = [[Step::NONE; 2]; PLIES];
        self.history.iter_mut().flatten().for_each(|value| *value /= 4);
    }

    /// Captures and first arrivals only.
    #[inline]
    pub(super) fn noisy_queue<B: Bits>(lattice: &Lattice<B>, state: &State<B>) -> Queue {
        let mut queue = Queue::new();
        Experience::fill_noisy(&mut queue, lattice, state);
        queue
    }

    // Not inlined, nor is the other: what they work out isn't needed where the first step is good enough.
    #[inline(never)]
    fn fill_noisy<B: Bits>(queue: &mut Queue, lattice: &Lattice<B>, state: &State<B>) {
        state.noisy_steps(lattice, |step, noise| {
            let promise = match noise {
                Noise::Captures => CAPTURES + victim(state, step),
                _ => ARRIVES + worth(lattice, step),
            };
            queue.push(step, promise);
        });
    }

    /// Quiet steps, but for those that were tried before.
    #[inline(never)]
    fn fill_quiet<B: Bits>(&self, queue: &mut Queue, lattice: &Lattice<B>, state: &State<B>, tried: [Step; 3]) {
        let history = &self.history[state.mover & 1];
        state.quiet_steps(lattice, |step| {
            if tried.contains(&step) {
                return;
            }
            let kind = kind(state.mover, state.capturing.meets(lattice.legs[step.number()].0));
            let gain = lattice.gains[kind][step.number()].clamp(-2000, 2000);
            queue.push(step, (MIDDLE + history[step.number()] + gain).unsigned_abs());
        });
    }

    /// A quiet step was good enough, and those tried before it were not.
    pub(super) fn learn(
        &mut self,
        mover: usize,
        ply: usize,
        depth: i32,
        step: Step,
        before: impl Iterator<Item = Step>,
    ) {
        let killers = &mut self.killers[ply % PLIES];
        if killers[0] != step {
            killers[1] = killers[0];
            killers[0] = step;
        }
        let bonus = (depth * depth * 16).min(HISTORY / 4);
        let history = &mut self.history[mover & 1];
        // The nearer the end of the scale, the smaller the change, so that it stays on the scale.
        let mut change = |step: Step, bonus: i32| {
            let value = &mut history[step.number()];
            *value += bonus - *value * bonus.abs() / HISTORY;
        };
        change(step, bonus);
        for other in before {
            change(other, -bonus);
        }
    }
}

/// Steps of one position after another, found only when those before weren't good enough: the one that the
/// table knows, captures and arrivals, the killers, and the other quiet ones. Kept from position to
/// position, so that its room need not be cleared.
pub(super) struct Picker {
    stage: Stage,
    good: Step,
    killers: [Step; 2],
    queue: Queue,
}

#[derive(Clone, Copy)]
enum Stage {
    Good,
    Start,
    Noisy,
    Killers(usize),
    Quiet,
}

impl Picker {
    pub(super) fn new() -> Picker {
        Picker { stage: Stage::Good, good: Step::NONE, killers: [Step::NONE; 2], queue: Queue::new() }
    }

    /// Begins with a position. `good` is what the table knows; it need not be a legal step.
    #[inline]
    pub(super) fn begin(&mut self, good: Step) {
        (self.stage, self.good) = (Stage::Good, good);
    }

    #[inline]
    pub(super) fn next<B: Bits>(
        &mut self,
        lattice: &Lattice<B>,
        state: &State<B>,
        experience: &Experience,
        ply: usize,
    ) -> Option<Step> {
        // Most steps are quiet ones.
        if matches!(self.stage, Stage::Quiet) {
            return self.queue.next();
        }
        self.next_stage(lattice, state, experience, ply)
    }

    #[inline(never)]
    fn next_stage<B: Bits>(
        &mut self,
        lattice: &Lattice<B>,
        state: &State<B>,
        experience: &Experience,
        ply: usize,
    ) -> Option<Step> {
        loop {
            match self.stage {
                Stage::Good => {
                    self.stage = Stage::Start;
                    if state.allows(lattice, self.good) {
                        return Some(self.good);
                    }
                }
                Stage::Start => {
                    self.queue.clear();
                    Experience::fill_noisy(&mut self.queue, lattice, state);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.queue.next() {
                    Some(step) if step == self.good => {}
                    Some(step) => return Some(step),
                    None => {
                        self.killers = experience.killers[ply % PLIES];
                        self.stage = Stage::Killers(0);
                    }
                },
                Stage::Killers(place) => {
                    let Some(&step) = self.killers.get(place) else {
                        self.queue.clear();
                        let [first, second] = self.killers;
                        experience.fill_quiet(&mut self.queue, lattice, state, [self.good, first, second]);
                        self.stage = Stage::Quiet;
                        continue;
                    };
                    self.stage = Stage::Killers(place + 1);
                    let quiet = state.allows(lattice, step) && state.noise(lattice, step) == Noise::Quiet;
                    if quiet && step != self.good {
                        return Some(step);
                    }
                }
                Stage::Quiet => return self.queue.next(),
            }
        }
    }

    /// The quiet steps that came from the queue so far, but for the latest.
    pub(super) fn tried(&self) -> impl Iterator<Item = Step> {
        let count = if matches!(self.stage, Stage::Quiet) { self.queue.taken.saturating_sub(1) } else { 0 };
        self.queue.words.iter().take(count).map(|&word| Step(word as u16))
    }
}

/// A piece that captures is the better catch.
#[inline]
fn victim<B: Bits>(state: &State<B>, step: Step) -> u32 {
    let to = B::index_after(step.from(), step.direction()) % INDICES;
    u32::from(state.capturing.meets(B::bit(to)))
}

#[inline]
fn worth<B: Bits>(lattice: &Lattice<B>, step: Step) -> u32 {
    u32::from(lattice.worth[B::index_after(step.from(), step.direction()) % INDICES])
}
