//! The layout of a card, as SVG.

#![allow(clippy::cast_precision_loss, reason = "a text has only a few lines")]

use std::fmt::Write;

use parlor_rules::kono::Color;
use parlor_rules::{Game, Seat};
use parlor_view::svg::{Anchor, Aspect, Num, Shape, TextLine, Theme, defs, defs_of, file_sheet, lettered, paint};
use parlor_view::{Names, Scene, sample_board};

use crate::card::{Card, PlayerCard};
use crate::lettering::{drawn, fitted, width_of, wrapped};

/// The size of a picture in units, which are pixels at full size. Previews of links have this size.
pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;

/// The distance from the edge of the picture to its content.
const MARGIN: f64 = 30.0;
const WIDE: f64 = 1200.0;
const TALL: f64 = 630.0;

/// Parlor's mark.
const BRAND: &str = include_str!("../../web/assets/icon.svg");

/// The colours around the board, which are those of the pages.
pub(crate) struct Colors {
    pub(crate) paper: &'static str,
    pub(crate) surface: &'static str,
    pub(crate) line: &'static str,
    pub(crate) ink: &'static str,
    pub(crate) ink_2: &'static str,
    pub(crate) accent: &'static str,
    pub(crate) them: &'static str,
    pub(crate) them_soft: &'static str,
}

pub(crate) const fn colors(theme: Theme) -> Colors {
    match theme {
        Theme::Light => Colors {
            paper: "#f3ede2",
            surface: "#fffcf6",
            line: "#dccfb9",
            ink: "#2a2018",
            ink_2: "#5d4f40",
            accent: "#1e5c47",
            them: "#7a3558",
            them_soft: "#f5e7ed",
        },
        Theme::Dark => Colors {
            paper: "#161210",
            surface: "#211b17",
            line: "#43382e",
            ink: "#f3eadd",
            ink_2: "#c4b5a1",
            accent: "#84d0ab",
            them: "#e3a8c7",
            them_soft: "#3a2630",
        },
    }
}

/// The background colour, which the pages use, too.
pub const fn paper(theme: Theme) -> &'static str {
    colors(theme).paper
}

/// A rectangle.
#[derive(Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    wide: f64,
    tall: f64,
}

/// An unfinished SVG picture.
struct Sketch {
    svg: String,
    colors: Colors,
}

impl Sketch {
    fn new(theme: Theme, defs: &str) -> Sketch {
        let colors = colors(theme);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\"><style>{}</style>{defs}",
            file_sheet(theme)
        );
        // Larger than the picture: its last row of pixels may be cut.
        let _ = write!(svg, "<rect x=\"-9\" y=\"-9\" width=\"9999\" height=\"9999\" fill=\"{}\"/>", colors.paper);
        Sketch { svg, colors }
    }

    fn raw(&mut self, svg: std::fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = self.svg.write_fmt(svg);
    }

    /// A text at its place; letters get smaller and are then cut if there is no room.
    fn text(&mut self, words: &str, (x, y): (f64, f64), size: f64, room: f64, look: (&str, bool, Anchor)) {
        let (fill, strong, anchor) = look;
        let (words, size) = fitted(words, room, size, size * 0.72, strong);
        self.svg.push_str(&drawn(&TextLine { words, x, y, size, anchor, strong, fill, opacity: "1" }));
    }

    /// The mark and the name of Parlor, with the upper left corner here.
    fn brand(&mut self, (x, y): (f64, f64), size: f64) -> f64 {
        let inner = BRAND.split_once('>').map_or("", |(_, rest)| rest).replace("</svg>", "");
        self.raw(format_args!(
            "<g transform=\"translate({} {})scale({})\">{inner}</g>",
            Num(x - size / 16.0),
            Num(y),
            size / 48.0
        ));
        let letters = size * 0.78;
        let ink = self.colors.ink;
        let start = x + size * 1.06;
        self.text("Parlor", (start, y + size * 0.78), letters, WIDE, (ink, true, Anchor::Start));
        start + width_of("Parlor", letters, true)
    }

    /// A player and the score.
    fn player(&mut self, name: &str, player: &PlayerCard, seat: Seat, area: Area) {
        let Area { x, y, wide, tall } = area;
        let (surface, line, accent) = (self.colors.surface, self.colors.line, self.colors.accent);
        let (ink, ink_2) = (self.colors.ink, self.colors.ink_2);
        let (edge, pen) = if player.is_turn { (accent, 4.0) } else { (line, 2.0) };
        self.raw(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"16\" fill=\"{surface}\" stroke=\"{edge}\" \
             stroke-width=\"{pen}\"/>",
            Num(x + pen / 2.0),
            Num(y + pen / 2.0),
            Num(wide - pen),
            Num(tall - pen)
        ));
        let middle = y + tall / 2.0;
        self.disc((x + tall * 0.42, middle), tall * 0.19, player, seat);
        let points = player.points.to_string().replace('-', "\u{2212}");
        let large = tall * 0.52;
        let right = x + wide - tall * 0.24;
        self.text(&points, (right, middle + large * 0.35), large, wide / 3.0, (ink, true, Anchor::End));
        let left = x + tall * 0.76;
        let room = right - width_of(&points, large, true) - tall * 0.12 - left;
        let (name_size, words_size) = (tall * 0.29, tall * 0.225);
        if player.words.is_empty() {
            self.text(name, (left, middle + name_size * 0.35), name_size, room, (ink, true, Anchor::Start));
            return;
        }
        self.text(name, (left, middle - tall * 0.04), name_size, room, (ink, true, Anchor::Start));
        let (mut at, mut room) = (left, room);
        if player.is_turn {
            let (top, bottom, tip) = (middle + tall * 0.13, middle + tall * 0.31, left + words_size * 0.75);
            self.raw(format_args!(
                "<path d=\"M{} {}V{}L{} {}Z\" fill=\"{accent}\"/>",
                Num(left),
                Num(top),
                Num(bottom),
                Num(tip),
                Num(f64::midpoint(top, bottom))
            ));
            at += words_size;
            room -= words_size;
        }
        let look = if player.is_turn { (accent, true, Anchor::Start) } else { (ink_2, false, Anchor::Start) };
        self.text(&player.words, (at, middle + tall * 0.3), words_size, room, look);
    }

    /// The sign of a player: a stone in Kono; else a disc for the first player, and a hatched one for the second.
    fn disc(&mut self, (x, y): (f64, f64), round: f64, player: &PlayerCard, seat: Seat) {
        let Colors { accent, them, them_soft, .. } = self.colors;
        let place = format!("translate({} {})scale({})", Num(x), Num(y), (round / 36.0 * 100.0).round() / 100.0);
        match (player.color, seat) {
            (Some(color), _) => {
                let stone = if color == Color::White { "W" } else { "B" };
                self.raw(format_args!("<use href=\"#st-{stone}\" transform=\"{place}\"/>"));
            }
            (None, Seat::Human) => self.raw(format_args!("<circle r=\"36\" transform=\"{place}\" fill=\"{accent}\"/>")),
            (None, Seat::Computer) => self.raw(format_args!(
                "<g transform=\"{place}\" stroke=\"{them}\" stroke-width=\"6\"><circle r=\"33\" fill=\"{them_soft}\"/>\
                 <path d=\"M-31-11L11 31M-23-23L23 23M-11-31L31 11\" transform=\"scale(-1 1)\"/></g>"
            )),
        }
    }

    /// A text in at most `most` lines, in the middle of the area's height.
    fn paragraph(&mut self, words: &str, area: Area, size: f64, most: usize) {
        let ink = self.colors.ink;
        let lines = wrapped(words, area.wide, size, most, true);
        let step = size * 1.28;
        let mut y = area.y + (area.tall - step * lines.len() as f64) / 2.0 + size * 0.98;
        for line in lines {
            self.text(&line, (area.x, y), size, area.wide, (ink, true, Anchor::Start));
            y += step;
        }
    }

    /// A board in the middle of an area, as large as it fits.
    fn board(&mut self, card: &Card, area: Area, theme: Theme) {
        let turned = card.scene.board.is_upper(card.side);
        let painting = paint(&card.scene, &card.names, &[], Aspect { shape: Shape::Wide, turned });
        let (wide, tall) = (f64::from(painting.width), f64::from(painting.height));
        let scale = (area.wide / wide).min(area.tall / tall);
        let (x, y) = (area.x + (area.wide - wide * scale) / 2.0, area.y + (area.tall - tall * scale) / 2.0);
        // Without players there are no names to show.
        let shown = painting.parts.iter().filter(|part| card.players.is_some() || part.id != "names");
        let parts: String = shown.map(|part| part.svg.as_str()).collect();
        let board = lettered(&format!("{}{parts}", painting.background), theme, drawn);
        let scale = (scale * 10_000.0).round() / 10_000.0;
        self.raw(format_args!("<g transform=\"translate({} {})scale({scale})\">{board}</g>", Num(x), Num(y)));
    }

    fn done(mut self) -> String {
        self.svg.push_str("</svg>");
        self.svg
    }
}

impl Card {
    /// The card as SVG without any texts: letters are paths.
    pub fn svg(&self, theme: Theme) -> String {
        let mut sketch = Sketch::new(theme, defs(self.game));
        if self.game == Game::Kono {
            self.square_layout(&mut sketch, theme);
        } else {
            self.wide_layout(&mut sketch, theme);
        }
        sketch.done()
    }

    /// Lays out a square board, with everything else beside it.
    fn square_layout(&self, sketch: &mut Sketch, theme: Theme) {
        const BOARD: f64 = TALL - 2.0 * MARGIN;
        let left = 2.0 * MARGIN + BOARD + 6.0;
        let wide = WIDE - MARGIN - left;
        let ink_2 = sketch.colors.ink_2;
        sketch.board(self, Area { x: MARGIN, y: MARGIN, wide: BOARD, tall: BOARD }, theme);
        sketch.brand((left, MARGIN), 60.0);
        sketch.text(&self.title, (left, 128.0), 25.0, wide, (ink_2, false, Anchor::Start));
        let mut y = 154.0;
        if let Some(players) = &self.players {
            for seat in Seat::BOTH {
                let area = Area { x: left, y, wide, tall: 112.0 };
                sketch.player(self.names.label(seat), &players[seat], seat, area);
                y += 128.0;
            }
        }
        let rest = Area { x: left, y, wide, tall: TALL - MARGIN - y };
        let (size, most) = if self.players.is_none() {
            (58.0, 5)
        } else {
            match self.caption.chars().count() {
                0..=60 => (38.0, 4),
                61..=110 => (30.0, 5),
                _ => (25.0, 6),
            }
        };
        sketch.paragraph(&self.caption, rest, size, most);
    }

    /// Lays out a wide board, with everything else above it.
    fn wide_layout(&self, sketch: &mut Sketch, theme: Theme) {
        const HEAD: f64 = 94.0;
        const PLAYER: f64 = 290.0;
        const GAP: f64 = 16.0;
        let ink_2 = sketch.colors.ink_2;
        let mut right = WIDE - MARGIN;
        if let Some(players) = &self.players {
            for seat in [Seat::Computer, Seat::Human] {
                right -= PLAYER;
                let area = Area { x: right, y: MARGIN, wide: PLAYER, tall: HEAD };
                sketch.player(self.names.label(seat), &players[seat], seat, area);
                right -= GAP;
            }
        }
        let wide = right - MARGIN;
        let brand = sketch.brand((MARGIN, MARGIN - 4.0), 46.0);
        let (x, room) = (brand + GAP, right - brand - GAP);
        sketch.text(&self.title, (x, MARGIN + 31.0), 20.0, room, (ink_2, false, Anchor::Start));
        let area = Area { x: MARGIN, y: MARGIN + 44.0, wide, tall: HEAD - 42.0 };
        let size = if self.players.is_none() { 40.0 } else { 28.0 };
        if !self.caption.is_empty() && fitted(&self.caption, wide, size, size * 0.85, true).0 == self.caption {
            let y = area.y + area.tall / 2.0 + size * 0.4;
            sketch.text(&self.caption, (MARGIN, y), size, wide, (sketch.colors.ink, true, Anchor::Start));
        } else {
            sketch.paragraph(&self.caption, area, 21.0, 2);
        }
        let top = MARGIN + HEAD + 18.0;
        let area = Area { x: MARGIN, y: top, wide: WIDE - 2.0 * MARGIN, tall: TALL - 24.0 - top };
        sketch.board(self, area, theme);
    }
}

/// The picture of the whole site: its name, and a part of each game's board.
pub fn site_svg() -> String {
    let theme = Theme::Light;
    let mut sketch = Sketch::new(theme, &defs_of(&Game::ALL));
    let (ink, ink_2) = (sketch.colors.ink, sketch.colors.ink_2);
    sketch.brand((64.0, 60.0), 128.0);
    let words = "Three old games, against a friend or a computer that explains its moves.";
    sketch.text(words, (64.0, 258.0), 33.0, WIDE - 128.0, (ink_2, false, Anchor::Start));
    for (place, game) in (0..).zip(Game::ALL) {
        let (wide, tall) = (342.0, 228.0);
        let x = 64.0 + f64::from(place) * (wide + 23.0);
        let y = 308.0;
        // The part of the board that is shown.
        let (left, top, part) = match game {
            Game::Canoga => (160.0, 0.0, 774.0),
            Game::Congkak => (176.0, 12.0, 771.0),
            Game::Kono => (0.0, 110.0, 656.0),
        };
        let scene = Scene::of(sample_board(game));
        let painting = paint(&scene, &Names::plain(), &[], Shape::Wide);
        let shown = painting.parts.iter().filter(|part| !["names", "throw", "home-values"].contains(&part.id.as_str()));
        let parts: String = shown.map(|part| part.svg.as_str()).collect();
        let board = lettered(&format!("{}{parts}", painting.background), theme, drawn);
        let scale = (wide / part * 1000.0).round() / 1000.0;
        sketch.raw(format_args!(
            "<clipPath id=\"part-{place}\"><rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{tall}\" rx=\"18\"/></clipPath>\
             <g clip-path=\"url(#part-{place})\"><g transform=\"translate({} {})scale({scale})\">{board}</g></g>",
            Num(x - left * scale),
            Num(y - top * scale)
        ));
        let middle = (x + wide / 2.0, y + tall + 44.0);
        sketch.text(&game.to_string(), middle, 30.0, wide, (ink, true, Anchor::Middle));
    }
    sketch.done()
}

/// The colour of the mark's frame.
const FRAME: &str = "#5a3718";

/// Parlor's mark as a square picture with a transparent background. With a ground, it can be cropped to any shape, as
/// phones do with icons.
pub fn icon_svg(ground: bool) -> String {
    let inner = BRAND.split_once('>').map_or("", |(_, rest)| rest).replace("</svg>", "");
    let (ground, scale) = if ground {
        (format!("<rect width=\"48\" height=\"48\" fill=\"{FRAME}\"/>"), 0.88)
    } else {
        // The mark begins 3 units from the edges.
        (String::new(), 1.12)
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 48 48\">{ground}\
         <g transform=\"translate(24 24)scale({scale})translate(-24 -24)\">{inner}</g></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_of_icons_continues_the_frame_of_the_mark() {
        assert!(BRAND.contains(&format!("rx=\"10\" fill=\"{FRAME}\"")));
    }

    #[test]
    fn the_colours_are_those_of_the_pages() {
        let sheet = include_str!("../../web/assets/base.css");
        let (light, dark) = sheet.split_once("@media (prefers-color-scheme: dark)").expect("a dark theme");
        for (theme, sheet) in [(Theme::Light, light), (Theme::Dark, dark)] {
            let Colors { paper, surface, line, ink, ink_2, accent, them, them_soft } = colors(theme);
            let named = [("paper", paper), ("surface", surface), ("line", line), ("ink", ink), ("ink-2", ink_2)];
            for (name, color) in named.into_iter().chain([("accent", accent), ("them", them), ("them-soft", them_soft)])
            {
                assert!(sheet.contains(&format!("  --{name}: {color};")), "{name}");
            }
        }
    }
}
