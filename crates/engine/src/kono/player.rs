use parlor_rules::kono::{Color, Move, Position, Standing};

use super::Reason;
use super::because::{objection, reasons};
use super::bits::Bits;
use super::ending::{self, Proof};
use super::lattice::{self, AnyLattice, Lattice, POINT};
use super::search::{Budget, Found, Root, Search};
use super::state::Step;
use super::thinker::{Limits, points};
use crate::Assessed;
use parlor_rules::Level;

/// How many steps ahead a club player looks.
const CLUB_DEPTH: i32 = 3;

/// What a novice gives for a step forward, in hundredths of a point.
const NOVICE_ROW: i32 = 25;

/// What a tie counts against a club player: such a player would rather try something than shuffle.
const CLUB_CONTEMPT: i32 = 1000;

/// A master counts on outplaying whoever sits opposite.
const MASTER_CONTEMPT: i32 = 600;

/// What a master looks at before a move: about a second's worth.
const MASTER_NODES: u64 = 5_000_000;

/// At most 2^18 pairs, 8 MiB.
const MASTER_TABLE: u32 = 18;

const CLUB_TABLE: u32 = 12;

/// Up to this board, endings are solved.
const ENDINGS_UP_TO: u8 = 5;

/// Further behind the best move than this, in hundredths of a point, what speaks against a move is said.
const CLEARLY: i32 = 100;

/// The move that the computer makes, with what it expects and why; `None` if nobody is to move.
///
/// The same standing, level and number of nodes give the same answer.
///
/// ```
/// use parlor_engine::kono;
/// use parlor_rules::{Seat, Level};
/// use parlor_rules::kono::{Color, Size, Standing};
///
/// let start = Standing::new(Size::new(5).unwrap()).choose(Seat::Human, Color::White);
/// let choice = kono::best(&start, Level::Club, kono::Limits::default()).unwrap();
/// assert!(start.position().unwrap().moves().any(|m| m == choice.chosen));
/// assert!(choice.reasons[0].to_string().starts_with("It blocks the piece at"));
/// ```
pub fn best(standing: &Standing, level: Level, limits: Limits) -> Option<Assessed<Move, Reason>> {
    match lattice_of(standing, level) {
        AnyLattice::Narrow(lattice) => Desk::new(lattice, standing, level, limits)?.best(),
        AnyLattice::Wide(lattice) => Desk::new(lattice, standing, level, limits)?.best(),
    }
}

/// Every legal move with its value and reasons, best first, beginning with the one that [`best`] gives;
/// empty if nobody is to move.
pub fn rank(standing: &Standing, level: Level, limits: Limits) -> Vec<Assessed<Move, Reason>> {
    let ranked = match lattice_of(standing, level) {
        AnyLattice::Narrow(lattice) => Desk::new(lattice, standing, level, limits).map(|mut desk| desk.rank()),
        AnyLattice::Wide(lattice) => Desk::new(lattice, standing, level, limits).map(|mut desk| desk.rank()),
    };
    ranked.unwrap_or_default()
}

/// The board with what the level goes by.
fn lattice_of(standing: &Standing, level: Level) -> AnyLattice {
    let size = standing.board().size();
    if level == Level::Club { lattice::of_club(size) } else { lattice::of(size) }
}

/// The colour that the computer takes when the choice is its own. The two sides of the board are alike, so
/// it changes from round to round.
pub fn pick_color(standing: &Standing) -> Color {
    if standing.round % 2 == 1 { Color::White } else { Color::Black }
}

/// A move with its value in hundredths of a point.
#[derive(Clone)]
struct Valued {
    step: Step,
    value: i32,
    exact: bool,
    /// How the search goes on, this step first.
    line: Vec<Step>,
}

/// One position being thought about.
struct Desk<'a, B: Bits> {
    lattice: &'static Lattice<B>,
    standing: &'a Standing,
    root: Root<B>,
    level: Level,
    limits: Limits,
}

impl<'a, B: Bits> Desk<'a, B> {
    fn new(lattice: &'static Lattice<B>, standing: &'a Standing, level: Level, limits: Limits) -> Option<Self> {
        Some(Desk { lattice, standing, root: Root::new(lattice, standing)?, level, limits })
    }

    fn best(&mut self) -> Option<Assessed<Move, Reason>> {
        let chosen = match self.level {
            Level::Novice | Level::Club => self.shallow().into_iter().next()?,
            Level::Master => self.proven().map_or_else(|| self.deep().1, |list| list.into_iter().next())?,
        };
        let value = chosen.value;
        Some(self.explain(&chosen, value))
    }

    fn rank(&mut self) -> Vec<Assessed<Move, Reason>> {
        let list = match self.level {
            Level::Novice | Level::Club => self.shallow(),
            Level::Master => self.proven().unwrap_or_else(|| self.deep_rank()),
        };
        let best = list.first().map_or(0, |first| first.value);
        list.iter().map(|valued| self.explain(valued, best)).collect()
    }

    /// The legal steps in the rules' order.
    fn steps(&self) -> Vec<Step> {
        let position = self.standing.position();
        position.into_iter().flat_map(Position::moves).map(Step::of_move::<B>).collect()
    }

    /// A step's value if it ends the round.
    fn ended(&self, after: &Root<B>) -> Option<i32> {
        after.is_over(self.lattice).then(|| -after.state.ahead(self.lattice) * POINT)
    }

    /// What a novice sees: the score, and how far the own pieces have come.
    fn naive(&self, after: &Root<B>) -> i32 {
        let last = usize::from(self.lattice.size.points()) - 1;
        let mover = self.root.state.mover & 1;
        let mut pieces = after.state.side(mover);
        let mut rows = 0;
        while !pieces.is_empty() {
            let row = pieces.first() / B::STRIDE;
            rows += if mover == 0 { row } else { last.saturating_sub(row) };
            pieces = pieces.without_first();
        }
        NOVICE_ROW * rows as i32 - after.state.ahead(self.lattice) * POINT
    }

    /// Novice and club: every step by itself. A novice sees what a step does and not what comes of it, a
    /// club player looks at every line of a few steps, and would rather play on than take a tie.
    fn shallow(&self) -> Vec<Valued> {
        let mut search = Search::new(self.lattice, CLUB_TABLE);
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        search.allow(Budget { nodes, reductions: false, contempt: CLUB_CONTEMPT, ..self.limits.budget() });
        let mut list: Vec<(Valued, (i32, i32))> = vec![];
        for step in self.steps() {
            let after = self.root.after(self.lattice, step);
            let seen = -after.state.evaluate(self.lattice);
            let ended = self.ended(&after);
            let depth = self.limits.depth.map_or(CLUB_DEPTH, |depth| CLUB_DEPTH.min(depth as i32));
            let (counted, value) = match self.level {
                Level::Novice => {
                    let value = ended.unwrap_or_else(|| self.naive(&after));
                    (value, value)
                }
                _ => search.value(&after, depth - 1, None).map_or((seen, seen), |worth| (-worth.counted, -worth.told)),
            };
            list.push((Valued { step, value, exact: ended.is_some(), line: vec![step] }, (counted, seen)));
        }
        // Stable, so that equals stay in the rules' order.
        list.sort_by_key(|&(_, by)| std::cmp::Reverse(by));
        let mut list: Vec<Valued> = list.into_iter().map(|(valued, _)| valued).collect();
        // Whoever plays on expects no less than the tie that is left lying. (What is exact is never raised: among
        // ends, what counts more is told as more.)
        let mut least = i32::MIN;
        for valued in list.iter_mut().rev() {
            valued.value = valued.value.max(least);
            least = valued.value;
        }
        list
    }

    fn budget(&self) -> Budget {
        let nodes = self.limits.nodes.unwrap_or(MASTER_NODES);
        Budget { nodes, contempt: MASTER_CONTEMPT, ..self.limits.budget() }
    }

    /// Master: as deep as the budget lets.
    fn deep(&self) -> (Search<B>, Option<Valued>, Found) {
        let budget = self.budget();
        // A short search has no use for a large table, and clearing one would take longer.
        let bits = budget.nodes.max(1).ilog2() + 1;
        let mut search = Search::new(self.lattice, bits.min(MASTER_TABLE));
        let found = search.run(&self.root, budget, |_| ());
        let best = found.line.first().map(|&step| {
            let ended = self.ended(&self.root.after(self.lattice, step));
            Valued { step, value: ended.unwrap_or(found.value), exact: ended.is_some(), line: found.line.clone() }
        });
        // A certain end beats an expectation below it, whatever contempt says.
        let ends = self.steps().into_iter().filter_map(|step| {
            let value = self.ended(&self.root.after(self.lattice, step))?;
            Some(Valued { step, value, exact: true, line: vec![step] })
        });
        let best = ends.fold(best, |best, end| match best {
            Some(best) if best.value >= end.value => Some(best),
            _ => Some(end),
        });
        (search, best, found)
    }

    /// The best step first; then the others, valued with as many nodes again, none above the best.
    fn deep_rank(&self) -> Vec<Valued> {
        let (mut search, best, found) = self.deep();
        let Some(best) = best else { return vec![] };
        let cap = best.value;
        let mut others: Vec<Valued> = self
            .steps()
            .into_iter()
            .filter(|&step| step != best.step)
            .map(|step| {
                let after = self.root.after(self.lattice, step);
                let ended = self.ended(&after);
                let value = ended.unwrap_or_else(|| (-after.state.evaluate(self.lattice)).min(cap));
                Valued { step, value, exact: ended.is_some(), line: vec![step] }
            })
            .collect();
        search.allow(self.budget());
        'deeper: for depth in 1..=found.depth.max(1) {
            let mut values = vec![];
            for other in &others {
                let after = self.root.after(self.lattice, other.step);
                let Some(worth) = search.value(&after, depth - 1, Some(-cap)) else { break 'deeper };
                values.push((-worth.told).min(cap));
            }
            for (other, value) in others.iter_mut().zip(values).filter(|(other, _)| !other.exact) {
                other.value = value;
            }
        }
        others.sort_by_key(|other| std::cmp::Reverse(other.value));
        others.insert(0, best);
        others
    }

    /// Master, where the ending can be solved: every step with what is proven of it.
    fn proven(&self) -> Option<Vec<Valued>> {
        if self.lattice.size.points() > ENDINGS_UP_TO || self.limits.nodes.is_some_and(|nodes| nodes < MASTER_NODES) {
            return None;
        }
        let mut proofs = ending::prove(self.lattice, &self.root, ending::MOST)?;
        proofs.sort_by_key(|proof| std::cmp::Reverse((proof.least, proof.most, u32::MAX - proof.steps)));
        let first = *proofs.first()?;
        // If another might yet be better, the search has to say which.
        if first.least != first.most || proofs.iter().any(|proof| proof.most > first.least) {
            return None;
        }
        let valued = |proof: &Proof| Valued {
            step: proof.step,
            value: POINT * proof.least,
            exact: proof.least == proof.most,
            line: vec![proof.step],
        };
        Some(proofs.iter().map(valued).collect())
    }

    fn explain(&self, valued: &Valued, best: i32) -> Assessed<Move, Reason> {
        let chosen = valued.step.to_move::<B>();
        let line: Vec<Move> = valued.line.iter().map(|step| step.to_move::<B>()).collect();
        let mut reasons = reasons(self.standing, chosen, &line);
        if best - valued.value >= CLEARLY {
            reasons.extend(objection(self.standing, chosen));
        }
        let value = self.lattice.possible(valued.value);
        if reasons.is_empty() {
            reasons.push(Reason::Expects { hundredths: value });
        }
        Assessed { chosen, value: points(value), exact: valued.exact, reasons }
    }
}
