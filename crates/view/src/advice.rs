use parlor_engine::{Help, Judged, Outlook};
use parlor_rules::canoga::Squares;
use parlor_rules::kono::Move;
use parlor_rules::{Choice, Decision, DiceCount, Level, canoga, congkak};

use crate::words::listed;

/// Advice for a player, in words. It decides nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Advice {
    /// What the program would do, a sentence each.
    pub words: Vec<String>,
    /// Why, a sentence each.
    pub reasons: Vec<String>,
    /// Every choice, the best first, with what it costs.
    pub ranked: Vec<Ranked>,
    /// What else is worth knowing, a line each.
    pub more: Vec<String>,
}

/// A choice in a ranking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// What it is.
    pub name: String,
    /// What it costs against the best, in words; nothing is said of the best.
    pub cost: String,
}

impl Advice {
    /// What the engine found, in words.
    pub fn of(help: &Help) -> Advice {
        match &help.decision {
            Decision::Call | Decision::Color(_) => Advice::nothing(),
            Decision::Dice(_) => before_throw(help),
            Decision::Congkak(position) => {
                Advice { more: vec![gains(position, &help.ranked)], ..ranking(help, "seed") }
            }
            Decision::Canoga(_) | Decision::Kono(_) => ranking(help, "point"),
        }
    }

    /// There is a question, but nothing about it that the engine knows better.
    pub fn nothing() -> Advice {
        Advice::just("There is no advice on this: choose as you like.")
    }

    /// There is no board yet.
    pub fn no_board() -> Advice {
        Advice::just("There is no board yet, so there is no advice.")
    }

    fn just(words: &str) -> Advice {
        Advice { words: vec![words.to_owned()], ..Advice::default() }
    }

    /// All but the words and their reasons, in lines.
    pub fn other_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let told =
            |Ranked { name, cost }: &Ranked| if cost.is_empty() { name.clone() } else { format!("{name} ({cost})") };
        if let Some((_, others)) = self.ranked.split_first()
            && !others.is_empty()
        {
            lines.push(format!("Otherwise: {}.", others.iter().map(told).collect::<Vec<_>>().join("; ")));
        }
        lines.extend(self.more.iter().cloned());
        lines
    }
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

/// The best choice with its reasons, and all of them with what they cost.
fn ranking(help: &Help, unit: &str) -> Advice {
    let choices = &help.ranked;
    let best = choices.first().expect("help without a choice is an error of the engine's");
    let ranked = choices.iter().enumerate().map(|(place, judged)| Ranked {
        name: name(judged.choice),
        cost: if place == 0 { String::new() } else { cost(best, judged, unit) },
    });
    let advised = advised(best.choice);
    let words = match whose_view(help.level) {
        Some(view) => format!("{view}, I suggest you {advised}."),
        None => format!("I suggest you {advised}."),
    };
    Advice {
        words: vec![words],
        reasons: best.reasons.iter().map(ToString::to_string).collect(),
        ranked: ranked.collect(),
        more: Vec::new(),
    }
}

/// How much less a choice is worth than the best, in words. What isn't proven is an estimate, and seeds are whole.
fn cost(best: &Judged, judged: &Judged, unit: &str) -> String {
    // A level may take a sure win before a larger hope, so the best isn't always worth the most.
    let cost = best.value - judged.value;
    if cost <= -0.005 {
        return String::new();
    }
    let sure = best.exact && judged.exact;
    let whole = unit == "seed" || sure && (cost - cost.round()).abs() < 0.005;
    let digits = match (whole, sure) {
        (true, _) => 0,
        (false, true) => 2,
        (false, false) => 1,
    };
    let amount = format!("{cost:.digits$}");
    let units = if amount == "1" { unit.to_owned() } else { format!("{unit}s") };
    match (amount.trim_matches(['0', '.']).is_empty(), sure) {
        (true, true) => "as good".to_owned(),
        (true, false) => "about as good".to_owned(),
        (false, true) => format!("{amount} {units} less"),
        (false, false) => format!("about {amount} {units} less"),
    }
}

/// What each play of Congkak would bring at once, the best first.
fn gains(position: &congkak::Position, ranked: &[Judged]) -> String {
    let gain = |judged: &Judged| {
        let Choice::Congkak(pit) = judged.choice else { unreachable!("a play of Congkak begins in a pit") };
        let after = position.play(pit).expect("the engine ranks legal plays");
        let gained = i64::from(after.store(pit.seat())) - i64::from(position.store(pit.seat()));
        format!("{pit} {gained}")
    };
    format!("Seeds that each pit brings into your store at once: {}.", listed(ranked.iter().map(gain)))
}

/// Before a throw in Canoga: how it stands, one die or two, and what each sum would best be used for.
fn before_throw(help: &Help) -> Advice {
    let mut advice = if help.ranked.len() > 1 { ranking(help, "point") } else { Advice::default() };
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

    fn judged(value: f64, exact: bool) -> Judged {
        Judged { choice: Choice::Kono(Move::Pass), value, exact, reasons: Vec::new(), plan: Vec::new() }
    }

    #[test]
    fn costs_are_said_as_exactly_as_they_are_known() {
        let cost = |best: f64, other: f64, exact, unit| cost(&judged(best, exact), &judged(other, exact), unit);
        assert_eq!(cost(3.0, 2.76, true, "point"), "0.24 points less");
        assert_eq!(cost(3.0, 2.0, true, "point"), "1 point less");
        assert_eq!(cost(3.0, 2.0, false, "point"), "about 1.0 points less");
        assert_eq!(cost(20.0, 6.0, false, "seed"), "about 14 seeds less");
        assert_eq!(cost(3.0, 2.98, false, "point"), "about as good");
        assert_eq!(cost(3.0, 3.0, true, "seed"), "as good");
        assert_eq!(cost(3.0, 4.0, false, "point"), "");
    }

    #[test]
    fn point_9_a_levels_own_view_says_whose_it_is() {
        let thrown = trial::canoga(&[1], &[4]).throw("3 5".parse().unwrap()).unwrap();
        let words = |level| {
            let help = EngineJob::new(Decision::Canoga(thrown), level).help().unwrap();
            Advice::of(&help).words.concat()
        };
        assert_eq!(words(Level::Novice), "As a novice sees it, I suggest you cover 8.");
        assert!(words(Level::Club).starts_with("As a club player sees it, I suggest you "));
        assert!(words(Level::Master).starts_with("I suggest you "), "{}", words(Level::Master));
    }
}
