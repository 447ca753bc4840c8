use parlor_rules::Seat;
use parlor_rules::congkak::Position;

/// The value of a round's end for a player: net seeds, then winning the round as a tie-break.
///
/// A seed counts [`SEED`], and winning or losing the round one point, so that one number can be negated, added and
/// compared.
pub(super) type Score = i32;

/// The score of one net seed: more than the difference between winning and losing the round.
pub(super) const SEED: Score = 4;

/// Below every score.
pub(super) const LOWEST: Score = -10_000;

/// The player to play in a round that isn't over.
#[inline]
pub(super) fn mover(position: &Position) -> Seat {
    position.turn().expect("the round isn't over")
}

/// The lead of `seat` in the stores.
#[inline]
pub(super) fn banked(position: &Position, seat: Seat) -> Score {
    SEED * (i32::from(position.store(seat)) - i32::from(position.store(seat.other())))
}

/// The score of a finished round; `None` before its end.
#[inline]
pub(super) fn at_end(position: &Position, seat: Seat) -> Option<Score> {
    let round = if position.outcome()?.winner == seat { 1 } else { -1 };
    Some(banked(position, seat) + round)
}

/// The most that the seeds in play can change a score by.
#[inline]
pub(super) fn most_to_gain(position: &Position) -> Score {
    SEED * i32::from(position.seeds_in_play()) + 1
}

/// The net seeds of a score.
pub(super) fn net_seeds(score: Score) -> i32 {
    (score + 1).div_euclid(SEED)
}

/// True if the score includes winning the round.
pub(super) fn wins(score: Score) -> bool {
    score.rem_euclid(SEED) == 1
}
