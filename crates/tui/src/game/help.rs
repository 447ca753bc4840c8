//! Advice, as far as it was asked for: first in words, then every choice with what it costs.

use parlor_view::{Advice, Ranked};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::job::{JobOutcome, JobResult, Ticket};
use crate::kit::{panel, put_roles, wrapped};
use crate::theme::{Role, Theme};

/// Advice, as far as it was asked for.
#[derive(Debug)]
pub(super) enum HelpPanel {
    Off,
    /// The engine is asked.
    Asked(Ticket),
    /// In words.
    Words(Advice),
    /// All choices, the best first.
    Ranked {
        advice: Advice,
        /// How many lines lie above those in sight.
        scroll: u16,
    },
}

impl HelpPanel {
    pub(super) fn is_asked(&self) -> bool {
        matches!(self, HelpPanel::Asked(_))
    }

    /// From words to the ranking, and from there to nothing. `true` if help has to be asked for first.
    pub(super) fn next(&mut self) -> bool {
        let now = std::mem::replace(self, HelpPanel::Off);
        let starts = matches!(now, HelpPanel::Off);
        *self = match now {
            asked @ HelpPanel::Asked(_) => asked,
            HelpPanel::Words(advice) if has_ranking(&advice) => HelpPanel::Ranked { advice, scroll: 0 },
            HelpPanel::Off | HelpPanel::Words(_) | HelpPanel::Ranked { .. } => HelpPanel::Off,
        };
        starts
    }

    /// Takes the advice that was asked for, or says why there is none. `None` if it is the result of another job.
    pub(super) fn take(&mut self, result: &JobResult) -> Option<Result<(), String>> {
        let HelpPanel::Asked(ticket) = self else { return None };
        if !ticket.is_for(result) {
            return None;
        }
        let (help, taken) = match &result.outcome {
            JobOutcome::Advised(advice) => (HelpPanel::Words(advice.clone()), Ok(())),
            JobOutcome::Failed(why) => (HelpPanel::Off, Err(why.clone())),
            JobOutcome::Decided { .. } | JobOutcome::Weighed(_) | JobOutcome::Stopped => {
                unreachable!("advice was asked for and is still waited for")
            }
        };
        *self = help;
        Some(taken)
    }

    /// Scrolls the ranking; `false` if it isn't in sight.
    pub(super) fn scroll_up(&mut self, lines: i16) -> bool {
        let HelpPanel::Ranked { advice, scroll } = self else { return false };
        let most = (advice.ranked.len() + 3 * advice.more.len()) as u16;
        *scroll = scroll.saturating_add_signed(-lines).min(most);
        true
    }
}

/// Whether there is more to say than the words did.
pub(super) fn has_ranking(advice: &Advice) -> bool {
    advice.ranked.len() > 1 || !advice.more.is_empty()
}

/// Paints all choices, the best first, with what each costs.
pub(super) fn paint_ranking(advice: &Advice, scroll: u16, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let area = panel("All choices (h: no more)", theme, area, buffer);
    let choice = |(ranked, place): (&Ranked, usize)| {
        let cost = if ranked.cost.is_empty() { String::new() } else { format!(": {}", ranked.cost) };
        (if place == 1 { Role::Prompt } else { Role::Text }, format!("{place}. {}{cost}", ranked.name))
    };
    let mut lines: Vec<(Role, String)> = advice.ranked.iter().zip(1..).map(choice).collect();
    lines.extend(advice.more.iter().map(|line| (Role::Quiet, line.clone())));
    let lines = wrapped(&lines, theme, area.width);
    let most = lines.len().saturating_sub(area.height.into());
    put_roles(&lines[most.min(scroll.into())..], theme, area, buffer);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(choices: usize) -> Advice {
        let ranked = |number| Ranked { name: format!("choice {number}"), cost: String::new() };
        Advice { ranked: (0..choices).map(ranked).collect(), ..Advice::default() }
    }

    #[test]
    fn words_lead_to_the_ranking_and_then_to_nothing() {
        let mut help = HelpPanel::Words(advice(2));
        assert!(!help.next() && matches!(help, HelpPanel::Ranked { .. }));
        assert!(!help.next() && matches!(help, HelpPanel::Off));
        assert!(help.next(), "now it has to be asked for");
    }

    #[test]
    fn a_single_choice_is_not_ranked() {
        let mut help = HelpPanel::Words(advice(1));
        assert!(!help.next() && matches!(help, HelpPanel::Off));
    }

    #[test]
    fn a_ranking_scrolls_no_further_than_it_goes() {
        let mut help = HelpPanel::Ranked { advice: advice(4), scroll: 0 };
        assert!(help.scroll_up(-99) && matches!(help, HelpPanel::Ranked { scroll: 4, .. }));
        assert!(help.scroll_up(99) && matches!(help, HelpPanel::Ranked { scroll: 0, .. }));
        assert!(!HelpPanel::Off.scroll_up(1));
    }
}
