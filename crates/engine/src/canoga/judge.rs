use std::cmp::Ordering;

use parlor_rules::DiceCount;
use parlor_rules::canoga::{Move, Squares};

use super::board::{After, Board};
use super::prospect::Prospect;

/// How a level evaluates the boards of one turn.
pub(super) enum Judge<'a> {
    /// Counts the points that lie covered.
    Novice,
    /// Knows what good players look at.
    Club,
    /// Knows the exact values.
    Master(Prospect<'a>),
}

/// A choice with what a level thinks of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<T> {
    pub(super) chosen: T,
    pub(super) value: f64,
    pub(super) exact: bool,
    pub(super) wins: bool,
}

impl Judge<'_> {
    /// Whether the level cares about the throws that follow. A novice counts what lies on the table.
    pub(super) fn looks_ahead(&self) -> bool {
        !matches!(self, Judge::Novice)
    }

    /// What the level thinks a board is worth to the player who throws.
    pub(super) fn worth(&self, board: Board) -> f64 {
        match self {
            Judge::Novice => novice_worth(board),
            Judge::Club => club_worth(board),
            Judge::Master(prospect) => prospect.worth(board),
        }
    }

    /// Every legal move, the best first; between equals the one that the rules list first.
    pub(super) fn rank_moves(&self, board: Board, sum: u8) -> Vec<Candidate<Move>> {
        let mut ranking: Vec<_> = board.moves(sum).map(|chosen| self.judge_move(board, chosen)).collect();
        ranking.sort_by(|one, other| self.better(one, other));
        ranking
    }

    /// The first of that ranking.
    pub(super) fn best_move(&self, board: Board, sum: u8) -> Option<Move> {
        let judged = board.moves(sum).map(|chosen| self.judge_move(board, chosen));
        let best = judged.reduce(|best, other| if self.better(&other, &best).is_lt() { other } else { best });
        best.map(|best| best.chosen)
    }

    /// Every number of dice that may be thrown, the better first; between equals two dice.
    pub(super) fn rank_dice(&self, board: Board) -> Vec<Candidate<DiceCount>> {
        let mut ranking: Vec<_> = board.dice().iter().rev().map(|&dice| self.judge_dice(board, dice)).collect();
        ranking.sort_by(|one, other| self.better(one, other));
        ranking
    }

    /// The first of that ranking.
    pub(super) fn best_dice(&self, board: Board) -> DiceCount {
        // Most boards leave no choice, and a throw takes long to judge.
        let [_, _] = board.dice() else { return DiceCount::Two };
        let judged = board.dice().iter().rev().map(|&dice| self.judge_dice(board, dice));
        let best = judged.reduce(|best, other| if self.better(&other, &best).is_lt() { other } else { best });
        best.expect("two dice may always be thrown").chosen
    }

    /// The lower levels take every win. The master knows when a small win is worth less than playing on.
    fn better<T>(&self, one: &Candidate<T>, other: &Candidate<T>) -> Ordering {
        let by_value = other.value.total_cmp(&one.value);
        match self {
            Judge::Master(_) => by_value,
            Judge::Novice | Judge::Club => other.wins.cmp(&one.wins).then(by_value),
        }
    }

    fn judge_move(&self, board: Board, chosen: Move) -> Candidate<Move> {
        match board.after(chosen) {
            After::Won(_, points) => Candidate { chosen, value: points.into(), exact: true, wins: true },
            After::GoesOn(after) => {
                let exact = matches!(self, Judge::Master(_));
                Candidate { chosen, value: self.worth(after), exact, wins: false }
            }
        }
    }

    fn judge_dice(&self, board: Board, chosen: DiceCount) -> Candidate<DiceCount> {
        let value = match self {
            // A novice keeps one die for the very end.
            Judge::Novice => {
                let small = board.open().sum() <= 6;
                novice_worth(board) + if small == (chosen == DiceCount::One) { 0.0 } else { -1.0 }
            }
            Judge::Club => board.throw_worth(chosen, &club_worth),
            Judge::Master(prospect) => prospect.throw_worth(board, chosen),
        };
        Candidate { chosen, value, exact: matches!(self, Judge::Master(_)), wins: false }
    }
}

/// A beginner counts the points that lie covered. Every move of a throw changes that count by the same amount, so
/// the first in the rules' order is played: own squares before the opponent's, and few large ones before many small
/// ones.
fn novice_worth(board: Board) -> f64 {
    f64::from(board.own.sum()) - f64::from(board.opponent.sum())
}

/// What good players look at, in points.
fn club_worth(board: Board) -> f64 {
    // An open small square can use a throw later on, so covering it is a loss.
    let worth_of_covered = |row: Squares| f64::from(row.sum()) - OPEN_SQUARE * f64::from(row.count());
    let win_at_once = |board: Board| board.best_winning().share() * stake(board);
    worth_of_covered(board.own) - worth_of_covered(board.opponent)
        + GO_ON * board.playable(DiceCount::Two).share() * stake(board)
        + WIN_AT_ONCE * (win_at_once(board) - win_at_once(board.turned()))
}

/// Roughly what a win pays the player who throws: covering pays the opponent's open squares, uncovering the
/// player's own covered ones.
fn stake(board: Board) -> f64 {
    f64::from(board.size.full_row().without(board.opponent).sum().max(board.own.sum()))
}

// Tuned to lose the least against the master on rows of 9 and 10.
const OPEN_SQUARE: f64 = 6.0;
const GO_ON: f64 = 0.1;
const WIN_AT_ONCE: f64 = 0.5;
