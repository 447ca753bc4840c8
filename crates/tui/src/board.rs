//! The boards, painted: what each needs of room, where its places lie, and how it looks.

mod brush;
mod canoga;
mod congkak;
mod dice;
mod kono;
#[cfg(test)]
mod tests;

use parlor_view::{BoardView, Names};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use crate::scene::{Scene, Spot};
use crate::theme::Theme;

/// The least room in which a board can be painted, dice and hands included.
pub(crate) fn least(view: &BoardView) -> Size {
    match view {
        BoardView::Canoga(view) => canoga::least(view),
        BoardView::Congkak(view) => congkak::least(view),
        BoardView::Kono(view) => kono::least(view),
    }
}

/// Where the places of a board lie when it is painted there, for a mouse.
pub(crate) fn spots(view: &BoardView, area: Rect) -> Vec<(Spot, Rect)> {
    match view {
        BoardView::Canoga(view) => canoga::spots(view, area),
        BoardView::Congkak(view) => congkak::spots(view, area),
        BoardView::Kono(view) => kono::spots(view, area),
    }
}

/// Paints a scene. Without enough room it paints nothing.
pub(crate) fn paint(scene: &Scene, names: &Names, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let least = least(&scene.board);
    if area.width < least.width || area.height < least.height {
        return;
    }
    match &scene.board {
        BoardView::Canoga(view) => canoga::paint(view, scene, names, theme, area, buffer),
        BoardView::Congkak(view) => congkak::paint(view, scene, names, theme, area, buffer),
        BoardView::Kono(view) => kono::paint(view, scene, names, theme, area, buffer),
    }
}
