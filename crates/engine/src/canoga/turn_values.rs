use parlor_rules::canoga::Squares;

use super::Solution;
use super::board::ThrowerBoard;
use crate::Limits;
use crate::limits::LimitCheck;

/// The values of the boards of one turn: from the solution, or from a separate table if a square is locked for this turn
/// (rule can-lock).
pub(super) struct TurnValues<'a> {
    solution: &'a Solution,
    locked: Option<LockedTurn>,
}

impl<'a> TurnValues<'a> {
    /// The boards that a turn can reach from this one; `None` if a limit is reached first.
    pub(super) fn new(solution: &'a Solution, board: ThrowerBoard, limits: &Limits) -> Option<TurnValues<'a>> {
        let locked = if board.locked.is_empty() { None } else { Some(LockedTurn::new(solution, board, limits)?) };
        Some(TurnValues { solution, locked })
    }

    /// The value of a board for the player who throws.
    pub(super) fn value(&self, board: ThrowerBoard) -> f64 {
        match &self.locked {
            Some(turn) if !board.locked.is_empty() => turn.value(board),
            _ => f64::from(self.solution.value(board.own, board.opponent)),
        }
    }
}

/// The value of every board that a turn with a locked square can reach. In play the locked square is the opponent's
/// only covered one, so there are at most as many boards as rows; a save file may have more.
struct LockedTurn {
    /// The opponent's covered squares that aren't locked.
    shut: Squares,
    /// Indexed by own row, and by the subset of `shut` that is still covered.
    values: Vec<f64>,
}

/// Boards between two checks of the clock: well under a millisecond.
const CHECK_INTERVAL: u32 = 64;

impl LockedTurn {
    /// `None` if a limit is reached first.
    fn new(solution: &Solution, board: ThrowerBoard, limits: &Limits) -> Option<LockedTurn> {
        let mut limit_check = LimitCheck::new(limits, CHECK_INTERVAL);
        let shut = board.opponent.without(board.locked);
        let (full, columns) = (board.full_row().bits(), 1u16 << shut.count());
        let mut turn = LockedTurn { shut, values: vec![0.0; usize::from(full) * usize::from(columns)] };
        // Fuller own rows first, then emptier opponent's rows, so that each board comes after those that it leads to. A
        // full own row isn't a board but a win.
        let own_rows = (0..full).rev().map(Squares::from_bits).filter(|&own| board.own.within(own));
        for own in own_rows {
            for column in 0..columns {
                if limit_check.step() {
                    return None;
                }
                let board = ThrowerBoard { own, opponent: board.locked.with(spread(column, shut)), ..board };
                let value = |after: ThrowerBoard| {
                    if after.locked.is_empty() {
                        f64::from(solution.value(after.own, after.opponent))
                    } else {
                        turn.value(after)
                    }
                };
                let best = board.dice().iter().map(|&dice| board.throw_value(dice, &value));
                let best = best.fold(f64::NEG_INFINITY, f64::max);
                let place = turn.place(board);
                turn.values[place] = best;
            }
        }
        Some(turn)
    }

    fn value(&self, board: ThrowerBoard) -> f64 {
        self.values[self.place(board)]
    }

    fn place(&self, board: ThrowerBoard) -> usize {
        let still_shut = self.shut.ascending().enumerate().filter(|&(_, square)| board.opponent.contains(square));
        let column: usize = if self.shut.is_empty() { 0 } else { still_shut.map(|(bit, _)| 1 << bit).sum() };
        (usize::from(board.own.bits()) << self.shut.count()) + column
    }
}

/// The squares of `places` whose bits are set in `number`, the smallest square being bit 0.
fn spread(number: u16, places: Squares) -> Squares {
    places
        .ascending()
        .enumerate()
        .filter(|&(bit, _)| number >> bit & 1 == 1)
        .fold(Squares::NONE, |set, (_, square)| set.with(Squares::one(square)))
}
