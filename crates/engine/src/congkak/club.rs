//! A fair opponent: one play, the next one if it is free, and the other's answer; never a whole turn.

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position};

use super::master::Found;
use super::score::{LOWEST, SEED, Score, at_end, banked};

/// What keeping the turn seems worth to a player who doesn't plan it.
const ANOTHER_PLAY: Score = 3 * SEED;

/// Every legal play as `club` sees it, best first.
pub(super) fn club(position: &Position) -> Vec<Found> {
    ranked(position, |after, seat| {
        if after.next() != seat {
            return (Vec::new(), -best_play(after));
        }
        let mut best = (Vec::new(), LOWEST);
        for pit in after.moves() {
            let Ok(then) = after.play(pit) else { continue };
            let score = match at_end(&then, seat) {
                Some(score) => score,
                None if then.next() == seat => banked(&then, seat) + ANOTHER_PLAY,
                None => -best_play(&then),
            };
            if score > best.1 {
                best = (vec![pit], score);
            }
        }
        best
    })
}

/// Every legal play as `novice` sees it: what it banks, and not what follows.
pub(super) fn novice(position: &Position) -> Vec<Found> {
    ranked(position, |after, seat| (Vec::new(), banked(after, seat)))
}

/// The score that the player to play comes to with their best single play.
fn best_play(position: &Position) -> Score {
    let seat = position.next();
    let score = |pit| {
        let after = position.play(pit).ok()?;
        let another = if after.next() == seat { ANOTHER_PLAY } else { 0 };
        Some(at_end(&after, seat).unwrap_or(banked(&after, seat) + another))
    };
    position.moves().filter_map(score).max().unwrap_or_else(|| banked(position, seat))
}

/// Ranks by what `look` makes of the position after each play: how the turn goes on, and the score.
fn ranked(position: &Position, look: impl Fn(&Position, Seat) -> (Vec<Pit>, Score)) -> Vec<Found> {
    let seat = position.next();
    let found = |pit| {
        let after = position.play(pit).ok()?;
        let (rest, score) = match at_end(&after, seat) {
            Some(score) => (Vec::new(), score),
            None => look(&after, seat),
        };
        let line = [vec![pit], rest].concat();
        Some(Found { line, score, exact: after.winner().is_some() })
    };
    let mut ranked: Vec<Found> = position.moves().filter_map(found).collect();
    ranked.sort_by_key(|found| std::cmp::Reverse(found.score));
    ranked
}
