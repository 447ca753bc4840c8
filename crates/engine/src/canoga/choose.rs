use parlor_rules::canoga::{Move, Position, Thrown};
use parlor_rules::{DiceCount, Level};

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
    let ranking = judge(level, board, limits).rank_dice(board);
    (0..ranking.len()).map(|index| assess(&ranking[index], dice_reasons(board, &ranking, index))).collect()
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
    let judge = judge(level, board, limits);
    let ranking = judge.rank_moves(board, thrown.throw().sum());
    let reasons = |index| move_reasons(board, &ranking, index, judge.looks_ahead());
    (0..ranking.len()).map(|index| assess(&ranking[index], reasons(index))).collect()
}

/// The first of [`rank_moves`]; `None` if the throw allows no move.
pub fn best_move(thrown: &Thrown, level: Level, limits: &Limits) -> Option<Assessed<Move, Reason>> {
    let board = board_of(thrown);
    let judge = judge(level, board, limits);
    let ranking = judge.rank_moves(board, thrown.throw().sum());
    Some(assess(ranking.first()?, move_reasons(board, &ranking, 0, judge.looks_ahead())))
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
