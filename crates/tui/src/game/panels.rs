//! The log and the panel beside it: advice, the guide, a result, or the possible actions.

use parlor_rules::Seat;
use parlor_view::{Advice, Replay};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::GameScreen;
use super::commands::KeyCommand;
use super::help::{HelpPanel, advice_lines, ranking_lines};
use super::mode::Mode;
use super::overlay::Overlay;
use super::paint::{LINE, Parts};
use super::result::ResultPanel;
use super::value_bar::ValueBar;
use crate::job::Finding;
use crate::kit::{Scroll, panel, width, wrapped};
use crate::log;
use crate::theme::{Role, Theme};

/// The panels around the board, without the log.
#[derive(Default)]
pub(super) struct Panels {
    pub(super) help: HelpPanel,
    /// The guide's sentences about the open question; `None` if the round isn't guided.
    pub(super) guide: Option<Vec<String>>,
    /// The result of the round or of the tournament, after it has ended.
    pub(super) result: Option<ResultPanel>,
    pub(super) value: ValueBar,
    /// The scroll position of the panel beside the log.
    pub(super) scroll: Scroll,
}

/// The panel beside the log.
struct SidePanel {
    title: String,
    lines: Vec<(Role, String)>,
    /// The panel covers the log as well.
    is_wide: bool,
}

impl SidePanel {
    fn beside(title: &str, lines: Vec<(Role, String)>) -> SidePanel {
        SidePanel { title: title.to_owned(), lines, is_wide: false }
    }
}

/// The last lines of the replay's log up to the visible step.
fn log_so_far(replay: &Replay, theme: Theme, area: Rect) -> Vec<(Role, String)> {
    let mut lines: Vec<(Role, String)> = Vec::new();
    for line in replay.log_so_far().rev() {
        let before = log::wrapped(line, theme, area.width);
        if lines.len() + before.len() > area.height.into() {
            break;
        }
        lines.splice(0..0, before);
    }
    lines
}

impl GameScreen {
    pub(super) fn paint_panels(&mut self, theme: Theme, parts: Parts, buffer: &mut Buffer) {
        let SidePanel { title, lines, is_wide } = self.side_panel(theme, parts);
        if !is_wide {
            let Rect { x, y, width, height } = parts.log;
            let inside = Rect { x: x + 1, y: y + 1, width: width.saturating_sub(1), height: height.saturating_sub(1) };
            let (lines, hidden) = match self.replay() {
                Some(replay) => (log_so_far(replay, theme, inside), 0),
                None => self.log.visible(self.pinned(), theme, inside),
            };
            let title = match hidden {
                0 => "What happened".to_owned(),
                hidden => format!("What happened (PgUp: {hidden} more)"),
            };
            let area = panel(&title, theme, parts.log, buffer);
            log::paint(lines, theme, area, buffer);
        }
        let area = if is_wide { parts.log.union(parts.hint) } else { parts.hint };
        let area = panel(&title, theme, area, buffer);
        let scroll = match &mut self.overlay {
            Some(Overlay::Replay(replaying)) => &mut replaying.scroll,
            _ => &mut self.panels.scroll,
        };
        scroll.paint(&lines, theme, area, buffer);
    }

    fn side_panel(&self, theme: Theme, parts: Parts) -> SidePanel {
        let columns = parts.hint.width.saturating_sub(1);
        if let Some(replaying) = self.replaying() {
            let told = replaying.replay.moment().lines.iter().flat_map(|line| log::wrapped(line, theme, columns));
            return SidePanel::beside("This step", told.collect());
        }
        if let Some(notice) = self.caption.notice.clone().filter(|notice| width(notice) > LINE) {
            return SidePanel::beside("Here", wrapped(&[(Role::Wrong, notice)], theme, columns));
        }
        match &self.panels.help.advice {
            Finding::Found(advice) => return self.advice_panel(advice, theme, parts),
            Finding::Asked(_) => {
                return SidePanel::beside("Help", vec![(Role::Quiet, "Thinking about it\u{2026}".to_owned())]);
            }
            Finding::None => {}
        }
        if let Some(result) = self.result_panel(theme, parts) {
            return result;
        }
        if let Some(guide) = self.visible_guide() {
            return self.guide_panel(guide, theme, parts);
        }
        let mut lines = Vec::new();
        for hint in self.hints() {
            let hint = wrapped(&[(Role::Text, hint)], theme, columns);
            // Half a sentence would be worse than none.
            if lines.len() + hint.len() >= parts.hint.height.into() {
                break;
            }
            lines.extend(hint);
        }
        SidePanel::beside("Here", lines)
    }

    /// The player whose last move stays visible: the computer player, or the other person.
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

    fn advice_panel(&self, help: &Advice, theme: Theme, parts: Parts) -> SidePanel {
        let ranked = self.panels.help.is_ranking;
        let both = parts.log.union(parts.hint);
        let key = self.key_of(KeyCommand::Help);
        let next = self.panels.help.next_label();
        let beside = advice_lines(help, theme, parts.hint.width.saturating_sub(1));
        let is_wide = ranked || beside.len() >= parts.hint.height.into();
        let (name, lines) = match (ranked, is_wide) {
            (true, _) => ("All choices", ranking_lines(help, self.game(), theme, both.width.saturating_sub(2))),
            (false, true) => ("Advice", advice_lines(help, theme, both.width.saturating_sub(2))),
            (false, false) => ("Advice", beside),
        };
        let more = if is_wide && lines.len() >= both.height.into() { ", PgDn: more" } else { "" };
        SidePanel { title: format!("{name} ({key}: {next}{more})"), lines, is_wide }
    }

    /// The result of a round or the tournament, unless the log is scrolled back.
    fn result_panel(&self, theme: Theme, parts: Parts) -> Option<SidePanel> {
        let result = self.panels.result.as_ref()?;
        if self.log.back > 0 || self.stage.is_moving() {
            return None;
        }
        // The guide explains the result, and is more important than the list of keys. If there isn't room for both, it
        // is also more important than the result.
        let guided = self.visible_guide().unwrap_or_default();
        let both = parts.log.union(parts.hint);
        let lines = |next: &[String], area: Rect, rows: usize| {
            result.lines(&self.session.names, next, theme, area.width.saturating_sub(1), rows)
        };
        if !guided.is_empty() && lines(guided, both, usize::MAX).len() >= both.height.into() {
            return None;
        }
        let next = [guided, &self.next_steps()].concat();
        let beside = lines(&next, parts.hint, usize::MAX);
        let fits = beside.len() < parts.hint.height.into()
            && beside.iter().all(|(_, line)| width(line) < parts.hint.width.into());
        let area = if fits { parts.hint } else { both };
        let rows = usize::from(area.height).saturating_sub(1);
        // If there isn't room for the next actions, leave them out, because the keys along the bottom show them, too.
        let mut lines = lines(&next, area, rows);
        lines.truncate(rows);
        Some(SidePanel { title: result.title(), lines, is_wide: !fits })
    }

    /// The guide, unless an animation or a failure takes its place.
    fn visible_guide(&self) -> Option<&[String]> {
        let asked = !matches!(self.mode, Mode::Running | Mode::Failed(_) | Mode::Naming(..)) && !self.stage.is_moving();
        self.panels.guide.as_deref().filter(|guide| asked && !guide.is_empty())
    }

    /// The guide beside the log if it fits there, or else over both areas. Hints are added below it as far as they fit.
    fn guide_panel(&self, guide: &[String], theme: Theme, parts: Parts) -> SidePanel {
        let sentences: Vec<(Role, String)> = guide.iter().map(|text| (Role::Text, text.clone())).collect();
        let fits = |area: Rect| wrapped(&sentences, theme, area.width.saturating_sub(1)).len() < area.height.into();
        let is_wide = !fits(parts.hint);
        let area = if is_wide { parts.log.union(parts.hint) } else { parts.hint };
        let (title, margin) = if fits(area) { ("Guide", 1) } else { ("Guide (PgDn: more)", 2) };
        let mut lines = wrapped(&sentences, theme, area.width.saturating_sub(margin));
        for hint in self.hints() {
            let hint = wrapped(&[(Role::Quiet, hint)], theme, area.width.saturating_sub(1));
            if lines.len() + hint.len() >= area.height.into() {
                break;
            }
            lines.extend(hint);
        }
        SidePanel { title: title.to_owned(), lines, is_wide }
    }
}
