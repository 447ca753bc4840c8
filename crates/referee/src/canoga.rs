//! Canoga. Within a turn the mover only covers their own squares and only uncovers the opponent's. So the rows show the
//! effect of a turn, and the search only has to find the order and the throws.

use std::collections::HashSet;
use std::fmt::{self, Display};

use parlor_rules::canoga::{Draft, DraftAdvantage, DraftOver, Move, Position, Size, Squares, Standing, Thrown, WonBy};
use parlor_rules::{DiceCount, Pair, Seat, Throw, first_by_dice};
use parlor_table::QueuedThrow;

use crate::{Condition, Distance, FollowBudget, Query, Ruling, TurnStep};

mod breach;

pub(crate) fn follows(before: &Standing, after: &Standing, query: &Query<'_>) -> Ruling {
    let (Distance::Turns(turns) | Distance::Plays(turns)) = query.distance;
    let mut search = FollowSearch {
        after: readings(after),
        target: *after,
        dice: query.dice,
        by_choice: false,
        budget: FollowBudget::new(query.effort),
        seen: HashSet::new(),
    };
    for by_choice in [false, true] {
        search.by_choice = by_choice;
        let one_die = by_choice.then_some(Condition::OneDie);
        let plain = search.steps(before, turns);
        let locked = locked_reading(before);
        let conditions = match (&plain, &locked) {
            (Some(_), None) => vec![],
            (_, Some((locked, lock))) => {
                let also = search.steps(locked, turns);
                let state =
                    |locked| Condition::Locked { owner: lock.player, square: lock.square.unsigned_abs() as u8, locked };
                match (&plain, also) {
                    (Some(_), Some(_)) => vec![],
                    (Some(_), None) => vec![state(false)],
                    (None, Some(steps)) => {
                        let conditions = one_die.into_iter().chain([state(true)]).collect();
                        return search.found(steps, conditions);
                    }
                    (None, None) => continue,
                }
            }
            (None, None) => continue,
        };
        if let Some(steps) = plain {
            return search.found(steps, one_die.into_iter().chain(conditions).collect());
        }
    }
    for by_choice in [false, true] {
        search.by_choice = by_choice;
        for won in &readings(before)[1..] {
            if let Some(steps) = search.steps(won, turns) {
                let winner = won.position.outcome().expect("the reading is a won round").winner;
                let one_die = by_choice.then_some(Condition::OneDie);
                return search.found(steps, one_die.into_iter().chain([Condition::BeforeIsWon(winner)]).collect());
            }
        }
    }
    if search.budget.is_spent() {
        return Ruling::NotDecided { tried: query.effort };
    }
    Ruling::Broken(breach::explain(before, after, turns, search))
}

/// The standing as read and, if the rows allow it, the standing with the round won by uncovering, because files needn't
/// record that.
fn readings(standing: &Standing) -> Vec<Standing> {
    let mut readings = vec![*standing];
    let position = &standing.position;
    if position.outcome().is_some() {
        return readings;
    }
    let rows = position.covered();
    for winner in Seat::BOTH {
        if !rows[winner.other()].is_empty() {
            continue;
        }
        // With both rows empty only the second player can have won, and reading has replaced the file's first player.
        let first = if rows[winner].is_empty() { winner.other() } else { position.first() };
        let over = DraftOver { winner, by: WonBy::Uncovering, points: rows[winner].sum().into() };
        let draft = Draft { first, next: winner, advantage: None, over: Some(over), ..Draft::from(standing) };
        readings.extend(draft.check());
    }
    readings
}

/// The same position with a lock, if the file can be from the middle of the round's first turn.
fn locked_reading(standing: &Standing) -> Option<(Standing, DraftAdvantage)> {
    let position = &standing.position;
    let (first, second) = (position.first(), position.first().other());
    if position.turn() != Some(first) || position.locked().is_some() {
        return None;
    }
    let rows = position.covered();
    let square = rows[second].ascending().next().filter(|square| *square <= 9 && rows[second].count() == 1)?;
    let advantage = DraftAdvantage { player: second, square: square.into() };
    let draft = Draft { advantage: Some(advantage), ..Draft::from(standing) };
    draft.check().ok().map(|standing| (standing, advantage))
}

/// The result that a turn must have.
#[derive(Clone, Copy)]
struct Goal {
    covered: Pair<Squares>,
    won: bool,
}

type Visit<'v, 'a> = dyn FnMut(&mut FollowSearch<'a>, &Position, usize, &[TurnStep]) -> bool + 'v;

struct FollowSearch<'a> {
    /// The second save in all its readings.
    after: Vec<Standing>,
    target: Standing,
    dice: &'a [QueuedThrow],
    /// Also try one die where two are allowed, unless the given dice decide it.
    by_choice: bool,
    budget: FollowBudget,
    /// Positions within a turn that don't lead to its goal.
    seen: HashSet<(Pair<Squares>, usize)>,
}

/// A throw, the number of dice used up after it, and its name.
struct NextThrow {
    throw: Throw,
    dice: usize,
    name: ThrowName,
}

/// Put into words only for steps that are shown, because most throws that are tried lead nowhere.
#[derive(Clone, Copy)]
enum ThrowName {
    Known(Throw),
    /// One die of a throw of two.
    OneOf(Throw, Throw),
    AnyWithSum(i64),
    AnyDie(i64),
}

impl Display for ThrowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThrowName::Known(throw) => throw.fmt(f),
            ThrowName::OneOf(die, throw) => write!(f, "{die} (one die of {throw})"),
            ThrowName::AnyWithSum(sum) => sum.fmt(f),
            ThrowName::AnyDie(die) => write!(f, "{die} with one die"),
        }
    }
}

impl<'a> FollowSearch<'a> {
    fn found(&self, steps: Vec<TurnStep>, conditions: Vec<Condition>) -> Ruling {
        if self.budget.is_spent() {
            Ruling::NotDecided { tried: self.budget.most }
        } else if conditions.is_empty() {
            Ruling::Follows(steps)
        } else {
            Ruling::OnlyIf { steps, conditions }
        }
    }

    /// The steps from this standing to the second save.
    fn steps(&mut self, from: &Standing, turns: u32) -> Option<Vec<TurnStep>> {
        let mut steps = Vec::new();
        self.reach(from, 0, turns, &mut steps).then_some(steps)
    }

    fn reach(&mut self, from: &Standing, dice: usize, turns: u32, steps: &mut Vec<TurnStep>) -> bool {
        if turns == 0 && self.after.contains(from) {
            return true;
        }
        if self.budget.is_spent() {
            return false;
        }
        let Some(mover) = from.position.turn() else {
            return self.reach_next_round(from, dice, turns, steps);
        };
        if turns == 0 {
            return false;
        }
        let before = steps.len();
        if turns == 1 {
            for goal in self.goals(from, mover) {
                self.seen.clear();
                if let Some((position, dice)) = self.turn_to(&from.position, goal, dice, steps)
                    && self.reach(&Standing { position, ..*from }, dice, 0, steps)
                {
                    return true;
                }
                steps.truncate(before);
            }
            return false;
        }
        let mut found = None;
        let target = &self.target;
        let (one, other) = (&from.position, &target.position);
        // No result may be skipped if the second save can be the start of another round.
        let last_but_one = turns == 2
            && from.scores == target.scores
            && (one.size(), one.first()) == (other.size(), other.first())
            && other.covered().human.count() + other.covered().computer.count() > 1;
        self.each_result(&from.position, dice, last_but_one, &mut |search, position, dice, turn| {
            let mut steps = turn.to_vec();
            let reached = search.reach(&Standing { position: *position, ..*from }, dice, turns - 1, &mut steps);
            if reached {
                found = Some(steps);
            }
            reached
        });
        found.is_some_and(|more| {
            steps.extend(more);
            true
        })
    }

    fn reach_next_round(&mut self, from: &Standing, dice: usize, turns: u32, steps: &mut Vec<TurnStep>) -> bool {
        let Some((firsts, dice)) = self.first_players(dice) else { return false };
        let likely = self.target.position.size();
        let others = Size::ALL.into_iter().filter(|size| *size != likely && turns > 0);
        let sizes: Vec<Size> = std::iter::once(likely).chain(others).collect();
        let before = steps.len();
        for first in firsts {
            for &size in &sizes {
                let Ok(next) = from.next_round(size, first) else { return false };
                steps.push(round_begins(size, first));
                if self.reach(&next, dice, turns, steps) {
                    return true;
                }
                steps.truncate(before);
            }
        }
        false
    }

    /// The players who can start a round, by the dice if there are any (rule can-first).
    fn first_players(&self, mut dice: usize) -> Option<(Vec<Seat>, usize)> {
        loop {
            let mut throw = || {
                let queued = self.dice[dice..].iter().position(|queued| queued.throw.count() == DiceCount::Two)?;
                dice += queued + 1;
                Some(self.dice[dice - 1].throw)
            };
            // With unknown throws the sums can be equal, and then either player can start.
            let (Some(human), Some(computer)) = (throw(), throw()) else {
                return Some((Seat::BOTH.to_vec(), self.dice.len()));
            };
            if let Some(first) = first_by_dice(Pair { human, computer }) {
                return Some((vec![first], dice));
            }
        }
    }

    /// The possible results of the last turn.
    fn goals(&self, from: &Standing, mover: Seat) -> Vec<Goal> {
        let mut goals: Vec<Goal> = self
            .after
            .iter()
            .filter(|after| {
                let (one, other) = (&from.position, &after.position);
                from.scores == after.scores && one.size() == other.size() && one.first() == other.first()
            })
            .map(|after| Goal { covered: after.position.covered(), won: after.position.outcome().is_some() })
            .collect();
        goals.extend(self.winning_goals(from, mover));
        // A round ends as soon as one row is full or the other is emptied, so a turn can't do both.
        let (full, rows) = (from.position.size().full_row(), from.position.covered());
        let both = |goal: &Goal| goal.covered[mover] == full && goal.covered[mover.other()].is_empty();
        goals.retain(|goal| rows[mover.other()].is_empty() || !both(goal));
        goals
    }

    /// The ends of a round after which the next round can start as shown in the second save.
    fn winning_goals(&self, from: &Standing, mover: Seat) -> Vec<Goal> {
        let (after, other) = (&self.target, mover.other());
        let points = after.scores[mover].checked_sub(from.scores[mover]);
        let Some(points) = points.filter(|_| after.scores[other] == from.scores[other]) else { return vec![] };
        let rows = after.position.covered();
        if rows.human.count() + rows.computer.count() > 1 {
            return vec![];
        }
        let (full, rows) = (from.position.size().full_row(), from.position.covered());
        let goal = |own, theirs| {
            let covered = if mover == Seat::Human {
                Pair { human: own, computer: theirs }
            } else {
                Pair { human: theirs, computer: own }
            };
            Goal { covered, won: true }
        };
        let covering = subsets(rows[other]).filter(|row| full.without(*row).sum() == points).map(|row| goal(full, row));
        let more = subsets(full.without(rows[mover])).map(|more| rows[mover].with(more));
        let uncovering = more.filter(|row| row.sum() == points && *row != full).map(|row| goal(row, Squares::NONE));
        covering.chain(uncovering.filter(|_| !rows[other].is_empty())).collect()
    }

    /// The throws that can come next.
    fn throws(&self, position: &Position, dice: usize) -> Vec<NextThrow> {
        let may_throw_one = position.may_throw_one();
        let allowed = |queued: &QueuedThrow| may_throw_one || queued.throw.count() == DiceCount::Two;
        if let Some(skipped) = self.dice[dice.min(self.dice.len())..].iter().position(allowed) {
            let dice = dice + skipped + 1;
            let throw = self.dice[dice - 1].throw;
            let mut throws = vec![NextThrow { throw, dice, name: ThrowName::Known(throw) }];
            if self.by_choice && may_throw_one && throw.count() == DiceCount::Two {
                let first = Throw::new(&[throw.dice()[0].into()]).expect("it is a die");
                throws.push(NextThrow { throw: first, dice, name: ThrowName::OneOf(first, throw) });
            }
            return throws;
        }
        let dice = self.dice.len();
        let two = (2..=12_i64).rev().map(|sum| {
            let one = (sum - 6).max(1);
            let throw = Throw::new(&[one, sum - one]).expect("both are dice");
            NextThrow { throw, dice, name: ThrowName::AnyWithSum(sum) }
        });
        let one = (1..=6).rev().filter(|_| self.by_choice && may_throw_one).map(|die| {
            let throw = Throw::new(&[die]).expect("it is a die");
            NextThrow { throw, dice, name: ThrowName::AnyDie(die) }
        });
        two.chain(one).collect()
    }

    /// Finds a turn with this result.
    fn turn_to(
        &mut self,
        position: &Position,
        goal: Goal,
        dice: usize,
        steps: &mut Vec<TurnStep>,
    ) -> Option<(Position, usize)> {
        let before = steps.len();
        let end = self.rest_of_turn(position, goal, dice, steps);
        steps[before..].reverse();
        end
    }

    /// Like `turn_to`, for the rest of a turn. Adds the steps from the last to the first.
    fn rest_of_turn(
        &mut self,
        position: &Position,
        goal: Goal,
        dice: usize,
        steps: &mut Vec<TurnStep>,
    ) -> Option<(Position, usize)> {
        let covered = position.covered();
        if position.outcome().is_some() {
            return (goal.won && covered == goal.covered).then_some((*position, dice));
        }
        let mover = position.turn()?;
        let (other, reached) = (mover.other(), covered == goal.covered);
        let possible = covered[mover].within(goal.covered[mover]) && goal.covered[other].within(covered[other]);
        if !possible || (reached && goal.won) || !self.seen.insert((covered, dice)) || !self.budget.spend() {
            return None;
        }
        for NextThrow { throw, dice, name } in self.throws(position, dice) {
            let thrown = position.throw(throw).expect("the throw is allowed");
            if reached {
                if let Ok(after) = thrown.pass() {
                    steps.push(throws_without_a_move(mover, &name));
                    return Some((after, dice));
                }
                continue;
            }
            for chosen in thrown.legal_moves() {
                let towards = match chosen {
                    Move::Cover(set) => set.within(goal.covered[mover]),
                    Move::Uncover(set) => set.without(goal.covered[other]) == set,
                };
                if !towards {
                    continue;
                }
                let after = thrown.play(chosen).expect("the move is legal");
                if let Some(end) = self.rest_of_turn(&after, goal, dice, steps) {
                    steps.push(throws_and_moves(mover, &name, chosen));
                    return Some(end);
                }
            }
        }
        None
    }

    /// Visits the results of a turn until one is accepted, beginning with those that differ least from the second save.
    /// With `last_but_one`, skips results from which the next turn can't reach the second save in the same round.
    fn each_result(&mut self, position: &Position, dice: usize, last_but_one: bool, visit: &mut Visit<'_, 'a>) -> bool {
        let Some(mover) = position.turn() else { return false };
        if self.dice[dice.min(self.dice.len())..].iter().any(|queued| queued.throw.count() == DiceCount::Two) {
            let (mut seen, mut results) = (HashSet::new(), Vec::new());
            self.results(position, dice, &mut Vec::new(), &mut seen, &mut results);
            results.sort_by_key(|(position, ..)| distance(position.covered(), self.target.position.covered()));
            return results.iter().any(|(position, dice, steps)| visit(self, position, *dice, steps));
        }
        let (other, full, rows) = (mover.other(), position.size().full_row(), position.covered());
        let target = self.target.position.covered();
        let near = |row: Squares, towards: Squares| (row.without(towards).with(towards.without(row))).count();
        let mut own: Vec<Squares> = subsets(full.without(rows[mover])).map(|more| rows[mover].with(more)).collect();
        own.sort_by_key(|row| near(*row, target[mover]));
        let most = 2 * u32::from(position.size().squares()) + 2;
        let mut theirs = vec![Vec::new(); most as usize + 1];
        for row in subsets(rows[other]) {
            theirs[near(row, target[other]) as usize].push(row);
        }
        for distance in 0..=most {
            for &own in &own {
                let Some(rest) = distance.checked_sub(near(own, target[mover])) else { break };
                for &theirs in &theirs[rest as usize] {
                    if self.budget.is_spent() {
                        return false;
                    }
                    let covered = match mover {
                        Seat::Human => Pair { human: own, computer: theirs },
                        Seat::Computer => Pair { human: theirs, computer: own },
                    };
                    let won = own == full || (theirs.is_empty() && !rows[other].is_empty());
                    let unreachable = !target[mover].within(own) || !theirs.within(target[other]);
                    if last_but_one && !won && unreachable {
                        continue;
                    }
                    self.seen.clear();
                    let mut steps = Vec::new();
                    if let Some((after, dice)) = self.turn_to(position, Goal { covered, won }, dice, &mut steps)
                        && visit(self, &after, dice, &steps)
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// All results of a turn with known dice.
    fn results(
        &mut self,
        position: &Position,
        dice: usize,
        steps: &mut Vec<TurnStep>,
        seen: &mut HashSet<(Pair<Squares>, usize)>,
        results: &mut Vec<(Position, usize, Vec<TurnStep>)>,
    ) {
        let Some(mover) = position.turn() else {
            results.push((*position, dice, steps.clone()));
            return;
        };
        if !seen.insert((position.covered(), dice)) || !self.budget.spend() {
            return;
        }
        for NextThrow { throw, dice, name } in self.throws(position, dice) {
            let thrown = position.throw(throw).expect("the throw is allowed");
            if let Ok(after) = thrown.pass() {
                steps.push(throws_without_a_move(mover, &name));
                results.push((after, dice, steps.clone()));
                steps.pop();
            }
            for chosen in thrown.legal_moves() {
                let after = thrown.play(chosen).expect("the move is legal");
                steps.push(throws_and_moves(mover, &name, chosen));
                self.results(&after, dice, steps, seen, results);
                steps.pop();
            }
        }
    }
}

pub(crate) fn round_begins(size: Size, first: Seat) -> TurnStep {
    TurnStep::round(format!("a new round begins with {size} squares, {first} first"))
}

pub(crate) fn throws_and_moves(mover: Seat, throw: &dyn Display, chosen: Move) -> TurnStep {
    TurnStep::of(mover, format!("throws {throw}: {chosen}"))
}

pub(crate) fn throws_without_a_move(mover: Seat, throw: &dyn Display) -> TurnStep {
    TurnStep::of(mover, format!("throws {throw}, which allows no move"))
}

/// The number of squares that differ.
fn distance(one: Pair<Squares>, other: Pair<Squares>) -> u32 {
    Seat::BOTH.map(|seat| one[seat].without(other[seat]).count() + other[seat].without(one[seat]).count()).iter().sum()
}

/// Every subset, the empty one first.
fn subsets(set: Squares) -> impl Iterator<Item = Squares> {
    let mut next = Some(0_u16);
    std::iter::from_fn(move || {
        let subset = next?;
        let following = subset.wrapping_sub(set.bits()) & set.bits();
        next = (following != 0).then_some(following);
        Some(Squares::from_bits(subset))
    })
}

/// True if some throw allows no move, so that the turn can end.
fn can_stop(position: &Position) -> bool {
    let stops = |throw: Throw| position.throw(throw).is_ok_and(|thrown: Thrown| thrown.pass().is_ok());
    position.throws().any(|dice| Throw::all(dice).any(stops))
}
