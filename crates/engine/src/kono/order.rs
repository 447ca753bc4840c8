use super::bits::Bits;
use super::lattice::{INDICES, Lattice};
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

    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
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

const HASH: u32 = 0xFFFF;
const CAPTURES: u32 = 0xF000;
const ARRIVES: u32 = 0xE000;
const KILLERS: u32 = 0xD000;
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

    /// All steps of a position.
    #[inline]
    pub(super) fn queue<B: Bits>(&self, lattice: &Lattice<B>, state: &State<B>, hash: Step, ply: usize) -> Queue {
        let mut queue = Queue::new();
        let [first, second] = self.killers[ply % PLIES];
        let history = &self.history[state.mover & 1];
        state.steps(lattice, |step, noise| {
            let promise = if step == hash {
                HASH
            } else {
                match noise {
                    Noise::Captures => CAPTURES + victim(state, step),
                    Noise::Arrives => ARRIVES + worth(lattice, step),
                    Noise::Quiet if step == first => KILLERS + 1,
                    Noise::Quiet if step == second => KILLERS,
                    Noise::Quiet => {
                        let kind = (state.mover & 1) | usize::from(state.capturing.meets(B::bit(step.from()))) << 1;
                        let to = B::index_after(step.from(), step.direction()) % INDICES;
                        let gain = lattice.counts[kind][to] - lattice.counts[kind][step.from()];
                        let gain = if state.mover == 0 { gain } else { -gain };
                        (MIDDLE + history[step.number()] + gain.clamp(-2000, 2000)).unsigned_abs()
                    }
                }
            };
            queue.push(step, promise);
        });
        queue
    }

    /// Captures and first arrivals only.
    #[inline]
    pub(super) fn noisy_queue<B: Bits>(lattice: &Lattice<B>, state: &State<B>) -> Queue {
        let mut queue = Queue::new();
        state.noisy_steps(lattice, |step, noise| {
            let promise = match noise {
                Noise::Captures => CAPTURES + victim(state, step),
                _ => ARRIVES + worth(lattice, step),
            };
            queue.push(step, promise);
        });
        queue
    }

    /// A quiet step was good enough, and those tried before it were not.
    pub(super) fn learn(&mut self, mover: usize, ply: usize, depth: i32, step: Step, before: &[Step]) {
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
        for &other in before {
            change(other, -bonus);
        }
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
