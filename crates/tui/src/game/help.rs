//! The help panel: first the advice in words, then every choice with its cost.

use parlor_engine::Evaluation;
use parlor_rules::kono::{Direction, Move, Point};
use parlor_rules::{Choice, Decision, Game};
use parlor_table::{Answer, Ask, Question};
use parlor_view::{Action, Advice, Chooser, Line, choice_name, cost_amount, short_direction};

use super::GameScreen;
use super::commands::KeyCommand;
use crate::job::Finding;
use crate::kit::wrapped;
use crate::log;
use crate::theme::{Role, Theme};

/// The advice requested so far.
#[derive(Default, Debug)]
pub(super) struct HelpPanel {
    pub(super) advice: Finding<Advice>,
    /// Shows all choices, the best first, instead of the advice in words.
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

    fn has_next(&self) -> bool {
        self.shown().is_some_and(|advice| !self.is_ranking && (advice.ranked.len() > 1 || !advice.more.is_empty()))
    }

    /// Switches from the advice in words to the ranking, and from there to nothing. Returns `true` if advice has to be
    /// requested first.
    pub(super) fn next(&mut self) -> bool {
        match self.advice {
            Finding::None => return true,
            Finding::Asked(_) => {}
            Finding::Found(_) if self.has_next() => self.is_ranking = true,
            Finding::Found(_) => *self = HelpPanel::default(),
        }
        false
    }

    /// Describes the effect of the next press of the help key.
    pub(super) fn next_label(&self) -> &'static str {
        match self.advice {
            Finding::None | Finding::Asked(_) => "help",
            Finding::Found(_) if self.has_next() => "all choices",
            Finding::Found(_) => "no more help",
        }
    }
}

impl GameScreen {
    /// Moves the cursor to the next place of the advised choice, unless another choice is in progress.
    pub(super) fn point_at_advice(&mut self) {
        let Some(advice) = self.panels.help.shown() else { return };
        let (best, spots) = (advice.best(), advice.spots.clone());
        let Some(chooser) = self.mode.chooser_mut() else { return };
        let chosen = chooser.chosen();
        if chosen.iter().all(|spot| spots.contains(spot)) {
            let next = spots.into_iter().find(|spot| !chosen.contains(spot));
            next.map(|spot| chooser.point_at(spot));
        }
        if let (Chooser::Buttons(buttons), Some(best)) = (chooser, best) {
            let advised = Action::Answer(Answer::Choice(best));
            if let Some(at) = buttons.all().iter().position(|button| button.action == advised) {
                *buttons = buttons.clone().starting_at(at);
            }
        }
    }

    /// Plays the advised choice; in Congkak, the whole advised turn, play by play, until a key is pressed.
    pub(super) fn play_advised(&mut self) {
        let is_advised = match self.mode.question().map(|question| &question.ask) {
            Some(Ask::Decide(decision)) => *decision != Decision::Call,
            _ => false,
        };
        if !is_advised {
            self.caption.note("There is no move to play now.");
            return;
        }
        let Some((best, plan)) = self.panels.help.shown().and_then(|advice| {
            let best = advice.ranked.first()?;
            Some((best.choice, best.plan.iter().skip(1).map(|pit| Choice::Congkak(*pit)).collect()))
        }) else {
            let key = self.key_of(KeyCommand::Help);
            self.caption.note(match &self.panels.help.advice {
                Finding::None => format!("There is no advice yet: press {key} for advice."),
                Finding::Asked(_) => "The advice isn't ready yet.".to_owned(),
                Finding::Found(_) => "Help has no advice here.".to_owned(),
            });
            return;
        };
        self.turn.plan = plan;
        self.play_choice(best);
    }

    /// Stops an advised turn that is being played; `false` if there is none.
    pub(super) fn stop_plan(&mut self) -> bool {
        let left = std::mem::take(&mut self.turn.plan).len();
        if left > 0 {
            self.caption.note_later(format!("Stopped: {left} of the advised plays are left."));
        }
        left > 0
    }

    /// The next play of an advised turn, if this question asks for it.
    pub(super) fn next_of_plan(&mut self, question: &Question) -> Option<Choice> {
        let Ask::Decide(decision) = &question.ask else { return None };
        let next = self.turn.plan.pop_front()?;
        if !decision.choices().contains(&next) {
            self.turn.plan.clear();
            return None;
        }
        Some(next)
    }
}

/// The advice in words, with its reasons, wrapped.
pub(super) fn advice_lines(advice: &Advice, theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let told = advice.words.iter().map(Line::sentence).chain(advice.reasons.iter().map(Line::reason));
    let mut lines: Vec<(Role, String)> = told.flat_map(|line| log::wrapped(&line, theme, columns)).collect();
    if !advice.spots.is_empty() {
        lines.push((Role::Advised, "! marks it on the board.".to_owned()));
    }
    lines
}

/// All choices, the best first, with their costs.
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
    let more = advice.more.iter().chain(advice.long_reasons());
    let more: Vec<(Role, String)> = more.map(|line| (Role::Quiet, line.clone())).collect();
    lines.extend(wrapped(&more, theme, columns));
    lines
}

fn role_of(place: usize) -> Role {
    if place == 0 { Role::Prompt } else { Role::Text }
}

/// The ranking of Kono steps as a table; `None` for other choices.
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
    // Beside a large board, only the initials of the directions fit.
    let wide = columns >= 38;
    let (direction_columns, head, less) = if wide { (9, "direction", "points less") } else { (4, "way", "less") };
    let mut lines = vec![(Role::Quiet, format!("    from  {head:<direction_columns$} to    {less}"))];
    for (place, (from, direction)) in steps.into_iter().enumerate() {
        let to = from.step(direction)?.to_string();
        let cost = match advice.cost(place) {
            _ if place == 0 => "the best".to_owned(),
            Some((cost, exact)) if cost > -0.005 => {
                let about = match (exact, wide) {
                    (true, _) => "",
                    (false, true) => "about ",
                    (false, false) => "~",
                };
                match cost_amount(Game::Kono, cost, exact) {
                    Some(amount) => format!("{about}{amount}"),
                    None if wide => format!("{about}as good"),
                    None => "as good".to_owned(),
                }
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
        assert_eq!(help.next_label(), "all choices");
        assert!(!help.next() && help.is_ranking);
        assert_eq!(help.next_label(), "no more help");
        assert!(!help.next() && matches!(help.advice, Finding::None));
        assert!(help.next(), "now it has to be asked for");
    }

    #[test]
    fn a_single_choice_is_not_ranked() {
        let mut help = helped(1);
        assert!(!help.next() && matches!(help.advice, Finding::None));
    }

    #[test]
    fn the_narrow_table_of_steps_fits_beside_a_large_board() {
        let steps = ["step 9 9 northwest", "step 9 8 northwest", "step 9 7 northwest"];
        let ranked = (0..)
            .zip(steps)
            .map(|(at, text)| Evaluation::new(text.parse().unwrap(), if at == 2 { -13.4 } else { 0.0 }, false));
        let advice = Advice { ranked: ranked.collect(), ..Advice::default() };
        for (_, line) in ranking_lines(&advice, Game::Kono, Theme::default(), 31) {
            assert!(line.chars().count() <= 31, "{line}");
        }
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
