use parlor_rules::Seat;
use parlor_rules::congkak::{Pit, Position};

use crate::Spot;

#[derive(Clone, PartialEq, Debug)]
pub struct ChosenPit {
    /// From left to right as displayed.
    pits: Vec<Pit>,
    at: usize,
}

impl ChosenPit {
    pub(super) fn new(position: &Position) -> ChosenPit {
        let mut pits: Vec<Pit> = position.legal_moves().collect();
        // Sowing goes clockwise, so the bottom row runs from right to left.
        if position.turn() == Some(Seat::Human) {
            pits.sort_by_key(|pit| std::cmp::Reverse(pit.index()));
        }
        let at = pits.len() / 2;
        ChosenPit { pits, at }
    }

    /// The pits that can be chosen, from left to right.
    pub(crate) fn pits(&self) -> &[Pit] {
        &self.pits
    }

    pub(crate) fn seat(&self) -> Seat {
        self.current().seat()
    }

    pub(super) fn current(&self) -> Pit {
        self.pits[self.at]
    }

    pub(super) fn cursor(&self) -> Spot {
        Spot::Pit(self.current().letter())
    }

    pub(super) fn can_choose(&self) -> Vec<Spot> {
        self.pits.iter().map(|pit| Spot::Pit(pit.letter())).collect()
    }

    pub(super) fn step(&mut self, back: bool) {
        let count = self.pits.len();
        self.at = (self.at + if back { count - 1 } else { 1 }) % count;
    }

    pub(super) fn point_at(&mut self, letter: char) -> bool {
        let found = self.pits.iter().position(|pit| pit.letter() == letter);
        self.at = found.unwrap_or(self.at);
        found.is_some()
    }
}
