//! The two lower levels. They look at one play, the next one if it is free, and the reply, but never at a whole
//! turn. That is about a thousand plays, a fraction of a millisecond, so they don't look at the clock.

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position};

use super::master::PlannedTurn;
use super::score::{LOWEST, SEED, Score, at_end, banked, mover};

/// What keeping the turn seems worth to a player who doesn't plan it.
const ANOTHER_PLAY: Score = 3 * SEED;

/// Every legal play as `club` sees it, best first.
pub(super) fn club(position: &Position) -> Vec<PlannedTurn> {
    rank_by(position, |after, seat| {
        if after.turn() != Some(seat) {
            return (Vec::new(), -best_play(after));
        }
        let mut best = (Vec::new(), LOWEST);
        for pit in after.legal_moves() {
            let then = after.play(pit).expect("listed moves can be played");
            let score = match at_end(&then, seat) {
                Some(score) => score,
                None if then.turn() == Some(seat) => banked(&then, seat) + ANOTHER_PLAY,
                None => -best_play(&then),
            };
            if score > best.1 {
                best = (vec![pit], score);
            }
        }
        best
    })
}

/// Every legal play as `novice` sees it: by what it banks, not by what follows.
pub(super) fn novice(position: &Position) -> Vec<PlannedTurn> {
    rank_by(position, |after, seat| (Vec::new(), banked(after, seat)))
}

/// The best score after a single play of the player to play, in a round that isn't over.
fn best_play(position: &Position) -> Score {
    let seat = mover(position);
    let score = |pit| {
        let after = position.play(pit).expect("listed moves can be played");
        let another = if after.turn() == Some(seat) { ANOTHER_PLAY } else { 0 };
        at_end(&after, seat).unwrap_or(banked(&after, seat) + another)
    };
    position.legal_moves().map(score).max().expect("a round with no legal play is over")
}

/// Ranks plays by the rest of the turn and the score that `evaluate` gives for the position after each.
fn rank_by(position: &Position, evaluate: impl Fn(&Position, Seat) -> (Vec<Pit>, Score)) -> Vec<PlannedTurn> {
    let seat = mover(position);
    let planned = |pit| {
        let after = position.play(pit).expect("listed moves can be played");
        let (rest, score) = match at_end(&after, seat) {
            Some(score) => (Vec::new(), score),
            None => evaluate(&after, seat),
        };
        let line = [vec![pit], rest].concat();
        PlannedTurn { line, score, exact: after.turn().is_none() }
    };
    let mut ranked: Vec<PlannedTurn> = position.legal_moves().map(planned).collect();
    ranked.sort_by_key(|planned| std::cmp::Reverse(planned.score));
    ranked
}
