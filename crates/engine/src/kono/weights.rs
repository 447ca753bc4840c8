//! What a piece counts beside what it scores, tuned by self-play (see `docs/kono.md`).

use parlor_rules::kono::{Color, Point, Size};

/// The weights of one board size, in hundredths of a point.
pub(super) struct Weights {
    size: u8,
    /// What having the move counts.
    pub(super) tempo: i32,
    /// What each possible step counts.
    pub(super) mobility: i32,
    /// Plain pieces, then those that capture: rows from the piece's own side of the board, columns from
    /// the nearer edge to the middle.
    tables: [&'static [&'static [i32]]; 2],
}

/// The weights of a size. Sizes that are only studied have none of their own.
pub(super) fn of(size: Size) -> Weights {
    let n = size.points();
    Weights { size: n, tempo: 20, mobility: 2, tables: [&[], &[]] }
}

impl Weights {
    /// What a piece counts at a point.
    pub(super) fn at(&self, point: Point, color: Color, captures: bool) -> i32 {
        let rows = match color {
            Color::White => point.row - 1,
            Color::Black => self.size - point.row,
        };
        let column = (point.column - 1).min(self.size - point.column);
        let row = self.tables[usize::from(captures)].get(usize::from(rows));
        match row.and_then(|row| row.get(usize::from(column))) {
            Some(&weight) => weight,
            None => 40 * i32::from(rows) + if captures { 60 } else { 0 },
        }
    }
}
