use std::fmt;

use crate::{Game, Pair, Seat, canoga, congkak, kono};

/// The current state of a tournament of any of the three games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The state of a Canoga tournament.
    Canoga(canoga::Standing),
    /// The state of a Congkak tournament.
    Congkak(congkak::Standing),
    /// The state of a Kono tournament.
    Kono(kono::Standing),
}

impl Standing {
    /// The game of the tournament.
    pub fn game(&self) -> Game {
        match self {
            Standing::Canoga(_) => Game::Canoga,
            Standing::Congkak(_) => Game::Congkak,
            Standing::Kono(_) => Game::Kono,
        }
    }

    /// Squares per row, or pits or points per side.
    pub fn size(&self) -> i64 {
        match self {
            Standing::Canoga(standing) => standing.position.size().squares().into(),
            Standing::Congkak(standing) => standing.position.size().pits() as i64,
            Standing::Kono(standing) => standing.board().size().points().into(),
        }
    }

    /// Points or seeds of the whole tournament, with those of this round once it is over.
    pub fn totals(&self) -> Pair<u32> {
        match self {
            Standing::Canoga(standing) => standing.totals(),
            Standing::Congkak(standing) => standing.totals(),
            Standing::Kono(standing) => standing.totals(),
        }
    }

    /// The player who plays next; `None` if the round is over, and until the first player of a Kono round is chosen.
    pub fn turn(&self) -> Option<Seat> {
        match self {
            Standing::Canoga(standing) => standing.position.turn(),
            Standing::Congkak(standing) => standing.position.turn(),
            Standing::Kono(standing) => standing.position.as_ref().and_then(kono::Position::turn),
        }
    }

    /// The outcome of the round; `None` if it isn't over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Standing::Canoga(standing) => standing.position.outcome().map(Outcome::Canoga),
            Standing::Congkak(standing) => standing.position.outcome().map(Outcome::Congkak),
            Standing::Kono(standing) => standing.outcome().map(Outcome::Kono),
        }
    }
}

/// The outcome of a finished round of any of the three games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The end of a Canoga round.
    Canoga(canoga::Outcome),
    /// The end of a Congkak round.
    Congkak(congkak::Outcome),
    /// The end of a Kono round.
    Kono(kono::Outcome),
}

impl Outcome {
    /// The winner; `None` after a tie. In Congkak that can be the player with fewer seeds.
    pub fn winner(&self) -> Option<Seat> {
        match self {
            Outcome::Canoga(outcome) => Some(outcome.winner),
            Outcome::Congkak(outcome) => Some(outcome.winner),
            Outcome::Kono(outcome) => outcome.winner,
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

/// One line: the game, its size, and the player who is next or has won.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        match self {
            Standing::Canoga(_) => write!(f, "Canoga, {size} squares a row, "),
            Standing::Congkak(_) => write!(f, "Congkak, {size} pits a side, "),
            Standing::Kono(_) => write!(f, "Kono, {size}\u{d7}{size}, "),
        }?;
        match (self.turn(), self.outcome().map(|outcome| outcome.winner())) {
            (Some(seat), _) => write!(f, "{seat} is next"),
            (None, None) => f.write_str("the first player has not been chosen yet"),
            (None, Some(Some(seat))) => write!(f, "{seat} has won the round"),
            (None, Some(None)) => f.write_str("the round is tied"),
        }
    }
}
