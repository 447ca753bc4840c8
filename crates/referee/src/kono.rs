//! Kono. A turn is one move, so the search tries all of them; for several turns it skips boards that differ too much.

use parlor_rules::kono::{Color, End, Move, Size, Standing};
use parlor_rules::{DiceCount, Pair, Seat, first_by_dice};
use parlor_table::QueuedThrow;

use crate::{Condition, Distance, FollowBudget, Query, Ruling, TurnStep};

mod breach;

pub(crate) fn follows(before: &Standing, after: &Standing, query: &Query<'_>) -> Ruling {
    let (Distance::Turns(turns) | Distance::Plays(turns)) = query.distance;
    let mut search = FollowSearch {
        target: after.clone(),
        dice: query.dice,
        may_call: false,
        budget: FollowBudget::new(query.effort),
    };
    for may_call in [false, true] {
        search.may_call = may_call;
        let mut steps = Vec::new();
        if search.reach(before, StartedFrom::Save, 0, turns, &mut steps) {
            return if may_call {
                Ruling::OnlyIf { steps, conditions: vec![Condition::Called] }
            } else {
                Ruling::Follows(steps)
            };
        }
        if search.budget.is_spent() {
            return Ruling::NotDecided { tried: query.effort };
        }
    }
    Ruling::Broken(breach::explain(before, after, turns, &search))
}

/// The way in which a position was reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StartedFrom {
    /// The position is that of the first save.
    Save,
    Move,
    /// A round has just begun, after one with this winner.
    Round(Option<Seat>),
}

struct FollowSearch<'a> {
    target: Standing,
    dice: &'a [QueuedThrow],
    /// Also try calling a round, which files don't record.
    may_call: bool,
    budget: FollowBudget,
}

impl FollowSearch<'_> {
    fn reach(
        &mut self,
        from: &Standing,
        origin: StartedFrom,
        dice: usize,
        turns: u32,
        steps: &mut Vec<TurnStep>,
    ) -> bool {
        if turns == 0 && looks_like(from, &self.target) {
            return true;
        }
        if from.round > self.target.round || !self.budget.spend() {
            return false;
        }
        let before = steps.len();
        let Some(position) = from.position else {
            let (firsts, dice) = self.first_players(origin, dice);
            for first in firsts {
                for color in [Color::White, Color::Black] {
                    steps.push(chooses(first, color));
                    if self.reach(&from.clone().choose(first, color), origin, dice, turns, steps) {
                        return true;
                    }
                    steps.truncate(before);
                }
            }
            return false;
        };
        let Some(mover) = position.turn() else {
            return self.reach_next_round(from, dice, turns, steps);
        };
        // No round is called before its first move.
        if self.may_call && from.round < self.target.round && !matches!(origin, StartedFrom::Round(_)) {
            let mut called = from.clone();
            called.agree_to_call().expect("the round isn't over");
            steps.push(TurnStep::round("the round is called and scored as it stands"));
            // One called round is enough as an explanation, and an agreement can take the place of a move.
            self.may_call = false;
            let reached = self.reach(&called, StartedFrom::Move, dice, turns, steps)
                || (turns == 1 && self.reach(&called, StartedFrom::Move, dice, 0, steps));
            self.may_call = true;
            if reached {
                return true;
            }
            steps.truncate(before);
        }
        if turns == 0 {
            return false;
        }
        if from.round == self.target.round && points_that_differ(from, &self.target) > 2 * turns as usize {
            return false;
        }
        for chosen in position.legal_moves() {
            let mut next = from.clone();
            next.play(chosen).expect("the move is legal");
            steps.push(moves(mover, chosen));
            if self.reach(&next, StartedFrom::Move, dice, turns - 1, steps) {
                return true;
            }
            steps.truncate(before);
        }
        if from.round < self.target.round {
            let mut quit = from.clone();
            quit.quit(mover).expect("the round isn't over");
            steps.push(TurnStep::of(mover, "quits the round"));
            if self.reach(&quit, StartedFrom::Move, dice, turns - 1, steps) {
                return true;
            }
            steps.truncate(before);
        }
        false
    }

    fn reach_next_round(&mut self, from: &Standing, dice: usize, turns: u32, steps: &mut Vec<TurnStep>) -> bool {
        let winner = from.outcome().and_then(|outcome| outcome.winner);
        let (likely, last) = (self.target.board().size(), self.target.round);
        let others = Size::ALL.into_iter().filter(|size| *size != likely && from.round + 1 < last);
        let before = steps.len();
        for size in std::iter::once(likely).chain(others) {
            let Ok(next) = from.next_round(size) else { return false };
            steps.push(round_begins(&next));
            if self.reach(&next, StartedFrom::Round(winner), dice, turns, steps) {
                return true;
            }
            steps.truncate(before);
        }
        false
    }

    /// The players who can start a round (rule kon-first).
    fn first_players(&self, origin: StartedFrom, mut dice: usize) -> (Vec<Seat>, usize) {
        if let StartedFrom::Round(Some(winner)) = origin {
            return (vec![winner], dice);
        }
        loop {
            let mut throw = || {
                let skipped = self.dice[dice..].iter().position(|queued| queued.throw.count() == DiceCount::Two)?;
                dice += skipped + 1;
                Some(self.dice[dice - 1].throw)
            };
            // With unknown throws the sums can be equal, and then either player can start.
            let (Some(human), Some(computer)) = (throw(), throw()) else {
                return (Seat::BOTH.to_vec(), self.dice.len());
            };
            if let Some(first) = first_by_dice(Pair { human, computer }) {
                return (vec![first], dice);
            }
        }
    }
}

pub(crate) fn round_begins(next: &Standing) -> TurnStep {
    let size = next.board().size();
    TurnStep::round(format!("round {} begins on {size}\u{d7}{size}", next.round))
}

pub(crate) fn chooses(first: Seat, color: Color) -> TurnStep {
    TurnStep::of(first, format!("begins the round with the {color} pieces"))
}

pub(crate) fn moves(mover: Seat, chosen: Move) -> TurnStep {
    match chosen {
        Move::Step(point, direction) => TurnStep::of(mover, format!("moves the piece at {point} {direction}")),
        Move::Pass => TurnStep::of(mover, "can't move and passes"),
    }
}

/// True if saves of both standings look alike: a save has no earlier positions, and doesn't record that a round was
/// called.
fn looks_like(one: &Standing, other: &Standing) -> bool {
    let called = |standing: &Standing| {
        standing.outcome().is_some_and(|outcome| matches!(outcome.end, End::Called(_) | End::Quit(_)))
    };
    !called(one)
        && one.round == other.round
        && one.scores == other.scores
        && one.position == other.position
        && one.board() == other.board()
}

fn points_that_differ(one: &Standing, other: &Standing) -> usize {
    let (one, other) = (one.board(), other.board());
    if one.size() != other.size() {
        return usize::MAX;
    }
    one.points().filter(|&point| one.cell(point) != other.cell(point)).count()
}
