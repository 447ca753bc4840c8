use parlor_rules::canoga::{Move, Position, Thrown};
use parlor_rules::{DiceCount, Level};

use super::board::Board;
use super::judge::Judge;
use super::prospect::Prospect;
use super::reason::Reason;
use super::solved::solution;
use super::why::{dice_reasons, move_reasons};
use crate::Assessed;

/// One die or two, by what a level believes, the better first; nothing in a finished round.
///
/// The master has to wait until the size is solved, if it isn't; the others never wait.
pub fn rank_throws(position: &Position, level: Level) -> Vec<Assessed<DiceCount, Reason>> {
    let Some(board) = Board::of(position) else { return Vec::new() };
    let ranking = judge(level, board).rank_dice(board);
    let reasons = |index| dice_reasons(board, &ranking, index);
    let choice = |(index, judged): (usize, &super::judge::Judged<DiceCount>)| Assessed {
        chosen: judged.chosen,
        value: judged.value,
        exact: judged.exact,
        reasons: reasons(index),
    };
    ranking.iter().enumerate().map(choice).collect()
}

/// The first of [`rank_throws`]; nothing in a finished round.
pub fn best_throw(position: &Position, level: Level) -> Option<Assessed<DiceCount, Reason>> {
    rank_throws(position, level).into_iter().next()
}

/// Every legal move, the best first by what a level believes; nothing where the throw allows none.
///
/// ```
/// use parlor_engine::canoga;
/// use parlor_rules::{Level, Seat, canoga::{Position, Size}};
///
/// let start = Position::start(Size::new(9).unwrap(), Seat::Human, None);
/// let thrown = start.throw("6 3".parse().unwrap()).unwrap();
/// let ranking = canoga::rank_moves(&thrown, Level::Club);
/// assert_eq!(ranking.len(), thrown.moves().count());
/// assert_eq!(ranking[0].chosen.to_string(), "cover 9");
/// assert_eq!(ranking[0].reasons[0].to_string(), "It covers the largest square that this throw can cover, 9.");
/// ```
pub fn rank_moves(thrown: &Thrown, level: Level) -> Vec<Assessed<Move, Reason>> {
    let Some(board) = Board::of(thrown.position()) else { return Vec::new() };
    let ranking = judge(level, board).rank_moves(board, thrown.throw().sum());
    let reasons = |index| move_reasons(board, &ranking, index);
    let choice = |(index, judged): (usize, &super::judge::Judged<Move>)| Assessed {
        chosen: judged.chosen,
        value: judged.value,
        exact: judged.exact,
        reasons: reasons(index),
    };
    ranking.iter().enumerate().map(choice).collect()
}

/// The first of [`rank_moves`]; nothing where the throw allows none.
pub fn best_move(thrown: &Thrown, level: Level) -> Option<Assessed<Move, Reason>> {
    rank_moves(thrown, level).into_iter().next()
}

fn judge(level: Level, board: Board) -> Judge<'static> {
    match level {
        Level::Novice => Judge::Novice,
        Level::Club => Judge::Club,
        Level::Master => Judge::Master(Prospect::new(solution(board.size), board)),
    }
}
