use parlor_rules::kono::{Color, REPETITIONS, Standing};

use super::bits::Bits;
use super::lattice::{Lattice, POINT};
use super::order::{MovePicker, OrderingHistory, PLIES, tactical_moves};
use super::state::{PackedMove, SearchState, StepKind};
use super::transposition::{Bound, TableEntry, TranspositionTable};
use crate::Limits;

/// The deepest iteration of iterative deepening.
pub(super) const MAX_DEPTH: i32 = 40;

/// The depth of quiescence search.
const QUIESCENCE_DEPTH: i32 = 10;

/// Up to this depth, a position whose evaluation is above beta by [`FUTILITY_MARGIN`] for each ply isn't searched.
const FUTILITY_DEPTH: i32 = 4;

/// In search values.
const FUTILITY_MARGIN: i32 = 150 * UNIT;

/// Nodes between two checks of the clock: well under a millisecond.
const CHECK_INTERVAL: u64 = 1024;

/// The number of buckets for the hashes on the path.
const PATH_BUCKETS: usize = 4096;

/// Search values in a hundredth of a point.
const UNIT: i32 = 4;

/// Added to the search value of an end of the round, from the view of the player who searches.
const END: i32 = 1;

/// Added to the search value of an evaluation with [`SearchOptions::standoff`], from the view of the player who searches.
const STANDOFF: i32 = 2;

/// Above every search value.
const INFINITY: i32 = 100_000;

/// Half the first aspiration window, in search values.
const ASPIRATION: i32 = 60 * UNIT;

/// An aspiration window with a larger half than this is opened completely.
const WIDEST_WINDOW: i32 = 2000 * UNIT;

/// The limits and options of a search.
#[derive(Clone, Debug)]
pub(super) struct SearchOptions {
    /// The maximum number of positions.
    pub(super) nodes: u64,
    /// The maximum depth in plies.
    pub(super) depth: i32,
    /// Deadline and stop flag. The effort is in `nodes`.
    pub(super) limits: Limits,
    /// The penalty for a tie, in hundredths of a point, for the player who searches; a loss costs half as much on top of its
    /// points. Without it, two careful players would never leave their homes.
    pub(super) contempt: i32,
    /// The penalty for a position in which no piece may capture yet, in hundredths of a point, for the player who searches.
    pub(super) standoff: i32,
    /// Enables late move reductions and futility pruning.
    pub(super) reductions: bool,
    /// Uses stored values only at exactly the depth at which they were found. Then the search equals plain minimax, which the
    /// tests check.
    pub(super) same_depth: bool,
}

impl SearchOptions {
    /// The options of a player, with at most `nodes` positions if the limits don't give a number.
    pub(super) fn new(limits: &Limits, nodes: u64, contempt: i32) -> SearchOptions {
        SearchOptions {
            nodes: limits.effort.unwrap_or(nodes),
            depth: MAX_DEPTH,
            limits: limits.clone(),
            contempt,
            standoff: 0,
            reductions: true,
            same_depth: false,
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SearchResult {
    /// The value for the mover.
    pub(super) value: LineValue,
    /// The last depth that was finished.
    pub(super) depth: i32,
    /// The number of positions searched.
    pub(super) nodes: u64,
    /// The principal variation.
    pub(super) line: Vec<PackedMove>,
}

/// The value of a position for the player who searches, in hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct LineValue {
    /// The value with contempt and the penalty for a standoff, by which moves are compared.
    pub(super) with_contempt: i32,
    /// The value without them.
    pub(super) expected: i32,
    /// True if the principal variation, with its captures and arrivals beyond the search depth, ends the round.
    pub(super) ended: bool,
}

/// The depth reduction of the first search of a quiet move, after `count` other moves.
fn late_move_reduction(depth: i32, count: usize) -> i32 {
    if depth < 3 || count < 2 {
        return 0;
    }
    let more = i32::from(count >= 4 && depth >= 4) + i32::from(count >= 7 && depth >= 6);
    1 + more
}

/// A position with the history that rule kon-called needs.
#[derive(Clone)]
pub(super) struct Root<B> {
    pub(super) state: SearchState<B>,
    /// The hashes of the positions since the last tactical move, oldest first.
    pub(super) before: Vec<u64>,
}

impl<B: Bits> Root<B> {
    /// `None` without a legal move.
    pub(super) fn new(lattice: &Lattice<B>, standing: &Standing) -> Option<Root<B>> {
        let position = standing.position?;
        let mover = position.color(position.turn()?);
        let state = SearchState::new(lattice, position.board(), mover);
        let before = standing.history().map(|moment| {
            let color: Color = position.color(moment.next);
            SearchState::new(lattice, &moment.board, color).hash
        });
        Some(Root { state, before: before.collect() })
    }

    /// The position after a step.
    pub(super) fn after(&self, lattice: &Lattice<B>, step: PackedMove) -> Root<B> {
        let state = self.state.after(lattice, step);
        let mut before = self.before.clone();
        if self.state.kind_of(lattice, step) == StepKind::Quiet {
            before.push(self.state.hash);
        } else {
            before.clear();
        }
        Root { state, before }
    }

    /// True if the round is over.
    pub(super) fn is_over(&self, lattice: &Lattice<B>) -> bool {
        let times = self.before.iter().filter(|&&hash| hash == self.state.hash).count() + 1;
        self.state.is_home(lattice)
            || self.before.len() >= lattice.quiet_limit
            || times >= REPETITIONS
            || self.state.is_stuck(lattice)
    }
}

/// Iterative deepening over a principal variation search with a transposition table.
///
/// Search values are in quarters of a hundredth of a point, so that the two lowest bits can tell what kind of value it is:
/// 0 for an evaluation, [`END`] or [`STANDOFF`] for the player who searches. The bits survive negation, comparison
/// and the transposition table, so an exact value says whether its line ended the round, or led to a standoff.
pub(super) struct Search<B: Bits> {
    pub(super) lattice: &'static Lattice<B>,
    table: TranspositionTable,
    history: OrderingHistory,
    /// Indexed by ply.
    pickers: Vec<MovePicker>,
    /// The hashes of earlier positions, those of the round itself first.
    path: Vec<u64>,
    /// The number of hashes from before the search.
    played: usize,
    /// The number of hashes on the path in each bucket. An empty bucket rules out a repetition.
    path_buckets: Box<[u8; PATH_BUCKETS]>,
    options: SearchOptions,
    /// The player who searches, as an index by colour.
    searcher: usize,
    nodes: u64,
    /// The next number of nodes at which to check the limits.
    checkpoint: u64,
    /// True if the clock and the stop flag are checked. The first iteration ignores them, so that a move is always
    /// found.
    heeds_clock: bool,
    stopped: bool,
    /// Indexed by ply: the principal variation from there.
    lines: Box<[[PackedMove; PLIES]; PLIES]>,
    lengths: [usize; PLIES],
}

impl<B: Bits> Search<B> {
    /// A search with a table of 2^`table_bits` pairs.
    pub(super) fn new(lattice: &'static Lattice<B>, table_bits: u32, options: SearchOptions) -> Search<B> {
        Search {
            lattice,
            table: TranspositionTable::new(table_bits),
            history: OrderingHistory::new(),
            pickers: (0..PLIES).map(|_| MovePicker::new()).collect(),
            path: Vec::with_capacity(lattice.quiet_limit + PLIES),
            played: 0,
            path_buckets: Box::new([0; PATH_BUCKETS]),
            options,
            searcher: 0,
            nodes: 0,
            checkpoint: 0,
            heeds_clock: true,
            stopped: false,
            lines: Box::new([[PackedMove::NONE; PLIES]; PLIES]),
            lengths: [0; PLIES],
        }
    }

    /// Forgets everything that earlier searches have learned.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.history = OrderingHistory::new();
    }

    /// Sets the options and starts counting nodes.
    pub(super) fn restart(&mut self, options: SearchOptions) {
        self.options = options;
        self.nodes = 0;
        self.checkpoint = 0;
        self.heeds_clock = true;
        self.stopped = false;
    }

    /// Prepares a search by a player and returns the position to search.
    ///
    /// Stored values contain the contempt of the player who searches. Black's searches therefore complement all
    /// hashes and share no entry with White's.
    fn set_root(&mut self, root: &Root<B>, searcher: usize) -> SearchState<B> {
        let hash_of = |hash: u64| if searcher == 0 { hash } else { !hash };
        self.searcher = searcher;
        self.path.clear();
        self.path_buckets.fill(0);
        for &hash in &root.before {
            self.enter(hash_of(hash));
        }
        self.played = self.path.len();
        self.lengths = [0; PLIES];
        SearchState { hash: hash_of(root.state.hash), ..root.state }
    }

    /// Searches a position that isn't over and reports every finished depth.
    pub(super) fn run(&mut self, root: &Root<B>, mut report: impl FnMut(&SearchResult)) -> SearchResult {
        self.table.start_search();
        self.history.fade();
        let state = self.set_root(root, root.state.mover);
        let mut found =
            SearchResult { value: LineValue::default(), depth: 0, nodes: 0, line: vec![self.any_step(&state)] };
        let mut last_value = 0;
        for depth in 1..=self.options.depth.min(MAX_DEPTH) {
            self.heeds_clock = depth > 1;
            let (mut alpha, mut beta) = (-INFINITY, INFINITY);
            let mut half = ASPIRATION;
            if depth > 3 {
                (alpha, beta) = (last_value - half, last_value + half);
            }
            loop {
                let value = self.search(&state, depth, alpha, beta, 0, root.before.len());
                // Accepted even if the search was stopped: the best move of the last depth is searched first, so a
                // finished move that beats alpha is at least as good.
                if value > alpha && self.lengths[0] > 0 {
                    found.line = self.line().to_vec();
                    last_value = value;
                    found.value = self.line_value(value, value < beta);
                }
                if self.stopped || value > alpha && value < beta {
                    break;
                }
                half *= 4;
                if value <= alpha {
                    alpha = if half > WIDEST_WINDOW { -INFINITY } else { value - half };
                } else {
                    beta = if half > WIDEST_WINDOW { INFINITY } else { value + half };
                }
            }
            found.nodes = self.nodes;
            if self.stopped {
                break;
            }
            found.depth = depth;
            report(&found);
        }
        found
    }

    /// The value, for the player who searches, of a position to which that player has just moved; it may be over.
    /// `None` if a limit is reached first. Values above `ceiling` needn't be exact. The count of nodes continues from
    /// the last call. The principal variation is in [`Self::line`].
    pub(super) fn value(&mut self, root: &Root<B>, depth: i32, ceiling: Option<i32>) -> Option<LineValue> {
        let state = self.set_root(root, root.state.mover ^ 1);
        self.checkpoint = 0;
        self.stopped = false;
        if root.is_over(self.lattice) {
            return Some(self.line_value(-self.value_of_end(&state), true));
        }
        let alpha = ceiling.map_or(-INFINITY, |ceiling| -UNIT * (ceiling + 1));
        let value = if depth > 0 {
            self.search(&state, depth, alpha, INFINITY, 0, root.before.len())
        } else {
            self.search_leaf(&state, alpha, INFINITY, 0, root.before.len())
        };
        (!self.stopped).then(|| self.line_value(-value, value > alpha))
    }

    /// True if [`Self::value`] of a position would be at least `bar` with contempt. `None` if a limit is reached first.
    pub(super) fn reaches(&mut self, root: &Root<B>, depth: i32, bar: i32) -> Option<bool> {
        let state = self.set_root(root, root.state.mover ^ 1);
        self.checkpoint = 0;
        self.stopped = false;
        if root.is_over(self.lattice) {
            return Some(-self.value_of_end(&state) >= UNIT * bar);
        }
        let alpha = -UNIT * bar;
        let value = if depth > 0 {
            self.search(&state, depth, alpha, alpha + 1, 0, root.before.len())
        } else {
            self.search_leaf(&state, alpha, alpha + 1, 0, root.before.len())
        };
        (!self.stopped).then_some(value <= alpha)
    }

    /// Allows this number of nodes in all, those already searched included.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.options.nodes = nodes;
    }

    /// The principal variation of the last search.
    pub(super) fn line(&self) -> &[PackedMove] {
        &self.lines[0][..self.lengths[0]]
    }

    fn any_step(&self, state: &SearchState<B>) -> PackedMove {
        let mut any = PackedMove::PASS;
        state.steps(self.lattice, |step, _| any = if any == PackedMove::PASS { step } else { any.min(step) });
        any
    }

    /// Counts a node, and returns true if the search must stop.
    #[inline]
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.checkpoint {
            self.check_limits();
        }
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        self.stopped |= self.nodes >= self.options.nodes || self.heeds_clock && self.options.limits.is_up();
        self.checkpoint = self.options.nodes.min(self.nodes + CHECK_INTERVAL);
    }

    #[inline]
    fn enter(&mut self, hash: u64) {
        self.path.push(hash);
        self.path_buckets[hash as usize % PATH_BUCKETS] += 1;
    }

    #[inline]
    fn leave(&mut self, hash: u64) {
        self.path.pop();
        self.path_buckets[hash as usize % PATH_BUCKETS] -= 1;
    }

    /// True if rule kon-called ends the round here.
    #[inline]
    fn is_called(&self, hash: u64, quiet: usize) -> bool {
        quiet >= self.lattice.quiet_limit
            || self.path_buckets[hash as usize % PATH_BUCKETS] > 0 && self.is_repeated(hash, quiet)
    }

    /// A repetition within the search counts the first time: if it pays to repeat a position once, it pays to
    /// repeat it again.
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

    /// The search value of a finished round for its mover.
    #[cold]
    fn value_of_end(&self, state: &SearchState<B>) -> i32 {
        let ahead = state.ahead(self.lattice);
        if state.mover == self.searcher { self.end_with_contempt(ahead) } else { -self.end_with_contempt(-ahead) }
    }

    /// The search value of a finished round for the player who searches.
    fn end_with_contempt(&self, ahead: i32) -> i32 {
        let loss = match ahead {
            1.. => 0,
            0 => self.options.contempt,
            _ => self.options.contempt * 3 / 2,
        };
        UNIT * (ahead * POINT - loss) + END
    }

    /// The meaning of a search value for the player who searches. A bound never counts as an end of the round.
    fn line_value(&self, value: i32, exact: bool) -> LineValue {
        let contempt = self.options.contempt;
        let kind = if exact { value.rem_euclid(UNIT) } else { 0 };
        let with_contempt = value.div_euclid(UNIT);
        let expected = match (kind, with_contempt) {
            (END, tie) if tie == -contempt => 0,
            (END, loss) if loss < 0 => loss + contempt * 3 / 2,
            (STANDOFF, value) => value + self.options.standoff,
            (_, value) => value,
        };
        let ended = kind == END;
        LineValue { with_contempt, expected, ended }
    }

    /// The value of a position, searched at least one ply deep.
    #[inline]
    fn search(&mut self, state: &SearchState<B>, depth: i32, alpha: i32, beta: i32, ply: usize, quiet: usize) -> i32 {
        self.lengths[ply % PLIES] = 0;
        if self.count_node() {
            return alpha;
        }
        if state.is_home(self.lattice) || self.is_called(state.hash, quiet) {
            return self.value_of_end(state);
        }
        if depth == 1 {
            self.search_moves::<true>(state, depth, alpha, beta, ply, quiet)
        } else {
            self.search_moves::<false>(state, depth, alpha, beta, ply, quiet)
        }
    }

    /// The value of a position at the end of the search depth.
    #[inline]
    fn search_leaf(&mut self, state: &SearchState<B>, alpha: i32, beta: i32, ply: usize, quiet: usize) -> i32 {
        self.lengths[ply % PLIES] = 0;
        if self.count_node() {
            return alpha;
        }
        if state.is_home(self.lattice) || self.is_called(state.hash, quiet) {
            return self.value_of_end(state);
        }
        self.quiescence(state, QUIESCENCE_DEPTH, alpha, beta, quiet)
    }

    /// The static evaluation as a search value.
    #[inline]
    fn evaluate(&self, state: &SearchState<B>, quiet: usize) -> i32 {
        let stands = || state.ahead(self.lattice) * POINT;
        let value = UNIT * self.lattice.near_call(state.evaluate(self.lattice), quiet, stands);
        if self.options.standoff == 0 || !state.capturing.is_empty() {
            return value;
        }
        let penalty = UNIT * self.options.standoff - STANDOFF;
        if state.mover == self.searcher { value - penalty } else { value + penalty }
    }

    /// Searches the moves of a position that isn't over. Compiled separately for the `LAST` ply, because most
    /// nodes are there.
    #[inline(never)]
    fn search_moves<const LAST: bool>(
        &mut self,
        state: &SearchState<B>,
        depth: i32,
        original_alpha: i32,
        beta: i32,
        ply: usize,
        quiet: usize,
    ) -> i32 {
        let lattice = self.lattice;
        let null_window = beta - original_alpha <= 1;
        // A value depends on the number of quiet moves only if a line can come near their limit. A test with `depth` would
        // let more positions share an entry, but it loses points: shared values ignore repetitions.
        let near = quiet + MAX_DEPTH as usize >= lattice.size.counted_from();
        let key = if near { state.hash ^ lattice.quiet_keys[quiet.min(127)] } else { state.hash };
        let mut hash_move = PackedMove::NONE;
        if let Some(entry) = self.table.get(key) {
            hash_move = entry.step;
            let deep_enough = if self.options.same_depth { entry.depth == depth } else { entry.depth >= depth };
            if null_window && deep_enough && ply > 0 {
                let cutoff = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value >= beta,
                    Bound::Upper => entry.value <= original_alpha,
                };
                if cutoff {
                    return entry.value;
                }
            }
        }

        if self.options.reductions && null_window && depth <= FUTILITY_DEPTH && ply > 0 {
            let pessimistic = self.evaluate(state, quiet) - FUTILITY_MARGIN * depth;
            // The margin doesn't cover the opponent's captures and arrivals.
            if pessimistic >= beta && !state.after(lattice, PackedMove::PASS).has_tactical(lattice) {
                return pessimistic;
            }
        }

        let (mut best, mut best_step, mut alpha) = (-INFINITY, PackedMove::NONE, original_alpha);
        self.pickers[ply % PLIES].start(hash_move);
        let mut count = 0;
        self.enter(state.hash);
        loop {
            let step = match self.pickers[ply % PLIES].next(lattice, state, &self.history, ply) {
                Some(step) => step,
                None if count > 0 => break,
                None if state.is_stuck(lattice) => {
                    self.leave(state.hash);
                    return self.value_of_end(state);
                }
                None => PackedMove::PASS,
            };
            let (next, is_quiet) = state.follow(lattice, step);
            let quiet_after = if is_quiet { quiet + 1 } else { 0 };
            let value = if LAST {
                -self.search_leaf(&next, -beta, -alpha, ply + 1, quiet_after)
            } else {
                let reduce = self.options.reductions && is_quiet;
                let reduction = if reduce { late_move_reduction(depth, count) } else { 0 };
                // All moves but the first get a null window, and are searched again if they turn out to be better.
                let mut next_depth = depth - 1 - reduction;
                let mut next_beta = if count == 0 { beta } else { alpha + 1 };
                loop {
                    let value = -self.search(&next, next_depth, -next_beta, -alpha, ply + 1, quiet_after);
                    if value <= alpha || self.stopped {
                        break value;
                    }
                    if next_depth < depth - 1 {
                        next_depth = depth - 1;
                    } else if next_beta < beta && value < beta {
                        next_beta = beta;
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
                if value > alpha {
                    alpha = value;
                    if !null_window {
                        self.extend_line(ply, step);
                    }
                }
            }
            if alpha >= beta {
                if is_quiet && step != PackedMove::PASS {
                    self.history.learn(state.mover, ply, depth, step, self.pickers[ply % PLIES].tried());
                }
                break;
            }
            count += 1;
            if step == PackedMove::PASS {
                break;
            }
        }
        self.leave(state.hash);
        if self.stopped {
            // The root uses the moves that were finished.
            return alpha;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // If every move fails low, the best of them means nothing.
        let step = if bound == Bound::Upper { PackedMove::NONE } else { best_step };
        self.table.put(key, TableEntry { step, value: best, depth, bound });
        best
    }

    fn extend_line(&mut self, ply: usize, step: PackedMove) {
        if ply + 1 >= PLIES {
            return;
        }
        let length = self.lengths[ply + 1].min(PLIES - 1);
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply][0] = step;
        here[ply][1..=length].copy_from_slice(&below[0][..length]);
        self.lengths[ply] = length + 1;
    }

    /// Quiescence search: only tactical moves, and either player may stop at any time.
    #[inline]
    fn quiescence(&mut self, state: &SearchState<B>, depth: i32, alpha: i32, beta: i32, quiet: usize) -> i32 {
        let stand_pat = self.evaluate(state, quiet);
        if stand_pat >= beta || depth == 0 || !state.has_tactical(self.lattice) {
            return stand_pat;
        }
        self.quiescence_moves(state, stand_pat, depth, alpha, beta)
    }

    /// Quiescence search of a position that has a tactical move.
    fn quiescence_moves(&mut self, state: &SearchState<B>, stand_pat: i32, depth: i32, alpha: i32, beta: i32) -> i32 {
        let lattice = self.lattice;
        let (mut best, mut alpha) = (stand_pat, alpha.max(stand_pat));
        let mut moves = tactical_moves(lattice, state);
        while let Some(step) = moves.next() {
            let next = state.after(lattice, step);
            if self.count_node() {
                break;
            }
            let value = if next.is_home(lattice) {
                -self.value_of_end(&next)
            } else {
                -self.quiescence(&next, depth - 1, -beta, -alpha, 0)
            };
            if self.stopped {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
