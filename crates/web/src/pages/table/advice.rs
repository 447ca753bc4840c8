use parlor_engine::Evaluation;
use parlor_rules::{Choice, Game};
use parlor_view::{Advice, capitalised, choice_name, signed_number};

use crate::pages::minus;

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

/// A choice for a narrow column or a button: "Cover 7 + 2".
fn short(choice: Choice) -> String {
    let name = capitalised(&choice_name(choice));
    match (choice, name.split_once(' ')) {
        (Choice::Canoga(_), Some((verb, squares))) => format!("{verb} {}", squares.replace(' ', " + ")),
        _ => name,
    }
}

pub(in crate::pages) fn advice_view(advice: &Advice, game: Game) -> AdviceView {
    let all_exact = advice.ranked.iter().all(|choice| choice.exact);
    let mixed = !all_exact && advice.ranked.iter().any(|choice| choice.exact);
    // What isn't proven is an estimate: one digit, and the word where not every value is one.
    let number = |value: f64, exact: bool| {
        let number = minus(&signed_number(value, if exact { 2 } else { 1 }));
        if mixed && !exact { format!("about {number}") } else { number }
    };
    let rank = |(place, ranked): (usize, &Evaluation)| RankView {
        first: place == 0,
        name: short(ranked.choice),
        value: number(ranked.value, ranked.exact),
        cost: match advice.cost(place).filter(|_| place > 0) {
            None => "\u{2013}".to_owned(),
            // A level may take a sure win before a larger hope, so the best isn't always worth the most.
            Some((cost, _)) if cost < 0.005 => "0".to_owned(),
            Some((cost, exact)) => number(cost, exact).replace('+', ""),
        },
    };
    AdviceView {
        say: advice.best().map_or_else(String::new, short),
        words: if advice.ranked.is_empty() { signed(&advice.words) } else { Vec::new() },
        marked: !advice.spots.is_empty(),
        reasons: advice.reasons.clone(),
        ranks: advice.ranked.iter().enumerate().map(rank).collect(),
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
        let shown = |values: Vec<(f64, bool)>| {
            let choices = ["cover 7", "cover 4 3"].map(|text| text.parse().unwrap());
            let ranked = choices.into_iter().zip(values);
            let ranked = ranked.map(|(choice, (value, exact))| Evaluation::new(choice, value, exact)).collect();
            let view = advice_view(&Advice { ranked, ..Advice::default() }, Game::Canoga);
            (view.sure, view.ranks.into_iter().map(|rank| format!("{} {}", rank.value, rank.cost)).collect::<Vec<_>>())
        };
        let words = |ranks: &[&str]| ranks.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(shown(vec![(1.5, true), (-0.25, true)]), ("exact", words(&["+1.50 –", "−0.25 1.75"])));
        assert_eq!(shown(vec![(0.0, false), (-3.0, false)]), ("about", words(&["0.0 –", "−3.0 3.0"])));
        assert_eq!(shown(vec![(2.0, true), (1.0, false)]), ("", words(&["+2.00 –", "about +1.0 about 1.0"])));
    }
}
