//! Numbers the positions of a tablebase.
//!
//! A position is a pair of boards, one of each half. Positions with the same material form a rectangle: its rows are the boards
//! of the even half, its columns those of the odd half. The board is symmetric from west to east, so of two mirrored
//! even boards only the lesser has a row.

use std::collections::BTreeMap;

use parlor_rules::kono::{Board, Cell, Color, Point};

use super::SIZE;
use super::half::{Counts, Half, HalfBoard, KINDS, counts, swapped};

/// The pieces of a position: the counts in the even half, then in the odd half.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Material(pub(super) [Counts; 2]);

impl Material {
    /// Every material with up to this number of pieces in which both players have some, in the order in which they can be
    /// solved: captures and arrivals lead to earlier ones.
    pub(super) fn all(pieces: u8) -> Vec<Material> {
        let counts = all_counts(pieces);
        let pairs = counts.iter().flat_map(|&even| counts.iter().map(move |&odd| Material([even, odd])));
        let mut all: Vec<Material> =
            pairs.filter(|material| material.pieces() <= pieces && material.is_contested()).collect();
        all.sort_by_key(|&material| (material.pieces(), material.plain(), material));
        all
    }

    pub(super) fn turned(self) -> Material {
        Material(self.0.map(swapped))
    }

    fn of_kind(self, kind: usize) -> u8 {
        self.0[0][kind] + self.0[1][kind]
    }

    pub(super) fn pieces(self) -> u8 {
        (0..KINDS).map(|kind| self.of_kind(kind)).sum()
    }

    fn plain(self) -> u8 {
        self.of_kind(0) + self.of_kind(2)
    }

    /// True if both players have pieces.
    pub(super) fn is_contested(self) -> bool {
        self.of_kind(0) + self.of_kind(1) > 0 && self.of_kind(2) + self.of_kind(3) > 0
    }
}

/// All counts of up to this number of pieces.
fn all_counts(pieces: u8) -> Vec<Counts> {
    let mut all = vec![[0; KINDS]];
    for kind in 0..KINDS {
        let more = |counts: &Counts| {
            let (counts, left) = (*counts, pieces - counts.iter().sum::<u8>());
            (0..=left).map(move |count| {
                let mut counts = counts;
                counts[kind] = count;
                counts
            })
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

/// The number of a half's board among those with the same counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct IndexedBoard {
    pub(super) number: u32,
    /// True if this is the number of the mirrored board. The other half must then be mirrored, too.
    pub(super) mirrored: bool,
}

/// A position's rectangle, and its row and column there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Location {
    pub(super) material: Material,
    pub(super) row: usize,
    pub(super) column: usize,
}

/// All boards of both halves.
pub(super) struct Index {
    /// The even half, then the odd half.
    pub(super) halves: [Half; 2],
    boards: [BTreeMap<Counts, Vec<HalfBoard>>; 2],
}

impl Index {
    /// The index of all positions with up to this number of pieces.
    pub(super) fn new(pieces: u8) -> Index {
        let halves = [0, 1].map(Half::new);
        let boards = [0, 1].map(|parity| {
            let half = &halves[parity];
            let of_counts = |counts: Counts| {
                let mut boards = half.boards(counts);
                if parity == 0 {
                    boards.retain(|&board| board <= half.mirror(board));
                }
                (counts, boards)
            };
            all_counts(pieces).into_iter().map(of_counts).collect()
        });
        Index { halves, boards }
    }

    /// The boards of one half with these counts, in ascending order.
    pub(super) fn boards(&self, parity: usize, counts: Counts) -> &[HalfBoard] {
        self.boards[parity].get(&counts).map_or(&[], Vec::as_slice)
    }

    /// The numbers of rows and columns.
    pub(super) fn shape(&self, material: Material) -> (usize, usize) {
        let [even, odd] = material.0;
        (self.boards(0, even).len(), self.boards(1, odd).len())
    }

    /// The place of a board; `None` if it isn't in the index.
    pub(super) fn place(&self, parity: usize, board: HalfBoard) -> Option<IndexedBoard> {
        let boards = self.boards(parity, counts(board));
        let mirror = self.halves[parity].mirror(board);
        let mirrored = parity == 0 && mirror < board;
        let number = boards.binary_search(if mirrored { &mirror } else { &board }).ok()?;
        Some(IndexedBoard { number: number as u32, mirrored })
    }

    /// The place of a position; `None` if it isn't in the index.
    pub(super) fn locate(&self, board: &Board, mover: Color) -> Option<Location> {
        if board.size() != SIZE {
            return None;
        }
        let mut found = [[0; KINDS]; 2];
        for point in board.points() {
            let Cell::Piece { color, captures } = board.cell(point) else { continue };
            let kind = 2 * usize::from(color != mover) + usize::from(captures);
            let row = if mover == Color::White { point.row } else { SIZE.points() + 1 - point.row };
            let seen = Point { row, ..point };
            for (half, found) in self.halves.iter().zip(&mut found) {
                found[kind] |= half.bit(seen).unwrap_or(0);
            }
        }
        let [even, odd] = found;
        let place = self.place(0, even)?;
        let odd = if place.mirrored { self.halves[1].mirror(odd) } else { odd };
        let column = self.place(1, odd)?.number as usize;
        Some(Location { material: Material([counts(even), counts(odd)]), row: place.number as usize, column })
    }
}
