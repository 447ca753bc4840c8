//! A word before a costly choice is played.

use parlor_engine::Judged;
use parlor_rules::{Choice, Game};

use crate::{Mark, Marks};

/// How soon the tutor speaks up.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Tutor {
    /// Never.
    #[default]
    Off,
    /// Before a blunder.
    Mild,
    /// Before a mistake or a blunder.
    Strict,
}

/// A choice that costs much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Warning {
    /// What it gives away.
    pub cost: f64,
    /// Whether that is proven.
    pub exact: bool,
    /// How bad that is.
    pub mark: Mark,
}

impl Tutor {
    /// All of them, the usual one first.
    pub const ALL: [Tutor; 3] = [Tutor::Off, Tutor::Mild, Tutor::Strict];

    /// As options and settings name it.
    pub fn name(self) -> &'static str {
        match self {
            Tutor::Off => "off",
            Tutor::Mild => "mild",
            Tutor::Strict => "strict",
        }
    }

    /// What it has to say about a choice, given the ranking of everything that could be chosen, the best first.
    pub fn warning(self, game: Game, size: i64, ranked: &[Judged], choice: Choice) -> Option<Warning> {
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

    fn judged(column: u8, value: f64) -> Judged {
        let choice = Choice::Kono(Move::Step(Point { row: 1, column }, Direction::Southeast));
        Judged { choice, value, exact: column == 1, reasons: Vec::new(), plan: Vec::new() }
    }

    #[test]
    fn point_6_the_tutor_speaks_up_at_what_the_marks_call_a_mistake() {
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
