//! What a piece counts besides what it scores, tuned by self-play (see `docs/kono.md`).

use parlor_rules::kono::{Color, Point, Size};

/// The weights of one board size, in hundredths of a point.
pub(super) struct Weights {
    size: u8,
    /// What having the move counts.
    pub(super) tempo: i32,
    /// What each possible step counts.
    pub(super) mobility: i32,
    /// What each row forward counts if there is no table.
    row: i32,
    /// For plain pieces and for those that capture: rows from the piece's own side of the board, columns from the
    /// nearer edge to the middle.
    tables: [&'static [&'static [i32]]; 2],
}

const SIZE_5: Weights = Weights {
    size: 5,
    tempo: 31,
    mobility: 74,
    row: 0,
    tables: [
        &[&[-74, -3, 34], &[-2, -12, 53], &[-53, -64, 278], &[0, -138, -219], &[0, 0, 0]],
        &[&[39, 132, 274], &[24, 280, 182], &[459, 79, 467], &[-46, 360, 62], &[43, -98, -47]],
    ],
};

const SIZE_7: Weights = Weights {
    size: 7,
    tempo: 39,
    mobility: 35,
    row: 0,
    tables: [
        &[
            &[-245, -375, -258, -346],
            &[-248, -137, -244, -191],
            &[-161, -164, -174, -174],
            &[-200, -157, -48, -137],
            &[-156, 5, -139, 81],
            &[0, 187, 173, 24],
            &[0, 0, 0, 0],
        ],
        &[
            &[0, 52, 5, 361],
            &[19, 144, -83, 268],
            &[289, 185, 506, 152],
            &[228, 497, 260, 653],
            &[242, 200, 439, 272],
            &[16, 272, 324, 261],
            &[-86, 22, -260, -242],
        ],
    ],
};

/// The weights of a size: tuned where that plays better than the plain ones.
pub(super) fn of(size: Size) -> Weights {
    match size.points() {
        5 => SIZE_5,
        7 => SIZE_7,
        _ => plain(size),
    }
}

/// A club player's weights: advance, keep your own pieces mobile and block the opponent's. The tuned weights would
/// rather wait.
pub(super) fn plain(size: Size) -> Weights {
    Weights { size: size.points(), tempo: 20, mobility: 20, row: 80, tables: [&[], &[]] }
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
            None => self.row * i32::from(rows) + if captures { 60 } else { 0 },
        }
    }
}
