//! Kono: stones on the crossings of lines, with the values of the home points.

use std::fmt::Write;

use parlor_rules::kono::{Cell, Color, Direction, Point};
use parlor_rules::{Pair, Seat};

use super::canoga::thrown_words;
use super::marks::SpotMarks;
use super::writer::{Num, REGULAR, Svg, fitted, width_of};
use super::{Painting, Part};
use crate::{DiceView, KonoView, Names, PointView, Scene, Spot};

/// The distance between neighbouring points; the style sheet of the buttons over them repeats it.
pub(super) const STEP: f64 = 100.0;
/// From the edge of the picture to the first point.
const MARGIN: f64 = 78.0;
const FRAME: f64 = 44.0;
/// The size of a die. It lies between four points and never touches a stone.
const DIE: f64 = 52.0;

/// Larger boards are displayed smaller, so their letters are larger.
struct Letters {
    axis: f64,
    home: f64,
    worth: f64,
}

impl Letters {
    fn of(view: &KonoView) -> Letters {
        let larger = ((view.rows.len() as f64 - 5.0) / 4.0).clamp(0.0, 1.0);
        let between = |small: f64, large: f64| small + (large - small) * larger;
        Letters { axis: between(27.0, 42.5), home: between(24.5, 33.5), worth: between(18.5, 30.0) }
    }
}

/// The places of a board's points in its picture.
#[derive(Clone, Copy)]
struct Grid {
    /// The length of the picture's sides.
    whole: f64,
    turned: bool,
}

impl Grid {
    /// The middle of a row or column.
    fn line(self, number: u8) -> f64 {
        let at = MARGIN + STEP * (f64::from(number) - 0.5);
        if self.turned { self.whole - at } else { at }
    }

    fn place(self, point: Point) -> (f64, f64) {
        (self.line(point.column), self.line(point.row))
    }
}

pub(super) fn paint(view: &KonoView, scene: &Scene, names: &Names, advised: &[Spot], turned: bool) -> Painting {
    let grid = Grid { whole: side(view), turned };
    let mut parts = vec![Part::new("home-values", home_values(view, grid))];
    let picked = picked(scene).and_then(|piece| view.color(piece));
    for (point, PointView { cell, .. }) in points(view) {
        let marks = SpotMarks::of(scene, Spot::Point(point));
        let id = format!("point-{}-{}", point.row, point.column);
        parts.push(Part::new(id, stone(grid.place(point), *cell, marks, picked)));
    }
    let dice = scene.board.dice;
    parts.push(Part::new(
        "dice",
        dice.map_or(String::new(), |thrown| self::dice(view, thrown, scene.board.is_upper(thrown.seat) != turned)),
    ));
    let settled = dice.filter(|dice| !dice.rolling);
    parts.push(Part::new("throw", settled.map_or(String::new(), |thrown| throw(view, thrown, names))));
    parts.push(Part::new("advice", advice(advised, grid)));
    let side = side(view) as u32;
    Painting {
        width: side,
        height: side,
        label: label(view, scene, names, advised),
        background: background(view, grid),
        parts,
    }
}

fn side(view: &KonoView) -> f64 {
    2.0 * MARGIN + STEP * view.rows.len() as f64
}

fn points(view: &KonoView) -> impl Iterator<Item = (Point, &PointView)> {
    (1..)
        .zip(&view.rows)
        .flat_map(|(row, points)| (1..).zip(points).map(move |(column, point)| (Point { row, column }, point)))
}

fn picked(scene: &Scene) -> Option<Point> {
    points_of(&scene.chosen).next()
}

fn points_of(spots: &[Spot]) -> impl Iterator<Item = Point> {
    spots.iter().filter_map(|spot| if let Spot::Point(point) = spot { Some(*point) } else { None })
}

fn background(view: &KonoView, grid: Grid) -> String {
    let mut svg = Svg::default();
    let whole = grid.whole;
    for fill in ["walnut", "grain"] {
        svg.rect((0.0, 0.0), (whole, whole), 22.0, &format!("fill=\"url(#{fill})\""));
    }
    for fill in [
        "fill=\"url(#ash)\"",
        "fill=\"url(#grain)\" opacity=\".7\"",
        "fill=\"none\" stroke=\"#1c0f05\" stroke-opacity=\".55\" stroke-width=\"4\"",
    ] {
        svg.rect((FRAME, FRAME), (whole - 2.0 * FRAME, whole - 2.0 * FRAME), 8.0, fill);
    }
    let count = view.rows.len() as u8;
    let (first, last) = (grid.line(1), grid.line(count));
    let mut lines = String::new();
    for number in 1..=count {
        let at = Num(grid.line(number));
        write!(lines, "M{0} {at}H{1}M{at} {0}V{1}", Num(first), Num(last)).expect("a string can always be written to");
    }
    svg.raw(format_args!("<path class=\"lines-light\" transform=\"translate(1.5 2)\" d=\"{lines}\"/>"));
    svg.raw(format_args!("<path class=\"lines\" d=\"{lines}\"/>"));
    let letters = Letters::of(view);
    for number in 1..=count {
        let words = number.to_string();
        let down = letters.axis * 0.36;
        svg.text("on-walnut middle", (grid.line(number), FRAME / 2.0 + down), letters.axis, &words);
        svg.text("on-walnut middle", (FRAME / 2.0, grid.line(number) + down), letters.axis, &words);
    }
    for (point, PointView { home, .. }) in points(view) {
        if let Some((_, worth)) = home {
            let (x, y) = grid.place(point);
            let (round, size) = (letters.home, letters.home * 1.25);
            svg.raw(format_args!("<circle class=\"home\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", Num(x), Num(y), Num(round)));
            svg.text("home-text", (x, y + size * 0.35), size, &worth.to_string());
        }
    }
    svg.done()
}

/// Home points with a stone on them show their value in small type at the edge.
fn home_values(view: &KonoView, grid: Grid) -> String {
    let mut svg = Svg::default();
    let (round, last) = (Letters::of(view).worth, view.rows.len() as u8);
    let out = if grid.turned { -62.0 } else { 62.0 };
    for (point, PointView { cell, home }) in points(view) {
        if let (Some((_, worth)), Cell::Piece { .. }) = (home, cell) {
            let (x, y) = grid.place(point);
            let (x, y) = match point {
                Point { row: 1, .. } => (x, y - out),
                Point { row, .. } if row == last => (x, y + out),
                Point { column: 1, .. } => (x - out, y),
                _ => (x + out, y),
            };
            svg.raw(format_args!("<circle class=\"worth\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", Num(x), Num(y), Num(round)));
            svg.text("worth-text", (x, y + round * 0.51), round * 1.45, &worth.to_string());
        }
    }
    svg.done()
}

fn stone((x, y): (f64, f64), cell: Cell, marks: SpotMarks, picked: Option<Color>) -> String {
    let mut svg = Svg::default();
    if let Cell::Piece { color, captures } = cell {
        let color = if color == Color::White { "W" } else { "B" };
        svg.put(format_args!("st-{color}{}", if captures { color } else { "" }), x, y);
    }
    let can = match cell {
        Cell::Vacant => "target",
        Cell::Piece { color, .. } if picked.is_some_and(|picked| picked != color) => "capture",
        Cell::Piece { .. } => "may",
    };
    let fresh = if cell == Cell::Vacant { "left" } else { "moved" };
    for (shown, id) in [(marks.fresh, fresh), (marks.can, can), (marks.chosen, "pick")] {
        if shown {
            svg.put(id, x, y);
        }
    }
    svg.done()
}

/// The dice for the first turn lie on the thrower's side, between the lines, so they hide nothing.
fn dice(view: &KonoView, DiceView { throw, .. }: DiceView, is_upper: bool) -> String {
    let mut svg = Svg::default();
    let middle = side(view) / 2.0;
    // With an odd number of points the middle is a line, so the spaces beside it are half a step away.
    let y = middle + if is_upper { -STEP / 2.0 } else { STEP / 2.0 };
    let spaces = [(-STEP / 2.0, -7.0), (STEP / 2.0, 9.0)];
    for (face, (across, turn)) in throw.dice().iter().zip(spaces) {
        svg.put_turned(format_args!("d{face}"), (middle + across, y), turn, DIE / 100.0);
    }
    svg.done()
}

/// The throw, on the lower frame for both players, because the upper one has the column numbers.
fn throw(view: &KonoView, dice: DiceView, names: &Names) -> String {
    let (whole, size) = (side(view), Letters::of(view).axis);
    let faces: Vec<String> = dice.throw.dice().iter().map(ToString::to_string).collect();
    let sum = if faces.len() > 1 { format!(" = {}", dice.throw.sum()) } else { String::new() };
    let threw = format!(" threw {}{sum}", faces.join(" + "));
    let room = (whole - 2.0 * FRAME) / REGULAR - width_of(&threw, size);
    let (name, _) = fitted(&names.subject(dice.seat), room, size, size);
    let place = (whole / 2.0, whole - FRAME / 2.0 + size * 0.36);
    Svg::default().text("on-walnut middle", place, size, &format!("{name}{threw}")).done()
}

/// An arrow from the piece to its target, and a star; without a target, a star at the piece.
fn advice(advised: &[Spot], grid: Grid) -> String {
    let mut svg = Svg::default();
    let star = |svg: &mut Svg, (x, y): (f64, f64)| {
        svg.put_turned("star", (x + 30.0, y - 31.0), 0.0, 1.35);
    };
    let points: Vec<(f64, f64)> = points_of(advised).map(|point| grid.place(point)).collect();
    match points[..] {
        [from, to, ..] if from != to => {
            let (right, down) = (to.0 - from.0, to.1 - from.1);
            let long = right.hypot(down);
            let along = |away: f64| (from.0 + right * away / long, from.1 + down * away / long);
            let (start, end) = (along(38.0), along(long - 44.0));
            let line = format!("M{} {}L{} {}", Num(start.0), Num(start.1), Num(end.0), Num(end.1));
            for class in ["advice-line", "advice-line-2"] {
                svg.raw(format_args!("<path class=\"{class}\" d=\"{line}\"/>"));
            }
            svg.put_turned("head", end, down.atan2(right).to_degrees(), 1.0);
            star(&mut svg, to);
        }
        [one, ..] => star(&mut svg, one),
        [] => {}
    }
    svg.done()
}

fn piece_words(cell: Cell) -> String {
    match cell {
        Cell::Vacant => "empty".to_owned(),
        Cell::Piece { color, captures: false } => color.to_string(),
        Cell::Piece { color, captures: true } => format!("{color} that can capture"),
    }
}

fn point_words(Point { row, column }: Point) -> String {
    format!("row {row}, column {column}")
}

fn label(view: &KonoView, scene: &Scene, names: &Names, advised: &[Spot]) -> String {
    let count = view.rows.len();
    let mut label = vec![format!("Kono board, {count} by {count} points.")];
    if let Pair { human: Some(human), computer: Some(computer) } = view.colors {
        let (upper, lower) = (names.label(Seat::Computer), names.label(Seat::Human));
        label.push(format!("{lower} is {human}, {upper} is {computer}."));
    }
    for (number, row) in (1..).zip(&view.rows) {
        let cells: Vec<String> = row.iter().map(|point| piece_words(point.cell)).collect();
        label.push(format!("Row {number}: {}.", cells.join(", ")));
    }
    label.extend(thrown_words(scene.board.dice, names));
    if let Some(chosen) = picked(scene) {
        label.push(format!("Chosen: the piece at {}.", point_words(chosen)));
    }
    let advised: Vec<Point> = points_of(advised).collect();
    match advised[..] {
        [from, to, ..] => {
            label.push(format!("Advice: from {}{} to {}.", point_words(from), heading(from, to), point_words(to)));
        }
        [piece] => label.push(format!("Advice: the piece at {}.", point_words(piece))),
        [] => {}
    }
    label.join(" ")
}

fn direction(from: Point, to: Point) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| from.step(*direction) == Some(to))
}

fn heading(from: Point, to: Point) -> String {
    direction(from, to).map_or(String::new(), |direction| format!(" {direction}"))
}

/// The accessible name of a point's button: a piece, or a point to which one can move.
pub(super) fn hit_name(view: &KonoView, point: Point, is_target: bool) -> String {
    let at = point_words(point);
    match view.cell(point) {
        None | Some(Cell::Vacant) => format!("Go to {at}"),
        Some(Cell::Piece { color, .. }) if is_target => format!("Capture {color} at {at}"),
        Some(Cell::Piece { color, captures: false }) => format!("{color} at {at}"),
        Some(Cell::Piece { color, captures: true }) => format!("{color} at {at}, can capture"),
    }
}

/// The mark of a point where a piece can go.
pub(super) fn target_mark(view: &KonoView, spot: Spot) -> &'static str {
    match spot {
        Spot::Point(point) if matches!(view.cell(point), Some(Cell::Piece { .. })) => "capture",
        _ => "target",
    }
}
