//! How the round stands, as the engine sees it.

use parlor_rules::{Game, Seat};
use parlor_view::{Names, Worth, decisive_lead};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::job::{JobOutcome, JobResult, Ticket};
use crate::kit::cut;
use crate::theme::{Role, Theme};

/// How the round stands, if that is to be shown.
#[derive(Debug)]
pub(super) enum ValueBar {
    Off,
    On {
        /// The engine is asked.
        asked: Option<Ticket>,
        /// `None` while that isn't known.
        worth: Option<Worth>,
    },
}

impl ValueBar {
    pub(super) fn is_on(&self) -> bool {
        matches!(self, ValueBar::On { .. })
    }

    pub(super) fn is_asked(&self) -> bool {
        matches!(self, ValueBar::On { asked: Some(_), .. })
    }

    pub(super) fn toggle(&mut self) {
        *self = if self.is_on() { ValueBar::Off } else { ValueBar::On { asked: None, worth: None } };
    }

    /// Waits for the value of the position on the table.
    pub(super) fn ask(&mut self, ticket: Ticket) {
        if let ValueBar::On { asked, .. } = self {
            *asked = Some(ticket);
        }
    }

    /// The position has changed, so its value isn't known any more.
    pub(super) fn forget(&mut self) {
        if self.is_on() {
            *self = ValueBar::On { asked: None, worth: None };
        }
    }

    /// Takes the value that was asked for. A value that couldn't be found is simply not shown.
    pub(super) fn take(&mut self, result: &JobResult) {
        if let ValueBar::On { asked: Some(ticket), .. } = self
            && ticket.is_for(result)
        {
            let worth = if let JobOutcome::Weighed(worth) = result.outcome { Some(worth) } else { None };
            *self = ValueBar::On { asked: None, worth };
        }
    }

    pub(super) fn paint(&self, game: Game, names: &Names, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let ValueBar::On { asked, worth } = self else { return };
        if area.is_empty() {
            return;
        }
        let roomy = area.width >= 60;
        let words = match (worth, asked) {
            (Some(worth), _) => {
                let seat = if worth.human >= 0.0 { Seat::Human } else { Seat::Computer };
                let name = cut(names.label(seat), if roomy { 20 } else { 9 });
                let sure = if worth.exact { "" } else { "about " };
                let unit = if roomy { game.unit() } else { "" };
                format!(" {name} {sure}{:+.1} {unit}", worth.human.abs())
            }
            (None, Some(_)) => " thinking".to_owned(),
            (None, None) => " known at the next turn".to_owned(),
        };
        let width = area.width.saturating_sub(if roomy { 40 } else { 22 }).clamp(6, 60);
        let share = share(*worth, game);
        let filled = (0..width).filter(|&cell| f64::from(cell) + 0.5 < share * f64::from(width)).count();
        let full = theme.pick("\u{2588}", "#").repeat(filled);
        let rest = theme.pick("\u{2591}", ".").repeat(usize::from(width) - filled);
        let line = Line::from(vec![
            Span::raw(" "),
            Span::styled(full, theme.style(Role::Human)),
            Span::styled(rest, theme.style(Role::Computer)),
            Span::styled(theme.text(&words), theme.style(Role::Text)),
        ]);
        buffer.set_line(area.x, area.y, &line, area.width);
    }
}

/// How much of the bar is Human's. An even round fills half of it; the larger a lead, the less each more point adds.
fn share(worth: Option<Worth>, game: Game) -> f64 {
    worth.map_or(0.5, |worth| 0.5 + 0.5 * worth.human / (worth.human.abs() + decisive_lead(game)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_half_full_when_even_and_never_overflows() {
        let at = |human| share(Some(Worth { human, exact: true }), Game::Kono);
        let percent = |share: f64| (share * 100.0).round() as i32;
        let shares = [share(None, Game::Kono), at(0.0), at(8.0), at(-8.0)].map(percent);
        assert_eq!(shares, [50, 50, 75, 25]);
        assert!(at(1e9) <= 1.0 && at(-1e9) >= 0.0);
    }

    #[test]
    fn turning_it_off_forgets_the_value() {
        let mut bar = ValueBar::On { asked: None, worth: Some(Worth { human: 3.0, exact: false }) };
        bar.toggle();
        assert!(!bar.is_on());
        bar.toggle();
        assert!(matches!(bar, ValueBar::On { asked: None, worth: None }));
    }
}
