//! Fair comparisons by search: the best choice comes from the engine at the effort of help. If something else was
//! played, the positions after both choices are searched with the same effort, in Kono also to the same depth. The
//! difference is the cost.

use parlor_engine::kono::Searcher;
use parlor_engine::{Evaluation, Limits, StopFlag};
use parlor_rules::congkak::{Pit, Position};
use parlor_rules::kono::{Move, Standing};
use parlor_rules::{Choice, Decision, Game, Seat};

use crate::marks::noise;
use crate::{Effort, Judgement, Stopped};

/// The value of a position to the player who decides.
#[derive(Clone, Copy)]
struct PositionValue {
    value: f64,
    exact: bool,
}

pub(crate) fn judge_turn(
    position: &Position,
    played: &[Pit],
    effort: Effort,
    stop: &StopFlag,
) -> Result<Judgement, Stopped> {
    let seat = position.turn().expect("a turn is decided on in a round that is being played");
    let best = effort.job(Decision::Congkak(*position), stop).decide()?;
    let judgement = |costs: Vec<f64>, exact: bool| Judgement::new(seat, &best, costs, exact);
    if best.plan.starts_with(played) {
        return Ok(judgement(vec![0.0; played.len()], best.exact));
    }
    let same = best.plan.iter().zip(played).take_while(|(planned, played)| planned == played).count();
    let turn = TurnReview { seat, effort, searches: searches(played.len() - same), stop };
    let mut plan = &best.plan[..];
    let mut replanned: Vec<Pit>;
    let mut ahead =
        if best.exact { PositionValue { value: best.value, exact: true } } else { turn.end(position, &best.plan)? };
    let mut now = *position;
    // The best reachable result before each play, and the one after the last.
    let mut reached = Vec::with_capacity(played.len() + 1);
    for &pit in played {
        reached.push(ahead);
        now = now.play(pit).expect("a table takes only legal plays");
        match plan.split_first() {
            Some((next, rest)) if *next == pit => plan = rest,
            _ if now.turn() == Some(seat) => {
                let next = turn.search(&now)?;
                replanned = next.plan;
                ahead = if next.exact {
                    PositionValue { value: next.value, exact: true }
                } else {
                    turn.end(&now, &replanned)?
                };
                plan = &replanned;
            }
            _ => {
                ahead = turn.worth(&now)?;
                plan = &[];
            }
        }
    }
    reached.push(ahead);
    let noise = noise(Game::Congkak, position.size().pits() as i64);
    Ok(priced(noise, best.exact.then_some(best.value), &mut reached, judgement))
}

/// The maximum number of searches for comparing the plan with a turn in which `unplanned` plays deviate: one for the
/// end of each, and two for every play after which the turn is planned again.
const fn searches(unplanned: usize) -> u64 {
    2 * unplanned as u64
}

/// The cost of each play, given the best reachable results before each and after the last. `most` is the proven
/// maximum. Unproven costs below the noise count as zero.
fn priced(
    noise: f64,
    most: Option<f64>,
    reached: &mut [PositionValue],
    judgement: impl Fn(Vec<f64>, bool) -> Judgement,
) -> Judgement {
    // Any result reached later was reachable before.
    for place in (0..reached.len() - 1).rev() {
        if reached[place + 1].value > reached[place].value {
            reached[place] = reached[place + 1];
        }
    }
    if let Some(most) = most {
        for worth in reached.iter_mut().filter(|worth| worth.value > most) {
            worth.value = most;
        }
    }
    let (first, last) = (reached[0], reached[reached.len() - 1]);
    let exact = most == Some(first.value) && last.exact;
    let costs = reached.windows(2).map(|pair| pair[0].value - pair[1].value);
    if !exact && first.value - last.value < noise {
        return judgement(vec![0.0; reached.len() - 1], false);
    }
    judgement(costs.collect(), exact)
}

/// The searches that compare the ends of turns, all with the same effort.
struct TurnReview<'a> {
    seat: Seat,
    effort: Effort,
    searches: u64,
    stop: &'a StopFlag,
}

impl TurnReview<'_> {
    fn search(&self, position: &Position) -> Result<Evaluation, Stopped> {
        Ok(self.effort.share(Decision::Congkak(*position), self.searches, self.stop).decide()?)
    }

    /// The value at the end of a planned turn.
    fn end(&self, position: &Position, plan: &[Pit]) -> Result<PositionValue, Stopped> {
        let end = plan.iter().fold(*position, |now, &pit| now.play(pit).expect("a planned line can be played"));
        self.worth(&end)
    }

    fn worth(&self, position: &Position) -> Result<PositionValue, Stopped> {
        let Some(next) = position.turn() else {
            let value = f64::from(position.store(self.seat)) - f64::from(position.store(self.seat.other()));
            return Ok(PositionValue { value, exact: true });
        };
        let found = self.search(position)?;
        let value = if next == self.seat { found.value } else { -found.value };
        Ok(PositionValue { value, exact: found.exact })
    }
}

pub(crate) fn judge_step(
    standing: &Standing,
    played: Move,
    effort: Effort,
    stop: &StopFlag,
) -> Result<Judgement, Stopped> {
    let position = standing.position.expect("a step is decided on in a round that is being played");
    let seat = position.turn().expect("a step is decided on in an unfinished round");
    let best = effort.job(Decision::Kono(standing.clone()), stop).decide()?;
    let Choice::Kono(chosen) = best.choice else { unreachable!("the engine chooses a step") };
    let judgement = |cost: f64, exact: bool| Judgement::new(seat, &best, vec![cost], exact);
    if chosen == played {
        return Ok(judgement(0.0, best.exact));
    }
    let after = |step: Move| {
        let mut after = standing.clone();
        after.play(step).expect("a table takes only legal steps");
        after
    };
    let (better, worse) = (after(chosen), after(played));
    if best.exact {
        // A proof needs the full effort; if the best choice is proven, the proof takes only a small part of it.
        let proven = if let Some(value) = value_of_end(&worse, seat) {
            Some(value)
        } else {
            let found = effort.job(Decision::Kono(worse.clone()), stop).decide()?;
            found.exact.then_some(-found.value)
        };
        if let Some(value) = proven {
            return Ok(judgement((best.value - value).max(0.0), true));
        }
    }
    let job = effort.share(Decision::Kono(standing.clone()), 2, stop);
    let cost = least_difference([&better, &worse].map(|after| by_depth(after, seat, &job.limits)), AGREEING);
    if stop.is_set() {
        return Err(Stopped);
    }
    let noise = noise(Game::Kono, i64::from(position.board().size().points()));
    Ok(judgement(if cost < noise { 0.0 } else { cost }, false))
}

/// The result of a finished Kono round for a player.
fn value_of_end(standing: &Standing, seat: Seat) -> Option<f64> {
    let outcome = standing.position?.outcome()?;
    let points = f64::from(outcome.points);
    Some(outcome.winner.map_or(0.0, |winner| if winner == seat { points } else { -points }))
}

/// The value for a player after their step at each depth that the search finishes. A finished round has the same value
/// at every depth.
fn by_depth(after: &Standing, seat: Seat, limits: &Limits) -> Vec<f64> {
    if let Some(value) = value_of_end(after, seat) {
        return vec![value; DEPTHS];
    }
    let mut values = Vec::new();
    Searcher::new(after.board().size(), TABLE_BITS).search(after, None, limits, |found| values.push(-found.value));
    values
}

/// The size of the transposition table: enough for a search of a million positions, 8 MiB.
const TABLE_BITS: u32 = 18;

/// More depths than any search can complete.
const DEPTHS: usize = 64;

/// The number of depths that must agree on a cost.
const AGREEING: usize = 3;

/// The lowest cost of the worse of two steps in the deepest depths that both searches finished. Values vary from depth
/// to depth, so only equal depths can be compared; and a difference found at one depth often disappears at the next.
fn least_difference([better, worse]: [Vec<f64>; 2], agreeing: usize) -> f64 {
    let differences: Vec<f64> = better.iter().zip(&worse).map(|(better, worse)| better - worse).collect();
    let deepest = differences.into_iter().rev().take(agreeing);
    deepest.reduce(f64::min).map_or(0.0, |least| least.max(0.0))
}

#[cfg(test)]
mod tests;
