use parlor_rules::canoga::{Move, Position, Thrown};
use parlor_rules::{DiceCount, Level};

use super::Solution;
use super::board::Board;
use super::explain::{dice_reasons, move_reasons};
use super::judge::{Candidate, Judge};
use super::prospect::Prospect;
use super::reason::Reason;
use super::solved::solution_within;
use crate::{Assessed, Limits};

/// One die or two as a level sees it, the better first; empty if the round is over.
///
/// The master waits until the size is solved. If the limits are up first, it answers as the club player would, and
/// what it says isn't exact. The other levels never wait.
pub fn rank_throws(position: &Position, level: Level, limits: &Limits) -> Vec<Assessed<DiceCount, Reason>> {
    let Some(board) = Board::of(position) else { return Vec::new() };
    rank_throws_by(&judge(level, board, limits), board)
}

/// The first of [`rank_throws`]; `None` if the round is over.
pub fn best_throw(position: &Position, level: Level, limits: &Limits) -> Option<Assessed<DiceCount, Reason>> {
    let board = Board::of(position)?;
    let ranking = judge(level, board, limits).rank_dice(board);
    Some(assess(&ranking[0], dice_reasons(board, &ranking, 0)))
}

/// Every legal move as a level sees it, the best first; empty if the throw allows none. About the limits, see
/// [`rank_throws`].
///
/// ```
/// use parlor_engine::{Limits, canoga};
/// use parlor_rules::{Level, Seat, canoga::{Position, Size}};
///
/// let start = Position::start(Size::new(9).unwrap(), Seat::Human, None);
/// let thrown = start.throw("6 3".parse().unwrap()).unwrap();
/// let ranking = canoga::rank_moves(&thrown, Level::Club, &Limits::default());
/// assert_eq!(ranking.len(), thrown.moves().count());
/// assert_eq!(ranking[0].chosen.to_string(), "cover 9");
/// assert_eq!(ranking[0].reasons[1].to_string(), "It covers the largest square that this throw can cover, 9.");
/// ```
pub fn rank_moves(thrown: &Thrown, level: Level, limits: &Limits) -> Vec<Assessed<Move, Reason>> {
    let board = board_of(thrown);
    rank_moves_by(&judge(level, board, limits), board, thrown.throw().sum())
}

/// The first of [`rank_moves`]; `None` if the throw allows no move.
pub fn best_move(thrown: &Thrown, level: Level, limits: &Limits) -> Option<Assessed<Move, Reason>> {
    let board = board_of(thrown);
    let judge = judge(level, board, limits);
    let ranking = judge.rank_moves(board, thrown.throw().sum());
    Some(assess(ranking.first()?, move_reasons(board, &ranking, 0, judge.looks_ahead())))
}

/// A position before a throw, by a solution's values: what every throw is worth, and every choice.
///
/// Only the values of boards after a move or after a turn are read. What the position itself is worth is computed from
/// those, so that it can be checked against what the solution says of it.
pub struct Analysis<'a> {
    board: Board,
    judge: Judge<'a>,
}

impl<'a> Analysis<'a> {
    /// `None` if the round is over.
    ///
    /// # Panics
    /// If the solution is for rows of another size.
    pub fn new(solution: &'a Solution, position: &Position) -> Option<Analysis<'a>> {
        assert_eq!(solution.size(), position.size(), "a solution is for rows of one size");
        let board = Board::of(position)?;
        let prospect = Prospect::new(solution, board, &Limits::default()).expect("there are no limits");
        Some(Analysis { board, judge: Judge::Master(prospect) })
    }

    /// What a throw with this sum is worth to the player who throws, with the best play after it.
    pub fn after_throw(&self, sum: u8) -> f64 {
        self.board.best_worth(sum, &|board| self.judge.worth(board))
    }

    /// The mean of that over all throws with this many dice.
    pub fn before_throw(&self, dice: DiceCount) -> f64 {
        self.board.throw_worth(dice, &|board| self.judge.worth(board))
    }

    /// What the position is worth before the number of dice is chosen.
    pub fn value(&self) -> f64 {
        self.board.dice().iter().map(|&dice| self.before_throw(dice)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// As [`rank_throws`] at full strength.
    pub fn rank_throws(&self) -> Vec<Assessed<DiceCount, Reason>> {
        rank_throws_by(&self.judge, self.board)
    }

    /// As [`rank_moves`] at full strength.
    pub fn rank_moves(&self, sum: u8) -> Vec<Assessed<Move, Reason>> {
        rank_moves_by(&self.judge, self.board, sum)
    }
}

fn rank_throws_by(judge: &Judge<'_>, board: Board) -> Vec<Assessed<DiceCount, Reason>> {
    let ranking = judge.rank_dice(board);
    (0..ranking.len()).map(|index| assess(&ranking[index], dice_reasons(board, &ranking, index))).collect()
}

fn rank_moves_by(judge: &Judge<'_>, board: Board, sum: u8) -> Vec<Assessed<Move, Reason>> {
    let ranking = judge.rank_moves(board, sum);
    let reasons = |index| move_reasons(board, &ranking, index, judge.looks_ahead());
    (0..ranking.len()).map(|index| assess(&ranking[index], reasons(index))).collect()
}

fn board_of(thrown: &Thrown) -> Board {
    Board::of(thrown.position()).expect("dice are thrown only while the round goes on")
}

fn assess<T: Copy>(candidate: &Candidate<T>, reasons: Vec<Reason>) -> Assessed<T, Reason> {
    let Candidate { chosen, value, exact, .. } = *candidate;
    Assessed { chosen, value, exact, reasons }
}

fn judge(level: Level, board: Board, limits: &Limits) -> Judge<'static> {
    match level {
        Level::Novice => Judge::Novice,
        Level::Club => Judge::Club,
        Level::Master => solution_within(board.size, limits)
            .and_then(|solution| Prospect::new(solution, board, limits))
            .map_or(Judge::Club, Judge::Master),
    }
}
