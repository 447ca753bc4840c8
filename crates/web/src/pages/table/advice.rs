use parlor_engine::{Help, Judged};
use parlor_rules::{Decision, Game, Seat};
use parlor_table::{Answer, Table};
use parlor_view::{Advice, Ranked, Spot, capitalised, spots_of};

use crate::pages::minus;

/// Advice as a page shows it: in words, on the board, and on the button of the best choice.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownAdvice {
    /// In words.
    pub advice: Advice,
    /// The places to mark, in the order in which they are chosen.
    pub spots: Vec<Spot>,
    /// The best choice.
    pub best: Option<Answer>,
    /// What each choice is worth, the best first, and whether that is proven.
    pub values: Vec<(f64, bool)>,
}

impl ShownAdvice {
    /// What the engine found for the player whose turn it is.
    pub fn of(help: &Help, table: &Table) -> ShownAdvice {
        let seat = table.decision().map_or(Seat::Human, |(seat, _)| seat);
        let knows = !matches!(help.decision, Decision::Call | Decision::Color(_));
        let ranked: &[Judged] = if knows { &help.ranked } else { &[] };
        let best = ranked.first().map(|best| best.choice);
        ShownAdvice {
            advice: Advice::of(help),
            spots: best.map_or_else(Vec::new, |best| spots_of(best, seat)),
            best: best.map(Answer::Choice),
            values: ranked.iter().map(|judged| (judged.value, judged.exact)).collect(),
        }
    }

    /// There is nothing that the engine knows better.
    pub fn nothing() -> ShownAdvice {
        ShownAdvice { advice: Advice::nothing(), spots: Vec::new(), best: None, values: Vec::new() }
    }
}

/// The panel with the advice.
pub(in crate::pages) struct AdviceView {
    /// The best choice, in short; empty where nothing is ranked.
    pub(in crate::pages) say: String,
    /// What is said instead.
    pub(in crate::pages) words: Vec<String>,
    pub(in crate::pages) marked: bool,
    pub(in crate::pages) reasons: Vec<String>,
    pub(in crate::pages) ranks: Vec<RankView>,
    pub(in crate::pages) unit: &'static str,
    /// "exact" or "about", where that holds for every value.
    pub(in crate::pages) sure: &'static str,
    pub(in crate::pages) more: Vec<String>,
}

impl AdviceView {
    /// The advice as one would say it.
    pub(super) fn spoken(&self) -> String {
        let best = (!self.say.is_empty()).then(|| format!("Advice: {}.", self.say));
        best.into_iter().chain(self.words.iter().chain(&self.reasons).cloned()).collect::<Vec<_>>().join(" ")
    }
}

/// A choice in the table.
pub(in crate::pages) struct RankView {
    pub(in crate::pages) first: bool,
    pub(in crate::pages) name: String,
    pub(in crate::pages) value: String,
    pub(in crate::pages) cost: String,
}

pub(in crate::pages) fn advice_view(shown: &ShownAdvice, game: Game) -> AdviceView {
    let ShownAdvice { advice, spots, values, .. } = shown;
    let short = |name: &str| {
        let name = capitalised(name.strip_prefix("move the piece at ").unwrap_or(name));
        match (game, name.split_once(' ')) {
            (Game::Canoga, Some((verb, squares))) => format!("{verb} {}", squares.replace(' ', " + ")),
            _ => name,
        }
    };
    let all_exact = values.iter().all(|(_, exact)| *exact);
    let mixed = !all_exact && values.iter().any(|(_, exact)| *exact);
    // What isn't proven is an estimate: one digit, and the word where not every value is one.
    let number = |value: f64, exact: bool| {
        let digits = if exact { 2 } else { 1 };
        let number = format!("{value:+.digits$}");
        let zero = number.trim_matches(['+', '-', '0', '.']).is_empty();
        let number = if zero { number[1..].to_owned() } else { minus(&number) };
        if mixed && !exact { format!("about {number}") } else { number }
    };
    let best = values.first().copied();
    let rank = |(place, (ranked, &(value, exact))): (usize, (&Ranked, &(f64, bool)))| {
        let sure = exact && best.is_some_and(|(_, exact)| exact);
        let cost = best.map_or(0.0, |(best, _)| best - value);
        RankView {
            first: place == 0,
            name: short(&ranked.name),
            value: number(value, exact),
            cost: match cost {
                _ if place == 0 => "\u{2013}".to_owned(),
                // A level may take a sure win before a larger hope, so the best isn't always worth the most.
                cost if cost < 0.005 => "0".to_owned(),
                cost => number(cost, sure).replace('+', ""),
            },
        }
    };
    let ranks: Vec<RankView> = advice.ranked.iter().zip(values).enumerate().map(rank).collect();
    let (say, words) = match advice.ranked.first() {
        Some(best) => (short(&best.name), Vec::new()),
        None => (String::new(), signed(&advice.words)),
    };
    AdviceView {
        say,
        words,
        marked: !spots.is_empty(),
        reasons: advice.reasons.clone(),
        ranks,
        unit: game.unit(),
        sure: match (mixed, all_exact) {
            (true, _) => "",
            (false, true) => "exact",
            (false, false) => "about",
        },
        more: signed(&advice.more),
    }
}

/// Sentences in which the minus signs of numbers are as wide as plus signs.
pub(in crate::pages) fn signed(sentences: &[String]) -> Vec<String> {
    let signed = |sentence: &String| {
        let mut shown = String::with_capacity(sentence.len());
        let mut letters = sentence.chars().peekable();
        while let Some(letter) = letters.next() {
            let number = letters.peek().is_some_and(char::is_ascii_digit);
            shown.push(if letter == '-' && number && shown.ends_with(' ') { '\u{2212}' } else { letter });
        }
        shown
    };
    sentences.iter().map(signed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_signs_become_minus_signs() {
        let shown = signed(&["You expect -2.50 points, well-played, 3-4.".to_owned()]);
        assert_eq!(shown, ["You expect \u{2212}2.50 points, well-played, 3-4."]);
    }

    #[test]
    fn every_value_says_how_sure_it_is() {
        let ranked = |name: &str| Ranked { name: name.to_owned(), cost: String::new() };
        let shown = |values: Vec<(f64, bool)>| {
            let advice = Advice { ranked: vec![ranked("cover 7"), ranked("cover 4 3")], ..Advice::default() };
            let shown = ShownAdvice { advice, spots: Vec::new(), best: None, values };
            let view = advice_view(&shown, Game::Canoga);
            (view.sure, view.ranks.into_iter().map(|rank| format!("{} {}", rank.value, rank.cost)).collect::<Vec<_>>())
        };
        let words = |ranks: &[&str]| ranks.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(shown(vec![(1.5, true), (-0.25, true)]), ("exact", words(&["+1.50 –", "−0.25 1.75"])));
        assert_eq!(shown(vec![(0.0, false), (-3.0, false)]), ("about", words(&["0.0 –", "−3.0 3.0"])));
        assert_eq!(shown(vec![(2.0, true), (1.0, false)]), ("", words(&["+2.00 –", "about +1.0 about 1.0"])));
    }
}
