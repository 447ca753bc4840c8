use parlor_rules::{Decision, Game, Standing, Throw};

use crate::error::Error;
use crate::json::{At, Problems};
use crate::{canoga, congkak, kono};

/// A position of any game as it was sent.
pub(crate) enum Draft {
    Canoga(parlor_rules::canoga::Draft),
    Congkak(parlor_rules::congkak::Draft),
    Kono(parlor_rules::kono::Draft),
}

impl Draft {
    pub(crate) fn read(at: At<'_>, game: Game, problems: &mut Problems) -> Option<Draft> {
        match game {
            Game::Canoga => canoga::draft(at, problems).map(Draft::Canoga),
            Game::Congkak => congkak::draft(at, problems).map(Draft::Congkak),
            Game::Kono => kono::draft(at, problems).map(Draft::Kono),
        }
    }

    pub(crate) fn check(&self) -> Result<Standing, Error> {
        Ok(match self {
            Draft::Canoga(draft) => canoga::check(draft)?.into(),
            Draft::Congkak(draft) => congkak::check(draft)?.into(),
            Draft::Kono(draft) => kono::check(draft)?.into(),
        })
    }

    /// What the next player has to decide, in Canoga with these dice on the table.
    pub(crate) fn decision(&self, dice: Option<Throw>) -> Result<Decision, Error> {
        Ok(match self {
            Draft::Canoga(draft) => {
                let position = canoga::going_on(draft)?.position;
                match dice {
                    None => Decision::Dice(position),
                    Some(throw) => {
                        Decision::Canoga(position.throw(throw).map_err(|error| Error::params("dice", error))?)
                    }
                }
            }
            Draft::Congkak(draft) => Decision::Congkak(congkak::going_on(draft)?.position),
            Draft::Kono(draft) => Decision::Kono(kono::going_on(draft)?.0),
        })
    }
}
