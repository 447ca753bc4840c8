use std::fmt;
use std::str::FromStr;

/// The number of points on a side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Size(u8);

const MAX_SIZE: usize = 9;

/// The distance from the bit of a point to that of the point south of it. One more than the columns of any board, so
/// that a step off the board ends on an unused bit.
const STRIDE: usize = MAX_SIZE + 1;

/// The bit of the northwest corner, chosen so that a step off that corner still has a bit.
const ORIGIN: usize = STRIDE + 1;

const INDICES: usize = ORIGIN + (MAX_SIZE + 1) * STRIDE;

impl Size {
    /// The available sizes (rule kon-board).
    pub const ALL: [Size; 3] = [Size(5), Size(7), Size(9)];
    /// The largest of these sizes, for limits.
    pub const LARGEST: Size = Self::ALL[Self::ALL.len() - 1];
    /// [`Self::ALL`] in words, for messages.
    pub const CHOICES: &str = "5, 7 or 9";
    /// The size offered as the default.
    pub const USUAL: Size = Size(5);

    /// The size with this number of points; `None` if it isn't one of [`Self::ALL`].
    pub fn new(points: i64) -> Option<Size> {
        Self::ALL.into_iter().find(|size| i64::from(size.0) == points)
    }

    /// The number of rows, and of columns.
    #[inline]
    pub const fn points(self) -> u8 {
        self.0
    }

    /// The number of quiet moves in a row after which a round is called (rule kon-called), from measurements in
    /// `docs/research/kono.md`.
    #[inline]
    pub const fn quiet_limit(self) -> usize {
        10 * self.0 as usize
    }

    /// The number of quiet moves from which users are shown how many are left, in the last fifth before the limit.
    #[inline]
    pub const fn counted_from(self) -> usize {
        self.quiet_limit() - self.quiet_limit() / 5
    }

    /// The number of pieces that each player starts with.
    pub fn pieces(self) -> u32 {
        u32::from(self.0) + 2
    }

    #[inline]
    pub(super) fn geometry(self) -> &'static Geometry {
        &GEOMETRY[self.0 as usize]
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The colour of a player's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Color {
    /// The colour that starts in the north.
    White,
    /// The colour that starts in the south.
    Black,
}

impl Color {
    /// The colour of the opponent's pieces.
    #[must_use]
    #[inline]
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A point: row from the north and column from the west, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// The row, from 1 in the north.
    pub row: u8,
    /// The column, from 1 in the west.
    pub column: u8,
}

impl Point {
    /// The next point in a direction; `None` past the north or west edge. The other edges depend on the size.
    pub fn step(self, direction: Direction) -> Option<Point> {
        let (south, east) = direction.offsets();
        Some(Point {
            row: self.row.checked_add_signed(south).filter(|&row| row > 0)?,
            column: self.column.checked_add_signed(east).filter(|&column| column > 0)?,
        })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}

/// A direction in which a piece can step (rule kon-move).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// One row up, one column left.
    Northwest,
    /// One row up, one column right.
    Northeast,
    /// One row down, one column right.
    Southeast,
    /// One row down, one column left.
    Southwest,
}

impl Direction {
    /// All four, in the order in which moves are listed.
    pub const ALL: [Direction; 4] =
        [Direction::Northwest, Direction::Northeast, Direction::Southeast, Direction::Southwest];

    /// The opposite direction.
    #[must_use]
    pub fn back(self) -> Direction {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// Rows to the south, columns to the east.
    pub fn offsets(self) -> (i8, i8) {
        match self {
            Direction::Northwest => (-1, -1),
            Direction::Northeast => (-1, 1),
            Direction::Southeast => (1, 1),
            Direction::Southwest => (1, -1),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Northwest => "northwest",
            Direction::Northeast => "northeast",
            Direction::Southeast => "southeast",
            Direction::Southwest => "southwest",
        })
    }
}

/// The word isn't one of the four directions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\u{201c}{0}\u{201d} is not a direction: northwest, northeast, southeast or southwest (or nw, ne, se, sw)")]
pub struct BadDirection(pub(super) String);

/// Reads the whole word or its two letters, in upper or lower case.
impl FromStr for Direction {
    type Err = BadDirection;
    fn from_str(word: &str) -> Result<Direction, BadDirection> {
        match word.to_ascii_lowercase().as_str() {
            "northwest" | "nw" => Ok(Direction::Northwest),
            "northeast" | "ne" => Ok(Direction::Northeast),
            "southeast" | "se" => Ok(Direction::Southeast),
            "southwest" | "sw" => Ok(Direction::Southwest),
            _ => Err(BadDirection(word.chars().take(20).collect())),
        }
    }
}

/// A set of points as bits, row by row from the northwest corner, `STRIDE` bits per row.
pub(super) type PointBits = u128;

/// The contents of a point of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// No piece stands on the point.
    Vacant,
    /// A piece stands on the point.
    Piece {
        /// The colour of the piece.
        color: Color,
        /// True if it has reached an opponent's home point and may capture (rule kon-capture).
        captures: bool,
    },
}

/// The pieces on the points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    size: Size,
    /// Indexed by colour: White, then Black.
    pieces: [PointBits; 2],
    /// The pieces of both colours that may capture.
    capturing: PointBits,
}

/// The value of a point in the first row: 3, 1, 5, 7, 9 … from the edge to the middle.
const fn value(size: usize, column: usize) -> u8 {
    let from_edge = if column < size - 1 - column { column } else { size - 1 - column };
    match from_edge {
        0 => 3,
        1 => 1,
        inner => 2 * inner as u8 + 1,
    }
}

/// The masks for one board size.
pub(super) struct Geometry {
    size: u8,
    all: PointBits,
    /// Indexed by colour: White, then Black.
    homes: [PointBits; 2],
    /// The value of a home point to the opponent; 0 for other points.
    value: [u8; INDICES],
}

static GEOMETRY: [Geometry; MAX_SIZE + 1] = {
    let mut all = [const { Geometry::new(4) }; MAX_SIZE + 1];
    let mut size = 4;
    while size <= MAX_SIZE {
        all[size] = Geometry::new(size);
        size += 1;
    }
    all
};

impl Geometry {
    const fn new(size: usize) -> Geometry {
        let mut geometry = Geometry { size: size as u8, all: 0, homes: [0; 2], value: [0; INDICES] };
        let mut point = 0;
        while point < size * size {
            let (row, column) = (point / size, point % size);
            let index = ORIGIN + row * STRIDE + column;
            let bit: PointBits = 1 << index;
            geometry.all |= bit;
            let at_end = column == 0 || column == size - 1;
            let first_row = row == 0 || row == size - 1;
            let second_row = (row == 1 || row == size - 2) && at_end;
            if first_row || second_row {
                let color = if row < size / 2 { Color::White } else { Color::Black };
                geometry.homes[color as usize] |= bit;
                geometry.value[index] = if first_row { value(size, column) } else { 1 };
            }
            point += 1;
        }
        geometry
    }

    #[inline]
    pub(super) fn home(&self, color: Color) -> PointBits {
        self.homes[color as usize]
    }

    /// The bit of a point; 0 if it isn't on the board.
    #[inline]
    pub(super) fn bit(&self, point: Point) -> PointBits {
        self.bit_toward(point, 0)
    }

    /// The bit of the point one step away; 0 if either point isn't on the board.
    #[inline]
    pub(super) fn bit_after(&self, point: Point, direction: Direction) -> PointBits {
        // A lookup table, because a branch on the direction can't be predicted.
        const OFFSETS: [i8; 4] = [-(STRIDE as i8) - 1, 1 - STRIDE as i8, STRIDE as i8 + 1, STRIDE as i8 - 1];
        self.bit_toward(point, OFFSETS[direction as usize])
    }

    #[inline]
    fn bit_toward(&self, point: Point, offset: i8) -> PointBits {
        let (row, column) = (point.row.wrapping_sub(1), point.column.wrapping_sub(1));
        if row >= self.size || column >= self.size {
            return 0;
        }
        let index = ORIGIN as u8 + row * STRIDE as u8 + column;
        self.all & (1 << index.wrapping_add_signed(offset))
    }
}

/// All bits one step away in any direction, including some that are off the board.
#[inline]
fn neighbours(points: PointBits) -> PointBits {
    (points >> (STRIDE + 1)) | (points >> (STRIDE - 1)) | (points << (STRIDE - 1)) | (points << (STRIDE + 1))
}

/// The point that a bit stands for.
#[inline]
pub(super) fn point_of(bit: PointBits) -> Point {
    let index = (bit.trailing_zeros() as u8).saturating_sub(ORIGIN as u8);
    Point { row: index / STRIDE as u8 + 1, column: index % STRIDE as u8 + 1 }
}

/// The steps of one colour: by row, column, then direction.
#[derive(Clone)]
pub(super) struct Steps {
    /// The pieces still to be visited.
    pieces: PointBits,
    capturing: PointBits,
    vacant: PointBits,
    theirs: PointBits,
    /// The current piece, and the directions still to be listed for it, as four bits.
    piece: Point,
    directions: u8,
}

impl Board {
    /// The pieces at the start of a round.
    pub fn start(size: Size) -> Board {
        let geometry = size.geometry();
        Board { size, pieces: geometry.homes, capturing: 0 }
    }

    pub(super) fn empty(size: Size) -> Board {
        Board { size, pieces: [0; 2], capturing: 0 }
    }

    /// Puts a piece on a vacant point.
    pub(super) fn put(&mut self, point: Point, color: Color, captures: bool) {
        let bit = self.size.geometry().bit(point);
        *self.side_mut(color) |= bit;
        if captures {
            self.capturing |= bit;
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The contents of a point; `Vacant` if it isn't on the board.
    pub fn cell(&self, point: Point) -> Cell {
        let bit = self.size.geometry().bit(point);
        let colors = [Color::White, Color::Black];
        let Some(color) = colors.into_iter().find(|&color| self.side(color) & bit != 0) else {
            return Cell::Vacant;
        };
        let captures = self.capturing & bit != 0;
        Cell::Piece { color, captures }
    }

    /// Every point of the board, row by row from the northwest corner.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let n = self.size.0;
        (1..=n).flat_map(move |row| (1..=n).map(move |column| Point { row, column }))
    }

    /// The owner of a home point, and its value to the opponent; `None` if it isn't a home point.
    pub fn home(&self, point: Point) -> Option<(Color, u8)> {
        let geometry = self.size.geometry();
        let bit = geometry.bit(point);
        let color = [Color::White, Color::Black].into_iter().find(|&color| geometry.home(color) & bit != 0)?;
        Some((color, geometry.value[bit.trailing_zeros() as usize]))
    }

    /// The pieces of a colour as bits: bit 10·r + c is row r and column c, both from 0.
    #[inline]
    pub fn bits(&self, color: Color) -> u128 {
        self.side(color) >> ORIGIN
    }

    /// The pieces of both colours that may capture, as bits like [`Board::bits`].
    #[inline]
    pub fn capturing_bits(&self) -> u128 {
        self.capturing >> ORIGIN
    }

    /// The number of pieces that a colour has left.
    pub fn count(&self, color: Color) -> u32 {
        self.side(color).count_ones()
    }

    /// The value of the home points that a colour has reached (the first part of rule kon-score).
    pub fn home_value(&self, color: Color) -> u32 {
        let geometry = self.size.geometry();
        let mut arrived = self.side(color) & geometry.home(color.other());
        let mut sum = 0;
        while arrived != 0 {
            sum += u32::from(geometry.value[arrived.trailing_zeros() as usize]);
            arrived &= arrived - 1;
        }
        sum
    }

    #[inline]
    pub(super) fn side(&self, color: Color) -> PointBits {
        self.pieces[color as usize]
    }

    #[inline]
    fn side_mut(&mut self, color: Color) -> &mut PointBits {
        &mut self.pieces[color as usize]
    }

    #[inline]
    pub(super) fn capturing(&self) -> PointBits {
        self.capturing
    }

    /// True if every piece of a colour is on the other's home points (rule kon-end).
    #[inline]
    pub(super) fn is_home(&self, color: Color) -> bool {
        self.side(color) & !self.size.geometry().home(color.other()) == 0
    }

    /// True if a colour has a step: to a vacant point, or onto an opponent's piece.
    #[inline]
    pub(super) fn can_step(&self, color: Color) -> bool {
        let (own, theirs) = (self.side(color), self.side(color.other()));
        let vacant = self.size.geometry().all & !(own | theirs);
        own & neighbours(vacant) != 0 || own & self.capturing & neighbours(theirs) != 0
    }

    /// All steps of a colour.
    #[inline]
    pub(super) fn steps(&self, color: Color) -> Steps {
        let (pieces, theirs) = (self.side(color), self.side(color.other()));
        let vacant = self.size.geometry().all & !(pieces | theirs);
        Steps { pieces, capturing: self.capturing, vacant, theirs, piece: point_of(0), directions: 0 }
    }

    /// Moves a piece and captures any piece on its new point. Returns whether it captured, and whether it reached an
    /// opponent's home point for the first time.
    #[inline]
    pub(super) fn advance(&mut self, color: Color, from: PointBits, to: PointBits) -> (bool, bool) {
        let home = self.size.geometry().home(color.other());
        let captured = self.side(color.other()) & to != 0;
        let could_capture = self.capturing & from != 0;
        let arrived = !could_capture && home & to != 0;
        *self.side_mut(color.other()) &= !to;
        *self.side_mut(color) ^= from | to;
        self.capturing = self.capturing & !(from | to) | if could_capture || arrived { to } else { 0 };
        (captured, arrived)
    }
}

impl Iterator for Steps {
    type Item = (Point, Direction);

    #[inline]
    fn next(&mut self) -> Option<(Point, Direction)> {
        while self.directions == 0 {
            if self.pieces == 0 {
                return None;
            }
            let piece = self.pieces & self.pieces.wrapping_neg();
            self.pieces ^= piece;
            let targets = if self.capturing & piece == 0 { self.vacant } else { self.vacant | self.theirs };
            // One 32-bit window, starting at the northwestern neighbour, holds all four neighbours.
            let window = (targets >> (piece.trailing_zeros() - ORIGIN as u32)) as u32;
            let neighbour = |offset: usize, direction: Direction| ((window >> offset & 1) as u8) << direction as u8;
            self.directions = neighbour(0, Direction::Northwest)
                | neighbour(2, Direction::Northeast)
                | neighbour(2 * STRIDE + 2, Direction::Southeast)
                | neighbour(2 * STRIDE, Direction::Southwest);
            self.piece = point_of(piece);
        }
        let direction = Direction::ALL[self.directions.trailing_zeros() as usize % 4];
        self.directions &= self.directions - 1;
        Some((self.piece, direction))
    }
}
