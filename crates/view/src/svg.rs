//! Boards as SVG pictures, with buttons and animations.
//!
//! [`paint`] makes a [`Painting`] of a [`Scene`], in parts that can be replaced one by one. [`hits`] are the buttons
//! over it, and [`frames`] are the parts that an animation replaces. Shapes used repeatedly are defined once per page
//! in [`defs`]; colours come from the page's style sheet, by class.

#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "measures of pictures are small and positive")]

mod canoga;
mod congkak;
mod defs;
mod frames;
mod hits;
mod kono;
mod lettered;
mod looks;
mod marks;
mod writer;

use std::fmt::Write;

use parlor_rules::{Game, Seat};

pub use defs::{defs, defs_of};
pub use frames::{Effect, Frame, FramePart, HandAt, frames};
pub use hits::{Hit, edit_hits, hits, hits_class};
pub use lettered::{Anchor, TextLine, lettered};
pub use looks::{Theme, file_sheet, page_sheet};
pub use writer::Num;

use crate::{BoardLayout, Names, Scene, Spot};
use writer::escaped;

/// The two pictures of a board. Kono has only one, which serves as both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Wide,
    Narrow,
}

impl Shape {
    fn pick<T>(self, wide: T, narrow: T) -> T {
        match self {
            Shape::Wide => wide,
            Shape::Narrow => narrow,
        }
    }
}

/// The way in which a board is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspect {
    pub shape: Shape,
    /// Seen from the other side: the player whose side is normally the upper one is at the bottom.
    pub turned: bool,
}

impl From<Shape> for Aspect {
    fn from(shape: Shape) -> Aspect {
        Aspect { shape, turned: false }
    }
}

impl Aspect {
    /// The seat at whose side of an unturned board a player is painted.
    fn side(self, seat: Seat) -> Seat {
        if self.turned { seat.other() } else { seat }
    }
}

/// A board as SVG, in parts that can be replaced one by one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Painting {
    pub width: u32,
    pub height: u32,
    /// The whole state in plain words, for screen readers.
    pub label: String,
    /// The parts that don't change during a round.
    pub background: String,
    /// Everything else, from bottom to top.
    pub parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its name: "square-human-4", "pit-P", "store-computer", "point-1-3", "dice", "throw", "names", "home-values", "hand"
    /// or "advice". A painting of a game has the same parts in the same order at every moment.
    pub id: String,
    /// May be empty.
    pub svg: String,
}

/// Paints a scene. `advised` are the places to mark as advice; in Kono the first is the piece and the second its
/// target.
pub fn paint(scene: &Scene, names: &Names, advised: &[Spot], aspect: impl Into<Aspect>) -> Painting {
    let aspect = aspect.into();
    match &scene.board.layout {
        BoardLayout::Canoga(view) => canoga::paint(view, scene, names, advised, aspect),
        BoardLayout::Congkak(view) => congkak::paint(view, scene, names, advised, aspect),
        BoardLayout::Kono(view) => kono::paint(view, scene, names, advised, aspect.turned),
    }
}

impl Painting {
    /// The picture for a page that includes the [`defs`] of the game.
    pub fn inline(&self, class: &str) -> String {
        // The label says everything. Without `aria-hidden`, some browsers also read out every number on the board.
        self.framed(&format!("class=\"{}\"", escaped(class)), "<g aria-hidden=\"true\">", "</g>")
    }

    /// The picture as a standalone file, in the colours of the light theme.
    pub fn file(&self, game: Game) -> String {
        let Painting { width, height, .. } = self;
        let size = format!("xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"");
        let mut file =
            self.framed(&size, &format!("<style>{}</style>{}", looks::file_sheet(Theme::Light), defs(game)), "");
        file.push('\n');
        file
    }

    fn framed(&self, attributes: &str, before: &str, after: &str) -> String {
        let Painting { width, height, label, background, parts } = self;
        let label = escaped(label);
        let mut svg = format!(
            "<svg {attributes} viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">{before}{background}"
        );
        for Part { id, svg: inner } in parts {
            write!(svg, "<g data-part=\"{id}\">{inner}</g>").expect("a string can always be written to");
        }
        svg.push_str(after);
        svg.push_str("</svg>");
        svg
    }
}

impl Part {
    fn new(id: impl Into<String>, svg: impl Into<String>) -> Part {
        Part { id: id.into(), svg: svg.into() }
    }
}

/// The smallest legible font size in a picture of this width, in its units: 11 pixels on a phone, or, for the wide
/// shape, on the narrowest screen that shows it.
fn smallest_letters(width: f64, shape: Shape) -> f64 {
    11.0 * width / shape.pick(832.0, 336.0)
}

/// "your", "Ada's", or "the Computer's".
fn possessive(names: &Names, seat: Seat) -> String {
    let possessive = names.possessive(seat);
    if names.object(seat) == seat.to_string() { format!("the {possessive}") } else { possessive }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]
mod tests;
