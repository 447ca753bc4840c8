use std::iter;
use std::time::Instant;

use parlor_rules::kono::{Color, Move, Point, Size, Standing};
use parlor_rules::{Choice, Level};

use super::bits::Bits;
use super::ending::{self, EndingProof};
use super::explain::{objection, reasons};
use super::lattice::{self, AnyLattice, Lattice, POINT, parity, point_of};
use super::search::{Root, Search, SearchOptions};
use super::searcher::points;
use super::state::{PackedMove, SearchState};
use super::weights::homeward;
use crate::chance::TieBreak;
use crate::limits::SEARCH_SHARE;
use crate::{Evaluation, Limits, Reason};

/// The search depth of a club player: its own move and the reply, and then captures and arrivals to their end.
const CLUB_DEPTH: i32 = 2;

/// The search depth of an expert, which searches like a club player.
const EXPERT_DEPTH: i32 = 3;

/// A club player doesn't look at the reply to this percentage of its moves. With [`value_error`], this is how people can
/// beat it (docs/research/levels.md). The larger the board, the more moves a person overlooks.
fn club_overlooks(size: Size) -> u64 {
    match size.points() {
        5 => 40,
        7 => 70,
        _ => 100,
    }
}

/// The largest error of a weaker level when it values a move, in hundredths of a point. On larger boards a novice needs a
/// larger one, or beginners win hardly any round.
fn value_error(level: Level, size: Size) -> i32 {
    match (level, size.points()) {
        (Level::Novice, 7) => 100,
        (Level::Novice, 9) | (Level::Club, _) => 200,
        (Level::Expert, _) => 50,
        _ => 0,
    }
}

/// The weights of a novice, and of club and expert, for each step that is left to one of their pieces on its way to a
/// vacant home point, in hundredths of a point. Rows in place of steps left most rounds to be called, because the last
/// pieces have to go along the opponent's rows.
const NOVICE_STEP: i32 = 25;
const CLUB_STEP: i32 = 60;

/// A club player's contempt: it would rather try something than shuffle back and forth.
const CLUB_CONTEMPT: i32 = 1000;

/// A master's contempt: it expects to outplay the opponent.
const MASTER_CONTEMPT: i32 = 600;

/// The penalty, for a master, of a position in which no piece may capture yet, after as many quiet moves as call the round;
/// after fewer of them it is smaller in proportion. Without it, many rounds are called before they have begun.
const MASTER_STANDOFF: usize = 450;

/// The number of positions that a master searches: about a second's worth.
pub(crate) const MASTER_NODES: u64 = 5_000_000;

/// A master's table has at most 2^18 pairs, 8 MiB.
const MASTER_TABLE: u32 = 18;

const CLUB_TABLE: u32 = 12;

/// Endings are solved on boards up to this size.
const ENDINGS_UP_TO: u8 = 5;

/// Novice and club choose among moves of equal value by the position that they lead to, and misjudge it by at most this.
const MISJUDGES: i32 = 50;

/// The levels below master return to a recent position only if that is better by more than this. In a standoff waiting would
/// often be the best defence, but also the dullest.
const WEAKER_AGAINST_RETURNS: i32 = 100;

/// Values that are closer than this count as equal for a master. With a larger number, it wins fewer rounds.
const NOISE: i32 = 5;

/// The first moves of a round, in which more moves count as equal, so that openings differ.
const OPENING: usize = 8;
const OPENING_NOISE: i32 = 20;

/// A move that the small search finds as good as the best may be worse by this in the large search.
const LARGE_NOISE: i32 = 10;

/// A leading master avoids a return to one of the last [`RECENT`] positions if that costs no more than this.
const AGAINST_RETURNS: i32 = 50;

/// The number of positions that count as recent.
const RECENT: usize = 8;

/// A master spends one in this number of its positions on finding moves as good as the best.
const SHARE_FOR_EQUALS: u64 = 8;

/// Moves this much worse than the best, in hundredths of a point, also get a reason against them.
const CLEARLY_WORSE: i32 = 100;

/// The computer's move, with its value and reasons; `None` without a legal move.
///
/// Without a deadline, the answer depends only on standing, level and effort. Past the deadline, or once the
/// stop flag is set, the answer is the best found so far.
pub(crate) fn best(standing: &Standing, level: Level, limits: &Limits, chance: TieBreak) -> Option<Evaluation> {
    Some(match lattice_of(standing, level) {
        AnyLattice::Narrow(lattice) => LevelPlayer::new(lattice, standing, level, limits, chance)?.best(),
        AnyLattice::Wide(lattice) => LevelPlayer::new(lattice, standing, level, limits, chance)?.best(),
    })
}

/// Every legal move with its value and reasons, best first, starting with the result of [`best`]; empty without a legal
/// move.
pub(crate) fn rank(standing: &Standing, level: Level, limits: &Limits, chance: TieBreak) -> Vec<Evaluation> {
    let ranked = match lattice_of(standing, level) {
        AnyLattice::Narrow(lattice) => {
            LevelPlayer::new(lattice, standing, level, limits, chance).map(|player| player.rank())
        }
        AnyLattice::Wide(lattice) => {
            LevelPlayer::new(lattice, standing, level, limits, chance).map(|player| player.rank())
        }
    };
    ranked.unwrap_or_default()
}

/// The board with the weights that the level evaluates by.
fn lattice_of(standing: &Standing, level: Level) -> AnyLattice {
    let size = standing.board().size();
    let stages = lattice::stages(standing);
    match level {
        Level::Club | Level::Expert => lattice::of_club(size, stages),
        Level::Novice | Level::Master => lattice::of(size, stages),
    }
}

/// The colour that the computer chooses. The two sides of the board are alike, so it alternates.
pub fn pick_color(standing: &Standing) -> Color {
    if standing.round % 2 == 1 { Color::White } else { Color::Black }
}

/// A move with its value in hundredths of a point.
#[derive(Clone)]
struct Valued {
    step: PackedMove,
    value: i32,
    exact: bool,
    /// The principal variation, beginning with the step.
    line: Vec<PackedMove>,
}

/// A move and its sort key.
type Ordered = ((i32, i32), Valued);

/// The part of a principal variation that explains a move other than a master's choice: the move, the reply and the next
/// move. Longer lines would take longer to explain than to search.
const SHORT_LINE: usize = 3;

/// One level at one position.
struct LevelPlayer<'a, B: Bits> {
    lattice: &'static Lattice<B>,
    standing: &'a Standing,
    root: Root<B>,
    level: Level,
    limits: &'a Limits,
    chance: TieBreak,
}

impl<'a, B: Bits> LevelPlayer<'a, B> {
    fn new(
        lattice: &'static Lattice<B>,
        standing: &'a Standing,
        level: Level,
        limits: &'a Limits,
        chance: TieBreak,
    ) -> Option<Self> {
        Some(LevelPlayer { lattice, standing, root: Root::new(lattice, standing)?, level, limits, chance })
    }

    fn best(&self) -> Evaluation {
        let search_limits = self.limits.with_share_of_time(SEARCH_SHARE);
        let first = |list: Vec<Valued>| list.into_iter().next().expect("there is a move to make");
        let chosen = match self.level {
            Level::Novice | Level::Club | Level::Expert => first(self.shallow(&search_limits)),
            Level::Master => self.proven(&search_limits).map_or_else(|| self.deep(&search_limits).best, first),
        };
        self.explain(&chosen, chosen.value)
    }

    fn rank(&self) -> Vec<Evaluation> {
        let search_limits = self.limits.with_share_of_time(SEARCH_SHARE);
        let list = match self.level {
            Level::Novice | Level::Club | Level::Expert => self.shallow(&search_limits),
            Level::Master => self.proven(&search_limits).unwrap_or_else(|| self.deep_rank(&search_limits)),
        };
        list.iter().map(|valued| self.explain(valued, list[0].value)).collect()
    }

    /// The options of a master's search.
    fn master_options(&self, limits: &Limits) -> SearchOptions {
        let standoff = (MASTER_STANDOFF * self.root.before.len() / self.lattice.quiet_limit) as i32;
        SearchOptions { standoff, ..SearchOptions::new(limits, MASTER_NODES, MASTER_CONTEMPT) }
    }

    /// The legal steps in the rules' order.
    fn steps(&self) -> Vec<PackedMove> {
        let position = self.standing.position;
        position.into_iter().flat_map(|position| position.legal_moves()).map(PackedMove::of_move::<B>).collect()
    }

    /// True if a step leads back to a recent position, so that the moves in between have achieved nothing.
    fn returns(after: &Root<B>) -> bool {
        after.before.iter().rev().take(RECENT).any(|&hash| hash == after.state.hash)
    }

    /// A step's progress: how much nearer it brings the mover's piece to the opponent's home points, and the points
    /// that it takes there.
    fn progress(&self, step: PackedMove) -> i32 {
        if step == PackedMove::PASS {
            return 0;
        }
        let homes = self.lattice.homes[(self.root.state.mover & 1) ^ 1];
        let color = if self.root.state.mover == 0 { Color::White } else { Color::Black };
        let at = |index: usize| {
            let is_home = homes.meets(B::bit(index));
            let worth = if is_home { i32::from(self.lattice.worth[index]) } else { 0 };
            POINT * worth + homeward(self.lattice.size, point_of::<B>(index), color, is_home)
        };
        at(B::index_after(step.from(), step.direction())) - at(step.from())
    }

    /// The value of a step that ends the round.
    fn value_of_end(&self, after: &Root<B>) -> Option<i32> {
        after.is_over(self.lattice).then(|| -after.state.ahead(self.lattice) * POINT)
    }

    /// The steps that are left to the mover's pieces, each to the nearest vacant home point that it can
    /// reach. Steps keep a piece on points of one kind, and other pieces in the way aren't considered.
    fn steps_left(&self, state: &SearchState<B>) -> i32 {
        let mover = self.root.state.mover & 1;
        let (own, homes) = (state.side(mover), self.lattice.homes[mover ^ 1]);
        let vacant: Vec<Point> = points_of(homes & !own).collect();
        let left = |from: Point| {
            let same_kind = vacant.iter().filter(|to| parity(**to) == parity(from));
            let steps = same_kind.map(|to| from.row.abs_diff(to.row).max(from.column.abs_diff(to.column)));
            i32::from(steps.min().unwrap_or(0))
        };
        points_of(own & !homes).map(left).sum()
    }

    /// A novice's evaluation: the score, and the steps that are left to the novice's pieces.
    fn novice_value(&self, after: &Root<B>) -> i32 {
        let stands = -after.state.ahead(self.lattice) * POINT;
        let value = stands - NOVICE_STEP * self.steps_left(&after.state);
        self.lattice.near_call(value, after.before.len(), || stands)
    }

    /// A step with its value, and only the step as its line.
    fn valued(&self, step: PackedMove, after: &Root<B>, value: i32) -> Valued {
        Valued { step, value, exact: self.value_of_end(after).is_some(), line: vec![step] }
    }

    /// The levels below master value every step separately. A novice doesn't look ahead. A club player looks at the
    /// reply to most steps, an expert one move further, and both would rather play on than take a tie.
    fn shallow(&self, limits: &Limits) -> Vec<Valued> {
        let steps: Vec<(PackedMove, Root<B>)> =
            self.steps().into_iter().map(|step| (step, self.root.after(self.lattice, step))).collect();
        let mut list: Vec<Ordered> = match self.level {
            Level::Novice => steps.iter().map(|(step, after)| self.novice_choice(*step, after)).collect(),
            _ => self.club_choices(&steps, limits),
        };
        let weight = if self.level == Level::Novice { 0 } else { CLUB_STEP };
        let left = self.steps_left(&self.root.state);
        for (((value, _), valued), (_, after)) in list.iter_mut().zip(&steps) {
            if !valued.exact {
                *value += weight * (left - self.steps_left(&after.state));
                *value -= if Self::returns(after) { WEAKER_AGAINST_RETURNS } else { 0 };
            }
        }
        // A stable sort, so that equal moves stay in the rules' order.
        list.sort_by_key(|&(order, _)| std::cmp::Reverse(order));
        let misjudged = |(place, ((value, seen), valued)): (usize, &Ordered)| {
            let by = |most| if valued.exact { 0 } else { self.chance.misjudges(place, most) };
            let error = by(value_error(self.level, self.lattice.size));
            (value + error, seen + by(MISJUDGES), std::cmp::Reverse(place))
        };
        let chosen = list.iter().enumerate().map(misjudged).max().map_or(0, |(_, _, std::cmp::Reverse(place))| place);
        let mut list: Vec<Valued> = list.into_iter().map(|(_, valued)| valued).collect();
        // Contempt and progress can rank a move above one with a better value, so values are raised to those further
        // down. Exact values stay, so the others are first lowered to those further up.
        let mut most = i32::MAX;
        for valued in &mut list {
            if valued.exact {
                most = valued.value;
            }
            valued.value = valued.value.min(most);
        }
        let mut least = i32::MIN;
        for valued in list.iter_mut().rev() {
            valued.value = valued.value.max(least);
            least = valued.value;
        }
        list[..=chosen].rotate_right(1);
        list
    }

    fn static_value(&self, after: &Root<B>) -> i32 {
        let stands = || after.state.ahead(self.lattice) * POINT;
        -self.lattice.near_call(after.state.evaluate(self.lattice), after.before.len(), stands)
    }

    fn novice_choice(&self, step: PackedMove, after: &Root<B>) -> Ordered {
        let value = self.value_of_end(after).unwrap_or_else(|| self.novice_value(after));
        ((value, self.static_value(after)), self.valued(step, after, value))
    }

    /// All steps with their values: static ones where the effort runs out, and for steps whose replies are overlooked.
    /// That is some thousand positions, so the deadline isn't checked.
    fn club_choices(&self, steps: &[(PackedMove, Root<B>)], limits: &Limits) -> Vec<Ordered> {
        let depth = if self.level == Level::Club { CLUB_DEPTH } else { EXPERT_DEPTH };
        let limits = Limits { deadline: None, ..limits.clone() };
        let options = SearchOptions { reductions: false, ..SearchOptions::new(&limits, u64::MAX, CLUB_CONTEMPT) };
        let mut search = Search::new(self.lattice, CLUB_TABLE, options);
        let choice = |(step, after): &(PackedMove, Root<B>)| {
            let seen = self.static_value(after);
            let overlooked = self.level == Level::Club
                && !after.is_over(self.lattice)
                && self.chance.overlooks(step.number(), club_overlooks(self.lattice.size));
            let found = if overlooked { None } else { search.value(after, depth - 1, None) };
            match found {
                Some(found) => {
                    let line = short_line(*step, search.line());
                    let valued = Valued { line, ..self.valued(*step, after, found.expected) };
                    ((found.with_contempt, seen), valued)
                }
                None => ((seen, seen), self.valued(*step, after, seen)),
            }
        };
        steps.iter().map(choice).collect()
    }

    /// Master: as deep as the limits allow, and among moves that are then equal the one with the most progress.
    fn deep(&self, limits: &Limits) -> Deep<B> {
        let options = self.master_options(limits);
        let nodes = options.nodes;
        let for_search = SearchOptions { nodes: nodes - nodes / SHARE_FOR_EQUALS, ..options };
        let mut search = Search::new(self.lattice, table_bits(&for_search), for_search);
        let found = search.run(&self.root, |_| ());
        search.allow(nodes);
        let step = found.line[0];
        let end = self.value_of_end(&self.root.after(self.lattice, step));
        let value = end.unwrap_or(found.value.expected);
        let mut best = Valued { step, value, exact: end.is_some(), line: found.line };
        // A certain end is better than a lower expectation, whatever the contempt.
        for step in self.steps() {
            if let Some(value) = self.value_of_end(&self.root.after(self.lattice, step))
                && value > best.value
            {
                best = Valued { step, value, exact: true, line: vec![step] };
            }
        }
        if !best.exact
            && let Some(step) = self.equal(&mut search, &best, found.depth, nodes / SHARE_FOR_EQUALS / 2)
        {
            let after = self.root.after(self.lattice, step);
            // The remaining limits are for the line that explains the step.
            let seen = search.value(&after, (found.depth - 2).max(1), Some(best.value));
            let line = seen.map_or(vec![step], |_| short_line(step, search.line()));
            best = Valued { step, value: best.value, exact: false, line };
        }
        Deep { search, best, depth: found.depth }
    }

    /// A step that is preferred to the best one, because it is as good and makes more progress, or by chance.
    ///
    /// A separate small search picks the candidates, because the large one knows the best step much better than the others.
    /// The step that is picked must then pass the large search at the depth of the best one, because a smaller depth lost
    /// most rounds on the larger boards. For the first moves a smaller one is enough, so that openings differ.
    fn equal(&self, search: &mut Search<B>, best: &Valued, depth: i32, nodes: u64) -> Option<PackedMove> {
        let turns_back = Self::returns(&self.root.after(self.lattice, best.step));
        let leads = self.root.state.ahead(self.lattice) > 0;
        let opens = self.root.state.capturing.is_empty() && self.root.before.len() < OPENING;
        let (small, large) = match (turns_back && leads, opens) {
            (true, _) => (AGAINST_RETURNS, AGAINST_RETURNS),
            (false, true) => (OPENING_NOISE, OPENING_NOISE),
            (false, false) => (NOISE, LARGE_NOISE),
        };
        let depth = (depth - if opens { 3 } else { 1 }).max(0);
        let mut equals = self.equals(best.step, small, depth, nodes);
        if turns_back {
            equals.retain(|&step| step != best.step);
        }
        if leads {
            let most = equals.iter().map(|&step| self.progress(step)).max()?;
            equals.retain(|&step| self.progress(step) == most);
        }
        let value = search.value(&self.root.after(self.lattice, best.step), depth, None)?.with_contempt;
        while !equals.is_empty() {
            let step = equals.swap_remove(self.chance.pick(equals.len()));
            if step == best.step {
                return None;
            }
            if search.reaches(&self.root.after(self.lattice, step), depth, value - large)? {
                return Some(step);
            }
        }
        None
    }

    /// The best step and those that come within a margin of it, as deep as these nodes allow.
    fn equals(&self, best: PackedMove, margin: i32, depth: i32, nodes: u64) -> Vec<PackedMove> {
        let options = SearchOptions { nodes, ..self.master_options(self.limits) };
        let mut search = Search::new(self.lattice, table_bits(&options), options);
        let others: Vec<(PackedMove, Root<B>)> = self
            .steps()
            .into_iter()
            .map(|step| (step, self.root.after(self.lattice, step)))
            .filter(|(step, after)| *step != best && !after.is_over(self.lattice) && !Self::returns(after))
            .collect();
        let mut equals = vec![best];
        for depth in 0..=depth {
            let Some(value) = search.value(&self.root.after(self.lattice, best), depth, None) else { break };
            let bar = value.with_contempt - margin;
            let tested: Option<Vec<bool>> = others.iter().map(|(_, after)| search.reaches(after, depth, bar)).collect();
            let Some(tested) = tested else { break };
            let reached = others.iter().zip(tested).filter_map(|((step, _), reaches)| reaches.then_some(*step));
            equals = [best].into_iter().chain(reached).collect();
        }
        equals
    }

    /// The best step as [`Self::deep`] finds it, then the others, searched with the same effort again and with
    /// values no higher than the best.
    fn deep_rank(&self, limits: &Limits) -> Vec<Valued> {
        let Deep { mut search, best, depth } = self.deep(&limits.with_share_of_time(0.5));
        let cap = best.value;
        let mut others: Vec<Valued> = self
            .steps()
            .into_iter()
            .filter(|&step| step != best.step)
            .map(|step| {
                let after = self.root.after(self.lattice, step);
                let value = self.value_of_end(&after).unwrap_or_else(|| self.static_value(&after).min(cap));
                self.valued(step, &after, value)
            })
            .collect();
        search.restart(self.master_options(limits));
        'deepening: for depth in 1..=depth.max(1) {
            let mut values = vec![];
            for other in &others {
                let after = self.root.after(self.lattice, other.step);
                let Some(found) = search.value(&after, depth - 1, Some(cap)) else { break 'deepening };
                values.push((found.expected.min(cap), short_line(other.step, search.line())));
            }
            for (other, (value, line)) in others.iter_mut().zip(values).filter(|(other, _)| !other.exact) {
                (other.value, other.line) = (value, line);
            }
        }
        others.sort_by_key(|other| std::cmp::Reverse(other.value));
        others.insert(0, best);
        others
    }

    /// Master, if the ending can be solved: every step with its proof.
    fn proven(&self, limits: &Limits) -> Option<Vec<Valued>> {
        if self.lattice.size.points() > ENDINGS_UP_TO || limits.effort.is_some_and(|nodes| nodes < MASTER_NODES) {
            return None;
        }
        // If there is too little time for a proof, half of it is left for the search.
        let limits = limits.with_share_of_time(0.5);
        let mut proofs = ending::prove(self.lattice, &self.root, ending::MOST_POSITIONS, &limits)?;
        // Among equal steps the one with the sooner end is best, then one to a new position, then one with progress.
        let order = |proof: &EndingProof| {
            let after = self.root.after(self.lattice, proof.step);
            let end = proof.end.map(std::cmp::Reverse);
            (
                proof.least,
                proof.most,
                end,
                !Self::returns(&after),
                self.progress(proof.step),
                std::cmp::Reverse(proof.steps),
            )
        };
        proofs.sort_by_key(|proof| std::cmp::Reverse(order(proof)));
        let first = proofs[0];
        let equals = proofs.iter().take_while(|proof| order(proof) == order(&first)).count();
        proofs.swap(0, self.chance.pick(equals));
        // If another step might be better, the search has to decide.
        if first.least != first.most || proofs.iter().any(|proof| proof.most > first.least) {
            return None;
        }
        let valued = |proof: &EndingProof| Valued {
            step: proof.step,
            value: POINT * proof.least,
            exact: proof.least == proof.most,
            line: vec![proof.step],
        };
        Some(proofs.iter().map(valued).collect())
    }

    fn explain(&self, valued: &Valued, best: i32) -> Evaluation {
        let chosen = valued.step.to_move::<B>();
        let line: Vec<Move> = valued.line.iter().map(|step| step.to_move::<B>()).collect();
        let mut reasons = reasons(self.standing, chosen, &line, self.limits);
        if best - valued.value >= CLEARLY_WORSE {
            reasons.extend(objection(self.standing, chosen));
        }
        let value = self.lattice.possible(valued.value);
        let reasons = reasons.into_iter().map(Reason::Kono).collect();
        let evaluation = Evaluation::new(Choice::Kono(chosen), points(value), valued.exact);
        Evaluation { reasons, ..evaluation }
    }
}

fn points_of<B: Bits>(mut set: B) -> impl Iterator<Item = Point> {
    iter::from_fn(move || {
        let first = (!set.is_empty()).then(|| point_of::<B>(set.first()));
        set = if first.is_some() { set.without_first() } else { set };
        first
    })
}

/// A step and the start of the line after it.
fn short_line(step: PackedMove, after: &[PackedMove]) -> Vec<PackedMove> {
    iter::once(step).chain(after.iter().copied()).take(SHORT_LINE).collect()
}

/// The result of a master's search, and the search itself for further use.
struct Deep<B: Bits> {
    search: Search<B>,
    best: Valued,
    depth: i32,
}

/// The size of a table for a search: no larger than its nodes can fill, because clearing a large table takes longer
/// than a short search.
pub(super) fn table_bits(options: &SearchOptions) -> u32 {
    /// The approximate speed of a fast machine.
    const NODES_PER_MICROSECOND: u128 = 8;
    let in_time = options.limits.deadline.map(|deadline| {
        let left = deadline.saturating_duration_since(Instant::now());
        left.as_micros() * NODES_PER_MICROSECOND
    });
    let nodes = in_time.map_or(options.nodes, |nodes| u64::try_from(nodes).unwrap_or(u64::MAX).min(options.nodes));
    (nodes.max(1).ilog2() + 1).min(MASTER_TABLE)
}
