//! The two lower levels. They look at one play, the next one if it is free, and the reply, but never at a whole turn.
//! That is about a thousand plays, a fraction of a millisecond, so they don't check the clock.

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position};

use super::master::PlannedTurn;
use super::score::{LOWEST, SEED, Score, at_end, banked, mover};
use crate::chance::TieBreak;

/// The estimated value of keeping the turn, for a player who doesn't plan it.
const ANOTHER_PLAY: Score = 3 * SEED;

/// The habits of a level that doesn't plan whole turns.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// It may choose a play that is worse than the best by up to this.
    pub(super) misjudges: Score,
    /// While the board is full, it tries to leave the other player a third of all seeds.
    pub(super) holds_back: bool,
}

const CLUB: Style = Style { misjudges: 2 * SEED, holds_back: true };

const NOVICE: Style = Style { misjudges: 3 * SEED, holds_back: true };

/// The penalty for a play that leaves the other player less than a third of all seeds while the board is full.
const TOO_GREEDY: Score = 30 * SEED;

pub(super) fn all_seeds(position: &Position) -> u32 {
    Seat::BOTH.map(|seat| u32::from(position.store(seat))).iter().sum::<u32>() + u32::from(position.seeds_in_play())
}

/// True while three fifths of the seeds are in play. As long as that holds, one free play leads to the next, and a
/// first turn that takes them all leaves the other player nothing to play with, so the two lower levels hold back.
fn is_full(position: &Position) -> bool {
    5 * u32::from(position.seeds_in_play()) >= 3 * all_seeds(position)
}

/// The value of keeping the turn.
fn another_play(position: &Position) -> Score {
    if is_full(position) { -ANOTHER_PLAY } else { ANOTHER_PLAY }
}

/// The penalty for greed if `seat` gets from one position to the other within a turn.
fn greed(before: &Position, after: &Position, seat: Seat) -> Score {
    let other = seat.other();
    let theirs = after.pits(other).iter().map(|&seeds| u32::from(seeds)).sum::<u32>() + u32::from(after.store(other));
    if is_full(before) && 3 * theirs < all_seeds(after) { TOO_GREEDY } else { 0 }
}

/// Every legal play as `club` sees it, best first.
pub(super) fn club(position: &Position, chance: TieBreak) -> Vec<PlannedTurn> {
    rank_by(position, chance, CLUB, |after, seat| {
        if after.turn() != Some(seat) {
            return (Vec::new(), -best_play(after));
        }
        let another_play = another_play(after);
        let mut best = (Vec::new(), LOWEST);
        for pit in after.legal_moves() {
            let then = after.play(pit).expect("listed moves can be played");
            let score = match at_end(&then, seat) {
                Some(score) => score,
                None if then.turn() == Some(seat) => banked(&then, seat) + another_play - greed(position, &then, seat),
                None => -best_play(&then) - greed(position, &then, seat),
            };
            if score > best.1 {
                best = (vec![pit], score);
            }
        }
        best
    })
}

/// Every legal play as `novice` sees it: by the seeds it banks, without looking ahead.
pub(super) fn novice(position: &Position, chance: TieBreak) -> Vec<PlannedTurn> {
    rank_by(position, chance, NOVICE, |after, seat| (Vec::new(), banked(after, seat)))
}

/// The best score after a single play of the player to play, in a round that isn't over.
fn best_play(position: &Position) -> Score {
    let seat = mover(position);
    let another_play = another_play(position);
    let score = |pit| {
        let after = position.play(pit).expect("listed moves can be played");
        let another = if after.turn() == Some(seat) { another_play } else { 0 };
        at_end(&after, seat).unwrap_or(banked(&after, seat) + another)
    };
    position.legal_moves().map(score).max().expect("a round with no legal play is over")
}

/// Ranks plays by the rest of the turn and the score that `evaluate` gives for the position after each.
pub(super) fn rank_by(
    position: &Position,
    chance: TieBreak,
    style: Style,
    evaluate: impl Fn(&Position, Seat) -> (Vec<Pit>, Score),
) -> Vec<PlannedTurn> {
    let seat = mover(position);
    let planned = |pit| {
        let after = position.play(pit).expect("listed moves can be played");
        let (rest, score) = if let Some(score) = at_end(&after, seat) {
            (Vec::new(), score)
        } else {
            let (rest, score) = evaluate(&after, seat);
            (rest, if style.holds_back { score - greed(position, &after, seat) } else { score })
        };
        let line = [vec![pit], rest].concat();
        PlannedTurn { line, score, exact: after.turn().is_none() }
    };
    let mut ranked: Vec<PlannedTurn> = position.legal_moves().map(planned).collect();
    ranked.sort_by_key(|planned| std::cmp::Reverse(planned.score));
    let misjudged = |(place, planned): (usize, &PlannedTurn)| {
        let by = if planned.exact { 0 } else { chance.misjudges(place, style.misjudges) };
        (planned.score + by, std::cmp::Reverse(place))
    };
    let chosen = ranked.iter().enumerate().map(misjudged).max().map_or(0, |(_, std::cmp::Reverse(place))| place);
    ranked[..=chosen].rotate_right(1);
    ranked
}
