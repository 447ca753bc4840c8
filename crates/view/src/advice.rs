use parlor_engine::{Evaluation, Help, Outlook};
use parlor_rules::canoga::Squares;
use parlor_rules::kono::Move;
use parlor_rules::{Choice, Decision, DiceCount, Game, Level, Seat, canoga, congkak};

use crate::words::listed;
use crate::{Spot, Worth, spots_of};

/// Advice for a player, which front ends paint.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Advice {
    /// Every choice, the best first. Empty where the engine knows no better than the player.
    pub ranked: Vec<Evaluation>,
    /// The main sentences: what to do, or why there is no advice.
    pub words: Vec<String>,
    /// Why the best is best, a sentence each.
    pub reasons: Vec<String>,
    /// What else helps to decide, a line each.
    pub more: Vec<String>,
    /// The places of the best choice, in the order in which they are chosen.
    pub spots: Vec<Spot>,
    /// The value of the round, if the advice comes from full strength.
    pub worth: Option<Worth>,
}

impl Advice {
    /// What the engine found for the player in a seat.
    pub fn of(seat: Seat, help: &Help) -> Advice {
        let advice = match &help.decision {
            Decision::Call | Decision::Color(_) => Advice::nothing(),
            Decision::Dice(_) => before_throw(help),
            Decision::Congkak(position) => Advice { more: vec![gains(position, &help.ranked)], ..ranking(help) },
            Decision::Canoga(_) | Decision::Kono(_) => ranking(help),
        };
        let spots = advice.best().map_or_else(Vec::new, |best| spots_of(best, seat));
        Advice { spots, worth: Worth::of_help(seat, help), ..advice }
    }

    /// There is a question, but nothing about it that the engine knows better.
    pub fn nothing() -> Advice {
        Advice::only("There is no advice on this: choose as you like.")
    }

    /// There is no board yet.
    pub fn no_board() -> Advice {
        Advice::only("There is no board yet, so there is no advice.")
    }

    /// A sentence instead of advice.
    pub fn only(words: &str) -> Advice {
        Advice { words: vec![words.to_owned()], ..Advice::default() }
    }

    /// The best choice.
    pub fn best(&self) -> Option<Choice> {
        self.ranked.first().map(|best| best.choice)
    }

    /// What a choice costs against the best, and whether that is proven. A level may take a sure win before a larger hope, so
    /// the best isn't always worth the most, and a cost can be below zero.
    pub fn cost(&self, place: usize) -> Option<(f64, bool)> {
        let (best, choice) = (self.ranked.first()?, self.ranked.get(place)?);
        Some((best.value - choice.value, best.exact && choice.exact))
    }

    /// What a choice costs against the best: "about 1.2 points less", "as good". Nothing is said of the best.
    pub fn cost_words(&self, place: usize, game: Game) -> String {
        let Some((cost, exact)) = self.cost(place).filter(|(cost, _)| place > 0 && *cost > -0.005) else {
            return String::new();
        };
        let about = if exact { "" } else { "about " };
        match cost_amount(game, cost, exact) {
            None => format!("{about}as good"),
            Some(amount) => {
                let unit = game.unit();
                let unit = if amount == "1" { unit.trim_end_matches('s') } else { unit };
                format!("{about}{amount} {unit} less")
            }
        }
    }

    /// All but the words and their reasons, in lines.
    pub fn other_lines(&self, game: Game) -> Vec<String> {
        let mut lines = Vec::new();
        let other = |(place, other): (usize, &Evaluation)| match self.cost_words(place, game).as_str() {
            "" => name(other.choice),
            cost => format!("{} ({cost})", name(other.choice)),
        };
        if self.ranked.len() > 1 {
            let others: Vec<String> = self.ranked.iter().enumerate().skip(1).map(other).collect();
            lines.push(format!("Otherwise: {}.", others.join("; ")));
        }
        lines.extend(self.more.iter().cloned());
        lines
    }
}

/// A cost in digits, as exactly as it is known; `None` if they are all zero. What isn't proven is an estimate, and seeds are
/// whole.
pub fn cost_amount(game: Game, cost: f64, exact: bool) -> Option<String> {
    let whole = game == Game::Congkak || exact && (cost - cost.round()).abs() < 0.005;
    let digits = match (whole, exact) {
        (true, _) => 0,
        (false, true) => 2,
        (false, false) => 1,
    };
    let amount = format!("{cost:.digits$}");
    (!amount.trim_matches(['0', '.']).is_empty()).then_some(amount)
}

/// A choice in a list.
pub(crate) fn name(choice: Choice) -> String {
    match choice {
        Choice::Kono(Move::Step(piece, direction)) => format!("move the piece at {piece} {direction}"),
        choice => choice.to_string(),
    }
}

/// A choice as it is advised, after "you".
pub(crate) fn advised(choice: Choice) -> String {
    let squares = |set: Squares| listed(set.ascending().rev().map(|square| square.to_string()));
    match choice {
        Choice::Canoga(canoga::Move::Cover(set)) => format!("cover {}", squares(set)),
        Choice::Canoga(canoga::Move::Uncover(set)) => format!("uncover {}", squares(set)),
        Choice::Congkak(pit) => format!("play pit {pit}"),
        Choice::Dice(DiceCount::One) => "throw one die".to_owned(),
        Choice::Dice(DiceCount::Two) => "throw two dice".to_owned(),
        choice => name(choice),
    }
}

/// "As a novice sees it", if it isn't full strength that speaks.
fn whose_view(level: Level) -> Option<&'static str> {
    match level {
        Level::Novice => Some("As a novice sees it"),
        Level::Club => Some("As a club player sees it"),
        Level::Master => None,
    }
}

/// The best choice with its reasons, and all of them with their values.
fn ranking(help: &Help) -> Advice {
    let best = help.ranked.first().expect("help without a choice is an error of the engine's");
    let advised = advised(best.choice);
    let words = match whose_view(help.level) {
        Some(view) => format!("{view}, I suggest you {advised}."),
        None => format!("I suggest you {advised}."),
    };
    Advice {
        ranked: help.ranked.clone(),
        reasons: best.reasons.iter().map(ToString::to_string).collect(),
        ..Advice::only(&words)
    }
}

/// What each play of Congkak would bring at once, the best first.
fn gains(position: &congkak::Position, ranked: &[Evaluation]) -> String {
    let gain = |judged: &Evaluation| {
        let Choice::Congkak(pit) = judged.choice else { unreachable!("a play of Congkak begins in a pit") };
        let after = position.play(pit).expect("the engine ranks legal plays");
        let gained = i64::from(after.store(pit.seat())) - i64::from(position.store(pit.seat()));
        format!("{pit} {gained}")
    };
    format!("Seeds that each pit brings into your store at once: {}.", listed(ranked.iter().map(gain)))
}

/// Before a throw in Canoga: how it stands, one die or two, and what each sum would best be used for.
fn before_throw(help: &Help) -> Advice {
    let mut advice = if help.ranked.len() > 1 { ranking(help) } else { Advice::default() };
    if let Some(Outlook { value, exact, uses }) = &help.outlook {
        advice.more.push(if *exact {
            format!("If both of you play perfectly, you can expect {value:+.2} points from this round.")
        } else {
            format!("You can expect about {value:+.1} points from this round.")
        });
        let uses = uses.iter().map(|(sum, chosen)| {
            format!("{sum}: {}", chosen.map_or("nothing".to_owned(), |chosen| chosen.to_string()))
        });
        let best = match whose_view(help.level) {
            Some(view) => format!("{view}, the best use of each sum is"),
            None => "The best use of each sum is".to_owned(),
        };
        advice.more.push(format!("{best} {}.", uses.collect::<Vec<_>>().join("; ")));
    }
    if advice.words.is_empty() {
        advice.words = std::mem::take(&mut advice.more);
    }
    advice
}

#[cfg(test)]
mod tests {
    use parlor_engine::EngineJob;

    use super::*;
    use crate::trial;

    #[test]
    fn costs_are_said_as_exactly_as_they_are_known() {
        let cost = |best: f64, other: f64, exact, game| {
            let choice = Choice::Kono(Move::Pass);
            let ranked = [best, other].map(|value| Evaluation::new(choice, value, exact)).to_vec();
            Advice { ranked, ..Advice::default() }.cost_words(1, game)
        };
        assert_eq!(cost(3.0, 2.76, true, Game::Canoga), "0.24 points less");
        assert_eq!(cost(3.0, 2.0, true, Game::Canoga), "1 point less");
        assert_eq!(cost(3.0, 2.0, false, Game::Kono), "about 1.0 points less");
        assert_eq!(cost(20.0, 6.0, false, Game::Congkak), "about 14 seeds less");
        assert_eq!(cost(3.0, 2.98, false, Game::Kono), "about as good");
        assert_eq!(cost(3.0, 3.0, true, Game::Congkak), "as good");
        assert_eq!(cost(3.0, 4.0, false, Game::Kono), "");
    }

    #[test]
    fn point_9_a_levels_own_view_says_whose_it_is() {
        let thrown = trial::canoga(&[1], &[4]).throw("3 5".parse().unwrap()).unwrap();
        let words = |level| {
            let help = EngineJob::new(Decision::Canoga(thrown), level).help().unwrap();
            Advice::of(Seat::Human, &help).words.concat()
        };
        assert_eq!(words(Level::Novice), "As a novice sees it, I suggest you cover 8.");
        assert!(words(Level::Club).starts_with("As a club player sees it, I suggest you "));
        assert!(words(Level::Master).starts_with("I suggest you "), "{}", words(Level::Master));
    }
}
