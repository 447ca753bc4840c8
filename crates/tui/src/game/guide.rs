//! The guide of a first round: what it says about the question that is open, and how far that is scrolled.

use parlor_table::Table;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::kit::{more_marks, panel, put_roles, wrapped};
use crate::theme::{Role, Theme};

/// The guide of a first round.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct GuidePanel {
    /// A sentence each.
    page: Vec<String>,
    /// How many lines lie above those in sight. Painting limits it to the lines there are.
    scroll: usize,
}

impl GuidePanel {
    /// Turns to the page about what is open now.
    pub(super) fn turn(&mut self, table: &Table) {
        *self = GuidePanel { page: parlor_view::guide(table), scroll: 0 };
    }

    /// What it says now, a sentence each.
    pub(super) fn page(&self) -> &[String] {
        &self.page
    }

    pub(super) fn is_empty(&self) -> bool {
        self.page.is_empty()
    }

    /// Scrolls up by a number of lines, or down by a negative one.
    pub(super) fn scroll_up(&mut self, lines: i16) {
        // A line has a few words at least.
        let most: usize = self.page.iter().map(|sentence| 1 + sentence.len() / 20).sum();
        self.scroll = self.scroll.saturating_add_signed(-isize::from(lines)).min(most);
    }

    /// Whether all of it can be seen in an area, below its title.
    pub(super) fn fits(&self, theme: Theme, area: Rect) -> bool {
        self.lines(theme, area.width.saturating_sub(1)).len() < area.height.into()
    }

    fn lines(&self, theme: Theme, columns: u16) -> Vec<(Role, String)> {
        let sentences: Vec<(Role, String)> = self.page.iter().map(|text| (Role::Text, text.clone())).collect();
        wrapped(&sentences, theme, columns)
    }

    /// Paints it, and below it as many of the hints as there is room for.
    pub(super) fn paint(&self, hints: &[String], theme: Theme, area: Rect, buffer: &mut Buffer) {
        let fits = self.fits(theme, area);
        let area = panel(if fits { "Guide" } else { "Guide (PgDn: more)" }, theme, area, buffer);
        let mut lines = self.lines(theme, area.width.saturating_sub(u16::from(!fits)));
        for hint in hints {
            let hint = wrapped(&[(Role::Quiet, hint.clone())], theme, area.width);
            if lines.len() + hint.len() > area.height.into() {
                break;
            }
            lines.extend(hint);
        }
        let first = self.scroll.min(lines.len().saturating_sub(area.height.into()));
        let shown = first..(first + usize::from(area.height)).min(lines.len());
        put_roles(&lines[shown.clone()], theme, area, buffer);
        more_marks(&shown, lines.len(), theme, area, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::text;

    fn guide(sentences: usize) -> GuidePanel {
        let page = (1..=sentences).map(|number| format!("This is sentence number {number}.")).collect();
        GuidePanel { page, scroll: 0 }
    }

    fn painted(guide: &GuidePanel, hints: &[&str]) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 31, 4));
        let hints: Vec<String> = hints.iter().map(ToString::to_string).collect();
        guide.paint(&hints, Theme::default(), buffer.area, &mut buffer);
        text(&buffer)
    }

    #[test]
    fn hints_follow_if_there_is_room() {
        let shown = painted(&guide(2), &["Enter plays.", "h gives advice."]);
        assert!(shown.contains("number 2.\n Enter plays."), "{shown}");
        assert!(!shown.contains("advice") && !painted(&guide(3), &["Enter plays."]).contains("Enter"));
    }

    #[test]
    fn what_does_not_fit_can_be_scrolled_to() {
        let mut guide = guide(5);
        let shown = painted(&guide, &[]);
        assert!(shown.contains("PgDn") && shown.contains("number 3.") && !shown.contains("number 4."), "{shown}");
        guide.scroll_up(-99);
        let shown = painted(&guide, &[]);
        assert!(shown.contains("number 5.") && !shown.contains("number 2."), "{shown}");
        guide.scroll_up(99);
        assert!(painted(&guide, &[]).contains("number 1."));
    }
}
