use parlor_rules::canoga::{Size, Squares};

use super::board::Board;

/// The chance of covering a whole row in one turn without an opponent, with the best play: there is nothing to uncover,
/// and the first throw that can't be used ends the turn. Dice are as in Canoga (rule can-dice).
///
/// These chances are known from elsewhere, so they check that dice and covers are counted correctly.
pub fn solo_chance(size: Size) -> f64 {
    let full = size.full_row();
    let mut worth = vec![0.0; usize::from(full.bits()) + 1];
    for own in (0..full.bits()).rev() {
        let board = Board { size, own: Squares::from_bits(own), opponent: Squares::NONE, locked: Squares::NONE };
        // A covered square of the opponent's means that this is the opponent's board after the end of the turn.
        let after = |after: Board| if after.opponent.is_empty() { worth[usize::from(after.own.bits())] } else { 0.0 };
        let best = board.dice().iter().map(|&dice| board.throw_worth(dice, &after)).fold(0.0, f64::max);
        worth[usize::from(own)] = best;
    }
    // A win pays every square of the opponent's empty row.
    worth[0] / f64::from(full.sum())
}
