//! Kono's board in a save.

use parlor_rules::kono::{Board, Cell, Color, Point, Size};

use crate::Leniency;
use crate::fault::quoted;
use crate::fields::{Value, beyond};
use crate::reading::Reading;
use crate::source::{Span, Word};

/// The number of rows of the largest board; further rows are not read.
const MOST_ROWS: usize = Size::LARGEST.points() as usize;

/// The points; `None` if any of them is wrong.
pub(super) fn read_board(value: &Value<'_>, reading: &mut Reading) -> Option<Vec<Vec<Cell>>> {
    let (rows, count) = (&value.rows, value.rows.len());
    let by_rows = Size::new(count as i64);
    // The number of rows decides the size; if no board has this number, the length of the first row does.
    let by_columns = rows.first().and_then(|row| Size::new(row.len() as i64));
    let mut good = by_rows.is_some();
    if !good {
        let s = if count == 1 { "" } else { "s" };
        reading.fault(
            value.span,
            format!("a board of {count} row{s}"),
            by_columns.map_or(format!("{} rows", Size::CHOICES), |size| format!("{} rows", size.points())),
            format!("a board has as many rows as columns: {}", Size::CHOICES),
        );
    }
    let size = by_rows.or(by_columns);
    let points = size.map_or(MOST_ROWS, |size| size.points().into());
    let mut board = Vec::new();
    let mut pieces = Pieces::default();
    for (r, row) in rows.iter().take(MOST_ROWS).enumerate() {
        if size.is_some() && points != row.len() {
            good = false;
            reading.fault(
                beyond(row, points, value.span),
                format!("row {} has {} points", r + 1, row.len()),
                format!("{points} points"),
                "all rows of the board must be equally long",
            );
        }
        let mut cells = Vec::new();
        for (c, &word) in row.iter().take(points).enumerate() {
            let point = Point { row: r as u8 + 1, column: c as u8 + 1 };
            let cell = cell(word, reading);
            good &= cell.is_some();
            cells.push(pieces.put(cell.unwrap_or(Cell::Vacant), point, size, word));
        }
        board.push(cells);
    }
    if let Some(size) = size {
        good &= pieces.check(size, reading);
    }
    good.then_some(board)
}

const CELLS: [(&str, Cell); 5] = [
    ("O", Cell::Vacant),
    ("W", Cell::Piece { color: Color::White, captures: false }),
    ("WW", Cell::Piece { color: Color::White, captures: true }),
    ("B", Cell::Piece { color: Color::Black, captures: false }),
    ("BB", Cell::Piece { color: Color::Black, captures: true }),
];

fn cell(word: Word<'_>, reading: &mut Reading) -> Option<Cell> {
    if word.text == "+" {
        reading.note(Leniency::PlusForVacant, word.span);
        return Some(Cell::Vacant);
    }
    if let Some((_, cell)) = CELLS.into_iter().find(|(name, _)| word.is(name)) {
        return Some(cell);
    }
    let fix = match word.text {
        "0" => "a vacant point is the letter O, not the number",
        _ => "write O for a vacant point, W or B for a piece, WW or BB if it may capture",
    };
    reading.fault(word.span, format!("{} is not a piece", quoted(word.text)), "O, W, WW, B or BB", fix);
    None
}

/// The pieces that were found on a board.
#[derive(Default)]
struct Pieces {
    /// The places of the pieces in the file: White's, then Black's.
    found: [Vec<Span>; 2],
    /// The pieces written as single on an opponent's home point.
    single: Vec<(Point, Span)>,
}

impl Pieces {
    /// Counts a piece. A piece on an opponent's home point may capture, even if the file writes it as single.
    fn put(&mut self, cell: Cell, point: Point, size: Option<Size>, word: Word<'_>) -> Cell {
        let Cell::Piece { color, captures } = cell else { return cell };
        self.found[color as usize].push(word.span);
        let home = size.and_then(|size| Board::start(size).home(point));
        if captures || home.is_none_or(|(home, _)| home == color) {
            return cell;
        }
        self.single.push((point, word.span));
        Cell::Piece { color, captures: true }
    }

    /// Reports each colour with too many pieces; returns true if there is none.
    fn check(self, size: Size, reading: &mut Reading) -> bool {
        if let Some(&(_, span)) = self.single.first() {
            let points = self.single.iter().map(|&(point, _)| point).collect();
            reading.note(Leniency::SinglePieces(points), span);
        }
        let (n, most) = (size.points(), size.pieces() as usize);
        let mut good = true;
        for (pieces, color) in self.found.iter().zip([Color::White, Color::Black]) {
            let Some(&first_too_many) = pieces.get(most) else { continue };
            good = false;
            reading.fault(
                first_too_many,
                format!("{} {color} pieces are too many", pieces.len()),
                format!("at most {most} {color} pieces on {n}\u{d7}{n}"),
                "write O where there is no piece",
            );
        }
        good
    }
}

pub(super) fn empty_board(size: Size) -> Vec<Vec<Cell>> {
    vec![vec![Cell::Vacant; size.points().into()]; size.points().into()]
}

/// True if no play leads to this board. Steps are diagonal, so a piece stays on points of one colour, like a bishop;
/// and pieces only disappear if an opposing piece may capture.
pub(super) fn is_unreachable(board: &Board) -> bool {
    let kind = |board: &Board, color: Color, kind: u8| {
        let here = |point: &Point| (point.row + point.column) % 2 == kind;
        board
            .points()
            .filter(here)
            .filter(|&point| matches!(board.cell(point), Cell::Piece { color: own, .. } if own == color))
            .count()
    };
    let start = Board::start(board.size());
    let missing = |color: Color| board.size().pieces().saturating_sub(board.count(color));
    let may_capture = |color: Color| {
        let captor = |point| matches!(board.cell(point), Cell::Piece { color: own, captures: true } if own == color);
        board.points().any(captor)
    };
    [Color::White, Color::Black].into_iter().any(|color| {
        let other = color.other();
        let too_many = [0, 1].into_iter().any(|odd| kind(board, color, odd) > kind(&start, color, odd));
        let captured_by_none = missing(color) > 0 && missing(other) == 0 && !may_capture(other);
        too_many || captured_by_none
    })
}

/// The notation of a point's contents.
pub(super) fn cell_name(cell: Cell) -> &'static str {
    CELLS.into_iter().find(|(_, named)| *named == cell).expect("every cell has a name").0
}
