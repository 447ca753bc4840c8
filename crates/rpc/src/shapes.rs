//! The common parts of the requests and answers of all games: players, sizes, dice, positions.

use std::fmt::Display;

use parlor_rules::{Pair, Seat, Throw};

use crate::error::Error;
use crate::json::{Json, ObjectFields, PathValue, whole};

pub(crate) fn seat(at: PathValue<'_>) -> Option<Seat> {
    one_of(at, &Seat::BOTH)
}

/// One of `all`, named in lower case.
pub(crate) fn one_of<T: Copy + Display>(at: PathValue<'_>, all: &[T]) -> Option<T> {
    let words: Vec<(String, T)> = all.iter().map(|one| (one.to_string().to_lowercase(), *one)).collect();
    at.word(&words)
}

/// Reads something for each player, from the fields with their names.
pub(crate) fn both<T>(fields: &ObjectFields<'_>, read: impl Fn(PathValue<'_>) -> Option<T>) -> Option<Pair<T>> {
    let (human, computer) = (fields.must("human", &read), fields.must("computer", &read));
    Some(Pair { human: human?, computer: computer? })
}

/// One of the sizes of a game.
pub(crate) fn size<S>(at: PathValue<'_>, choices: &str, known: impl Fn(i64) -> Option<S>) -> Option<S> {
    known(whole(at)?).or_else(|| at.refuse(choices))
}

/// The parameters of a new tournament that needs only a size and a first player.
pub(crate) fn size_and_first<S>(
    params: PathValue<'_>,
    choices: &str,
    known: impl Fn(i64) -> Option<S>,
) -> Result<(S, Seat), Error> {
    params.read(&["game", "size", "first"], |fields| {
        let size = fields.must("size", |at| size(at, choices, known));
        let first = fields.must("first", seat);
        Some((size?, first?))
    })
}

pub(crate) fn throw(at: PathValue<'_>) -> Option<Throw> {
    let dice = at.list("one or two numbers from 1 to 6", |at| match whole(at)? {
        pips @ 1..=6 => Some(pips),
        _ => at.refuse("from 1 to 6"),
    })?;
    match (Throw::new(&dice), at.json) {
        (Ok(throw), _) => Some(throw),
        // A wrong die has been reported already.
        (Err(_), Json::List(items)) if items.len() != dice.len() => None,
        (Err(_), _) => at.refuse("one or two dice"),
    }
}

/// The word that stands for a value in a list of words.
pub(crate) fn name<T: PartialEq>(words: &[(&'static str, T)], of: &T) -> &'static str {
    words.iter().find(|(_, meaning)| meaning == of).expect("the lists are complete").0
}
