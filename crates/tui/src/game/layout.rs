//! Where everything on the game screen goes.

use parlor_view::BoardLayout;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Rect, Size};

use crate::board;

/// The parts of the game screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parts {
    /// The game, its round, its level.
    pub(super) title: Rect,
    /// Whose turn it is, scores, dice.
    pub(super) status: Rect,
    /// The board.
    pub(super) board: Rect,
    /// The value bar; empty unless it is on.
    pub(super) bar: Rect,
    /// What is asked.
    pub(super) prompt: Rect,
    /// What can be chosen, or is typed.
    pub(super) choice: Rect,
    /// What was just refused or noted.
    pub(super) notice: Rect,
    /// What was told.
    pub(super) log: Rect,
    /// Advice, or what can be done now.
    pub(super) hint: Rect,
    /// Keys.
    pub(super) keys: Rect,
}

/// The fewest columns that the log and the hints need beside a board.
const ASIDE: u16 = 31;
/// The fewest rows that they need below it.
const BELOW: u16 = 6;
/// What a board takes at least before its size is known.
const UNKNOWN_BOARD: Size = Size::new(60, 8);

/// Lays out a screen. A tall board has the log beside it, a wide one below it.
pub(super) fn parts(area: Rect, board: Option<&BoardLayout>, bar: bool) -> Parts {
    let least = board.map_or(UNKNOWN_BOARD, board::least);
    let bar_rows = u16::from(bar);
    if board.is_some_and(board::is_tall) { beside(area, least, bar_rows) } else { below(area, least, bar_rows) }
}

fn beside(area: Rect, least: Size, bar_rows: u16) -> Parts {
    let rows = [Length(1), Length(1), Fill(1), Length(1), Length(1), Length(1), Length(1)];
    let [title, status, middle, prompt, choice, notice, keys] = Layout::vertical(rows).areas(area);
    let aside = middle.width.saturating_sub(least.width + 1).clamp(ASIDE, 40.max(middle.width / 3));
    let [board, side] = Layout::horizontal([Fill(1), Length(aside)]).spacing(1).areas(middle);
    let [bar, side] = Layout::vertical([Length(bar_rows), Fill(1)]).areas(side);
    let hint_rows = (side.height / 2).clamp(6, 16);
    let [hint, log] = Layout::vertical([Length(hint_rows), Fill(1)]).areas(side);
    Parts { title, status, board, bar, prompt, choice, notice, log, hint, keys }
}

/// The question stands between the board and the log.
fn below(area: Rect, least: Size, bar_rows: u16) -> Parts {
    let room = area.height.saturating_sub(6 + bar_rows);
    let most = room.saturating_sub(BELOW + 1);
    let board_rows = (room * 3 / 5).clamp(least.height.min(most), most);
    let one = Length(1);
    let rows = [one, one, Length(board_rows), Length(bar_rows), one, one, one, Fill(1), one];
    let [title, status, board, bar, prompt, choice, notice, panels, keys] = Layout::vertical(rows).areas(area);
    let [log, hint] = Layout::horizontal([Length(panels.width * 4 / 7), Fill(1)]).spacing(1).areas(panels);
    Parts { title, status, board, bar, prompt, choice, notice, log, hint, keys }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Game;
    use parlor_view::BoardView;

    use super::*;

    #[test]
    fn every_board_has_room_and_nothing_overlaps() {
        for game in Game::ALL {
            for size in game.sizes() {
                let board = BoardView::laid_out(game, size).unwrap().layout;
                for (width, height) in [(80, 24), (120, 40), (200, 60)] {
                    for bar in [false, true] {
                        let area = Rect::new(3, 2, width, height);
                        let Parts { title, status, board: place, bar, prompt, choice, notice, log, hint, keys } =
                            parts(area, Some(&board), bar);
                        let least = board::least(&board);
                        assert!(place.width >= least.width && place.height >= least.height, "{game} {size} {area}");
                        let all = [title, status, place, bar, prompt, choice, notice, log, hint, keys];
                        for (i, part) in all.iter().enumerate() {
                            assert_eq!(part.intersection(area), *part);
                            assert!(all[..i].iter().all(|other| !other.intersects(*part)), "{game} {size} {area}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn any_area_will_do() {
        let kono = BoardView::laid_out(Game::Kono, 9).unwrap().layout;
        for (width, height) in [(0, 0), (1, 1), (10, 3), (30, 60), (300, 2)] {
            for board in [None, Some(&kono)] {
                parts(Rect::new(0, 0, width, height), board, true);
            }
        }
    }
}
