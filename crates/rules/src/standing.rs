use std::fmt;

use crate::{Game, Seat, canoga, congkak, kono};

/// The current state of a tournament of any of the three games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// A tournament of Canoga.
    Canoga(canoga::Standing),
    /// A tournament of Congkak.
    Congkak(congkak::Standing),
    /// A tournament of Kono.
    Kono(kono::Standing),
}

impl Standing {
    /// Which game it is.
    pub fn game(&self) -> Game {
        match self {
            Standing::Canoga(_) => Game::Canoga,
            Standing::Congkak(_) => Game::Congkak,
            Standing::Kono(_) => Game::Kono,
        }
    }

    /// Squares in a row, pits a side or points a side.
    pub fn size(&self) -> usize {
        match self {
            Standing::Canoga(standing) => standing.position.size().squares().into(),
            Standing::Congkak(standing) => standing.position.size().pits(),
            Standing::Kono(standing) => standing.board().size().points().into(),
        }
    }

    /// Who plays next, or who won if the round is over. `None` after a tie, and until the first player of a
    /// Kono round is chosen.
    pub fn next(&self) -> Option<Seat> {
        match self {
            Standing::Canoga(standing) => Some(standing.position.next()),
            Standing::Congkak(standing) => Some(standing.position.next()),
            Standing::Kono(standing) => standing.position().and_then(kono::Position::next),
        }
    }

    /// Whether the round is over.
    pub fn is_over(&self) -> bool {
        match self {
            Standing::Canoga(standing) => standing.position.outcome().is_some(),
            Standing::Congkak(standing) => standing.position.winner().is_some(),
            Standing::Kono(standing) => standing.position().is_some_and(|position| position.end().is_some()),
        }
    }
}

impl From<canoga::Standing> for Standing {
    fn from(standing: canoga::Standing) -> Standing {
        Standing::Canoga(standing)
    }
}

impl From<congkak::Standing> for Standing {
    fn from(standing: congkak::Standing) -> Standing {
        Standing::Congkak(standing)
    }
}

impl From<kono::Standing> for Standing {
    fn from(standing: kono::Standing) -> Standing {
        Standing::Kono(standing)
    }
}

/// One line: the game, its size, who is next or has won.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        match self {
            Standing::Canoga(_) => write!(f, "Canoga, {size} squares a row, "),
            Standing::Congkak(_) => write!(f, "Congkak, {size} pits a side, "),
            Standing::Kono(_) => write!(f, "Kono, {size}\u{d7}{size}, "),
        }?;
        match (self.next(), self.is_over()) {
            (Some(seat), false) => write!(f, "{seat} is next"),
            (Some(seat), true) => write!(f, "{seat} has won the round"),
            (None, false) => f.write_str("the first player is not chosen yet"),
            (None, true) => f.write_str("the round is tied"),
        }
    }
}
