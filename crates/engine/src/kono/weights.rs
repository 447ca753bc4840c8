//! The weights of pieces beyond the score, tuned by self-play (see `docs/research/kono.md`).

use parlor_rules::kono::{Color, Point, Size};

/// The weights of one board size, in hundredths of a point.
pub(super) struct Weights {
    size: u8,
    /// The weight of having the move.
    pub(super) tempo: i32,
    /// The weight of each possible step.
    pub(super) mobility: i32,
    /// The weight of each row forward, on boards without tables.
    row: i32,
    /// The weight of being able to capture, on boards without tables.
    ring: i32,
    /// For plain pieces and for those that capture: rows from the piece's own side of the board, columns from the
    /// nearer edge to the middle.
    tables: [&'static [&'static [i32]]; 2],
}

const SIZE_5: Weights = Weights {
    size: 5,
    tempo: 31,
    mobility: 74,
    row: 0,
    ring: 0,
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
    ring: 0,
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

/// The weights for a size: the tuned ones if they play better than the plain ones.
pub(super) fn of(size: Size) -> Weights {
    match size.points() {
        5 => SIZE_5,
        7 => SIZE_7,
        _ => plain(size),
    }
}

/// A club player's weights: advance, keep your own pieces mobile and block the opponent's. The tuned weights make the
/// search more passive.
pub(super) fn plain(size: Size) -> Weights {
    Weights { size: size.points(), tempo: 20, mobility: 20, row: 80, ring: 60, tables: [&[], &[]] }
}

/// No weights: only points that would be scored count.
pub(super) fn none(size: Size) -> Weights {
    Weights { size: size.points(), tempo: 0, mobility: 0, row: 0, ring: 0, tables: [&[], &[]] }
}

impl Weights {
    /// The weight of a piece at a point.
    pub(super) fn at(&self, point: Point, color: Color, captures: bool) -> i32 {
        let rows = match color {
            Color::White => point.row - 1,
            Color::Black => self.size - point.row,
        };
        let column = (point.column - 1).min(self.size - point.column);
        let row = self.tables[usize::from(captures)].get(usize::from(rows));
        match row.and_then(|row| row.get(usize::from(column))) {
            Some(&weight) => weight,
            None => self.row * i32::from(rows) + if captures { self.ring } else { 0 },
        }
    }
}

/// The weight of a piece at a point when only the way home counts: less than the value of the smallest home point, so
/// that a step onto any of them is a gain, and more with every row on the way there. The farthest point has the same weight
/// on all boards. If it had less on a larger one, a leader would rather end the round by repetition than walk home.
pub(super) fn homeward(size: Size, point: Point, color: Color, is_home: bool) -> i32 {
    const BEFORE_HOME: i32 = 60;
    const WAY_HOME: i32 = 90;
    let rows = match color {
        Color::White => size.points() - point.row,
        Color::Black => point.row - 1,
    };
    let row = WAY_HOME / (i32::from(size.points()) - 2);
    if is_home { 0 } else { BEFORE_HOME - row * (i32::from(rows) - 1) }
}
