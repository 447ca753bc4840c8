//! How the game screen looks: a pure function of its state.

use parlor_view::wrap;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::GameScreen;
use super::choice_row::ChoiceRow;
use super::layout::{Parts, parts};
use crate::board;
use crate::kit::{self, width};
use crate::theme::{Role, Theme};

/// The longest notice that surely fits its line.
pub(super) const LINE: usize = 76;

impl GameScreen {
    pub(super) fn parts(&self, area: Rect) -> Parts {
        parts(
            area,
            self.scene_in_sight().map(|scene| &scene.board.layout),
            self.panels.value.bar.is_on() && self.replay().is_none(),
        )
    }

    pub(super) fn paint_all(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        self.bound_scrolling(area);
        let parts = self.parts(area);
        self.paint_title(theme, parts.title, buffer);
        self.paint_status(theme, parts.status, buffer);
        self.paint_board(theme, parts.board, buffer);
        self.paint_caption(theme, parts.prompt, buffer);
        if self.replay().is_none() {
            self.panels.value.bar.paint(self.game(), &self.session.names, theme, parts.bar, buffer);
            self.paint_choice(theme, parts.choice, buffer);
        }
        self.paint_notice(theme, parts.notice, buffer);
        self.paint_panels(theme, parts, buffer);
        kit::keys(&self.line_keys(theme), theme, area, buffer);
        self.paint_overlay(theme, area, buffer);
    }

    fn paint_board(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let choice = self.mode.chooser().filter(|_| self.replay().is_none() && !self.stage.is_moving());
        match (self.scene_in_sight(), choice) {
            (Some(scene), Some(chooser)) => {
                let scene = scene.with_choice(chooser).advising(self.panels.help.spots());
                board::paint(&scene, &self.session.names, theme, area, buffer);
            }
            (Some(scene), None) => board::paint(scene, &self.session.names, theme, area, buffer),
            (None, _) if self.replay().is_some() => {}
            (None, _) => {
                let shown = "The board is laid out once its size is known.";
                let x = area.x + area.width.saturating_sub(shown.len() as u16) / 2;
                buffer.set_stringn(x, area.y + area.height / 2, shown, area.width.into(), theme.style(Role::Quiet));
            }
        }
    }

    /// What goes on or is asked.
    fn paint_caption(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let shown = match (self.replaying(), self.jobs.spins()) {
            (Some(replaying), _) => {
                let told = replaying.told().first().map_or("", |line| &line.text);
                theme.text(&format!("{}: {told}", replaying.place()))
            }
            (None, Some(spins)) if !self.stage.is_moving() => {
                let faces = theme.pick(["\u{25d0}", "\u{25d3}", "\u{25d1}", "\u{25d2}"], ["|", "/", "-", "\\"]);
                let thinks = theme.text(&self.caption.text);
                let face = faces[spins % faces.len()];
                format!("{thinks} {face}  (q leaves, {})", self.kept_words())
            }
            (None, _) => theme.text(&self.caption.text),
        };
        // The row below is free while something moves, and in a replay.
        let rows = if self.stage.is_moving() || self.replay().is_some() { 2 } else { 1 };
        let lines = wrap(&shown, area.width.saturating_sub(2).into());
        let cut_off = lines.len() > rows;
        for (row, line) in lines.into_iter().take(rows).enumerate() {
            let more = if cut_off && row + 1 == rows { theme.pick("\u{2026}", "...") } else { "" };
            let area = Rect { y: area.y + row as u16, ..kit::part(area, 1, 0, area.width, 1) };
            kit::put_raw(&format!("{line}{more}"), theme.style(Role::Prompt), area, buffer);
        }
    }

    fn paint_choice(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        if let Some(input) = self.mode.input() {
            input.paint("> ", theme, kit::inset(area, 1), buffer);
        } else if !self.turn.ahead.is_empty() {
            // What was typed before it was asked for hides the second row of what goes on.
            self.turn.ahead.line().paint("> ", theme, kit::inset(area, 1), buffer);
        } else if !self.stage.is_moving() {
            ChoiceRow::of(&self.mode).paint(theme, area, buffer);
        }
    }

    /// What was just refused or noted. It never takes the place of the question.
    fn paint_notice(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let Some(notice) = &self.caption.notice else { return };
        let notice = theme.text(notice);
        // A longer one is said in full beside the log.
        let shown = if width(&notice) > LINE.max(usize::from(area.width).saturating_sub(2)) {
            format!("{}{}", kit::cut(&notice, LINE - 3), theme.pick("\u{2026}", "..."))
        } else {
            notice
        };
        kit::put_raw(&shown, theme.style(Role::Wrong), kit::part(area, 1, 0, area.width, 1), buffer);
    }
}
