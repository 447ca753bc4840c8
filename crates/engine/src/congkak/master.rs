//! Searches whole turns against whole turns: a plan for this turn, the best replies to it, and so on as far as the
//! budget goes. Where few enough seeds are left, the round is solved to its end.

use parlor_rules::congkak::{Pit, Position};

use super::budget::{self, Budget};
use super::club;
use super::exact;
use super::score::{LOWEST, Score, at_end};
use super::transposition::TranspositionTable;
use super::turn::{self, Aim, Turn};
use crate::Limits;

/// A play, the turn that it begins, and what that is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlannedTurn {
    /// This turn as planned, beginning with the play.
    pub(super) line: Vec<Pit>,
    /// For the player to play.
    pub(super) score: Score,
    /// Whether the score is proven.
    pub(super) exact: bool,
}

/// With at most this many seeds in play a round is always solved, whatever the effort: it rarely takes more than a
/// few thousand plays.
pub(super) const ALWAYS_SOLVED: u8 = 16;

/// With more than this many in play there is no attempt to solve the round first.
const TRIED: u8 = 40;

/// With fewer plays than this nothing can be planned.
const TOO_FEW: u64 = 64;

/// The most ends of a turn that are kept. Solving one with few seeds left costs next to nothing, and the best end
/// is often not the one that banks the most.
const MOST_ENDS: usize = 4000;

/// Of the ends with more seeds left, this many are searched.
const MOST_SEARCHED: usize = 40;

/// Plays of the first search under a deadline; each further one has eight times as many.
const FIRST_PLAYS: u64 = 20_000;

/// Every legal play, best first; between equals the one that sows first. Empty if the round is over.
pub(super) fn rank(position: &Position, limits: &Limits) -> Vec<PlannedTurn> {
    let mut budget = Budget::new(limits);
    let most = budget::plays(limits);
    if limits.deadline.is_none() {
        return Search { table: TranspositionTable::for_plays(most), budget }.rank(position);
    }
    // Under a deadline, search again and again with growing effort. The last search that finished in time stands.
    let mut best = club::club(position);
    let mut plays = FIRST_PLAYS.min(most);
    while !budget.check() {
        let mut search = Search { table: TranspositionTable::for_plays(plays), budget: budget.part(plays) };
        let ranked = search.rank(position);
        budget.spend(&search.budget);
        if budget.timed_out() {
            break;
        }
        best = ranked;
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
}

impl Search {
    fn rank(&mut self, position: &Position) -> Vec<PlannedTurn> {
        if position.winner().is_some() {
            return Vec::new();
        }
        let mut ranked = match self.rank_solved(position) {
            Some(ranked) => ranked,
            None => self.rank_planned(position),
        };
        ranked.sort_by_key(|planned| std::cmp::Reverse(planned.score));
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
            .moves()
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
        while now.winner().is_none() && now.next() == position.next() {
            let (pit, _) = exact::best(&now, &mut self.table, budget)?;
            line.push(pit);
            now = now.play(pit).expect("a solved play is legal");
        }
        Some(line)
    }

    /// The best turn of all takes three quarters of the plays. Then every other first pit is searched by itself,
    /// because the plan may have dropped the ends that it leads to.
    fn rank_planned(&mut self, position: &Position) -> Vec<PlannedTurn> {
        let seat = position.next();
        let main = self.search_turns(position, self.budget.left() / 4 * 3, LOWEST, -LOWEST);
        let others = position.moves().count() as u64;
        let each = self.budget.left() / (others + 1);
        let mut ranked: Vec<PlannedTurn> = position
            .moves()
            .map(|pit| {
                if main.line.first() == Some(&pit) {
                    return main.clone();
                }
                let after = position.play(pit).expect("listed moves can be played");
                if let Some(score) = at_end(&after, seat) {
                    return PlannedTurn { line: vec![pit], score, exact: true };
                }
                let mut planned = self.search_turns(&after, each, LOWEST, -LOWEST);
                if after.next() == seat {
                    if planned.line.is_empty() {
                        planned.line = self.rest_of_turn(&after);
                    }
                    planned.line.insert(0, pit);
                } else {
                    planned.line = vec![pit];
                    planned.score = -planned.score;
                }
                planned
            })
            .collect();
        self.prove_best(position, &mut ranked);
        ranked
    }

    /// How to go on where the search gave a score but no line: as solved, or as a very short plan has it.
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
        let plan = turn::plan(position, Aim::Score, 1, &mut self.budget.part(TOO_FEW));
        plan.turns.into_iter().next().expect("the round isn't over, so a plan has a turn").line
    }

    /// The best play's score counts as proven only if no other is worth more. Where its line leads to a solved end,
    /// the plays that are left may prove that.
    fn prove_best(&mut self, position: &Position, ranked: &mut [PlannedTurn]) {
        if ranked.iter().all(|planned| planned.exact) {
            return;
        }
        // The first of equals, as it will be ranked.
        let best = ranked.iter_mut().rev().max_by_key(|planned| planned.score);
        let best = best.expect("the round isn't over, so there is a play");
        let known = std::mem::take(&mut best.exact);
        let after = replay(position, &best.line);
        let reached = at_end(&after, position.next()).or_else(|| {
            if known {
                return Some(best.score);
            }
            let mut budget = self.budget.part(self.budget.left());
            let score = exact::solve(&after, LOWEST, -LOWEST, &mut self.table, &mut budget);
            self.budget.spend(&budget);
            Some(-score?)
        });
        if reached != Some(best.score) {
            return;
        }
        let mut budget = self.budget.part(self.budget.left());
        let most = exact::solve(position, best.score, best.score + 1, &mut self.table, &mut budget);
        self.budget.spend(&budget);
        best.exact = most.is_some_and(|most| most <= best.score);
    }

    /// The best turn that this many plays find: planned, and then each of its best ends searched from the other
    /// side in the same way with a share of the plays. Its line is empty where there is only a score.
    fn search_turns(&mut self, position: &Position, plays: u64, alpha: Score, beta: Score) -> PlannedTurn {
        let seat = position.next();
        let only_score = |score, exact| PlannedTurn { line: Vec::new(), score, exact };
        if let Some(score) = at_end(position, seat) {
            return only_score(score, true);
        }
        if position.seeds_in_play() <= ALWAYS_SOLVED {
            let mut budget = self.budget.part(u64::MAX);
            let solved = exact::solve(position, alpha, beta, &mut self.table, &mut budget);
            self.budget.spend(&budget);
            if let Some(score) = solved {
                return only_score(score, true);
            }
        }
        if plays < TOO_FEW || self.budget.timed_out() {
            return only_score(turn::estimate(position, seat), false);
        }
        let before = self.budget.spent();
        let mut budget = self.budget.part(plays / 4 * 3);
        let keep = usize::try_from(plays / 1000).unwrap_or(usize::MAX).clamp(3, MOST_ENDS);
        let plan = turn::plan(position, Aim::Score, keep, &mut budget);
        self.budget.spend(&budget);
        let mut left = plays.saturating_sub(self.budget.spent() - before);
        let mut best = PlannedTurn { line: Vec::new(), score: LOWEST, exact: false };
        let mut all_exact = plan.complete && plan.turns.len() < keep;
        let solvable = |turn: &Turn| turn.after.seeds_in_play() <= ALWAYS_SOLVED;
        let mut unsolved = plan.turns.iter().filter(|turn| !solvable(turn)).count().min(MOST_SEARCHED) as u64;
        for turn in plan.turns {
            let spent = self.budget.spent();
            let mut share = left;
            if !solvable(&turn) {
                if unsolved == 0 {
                    all_exact = false;
                    continue;
                }
                share = left / unsolved;
                unsolved -= 1;
            }
            let low = alpha.max(best.score);
            let reply = match at_end(&turn.after, seat) {
                Some(score) => only_score(-score, true),
                None => self.search_turns(&turn.after, share, -beta, -low),
            };
            left = left.saturating_sub(self.budget.spent() - spent);
            all_exact &= reply.exact;
            if -reply.score > best.score {
                best = PlannedTurn { line: turn.line, score: -reply.score, exact: false };
            }
            if best.score >= beta || self.budget.timed_out() {
                break;
            }
        }
        best.exact = all_exact && !self.budget.timed_out();
        best
    }
}

/// The position after a line that was found by a search.
fn replay(position: &Position, line: &[Pit]) -> Position {
    line.iter().fold(*position, |now, &pit| now.play(pit).expect("a planned line can be played"))
}
