//! Board painting: the space that each board needs, the areas of its places, and its appearance.

mod brush;
mod canoga;
mod congkak;
mod dice;
mod kono;
#[cfg(test)]
mod tests;

use parlor_view::{BoardLayout, Names, Scene, Spot};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use crate::kit::part;
use crate::theme::Theme;

/// The minimum size for painting a board with dice and a hand.
pub(crate) fn least(layout: &BoardLayout) -> Size {
    match layout {
        BoardLayout::Canoga(view) => canoga::least(view),
        BoardLayout::Congkak(view) => congkak::least(view),
        BoardLayout::Kono(view) => kono::least(view),
    }
}

pub(crate) fn is_tall(layout: &BoardLayout) -> bool {
    matches!(layout, BoardLayout::Kono(_))
}

/// The areas of a board and a text about it: the text is beside a tall board and below a wide one.
pub(crate) fn with_text(layout: &BoardLayout, area: Rect) -> (Rect, Rect) {
    let least = least(layout);
    if is_tall(layout) {
        let columns = (area.width / 2).max(least.width).min(area.width.saturating_sub(30));
        (part(area, 0, 0, columns, area.height), part(area, columns, 0, area.width, area.height))
    } else {
        let rows = (area.height / 2).max(least.height);
        (part(area, 0, 0, area.width, rows), part(area, 0, rows, area.width, area.height))
    }
}

/// The mark of a place that has changed.
pub(crate) fn changed_mark(layout: &BoardLayout) -> &'static str {
    if matches!(layout, BoardLayout::Kono(_)) { "< >" } else { "*" }
}

/// The area of each place of a board painted in `area`, for clicks.
pub(crate) fn spots(layout: &BoardLayout, area: Rect) -> Vec<(Spot, Rect)> {
    match layout {
        BoardLayout::Canoga(view) => canoga::spots(view, area),
        BoardLayout::Congkak(view) => congkak::spots(view, area),
        BoardLayout::Kono(view) => kono::spots(view, area),
    }
}

/// Paints a scene, if it fits.
pub(crate) fn paint(scene: &Scene, names: &Names, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let least = least(&scene.board.layout);
    if area.width < least.width || area.height < least.height {
        return;
    }
    match &scene.board.layout {
        BoardLayout::Canoga(view) => canoga::paint(view, scene, names, theme, area, buffer),
        BoardLayout::Congkak(view) => congkak::paint(view, scene, names, theme, area, buffer),
        BoardLayout::Kono(view) => kono::paint(view, scene, names, theme, area, buffer),
    }
}
