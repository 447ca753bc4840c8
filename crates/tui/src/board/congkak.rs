//! Congkak: two rows of pits between two stores.

use parlor_rules::Seat;
use parlor_view::{CongkakView, Hand, Names, PitView, Scene, Spot};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};

use super::brush::{ASCII_LIGHT, ASCII_ROUND, Brush, LIGHT, ROUND, longest, marked, middle, name, width};
use crate::theme::{Role, Theme};

#[derive(Clone, Copy)]
struct Scale {
    pit: Size,
    gap: u16,
    store: u16,
}

const SCALES: [Scale; 7] = [
    Scale { pit: Size::new(5, 3), gap: 0, store: 9 },
    Scale { pit: Size::new(5, 3), gap: 0, store: 10 },
    Scale { pit: Size::new(5, 3), gap: 1, store: 11 },
    Scale { pit: Size::new(7, 4), gap: 1, store: 11 },
    Scale { pit: Size::new(7, 5), gap: 1, store: 11 },
    Scale { pit: Size::new(9, 5), gap: 1, store: 13 },
    Scale { pit: Size::new(11, 6), gap: 2, store: 15 },
];

impl Scale {
    fn row(self, pits: u16) -> u16 {
        (pits * (self.pit.width + self.gap)).saturating_sub(self.gap)
    }

    /// The size with both headings side by side, letters, pits, a line for the hand, pits, and letters.
    fn size(self, pits: u16) -> Size {
        Size::new(self.row(pits) + 2 * (self.store + 1), 2 * self.pit.height + 4)
    }
}

struct BoardGeometry {
    scale: Scale,
    board: Rect,
    pits: u16,
    /// Each heading has a separate line: Computer's above the board, Human's below it.
    apart: bool,
    /// The number of rows between a heading and its letters.
    air: u16,
    /// The number of lines between the two rows of pits.
    between: u16,
}

impl BoardGeometry {
    fn new(view: &CongkakView, area: Rect) -> Option<BoardGeometry> {
        let pits = longest(&view.rows);
        let fits = |scale: &Scale| scale.size(pits).width <= area.width && scale.size(pits).height <= area.height;
        let scale = SCALES.into_iter().rev().find(fits)?;
        let size = scale.size(pits);
        let spare = area.height - size.height;
        let apart = spare >= 1;
        let between = if spare >= 3 { 3 } else { 1 };
        let air = u16::from(spare >= 5);
        let height = size.height + u16::from(apart) + between - 1 + 2 * air;
        Some(BoardGeometry { scale, board: middle(area, size.width, height), pits, apart, air, between })
    }

    fn heading(&self, seat: Seat) -> Rect {
        let row = self.row(seat);
        match seat {
            Seat::Human => Rect::new(row.x, self.board.bottom() - 1, row.width, 1),
            Seat::Computer => Rect::new(row.x, self.board.y, row.width, 1),
        }
    }

    /// A row of pits, without its letters.
    fn row(&self, seat: Seat) -> Rect {
        let Scale { pit, store, .. } = self.scale;
        let upper = self.board.y + 1 + self.air + 1;
        let y = match seat {
            Seat::Computer => upper,
            Seat::Human => upper + pit.height + self.between,
        };
        Rect::new(self.board.x + store + 1, y, self.scale.row(self.pits), pit.height)
    }

    fn pit(&self, seat: Seat, place: u16) -> Rect {
        let Scale { pit, gap, .. } = self.scale;
        let row = self.row(seat);
        Rect { x: row.x + place * (pit.width + gap), width: pit.width, ..row }
    }

    /// The line with the letters of a row.
    fn letters(&self, seat: Seat) -> u16 {
        match seat {
            Seat::Computer => self.row(seat).y - 1,
            Seat::Human => self.row(seat).bottom(),
        }
    }

    fn store(&self, seat: Seat) -> Rect {
        let x = match seat {
            Seat::Human => self.board.x,
            Seat::Computer => self.board.right() - self.scale.store,
        };
        let y = self.row(Seat::Computer).y;
        Rect::new(x, y, self.scale.store, self.row(Seat::Human).bottom() - y)
    }
}

pub(super) fn least(view: &CongkakView) -> Size {
    SCALES[0].size(longest(&view.rows))
}

pub(super) fn spots(view: &CongkakView, area: Rect) -> Vec<(Spot, Rect)> {
    let Some(layout) = BoardGeometry::new(view, area) else { return Vec::new() };
    let mut spots = Vec::new();
    for seat in [Seat::Computer, Seat::Human] {
        for (place, pit) in (0..).zip(&view.rows[seat]) {
            let hole = layout.pit(seat, place);
            let letter = Rect { y: layout.letters(seat), height: 1, ..hole };
            spots.push((Spot::Pit(pit.letter), hole.union(letter)));
        }
        spots.push((Spot::Store(seat), layout.store(seat)));
    }
    spots
}

pub(super) fn paint(view: &CongkakView, scene: &Scene, names: &Names, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let Some(layout) = BoardGeometry::new(view, area) else { return };
    let brush = &mut Brush::new(theme, area, buffer);
    for seat in [Seat::Computer, Seat::Human] {
        // If there is little room, the line above the board already shows the number of seeds.
        if layout.apart {
            paint_heading(brush, view, seat, names, &layout);
        } else {
            let whose = name(names, seat, theme, layout.scale.store);
            brush.put(layout.board.x, layout.letters(seat), &whose, theme.style(Role::of(seat)).bold());
        }
        paint_store(brush, view.stores[seat], seat, names, scene, layout.store(seat));
        for (place, pit) in (0..).zip(&view.rows[seat]) {
            paint_pit(brush, *pit, seat, scene, layout.pit(seat, place), layout.letters(seat));
        }
    }
    if let Some(hand) = scene.hand {
        let Rect { x, y, width, height } = layout.row(Seat::Computer);
        let line = Rect::new(x + 1, y + height + layout.between / 2, width.saturating_sub(2), 1);
        paint_hand(brush, hand, names, line);
    }
}

/// Paints a player's name, seeds and won rounds, with full words if both headings have room for them.
fn paint_heading(brush: &mut Brush, view: &CongkakView, seat: Seat, names: &Names, layout: &BoardGeometry) {
    let theme = brush.theme;
    let part = layout.heading(seat);
    let tally = |seat: Seat, rounds: bool| {
        let (seeds, won) = (view.seeds[seat], view.rounds[seat]);
        let s = |number: u32| if number == 1 { "" } else { "s" };
        let rounds =
            if rounds { format!(" {} {won} round{} won", theme.pick("\u{b7}", "-"), s(won)) } else { String::new() };
        format!("{seeds} seed{}{rounds}", s(seeds))
    };
    let room = |tally: &str| part.width.saturating_sub(width(tally) + 2);
    let long = Seat::BOTH.iter().all(|&seat| width(names.short(seat)) <= room(&tally(seat, true)));
    let tally = tally(seat, long);
    let who = name(names, seat, theme, room(&tally));
    let end = brush.put(part.x, part.y, &who, theme.style(Role::of(seat)).bold());
    brush.put(end + 2, part.y, &tally, theme.style(Role::Text));
}

fn paint_store(brush: &mut Brush, seeds: u8, seat: Seat, names: &Names, scene: &Scene, store: Rect) {
    let theme = brush.theme;
    let spot = Spot::Store(seat);
    let own = theme.style(Role::of(seat));
    brush.frame(store, theme.pick(LIGHT, ASCII_LIGHT), own);
    let inside = store.width - 2;
    brush.centred(store.x + 1, inside, store.y + 1, &name(names, seat, theme, inside), own);
    let centre = store.x + store.width / 2;
    let y = store.y + store.height / 2;
    paint_count(brush, seeds, centre, y, marked(theme, scene, spot, theme.style(Role::Text).bold()));
    if scene.board.changed.contains(&spot) {
        brush.put(centre, y + 1, "*", theme.style(Role::Changed));
    }
    paint_brackets(brush, scene, spot, centre, y, 2);
}

/// Paints the marks beside a place: dots if the place can be chosen, round brackets if it is chosen, other marks if it
/// is advised. At the cursor, they are enclosed in square brackets.
fn paint_brackets(brush: &mut Brush, scene: &Scene, spot: Spot, centre: u16, y: u16, apart: u16) {
    let theme = brush.theme;
    let near = if scene.advised.contains(&spot) {
        Some(["!", "!"])
    } else if scene.chosen.contains(&spot) {
        Some(["(", ")"])
    } else if scene.board.can_choose.contains(&spot) {
        Some(theme.pick(["·", "·"], [".", "."]))
    } else {
        None
    };
    let far = (scene.cursor == Some(spot)).then_some(["[", "]"]);
    for (apart, around) in [(apart, near), (apart + 1, far)] {
        if let Some([open, shut]) = around {
            brush.put(centre - apart, y, open, theme.style(Role::Key));
            brush.put(centre + apart, y, shut, theme.style(Role::Key));
        }
    }
}

/// Writes a number with its last digit at the centre. A number with three digits is centred at the middle one.
fn paint_count(brush: &mut Brush, seeds: u8, centre: u16, y: u16, style: Style) {
    let left = if seeds < 10 { centre } else { centre - 1 };
    brush.put(left, y, &seeds.to_string(), style);
}

fn paint_pit(brush: &mut Brush, pit: PitView, seat: Seat, scene: &Scene, hole: Rect, letters: u16) {
    let theme = brush.theme;
    let spot = Spot::Pit(pit.letter);
    let own = theme.style(Role::of(seat));
    brush.frame(hole, theme.pick(ROUND, ASCII_ROUND), own);
    let inside = Rect::new(hole.x + 1, hole.y + 1, hole.width - 2, hole.height - 2);
    let plain = theme.style(if pit.seeds == 0 { Role::Quiet } else { Role::Text });
    let style = marked(theme, scene, spot, plain);
    let centre = hole.x + hole.width / 2;
    let (cursor, chosen) = (scene.cursor == Some(spot), scene.chosen.contains(&spot));
    if cursor || chosen {
        brush.fill(inside, " ", style);
    }
    paint_count(brush, pit.seeds, centre, inside.y, style);
    if scene.board.changed.contains(&spot) && pit.seeds < 100 {
        brush.put(centre + 1, inside.y, "*", style);
    }
    let dots = Rect { y: inside.y + 1, height: inside.height - 1, ..inside };
    let seed = if cursor || chosen { style.remove_modifier(Modifier::UNDERLINED) } else { theme.style(Role::Dice) };
    paint_seeds(brush, pit.seeds, dots, seed);

    let letter = marked(theme, scene, spot, own.bold());
    brush.put(centre, letters, &pit.letter.to_string(), letter);
    paint_brackets(brush, scene, spot, centre, letters, 1);
}

/// Draws seeds as dots, as many as fit, with spaces between them if there are few.
fn paint_seeds(brush: &mut Brush, seeds: u8, part: Rect, style: Style) {
    let (dot, more) = (brush.theme.pick("•", "o"), "+");
    let seeds = u16::from(seeds);
    let loose = part.width.div_ceil(2);
    let (in_row, step) = if seeds <= loose * part.height { (loose, 2) } else { (part.width, 1) };
    let room = in_row * part.height;
    for place in 0..seeds.min(room) {
        let row = place / in_row;
        let here = (seeds.min(room) - row * in_row).min(in_row);
        let left = part.x + (part.width - (here * step + 1 - step)) / 2;
        let text = if seeds > room && place + 1 == room { more } else { dot };
        brush.put(left + place % in_row * step, part.y + row, text, style);
    }
}

fn paint_hand(brush: &mut Brush, Hand { seat, seeds }: Hand, names: &Names, line: Rect) {
    let theme = brush.theme;
    let rest = format!("'s hand: {seeds:>2}");
    let who = name(names, seat, theme, line.width.saturating_sub(3 + width(&rest)));
    let style = theme.style(Role::Dice);
    let mut x = brush.put(line.x, line.y, "in ", style);
    x = brush.put(x, line.y, &who, theme.style(Role::of(seat)).bold());
    x = brush.put(x, line.y, &rest, style) + 1;
    let dots = u16::from(seeds).min(line.right().saturating_sub(x));
    brush.put(x, line.y, &theme.pick("●", "o").repeat(dots.into()), style);
}
