//! The values of all positions on 5×5 with few pieces.
//!
//! A position's value is the net points of the round for the player to move, if both players play as well as possible and the
//! round is called after the limit of quiet moves. Repetition and offers (rules kon-called and kon-offer) are ignored, because
//! they depend on the history.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use parlor_rules::Choice;
use parlor_rules::kono::{Board, Color, Move, Position, Size, Standing};

use super::explain::reasons;
use crate::chance::TieBreak;
use crate::{Evaluation, Limits, Reason};

mod file;
mod half;
mod index;
mod moves;
mod solver;

#[cfg(test)]
mod tests;

pub use file::TablebaseError;
use index::{Index, Location, Material};
use solver::Solver;

const SIZE: Size = Tablebase::SIZE;

/// The solution of all positions with up to a number of pieces.
pub struct Tablebase {
    pieces: u8,
    index: Index,
    tables: BTreeMap<Material, MaterialValues>,
}

/// The positions of one material, row by row.
struct MaterialValues {
    entries: Vec<StoredValue>,
}

impl MaterialValues {
    fn entry(&self, number: usize) -> StoredValue {
        self.entries[number]
    }
}

/// A solved position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StoredValue {
    /// The value for the player to move when all quiet moves are left.
    value: i8,
    /// The number of quiet moves that must be left for the position to have this value. With one fewer it has another one.
    since: u8,
}

/// The progress of [`Tablebase::solve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseProgress {
    /// The number of positions that are solved.
    pub solved: u64,
    /// The number of all positions.
    pub positions: u64,
}

/// A legal move with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub chosen: Move,
    /// The net points for the player who makes it.
    pub value: i32,
    /// The number of quiet moves that must be left after the move. Among moves of equal value, a smaller number is nearer
    /// to the end.
    pub since: u8,
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase").field("pieces", &self.pieces).finish_non_exhaustive()
    }
}

impl Tablebase {
    /// The size of the boards.
    pub const SIZE: Size = Size::ALL[0];

    /// The number of pieces for which positions can be solved.
    pub const PIECES: std::ops::RangeInclusive<u8> = 2..=6;

    /// Solves all positions with up to this number of pieces on the board, clamped to [`Self::PIECES`]. Stops with `None` if
    /// the callback says so.
    pub fn solve(pieces: u8, report: impl FnMut(TablebaseProgress) -> ControlFlow<()>) -> Option<Tablebase> {
        Self::solve_with_limit(pieces, SIZE.quiet_limit() as u8, report)
    }

    fn solve_with_limit(
        pieces: u8,
        limit: u8,
        mut report: impl FnMut(TablebaseProgress) -> ControlFlow<()>,
    ) -> Option<Tablebase> {
        let pieces = pieces.clamp(*Self::PIECES.start(), *Self::PIECES.end());
        let index = Index::new(pieces);
        let count = |material: Material| {
            let (rows, columns) = index.shape(material);
            (rows * columns) as u64
        };
        let all = Material::all(pieces);
        let positions = all.iter().map(|&material| count(material)).sum();
        let mut solved = 0;
        let mut solver = Solver::new(&index, limit);
        for material in all {
            if report(TablebaseProgress { solved, positions }).is_break() {
                return None;
            }
            solver.solve(material);
            solved += count(material);
        }
        let tables = solver.tables;
        Some(Tablebase { pieces, index, tables })
    }

    /// The maximum number of pieces on the board.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The number of positions. Mirrored positions, and those in which the other player is to move, are the same.
    pub fn positions(&self) -> u64 {
        self.tables.values().map(|table| table.entries.len() as u64).sum()
    }

    /// The number of positions with this number of pieces by the number of quiet moves that must be left, from 0 to the limit.
    /// At the limit the value still changes.
    pub fn since_counts(&self, pieces: u8) -> Vec<u64> {
        let mut counts = vec![0; SIZE.quiet_limit() + 1];
        let tables = self.tables.iter().filter(|(material, _)| material.pieces() == pieces);
        for entry in tables.flat_map(|(_, table)| &table.entries) {
            counts[usize::from(entry.since)] += 1;
        }
        counts
    }

    fn entry(&self, board: &Board, mover: Color) -> Option<StoredValue> {
        let Location { material, row, column } = self.index.locate(board, mover)?;
        let (_, columns) = self.index.shape(material);
        self.tables.get(&material)?.entries.get(row * columns + column).copied()
    }

    /// The value of a position for the player to move, with this number of quiet moves left until the round is called.
    /// `None` if the round is over, the position isn't in the tablebase, or too few quiet moves are left.
    pub fn value(&self, position: &Position, left: usize) -> Option<i32> {
        let mover = position.color(position.turn()?);
        let entry = self.entry(position.board(), mover)?;
        (left >= usize::from(entry.since)).then_some(entry.value.into())
    }

    /// True if the tablebase has the current position. The value of a move may still be unknown.
    pub fn contains(&self, standing: &Standing) -> bool {
        let mover = standing.position.and_then(|position| Some(position.color(position.turn()?)));
        mover.is_some_and(|mover| self.entry(standing.board(), mover).is_some())
    }

    /// Every legal move with its value, best first. `None` if the value of one of them isn't known.
    pub fn rank(&self, standing: &Standing) -> Option<Vec<RankedMove>> {
        let position = standing.position?;
        let seat = position.turn()?;
        let limit = SIZE.quiet_limit();
        let ranked = position.legal_moves().map(|chosen| {
            let play = position.play_with_details(chosen).ok()?;
            let quiet = if play.captured || play.arrived { 0 } else { standing.history().len() + 1 };
            if play.after.turn().is_none() || quiet >= limit {
                let scores = play.after.scores();
                return Some(RankedMove { chosen, value: scores[seat] - scores[seat.other()], since: 0 });
            }
            let value = -self.value(&play.after, limit - quiet)?;
            let mover = play.after.color(seat.other());
            Some(RankedMove { chosen, value, since: self.entry(play.after.board(), mover)?.since })
        });
        let mut ranked: Vec<RankedMove> = ranked.collect::<Option<_>>()?;
        ranked.sort_by_key(|ranked| (std::cmp::Reverse(ranked.value), ranked.since));
        Some(ranked)
    }
}

/// Every legal move with its value and reasons, best first; empty if a value isn't known. No value is called exact, because
/// repetition and offers could change it.
pub(crate) fn rank_from_endings(
    endings: &Tablebase,
    standing: &Standing,
    limits: &Limits,
    chance: TieBreak,
) -> Vec<Evaluation> {
    let mut ranked = endings.rank(standing).unwrap_or_default();
    let equals =
        ranked.iter().take_while(|other| (other.value, other.since) == (ranked[0].value, ranked[0].since)).count();
    if equals > 1 {
        ranked.swap(0, chance.pick(equals));
    }
    let evaluation = |RankedMove { chosen, value, .. }: RankedMove| {
        let reasons = reasons(standing, chosen, &[chosen], limits).into_iter().map(Reason::Kono).collect();
        Evaluation { reasons, ..Evaluation::new(Choice::Kono(chosen), value.into(), false) }
    };
    ranked.into_iter().map(evaluation).collect()
}
