//! The round solved to its end: every play of both, until nothing is left to win.
//!
//! Every play puts at least one seed into the sower's store: it either stays in the own row, where it
//! must end in the store or in a capture, or passes the store. So no position comes up twice, and a
//! round lasts at most as many plays as there are seeds in play.

use parlor_rules::congkak::{Pit, Position};

use super::budget::Budget;
use super::ring::MAX_PITS;
use super::score::{LOWEST, SEED, Score, at_end, banked, most_to_gain};
use super::table::{Key, Known, Table};

/// A play that was tried, and what is known of it without looking further.
#[derive(Clone, Copy)]
struct Tried {
    pit: u8,
    /// What the play itself adds to the sower's score.
    gain: Score,
    /// The score to come if the round is over.
    end: Option<Score>,
    free: bool,
    order: i32,
    after: Position,
}

/// The score for the player to play if both play their best from here, if it lies between `alpha` and
/// `beta`; beyond them a bound on it. `None` if the budget ran out.
pub(super) fn solve(
    position: &Position,
    alpha: Score,
    beta: Score,
    table: &mut Table,
    budget: &mut Budget,
) -> Option<Score> {
    let seat = position.next();
    if let Some(score) = at_end(position, seat) {
        return Some(score);
    }
    let now = banked(position, seat);
    Some(now + to_come(position, alpha - now, beta - now, table, budget)?)
}

/// The play that leads to that score, and the score; `None` if the round is over or the budget ran out.
pub(super) fn best(position: &Position, table: &mut Table, budget: &mut Budget) -> Option<(Pit, Score)> {
    let mut best = None;
    let mut alpha = LOWEST;
    for pit in position.moves() {
        let score = after(position, pit, alpha, -LOWEST, table, budget)?;
        if score > alpha {
            alpha = score;
            best = Some((pit, score));
        }
    }
    best
}

/// The score of one play for the player who makes it.
pub(super) fn after(
    position: &Position,
    pit: Pit,
    alpha: Score,
    beta: Score,
    table: &mut Table,
    budget: &mut Budget,
) -> Option<Score> {
    let seat = position.next();
    if !budget.take() {
        return None;
    }
    let mut after = *position;
    after.advance(pit).ok()?;
    if let Some(score) = at_end(&after, seat) {
        return Some(score);
    }
    if after.next() == seat {
        solve(&after, alpha, beta, table, budget)
    } else {
        Some(-solve(&after, -beta, -alpha, table, budget)?)
    }
}

/// The score still to come, without what is in the stores already; rows alone decide it.
fn to_come(
    position: &Position,
    mut alpha: Score,
    mut beta: Score,
    table: &mut Table,
    budget: &mut Budget,
) -> Option<Score> {
    let bound = most_to_gain(position);
    let key = Key::of(position);
    let known = table.get(key).unwrap_or(Known::new(-bound, bound, u8::MAX));
    let (least, most) = (Score::from(known.least), Score::from(known.most));
    if least == most || least >= beta {
        return Some(least);
    }
    if most <= alpha {
        return Some(most);
    }
    alpha = alpha.max(least);
    beta = beta.min(most);

    let mut tried = [None; MAX_PITS];
    let count = try_all(position, known.first, &mut tried, budget)?;
    let mut best = LOWEST;
    let mut first = u8::MAX;
    let floor = alpha;
    for at in 0..count {
        // A play that is never reached needs no place in the order: picking is cheaper than sorting.
        let pick = (at..count).max_by_key(|&i| tried[i].map_or(i32::MIN, |play: Tried| play.order)).unwrap_or(at);
        tried.swap(at, pick);
        let Some(play) = tried[at] else { break };
        let (low, high) = (best.max(alpha) - play.gain, beta - play.gain);
        let score = play.gain
            + match play.end {
                Some(end) => end,
                None if play.free => to_come(&play.after, low, high, table, budget)?,
                None => -to_come(&play.after, -high, -low, table, budget)?,
            };
        if score > best {
            best = score;
            first = play.pit;
            if best >= beta {
                break;
            }
        }
    }
    let known = if best >= beta {
        Known::new(best, most, first)
    } else if best > floor {
        Known::new(best, best, first)
    } else {
        Known::new(least, best, first)
    };
    table.put(key, known);
    Some(best)
}

fn try_all(
    position: &Position,
    first: u8,
    tried: &mut [Option<Tried>; MAX_PITS],
    budget: &mut Budget,
) -> Option<usize> {
    let seat = position.next();
    let now = banked(position, seat);
    let store = position.store(seat);
    let mut count = 0;
    for (place, pit) in tried.iter_mut().zip(position.moves()) {
        if !budget.take() {
            return None;
        }
        let mut after = *position;
        after.advance(pit).ok()?;
        let free = after.next() == seat;
        // Gathering at the end is part of what is still to come, not of the play.
        let end = at_end(&after, seat);
        let gain = if end.is_some() { 0 } else { SEED * (i32::from(after.store(seat)) - i32::from(store)) };
        let end = end.map(|score| score - now);
        let order = match end {
            Some(score) => 2 * score,
            None => 2 * gain + if free { 6 * SEED } else { 0 },
        } + if pit.index() == usize::from(first) { 10_000 } else { 0 };
        *place = Some(Tried { pit: pit.index() as u8, gain, end, free, order, after });
        count += 1;
    }
    Some(count)
}
