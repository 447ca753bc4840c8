//! Canoga: two rows of tiles, and dice beside them.

use parlor_rules::Seat;
use parlor_view::{CanogaView, Names, Scene, Spot, SquareView};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::brush::{ASCII_DOUBLE, ASCII_LIGHT, Brush, DOUBLE, LIGHT, longest, marked, middle, name, width};
use super::dice;
use crate::theme::{Role, Theme};

/// The number of columns between the tiles and the dice.
const ASIDE: u16 = 3;

#[derive(Clone, Copy)]
struct Scale {
    tile: Size,
    gap: u16,
    die: Size,
}

const SCALES: [Scale; 5] = [
    Scale { tile: Size::new(5, 3), gap: 0, die: dice::SIZES[0] },
    Scale { tile: Size::new(5, 3), gap: 1, die: dice::SIZES[0] },
    Scale { tile: Size::new(7, 3), gap: 1, die: dice::SIZES[1] },
    Scale { tile: Size::new(7, 5), gap: 1, die: dice::SIZES[1] },
    Scale { tile: Size::new(9, 5), gap: 2, die: dice::SIZES[2] },
];

impl Scale {
    fn row(self, tiles: u16) -> u16 {
        (tiles * (self.tile.width + self.gap)).saturating_sub(self.gap)
    }

    /// The rows of a half: a heading, the tiles, and the marks below them.
    fn half(self) -> u16 {
        self.tile.height + 2
    }

    fn size(self, tiles: u16) -> Size {
        Size::new(self.row(tiles) + ASIDE + dice::room(self.die).width, 2 * self.half())
    }
}

struct BoardGeometry {
    scale: Scale,
    board: Rect,
    tiles: u16,
    /// The number of rows between the two halves.
    air: u16,
}

impl BoardGeometry {
    fn new(view: &CanogaView, area: Rect) -> Option<BoardGeometry> {
        let tiles = longest(&view.rows);
        let fits = |scale: &Scale| scale.size(tiles).width <= area.width && scale.size(tiles).height <= area.height;
        let scale = SCALES.into_iter().rev().find(fits)?;
        let size = scale.size(tiles);
        let air = (area.height - size.height).min(2);
        Some(BoardGeometry { scale, board: middle(area, size.width, size.height + air), tiles, air })
    }

    fn heading(&self, seat: Seat) -> Rect {
        let below = match seat {
            Seat::Computer => 0,
            Seat::Human => self.scale.half() + self.air,
        };
        Rect::new(self.board.x, self.board.y + below, self.scale.row(self.tiles), 1)
    }

    fn tile(&self, seat: Seat, place: u16) -> Rect {
        let Rect { x, y, .. } = self.heading(seat);
        let Scale { tile, gap, .. } = self.scale;
        Rect::new(x + place * (tile.width + gap), y + 1, tile.width, tile.height)
    }

    fn dice(&self) -> Rect {
        let left = self.scale.row(self.tiles) + ASIDE;
        Rect { x: self.board.x + left, width: self.board.width.saturating_sub(left), ..self.board }
    }
}

pub(super) fn least(view: &CanogaView) -> Size {
    SCALES[0].size(longest(&view.rows))
}

pub(super) fn spots(view: &CanogaView, area: Rect) -> Vec<(Spot, Rect)> {
    let Some(layout) = BoardGeometry::new(view, area) else { return Vec::new() };
    let mut spots = Vec::new();
    for seat in [Seat::Computer, Seat::Human] {
        for (place, square) in (0..).zip(&view.rows[seat]) {
            let tile = layout.tile(seat, place);
            spots.push((Spot::Square(seat, square.number), Rect { height: tile.height + 1, ..tile }));
        }
    }
    spots
}

pub(super) fn paint(view: &CanogaView, scene: &Scene, names: &Names, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let Some(layout) = BoardGeometry::new(view, area) else { return };
    let brush = &mut Brush::new(theme, area, buffer);
    for seat in [Seat::Computer, Seat::Human] {
        let heading = layout.heading(seat);
        let score = format!("score {}", view.scores[seat]);
        let who = name(names, seat, theme, heading.width.saturating_sub(width(&score) + 3));
        let end = brush.put(heading.x, heading.y, &who, theme.style(Role::of(seat)).bold());
        brush.put(end + 3, heading.y, &score, theme.style(Role::Text));
        for (place, square) in (0..).zip(&view.rows[seat]) {
            paint_tile(brush, *square, seat, scene, layout.tile(seat, place));
        }
    }
    if let Some(thrown) = scene.board.dice {
        dice::paint(brush, thrown, names, layout.scale.die, layout.dice());
    }
    if Seat::BOTH.iter().any(|&seat| view.rows[seat].iter().any(|square| square.locked)) {
        let dice = layout.dice();
        brush.centred(dice.x, dice.width, dice.bottom() - 1, "#n# is locked", theme.style(Role::Quiet));
    }
}

fn paint_tile(brush: &mut Brush, square: SquareView, seat: Seat, scene: &Scene, tile: Rect) {
    let theme = brush.theme;
    let spot = Spot::Square(seat, square.number);
    let (lines, shade, role) = match (square.covered, square.locked) {
        (true, true) => (theme.pick(DOUBLE, ASCII_DOUBLE), "#", Role::Covered),
        (true, false) => (theme.pick(DOUBLE, ASCII_DOUBLE), theme.pick("▒", ":"), Role::Covered),
        _ => (theme.pick(LIGHT, ASCII_LIGHT), " ", Role::of(seat)),
    };
    let style = marked(theme, scene, spot, theme.style(role));
    brush.frame(tile, lines, theme.style(role));
    brush.fill(Rect::new(tile.x + 1, tile.y + 1, tile.width - 2, tile.height - 2), shade, style);
    let centre = tile.x + tile.width / 2;
    let number = square.number.to_string();
    brush.put(centre + 1 - width(&number).min(2), tile.y + tile.height / 2, &number, style);

    let (cursor, chosen) = (scene.cursor == Some(spot), scene.chosen.contains(&spot));
    let (can, changed) = (scene.board.can_choose.contains(&spot), scene.board.changed.contains(&spot));
    let (up, block, star) = (theme.pick("▲", "^"), theme.pick("■", "o"), "*");
    if scene.advised.contains(&spot) {
        brush.put(centre - 2, tile.bottom(), "!", theme.style(Role::Advised));
    }
    let mark = match (cursor, chosen) {
        (true, true) => format!("{block}{up}{block}"),
        (true, false) => up.to_owned(),
        (false, true) => block.to_owned(),
        (false, false) if changed => star.to_owned(),
        (false, false) if can => theme.pick("•", ".").to_owned(),
        (false, false) => return,
    };
    brush.centred(tile.x, tile.width, tile.bottom(), &mark, theme.style(Role::Key));
    if changed && mark != star {
        brush.put(centre + 2, tile.bottom(), star, theme.style(Role::Changed));
    }
}
