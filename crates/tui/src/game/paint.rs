//! Painting and layout of the game screen, as a pure function of its state.

use parlor_view::{BoardLayout, wrap};
use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Rect, Size};

use super::GameScreen;
use super::choice_row::ChoiceRow;
use super::commands::KeyCommand;
use crate::board;
use crate::kit::{self, width};
use crate::theme::{Role, Theme};

/// The maximum width of a notice that is sure to fit its line.
pub(super) const LINE: usize = 76;

impl GameScreen {
    pub(super) fn parts(&self, area: Rect) -> Parts {
        parts(
            area,
            self.visible_scene().map(|scene| &scene.board.layout),
            self.panels.value.is_on && self.replay().is_none(),
        )
    }

    pub(super) fn paint_board(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let choice = self.mode.chooser().filter(|_| self.replay().is_none() && !self.stage.is_moving());
        match (self.visible_scene(), choice) {
            (Some(scene), Some(chooser)) => {
                let scene = scene
                    .with_choice(chooser)
                    .advising(self.panels.help.shown().map(|advice| advice.spots.clone()).unwrap_or_default());
                board::paint(&scene, &self.session.names, theme, area, buffer);
            }
            (Some(scene), None) => board::paint(scene, &self.session.names, theme, area, buffer),
            (None, _) if self.replay().is_some() => {}
            (None, _) => {
                let shown = "The board appears once its size is known.";
                let x = area.x + area.width.saturating_sub(shown.len() as u16) / 2;
                buffer.set_stringn(x, area.y + area.height / 2, shown, area.width.into(), theme.style(Role::Quiet));
            }
        }
    }

    pub(super) fn paint_caption(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let shown = match (self.replaying(), self.jobs.spins()) {
            (Some(replaying), _) => {
                let told = replaying.replay.moment().lines.first().map_or("", |line| &line.text);
                theme.text(&format!("{}: {told}", replaying.place()))
            }
            (None, Some(spins)) if !self.stage.is_moving() => {
                let faces = theme.pick(["\u{25d0}", "\u{25d3}", "\u{25d1}", "\u{25d2}"], ["|", "/", "-", "\\"]);
                let thinks = theme.text(&self.caption.text);
                let face = faces[spins % faces.len()];
                let key = self.key_of(KeyCommand::Quit);
                format!("{thinks} {face}  ({key} leaves, {})", self.leaving_note())
            }
            (None, _) => theme.text(&self.caption.text),
        };
        // The row below is free during an animation, and in a replay.
        let rows = if self.stage.is_moving() || self.replay().is_some() { 2 } else { 1 };
        let lines = wrap(&shown, area.width.saturating_sub(2).into());
        let cut_off = lines.len() > rows;
        for (row, line) in lines.into_iter().take(rows).enumerate() {
            let more = if cut_off && row + 1 == rows { theme.pick("\u{2026}", "...") } else { "" };
            let area = Rect { y: area.y + row as u16, ..kit::part(area, 1, 0, area.width, 1) };
            kit::put_raw(&format!("{line}{more}"), theme.style(Role::Prompt), area, buffer);
        }
    }

    pub(super) fn paint_choice(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        if let Some(input) = self.mode.input() {
            input.paint("> ", theme, kit::inset(area, 1), buffer);
        } else if !self.turn.ahead.is_empty() {
            // Keys typed ahead hide the second row of the caption.
            self.turn.ahead.line().paint("> ", theme, kit::inset(area, 1), buffer);
        } else if !self.stage.is_moving() {
            ChoiceRow::of(&self.mode).paint(theme, area, buffer);
        }
    }

    /// Paints the notice on a separate line, so that the question stays visible.
    pub(super) fn paint_notice(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let Some(notice) = &self.caption.notice else { return };
        let notice = theme.text(notice);
        // A longer notice is shown in full beside the log.
        let shown = if width(&notice) > LINE.max(usize::from(area.width).saturating_sub(2)) {
            format!("{}{}", kit::cut(&notice, LINE - 3), theme.pick("\u{2026}", "..."))
        } else {
            notice
        };
        kit::put_raw(&shown, theme.style(Role::Wrong), kit::part(area, 1, 0, area.width, 1), buffer);
    }
}

/// The parts of the game screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parts {
    /// The game, its round and its level.
    pub(super) title: Rect,
    pub(super) status: Rect,
    pub(super) board: Rect,
    /// The value bar; an empty area if the bar is off.
    pub(super) bar: Rect,
    pub(super) prompt: Rect,
    pub(super) choice: Rect,
    pub(super) notice: Rect,
    pub(super) log: Rect,
    /// The advice, or the possible actions.
    pub(super) hint: Rect,
    pub(super) keys: Rect,
}

/// The minimum number of columns for the log and the hints beside a board.
const ASIDE: u16 = 31;
/// The minimum number of rows for the log and the hints below a board.
const BELOW: u16 = 6;
/// The minimum size for a board whose size isn't known yet.
const UNKNOWN_BOARD: Size = Size::new(60, 8);

/// Lays out a screen. The log is beside a tall board, and below a wide one.
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

/// Layout with the question between the board and the log.
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
