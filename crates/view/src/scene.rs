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
    /// The places of the advised choice.
    pub advised: Vec<Spot>,
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
        Scene { board, cursor: None, chosen: Vec::new(), advised: Vec::new(), hand: None }
    }

    /// The same moment with a choice that a person is making.
    #[must_use]
    pub fn with_choice(&self, chooser: &Chooser) -> Scene {
        let mut board = BoardView { can_choose: chooser.can_choose(), ..self.board.clone() };
        // Kono's dice lie in the middle of the board, and must not cover a point that can be chosen.
        if let Chooser::Step(_) = chooser {
            board.dice = None;
        }
        Scene {
            board,
            cursor: chooser.cursor(),
            chosen: chooser.chosen(),
            advised: self.advised.clone(),
            hand: self.hand,
        }
    }

    /// The same moment with advice marked on the board.
    #[must_use]
    pub fn advising(self, advised: Vec<Spot>) -> Scene {
        Scene { advised, ..self }
    }
}
