//! What the games' requests have in common: whole numbers, players, and how a request is read.

use parlor_rules::{BadThrow, Pair, Seat, Throw};
use serde::de::{self, Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::envelope::plain;
use crate::error::Error;

/// Reads parameters; what is wrong is named by its path.
pub(crate) fn read<'a, T: Deserialize<'a>>(params: &'a str) -> Result<T, Error> {
    let mut json = serde_json::Deserializer::from_str(params);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        Error::params(&path, plain(error.inner()))
    })
}

/// Writes a result.
pub(crate) fn write<T: Serialize>(result: &T) -> Result<Box<RawValue>, Error> {
    // Strings and numbers always serialise.
    serde_json::value::to_raw_value(result).map_err(|error| Error::params("", error))
}

/// A seat as requests name it.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Player {
    Human,
    Computer,
}

impl From<Player> for Seat {
    fn from(player: Player) -> Seat {
        match player {
            Player::Human => Seat::Human,
            Player::Computer => Seat::Computer,
        }
    }
}

impl From<Seat> for Player {
    fn from(seat: Seat) -> Player {
        match seat {
            Seat::Human => Player::Human,
            Seat::Computer => Player::Computer,
        }
    }
}

/// One of something for each player.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with human and computer")]
pub(crate) struct Both<T> {
    pub(crate) human: T,
    pub(crate) computer: T,
}

impl<T> From<Both<T>> for Pair<T> {
    fn from(both: Both<T>) -> Pair<T> {
        Pair { human: both.human, computer: both.computer }
    }
}

impl<T> From<Pair<T>> for Both<T> {
    fn from(pair: Pair<T>) -> Both<T> {
        Both { human: pair.human, computer: pair.computer }
    }
}

/// A number without a fraction; whether it is one that the game knows is asked later.
#[derive(Clone, Copy, Serialize)]
#[serde(transparent)]
pub(crate) struct Whole(pub(crate) i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Whole;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Whole, E> {
                Ok(Whole(number))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whole, E> {
                let refuse = |_| E::invalid_value(Unexpected::Unsigned(number), &self);
                i64::try_from(number).map(Whole).map_err(refuse)
            }
        }
        deserializer.deserialize_i64(Number)
    }
}

/// The numbers of a list.
pub(crate) fn numbers(list: &[Whole]) -> Vec<i64> {
    list.iter().map(|whole| whole.0).collect()
}

/// A size that the game has.
pub(crate) fn size<S>(known: Option<S>, given: Whole, choices: &str) -> Result<S, Error> {
    known.ok_or_else(|| Error::params("size", format!("must be {choices}, not {}", given.0)))
}

/// What the dice show.
pub(crate) fn throw(dice: &[Whole]) -> Result<Throw, Error> {
    Throw::new(&numbers(dice)).map_err(|error: BadThrow| Error::params("dice", error))
}

/// `{position}`: the answer of most methods.
#[derive(Serialize)]
pub(crate) struct Position<P> {
    pub(crate) position: P,
}

/// `{moves}`.
#[derive(Serialize)]
pub(crate) struct Moves<M> {
    pub(crate) moves: Vec<M>,
}
