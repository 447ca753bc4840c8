use parlor_rules::Seat;
use parlor_rules::congkak::Position;

/// What the end of a round is worth to somebody: net seeds first, and among equals the round won.
///
/// A seed is [`SEED`], the round one more or less: so it negates, adds and compares as one number.
pub(super) type Score = i32;

/// What one net seed counts: more than the round won instead of lost.
pub(super) const SEED: Score = 4;

/// Worse than any end.
pub(super) const LOWEST: Score = -10_000;

/// What `seat` has more than the other in the stores, as a score.
#[inline]
pub(super) fn banked(position: &Position, seat: Seat) -> Score {
    SEED * (i32::from(position.store(seat)) - i32::from(position.store(seat.other())))
}

/// The score of a finished round; `None` while it goes on.
#[inline]
pub(super) fn at_end(position: &Position, seat: Seat) -> Option<Score> {
    let round = if position.winner()? == seat { 1 } else { -1 };
    Some(banked(position, seat) + round)
}

/// The most that the seeds still in play can change a score by.
#[inline]
pub(super) fn most_to_gain(position: &Position) -> Score {
    SEED * i32::from(position.seeds_in_play()) + 1
}

/// The net seeds of a score, whoever won the round.
pub(super) fn net_seeds(score: Score) -> i32 {
    (score + 1).div_euclid(SEED)
}

/// Whether a score is one of winning the round.
pub(super) fn wins(score: Score) -> bool {
    score.rem_euclid(SEED) == 1
}
