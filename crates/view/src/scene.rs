use parlor_rules::Seat;

use crate::{BoardView, Chooser, Spot};

/// Everything on screen at one moment: a board, a choice in progress, and seeds in a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    pub board: BoardView,
    /// The place under the arrow keys' cursor.
    pub cursor: Option<Spot>,
    /// The places selected so far.
    pub chosen: Vec<Spot>,
    /// The places of the advised choice.
    pub advised: Vec<Spot>,
    /// The hand that is sowing.
    pub hand: Option<Hand>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    pub seat: Seat,
    pub seeds: u8,
}

impl Scene {
    /// A board without a choice.
    pub fn of(board: BoardView) -> Scene {
        Scene { board, cursor: None, chosen: Vec::new(), advised: Vec::new(), hand: None }
    }

    /// Adds a choice in progress.
    #[must_use]
    pub fn with_choice(&self, chooser: &Chooser) -> Scene {
        let mut board = BoardView { can_choose: chooser.can_choose(), ..self.board.clone() };
        // Kono's dice lie in the middle of the board, where they would hide points that can be chosen.
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

    #[must_use]
    pub fn advising(self, advised: Vec<Spot>) -> Scene {
        Scene { advised, ..self }
    }
}
