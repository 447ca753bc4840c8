use std::time::Instant;

use parlor_rules::kono::{Color, QUIET_MOVES, REPETITIONS, Standing};

use super::bits::Bits;
use super::lattice::{Lattice, POINT};
use super::order::{Experience, PLIES, Picker};
use super::state::{Noise, State, Step};
use super::table::{Bound, Entry, Table};

/// The deepest that iterative deepening goes. With [`NEAR`] it keeps stored values clear of the limit of
/// quiet moves: what was found with fewer can't have met it.
pub(super) const MAX_DEPTH: i32 = 40;

/// From so many quiet moves on, how many there were is a part of what is looked up.
const NEAR: usize = QUIET_MOVES - MAX_DEPTH as usize;

/// How many captures and arrivals in a row are followed past the depth.
const NOISY_DEPTH: i32 = 10;

/// Up to this depth, a position that is better than needed by [`FAR_AHEAD`] for each step isn't searched.
const FAR_AHEAD_DEPTH: i32 = 4;

const FAR_AHEAD: i32 = 250;

/// Between two looks at the clock.
const CLOCK_NODES: u64 = 2048;

/// How many ends of hashes are told apart.
const ALIKE: usize = 4096;

/// Beyond every value.
const INFINITY: i32 = 30_000;

/// Half the window around the last value.
const WINDOW: i32 = 60;

/// What a search may spend, and how it goes about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// It stops after so many positions.
    pub(super) nodes: u64,
    /// It looks no further.
    pub(super) depth: i32,
    /// It stops then, whatever is left. The one thing that makes answers depend on the machine.
    pub(super) deadline: Option<Instant>,
    /// What a tie counts against the player who thinks, in hundredths of a point, and a loss half as much
    /// again beside its points: two careful players could stand off for ever.
    pub(super) contempt: i32,
    /// Whether late quiet moves are first looked at less deeply, and positions that are far ahead near the
    /// end of a line not at all.
    pub(super) reductions: bool,
    /// Whether stored values count only for the very depth they were found at: then the search equals a
    /// plain one, which the tests show.
    pub(super) same_depth: bool,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Found {
    /// In hundredths of a point, for the mover.
    pub(super) value: i32,
    /// How many steps ahead it looked throughout.
    pub(super) depth: i32,
    /// How many positions it looked at so far.
    pub(super) nodes: u64,
    /// The best steps of both players.
    pub(super) line: Vec<Step>,
}

/// What a position is worth to its mover, in hundredths of a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// With contempt: what the player who thinks goes by.
    pub(super) counted: i32,
    /// Without it, if the line that was seen ends the round.
    pub(super) told: i32,
}

/// How much less deeply a quiet move is first looked at, of which so many came before.
fn reduction(depth: i32, count: usize) -> i32 {
    if depth < 3 || count < 2 {
        return 0;
    }
    let more = i32::from(count >= 5 && depth >= 4) + i32::from(count >= 9 && depth >= 7);
    1 + more
}

/// A position with what rule kon-called needs.
#[derive(Clone)]
pub(super) struct Root<B> {
    pub(super) state: State<B>,
    /// The hashes of the quiet moments before it, oldest first.
    pub(super) before: Vec<u64>,
}

impl<B: Bits> Root<B> {
    /// What there is to think about; `None` if nobody is to move.
    pub(super) fn new(lattice: &Lattice<B>, standing: &Standing) -> Option<Root<B>> {
        let position = standing.position().filter(|position| position.end().is_none())?;
        let mover = position.color(position.next()?);
        let state = State::new(lattice, position.board(), mover);
        let before = standing.history().iter().map(|moment| {
            let color: Color = position.color(moment.next);
            State::new(lattice, &moment.board, color).hash
        });
        Some(Root { state, before: before.collect() })
    }

    /// Where a step leads.
    pub(super) fn after(&self, lattice: &Lattice<B>, step: Step) -> Root<B> {
        let state = self.state.after(lattice, step);
        let mut before = self.before.clone();
        if self.state.noise(lattice, step) == Noise::Quiet {
            before.push(self.state.hash);
        } else {
            before.clear();
        }
        Root { state, before }
    }

    /// Whether the round ends here.
    pub(super) fn is_over(&self, lattice: &Lattice<B>) -> bool {
        let times = self.before.iter().filter(|&&hash| hash == self.state.hash).count() + 1;
        self.state.is_home(lattice)
            || self.before.len() >= QUIET_MOVES
            || times >= REPETITIONS
            || self.state.is_stuck(lattice)
    }
}

/// Iterative deepening over a principal-variation search with a table.
pub(super) struct Search<B: Bits> {
    pub(super) lattice: &'static Lattice<B>,
    table: Table,
    experience: Experience,
    /// By ply.
    pickers: Vec<Picker>,
    /// Hashes of what came before, the round's own moments first.
    path: Vec<u64>,
    /// How many of them were before the search.
    played: usize,
    /// How many moments of the path have a hash that ends alike: where there is none, none is the same.
    alike: Box<[u8; ALIKE]>,
    budget: Budget,
    /// Who thinks, as an index by colour.
    thinker: usize,
    nodes: u64,
    /// At so many nodes it has to be seen whether the budget is spent.
    checkpoint: u64,
    stopped: bool,
    /// By ply: the best line from there.
    lines: Box<[[Step; PLIES]; PLIES]>,
    lengths: [usize; PLIES],
}

impl<B: Bits> Search<B> {
    pub(super) fn new(lattice: &'static Lattice<B>, table_bits: u32) -> Search<B> {
        Search {
            lattice,
            table: Table::new(table_bits),
            experience: Experience::new(),
            pickers: (0..PLIES).map(|_| Picker::new()).collect(),
            path: Vec::with_capacity(QUIET_MOVES + PLIES),
            played: 0,
            alike: Box::new([0; ALIKE]),
            budget: Budget { nodes: 0, depth: 0, deadline: None, contempt: 0, reductions: true, same_depth: false },
            thinker: 0,
            nodes: 0,
            checkpoint: 0,
            stopped: false,
            lines: Box::new([[Step::NONE; PLIES]; PLIES]),
            lengths: [0; PLIES],
        }
    }

    /// Forgets all positions and all experience.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.experience = Experience::new();
    }

    fn begin(&mut self, root: &Root<B>, budget: Budget) {
        self.budget = budget;
        self.thinker = root.state.mover;
        self.nodes = 0;
        self.checkpoint = 0;
        self.stopped = false;
        self.path.clear();
        self.alike.fill(0);
        for &hash in &root.before {
            self.enter(hash);
        }
        self.played = self.path.len();
        self.lengths = [0; PLIES];
    }

    /// The best line from a position that isn't over, telling of every finished depth.
    pub(super) fn run(&mut self, root: &Root<B>, budget: Budget, mut tell: impl FnMut(&Found)) -> Found {
        self.table.start_search();
        self.experience.fade();
        self.begin(root, budget);
        let mut found = Found { value: 0, depth: 0, nodes: 0, line: vec![self.any_step(&root.state)] };
        let mut raw = 0;
        for depth in 1..=budget.depth.min(MAX_DEPTH) {
            let (mut low, mut high) = (-INFINITY, INFINITY);
            let mut half = WINDOW;
            if depth > 3 {
                (low, high) = (raw - half, raw + half);
            }
            loop {
                let value = self.visit(&root.state, depth, low, high, 0, root.before.len());
                // Even if it was stopped: the best move of the depth before comes first, so whatever was
                // finished is at least as good.
                if value > low && self.lengths[0] > 0 {
                    found.line = self.lines[0][..self.lengths[0]].to_vec();
                    raw = value;
                    found.value = self.honest(root, &found.line, value);
                }
                if self.stopped || value > low && value < high {
                    break;
                }
                half *= 4;
                if value <= low {
                    low = if half > 2000 { -INFINITY } else { value - half };
                } else {
                    high = if half > 2000 { INFINITY } else { value + half };
                }
            }
            found.nodes = self.nodes;
            if self.stopped {
                break;
            }
            found.depth = depth;
            tell(&found);
        }
        found
    }

    /// The value of a position that may be over, to a depth, for its mover; `None` where the budget didn't
    /// suffice. How far it is below `floor` doesn't matter. Counts on from the nodes of the calls before.
    pub(super) fn value(&mut self, root: &Root<B>, depth: i32, floor: Option<i32>) -> Option<Worth> {
        let (nodes, budget) = (self.nodes, self.budget);
        self.begin(root, budget);
        // The one who thinks has just moved.
        self.thinker = root.state.mover ^ 1;
        if root.is_over(self.lattice) {
            self.nodes = nodes;
            let told = root.state.ahead(self.lattice) * POINT;
            return Some(Worth { counted: self.finish(&root.state), told });
        }
        self.nodes = nodes;
        let low = floor.map_or(-INFINITY, |floor| floor - 1);
        let counted = if depth > 0 {
            self.visit(&root.state, depth, low, INFINITY, 0, root.before.len())
        } else {
            self.visit_last(&root.state, low, INFINITY, 0, root.before.len())
        };
        let line = self.lines[0][..self.lengths[0]].to_vec();
        (!self.stopped).then(|| Worth { counted, told: -self.honest(root, &line, -counted) })
    }

    /// Starts the count of nodes for calls of [`Search::value`].
    pub(super) fn allow(&mut self, budget: Budget) {
        self.budget = budget;
        self.nodes = 0;
        self.checkpoint = 0;
        self.stopped = false;
    }

    fn any_step(&self, state: &State<B>) -> Step {
        let mut any = Step::PASS;
        state.steps(self.lattice, |step, _| any = if any == Step::PASS { step } else { any.min(step) });
        any
    }

    #[inline]
    fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.checkpoint {
            self.check_budget();
        }
        self.stopped
    }

    #[cold]
    fn check_budget(&mut self) {
        let late = self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.stopped |= late || self.nodes >= self.budget.nodes;
        self.checkpoint = self.budget.nodes.min(self.nodes + CLOCK_NODES);
    }

    /// A moment becomes a part of what came before.
    #[inline]
    fn enter(&mut self, hash: u64) {
        self.path.push(hash);
        self.alike[hash as usize % ALIKE] += 1;
    }

    #[inline]
    fn leave(&mut self, hash: u64) {
        self.path.pop();
        self.alike[hash as usize % ALIKE] -= 1;
    }

    /// Whether rule kon-called ends the line here.
    #[inline]
    fn is_called(&self, hash: u64, quiet: usize) -> bool {
        quiet >= QUIET_MOVES || self.alike[hash as usize % ALIKE] > 0 && self.is_repeated(hash, quiet)
    }

    /// Whether a moment came up before. One that comes back within the line counts the second time
    /// already: whoever gains by coming back once gains by coming back again.
    fn is_repeated(&self, hash: u64, quiet: usize) -> bool {
        let end = self.path.len();
        let mut times = 1;
        let mut back = 4;
        while back <= quiet && back <= end {
            let place = end - back;
            if self.path[place] == hash {
                times += 1;
                if place >= self.played || times >= REPETITIONS {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// What the end of a round counts for its mover.
    #[cold]
    fn finish(&self, state: &State<B>) -> i32 {
        let ahead = state.ahead(self.lattice);
        if state.mover == self.thinker { self.count_end(ahead) } else { -self.count_end(-ahead) }
    }

    /// What an end counts for the player who thinks.
    fn count_end(&self, ahead: i32) -> i32 {
        let loss = match ahead {
            1.. => 0,
            0 => self.budget.contempt,
            _ => self.budget.contempt * 3 / 2,
        };
        ahead * POINT - loss
    }

    /// A value without what was added for contempt, for the player who thinks, if the line ends the round.
    pub(super) fn honest(&self, root: &Root<B>, line: &[Step], value: i32) -> i32 {
        let end = line.iter().fold(root.state, |state, &step| state.after(self.lattice, step));
        let ahead = end.ahead(self.lattice) * if end.mover == self.thinker { 1 } else { -1 };
        if value == self.count_end(0) {
            0
        } else if value == self.count_end(ahead) {
            ahead * POINT
        } else {
            value
        }
    }

    /// The value of a position that a line has come to, as far as it matters between `low` and `high`,
    /// looking one step ahead at least.
    #[inline]
    fn visit(&mut self, state: &State<B>, depth: i32, low: i32, high: i32, ply: usize, quiet: usize) -> i32 {
        self.lengths[ply % PLIES] = 0;
        if self.spend() {
            return low;
        }
        if state.is_home(self.lattice) || self.is_called(state.hash, quiet) {
            return self.finish(state);
        }
        if depth == 1 {
            self.look::<true>(state, depth, low, high, ply, quiet)
        } else {
            self.look::<false>(state, depth, low, high, ply, quiet)
        }
    }

    /// The same where a line ends.
    #[inline]
    fn visit_last(&mut self, state: &State<B>, low: i32, high: i32, ply: usize, quiet: usize) -> i32 {
        self.lengths[ply % PLIES] = 0;
        if self.spend() {
            return low;
        }
        if state.is_home(self.lattice) || self.is_called(state.hash, quiet) {
            return self.finish(state);
        }
        self.settle(state, NOISY_DEPTH, low, high)
    }

    /// The value of a position that isn't over, one step ahead at least. Compiled once more for the `LAST`
    /// step, after which there is nothing but to settle: such positions are most of all.
    #[inline(never)]
    fn look<const LAST: bool>(
        &mut self,
        state: &State<B>,
        depth: i32,
        low: i32,
        high: i32,
        ply: usize,
        quiet: usize,
    ) -> i32 {
        let lattice = self.lattice;
        let narrow = high - low <= 1;
        let key = if quiet >= NEAR { state.hash ^ lattice.quiet_keys[quiet.min(127)] } else { state.hash };
        let mut good = Step::NONE;
        if let Some(entry) = self.table.get(key) {
            good = entry.step;
            let deep_enough = if self.budget.same_depth { entry.depth == depth } else { entry.depth >= depth };
            if narrow && deep_enough && ply > 0 {
                let settled = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value >= high,
                    Bound::Upper => entry.value <= low,
                };
                if settled {
                    return entry.value;
                }
            }
        }

        if self.budget.reductions && narrow && depth <= FAR_AHEAD_DEPTH && ply > 0 {
            let safe = state.evaluate(lattice) - FAR_AHEAD * depth;
            // Not if the other could capture or arrive.
            if safe >= high && !state.after(lattice, Step::PASS).has_noise(lattice) {
                return safe;
            }
        }

        let (mut best, mut best_step, mut bottom) = (-INFINITY, Step::NONE, low);
        self.pickers[ply % PLIES].begin(good);
        let mut count = 0;
        self.enter(state.hash);
        loop {
            let step = match self.pickers[ply % PLIES].next(lattice, state, &self.experience, ply) {
                Some(step) => step,
                None if count > 0 => break,
                None if state.is_stuck(lattice) => {
                    self.leave(state.hash);
                    return self.finish(state);
                }
                None => Step::PASS,
            };
            let (next, is_quiet) = state.follow(lattice, step);
            let quiet_after = if is_quiet { quiet + 1 } else { 0 };
            let value = if LAST {
                -self.visit_last(&next, -high, -bottom, ply + 1, quiet_after)
            } else {
                let late = self.budget.reductions && is_quiet;
                let reduction = if late { reduction(depth, count) } else { 0 };
                // Whatever comes after the first is only looked at more closely if it turns out to be better.
                let mut further = depth - 1 - reduction;
                let mut top = if count == 0 { high } else { bottom + 1 };
                loop {
                    let value = -self.visit(&next, further, -top, -bottom, ply + 1, quiet_after);
                    if value <= bottom || self.stopped {
                        break value;
                    }
                    if further < depth - 1 {
                        further = depth - 1;
                    } else if top < high && value < high {
                        top = high;
                    } else {
                        break value;
                    }
                }
            };
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_step) = (value, step);
                if value > bottom {
                    bottom = value;
                    if !narrow {
                        self.extend_line(ply, step);
                    }
                }
            }
            if bottom >= high {
                if is_quiet && step != Step::PASS {
                    self.experience.learn(state.mover, ply, depth, step, self.pickers[ply % PLIES].tried());
                }
                break;
            }
            count += 1;
            if step == Step::PASS {
                break;
            }
        }
        self.leave(state.hash);
        if self.stopped {
            // What was finished stands; the root makes use of it.
            return bottom;
        }
        let bound = if best >= high {
            Bound::Lower
        } else if best > low {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // Where every step fails, none of them is the best one.
        let step = if bound == Bound::Upper { Step::NONE } else { best_step };
        self.table.put(key, Entry { step, value: best, depth, bound });
        best
    }

    fn extend_line(&mut self, ply: usize, step: Step) {
        if ply + 1 >= PLIES {
            return;
        }
        let length = self.lengths[ply + 1].min(PLIES - 1);
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply][0] = step;
        here[ply][1..=length].copy_from_slice(&below[0][..length]);
        self.lengths[ply] = length + 1;
    }

    /// The value once captures and arrivals are played out; anybody may stop when it suits.
    #[inline]
    fn settle(&mut self, state: &State<B>, depth: i32, low: i32, high: i32) -> i32 {
        let value = state.evaluate(self.lattice);
        if value >= high || depth == 0 || !state.has_noise(self.lattice) {
            return value;
        }
        self.play_out(state, value, depth, low, high)
    }

    /// The same where there is something to play out, and to stop is worth `best`.
    fn play_out(&mut self, state: &State<B>, mut best: i32, depth: i32, low: i32, high: i32) -> i32 {
        let lattice = self.lattice;
        let mut bottom = low.max(best);
        let mut queue = Experience::noisy_queue(lattice, state);
        while let Some(step) = queue.next() {
            let next = state.after(lattice, step);
            if self.spend() {
                break;
            }
            let value = if next.is_home(lattice) {
                -self.finish(&next)
            } else {
                -self.settle(&next, depth - 1, -high, -bottom)
            };
            if self.stopped {
                break;
            }
            best = best.max(value);
            bottom = bottom.max(value);
            if bottom >= high {
                break;
            }
        }
        best
    }
}
