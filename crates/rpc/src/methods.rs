use parlor_rules::Game;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::envelope::Bounds;
use crate::envelope::plain;
use crate::error::Error;
use crate::json::{At, Json, Problems};
use crate::shapes::{one_of, write};
use crate::{canoga, congkak, kono, saves, thinking};

/// All methods.
pub(crate) const NAMES: [&str; 9] = ["new", "moves", "play", "next_round", "best", "rank", "read", "write", "version"];

#[derive(Serialize)]
struct Version {
    name: &'static str,
    version: &'static str,
}

/// Calls a method.
pub(crate) fn call(method: &str, params: Option<&RawValue>, bounds: Bounds) -> Result<Box<RawValue>, Error> {
    if !NAMES.contains(&method) {
        return Err(Error::method(method));
    }
    let params = params.map_or("{}", RawValue::get);
    let params: Json = serde_json::from_str(params).map_err(|error| Error::params("", plain(&error)))?;
    let params = At::root(&params);
    match method {
        "version" => {
            let mut problems = Problems::default();
            let none = params.object(&[], &mut problems);
            problems.or(none)?;
            write(&Version { name: "parlor", version: env!("CARGO_PKG_VERSION") })
        }
        "best" => thinking::best(params, game(params, true)?, bounds),
        "rank" => thinking::rank(params, game(params, true)?, bounds),
        "read" => saves::read(params),
        "write" => saves::write(params, game(params, true)?),
        "new" => match game(params, false)? {
            Game::Canoga => canoga::new(params),
            Game::Congkak => congkak::new(params),
            Game::Kono => kono::new(params),
        },
        "moves" => match game(params, true)? {
            Game::Canoga => canoga::moves(params),
            Game::Congkak => congkak::moves(params),
            Game::Kono => kono::moves(params),
        },
        "play" => match game(params, true)? {
            Game::Canoga => canoga::play(params),
            Game::Congkak => congkak::play(params),
            Game::Kono => kono::play(params),
        },
        "next_round" => match game(params, true)? {
            Game::Canoga => canoga::next_round(params),
            Game::Congkak => congkak::next_round(params),
            Game::Kono => kono::next_round(params),
        },
        _ => unreachable!("every known method is matched above"),
    }
}

/// The game that a request is about. It has to be known before anything else can be read.
pub(crate) fn game(params: At<'_>, in_position: bool) -> Result<Game, Error> {
    /// Reads the game alone, without complaining about other fields.
    fn named(at: At<'_>, problems: &mut Problems) -> Option<Game> {
        let Json::Object(fields) = at.json() else {
            return at.refuse("an object with named fields, one of them game", problems);
        };
        let known: Vec<&str> = fields.iter().map(|(name, _)| name.as_ref()).collect();
        let fields = at.object(&known, problems)?;
        fields.must("game", problems).and_then(|at| one_of(at, &Game::ALL, problems))
    }
    let mut problems = Problems::default();
    let game = if in_position {
        let Json::Object(fields) = params.json() else {
            let game: Option<Game> = params.refuse("an object of parameters by name", &mut problems);
            return problems.or(game);
        };
        let known: Vec<&str> = fields.iter().map(|(name, _)| name.as_ref()).collect();
        let fields = params.object(&known, &mut problems);
        fields.and_then(|fields| fields.must("position", &mut problems)).and_then(|at| named(at, &mut problems))
    } else {
        named(params, &mut problems)
    };
    problems.or(game)
}
