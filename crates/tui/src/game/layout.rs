//! Where everything on the game screen goes.

use parlor_view::BoardLayout;
use ratatui::layout::{Rect, Size};

use crate::board;

/// The parts of the game screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// The game, its round, its level.
    pub(super) title: Rect,
    /// Whose turn it is, scores, dice.
    pub(super) status: Rect,
    /// The board.
    pub(super) board: Rect,
    /// The value bar, where it is on.
    pub(super) bar: Rect,
    /// What is asked.
    pub(super) prompt: Rect,
    /// What can be chosen or is typed.
    pub(super) choice: Rect,
    /// What was told.
    pub(super) log: Rect,
    /// Advice, or what can be done here.
    pub(super) hint: Rect,
    /// Keys.
    pub(super) keys: Rect,
}

/// The least that log and hints need beside a board.
const ASIDE: u16 = 31;
/// The least that they need below it.
const BELOW: u16 = 6;

/// Lays out a screen of at least 80×24. A tall board has the log beside it, a wide one below it.
pub(super) fn layout(area: Rect, board: Option<&BoardLayout>, bar: bool) -> Layout {
    let row =
        |y: u16, height: u16| Rect::new(area.x, area.y + y.min(area.height), area.width, height).intersection(area);
    let tall = board.is_some_and(board::is_tall);
    let least = board.map_or(Size::new(60, 8), board::least);
    // Beside a tall board there is room for the bar; below a wide one it takes a row.
    let bar_rows = u16::from(bar && !tall);
    let bottom = area.height.saturating_sub(3 + bar_rows);
    let (title, status) = (row(0, 1), row(1, 1));
    let (below_board, prompt) = (row(bottom, bar_rows), row(bottom + bar_rows, 1));
    let (choice, keys) = (row(bottom + bar_rows + 1, 1), row(area.height.saturating_sub(1), 1));
    let middle = Rect::new(area.x, area.y + 2, area.width, bottom.saturating_sub(2)).intersection(area);
    if tall {
        let aside = middle.width.saturating_sub(least.width + 1).clamp(ASIDE, 40.max(middle.width / 3));
        let width = middle.width.saturating_sub(aside);
        let board = Rect { width: width.saturating_sub(1), ..middle };
        let side = Rect { x: middle.x + width, width: aside, ..middle };
        let bar = Rect { height: u16::from(bar).min(side.height), ..side };
        let side = Rect { y: side.y + bar.height, height: side.height - bar.height, ..side };
        let hint = Rect { height: (side.height / 2).clamp(6, 16).min(side.height), ..side };
        let log = Rect { y: side.y + hint.height, height: side.height - hint.height, ..side };
        return Layout { title, status, board, bar, prompt, choice, log, hint, keys };
    }
    let most = middle.height.saturating_sub(BELOW + 1);
    let height = (middle.height * 3 / 5).clamp(least.height.min(most), most);
    let board = Rect { height, ..middle };
    // The question stands between the board and what was told.
    let moved = |part: Rect, down: u16| Rect { y: board.bottom() + down, ..part };
    let (bar, prompt, choice) = (moved(below_board, 0), moved(prompt, bar_rows), moved(choice, bar_rows + 1));
    let panels_top = board.bottom() + bar_rows + 2;
    let panels =
        Rect::new(area.x, panels_top, area.width, (area.bottom().saturating_sub(1)).saturating_sub(panels_top));
    let log_width = panels.width * 4 / 7;
    let log = Rect { width: log_width, ..panels };
    let hint = Rect { x: panels.x + log_width + 1, width: panels.width.saturating_sub(log_width + 1), ..panels };
    Layout { title, status, board, bar, prompt, choice, log, hint, keys }
}
