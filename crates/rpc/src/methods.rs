use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::shapes::{read, write};
use crate::{canoga, congkak, kono, saves};

/// Every method there is.
pub(crate) const NAMES: [&str; 7] = ["new", "moves", "play", "next_round", "read", "write", "version"];

/// The list of games.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Game {
    Canoga,
    Congkak,
    Kono,
}

/// The game of a request that carries its position: everything else is looked at once that is known.
#[derive(Deserialize)]
#[serde(expecting = "an object of parameters by name")]
struct InPosition {
    position: InParams,
}

/// The game of a request that names it.
#[derive(Deserialize)]
#[serde(expecting = "an object with a game")]
struct InParams {
    game: Game,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object of parameters by name")]
struct NoParams {}

#[derive(Serialize)]
struct Version {
    name: &'static str,
    version: &'static str,
}

/// Calls a method.
pub(crate) fn call(method: &str, params: Option<&RawValue>) -> Result<Box<RawValue>, Error> {
    if !NAMES.contains(&method) {
        return Err(Error::method(method));
    }
    let params = params.map_or("{}", RawValue::get);
    if params.starts_with('[') {
        return Err(Error::params("params", "are taken by name, as an object, not as a list"));
    }
    match method {
        "version" => {
            let NoParams {} = read(params)?;
            write(&Version { name: "parlor", version: env!("CARGO_PKG_VERSION") })
        }
        "new" => match read::<InParams>(params)?.game {
            Game::Canoga => canoga::new(params),
            Game::Congkak => congkak::new(params),
            Game::Kono => kono::new(params),
        },
        "moves" => match game_of_position(params)? {
            Game::Canoga => canoga::moves(params),
            Game::Congkak => congkak::moves(params),
            Game::Kono => kono::moves(params),
        },
        "play" => match game_of_position(params)? {
            Game::Canoga => canoga::play(params),
            Game::Congkak => congkak::play(params),
            Game::Kono => kono::play(params),
        },
        "next_round" => match game_of_position(params)? {
            Game::Canoga => canoga::next_round(params),
            Game::Congkak => congkak::next_round(params),
            Game::Kono => kono::next_round(params),
        },
        "read" => saves::read(params),
        "write" => saves::write(params, game_of_position(params)?),
        _ => Err(Error::method(method)),
    }
}

fn game_of_position(params: &str) -> Result<Game, Error> {
    read::<InPosition>(params).map(|request| request.position.game)
}
