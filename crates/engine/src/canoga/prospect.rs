use parlor_rules::DiceCount;
use parlor_rules::canoga::Squares;

use super::Solution;
use super::board::Board;

/// What the boards of one turn are worth: the solution, and above it the layer of boards on which a square
/// is locked, if the turn began with one (rule can-lock).
pub(super) struct Prospect<'a> {
    solution: &'a Solution,
    locked: Option<LockedTurn>,
}

impl<'a> Prospect<'a> {
    /// The boards that a turn can come to from this one.
    pub(super) fn new(solution: &'a Solution, board: Board) -> Prospect<'a> {
        let locked = (!board.locked.is_empty()).then(|| LockedTurn::new(solution, board));
        Prospect { solution, locked }
    }

    /// What a board is worth to the one who throws.
    pub(super) fn worth(&self, board: Board) -> f64 {
        match &self.locked {
            Some(turn) if !board.locked.is_empty() => turn.worth(board),
            _ => f64::from(self.solution.value(board.own, board.opponent)),
        }
    }

    /// What a throw is worth with that many dice.
    pub(super) fn throw_worth(&self, board: Board, dice: DiceCount) -> f64 {
        board.throw_worth(dice, &|board| self.worth(board))
    }
}

/// The worth of every board that a turn with a locked square can come to. In play the locked square is the
/// opponent's only one, so these are at most as many as there are rows.
struct LockedTurn {
    /// The opponent's squares that could be uncovered when it began.
    shut: Squares,
    /// By own row, and by which of `shut` are still covered.
    worth: Vec<f64>,
}

impl LockedTurn {
    fn new(solution: &Solution, board: Board) -> LockedTurn {
        let shut = board.opponent.without(board.locked);
        let (full, columns) = (board.size.full_row().bits(), 1u16 << shut.count());
        let mut turn = LockedTurn { shut, worth: vec![0.0; usize::from(full) * usize::from(columns)] };
        // Fuller own rows first, emptier opponent's rows first: each board after those that it leads to. The
        // full own row is no board but a win.
        let own_rows = (0..full).rev().map(Squares::from_bits).filter(|&own| board.own.within(own));
        for own in own_rows {
            for column in 0..columns {
                let board = Board { own, opponent: board.locked.with(spread(column, shut)), ..board };
                let worth = |after: Board| {
                    if after.locked.is_empty() {
                        f64::from(solution.value(after.own, after.opponent))
                    } else {
                        turn.worth(after)
                    }
                };
                let best = board.dice().iter().map(|&dice| board.throw_worth(dice, &worth));
                let best = best.fold(f64::NEG_INFINITY, f64::max);
                let place = turn.place(board);
                turn.worth[place] = best;
            }
        }
        turn
    }

    fn worth(&self, board: Board) -> f64 {
        self.worth[self.place(board)]
    }

    fn place(&self, board: Board) -> usize {
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
