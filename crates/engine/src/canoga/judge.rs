use std::cmp::Ordering;

use parlor_rules::canoga::{Move, Squares};
use parlor_rules::{Choice, DiceCount};

use super::board::{After, ThrowerBoard};
use super::turn_values::TurnValues;
use crate::Evaluation;

/// A level's evaluation of the boards of one turn.
pub(super) enum Judge<'a> {
    /// Counts the points of covered squares.
    Novice,
    /// Uses a good player's heuristics.
    Club,
    /// Looks one throw ahead, and values boards by this function, which is [`expert_value`] or a table of it.
    Expert(&'a (dyn Fn(ThrowerBoard) -> f64 + Sync)),
    Master(TurnValues<'a>),
}

impl Judge<'_> {
    /// True if the level considers later throws. A novice only counts covered points.
    pub(super) fn looks_ahead(&self) -> bool {
        !matches!(self, Judge::Novice)
    }

    /// The level's value of a board for the player who throws.
    pub(super) fn value(&self, board: ThrowerBoard) -> f64 {
        match self {
            Judge::Novice => novice_value(board),
            Judge::Club => club_value(board),
            Judge::Expert(value) => value(board),
            Judge::Master(values) => values.value(board),
        }
    }

    /// Every legal move, the best first; equal moves in the order of the rules.
    pub(super) fn rank_moves(&self, board: ThrowerBoard, sum: u8) -> Vec<Evaluation> {
        let mut ranking: Vec<_> = board.moves(sum).map(|chosen| self.evaluate_move(board, chosen)).collect();
        ranking.sort_by(|one, other| self.better(one, other));
        ranking
    }

    /// The first move of [`Self::rank_moves`].
    pub(super) fn best_move(&self, board: ThrowerBoard, sum: u8) -> Option<Move> {
        let evaluated = board.moves(sum).map(|chosen| (chosen, self.evaluate_move(board, chosen)));
        let best = evaluated.reduce(|best, other| if self.better(&other.1, &best.1).is_lt() { other } else { best });
        best.map(|(chosen, _)| chosen)
    }

    /// Every number of dice that may be thrown, the better first; if they are equal, two dice first.
    pub(super) fn rank_dice(&self, board: ThrowerBoard) -> Vec<Evaluation> {
        let mut ranking: Vec<_> = board.dice().iter().rev().map(|&dice| self.evaluate_dice(board, dice)).collect();
        ranking.sort_by(|one, other| self.better(one, other));
        ranking
    }

    /// The first number of [`Self::rank_dice`].
    pub(super) fn best_dice(&self, board: ThrowerBoard) -> DiceCount {
        // Most boards leave no choice, and evaluating a throw is slow.
        let [_, _] = board.dice() else { return DiceCount::Two };
        let [one, two] = [DiceCount::One, DiceCount::Two].map(|dice| self.evaluate_dice(board, dice));
        if self.better(&one, &two).is_lt() { DiceCount::One } else { DiceCount::Two }
    }

    /// The lower levels take every win, and have no other exact values. For the master, a small win can have a lower
    /// value than playing on.
    fn better(&self, one: &Evaluation, other: &Evaluation) -> Ordering {
        let by_value = other.value.total_cmp(&one.value);
        match self {
            Judge::Master(_) => by_value,
            Judge::Novice | Judge::Club | Judge::Expert(_) => other.exact.cmp(&one.exact).then(by_value),
        }
    }

    fn evaluate_move(&self, board: ThrowerBoard, chosen: Move) -> Evaluation {
        let (value, exact) = match board.after(chosen) {
            After::Won(_, points) => (points.into(), true),
            After::Continues(after) => (self.value(after), matches!(self, Judge::Master(_))),
        };
        Evaluation::new(Choice::Canoga(chosen), value, exact)
    }

    fn evaluate_dice(&self, board: ThrowerBoard, dice: DiceCount) -> Evaluation {
        let value = match self {
            // A novice keeps one die for the very end.
            Judge::Novice => {
                let small = board.open().sum() <= 6;
                novice_value(board) + if small == (dice == DiceCount::One) { 0.0 } else { -1.0 }
            }
            Judge::Expert(_) => board.throw_value(dice, &club_value),
            Judge::Club | Judge::Master(_) => board.throw_value(dice, &|board| self.value(board)),
        };
        Evaluation::new(Choice::Dice(dice), value, matches!(self, Judge::Master(_)))
    }
}

/// A novice counts the points of covered squares. Every move of a throw changes that count by the same amount, so the
/// first in the rules' order is played: the player's own squares before the opponent's, and few large ones before many
/// small ones.
fn novice_value(board: ThrowerBoard) -> f64 {
    f64::from(board.own.sum()) - f64::from(board.opponent.sum())
}

/// The mean over all throws of the best value that a club player sees after the throw.
pub(super) fn expert_value(board: ThrowerBoard) -> f64 {
    one_throw_ahead(board, &club_value)
}

/// The value of a board, computed from the values of the boards after the next throw.
pub(super) fn one_throw_ahead(board: ThrowerBoard, value: &impl Fn(ThrowerBoard) -> f64) -> f64 {
    board.dice().iter().map(|&dice| board.throw_value(dice, value)).fold(f64::NEG_INFINITY, f64::max)
}

/// A good player's heuristics, in points.
pub(super) fn club_value(board: ThrowerBoard) -> f64 {
    // A small square left open can use up a later throw, so covering it is a loss.
    let worth_of_covered = |row: Squares| f64::from(row.sum()) - OPEN_SQUARE * f64::from(row.count());
    let win_at_once = |board: ThrowerBoard| board.best_winning().share() * stake(board);
    worth_of_covered(board.own) - worth_of_covered(board.opponent)
        + GO_ON * board.playable(DiceCount::Two).share() * stake(board)
        + WIN_AT_ONCE * (win_at_once(board) - win_at_once(board.turned()))
}

/// The approximate points of a win for the player who throws: covering pays the opponent's open squares, uncovering the
/// player's own covered ones.
fn stake(board: ThrowerBoard) -> f64 {
    f64::from(board.full_row().without(board.opponent).sum().max(board.own.sum()))
}

// Tuned to lose the least against the master on rows of 9 and 10.
const OPEN_SQUARE: f64 = 6.0;
const GO_ON: f64 = 0.1;
const WIN_AT_ONCE: f64 = 0.5;
