//! The log, and beside it what helps: advice, the guide, a result, or what can be done now.

use parlor_rules::Seat;
use parlor_view::Line;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::GameScreen;
use super::guide::GuidePanel;
use super::help::{HelpPanel, paint_lines, ranking_lines, word_lines};
use super::layout::Parts;
use super::mode::Mode;
use super::paint::LINE;
use super::replaying::Replaying;
use crate::job::Helped;
use crate::kit::{self, panel, put_roles, width};
use crate::log;
use crate::theme::{Role, Theme};

impl GameScreen {
    /// The log, and beside it what helps. What is too long for its place takes both.
    pub(super) fn paint_panels(&self, theme: Theme, parts: Parts, buffer: &mut Buffer) {
        let notice = self.caption.notice().filter(|notice| width(notice) > LINE);
        if let Some(replaying) = self.replaying() {
            return self.paint_replay(replaying, theme, parts, buffer);
        }
        if let Some(notice) = notice {
            self.paint_log(theme, parts.log, buffer);
            let lines = kit::wrapped(&[(Role::Wrong, notice.to_owned())], theme, parts.hint.width.saturating_sub(1));
            return paint_lines("Here", &lines, 0, theme, parts.hint, buffer);
        }
        match &self.help {
            HelpPanel::Shown { help, ranked, scroll } => {
                return self.paint_advice(help, *ranked, *scroll, theme, parts, buffer);
            }
            HelpPanel::Asked(_) => {
                self.paint_log(theme, parts.log, buffer);
                let lines = [(Role::Quiet, theme.text("Thinking about it\u{2026}"))];
                return paint_lines("Help", &lines, 0, theme, parts.hint, buffer);
            }
            HelpPanel::Off => {}
        }
        if self.paint_result(theme, parts, buffer) {
            return;
        }
        if let Some(guide) = self.guide_in_sight() {
            return self.paint_guide(guide, theme, parts, buffer);
        }
        self.paint_log(theme, parts.log, buffer);
        let hints: Vec<(Role, String)> = self.hints().into_iter().map(|hint| (Role::Text, hint)).collect();
        let lines = kit::wrapped(&hints, theme, parts.hint.width.saturating_sub(1));
        let inner = panel("Here", theme, parts.hint, buffer);
        put_roles(&lines, theme, inner, buffer);
    }

    fn paint_log(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let area = panel("What happened", theme, area, buffer);
        self.log.paint(self.pinned(), theme, area, buffer);
    }

    /// Whose last move stays in sight: that of the program, or of the other person.
    fn pinned(&self) -> Option<Seat> {
        if self.replay().is_some() {
            return None;
        }
        let program = |seat: &Seat| !self.table().player(*seat).is_person();
        match Seat::BOTH.into_iter().filter(program).collect::<Vec<_>>()[..] {
            [seat] => Some(seat),
            [] => self.mode.question().map(|question| question.seat.other()),
            _ => None,
        }
    }

    fn paint_replay(&self, replaying: &Replaying, theme: Theme, parts: Parts, buffer: &mut Buffer) {
        self.paint_log(theme, parts.log, buffer);
        let columns = parts.hint.width.saturating_sub(1);
        let told = |line: &Line| log::wrapped(line, theme, columns);
        let lines: Vec<(Role, String)> = replaying.told().iter().flat_map(told).collect();
        let room = usize::from(parts.hint.height).saturating_sub(1);
        let first = replaying.first_line(lines.len(), room) as u16;
        paint_lines("This step", &lines, first, theme, parts.hint, buffer);
    }

    fn paint_advice(&self, help: &Helped, ranked: bool, scroll: u16, theme: Theme, parts: Parts, buffer: &mut Buffer) {
        let both = parts.log.union(parts.hint);
        let key = super::commands::Command::Help.key_name(self.letters_are_pits());
        let next = self.help.next_in_words();
        let titled = |name: &str, lines: &[(Role, String)]| {
            let more = if lines.len() >= both.height.into() { ", PgDn: more" } else { "" };
            format!("{name} ({key}: {next}{more})")
        };
        if ranked {
            let lines = ranking_lines(help, theme, both.width.saturating_sub(2));
            return paint_lines(&titled("All choices", &lines), &lines, scroll, theme, both, buffer);
        }
        let beside = word_lines(help, theme, parts.hint.width.saturating_sub(1));
        if beside.len() < parts.hint.height.into() {
            self.paint_log(theme, parts.log, buffer);
            return paint_lines(&titled("Advice", &[]), &beside, scroll, theme, parts.hint, buffer);
        }
        let lines = word_lines(help, theme, both.width.saturating_sub(2));
        paint_lines(&titled("Advice", &lines), &lines, scroll, theme, both, buffer);
    }

    /// The result of a round or the tournament, unless somebody reads what happened before; `false` if there is none.
    fn paint_result(&self, theme: Theme, parts: Parts, buffer: &mut Buffer) -> bool {
        let Some(result) = &self.result else { return false };
        if self.log.is_scrolled() || self.stage.is_moving() {
            return false;
        }
        // The guide says what it was about, and comes before the keys. Where there isn't room for both, it comes first.
        let guided = self.guide_in_sight().map(GuidePanel::page).unwrap_or_default();
        let both = parts.log.union(parts.hint);
        let wanted = result.lines(&self.names, guided, theme, both.width.saturating_sub(1), usize::MAX).len();
        if !guided.is_empty() && wanted >= both.height.into() {
            return false;
        }
        let next = [guided, &self.what_next()].concat();
        let beside = result.lines(&self.names, &next, theme, parts.hint.width.saturating_sub(1), usize::MAX);
        let fits = beside.len() < parts.hint.height.into()
            && beside.iter().all(|(_, line)| width(line) < parts.hint.width.into());
        if fits {
            self.paint_log(theme, parts.log, buffer);
        }
        let area = if fits { parts.hint } else { both };
        result.paint(&self.names, &next, theme, area, buffer);
        true
    }

    /// What the guide has to say, unless something else takes its place: what moves, or a failure.
    fn guide_in_sight(&self) -> Option<&GuidePanel> {
        let asked = !matches!(self.mode, Mode::Running | Mode::Failed(_)) && !self.stage.is_moving();
        self.guide.as_ref().filter(|guide| asked && !guide.is_empty())
    }

    /// The guide beside the log if it fits there, or else over both places.
    fn paint_guide(&self, guide: &GuidePanel, theme: Theme, parts: Parts, buffer: &mut Buffer) {
        let beside = guide.fits(theme, parts.hint);
        if beside {
            self.paint_log(theme, parts.log, buffer);
        }
        let area = if beside { parts.hint } else { parts.log.union(parts.hint) };
        guide.paint(&self.hints(), theme, area, buffer);
    }
}
