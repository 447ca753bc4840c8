//! What the requests and answers of all games have in common: players, sizes, dice, positions.

use std::fmt::Display;

use parlor_rules::{Pair, Seat, Throw};

use crate::error::Error;
use crate::json::{At, ObjectFields, Problems};

pub(crate) fn seat(at: At<'_>, problems: &mut Problems) -> Option<Seat> {
    one_of(at, &Seat::BOTH, problems)
}

/// One of `all`, named in lower case.
pub(crate) fn one_of<T: Copy + Display>(at: At<'_>, all: &[T], problems: &mut Problems) -> Option<T> {
    let words: Vec<(String, T)> = all.iter().map(|one| (one.to_string().to_lowercase(), *one)).collect();
    at.word(&words, problems)
}

/// Reads something for each player, from the fields with their names.
pub(crate) fn both<T>(
    fields: &ObjectFields<'_>,
    problems: &mut Problems,
    read: impl Fn(At<'_>, &mut Problems) -> Option<T>,
) -> Option<Pair<T>> {
    let human = fields.must("human", problems).and_then(|at| read(at, problems));
    let computer = fields.must("computer", problems).and_then(|at| read(at, problems));
    Some(Pair { human: human?, computer: computer? })
}

/// A whole number in a required field.
pub(crate) fn whole<'a>(fields: &ObjectFields<'a>, name: &'a str, problems: &mut Problems) -> Option<i64> {
    fields.must(name, problems).and_then(|at| at.whole(problems))
}

/// A player in a required field.
pub(crate) fn player<'a>(fields: &ObjectFields<'a>, name: &'a str, problems: &mut Problems) -> Option<Seat> {
    fields.must(name, problems).and_then(|at| seat(at, problems))
}

/// One of the sizes of a game.
pub(crate) fn size<S>(
    fields: &ObjectFields<'_>,
    problems: &mut Problems,
    choices: &str,
    known: impl Fn(i64) -> Option<S>,
) -> Option<S> {
    let at = fields.must("size", problems)?;
    match at.whole(problems).map(known)? {
        Some(size) => Some(size),
        None => at.refuse(choices, problems),
    }
}

/// The parameters of a new tournament that needs only a size and a first player.
pub(crate) fn size_and_first<S>(
    params: At<'_>,
    choices: &str,
    known: impl Fn(i64) -> Option<S>,
) -> Result<(S, Seat), Error> {
    params.read(&["game", "size", "first"], |fields, problems| {
        let size = size(fields, problems, choices, known);
        let first = player(fields, "first", problems);
        Some((size?, first?))
    })
}

/// What the dice show.
pub(crate) fn throw(at: At<'_>, problems: &mut Problems) -> Option<Throw> {
    let dice = at.list("one or two numbers from 1 to 6", problems, |at, problems| match at.whole(problems)? {
        pips @ 1..=6 => Some(pips),
        _ => at.refuse("from 1 to 6", problems),
    })?;
    match (Throw::new(&dice), at.json()) {
        (Ok(throw), _) => Some(throw),
        // A wrong die has been reported already.
        (Err(_), crate::json::Json::List(items)) if items.len() != dice.len() => None,
        (Err(_), _) => at.refuse("one or two dice", problems),
    }
}

/// The word for a meaning in one of these lists.
pub(crate) fn name<T: PartialEq>(words: &[(&'static str, T)], of: &T) -> &'static str {
    words.iter().find(|(_, meaning)| meaning == of).expect("the lists are complete").0
}
