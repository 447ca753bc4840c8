//! Advice, as far as it was asked for: first in words, then every choice with what it costs.

use parlor_rules::kono::{Direction, Move, Point};
use parlor_rules::{Choice, Game};
use parlor_view::{Advice, Line, RankedChoice, Spot, Worth, choice_name, cost_amount, short_direction};

use crate::job::{JobResult, Ticket};
use crate::kit::wrapped;
use crate::log;
use crate::theme::{Role, Theme};

/// Advice, as far as it was asked for.
#[derive(Default, Debug)]
pub(super) enum HelpPanel {
    #[default]
    Off,
    /// The engine is asked.
    Asked(Ticket<Advice>),
    /// In words, or all choices, the best first.
    Shown { help: Box<Advice>, ranked: bool },
}

impl HelpPanel {
    pub(super) fn just(advice: Advice) -> HelpPanel {
        HelpPanel::Shown { help: Box::new(advice), ranked: false }
    }

    pub(super) fn is_shown(&self) -> bool {
        matches!(self, HelpPanel::Shown { .. })
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
            HelpPanel::Shown { help, ranked } if !*ranked && has_ranking(help) => *ranked = true,
            HelpPanel::Shown { .. } => *self = HelpPanel::Off,
        }
        false
    }

    /// What the next press of the key does.
    pub(super) fn next_in_words(&self) -> &'static str {
        match self {
            HelpPanel::Off | HelpPanel::Asked(_) => "help",
            HelpPanel::Shown { help, ranked: false, .. } if has_ranking(help) => "all choices",
            HelpPanel::Shown { .. } => "no more help",
        }
    }

    /// Takes the advice that was asked for, and what that says about the round, or says why there is none. `None` if
    /// it is the result of another job.
    pub(super) fn take(&mut self, result: &JobResult) -> Option<Result<Option<Worth>, String>> {
        let HelpPanel::Asked(ticket) = self else { return None };
        let taken = ticket.claim(result)?;
        *self = taken.map_or(HelpPanel::Off, |advice| HelpPanel::just(advice.clone()));
        Some(taken.map(|advice| advice.worth).map_err(str::to_owned))
    }
}

/// Whether there is more to say than the words did.
fn has_ranking(advice: &Advice) -> bool {
    advice.ranked.len() > 1 || !advice.more.is_empty()
}

/// Advice in words, with its reasons, in lines of at most this many columns.
pub(super) fn word_lines(advice: &Advice, theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let told = advice.words.iter().map(Line::told).chain(advice.reasons.iter().map(Line::reason));
    let mut lines: Vec<(Role, String)> = told.flat_map(|line| log::wrapped(&line, theme, columns)).collect();
    if !advice.spots.is_empty() {
        lines.push((Role::Advised, "! marks it on the board.".to_owned()));
    }
    lines
}

/// All choices, the best first, with what each costs.
pub(super) fn ranking_lines(advice: &Advice, game: Game, theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let mut lines = kono_table(advice, columns).unwrap_or_else(|| {
        let choice = |(place, ranked): (usize, &RankedChoice)| {
            let name = choice_name(ranked.choice);
            let line = match advice.cost_words(place, game).as_str() {
                "" => format!("{}. {name}", place + 1),
                cost => format!("{}. {name}: {cost}", place + 1),
            };
            (role_of(place), line)
        };
        wrapped(&advice.ranked.iter().enumerate().map(choice).collect::<Vec<_>>(), theme, columns)
    });
    let more: Vec<(Role, String)> = advice.more.iter().map(|line| (Role::Quiet, line.clone())).collect();
    lines.extend(wrapped(&more, theme, columns));
    lines
}

fn role_of(place: usize) -> Role {
    if place == 0 { Role::Prompt } else { Role::Text }
}

/// Steps of Kono as a table; `None` for anything else.
fn kono_table(advice: &Advice, columns: u16) -> Option<Vec<(Role, String)>> {
    let steps: Option<Vec<(Point, Direction)>> = advice
        .ranked
        .iter()
        .map(|ranked| match ranked.choice {
            Choice::Kono(Move::Step(from, direction)) => Some((from, direction)),
            _ => None,
        })
        .collect();
    let steps = steps.filter(|steps| !steps.is_empty())?;
    // Beside a large board there is only room for the initials of a direction.
    let wide = columns >= 38;
    let (direction_columns, head) = if wide { (9, "direction") } else { (4, "way") };
    let mut lines = vec![(Role::Quiet, format!("    from  {head:<direction_columns$} to    points less"))];
    for (place, (from, direction)) in steps.into_iter().enumerate() {
        let to = from.step(direction)?.to_string();
        let cost = match advice.cost(place) {
            _ if place == 0 => "the best".to_owned(),
            Some((cost, exact)) if cost > -0.005 => {
                let about = if exact { "" } else { "about " };
                format!("{about}{}", cost_amount(Game::Kono, cost, exact).unwrap_or_else(|| "as good".to_owned()))
            }
            _ => String::new(),
        };
        let direction = if wide { direction.to_string() } else { short_direction(direction).to_owned() };
        let from = from.to_string();
        let line = format!("{:>2}. {from:<5} {direction:<direction_columns$} {to:<5} {cost}", place + 1);
        lines.push((role_of(place), line.trim_end().to_owned()));
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helped(choices: usize) -> Box<Advice> {
        let ranked = RankedChoice { choice: "pass".parse().unwrap(), value: 0.0, exact: false };
        Box::new(Advice { ranked: vec![ranked; choices], ..Advice::default() })
    }

    #[test]
    fn words_lead_to_the_ranking_and_then_to_nothing() {
        let mut help = HelpPanel::Shown { help: helped(2), ranked: false };
        assert_eq!(help.next_in_words(), "all choices");
        assert!(!help.next() && matches!(help, HelpPanel::Shown { ranked: true, .. }));
        assert_eq!(help.next_in_words(), "no more help");
        assert!(!help.next() && help.is_off());
        assert!(help.next(), "now it has to be asked for");
    }

    #[test]
    fn a_single_choice_is_not_ranked() {
        let mut help = HelpPanel::Shown { help: helped(1), ranked: false };
        assert!(!help.next() && help.is_off());
    }

    #[test]
    fn konos_ranking_is_a_table() {
        let ranked = |text: &str, value| RankedChoice { choice: text.parse().unwrap(), value, exact: false };
        let ranked = vec![ranked("step 2 1 southeast", 2.0), ranked("step 1 3 southwest", 0.8)];
        let lines = ranking_lines(&Advice { ranked, ..Advice::default() }, Game::Kono, Theme::default(), 60);
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
