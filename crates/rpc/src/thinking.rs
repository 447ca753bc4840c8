//! `best` and `rank`: what the engine would choose, what it is worth, and why.

use std::fmt::Display;

use parlor_engine::{Assessed, canoga as engine_canoga, congkak as engine_congkak, kono as engine_kono};
use parlor_rules::congkak::Pit;
use parlor_rules::{DiceCount, Game, Level, Throw};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::Error;
use crate::json::{At, Problems};
use crate::shapes::{dice_number, throw, write};
use crate::{canoga, congkak, kono};

/// How to think.
struct How {
    level: Level,
    /// A cap on the time, where somebody sets one.
    millis: Option<u64>,
}

/// A choice as answers have it: `{move}` or `{throw}`, and what is thought of it.
#[derive(Serialize)]
struct Thought<C> {
    #[serde(flatten)]
    chosen: C,
    value: f64,
    exact: bool,
    why: Vec<String>,
}

#[derive(Serialize)]
struct Move<M> {
    r#move: M,
}

#[derive(Serialize)]
struct Dice {
    throw: u8,
}

/// A play with the turn that is planned from it on.
#[derive(Serialize)]
struct Planned<M> {
    r#move: M,
    line: Vec<String>,
}

#[derive(Serialize)]
struct Ranking<C> {
    choices: Vec<Thought<C>>,
}

fn thought<M, R: Display, C>(choice: Assessed<M, R>, chosen: impl Fn(M) -> C) -> Thought<C> {
    Thought {
        chosen: chosen(choice.chosen),
        value: rounded(choice.value),
        exact: choice.exact,
        why: choice.reasons.iter().map(ToString::to_string).collect(),
    }
}

/// To four digits: that far values are known, and more would only look exact.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// `best` answers with the first of what `rank` lists.
fn answer<C: Serialize>(all: bool, mut choices: Vec<Thought<C>>) -> Result<Box<RawValue>, Error> {
    if all {
        return write(&Ranking { choices });
    }
    if choices.is_empty() {
        return Err(Error::params("position", "there is nothing to choose"));
    }
    write(&choices.swap_remove(0))
}

/// Answers `best`, or `rank` where `all` choices are wanted.
pub(crate) fn think(params: At<'_>, game: Game, all: bool) -> Result<Box<RawValue>, Error> {
    match game {
        Game::Canoga => think_canoga(params, all),
        Game::Congkak => think_congkak(params, all),
        Game::Kono => think_kono(params, all),
    }
}

/// Reads what all of them take, and the position.
fn read<D>(
    params: At<'_>,
    known: &[&str],
    draft: impl Fn(At<'_>, &mut Problems) -> Option<D>,
) -> Result<(D, How, Option<Throw>), Error> {
    let mut problems = Problems::default();
    let read = params.object(known, &mut problems).and_then(|fields| {
        let position = fields.must("position", &mut problems).and_then(|at| draft(at, &mut problems));
        let dice = fields.may("dice").and_then(|at| throw(at, &mut problems));
        let levels = [("novice", Level::Novice), ("club", Level::Club), ("master", Level::Master)];
        let level = fields.may("level").and_then(|at| at.word(&levels, &mut problems));
        let millis = fields.may("millis").and_then(|at| match at.whole(&mut problems)? {
            millis @ 1..=MOST_MILLIS => Some(millis.unsigned_abs()),
            _ => at.refuse("from 1 to 3600000", &mut problems),
        });
        Some((position?, How { level: level.unwrap_or(Level::Master), millis }, dice))
    });
    problems.or(read)
}

/// Nobody waits for more than an hour.
const MOST_MILLIS: i64 = 3_600_000;

fn think_canoga(params: At<'_>, all: bool) -> Result<Box<RawValue>, Error> {
    let (draft, How { level, .. }, dice) = read(params, &["position", "dice", "level", "millis"], canoga::draft)?;
    let now = canoga::going_on(&draft)?.position;
    let Some(throw) = dice else {
        let choices = engine_canoga::rank_throws(&now, level).into_iter();
        let throw = |dice: DiceCount| Dice { throw: dice_number(dice) };
        return answer(all, choices.map(|choice| thought(choice, throw)).collect());
    };
    let thrown = now.throw(throw).map_err(|refusal| Error::params("dice", refusal))?;
    let mut choices: Vec<_> = engine_canoga::rank_moves(&thrown, level)
        .into_iter()
        .map(|choice| thought(choice, |chosen| Move { r#move: Some(canoga::Move::from(chosen)) }))
        .collect();
    if let (true, Ok(after)) = (choices.is_empty() && !all, thrown.pass()) {
        // The turn ends, and what it is worth is what the opponent leaves.
        let theirs = engine_canoga::best_throw(&after, level);
        choices.push(Thought {
            chosen: Move { r#move: None },
            value: rounded(theirs.as_ref().map_or(0.0, |theirs| -theirs.value)),
            exact: theirs.is_some_and(|theirs| theirs.exact),
            why: vec!["No move is possible: the turn ends.".to_owned()],
        });
    }
    answer(all, choices)
}

fn think_congkak(params: At<'_>, all: bool) -> Result<Box<RawValue>, Error> {
    let (draft, how, _) = read(params, &["position", "level", "millis"], congkak::draft)?;
    let now = congkak::going_on(&draft)?.position;
    let limits = engine_congkak::Limits { millis: how.millis, ..engine_congkak::Limits::default() };
    let advised = if all {
        engine_congkak::rank(&now, how.level, limits)
    } else {
        engine_congkak::best(&now, how.level, limits).into_iter().collect()
    };
    let choices = advised.into_iter().map(|advice| {
        let line: Vec<String> = advice.line.iter().map(Pit::to_string).collect();
        thought(advice.choice, |pit| Planned { r#move: congkak::Move::from(pit), line: line.clone() })
    });
    answer(all, choices.collect())
}

fn think_kono(params: At<'_>, all: bool) -> Result<Box<RawValue>, Error> {
    let (draft, how, _) = read(params, &["position", "level", "millis"], kono::draft)?;
    let (standing, _) = kono::going_on(&draft)?;
    let limits = engine_kono::Limits { millis: how.millis, ..engine_kono::Limits::default() };
    let choices = if all {
        engine_kono::rank(&standing, how.level, limits)
    } else {
        engine_kono::best(&standing, how.level, limits).into_iter().collect()
    };
    let chosen = |chosen| Move { r#move: kono::Move::from(chosen) };
    answer(all, choices.into_iter().map(|choice| thought(choice, chosen)).collect())
}
