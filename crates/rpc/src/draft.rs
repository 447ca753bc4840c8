use parlor_rules::{Choice, Decision, Game, Standing, Throw};

use crate::error::Error;
use crate::json::{Json, PathValue, object};
use crate::shapes::throw;
use crate::{canoga, congkak, kono};

/// Reads a position of any game; the inner error says why the position is impossible.
pub(crate) fn standing(at: PathValue<'_>, game: Game) -> Option<Result<Standing, Error>> {
    Some(match game {
        Game::Canoga => canoga::read(at)?.map(Standing::from),
        Game::Congkak => congkak::read(at)?.map(Standing::from),
        Game::Kono => kono::read(at)?.map(Standing::from),
    })
}

/// The decision of the next player; in Canoga, after this throw.
pub(crate) fn decision(standing: Standing, dice: Option<Throw>) -> Result<Decision, Error> {
    Ok(match (unfinished(standing)?, dice) {
        (Standing::Canoga(standing), Some(throw)) => {
            Decision::Canoga(standing.position.throw(throw).map_err(|error| Error::params("dice", error))?)
        }
        (standing, _) => standing.into(),
    })
}

/// Refuses a position without a next player.
pub(crate) fn unfinished<S: Clone + Into<Standing>>(standing: S) -> Result<S, Error> {
    let any: Standing = standing.clone().into();
    match (any.turn(), any.outcome()) {
        (Some(_), _) => Ok(standing),
        (None, None) => {
            let problem = "must be a player: no move is possible before the colours and the first player are chosen";
            Err(Error::params("position.next", problem))
        }
        (None, Some(outcome)) => {
            let how = outcome.winner().map_or("it was a tie".to_owned(), |winner| format!("{winner} won"));
            Err(Error::params("position", format!("the round is over: {how}; call next_round to continue")))
        }
    }
}

/// `moves`: the choices of the next player.
pub(crate) fn moves(params: PathValue<'_>, game: Game) -> Result<Json<'static>, Error> {
    let known: &[&str] = if game == Game::Canoga { &["position", "dice"] } else { &["position"] };
    let (standing, dice) = params.read(known, |fields| {
        let position = fields.must("position", |at| standing(at, game));
        let dice = fields.may("dice", throw);
        Some((position?, dice))
    })?;
    let decision = decision(standing?, dice)?;
    let choices: Vec<Json> = decision.choices().into_iter().map(choice).collect();
    Ok(match decision {
        Decision::Dice(_) => object! { "throws": choices },
        _ => object! { "moves": choices },
    })
}

/// A position of any game in the form used in answers.
pub(crate) fn position(standing: &Standing) -> Json<'static> {
    match standing {
        Standing::Canoga(standing) => canoga::position(standing),
        Standing::Congkak(standing) => congkak::position(standing),
        Standing::Kono(standing) => kono::position(standing),
    }
}

/// A choice as JSON: one die or two as 1 or 2, a call or a colour as a string, and a move in its game's format.
pub(crate) fn choice(choice: Choice) -> Json<'static> {
    match choice {
        Choice::Dice(dice) => (dice as u8).into(),
        Choice::Canoga(chosen) => canoga::write_move(chosen),
        Choice::Congkak(pit) => congkak::write_move(pit),
        Choice::Kono(chosen) => kono::write_move(chosen),
        Choice::Coin(_) | Choice::Color(_) => choice.to_string().into(),
    }
}
