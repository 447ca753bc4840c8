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
    /// Own squares that were open when it began, and the opponent's that can be uncovered.
    open: Squares,
    shut: Squares,
    worth: Vec<f64>,
}

impl LockedTurn {
    fn new(solution: &Solution, board: Board) -> LockedTurn {
        let (open, shut) = (board.open(), board.opponent.without(board.locked));
        let (rows, columns) = (1usize << open.count(), 1usize << shut.count());
        let mut turn = LockedTurn { open, shut, worth: vec![0.0; rows * columns] };
        // Fuller own rows first, emptier opponent's rows first: each board after those that it leads to. The
        // full own row is no board but a win.
        for row in (0..rows - 1).rev() {
            for column in 0..columns {
                let own = board.own.with(spread(row, open));
                let opponent = board.locked.with(spread(column, shut));
                let board = Board { own, opponent, ..board };
                let worth = |after: Board| {
                    if after.locked.is_empty() {
                        f64::from(solution.value(after.own, after.opponent))
                    } else {
                        turn.worth(after)
                    }
                };
                let best = board.dice().iter().map(|&dice| board.throw_worth(dice, &worth));
                turn.worth[row * columns + column] = best.fold(f64::NEG_INFINITY, f64::max);
            }
        }
        turn
    }

    fn worth(&self, board: Board) -> f64 {
        let row = gather(board.own, self.open);
        let column = gather(board.opponent, self.shut);
        self.worth[(row << self.shut.count()) + column]
    }
}

/// The squares of `places` whose bits are set in `number`, the smallest square being bit 0.
fn spread(number: usize, places: Squares) -> Squares {
    places
        .ascending()
        .enumerate()
        .filter(|&(bit, _)| number >> bit & 1 == 1)
        .fold(Squares::NONE, |set, (_, square)| set.with(Squares::one(square)))
}

/// The number of which that is the spreading.
fn gather(set: Squares, places: Squares) -> usize {
    places.ascending().enumerate().filter(|&(_, square)| set.contains(square)).map(|(bit, _)| 1 << bit).sum()
}
