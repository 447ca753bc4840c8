//! What stands on the stage: a board, what is pointed out on it, the dice, and seeds in a hand.

use parlor_rules::kono::Point;
use parlor_rules::{Seat, Throw};
use parlor_view::BoardView;

/// A place on a board that can be pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A square of Canoga.
    Square(Seat, u8),
    /// A pit of Congkak, by its letter.
    Pit(char),
    /// A store of Congkak.
    Store(Seat),
    /// A point of Kono.
    Point(Point),
}

/// What is pointed out on a board.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Marks {
    /// Where the arrow keys are.
    pub(crate) cursor: Option<Spot>,
    /// What can be chosen.
    pub(crate) can: Vec<Spot>,
    /// What is chosen already.
    pub(crate) chosen: Vec<Spot>,
    /// What has just changed.
    pub(crate) changed: Vec<Spot>,
}

/// Everything on the stage at one moment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scene {
    /// The board.
    pub(crate) board: BoardView,
    /// What is pointed out on it.
    pub(crate) marks: Marks,
    /// Dice in sight.
    pub(crate) dice: Option<Dice>,
    /// Who has how many seeds in the hand.
    pub(crate) hand: Option<(Seat, u8)>,
}

/// Dice in sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dice {
    /// Whose.
    pub(crate) seat: Seat,
    /// What they show.
    pub(crate) throw: Throw,
    /// Whether they still roll, so that what they show means nothing yet.
    pub(crate) rolling: bool,
}
