//! Warns before a costly move.

use parlor_engine::Evaluation;
use parlor_rules::{Choice, Decision, Game, Pair, Seat};
use parlor_table::Table;

use crate::{Mark, Marks};

/// The tutor's sensitivity.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Tutor {
    #[default]
    Off,
    Mild,
    /// Warns before a mistake or a blunder.
    Strict,
}

/// A choice that costs much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Warning {
    pub cost: f64,
    pub exact: bool,
    pub mark: Mark,
}

impl Tutor {
    /// The decision to rank in advance, if this tutor may warn about it. `here` are the seats of the people at this
    /// screen or browser. If two people share a screen, it warns only the seat that turned it on: `asked_by`, or Human,
    /// who set up the game. If they play in two browsers, it warns the one who decides, so both must have agreed to
    /// help.
    pub fn watches(self, table: &Table, here: Pair<bool>, asked_by: Option<Seat>) -> Option<Decision> {
        let (seat, decision) = table.decision()?;
        let is_person = Pair::from_fn(|seat| table.player(seat).is_person());
        let tutored = match (is_person.human, is_person.computer) {
            (true, true) if here.human && here.computer => Some(asked_by.unwrap_or(Seat::Human)),
            (true, true) => Some(seat),
            (true, false) => Some(Seat::Human),
            (false, true) => Some(Seat::Computer),
            (false, false) => None,
        };
        let is_taste = matches!(decision, Decision::Call | Decision::Color(_));
        let warns = self != Tutor::Off && here[seat] && tutored == Some(seat);
        (warns && !is_taste && decision.choices().len() > 1).then_some(decision)
    }

    /// The warning about a choice, given the ranking of all choices, best first.
    pub fn warning(self, game: Game, size: i64, ranked: &[Evaluation], choice: Choice) -> Option<Warning> {
        let least = match self {
            Tutor::Off => return None,
            Tutor::Mild => Mark::Blunder,
            Tutor::Strict => Mark::Mistake,
        };
        let best = ranked.first()?;
        let chosen = ranked.iter().find(|judged| judged.choice == choice)?;
        let cost = best.value - chosen.value;
        let mark = Marks::of(game, size).mark(cost);
        (mark >= least).then_some(Warning { cost, exact: best.exact && chosen.exact, mark })
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::kono::{Direction, Move, Point};

    use super::*;

    fn judged(column: u8, value: f64) -> Evaluation {
        let choice = Choice::Kono(Move::Step(Point { row: 1, column }, Direction::Southeast));
        Evaluation::new(choice, value, column == 1)
    }

    #[test]
    fn the_tutor_warns_at_the_thresholds_of_the_marks() {
        let Marks { mistake, blunder, .. } = Marks::of(Game::Kono, 5);
        let ranked = [judged(1, 0.0), judged(2, -mistake), judged(3, -blunder)];
        let says = |tutor: Tutor, place: usize| {
            tutor.warning(Game::Kono, 5, &ranked, ranked[place].choice).map(|warning| warning.mark)
        };
        assert_eq!([0, 1, 2].map(|place| says(Tutor::Off, place)), [None; 3]);
        assert_eq!([0, 1, 2].map(|place| says(Tutor::Mild, place)), [None, None, Some(Mark::Blunder)]);
        assert_eq!([0, 1, 2].map(|place| says(Tutor::Strict, place)), [None, Some(Mark::Mistake), Some(Mark::Blunder)]);
        let warning = Tutor::Strict.warning(Game::Kono, 5, &ranked, ranked[2].choice).unwrap();
        assert!((warning.cost - blunder).abs() < 1e-9 && !warning.exact);
    }
}
