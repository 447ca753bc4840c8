//! What the requests and answers of all games have in common: players, sizes, dice, positions.

use std::fmt::Display;

use parlor_rules::{DiceCount, Pair, Seat, Throw};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::Error;
use crate::json::{At, Fields, Problems};

/// Writes a result.
#[expect(clippy::unnecessary_wraps, reason = "it is the last line of methods that can fail")]
pub(crate) fn write<T: Serialize>(result: &T) -> Result<Box<RawValue>, Error> {
    Ok(serde_json::value::to_raw_value(result).expect("strings and numbers always serialise"))
}

/// A seat as requests name it.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Player {
    Human,
    Computer,
}

impl From<Seat> for Player {
    fn from(seat: Seat) -> Player {
        match seat {
            Seat::Human => Player::Human,
            Seat::Computer => Player::Computer,
        }
    }
}

pub(crate) fn seat(at: At<'_>, problems: &mut Problems) -> Option<Seat> {
    at.word(&[("human", Seat::Human), ("computer", Seat::Computer)], problems)
}

/// One of `all`, named in lower case.
pub(crate) fn one_of<T: Copy + Display>(at: At<'_>, all: &[T], problems: &mut Problems) -> Option<T> {
    let words: Vec<(String, T)> = all.iter().map(|one| (one.to_string().to_lowercase(), *one)).collect();
    at.word(&words, problems)
}

/// One of something for each player.
#[derive(Serialize)]
pub(crate) struct Both<T> {
    pub(crate) human: T,
    pub(crate) computer: T,
}

impl<T> From<Pair<T>> for Both<T> {
    fn from(pair: Pair<T>) -> Both<T> {
        Both { human: pair.human, computer: pair.computer }
    }
}

/// Reads something for each player, from the fields with their names.
pub(crate) fn both<T>(
    fields: &Fields<'_>,
    problems: &mut Problems,
    read: impl Fn(At<'_>, &mut Problems) -> Option<T>,
) -> Option<Pair<T>> {
    let human = fields.must("human", problems).and_then(|at| read(at, problems));
    let computer = fields.must("computer", problems).and_then(|at| read(at, problems));
    Some(Pair { human: human?, computer: computer? })
}

/// A whole number in a required field.
pub(crate) fn whole<'a>(fields: &Fields<'a>, name: &'a str, problems: &mut Problems) -> Option<i64> {
    fields.must(name, problems).and_then(|at| at.whole(problems))
}

/// A player in a required field.
pub(crate) fn player<'a>(fields: &Fields<'a>, name: &'a str, problems: &mut Problems) -> Option<Seat> {
    fields.must(name, problems).and_then(|at| seat(at, problems))
}

/// One of the sizes of a game.
pub(crate) fn size<S>(
    fields: &Fields<'_>,
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
    let mut problems = Problems::default();
    let read = params.object(&["game", "size", "first"], &mut problems).and_then(|fields| {
        let size = size(&fields, &mut problems, choices, known);
        let first = player(&fields, "first", &mut problems);
        Some((size?, first?))
    });
    problems.or(read)
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

/// How many dice.
pub(crate) fn dice_number(dice: DiceCount) -> u8 {
    dice as u8
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
