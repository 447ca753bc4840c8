//! The level between `club` and `master`. It looks a few plays ahead, its own and the opponent's, and doesn't hold back.

use std::cell::RefCell;

use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position};

use super::budget::Budget;
use super::club;
use super::master::PlannedTurn;
use super::score::{LOWEST, SEED, Score, at_end, mover};
use super::turn::estimate;
use crate::Limits;
use crate::chance::TieBreak;

/// The number of plays that it looks ahead, the first one included.
const PLAYS_AHEAD: u32 = 5;

/// Every legal play, best first. If a limit is reached, it looks ahead less far, or ranks the plays as `club` does.
pub(super) fn expert(position: &Position, limits: &Limits, chance: TieBreak) -> Vec<PlannedTurn> {
    let budget = RefCell::new(Budget::new(limits));
    let mut best = club::club(position, chance);
    for plays in 1..PLAYS_AHEAD {
        let ranked = club::rank_by(position, chance, club::MISJUDGED_PART, |after, seat| {
            let (rest, score) = look_ahead(after, plays, LOWEST, -LOWEST, chance, &mut budget.borrow_mut());
            if after.turn() == Some(seat) { (rest, score) } else { (Vec::new(), -score) }
        });
        if budget.borrow().left() == 0 {
            break;
        }
        best = ranked;
    }
    best
}

/// The error of its estimate of a position is at most this.
const MISESTIMATES: Score = 4 * SEED;

/// The estimated value of a position at the end of the search, with an error that depends on the seed.
fn misestimate(position: &Position, seat: Seat, chance: TieBreak) -> Score {
    let pits = Seat::BOTH.into_iter().flat_map(|seat| position.pits(seat));
    let place = pits.fold(0, |place: usize, &seeds| place.wrapping_mul(31).wrapping_add(seeds.into()));
    estimate(position, seat) + chance.misjudges(place, MISESTIMATES)
}

/// The rest of the turn and the score for the player to play, by alpha-beta. Of equal plays, one is chosen by chance: the
/// first of an order that begins at any of them.
fn look_ahead(
    position: &Position,
    plays: u32,
    alpha: Score,
    beta: Score,
    chance: TieBreak,
    budget: &mut Budget,
) -> (Vec<Pit>, Score) {
    let seat = mover(position);
    let mut best = (Vec::new(), LOWEST);
    let first = chance.pick(position.legal_moves().count());
    for pit in position.legal_moves().skip(first).chain(position.legal_moves().take(first)) {
        if !budget.take() {
            break;
        }
        let after = position.play(pit).expect("listed moves can be played");
        let alpha = alpha.max(best.1);
        let (rest, score) = if let Some(score) = at_end(&after, seat) {
            (Vec::new(), score)
        } else if plays == 1 {
            (Vec::new(), misestimate(&after, seat, chance))
        } else if after.turn() == Some(seat) {
            look_ahead(&after, plays - 1, alpha, beta, chance, budget)
        } else {
            (Vec::new(), -look_ahead(&after, plays - 1, -beta, -alpha, chance, budget).1)
        };
        if score > best.1 {
            best = ([vec![pit], rest].concat(), score);
        }
        if best.1 >= beta {
            break;
        }
    }
    best
}
