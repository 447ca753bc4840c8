use parlor_rules::canoga::Position;
use parlor_rules::{DiceCount, Level};

use super::Solution;
use super::board::ThrowerBoard;
use super::explain::{dice_reasons, move_reasons};
use super::judge::{Judge, expert_value};
use super::solved::solution_within;
use super::turn_values::TurnValues;
use crate::{Evaluation, Limits, Reason};

/// A level's ranking of every choice before a throw, or after one with this sum, best first; empty if there is nothing to
/// choose.
///
/// The master waits until the size is solved. If a limit is reached first, it answers as the club player would, and no
/// value is exact. The other levels never wait.
pub(crate) fn rank(position: &Position, sum: Option<u8>, level: Level, limits: &Limits) -> Vec<Evaluation> {
    Analysis::of_level(position, level, limits).map(|analysis| analysis.rank(sum)).unwrap_or_default()
}

/// The first of [`rank`].
pub(crate) fn best(position: &Position, sum: Option<u8>, level: Level, limits: &Limits) -> Option<Evaluation> {
    let analysis = Analysis::of_level(position, level, limits)?;
    let mut ranking = analysis.ranking(sum);
    let reasons = analysis.reasons(sum, &ranking, ranking.first().map(|_| 0)?);
    let best = ranking.swap_remove(0);
    Some(Evaluation { reasons, ..best })
}

/// A position before a throw, evaluated with a solution: the value of every throw, and of every choice.
///
/// Only the values of boards after a move or after a turn are read. The position's own value is computed from those, so
/// that it can be checked against the solution.
pub struct Analysis<'a> {
    board: ThrowerBoard,
    judge: Judge<'a>,
}

impl<'a> Analysis<'a> {
    /// `None` if the round is over.
    ///
    /// # Panics
    /// If the solution is for rows of another size.
    pub fn new(solution: &'a Solution, position: &Position) -> Option<Analysis<'a>> {
        assert_eq!(solution.squares(), position.size().squares(), "a solution is for rows of one size");
        let board = ThrowerBoard::of(position)?;
        let values = TurnValues::new(solution, board, &Limits::default()).expect("there are no limits");
        Some(Analysis { board, judge: Judge::Master(values) })
    }

    fn of_level(position: &Position, level: Level, limits: &Limits) -> Option<Analysis<'static>> {
        let board = ThrowerBoard::of(position)?;
        let judge = match level {
            Level::Novice => Judge::Novice,
            Level::Club => Judge::Club,
            Level::Expert => Judge::Expert(&expert_value),
            Level::Master => solution_within(position.size(), limits)
                .and_then(|solution| TurnValues::new(solution, board, limits))
                .map_or(Judge::Club, Judge::Master),
        };
        Some(Analysis { board, judge })
    }

    /// The value of a throw with this sum to the player who throws, with the best play after it.
    pub fn after_throw(&self, sum: u8) -> f64 {
        self.board.best_value(sum, &|board| self.judge.value(board))
    }

    /// The mean value over all throws of one die or of two.
    pub fn before_throw(&self, dice: DiceCount) -> f64 {
        self.board.throw_value(dice, &|board| self.judge.value(board))
    }

    /// The value of the position before the number of dice is chosen.
    pub fn value(&self) -> f64 {
        self.board.dice().iter().map(|&dice| self.before_throw(dice)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Every number of dice or, after a throw with this sum, every legal move; best first.
    pub fn rank(&self, sum: Option<u8>) -> Vec<Evaluation> {
        let mut ranking = self.ranking(sum);
        let reasons: Vec<_> = (0..ranking.len()).map(|index| self.reasons(sum, &ranking, index)).collect();
        for (evaluation, reasons) in ranking.iter_mut().zip(reasons) {
            evaluation.reasons = reasons;
        }
        ranking
    }

    /// The ranking of [`Self::rank`] without reasons.
    fn ranking(&self, sum: Option<u8>) -> Vec<Evaluation> {
        match sum {
            None => self.judge.rank_dice(self.board),
            Some(sum) => self.judge.rank_moves(self.board, sum),
        }
    }

    fn reasons(&self, sum: Option<u8>, ranking: &[Evaluation], index: usize) -> Vec<Reason> {
        let reasons = match sum {
            None => dice_reasons(self.board, ranking, index),
            Some(_) => move_reasons(self.board, ranking, index, self.judge.looks_ahead()),
        };
        reasons.into_iter().map(Reason::Canoga).collect()
    }
}
