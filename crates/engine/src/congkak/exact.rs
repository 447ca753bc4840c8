//! Solves rounds to their end by alpha-beta search.
//!
//! Every play puts at least one seed into the player's store: it either stays in the player's own row, where it
//! must end in the store or in a capture, or passes the store. So no position repeats, and a round lasts at most
//! as many plays as there are seeds in play.

use parlor_rules::congkak::{Pit, Position};

use super::budget::Budget;
use super::ring::MAX_PITS;
use super::score::{LOWEST, SEED, Score, at_end, banked, most_to_gain, mover};
use super::transposition::{Key, TranspositionTable, ValueBounds};

/// A play, with the facts that are known before the search goes deeper.
#[derive(Clone, Copy)]
struct Candidate {
    pit: u8,
    /// The play's own addition to the player's score.
    gain: Score,
    /// The score to come if the round is over.
    end: Option<Score>,
    free: bool,
    order: i32,
    after: Position,
}

/// The score for the player to play if both play their best, if it lies between `alpha` and `beta`; otherwise a
/// bound on it. `None` if the budget runs out.
pub(super) fn solve(
    position: &Position,
    alpha: Score,
    beta: Score,
    table: &mut TranspositionTable,
    budget: &mut Budget,
) -> Option<Score> {
    let Some(seat) = position.turn() else { return at_end(position, position.outcome()?.winner) };
    let now = banked(position, seat);
    Some(now + alpha_beta(position, alpha - now, beta - now, table, budget)?)
}

/// The best play and its score; `None` if the round is over or the budget runs out.
pub(super) fn best(position: &Position, table: &mut TranspositionTable, budget: &mut Budget) -> Option<(Pit, Score)> {
    let mut best = None;
    let mut alpha = LOWEST;
    for pit in position.legal_moves() {
        let score = after(position, pit, alpha, -LOWEST, table, budget)?;
        if score > alpha {
            alpha = score;
            best = Some((pit, score));
        }
    }
    best
}

/// The score of one legal play for the player who makes it.
pub(super) fn after(
    position: &Position,
    pit: Pit,
    alpha: Score,
    beta: Score,
    table: &mut TranspositionTable,
    budget: &mut Budget,
) -> Option<Score> {
    let seat = pit.seat();
    if !budget.take() {
        return None;
    }
    let after = position.play(pit).expect("only legal plays are searched");
    if let Some(score) = at_end(&after, seat) {
        return Some(score);
    }
    if after.turn() == Some(seat) {
        solve(&after, alpha, beta, table, budget)
    } else {
        Some(-solve(&after, -beta, -alpha, table, budget)?)
    }
}

/// The score still to come, not counting the seeds already in the stores. It depends only on the rows.
fn alpha_beta(
    position: &Position,
    mut alpha: Score,
    mut beta: Score,
    table: &mut TranspositionTable,
    budget: &mut Budget,
) -> Option<Score> {
    let bound = most_to_gain(position);
    let key = Key::of(position);
    let bounds = table.get(key).unwrap_or(ValueBounds::new(-bound, bound, ValueBounds::NO_MOVE));
    let (lower, upper) = (Score::from(bounds.lower), Score::from(bounds.upper));
    if lower == upper || lower >= beta {
        return Some(lower);
    }
    if upper <= alpha {
        return Some(upper);
    }
    alpha = alpha.max(lower);
    beta = beta.min(upper);

    let mut candidates = [None; MAX_PITS];
    let count = play_all(position, bounds.hash_move, &mut candidates, budget)?;
    let mut best = LOWEST;
    let mut best_pit = ValueBounds::NO_MOVE;
    for at in 0..count {
        // Most nodes end with a cutoff, so picking the next best is cheaper than sorting them all.
        let order = |i: &usize| candidates[*i].map_or(i32::MIN, |play: Candidate| play.order);
        let pick = (at..count).max_by_key(order).expect("at < count");
        candidates.swap(at, pick);
        let play = candidates[at].expect("the first `count` places are filled");
        let (low, high) = (best.max(alpha) - play.gain, beta - play.gain);
        let score = play.gain
            + match play.end {
                Some(end) => end,
                None if play.free => alpha_beta(&play.after, low, high, table, budget)?,
                None => -alpha_beta(&play.after, -high, -low, table, budget)?,
            };
        if score > best {
            best = score;
            best_pit = play.pit;
            if best >= beta {
                break;
            }
        }
    }
    let bounds = if best >= beta {
        ValueBounds::new(best, upper, best_pit)
    } else if best > alpha {
        ValueBounds::new(best, best, best_pit)
    } else {
        ValueBounds::new(lower, best, best_pit)
    };
    table.put(key, bounds);
    Some(best)
}

/// Plays every pit and returns their number, or `None` if the budget runs out.
fn play_all(
    position: &Position,
    hash_move: u8,
    candidates: &mut [Option<Candidate>; MAX_PITS],
    budget: &mut Budget,
) -> Option<usize> {
    let seat = mover(position);
    let now = banked(position, seat);
    let store = position.store(seat);
    let mut count = 0;
    for (slot, pit) in candidates.iter_mut().zip(position.legal_moves()) {
        if !budget.take() {
            return None;
        }
        let mut after = *position;
        after.advance(pit).expect("only legal plays are searched");
        let free = after.turn() == Some(seat);
        // Seeds swept up at the end of the round aren't the play's own gain.
        let end = at_end(&after, seat);
        let gain = if end.is_some() { 0 } else { SEED * (i32::from(after.store(seat)) - i32::from(store)) };
        let end = end.map(|score| score - now);
        let order = match end {
            Some(score) => 2 * score,
            None => 2 * gain + if free { 6 * SEED } else { 0 },
        } + if pit.index() == usize::from(hash_move) { 10_000 } else { 0 };
        *slot = Some(Candidate { pit: pit.index() as u8, gain, end, free, order, after });
        count += 1;
    }
    Some(count)
}
