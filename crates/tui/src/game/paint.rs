//! How the game screen looks: a pure function of its state.

use std::time::Duration;

use parlor_view::{Advice, Line, wrap};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::GameScreen;
use super::choice_row::ChoiceRow;
use super::guide::GuidePanel;
use super::help::{HelpPanel, paint_ranking};
use super::layout::{Parts, parts};
use super::mode::Mode;
use crate::board;
use crate::kit::{self, panel, put_roles, width};
use crate::log;
use crate::theme::{Role, Theme};

/// The longest notice that surely fits the line of the question.
const LINE: usize = 76;

impl GameScreen {
    pub(super) fn parts(&self, area: Rect) -> Parts {
        parts(area, self.stage.scene().map(|scene| &scene.board.layout), self.bar.is_on())
    }

    /// Paints everything.
    pub(crate) fn paint(&self, theme: Theme, now: Duration, area: Rect, buffer: &mut Buffer) {
        let parts = self.parts(area);
        self.paint_title(theme, parts.title, buffer);
        self.paint_status(theme, parts.status, buffer);
        self.paint_board(theme, parts.board, buffer);
        self.paint_caption(theme, now, parts.prompt, buffer);
        if self.replay().is_none() {
            self.bar.paint(self.game(), &self.names, theme, parts.bar, buffer);
            self.paint_choice(theme, parts.choice, buffer);
        }
        self.paint_panels(theme, parts, buffer);
        kit::keys(&self.keys_along_the_bottom(theme), theme, parts.keys, buffer);
        self.paint_overlay(theme, area, buffer);
    }

    fn paint_board(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let choice = self.mode.chooser().filter(|_| self.replay().is_none() && !self.stage.is_moving());
        match (self.scene_in_sight(), choice) {
            (Some(scene), Some(chooser)) => {
                board::paint(&scene.with_choice(chooser), &self.names, theme, area, buffer);
            }
            (Some(scene), None) => board::paint(scene, &self.names, theme, area, buffer),
            (None, _) if self.replay().is_some() => {}
            (None, _) => {
                let shown = "The board is laid out once its size is known.";
                let x = area.x + area.width.saturating_sub(shown.len() as u16) / 2;
                buffer.set_stringn(x, area.y + area.height / 2, shown, area.width.into(), theme.style(Role::Quiet));
            }
        }
    }

    /// What goes on or is asked, unless something was just refused or noted.
    fn paint_caption(&self, theme: Theme, now: Duration, area: Rect, buffer: &mut Buffer) {
        let (role, shown) = match (self.caption.notice(), self.replay(), self.jobs.spins(now)) {
            (Some(notice), _, _) => (Role::Wrong, theme.text(notice)),
            (None, Some(replay), _) => {
                let (at, of) = replay.place();
                let told = replay.moment().told.first().map_or("", |line| &line.text);
                (Role::Prompt, theme.text(&format!("Replay, step {at} of {of}: {told}")))
            }
            (None, None, Some(spins)) => {
                let faces = theme.pick(["\u{25d0}", "\u{25d3}", "\u{25d1}", "\u{25d2}"], ["|", "/", "-", "\\"]);
                let thinks = theme.text(self.caption.text());
                let face = faces[spins % faces.len()];
                (Role::Prompt, format!("{thinks} {face}  (q leaves, {})", self.kept_words()))
            }
            (None, None, None) => (Role::Prompt, theme.text(self.caption.text())),
        };
        // The row below is free while something moves, and in a replay.
        let rows = if self.stage.is_moving() || self.replay().is_some() { 2 } else { 1 };
        let lines = wrap(&shown, area.width.saturating_sub(2).into());
        let cut_off = lines.len() > rows;
        for (row, line) in lines.into_iter().take(rows).enumerate() {
            let more = if cut_off && row + 1 == rows { theme.pick("\u{2026}", "...") } else { "" };
            let room = usize::from(area.width).saturating_sub(1);
            buffer.set_stringn(area.x + 1, area.y + row as u16, format!("{line}{more}"), room, theme.style(role));
        }
    }

    fn paint_choice(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        if let Some(input) = self.mode.input() {
            input.paint("> ", theme, kit::inset(area, 1), buffer);
        } else if !self.stage.is_moving() {
            ChoiceRow::of(&self.mode).paint(theme, area, buffer);
        }
    }

    /// The log, and beside it what helps. Advice that is too long for its place takes both.
    fn paint_panels(&self, theme: Theme, parts: Parts, buffer: &mut Buffer) {
        let both = parts.log.union(parts.hint);
        let help = if self.replay().is_some() { &HelpPanel::Off } else { &self.help };
        if let HelpPanel::Ranked { advice, scroll } = help {
            return paint_ranking(advice, *scroll, theme, both, buffer);
        }
        if let Some(guide) = self.guide_in_sight() {
            return self.paint_guide(guide, theme, parts, buffer);
        }
        let title = match (self.replay(), help) {
            (Some(_), _) => "This step",
            (None, HelpPanel::Words(advice)) if advice.ranked.len() > 1 => "Advice (h: all choices)",
            (None, HelpPanel::Words(_)) => "Advice (h: no more)",
            (None, _) => "Here",
        };
        let lines = |area: Rect| self.side_lines(help, theme, area.width.saturating_sub(1));
        let is_advice = matches!(help, HelpPanel::Words(_));
        let fits = !is_advice || lines(parts.hint).len() < parts.hint.height.into();
        let area = if fits { parts.hint } else { both };
        if fits {
            let log = panel("What happened", theme, parts.log, buffer);
            self.log.paint(theme, log, buffer);
        }
        let inner = panel(title, theme, area, buffer);
        put_roles(&lines(area), theme, inner, buffer);
    }

    /// What the guide has to say, unless something else takes its place: advice, a notice, or what moves.
    fn guide_in_sight(&self) -> Option<&GuidePanel> {
        let asked = !matches!(self.mode, Mode::Running | Mode::Failed(_)) && !self.stage.is_moving();
        let covered = self.replay().is_some()
            || !matches!(self.help, HelpPanel::Off)
            || self.caption.notice().is_some_and(|notice| width(notice) > LINE);
        self.guide.as_ref().filter(|guide| asked && !covered && !guide.is_empty())
    }

    /// The guide beside the log if it fits there, or else over both places.
    fn paint_guide(&self, guide: &GuidePanel, theme: Theme, parts: Parts, buffer: &mut Buffer) {
        let beside = guide.fits(theme, parts.hint);
        if beside {
            let log = panel("What happened", theme, parts.log, buffer);
            self.log.paint(theme, log, buffer);
        }
        let area = if beside { parts.hint } else { parts.log.union(parts.hint) };
        guide.paint(&self.hints(), theme, area, buffer);
    }

    /// What stands beside the log: a moment of a replay, advice, or what can be done now.
    fn side_lines(&self, help: &HelpPanel, theme: Theme, columns: u16) -> Vec<(Role, String)> {
        // A notice that is cut off in its own line is said here in full.
        if let Some(notice) = self.caption.notice().filter(|notice| width(notice) > LINE) {
            return kit::wrapped(&[(Role::Wrong, notice.to_owned())], theme, columns);
        }
        let wrapped = |lines: &[Line]| lines.iter().flat_map(|line| log::wrapped(line, theme, columns)).collect();
        match (self.replay(), help) {
            (Some(replay), _) => wrapped(&replay.moment().told),
            (None, HelpPanel::Asked(_)) => {
                kit::wrapped(&[(Role::Quiet, "Thinking about it\u{2026}".to_owned())], theme, columns)
            }
            (None, HelpPanel::Words(advice)) => wrapped(&advice_lines(advice)),
            (None, HelpPanel::Off | HelpPanel::Ranked { .. }) => {
                let hints: Vec<(Role, String)> =
                    self.hints().into_iter().map(|hint| (Role::Text, hint.to_owned())).collect();
                kit::wrapped(&hints, theme, columns)
            }
        }
    }
}

/// Advice in words, with its reasons.
fn advice_lines(advice: &Advice) -> Vec<Line> {
    let words = advice.words.iter().map(Line::told);
    words.chain(advice.reasons.iter().map(Line::reason)).collect()
}
