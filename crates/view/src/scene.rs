use parlor_rules::Seat;

use crate::{BoardView, Chooser, Spot};

/// What is in sight at one moment: a board, what a person is choosing on it, and seeds in a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The board.
    pub board: BoardView,
    /// The place that the arrow keys are on.
    pub cursor: Option<Spot>,
    /// The places that are chosen already.
    pub chosen: Vec<Spot>,
    /// Seeds that are being sown.
    pub hand: Option<Hand>,
}

/// Seeds in a player's hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Whose hand.
    pub seat: Seat,
    /// How many seeds.
    pub seeds: u8,
}

impl Scene {
    /// A board without a choice.
    pub fn of(board: BoardView) -> Scene {
        Scene { board, cursor: None, chosen: Vec::new(), hand: None }
    }

    /// The same moment with a choice that a person is making.
    #[must_use]
    pub fn with_choice(&self, chooser: &Chooser) -> Scene {
        let board = BoardView { can_choose: chooser.can_choose(), ..self.board.clone() };
        Scene { board, cursor: chooser.cursor(), chosen: chooser.chosen(), hand: self.hand }
    }
}
