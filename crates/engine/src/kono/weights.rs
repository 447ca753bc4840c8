//! What a piece counts beside what it scores, tuned by self-play (see `docs/kono.md`).

use parlor_rules::kono::{Color, Point, Size};

/// The weights of one board size, in hundredths of a point.
pub(super) struct Weights {
    size: u8,
    /// What having the move counts.
    pub(super) tempo: i32,
    /// What each possible step counts.
    pub(super) mobility: i32,
    /// What each row forward counts where there is no table.
    row: i32,
    /// Plain pieces, then those that capture: rows from the piece's own side of the board, columns from
    /// the nearer edge to the middle.
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

const SIZE_9: Weights = Weights {
    size: 9,
    tempo: 27,
    mobility: 16,
    row: 0,
    tables: [
        &[
            &[-249, -267, -286, -283, -285],
            &[-276, -173, -226, -224, -252],
            &[-85, -194, -86, -125, -90],
            &[-196, -34, -163, -3, -146],
            &[-44, -87, 99, -101, 96],
            &[-64, 42, -33, 93, -32],
            &[-30, 71, 97, -10, 115],
            &[0, 300, 65, 183, 8],
            &[0, 0, 0, 0, 0],
        ],
        &[
            &[0, 0, 0, 14, 0],
            &[0, -3, 6, 9, 6],
            &[-10, -126, -61, -95, -4],
            &[94, -21, 4, 50, 86],
            &[-2, 129, 86, 47, 54],
            &[10, 139, 198, 126, 215],
            &[130, 137, 149, 196, 166],
            &[3, 265, 164, 257, 148],
            &[-54, -5, -208, -594, -645],
        ],
    ],
};

/// The weights of a size. Sizes that are only studied have none of their own.
pub(super) fn of(size: Size) -> Weights {
    match size.points() {
        5 => SIZE_5,
        7 => SIZE_7,
        9 => SIZE_9,
        size => Weights { size, tempo: 20, mobility: 2, row: 40, tables: [&[], &[]] },
    }
}

/// What a club player goes by, in the words of the old strategies: come forward, keep your ways open and
/// close theirs. The fitted weights would rather wait.
pub(super) fn of_club(size: Size) -> Weights {
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
