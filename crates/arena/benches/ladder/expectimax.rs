//! Expectimax to a fixed depth, counted in throws. The evaluation is a player's covered points minus the opponent's.

use parlor_rules::canoga::{Move, Position, Thrown};
use parlor_rules::{DiceCount, Seat, Throw};

/// The best move, looking at `depth` throws after it.
pub(crate) fn best_move(thrown: &Thrown, depth: u32) -> Option<Move> {
    let seat = thrown.mover();
    let value = |chosen: &Move| thrown.play(*chosen).map_or(f64::MIN, |after| value(&after, seat, depth));
    first_best(thrown.legal_moves(), value)
}

/// The better number of dice.
pub(crate) fn best_dice(position: &Position, depth: u32) -> Option<DiceCount> {
    let seat = position.turn()?;
    first_best(position.throws(), |&dice| mean(position, dice, seat, depth.max(1)))
}

/// The first of the choices with the highest value.
fn first_best<T>(choices: impl Iterator<Item = T>, value: impl Fn(&T) -> f64) -> Option<T> {
    let mut best: Option<(f64, T)> = None;
    for choice in choices {
        let value = value(&choice);
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, choice));
        }
    }
    best.map(|(_, choice)| choice)
}

/// The value of a position for a player.
fn value(position: &Position, seat: Seat, depth: u32) -> f64 {
    if let Some(outcome) = position.outcome() {
        let points = f64::from(outcome.points);
        return if outcome.winner == seat { points } else { -points };
    }
    if depth == 0 {
        let covered = position.covered();
        return f64::from(covered[seat].sum()) - f64::from(covered[seat.other()].sum());
    }
    let means = position.throws().map(|dice| mean(position, dice, seat, depth));
    if position.turn() == Some(seat) { means.fold(f64::MIN, f64::max) } else { means.fold(f64::MAX, f64::min) }
}

/// The mean over all throws of these dice.
fn mean(position: &Position, dice: DiceCount, seat: Seat, depth: u32) -> f64 {
    let mine = position.turn() == Some(seat);
    let mut sum = 0.0;
    let mut count = 0.0;
    for throw in Throw::all(dice) {
        let Ok(thrown) = position.throw(throw) else { continue };
        let after = |chosen: Move| thrown.play(chosen).map_or(0.0, |after| value(&after, seat, depth - 1));
        let best = thrown.legal_moves().map(after).reduce(if mine { f64::max } else { f64::min });
        sum += best.unwrap_or_else(|| thrown.pass().map_or(0.0, |after| value(&after, seat, depth - 1)));
        count += 1.0;
    }
    sum / count
}
