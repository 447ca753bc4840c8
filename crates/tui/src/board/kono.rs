//! Kono: points joined by lines, and pieces on them.

use parlor_rules::kono::{Cell, Color, Point};
use parlor_view::{KonoView, Names, PointView, Scene, Spot};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Modifier;

use super::brush::{ASCII_ROUND, Brush, ROUND, marked, middle, width};
use super::dice;
use crate::theme::{Role, Theme};

#[derive(Clone, Copy)]
struct Scale {
    /// The numbers of columns and rows from one point to the next.
    across: u16,
    down: u16,
    /// The number of columns of a piece on each side of its letter, and the number of rows above and below the letter.
    pad: u16,
    rise: u16,
    die: Size,
}

const SCALES: [Scale; 4] = [
    Scale { across: 5, down: 2, pad: 1, rise: 0, die: dice::SIZES[0] },
    Scale { across: 7, down: 3, pad: 2, rise: 0, die: dice::SIZES[1] },
    Scale { across: 9, down: 4, pad: 2, rise: 1, die: dice::SIZES[1] },
    Scale { across: 11, down: 5, pad: 2, rise: 1, die: dice::SIZES[2] },
];

impl Scale {
    fn size(self, points: u16) -> Size {
        // The row numbers need a column, and the column numbers need a row.
        Size::new(1 + points * self.across, 1 + self.rise + points.saturating_sub(1) * self.down + 1 + self.rise)
    }

    fn chip(self, (x, y): (u16, u16), letters: u16) -> Rect {
        Rect::new(x - self.pad, y - self.rise, letters + 2 * self.pad, 1 + 2 * self.rise)
    }
}

struct BoardGeometry {
    scale: Scale,
    board: Rect,
    points: u16,
}

impl BoardGeometry {
    fn new(view: &KonoView, area: Rect) -> Option<BoardGeometry> {
        let points = points(view);
        let fits = |scale: &Scale| scale.size(points).width <= area.width && scale.size(points).height <= area.height;
        let scale = SCALES.into_iter().rev().find(fits)?;
        let size = scale.size(points);
        Some(BoardGeometry { scale, board: middle(area, size.width, size.height), points })
    }

    fn x(&self, column: u16) -> u16 {
        self.board.x + 1 + self.scale.across / 2 + column * self.scale.across
    }

    fn y(&self, row: u16) -> u16 {
        self.board.y + 1 + self.scale.rise + row * self.scale.down
    }

    /// The dice for the first turn are thrown before any piece has moved, so the middle of the board is free.
    fn dice(&self) -> Rect {
        let last = self.points.saturating_sub(1);
        let (x, y) = (self.x(0), self.y(0));
        let grid = Rect::new(x, y, self.x(last) + 1 - x, self.y(last) + 1 - y);
        let room = dice::room(self.scale.die);
        middle(grid, room.width, room.height)
    }

    /// The area of a point, which extends halfway to the neighbouring points.
    fn around(&self, row: u16, column: u16) -> Rect {
        let Scale { across, down, .. } = self.scale;
        let grid = Rect { y: self.board.y + 1, height: self.board.height.saturating_sub(1), ..self.board };
        Rect::new(self.x(column) - across / 2, self.y(row) - (down - 1) / 2, across, down).intersection(grid)
    }
}

fn points(view: &KonoView) -> u16 {
    view.rows.len() as u16
}

fn each_point(view: &KonoView) -> impl Iterator<Item = (u16, u16, Spot, PointView)> {
    (0..).zip(&view.rows).flat_map(|(row, points)| {
        (0..).zip(points).map(move |(column, point)| {
            (row, column, Spot::Point(Point { row: row as u8 + 1, column: column as u8 + 1 }), *point)
        })
    })
}

pub(super) fn least(view: &KonoView) -> Size {
    SCALES[0].size(points(view))
}

pub(super) fn spots(view: &KonoView, area: Rect) -> Vec<(Spot, Rect)> {
    let Some(layout) = BoardGeometry::new(view, area) else { return Vec::new() };
    each_point(view).map(|(row, column, spot, _)| (spot, layout.around(row, column))).collect()
}

pub(super) fn paint(view: &KonoView, scene: &Scene, names: &Names, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let Some(layout) = BoardGeometry::new(view, area) else { return };
    let brush = &mut Brush::new(theme, area, buffer);
    let under_dice = if scene.board.dice.is_some() { layout.dice() } else { Rect::default() };
    paint_grid(brush, &layout);
    for (row, column, spot, point) in each_point(view) {
        let at = (layout.x(column), layout.y(row));
        if let Some((color, worth)) = point.home {
            let north = row < layout.points / 2;
            let y = if north { at.1 + layout.scale.rise + 1 } else { at.1 - layout.scale.rise - 1 };
            brush.put(at.0 + 1, y, &worth.to_string(), theme.style(home_role(color)));
        }
        match point.cell {
            Cell::Vacant => {
                let crossing = crossing(row, column, layout.points.saturating_sub(1));
                paint_vacant(brush, point, crossing, spot, scene, at);
            }
            // Leave out pieces that overlap the dice, so that their colour doesn't show through.
            Cell::Piece { .. } if layout.scale.chip(at, 2).intersects(under_dice) => {}
            Cell::Piece { color, captures } => {
                paint_piece(brush, color, captures, spot, scene, at, layout.scale);
            }
        }
    }
    if let Some(thrown) = scene.board.dice {
        brush.fill(under_dice, " ", theme.style(Role::Text));
        dice::paint(brush, thrown, names, layout.scale.die, under_dice);
    }
}

fn paint_grid(brush: &mut Brush, layout: &BoardGeometry) {
    let theme = brush.theme;
    let (line, quiet) = (theme.style(Role::Line), theme.style(Role::Quiet));
    let last = layout.points.saturating_sub(1);
    let (west, north, east) = (layout.x(0), layout.y(0), layout.x(last));
    for index in 0..layout.points {
        let number = (index + 1).to_string();
        brush.put(layout.x(index), layout.board.y, &number, quiet);
        brush.put(layout.board.x, layout.y(index), &number, quiet);
        for y in north..layout.y(last) {
            brush.put(layout.x(index), y, theme.pick("│", "|"), line);
        }
    }
    // The compass letters are beside the numbers of the outer rows and columns.
    for (x, y, point) in [
        (layout.board.x + 1, north, "N"),
        (layout.board.x + 1, layout.y(last), "S"),
        (west - 1, layout.board.y, "W"),
        (east + 1, layout.board.y, "E"),
    ] {
        brush.put(x, y, point, quiet);
    }
    for row in 0..layout.points {
        let road = theme.pick("─", "-").repeat((east - west).into());
        brush.put(west, layout.y(row), &road, line);
    }
}

/// The line characters at a point.
fn crossing(row: u16, column: u16, last: u16) -> &'static str {
    let places = |index: u16| [index == 0, index == last];
    match (places(row), places(column)) {
        ([true, _], [true, _]) => "┌",
        ([true, _], [_, true]) => "┐",
        ([true, _], _) => "┬",
        ([_, true], [true, _]) => "└",
        ([_, true], [_, true]) => "┘",
        ([_, true], _) => "┴",
        (_, [true, _]) => "├",
        (_, [_, true]) => "┤",
        _ => "┼",
    }
}

fn home_role(color: Color) -> Role {
    match color {
        Color::White => Role::WhiteHome,
        Color::Black => Role::BlackHome,
    }
}

fn paint_vacant(brush: &mut Brush, point: PointView, crossing: &str, spot: Spot, scene: &Scene, (x, y): (u16, u16)) {
    let theme = brush.theme;
    let home = point.home.map(|(color, _)| home_role(color));
    let can = scene.board.can_choose.contains(&spot);
    let plain = theme.style(if can { Role::Key } else { home.unwrap_or(Role::Line) });
    let style = marked(theme, scene, spot, plain).remove_modifier(Modifier::UNDERLINED);
    let glyph = if can {
        theme.pick("•", "*")
    } else if home.is_some() {
        theme.pick("○", "o")
    } else {
        theme.pick(crossing, "+")
    };
    brush.put(x, y, glyph, style);
    if let Some((open, shut, role)) = brackets(scene, spot) {
        brush.put(x - 1, y, open, theme.style(role));
        brush.put(x + 1, y, shut, theme.style(role));
    }
}

fn paint_piece(
    brush: &mut Brush,
    color: Color,
    captures: bool,
    spot: Spot,
    scene: &Scene,
    at: (u16, u16),
    scale: Scale,
) {
    let theme = brush.theme;
    let (role, letters) = match (color, captures) {
        (Color::White, false) => (Role::White, "W"),
        (Color::White, true) => (Role::White, "WW"),
        (Color::Black, false) => (Role::Black, "B"),
        (Color::Black, true) => (Role::Black, "BB"),
    };
    let plain = theme.style(role);
    let (x, y) = at;
    let chip = scale.chip(at, width(letters));
    let pointed = scene.cursor == Some(spot) || scene.chosen.contains(&spot);
    let body = if pointed { marked(theme, scene, spot, plain) } else { plain };
    brush.fill(chip, " ", body);
    if scale.rise > 0 {
        brush.frame(chip, theme.pick(ROUND, ASCII_ROUND), body);
    }
    let can = scene.board.can_choose.contains(&spot);
    brush.put(x, y, letters, if can { body.patch(theme.style(Role::Can)) } else { body });
    // If a piece is chosen, a piece among its targets can be captured.
    let target = (can && !scene.chosen.is_empty()).then_some((theme.pick("•", "*"), theme.pick("•", "*"), role));
    let target = target.filter(|_| !scene.advised.contains(&spot));
    if let Some((open, shut, _)) = brackets(scene, spot).or(target) {
        brush.put(chip.left(), y, open, body);
        brush.put(chip.right() - 1, y, shut, body);
    }
}

/// The characters on both sides of a marked point. An advised point under the cursor has one character of each kind.
fn brackets(scene: &Scene, spot: Spot) -> Option<(&'static str, &'static str, Role)> {
    let advised = scene.advised.contains(&spot);
    match (scene.cursor == Some(spot), scene.chosen.contains(&spot)) {
        (true, true) => Some(("[", ")", Role::Cursor)),
        (true, false) if advised => Some(("[", "!", Role::Cursor)),
        (true, false) => Some(("[", "]", Role::Cursor)),
        (false, true) => Some(("(", ")", Role::Chosen)),
        (false, false) if advised => Some(("!", "!", Role::Advised)),
        (false, false) => scene.board.changed.contains(&spot).then_some(("<", ">", Role::Changed)),
    }
}
