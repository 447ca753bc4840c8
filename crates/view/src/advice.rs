use parlor_engine::{Evaluation, Help, Outlook};
use parlor_rules::canoga::Squares;
use parlor_rules::kono::Move;
use parlor_rules::{Choice, Decision, DiceCount, Game, Level, Seat, canoga, congkak};

use crate::words::listed;
use crate::{ShownValue, Spot, long_list, short_step, spots_of};

#[derive(Clone, PartialEq, Default, Debug)]
pub struct Advice {
    /// Every choice, best first. Empty for questions that the engine doesn't evaluate.
    pub ranked: Vec<Evaluation>,
    /// The main sentences: the advice, or the reason why there is none.
    pub words: Vec<String>,
    /// Reasons for the best choice, one sentence each.
    pub reasons: Vec<String>,
    /// Further lines that help with the decision.
    pub more: Vec<String>,
    /// The places of the best choice, in the order in which they are selected.
    pub spots: Vec<Spot>,
    /// The value of the round, if the advice was computed at full strength.
    pub value: Option<ShownValue>,
}

impl Advice {
    pub fn of(seat: Seat, help: &Help) -> Advice {
        let advice = match &help.decision {
            Decision::Call | Decision::Color(_) => Advice::nothing(),
            Decision::Dice(_) => before_throw(help),
            Decision::Congkak(position) => Advice { more: vec![gains(position, &help.ranked)], ..ranking(help) },
            Decision::Canoga(_) | Decision::Kono(_) => ranking(help),
        };
        let spots = advice.best().map_or_else(Vec::new, |best| spots_of(best, seat));
        Advice { spots, value: ShownValue::of_help(seat, help), ..advice }
    }

    /// For questions that the engine doesn't evaluate, like heads or tails.
    pub fn nothing() -> Advice {
        Advice::only("There is no advice for this choice. Choose as you like.")
    }

    pub fn no_board() -> Advice {
        Advice::only("No advice before the board is set up.")
    }

    pub fn only(words: &str) -> Advice {
        Advice { words: vec![words.to_owned()], ..Advice::default() }
    }

    pub fn best(&self) -> Option<Choice> {
        self.ranked.first().map(|best| best.choice)
    }

    /// The cost of a choice compared with the best one, and whether it is proven. A level may prefer a sure win to a
    /// higher average, so the first choice isn't always the most valuable, and a cost can be negative.
    pub fn cost(&self, place: usize) -> Option<(f64, bool)> {
        let (best, choice) = (self.ranked.first()?, self.ranked.get(place)?);
        Some((best.value - choice.value, best.exact && choice.exact))
    }

    /// The cost of a choice in words: "about 1.2 points less", "as good"; empty for the best choice.
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

    /// The other choices in one line, and further lines. In Congkak these are all choices, and elsewhere the best of
    /// those that fit.
    pub fn other_lines(&self, game: Game) -> Vec<String> {
        let count = self.ranked.len().saturating_sub(1);
        let has_unit = |place: usize| self.cost_words(place, game).ends_with(" less");
        let first = (1..=count).find(|place| has_unit(*place)).unwrap_or(count);
        let line = |shown: usize| {
            let others: Vec<String> = (1..=shown).map(|place| self.with_cost(place, game, place > first)).collect();
            let more = if shown < count { format!("; {} more", count - shown) } else { String::new() };
            format!("Otherwise: {}{more}.", others.join("; "))
        };
        let fits = |shown: &usize| game == Game::Congkak || line(*shown).chars().count() <= OTHERS_COLUMNS;
        let shown = (2..=count).rev().find(fits).unwrap_or(1);
        let otherwise = (count > 0).then(|| line(shown));
        otherwise.into_iter().chain(self.more.iter().cloned()).collect()
    }

    /// Every choice on a separate line, best first, and the reasons with long lists.
    pub fn all_lines(&self, game: Game) -> Vec<String> {
        let places = 0..self.ranked.len();
        let choices = places.map(|place| format!("{:>3}. {}", place + 1, self.with_cost(place, game, false)));
        choices.chain(self.long_reasons().cloned()).collect()
    }

    /// The reasons that [`Line::short`](crate::Line::short) shortens.
    pub fn long_reasons(&self) -> impl Iterator<Item = &String> {
        self.reasons.iter().filter(|reason| long_list(reason).is_some())
    }

    /// A choice as a player would type it, with its cost: "5 5 nw (about 1.2 points less)".
    fn with_cost(&self, place: usize, game: Game, is_short: bool) -> String {
        let name = match self.ranked[place].choice {
            Choice::Kono(step) => short_step(step),
            choice => choice.to_string(),
        };
        match self.cost_words(place, game).as_str() {
            "" => name,
            cost if is_short && game != Game::Congkak => format!("{name} ({})", cost.replace(" points less", " less")),
            cost => format!("{name} ({cost})"),
        }
    }
}

/// The maximum length of the line with other choices, in columns.
const OTHERS_COLUMNS: usize = 80;

/// A cost for display. Congkak's values are net seeds, in which each seed that goes to the other player counts twice.
/// Half the difference is therefore the number of seeds, and never exceeds those in play.
pub fn cost_for_people(game: Game, cost: f64) -> f64 {
    if game == Game::Congkak { cost / 2.0 } else { cost }
}

/// A cost in digits; `None` if it rounds to zero. Estimates get fewer digits than proven values, and seeds are rounded
/// to whole numbers.
pub fn cost_amount(game: Game, cost: f64, exact: bool) -> Option<String> {
    let cost = cost_for_people(game, cost);
    let whole = game == Game::Congkak || exact && (cost - cost.round()).abs() < 0.005;
    let digits = match (whole, exact) {
        (true, _) => 0,
        (false, true) => 2,
        (false, false) => 1,
    };
    let amount = format!("{cost:.digits$}");
    (!amount.trim_matches(['0', '.']).is_empty()).then_some(amount)
}

pub(crate) fn name(choice: Choice) -> String {
    match choice {
        Choice::Kono(Move::Step(piece, direction)) => format!("move the piece at {piece} {direction}"),
        choice => choice.to_string(),
    }
}

/// A choice as the end of "I suggest you …".
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

/// "As a novice sees it"; `None` for full strength.
fn point_of_view(level: Level) -> Option<&'static str> {
    match level {
        Level::Novice => Some("As a novice sees it"),
        Level::Club => Some("As a club player sees it"),
        Level::Expert => Some("As an expert sees it"),
        Level::Master => None,
    }
}

/// The best choice with its reasons, and the values of all choices.
fn ranking(help: &Help) -> Advice {
    let best = help.ranked.first().expect("help without a choice is an error of the engine's");
    let advised = advised(best.choice);
    let words = match point_of_view(help.level) {
        Some(view) => format!("{view}, I suggest you {advised}."),
        None => format!("I suggest you {advised}."),
    };
    Advice {
        ranked: help.ranked.clone(),
        reasons: best.reasons.iter().map(ToString::to_string).collect(),
        ..Advice::only(&words)
    }
}

/// The seeds that each Congkak play puts into the store at once, best choice first.
fn gains(position: &congkak::Position, ranked: &[Evaluation]) -> String {
    let gain = |judged: &Evaluation| {
        let Choice::Congkak(pit) = judged.choice else { unreachable!("a play of Congkak begins in a pit") };
        let after = position.play(pit).expect("the engine ranks legal plays");
        let gained = i64::from(after.store(pit.seat())) - i64::from(position.store(pit.seat()));
        format!("{pit} {gained}")
    };
    format!("Seeds that each pit puts into your store right away: {}.", listed(ranked.iter().map(gain)))
}

/// Before a throw in Canoga: the expected result, one die or two, and the best use of each sum.
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
        let best = match point_of_view(help.level) {
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
    fn costs_are_as_precise_as_they_are_known() {
        let cost = |best: f64, other: f64, exact, game| {
            let choice = Choice::Kono(Move::Pass);
            let ranked = [best, other].map(|value| Evaluation::new(choice, value, exact)).to_vec();
            Advice { ranked, ..Advice::default() }.cost_words(1, game)
        };
        assert_eq!(cost(3.0, 2.76, true, Game::Canoga), "0.24 points less");
        assert_eq!(cost(3.0, 2.0, true, Game::Canoga), "1 point less");
        assert_eq!(cost(3.0, 2.0, false, Game::Kono), "about 1.0 points less");
        assert_eq!(cost(20.0, 6.0, false, Game::Congkak), "about 7 seeds less", "half of the net seeds");
        assert_eq!(cost(3.0, 2.98, false, Game::Kono), "about as good");
        assert_eq!(cost(3.0, 3.0, true, Game::Congkak), "as good");
        assert_eq!(cost(3.0, 4.0, false, Game::Kono), "");
    }

    #[test]
    fn other_choices_take_one_line_of_80_columns() {
        let step = |row: u8| format!("step {row} 2 northwest").parse().unwrap();
        let ranked = (1..=9).map(|row| Evaluation::new(step(row), 20.0 - 1.2 * f64::from(row), false));
        let advice = Advice { ranked: ranked.collect(), ..Advice::default() };
        assert_eq!(
            advice.other_lines(Game::Kono),
            ["Otherwise: 2 2 nw (about 1.2 points less); 3 2 nw (about 2.4 less); 6 more."]
        );
        assert_eq!(advice.all_lines(Game::Kono)[0], "  1. 1 2 nw");
        assert_eq!(advice.all_lines(Game::Kono)[8], "  9. 9 2 nw (about 9.6 points less)");
        let mut few = Advice { ranked: advice.ranked[..3].to_vec(), ..Advice::default() };
        assert_eq!(
            few.other_lines(Game::Kono),
            ["Otherwise: 2 2 nw (about 1.2 points less); 3 2 nw (about 2.4 less)."]
        );
        few.ranked[1].value = few.ranked[0].value;
        assert_eq!(few.other_lines(Game::Kono), ["Otherwise: 2 2 nw (about as good); 3 2 nw (about 2.4 points less)."]);
        // Congkak's text asks for all possible plays.
        let pits = ["P", "Q", "R", "S", "T", "U", "V"].map(|pit| format!("pit {pit}").parse().unwrap());
        let ranked = pits.map(|pit| Evaluation::new(pit, 0.0, true)).to_vec();
        let line = Advice { ranked, ..Advice::default() }.other_lines(Game::Congkak).concat();
        assert_eq!(line.matches("(as good)").count(), 6, "{line}");
    }

    #[test]
    fn advice_of_a_weaker_level_names_the_level() {
        let thrown = trial::canoga(&[1], &[4]).throw("3 5".parse().unwrap()).unwrap();
        let words = |level| {
            let help = EngineJob::new(Decision::Canoga(thrown), level).help().unwrap();
            Advice::of(Seat::Human, &help).words.concat()
        };
        assert_eq!(words(Level::Novice), "As a novice sees it, I suggest you cover 8.");
        assert!(words(Level::Club).starts_with("As a club player sees it, I suggest you "));
        assert!(words(Level::Expert).starts_with("As an expert sees it, I suggest you "));
        assert!(words(Level::Master).starts_with("I suggest you "), "{}", words(Level::Master));
    }
}
