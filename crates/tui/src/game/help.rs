//! Advice, as far as it was asked for: first in words, then every choice with what it costs.

use parlor_rules::Choice;
use parlor_rules::kono::{Direction, Move};
use parlor_view::{Advice, Line, Ranked, Spot, Worth, short_direction};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::job::{Helped, JobOutcome, JobResult, Ticket};
use crate::kit::{more_marks, panel, put_roles, wrapped};
use crate::log;
use crate::theme::{Role, Theme};

/// Advice, as far as it was asked for.
#[derive(Debug)]
pub(super) enum HelpPanel {
    Off,
    /// The engine is asked.
    Asked(Ticket),
    /// In words, or all choices, the best first.
    Shown {
        help: Box<Helped>,
        ranked: bool,
        /// How many lines lie above those in sight.
        scroll: u16,
    },
}

impl HelpPanel {
    /// Advice that needs no engine.
    pub(super) fn just(advice: Advice) -> HelpPanel {
        HelpPanel::Shown { help: Box::new(Helped::just(advice)), ranked: false, scroll: 0 }
    }

    pub(super) fn is_asked(&self) -> bool {
        matches!(self, HelpPanel::Asked(_))
    }

    #[cfg(test)]
    fn is_off(&self) -> bool {
        matches!(self, HelpPanel::Off)
    }

    /// The places of the advised choice.
    pub(super) fn spots(&self) -> Vec<Spot> {
        if let HelpPanel::Shown { help, .. } = self { help.spots.clone() } else { Vec::new() }
    }

    /// From words to the ranking, and from there to nothing. `true` if help has to be asked for first.
    pub(super) fn next(&mut self) -> bool {
        match self {
            HelpPanel::Off => return true,
            HelpPanel::Asked(_) => {}
            HelpPanel::Shown { help, ranked, scroll } if !*ranked && has_ranking(&help.advice) => {
                (*ranked, *scroll) = (true, 0);
            }
            HelpPanel::Shown { .. } => *self = HelpPanel::Off,
        }
        false
    }

    /// What the next press of the key does.
    pub(super) fn next_in_words(&self) -> &'static str {
        match self {
            HelpPanel::Off | HelpPanel::Asked(_) => "help",
            HelpPanel::Shown { help, ranked: false, .. } if has_ranking(&help.advice) => "all choices",
            HelpPanel::Shown { .. } => "no more help",
        }
    }

    /// Takes the advice that was asked for, and what that says about the round, or says why there is none. `None` if
    /// it is the result of another job.
    pub(super) fn take(&mut self, result: &JobResult) -> Option<Result<Option<Worth>, String>> {
        let HelpPanel::Asked(ticket) = self else { return None };
        if !ticket.is_for(result) {
            return None;
        }
        let (help, taken) = match &result.outcome {
            JobOutcome::Advised(help) => {
                (HelpPanel::Shown { help: help.clone(), ranked: false, scroll: 0 }, Ok(help.worth))
            }
            JobOutcome::Failed(why) => (HelpPanel::Off, Err(why.clone())),
            _ => unreachable!("advice was asked for and is still waited for"),
        };
        *self = help;
        Some(taken)
    }

    /// Scrolls the advice; `false` if it isn't in sight.
    pub(super) fn scroll_up(&mut self, lines: i16) -> bool {
        let HelpPanel::Shown { help, scroll, .. } = self else { return false };
        let Advice { words, reasons, ranked, more } = &help.advice;
        let most = (3 * (words.len() + reasons.len() + more.len()) + ranked.len() + 1) as u16;
        *scroll = scroll.saturating_add_signed(-lines).min(most);
        true
    }
}

/// Whether there is more to say than the words did.
fn has_ranking(advice: &Advice) -> bool {
    advice.ranked.len() > 1 || !advice.more.is_empty()
}

/// Advice in words, with its reasons, in lines of at most this many columns.
pub(super) fn word_lines(help: &Helped, theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let advice = &help.advice;
    let told = advice.words.iter().map(Line::told).chain(advice.reasons.iter().map(Line::reason));
    let mut lines: Vec<(Role, String)> = told.flat_map(|line| log::wrapped(&line, theme, columns)).collect();
    if !help.spots.is_empty() {
        lines.push((Role::Advised, "! marks it on the board.".to_owned()));
    }
    lines
}

/// Paints lines below a title, scrolled, and marks where there are more.
pub(super) fn paint_lines(
    title: &str,
    lines: &[(Role, String)],
    scroll: u16,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let area = panel(title, theme, area, buffer);
    let room = usize::from(area.height);
    let first = usize::from(scroll).min(lines.len().saturating_sub(room));
    let shown = first..(first + room).min(lines.len());
    put_roles(&lines[shown.clone()], theme, area, buffer);
    more_marks(&shown, lines.len(), theme, area, buffer);
}

/// All choices, the best first, with what each costs.
pub(super) fn ranking_lines(help: &Helped, theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let mut lines = kono_table(help, columns).unwrap_or_else(|| {
        let choice = |(ranked, place): (&Ranked, usize)| {
            let cost = if ranked.cost.is_empty() { String::new() } else { format!(": {}", ranked.cost) };
            (role_of(place), format!("{place}. {}{cost}", ranked.name))
        };
        wrapped(&help.advice.ranked.iter().zip(1..).map(choice).collect::<Vec<_>>(), theme, columns)
    });
    let more: Vec<(Role, String)> = help.advice.more.iter().map(|line| (Role::Quiet, line.clone())).collect();
    lines.extend(wrapped(&more, theme, columns));
    lines
}

fn role_of(place: usize) -> Role {
    if place == 1 { Role::Prompt } else { Role::Text }
}

/// Steps of Kono as a table; `None` for anything else.
fn kono_table(help: &Helped, columns: u16) -> Option<Vec<(Role, String)>> {
    let steps: Option<Vec<(String, Direction, String)>> = help
        .choices
        .iter()
        .map(|choice| match choice {
            Choice::Kono(Move::Step(from, direction)) => {
                Some((from.to_string(), *direction, from.step(*direction)?.to_string()))
            }
            _ => None,
        })
        .collect();
    let steps = steps.filter(|steps| !steps.is_empty() && steps.len() == help.advice.ranked.len())?;
    // Beside a large board there is only room for the initials of a direction.
    let wide = columns >= 38;
    let (direction_columns, head) = if wide { (9, "direction") } else { (4, "way") };
    let mut lines = vec![(Role::Quiet, format!("    from  {head:<direction_columns$} to    points less"))];
    for (((from, direction, to), ranked), place) in steps.iter().zip(&help.advice.ranked).zip(1..) {
        let less = ranked.cost.strip_suffix(" points less").or(ranked.cost.strip_suffix(" point less"));
        let cost = if place == 1 { "the best" } else { less.unwrap_or(&ranked.cost) };
        let direction = if wide { direction.to_string() } else { short_direction(*direction).to_owned() };
        let line = format!("{place:>2}. {from:<5} {direction:<direction_columns$} {to:<5} {cost}");
        lines.push((role_of(place), line.trim_end().to_owned()));
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helped(choices: usize) -> Box<Helped> {
        let ranked = |number| Ranked { name: format!("choice {number}"), cost: String::new() };
        let advice = Advice { ranked: (0..choices).map(ranked).collect(), ..Advice::default() };
        Box::new(Helped { advice, ..Helped::default() })
    }

    #[test]
    fn words_lead_to_the_ranking_and_then_to_nothing() {
        let mut help = HelpPanel::Shown { help: helped(2), ranked: false, scroll: 0 };
        assert_eq!(help.next_in_words(), "all choices");
        assert!(!help.next() && matches!(help, HelpPanel::Shown { ranked: true, .. }));
        assert_eq!(help.next_in_words(), "no more help");
        assert!(!help.next() && help.is_off());
        assert!(help.next(), "now it has to be asked for");
    }

    #[test]
    fn a_single_choice_is_not_ranked() {
        let mut help = HelpPanel::Shown { help: helped(1), ranked: false, scroll: 0 };
        assert!(!help.next() && help.is_off());
    }

    #[test]
    fn a_ranking_scrolls_no_further_than_it_goes() {
        let mut help = HelpPanel::Shown { help: helped(4), ranked: true, scroll: 0 };
        assert!(help.scroll_up(-99) && matches!(help, HelpPanel::Shown { scroll: 5, .. }));
        assert!(help.scroll_up(99) && matches!(help, HelpPanel::Shown { scroll: 0, .. }));
        assert!(!HelpPanel::Off.scroll_up(1));
    }

    #[test]
    fn konos_ranking_is_a_table() {
        let choices: Vec<Choice> =
            ["step 2 1 southeast", "step 1 3 southwest"].iter().map(|text| text.parse().unwrap()).collect();
        let ranked = |cost: &str| Ranked { name: String::new(), cost: cost.to_owned() };
        let advice = Advice { ranked: vec![ranked(""), ranked("about 1.2 points less")], ..Advice::default() };
        let lines = ranking_lines(&Helped { advice, choices, ..Helped::default() }, Theme::default(), 60);
        let text: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
        assert_eq!(
            text,
            [
                "    from  direction to    points less",
                " 1. (2,1) southeast (3,2) the best",
                " 2. (1,3) southwest (2,2) about 1.2",
            ]
        );
    }
}
