//! Congkak. A turn is a series of plays, found by search. The seeds in a store only increase within a round, which
//! prunes most of the search.

use std::collections::HashSet;

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position, Standing};

use crate::{Distance, FollowBudget, Query, Ruling, TurnStep};

mod breach;
mod variation;

pub(crate) fn follows(before: &Standing, after: &Standing, query: &Query<'_>) -> Ruling {
    let mut search = FollowSearch {
        target: *after,
        distance: query.distance,
        budget: FollowBudget::new(query.effort),
        seen: HashSet::new(),
    };
    let (Distance::Turns(left) | Distance::Plays(left)) = query.distance;
    let mut steps = Vec::new();
    if search.reach(before, left, &mut steps) {
        return Ruling::Follows(steps);
    }
    if search.budget.is_spent() {
        return Ruling::NotDecided { tried: query.effort };
    }
    Ruling::Broken(breach::explain(before, after, query.distance))
}

pub(crate) const ROUND_BEGINS: &str = "a new round begins";

pub(crate) fn sows(mover: Seat, before: &Position, pit: Pit, after: &Position) -> TurnStep {
    let seeds = before.pits(mover)[pit.index()];
    let s = if seeds == 1 { "" } else { "s" };
    let free = if after.turn() == Some(mover) { " and earns a free play" } else { "" };
    TurnStep::of(mover, format!("sows {seeds} seed{s} from pit {pit}{free}"))
}

struct FollowSearch {
    target: Standing,
    distance: Distance,
    budget: FollowBudget,
    /// Standings that don't lead to the target, with the number of turns or plays that were left.
    seen: HashSet<(Standing, u32)>,
}

impl FollowSearch {
    /// `left` counts turns or plays.
    fn reach(&mut self, from: &Standing, left: u32, steps: &mut Vec<TurnStep>) -> bool {
        if left == 0 && *from == self.target {
            return true;
        }
        let Some(mover) = from.position.turn() else {
            let Ok(next) = from.next_round() else { return false };
            let before = steps.len();
            steps.push(TurnStep::round(ROUND_BEGINS));
            return self.reach(&next, left, steps) || {
                steps.truncate(before);
                false
            };
        };
        if left == 0 || self.is_beyond(from) || !self.seen.insert((*from, left)) || !self.budget.spend() {
            return false;
        }
        for pit in from.position.legal_moves() {
            let position = from.position.play(pit).expect("the play is legal");
            let free = position.turn() == Some(mover);
            let left = match self.distance {
                Distance::Turns(_) if free => left,
                Distance::Turns(_) | Distance::Plays(_) => left - 1,
            };
            steps.push(sows(mover, &from.position, pit, &position));
            if self.reach(&Standing { position, ..*from }, left, steps) {
                return true;
            }
            steps.pop();
        }
        false
    }

    /// True if a store has more seeds than in the target: only a new round takes seeds out.
    fn is_beyond(&self, from: &Standing) -> bool {
        let (one, other) = (&from.position, &self.target.position);
        from.rounds == self.target.rounds && Seat::BOTH.into_iter().any(|seat| one.store(seat) > other.store(seat))
    }
}
