use parlor_engine::Evaluation;
use parlor_rules::{Choice, Game};
use parlor_view::{Advice, capitalised, choice_name, cost_for_people, long_list, signed_number};

use crate::pages::minus;

/// The number of reasons that are always shown.
const REASONS: usize = 2;

/// The panel with the advice.
pub(in crate::pages) struct AdviceView<'a> {
    pub(in crate::pages) advice: &'a Advice,
    pub(in crate::pages) game: Game,
}

impl AdviceView<'_> {
    /// A short form of the best choice.
    pub(in crate::pages) fn best(&self) -> Option<String> {
        self.advice.best().map(short)
    }

    /// Shown if there is no ranking.
    pub(in crate::pages) fn words(&self) -> Vec<String> {
        if self.advice.ranked.is_empty() { signed(&self.advice.words) } else { Vec::new() }
    }

    /// The advice as text for screen readers.
    pub(super) fn spoken(&self) -> String {
        let best = self.best().map(|best| format!("Advice: {best}."));
        let sentences = self.words().into_iter().chain(self.advice.reasons.iter().cloned());
        best.into_iter().chain(sentences).collect::<Vec<_>>().join(" ")
    }

    /// "exact" or "about" if all values are exact or all are estimates; otherwise empty.
    pub(in crate::pages) fn sure(&self) -> &'static str {
        let exact = self.advice.ranked.iter().filter(|choice| choice.exact).count();
        match exact {
            all if all == self.advice.ranked.len() => "exact",
            0 => "about",
            _ => "",
        }
    }

    /// Every choice with its value and its cost.
    pub(in crate::pages) fn ranks(&self) -> Vec<[String; 3]> {
        let mixed = self.sure().is_empty();
        // Estimates have one digit. They are marked with "about" only if other values are exact.
        let number = |value: f64, exact: bool| {
            let number = minus(&signed_number(value, if exact { 2 } else { 1 }));
            if mixed && !exact { format!("about {number}") } else { number }
        };
        let rank = |(place, ranked): (usize, &Evaluation)| {
            let cost = match self.advice.cost(place).filter(|_| place > 0) {
                None => "\u{2013}".to_owned(),
                // A level may prefer a sure win to a higher expected result. In that case the best choice doesn't have
                // the highest value.
                Some((cost, _)) if cost < 0.005 => "0".to_owned(),
                Some((cost, exact)) => number(cost_for_people(self.game, cost), exact).replace('+', ""),
            };
            [short(ranked.choice), number(ranked.value, ranked.exact), cost]
        };
        self.advice.ranked.iter().enumerate().map(rank).collect()
    }

    /// The reasons that are always shown: why this kind of choice, and why this one. Long lists are cut.
    pub(in crate::pages) fn reasons(&self) -> Vec<String> {
        let begin = |reason: &String| long_list(reason).map_or_else(|| reason.clone(), |(begin, _)| begin);
        self.advice.reasons.iter().take(REASONS).map(begin).collect()
    }

    /// The number of items of the longest list that is cut in these reasons.
    pub(in crate::pages) fn plays(&self) -> Option<usize> {
        self.advice.reasons.iter().take(REASONS).filter_map(|reason| long_list(reason)).map(|(_, all)| all).max()
    }

    /// The part that is shown on request: the other reasons, the reasons that were cut, and further lines.
    pub(in crate::pages) fn more(&self) -> Vec<String> {
        let reasons = self.advice.reasons.iter().enumerate();
        let hidden = reasons.filter(|(place, reason)| *place >= REASONS || long_list(reason).is_some());
        let hidden = hidden.map(|(_, reason)| reason.clone());
        signed(&hidden.chain(self.advice.more.iter().cloned()).collect::<Vec<_>>())
    }
}

/// A choice in the short form for a narrow column or a button: "Cover 7 + 2".
fn short(choice: Choice) -> String {
    let name = capitalised(&choice_name(choice));
    match (choice, name.split_once(' ')) {
        (Choice::Canoga(_), Some((verb, squares))) => format!("{verb} {}", squares.replace(' ', " + ")),
        _ => name,
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
            let advice = Advice { ranked, ..Advice::default() };
            let view = AdviceView { advice: &advice, game: Game::Canoga };
            let ranks = view.ranks().into_iter().map(|[_, value, cost]| format!("{value} {cost}"));
            (view.sure(), ranks.collect::<Vec<_>>())
        };
        let words = |ranks: &[&str]| ranks.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(shown(vec![(1.5, true), (-0.25, true)]), ("exact", words(&["+1.50 –", "−0.25 1.75"])));
        assert_eq!(shown(vec![(0.0, false), (-3.0, false)]), ("about", words(&["0.0 –", "−3.0 3.0"])));
        assert_eq!(shown(vec![(2.0, true), (1.0, false)]), ("", words(&["+2.00 –", "about +1.0 about 1.0"])));
    }
}
