//! Searches whole turns against whole turns: a plan for this turn, the best replies to it, and so on as far as the
//! budget goes. Where few enough seeds are left, the round is solved to its end.

use std::cmp::Ordering;

use parlor_rules::congkak::{Pit, Position};

use super::budget::{self, Budget};
use super::club;
use super::exact;
use super::score::{LOWEST, Score, at_end, mover};
use super::transposition::TranspositionTable;
use super::turn::{self, Turn, TurnAim};
use crate::Limits;
use crate::chance::TieBreak;

/// A play, the turn that it starts, and the turn's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlannedTurn {
    /// This turn as planned, beginning with the play.
    pub(super) line: Vec<Pit>,
    /// The score for the player to play.
    pub(super) score: Score,
    /// True if the score is proven.
    pub(super) exact: bool,
}

/// With at most this number of seeds in play, a round is always solved, regardless of the effort: it rarely takes more than
/// a few thousand plays.
pub(super) const ALWAYS_SOLVED: u8 = 16;

/// With more seeds in play than this, the round isn't solved before planning.
const TRIED: u8 = 40;

/// The minimum number of plays for planning.
const TOO_FEW: u64 = 64;

/// The maximum number of ends of a turn that are kept. Solving one with few seeds left costs almost nothing, and the
/// best end is often not the one that banks the most.
const MOST_ENDS: usize = 4000;

/// The number of ends with more seeds left that are searched.
const MOST_SEARCHED: usize = 40;

/// The budget of the first search under a deadline, in plays. Each later search has eight times as many.
const FIRST_PLAYS: u64 = 20_000;

/// The best play; `None` if the round is over.
pub(super) fn best(position: &Position, limits: &Limits, chance: TieBreak) -> Option<PlannedTurn> {
    within(position, limits, chance, |search| search.best(position).0).into_iter().next()
}

/// Every legal play, starting with the one that [`best`] returns. Empty if the round is over.
pub(super) fn rank(position: &Position, limits: &Limits, chance: TieBreak) -> Vec<PlannedTurn> {
    within(position, limits, chance, |search| search.rank(position))
}

/// The result of `think` within the limits.
fn within(
    position: &Position,
    limits: &Limits,
    chance: TieBreak,
    think: impl Fn(&mut Search) -> Vec<PlannedTurn>,
) -> Vec<PlannedTurn> {
    if position.turn().is_none() {
        return Vec::new();
    }
    let mut budget = Budget::new(limits);
    let most = budget::plays(limits);
    if limits.deadline.is_none() {
        return think(&mut Search { table: TranspositionTable::for_plays(most), budget, chance });
    }
    // Under a deadline, search repeatedly with growing effort. The last search that finished in time counts.
    let mut best = club::club(position, chance);
    let mut plays = FIRST_PLAYS.min(most);
    while !budget.check() {
        let mut search = Search { table: TranspositionTable::for_plays(plays), budget: budget.part(plays), chance };
        let found = think(&mut search);
        budget.spend(&search.budget);
        if budget.timed_out {
            break;
        }
        best = found;
        if plays >= most || best.iter().all(|planned| planned.exact) {
            break;
        }
        plays = plays.saturating_mul(8).min(most);
    }
    best
}

struct Search {
    table: TranspositionTable,
    budget: Budget,
    chance: TieBreak,
}

impl Search {
    /// Solves a round that isn't over if that is possible, and otherwise plans the turn. Returns all plays, best first,
    /// and `true`, or only the planned one.
    fn best(&mut self, position: &Position) -> (Vec<PlannedTurn>, bool) {
        if let Some(mut ranked) = self.rank_solved(position) {
            // A stable sort, so that plays with equal scores stay in sowing order.
            ranked.sort_by_key(|planned| std::cmp::Reverse(planned.score));
            let equals = ranked.iter().take_while(|planned| planned.score == ranked[0].score).count();
            ranked[..=self.chance.pick(equals)].rotate_right(1);
            return (ranked, true);
        }
        // The rest is for the proof.
        let plays = self.budget.left() / 4 * 3;
        let mut best = self.search_turns(position, plays, LOWEST, -LOWEST);
        if best.line.is_empty() {
            best.line = self.rest_of_turn(position);
        }
        self.prove(position, &mut best);
        (vec![best], false)
    }

    /// The best play, then the others. The others share the same effort again, so that ranking them takes nothing from
    /// the search for the best play. None is ranked above it, because it was searched far more deeply.
    fn rank(&mut self, position: &Position) -> Vec<PlannedTurn> {
        let effort = self.budget.left();
        let (mut best, solved) = self.best(position);
        if solved {
            return best;
        }
        let best = best.remove(0);
        let whole = self.budget.clone();
        self.budget = whole.part(effort);
        let each = effort / position.legal_moves().count() as u64;
        let others = position.legal_moves().filter(|&pit| pit != best.line[0]);
        let mut ranked: Vec<PlannedTurn> = others.map(|pit| self.search_pit(position, pit, each)).collect();
        for other in ranked.iter_mut().filter(|other| other.score > best.score) {
            (other.score, other.exact) = (best.score, false);
        }
        ranked.sort_by_key(|planned| std::cmp::Reverse(planned.score));
        ranked.insert(0, best);
        ranked
    }

    /// Every play with its proven score, if the round can be solved.
    fn rank_solved(&mut self, position: &Position) -> Option<Vec<PlannedTurn>> {
        let in_play = position.seeds_in_play();
        let plays = if in_play <= ALWAYS_SOLVED {
            u64::MAX
        } else if in_play <= TRIED {
            self.budget.left() / 4
        } else {
            return None;
        };
        let mut budget = self.budget.part(plays);
        let solved = position
            .legal_moves()
            .map(|pit| {
                let score = exact::after(position, pit, LOWEST, -LOWEST, &mut self.table, &mut budget)?;
                let line = self.solved_line(position, pit, &mut budget)?;
                Some(PlannedTurn { line, score, exact: true })
            })
            .collect();
        self.budget.spend(&budget);
        solved
    }

    /// The best turn that begins with this pit; `None` if the budget runs out.
    fn solved_line(&mut self, position: &Position, pit: Pit, budget: &mut Budget) -> Option<Vec<Pit>> {
        let mut line = vec![pit];
        let mut now = position.play(pit).expect("only legal plays are searched");
        while now.turn() == Some(pit.seat()) {
            let (pit, _) = exact::best(&now, &mut self.table, budget)?;
            line.push(pit);
            now = now.play(pit).expect("a solved play is legal");
        }
        Some(line)
    }

    /// The best turn that begins with this pit.
    fn search_pit(&mut self, position: &Position, pit: Pit, plays: u64) -> PlannedTurn {
        let seat = pit.seat();
        let after = position.play(pit).expect("listed moves can be played");
        if let Some(score) = at_end(&after, seat) {
            return PlannedTurn { line: vec![pit], score, exact: true };
        }
        let mut planned = self.search_turns(&after, plays, LOWEST, -LOWEST);
        if after.turn() == Some(seat) {
            if planned.line.is_empty() {
                planned.line = self.rest_of_turn(&after);
            }
            planned.line.insert(0, pit);
        } else {
            planned.line = vec![pit];
            planned.score = -planned.score;
        }
        planned
    }

    /// The rest of the line for a search that gave only a score: from the solver, or from a very short plan.
    fn rest_of_turn(&mut self, position: &Position) -> Vec<Pit> {
        if position.seeds_in_play() <= ALWAYS_SOLVED {
            let mut budget = self.budget.part(u64::MAX);
            let first = exact::best(position, &mut self.table, &mut budget);
            let line = first.and_then(|(pit, _)| self.solved_line(position, pit, &mut budget));
            self.budget.spend(&budget);
            if let Some(line) = line {
                return line;
            }
        }
        let plan = turn::plan(position, TurnAim::Score, self.chance.salt(), 1, &mut self.budget.part(TOO_FEW));
        plan.turns.into_iter().next().expect("the round isn't over, so a plan has a turn").line
    }

    /// Tries to prove that the best play has its score and that no other has a higher one, with the plays that are
    /// left.
    fn prove(&mut self, position: &Position, best: &mut PlannedTurn) {
        if best.exact {
            return;
        }
        let Search { table, budget, .. } = self;
        let after = best.line.iter().fold(*position, |now, &pit| now.play(pit).expect("a planned line can be played"));
        let reached =
            at_end(&after, mover(position)).or_else(|| Some(-exact::solve(&after, LOWEST, -LOWEST, table, budget)?));
        if reached == Some(best.score) {
            let most = exact::solve(position, best.score, best.score + 1, table, budget);
            best.exact = most.is_some_and(|most| most <= best.score);
        }
    }

    /// Finds the best turn within this budget. It plans the turn, then searches each of the best resulting positions in
    /// the same way from the other side, with a share of the plays. Of turns with equal scores, one is chosen by chance. The
    /// line is empty if only a score is known.
    fn search_turns(&mut self, position: &Position, plays: u64, alpha: Score, beta: Score) -> PlannedTurn {
        let seat = mover(position);
        let only_score = |score, exact| PlannedTurn { line: Vec::new(), score, exact };
        if position.seeds_in_play() <= ALWAYS_SOLVED {
            let mut budget = self.budget.part(u64::MAX);
            let solved = exact::solve(position, alpha, beta, &mut self.table, &mut budget);
            self.budget.spend(&budget);
            if let Some(score) = solved {
                return only_score(score, true);
            }
        }
        if plays < TOO_FEW || self.budget.timed_out {
            return only_score(turn::estimate(position, seat), false);
        }
        let before = self.budget.spent;
        let mut budget = self.budget.part(plays / 4 * 3);
        let keep = usize::try_from(plays / 1000).unwrap_or(usize::MAX).clamp(3, MOST_ENDS);
        let plan = turn::plan(position, TurnAim::Score, self.chance.salt(), keep, &mut budget);
        self.budget.spend(&budget);
        let mut left = plays.saturating_sub(self.budget.spent - before);
        let mut best = PlannedTurn { line: Vec::new(), score: LOWEST, exact: false };
        // A bound is enough to reject a worse turn, but not to recognise an equal one.
        let margin = Score::from(self.chance.is_seeded() && alpha == LOWEST && beta == -LOWEST);
        let mut equals = 1;
        let mut all_exact = plan.complete && plan.turns.len() < keep;
        let solvable = |turn: &Turn| turn.after.seeds_in_play() <= ALWAYS_SOLVED;
        let mut unsolved = plan.turns.iter().filter(|turn| !solvable(turn)).count().min(MOST_SEARCHED) as u64;
        for turn in plan.turns {
            let spent = self.budget.spent;
            let mut share = left;
            if !solvable(&turn) {
                if unsolved == 0 {
                    all_exact = false;
                    continue;
                }
                share = left / unsolved;
                unsolved -= 1;
            }
            let low = alpha.max(best.score - margin);
            let reply = match at_end(&turn.after, seat) {
                Some(score) => only_score(-score, true),
                None => self.search_turns(&turn.after, share, -beta, -low),
            };
            left = left.saturating_sub(self.budget.spent - spent);
            all_exact &= reply.exact;
            let replaces = match best.score.cmp(&-reply.score) {
                Ordering::Less => {
                    equals = 1;
                    true
                }
                Ordering::Equal if margin > 0 => {
                    equals += 1;
                    self.chance.is_one_in(equals)
                }
                Ordering::Equal | Ordering::Greater => false,
            };
            if replaces {
                best = PlannedTurn { line: turn.line, score: -reply.score, exact: false };
            }
            if best.score >= beta || self.budget.timed_out {
                break;
            }
        }
        best.exact = all_exact && !self.budget.timed_out;
        best
    }
}
