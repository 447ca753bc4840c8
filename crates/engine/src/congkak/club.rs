//! The two lower levels. `club` looks at up to three plays of its turn and two of the reply, `novice` at one play. That is
//! some thousand plays at most, so they don't check the clock.

use std::cmp::Ordering;

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position};

use super::master::PlannedTurn;
use super::score::{LOWEST, SEED, Score, at_end, banked, mover};
use crate::chance::TieBreak;

/// On a full board a level may choose a play that is worse than its best by up to this part of the seeds in play, and the
/// emptier the board, the smaller the part: at first many plays are good, but towards the end every seed counts.
pub(super) const MISJUDGED_PART: Score = 3;

/// `novice` doesn't look ahead, so it errs enough with a smaller part.
const NOVICE_MISJUDGED_PART: Score = 4;

/// While at least a quarter of all seeds is in play, one in this number of `club`'s decisions is made without looking ahead,
/// as all of `novice`'s are.
const OVERSIGHTS: u64 = 5;

/// The number of plays of its own turn that `club` looks at.
const OWN_PLAYS: u32 = 3;

/// The number of plays of the reply that `club` looks at.
const REPLY_PLAYS: u32 = 2;

/// In the first turn, every play that leaves the other player less than this comes last. It is more than a third, because
/// the rest of the turn takes seeds, too.
const LEFT_PERCENT: u32 = 40;

pub(super) fn all_seeds(position: &Position) -> u32 {
    Seat::BOTH.map(|seat| u32::from(position.store(seat))).iter().sum::<u32>() + u32::from(position.seeds_in_play())
}

/// True in the first turn of a round: two fifths of the seeds or more are in play, and the other player has hardly any in
/// the store. One free play leads to the next on such a board, and a turn that takes all seeds leaves the other player
/// nothing to play with, so the two lower levels hold back.
fn is_first_turn(position: &Position, seat: Seat) -> bool {
    let all = all_seeds(position);
    5 * u32::from(position.seeds_in_play()) >= 2 * all && 20 * u32::from(position.store(seat.other())) < all
}

/// The estimated value of keeping the turn, for a player who doesn't plan it.
fn another_play(position: &Position) -> Score {
    (SEED * Score::from(position.seeds_in_play()) / 10).max(3 * SEED)
}

/// The penalty for greed if `seat` gets from one position to the other within a turn.
fn greed(before: &Position, after: &Position, seat: Seat) -> Score {
    let other = seat.other();
    let theirs = after.pits(other).iter().map(|&seeds| u32::from(seeds)).sum::<u32>() + u32::from(after.store(other));
    let too_greedy = is_first_turn(before, seat) && 100 * theirs < LEFT_PERCENT * all_seeds(after);
    // More than any error of judgement.
    if too_greedy { SEED * all_seeds(after).cast_signed() } else { 0 }
}

/// Every legal play as `club` sees it, best first.
pub(super) fn club(position: &Position, chance: TieBreak) -> Vec<PlannedTurn> {
    if 4 * u32::from(position.seeds_in_play()) >= all_seeds(position) && chance.is_one_in(OVERSIGHTS) {
        return novice(position, chance);
    }
    rank_by(position, chance, MISJUDGED_PART, |after, seat| {
        let end = |end: &Position| kept_or_passed(end, seat) - greed(position, end, seat);
        if after.turn() == Some(seat) {
            best_plays(after, OWN_PLAYS - 1, chance, &end)
        } else {
            (Vec::new(), end(after))
        }
    })
}

/// Every legal play as `novice` sees it: by the seeds it banks, without looking ahead.
pub(super) fn novice(position: &Position, chance: TieBreak) -> Vec<PlannedTurn> {
    rank_by(position, chance, NOVICE_MISJUDGED_PART, |after, seat| {
        (Vec::new(), banked(after, seat) - greed(position, after, seat))
    })
}

/// The score of a position after the plays that `club` looks at, by the best reply if the turn is over.
fn kept_or_passed(position: &Position, seat: Seat) -> Score {
    if position.turn() == Some(seat) {
        return banked(position, seat) + another_play(position);
    }
    let end = |end: &Position| {
        let another = if end.turn() == Some(seat) { 0 } else { another_play(end) };
        banked(end, seat.other()) + another
    };
    -best_plays(position, REPLY_PLAYS, TieBreak::default(), &end).1
}

/// The best way to continue a turn by at most this number of plays, and its score by the position at the end. Of equal
/// plays, one is chosen by chance.
fn best_plays(
    position: &Position,
    plays: u32,
    chance: TieBreak,
    score_at: &dyn Fn(&Position) -> Score,
) -> (Vec<Pit>, Score) {
    let seat = mover(position);
    let (mut best, mut equals) = ((Vec::new(), LOWEST), 1);
    for pit in position.legal_moves() {
        let after = position.play(pit).expect("listed moves can be played");
        let (rest, score) = if let Some(score) = at_end(&after, seat) {
            (Vec::new(), score)
        } else if plays > 1 && after.turn() == Some(seat) {
            best_plays(&after, plays - 1, chance, score_at)
        } else {
            (Vec::new(), score_at(&after))
        };
        match score.cmp(&best.1) {
            Ordering::Less => continue,
            Ordering::Equal => equals += 1,
            Ordering::Greater => equals = 1,
        }
        if equals == 1 || chance.is_one_in(equals) {
            best = ([vec![pit], rest].concat(), score);
        }
    }
    best
}

/// Ranks plays by the rest of the turn and the score that `evaluate` gives for the position after each. A play may come
/// first that is a little worse than the best.
pub(super) fn rank_by(
    position: &Position,
    chance: TieBreak,
    misjudged_part: Score,
    evaluate: impl Fn(&Position, Seat) -> (Vec<Pit>, Score),
) -> Vec<PlannedTurn> {
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
    let in_play = Score::from(position.seeds_in_play());
    // A whole seed at least, so that equal plays are chosen by chance.
    let most = (SEED * in_play * in_play / (misjudged_part * all_seeds(position).cast_signed())).max(SEED);
    let misjudged = |(place, planned): (usize, &PlannedTurn)| {
        let by = if planned.exact { 0 } else { chance.misjudges(place, most) };
        (planned.score + by, std::cmp::Reverse(place))
    };
    let chosen = ranked.iter().enumerate().map(misjudged).max().map_or(0, |(_, std::cmp::Reverse(place))| place);
    ranked[..=chosen].rotate_right(1);
    ranked
}
