//! Solves the positions of a tablebase, backward over the number of quiet moves that are left.
//!
//! With no quiet move left, a position has the value of its score. With one more left, it has that of its best step. After a
//! capture or a first arrival all quiet moves are left again, but then there are fewer pieces, or fewer plain ones, and those
//! positions are already solved.

use std::collections::BTreeMap;

use super::half::{Counts, swapped};
use super::index::{Index, Material};
use super::moves::HalfMoves;
use super::{MaterialValues, StoredValue};

/// The value of a position in which the mover has no tactical step.
const NONE: i8 = i8::MIN;

/// Marks a position in which the round is over.
const OVER: i8 = i8::MAX;

pub(super) struct Solver<'a> {
    index: &'a Index,
    limit: u8,
    moves: [BTreeMap<Counts, HalfMoves>; 2],
    pub(super) tables: BTreeMap<Material, MaterialValues>,
}

/// The positions of one material while they are solved.
struct Rectangle<'a> {
    rows: &'a HalfMoves,
    columns: &'a HalfMoves,
    /// The best value after a tactical step, or [`NONE`], or [`OVER`].
    tactical: Vec<i8>,
    values: Vec<i8>,
    /// For each position, the last number of quiet moves left with which its value changed.
    since: Vec<u8>,
}

/// The columns of a rectangle as the other player sees them.
struct Turned {
    straight: Vec<u32>,
    /// The mirrored columns.
    mirrored: Vec<u32>,
}

impl Turned {
    fn new(columns: &HalfMoves, after: &HalfMoves) -> Turned {
        let straight: Vec<u32> = columns.turned.iter().map(|place| place.number).collect();
        let mirrored = straight.iter().map(|&column| after.mirrored[column as usize]).collect();
        Turned { straight, mirrored }
    }

    #[inline]
    fn get(&self, mirrored: bool) -> &[u32] {
        if mirrored { &self.mirrored } else { &self.straight }
    }
}

impl<'a> Solver<'a> {
    pub(super) fn new(index: &'a Index, limit: u8) -> Solver<'a> {
        Solver { index, limit, moves: [BTreeMap::new(), BTreeMap::new()], tables: BTreeMap::new() }
    }

    /// Solves the positions of a material, and those after a step from there. All earlier materials must be solved.
    pub(super) fn solve(&mut self, material: Material) {
        if self.tables.contains_key(&material) {
            return;
        }
        let turned = material.turned();
        for counts in [material, turned].map(|material| material.0) {
            self.prepare(counts);
        }
        let mut sides = vec![self.rectangle(material)];
        if turned != material {
            sides.push(self.rectangle(turned));
        }
        for left in 1..=self.limit {
            let last = sides.len() - 1;
            let next: Vec<Vec<i8>> = (0..=last).map(|side| sides[side].next(&sides[last - side])).collect();
            let mut changed = false;
            for (side, next) in sides.iter_mut().zip(next) {
                changed |= side.advance(next, left);
            }
            if !changed {
                break;
            }
        }
        let tables: Vec<MaterialValues> = sides.into_iter().map(Rectangle::into_values).collect();
        self.tables.extend([material, turned].into_iter().zip(tables));
    }

    /// Finds the steps of both halves, and of all halves that a tactical step leads to.
    fn prepare(&mut self, counts: [Counts; 2]) {
        for (parity, counts) in counts.into_iter().enumerate() {
            for counts in [counts, swapped(counts)] {
                self.prepare_half(parity, counts);
            }
            for after in self.moves[parity][&counts].tactical_counts.clone() {
                self.prepare_half(parity, after);
            }
        }
    }

    fn prepare_half(&mut self, parity: usize, counts: Counts) {
        let index = self.index;
        self.moves[parity].entry(counts).or_insert_with(|| HalfMoves::new(index, parity, counts));
    }

    /// The rectangle of a material with no quiet move left.
    fn rectangle(&self, material: Material) -> Rectangle<'_> {
        let [even, odd] = material.0;
        let (rows, columns) = (&self.moves[0][&even], &self.moves[1][&odd]);
        let turned = Turned::new(columns, &self.moves[1][&swapped(odd)]);
        let after_row: Vec<_> = rows.tactical_counts.iter().map(|&even| self.solved([even, swapped(odd)])).collect();
        let after_column: Vec<_> = columns
            .tactical_counts
            .iter()
            .map(|&odd| (self.solved([swapped(even), odd]), &self.moves[1][&odd].mirrored))
            .collect();
        let count = rows.lead.len() * columns.lead.len();
        let (mut tactical, mut values) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for row in 0..rows.lead.len() {
            let turned_row = rows.turned[row];
            for column in 0..columns.lead.len() {
                values.push(rows.lead[row] + columns.lead[column]);
                if is_over(rows, row, columns, column) {
                    tactical.push(OVER);
                    continue;
                }
                let mut best = NONE;
                for &(counts, place) in rows.tactical(row) {
                    let after = turned.get(place.mirrored)[column];
                    best = best.max(-after_row[usize::from(counts)].value(place.number, after));
                }
                for &(counts, place) in columns.tactical(column) {
                    let (solved, mirrored) = &after_column[usize::from(counts)];
                    let after = if turned_row.mirrored { mirrored[place.number as usize] } else { place.number };
                    best = best.max(-solved.value(turned_row.number, after));
                }
                tactical.push(best);
            }
        }
        Rectangle { rows, columns, tactical, since: vec![0; values.len()], values }
    }

    fn solved(&self, counts: [Counts; 2]) -> Solved<'_> {
        let [rows, columns] = [0, 1].map(|parity| &self.moves[parity][&counts[parity]]);
        Solved { rows, columns, table: self.tables.get(&Material(counts)) }
    }
}

/// The positions after a tactical step. There is no table if a player has no pieces left, which ends the round.
struct Solved<'a> {
    rows: &'a HalfMoves,
    columns: &'a HalfMoves,
    table: Option<&'a MaterialValues>,
}

impl Solved<'_> {
    fn value(&self, row: u32, column: u32) -> i8 {
        let (row, column) = (row as usize, column as usize);
        match self.table {
            Some(table) => table.entry(row * self.columns.lead.len() + column).value,
            None => self.rows.lead[row] + self.columns.lead[column],
        }
    }
}

/// True if all pieces of a player are at home, or neither can move (rules kon-end and kon-stuck).
fn is_over(rows: &HalfMoves, row: usize, columns: &HalfMoves, column: usize) -> bool {
    let (row_home, column_home) = (rows.at_home[row], columns.at_home[column]);
    let can_step = |player: usize| rows.can_step[row][player] || columns.can_step[column][player];
    (0..2).any(|player| row_home[player] && column_home[player]) || !can_step(0) && !can_step(1)
}

impl Rectangle<'_> {
    /// The values with one more quiet move left. `after` is the rectangle of the positions after a quiet step.
    fn next(&self, after: &Rectangle<'_>) -> Vec<i8> {
        let mut next = self.tactical.clone();
        let width = self.columns.lead.len().max(1);
        let turned = Turned::new(self.columns, after.columns);
        for (row, best) in next.chunks_exact_mut(width).enumerate() {
            let after_row = |row: u32| &after.values[row as usize * width..][..width];
            for place in self.rows.quiet(row) {
                let values = after_row(place.number);
                for (best, &column) in best.iter_mut().zip(turned.get(place.mirrored)) {
                    *best = (*best).max(-values[column as usize]);
                }
            }
            let place = self.rows.turned[row];
            let values = after_row(place.number);
            for (column, best) in best.iter_mut().enumerate() {
                for step in self.columns.quiet(column) {
                    let step = step.number as usize;
                    let step = if place.mirrored { after.columns.mirrored[step] as usize } else { step };
                    *best = (*best).max(-values[step]);
                }
                if *best == NONE {
                    // The mover has no step, and passes.
                    *best = -values[turned.get(place.mirrored)[column] as usize];
                } else if *best == OVER {
                    *best = self.values[row * width + column];
                }
            }
        }
        next
    }

    /// Takes over the values with this number of quiet moves left; true if one of them changed.
    fn advance(&mut self, next: Vec<i8>, left: u8) -> bool {
        let mut changed = false;
        for ((since, value), next) in self.since.iter_mut().zip(&self.values).zip(&next) {
            if value != next {
                *since = left;
                changed = true;
            }
        }
        self.values = next;
        changed
    }

    fn into_values(self) -> MaterialValues {
        let entries = self.values.into_iter().zip(self.since);
        MaterialValues { entries: entries.map(|(value, since)| StoredValue { value, since }).collect() }
    }
}
