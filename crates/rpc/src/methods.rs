use parlor_rules::Game;
use serde_json::value::RawValue;

use crate::envelope::{RequestBounds, plain};
use crate::error::Error;
use crate::json::{Json, PathValue, Problems, object};
use crate::shapes::one_of;
use crate::{canoga, congkak, draft, evaluate, kono, saves};

pub(crate) const NAMES: [&str; 9] = ["new", "moves", "play", "next_round", "best", "rank", "read", "write", "version"];

pub(crate) fn call(method: &str, params: Option<&RawValue>, bounds: RequestBounds) -> Result<Json<'static>, Error> {
    if !NAMES.contains(&method) {
        return Err(Error::method(method));
    }
    let params = params.map_or("{}", RawValue::get);
    let params: Json = serde_json::from_str(params).map_err(|error| Error::params("params", plain(&error)))?;
    let problems = Problems::default();
    let params = PathValue::root(&params, &problems);
    if method == "version" {
        params.read(&[], |_| Some(()))?;
        return Ok(object! { "name": "parlor", "version": env!("CARGO_PKG_VERSION") });
    }
    if method == "read" {
        return saves::read(params);
    }
    match (method, game(params, method != "new")?) {
        ("best", game) => evaluate::best(params, game, bounds),
        ("rank", game) => evaluate::rank(params, game, bounds),
        ("write", game) => saves::write(params, game),
        ("moves", game) => draft::moves(params, game),
        ("new", Game::Canoga) => canoga::new(params),
        ("new", Game::Congkak) => congkak::new(params),
        ("new", Game::Kono) => kono::new(params),
        ("play", Game::Canoga) => canoga::play(params),
        ("play", Game::Congkak) => congkak::play(params),
        ("play", Game::Kono) => kono::play(params),
        ("next_round", Game::Canoga) => canoga::next_round(params),
        ("next_round", Game::Congkak) => congkak::next_round(params),
        ("next_round", Game::Kono) => kono::next_round(params),
        _ => unreachable!("every known method is matched above"),
    }
}

/// The game that a request is about. It has to be known before anything else can be read.
pub(crate) fn game(params: PathValue<'_>, in_position: bool) -> Result<Game, Error> {
    let named = |at: PathValue<'_>| {
        let fields = at.any_object("an object with a field \"game\"")?;
        fields.must("game", |at| one_of(at, &Game::ALL))
    };
    params.problems.or(if in_position {
        params.any_object("an object of named parameters").and_then(|fields| fields.must("position", named))
    } else {
        named(params)
    })
}
