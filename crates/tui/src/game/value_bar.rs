//! The value bar: the engine's evaluation of the round.

use parlor_rules::{Game, Seat};
use parlor_view::{Names, ShownValue, decisive_lead};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::job::{JobResult, Ticket};
use crate::kit::cut;
use crate::theme::{Role, Theme};

/// The value bar's setting and its last value.
#[derive(Default)]
pub(super) struct ValueBar {
    pub(super) is_on: bool,
    pub(super) asked: Option<Ticket<ShownValue>>,
    value: Option<ShownValue>,
    about: About,
    /// The value from advice or from a decision at full strength, and its revision.
    pub(super) known: Option<(u64, ShownValue)>,
    /// The result of the round, after it is over.
    pub(super) result: Option<ShownValue>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum About {
    /// The current position.
    #[default]
    Now,
    /// An earlier position. Its value is shown in grey until a new value is known.
    Earlier,
    /// The end of the round, where the value is the result.
    Result,
}

impl ValueBar {
    pub(super) fn toggle(&mut self) {
        self.is_on = !self.is_on;
        self.clear();
    }

    /// Marks the value as one of an earlier position.
    pub(super) fn forget(&mut self) {
        self.asked = None;
        if self.about == About::Now {
            self.about = About::Earlier;
        }
    }

    /// Clears the bar, for example before a round whose value isn't known yet.
    pub(super) fn clear(&mut self) {
        (self.asked, self.value, self.about) = (None, None, About::Now);
    }

    /// Shows a value from another source: advice, a decision of the computer player, or the result according to the
    /// rules.
    pub(super) fn show(&mut self, found: ShownValue, of: About) {
        (self.asked, self.value, self.about) = (None, Some(found), of);
    }

    /// Handles the value that was requested. If the search failed, no value is shown.
    pub(super) fn take(&mut self, result: &JobResult) {
        if let Some(found) = self.asked.as_ref().and_then(|ticket| ticket.claim(result)) {
            (self.asked, self.value, self.about) = (None, found.ok().copied(), About::Now);
        }
    }

    pub(super) fn paint(&self, game: Game, names: &Names, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let ValueBar { is_on, asked, value, about, .. } = self;
        if !is_on || area.is_empty() {
            return;
        }
        let roomy = area.width >= 60;
        let words = match (value, asked) {
            (Some(value), _) => {
                let seat = if value.human >= 0.0 { Seat::Human } else { Seat::Computer };
                let name = cut(names.label(seat), if roomy { 20 } else { 9 });
                let unit = if roomy { game.unit() } else { "" };
                match about {
                    About::Result if value.human == 0.0 => " even".to_owned(),
                    About::Result => {
                        // In Congkak, the player with fewer seeds can win the round, so this isn't called a win.
                        let by = match game {
                            _ if !roomy => "",
                            Game::Congkak => "leads by ",
                            Game::Canoga | Game::Kono => "wins by ",
                        };
                        let unit = if value.human.abs() < 1.5 { unit.trim_end_matches('s') } else { unit };
                        format!(" {name} {by}{:.0} {unit}", value.human.abs())
                    }
                    About::Now | About::Earlier => format!(" {name} {} {unit}", value.amount(game)),
                }
            }
            (None, Some(_)) => " thinking".to_owned(),
            (None, None) => " not known yet".to_owned(),
        };
        let old = *about == About::Earlier;
        let width = area.width.saturating_sub(if roomy { 40 } else { 22 }).clamp(6, 60);
        let share = share(*value, game);
        let filled = (0..width).filter(|&cell| f64::from(cell) + 0.5 < share * f64::from(width)).count();
        let full = theme.pick("\u{2588}", "#").repeat(filled);
        let rest = theme.pick("\u{2591}", ".").repeat(usize::from(width) - filled);
        let line = Line::from(vec![
            Span::raw(" "),
            Span::styled(full, theme.style(if old { Role::Quiet } else { Role::Human })),
            Span::styled(rest, theme.style(if old { Role::Quiet } else { Role::Computer })),
            Span::styled(theme.text(&words), theme.style(if old { Role::Quiet } else { Role::Text })),
        ]);
        buffer.set_line(area.x, area.y, &line, area.width);
    }
}

/// The share of the bar for the seat Human. Even chances fill half of it; the larger a lead, the smaller the effect of
/// each further point.
fn share(value: Option<ShownValue>, game: Game) -> f64 {
    value.map_or(0.5, |value| 0.5 + 0.5 * value.human / (value.human.abs() + decisive_lead(game)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_half_full_when_even_and_never_overflows() {
        let at = |human| share(Some(ShownValue { human, exact: true }), Game::Kono);
        let percent = |share: f64| (share * 100.0).round() as i32;
        let shares = [share(None, Game::Kono), at(0.0), at(8.0), at(-8.0)].map(percent);
        assert_eq!(shares, [50, 50, 75, 25]);
        assert!(at(1e9) <= 1.0 && at(-1e9) >= 0.0);
    }

    fn painted(bar: &ValueBar) -> (String, ratatui::style::Style) {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 1));
        bar.paint(Game::Canoga, &Names::plain(), Theme::default(), buffer.area, &mut buffer);
        (crate::trial::text(&buffer), buffer[(45, 0)].style())
    }

    #[test]
    fn turning_it_off_forgets_the_value() {
        let value = Some(ShownValue { human: 3.0, exact: false });
        let mut bar = ValueBar { is_on: true, value, ..ValueBar::default() };
        bar.toggle();
        assert!(!bar.is_on);
        bar.toggle();
        assert!(matches!(bar, ValueBar { is_on: true, asked: None, value: None, .. }));
    }

    #[test]
    fn the_last_value_stays_grey_between_decisions() {
        let value = Some(ShownValue { human: 3.0, exact: false });
        let mut bar = ValueBar { is_on: true, value, ..ValueBar::default() };
        let (now, bright) = painted(&bar);
        assert!(now.contains("Human about +3.0 points"), "{now}");
        bar.forget();
        let (later, grey) = painted(&bar);
        assert_eq!(later, now);
        assert_ne!(grey, bright);
        bar.clear();
        assert!(painted(&bar).0.contains("not known yet"));
    }

    #[test]
    fn the_bar_ends_at_the_result() {
        let mut bar = ValueBar { is_on: true, ..ValueBar::default() };
        bar.show(ShownValue { human: -12.0, exact: true }, About::Result);
        bar.forget();
        let (result, _) = painted(&bar);
        assert!(result.contains("Computer wins by 12 points"), "{result}");
    }
}
