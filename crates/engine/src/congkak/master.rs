//! Whole turns against whole turns: a plan for this one, the best answers to it, and on from there as
//! far as the plays go. Where few enough seeds are left the round is solved to its end.

use parlor_rules::congkak::{Pit, Position};

use super::budget::{Budget, Limits};
use super::exact;
use super::score::{LOWEST, Score, at_end};
use super::table::Table;
use super::turn::{self, Aim, Turn};

/// What a play was found to be worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// This turn as planned, beginning with the play.
    pub(super) line: Vec<Pit>,
    /// For the player to play.
    pub(super) score: Score,
    /// Whether the score is proven.
    pub(super) exact: bool,
}

/// With at most so many seeds in play a round is always solved, whatever the limits: it seldom takes more
/// than a few thousand plays.
pub(super) const ALWAYS_SOLVED: u8 = 16;

/// With more than so many in play nobody tries to solve the round first.
const TRIED: u8 = 40;

/// With so few plays nothing can be planned.
const TOO_FEW: u64 = 64;

/// Every legal play, best first; among equals the one that sows first. Empty if the round is over.
pub(super) fn rank(position: &Position, limits: Limits) -> Vec<Found> {
    let Some(millis) = limits.millis else {
        return Search::new(limits).rank(position);
    };
    // With a clock, thinking begins small: whatever is finished when it rings stands.
    let mut budget = Budget::plays(limits.plays).with_millis(Some(millis));
    let mut plays = FIRST_LOOK.min(limits.plays);
    let mut best = Vec::new();
    while !budget.late() {
        let mut search = Search { table: Table::for_plays(plays), budget: budget.part(plays) };
        let found = search.rank(position);
        budget.spend(&search.budget);
        if best.is_empty() || !budget.late() {
            best = found;
        }
        if plays >= limits.plays {
            break;
        }
        plays = plays.saturating_mul(8).min(limits.plays);
    }
    if best.is_empty() { Search::new(Limits::plays(0)).rank(position) } else { best }
}

/// Ends of a turn that are kept for a look. Solving one with few seeds left costs next to nothing, and
/// the best is often not the one that banks the most.
const MOST_ENDS: usize = 4000;

/// Of those with more seeds left, so many are looked at.
const MOST_LOOKED_AT: usize = 40;

/// Plays of the first look under a clock; each further look has eight times as many.
const FIRST_LOOK: u64 = 20_000;

struct Search {
    table: Table,
    budget: Budget,
}

impl Search {
    fn new(limits: Limits) -> Search {
        Search { table: Table::for_plays(limits.plays), budget: Budget::plays(limits.plays) }
    }

    fn rank(&mut self, position: &Position) -> Vec<Found> {
        if position.winner().is_some() {
            return Vec::new();
        }
        let mut ranked = match self.rank_solved(position) {
            Some(ranked) => ranked,
            None => self.rank_planned(position),
        };
        ranked.sort_by_key(|found| std::cmp::Reverse(found.score));
        ranked
    }

    /// Every play with its proven score, if the round can be solved.
    fn rank_solved(&mut self, position: &Position) -> Option<Vec<Found>> {
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
                Some(Found { line, score, exact: true })
            })
            .collect();
        self.budget.spend(&budget);
        solved
    }

    /// The turn that begins with this pit, and goes on as well as can be.
    fn solved_line(&mut self, position: &Position, pit: Pit, budget: &mut Budget) -> Option<Vec<Pit>> {
        let mut line = vec![pit];
        let mut now = position.play(pit).ok()?;
        while now.winner().is_none() && now.next() == position.next() {
            let (pit, _) = exact::best(&now, &mut self.table, budget)?;
            line.push(pit);
            now = now.play(pit).ok()?;
        }
        Some(line)
    }

    fn rank_planned(&mut self, position: &Position) -> Vec<Found> {
        let seat = position.next();
        let main = self.look(position, self.budget.left() / 4 * 3, LOWEST, -LOWEST);
        let others = position.moves().count() as u64;
        let each = self.budget.left() / (others + 1);
        let mut ranked: Vec<Found> = position
            .moves()
            .filter_map(|pit| {
                if main.line.first() == Some(&pit) {
                    return Some(main.clone());
                }
                let after = position.play(pit).ok()?;
                if let Some(score) = at_end(&after, seat) {
                    return Some(Found { line: vec![pit], score, exact: true });
                }
                let mut found = self.look(&after, each, LOWEST, -LOWEST);
                if after.next() == seat {
                    if found.line.is_empty() {
                        found.line = self.rest_of_turn(&after);
                    }
                    found.line.insert(0, pit);
                } else {
                    found.line = vec![pit];
                    found.score = -found.score;
                }
                Some(found)
            })
            .collect();
        self.prove(position, &mut ranked);
        ranked
    }

    /// How to go on where looking gave a score and no line: as solved, or the best of a very short plan.
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
        let plan = turn::plan(position, Aim::Score, 1, &mut Budget::plays(TOO_FEW));
        plan.turns.into_iter().next().map(|turn| turn.line).unwrap_or_default()
    }

    /// The best play's score counts as proven only if no other is worth more. Where its line leads to a
    /// solved end, what is left of the plays may show that.
    fn prove(&mut self, position: &Position, ranked: &mut [Found]) {
        if ranked.iter().all(|found| found.exact) {
            return;
        }
        // The first of equals, as it will be ranked.
        let Some(best) = ranked.iter_mut().rev().max_by_key(|found| found.score) else { return };
        let known = std::mem::take(&mut best.exact);
        let Some(after) = replay(position, &best.line) else { return };
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

    /// The best turn from here, found within so many plays: planned, and each of its best ends looked
    /// at from the other side in the same way with a part of them.
    fn look(&mut self, position: &Position, plays: u64, alpha: Score, beta: Score) -> Found {
        let seat = position.next();
        let nothing = |score, exact| Found { line: Vec::new(), score, exact };
        if let Some(score) = at_end(position, seat) {
            return nothing(score, true);
        }
        if position.seeds_in_play() <= ALWAYS_SOLVED {
            let mut budget = self.budget.part(u64::MAX);
            let solved = exact::solve(position, alpha, beta, &mut self.table, &mut budget);
            self.budget.spend(&budget);
            if let Some(score) = solved {
                return nothing(score, true);
            }
        }
        if plays < TOO_FEW {
            return nothing(turn::estimate(position, seat), false);
        }
        let before = self.budget.spent();
        let mut budget = self.budget.part(plays / 4 * 3);
        let keep = usize::try_from(plays / 1000).unwrap_or(usize::MAX).clamp(3, MOST_ENDS);
        let plan = turn::plan(position, Aim::Score, keep, &mut budget);
        self.budget.spend(&budget);
        let mut left = plays.saturating_sub(self.budget.spent() - before);
        let mut best = Found { line: Vec::new(), score: LOWEST, exact: false };
        let mut all_exact = plan.complete && plan.turns.len() < keep;
        let solvable = |turn: &Turn| turn.after.seeds_in_play() <= ALWAYS_SOLVED;
        let mut unsolved = plan.turns.iter().filter(|turn| !solvable(turn)).count().min(MOST_LOOKED_AT) as u64;
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
            let answer = match at_end(&turn.after, seat) {
                Some(score) => nothing(-score, true),
                None => self.look(&turn.after, share, -beta, -low),
            };
            left = left.saturating_sub(self.budget.spent() - spent);
            all_exact &= answer.exact;
            if -answer.score > best.score {
                best = Found { line: turn.line, score: -answer.score, exact: false };
            }
            if best.score >= beta {
                break;
            }
        }
        best.exact = all_exact;
        best
    }
}

/// The position after a line; `None` if it can't be played.
fn replay(position: &Position, line: &[Pit]) -> Option<Position> {
    line.iter().try_fold(*position, |now, &pit| now.play(pit).ok())
}
