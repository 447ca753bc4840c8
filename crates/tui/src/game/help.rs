//! Advice, as far as it was asked for: first in words, then every choice with what it costs.

use parlor_engine::Evaluation;
use parlor_rules::kono::{Direction, Move, Point};
use parlor_rules::{Choice, Game};
use parlor_view::{Advice, Line, choice_name, cost_amount, short_direction};

use crate::job::Finding;
use crate::kit::wrapped;
use crate::log;
use crate::theme::{Role, Theme};

/// Advice, as far as it was asked for.
#[derive(Default, Debug)]
pub(super) struct HelpPanel {
    pub(super) advice: Finding<Advice>,
    /// Whether all choices are shown, the best first, instead of words.
    pub(super) is_ranking: bool,
}

impl HelpPanel {
    /// Advice that needs no engine.
    pub(super) fn just(advice: Advice) -> HelpPanel {
        HelpPanel { advice: Finding::Found(advice), is_ranking: false }
    }

    pub(super) fn shown(&self) -> Option<&Advice> {
        if let Finding::Found(advice) = &self.advice { Some(advice) } else { None }
    }

    /// Whether the key leads from words to the ranking.
    fn has_next(&self) -> bool {
        self.shown().is_some_and(|advice| !self.is_ranking && (advice.ranked.len() > 1 || !advice.more.is_empty()))
    }

    /// From words to the ranking, and from there to nothing. `true` if help has to be asked for first.
    pub(super) fn next(&mut self) -> bool {
        match self.advice {
            Finding::None => return true,
            Finding::Asked(_) => {}
            Finding::Found(_) if self.has_next() => self.is_ranking = true,
            Finding::Found(_) => *self = HelpPanel::default(),
        }
        false
    }

    /// What the next press of the key does.
    pub(super) fn next_in_words(&self) -> &'static str {
        match self.advice {
            Finding::None | Finding::Asked(_) => "help",
            Finding::Found(_) if self.has_next() => "all choices",
            Finding::Found(_) => "no more help",
        }
    }
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
        let choice = |(place, ranked): (usize, &Evaluation)| {
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

    fn helped(choices: usize) -> HelpPanel {
        let ranked = Evaluation::new("pass".parse().unwrap(), 0.0, false);
        HelpPanel::just(Advice { ranked: vec![ranked; choices], ..Advice::default() })
    }

    #[test]
    fn words_lead_to_the_ranking_and_then_to_nothing() {
        let mut help = helped(2);
        assert_eq!(help.next_in_words(), "all choices");
        assert!(!help.next() && help.is_ranking);
        assert_eq!(help.next_in_words(), "no more help");
        assert!(!help.next() && matches!(help.advice, Finding::None));
        assert!(help.next(), "now it has to be asked for");
    }

    #[test]
    fn a_single_choice_is_not_ranked() {
        let mut help = helped(1);
        assert!(!help.next() && matches!(help.advice, Finding::None));
    }

    #[test]
    fn konos_ranking_is_a_table() {
        let ranked = |text: &str, value| Evaluation::new(text.parse().unwrap(), value, false);
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
