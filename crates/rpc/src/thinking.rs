//! `best` and `rank`: what the engine would choose, what that is worth, and why.

use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, Judged, Limits, NoAnswer};
use parlor_rules::congkak::Pit;
use parlor_rules::{Choice, Decision, Game, Level};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::draft::Draft;
use crate::envelope::Bounds;
use crate::error::Error;
use crate::json::{At, Problems};
use crate::shapes::{dice_number, one_of, throw, write};
use crate::{canoga, congkak, kono};

/// The most time that a request may allow: an hour.
const MOST_MILLIS: i64 = 3_600_000;

/// A choice as answers have it, with what the engine thinks of it.
#[derive(Serialize)]
struct Thought {
    #[serde(flatten)]
    chosen: Chosen,
    value: f64,
    exact: bool,
    why: Vec<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Chosen {
    Dice { throw: u8 },
    Canoga { r#move: canoga::Move },
    Congkak { r#move: congkak::Move, line: Vec<String> },
    Kono { r#move: kono::Move },
    NoMove { r#move: () },
}

#[derive(Serialize)]
struct Ranking {
    choices: Vec<Thought>,
}

impl From<Judged> for Thought {
    fn from(judged: Judged) -> Thought {
        let Judged { choice, value, exact, reasons, plan } = judged;
        let chosen = match choice {
            Choice::Dice(dice) => Chosen::Dice { throw: dice_number(dice) },
            Choice::Canoga(chosen) => Chosen::Canoga { r#move: chosen.into() },
            Choice::Congkak(pit) => {
                Chosen::Congkak { r#move: pit.into(), line: plan.iter().map(Pit::to_string).collect() }
            }
            Choice::Kono(chosen) => Chosen::Kono { r#move: chosen.into() },
            Choice::Coin(_) | Choice::Color(_) => unreachable!("no request asks to call a coin or to choose a colour"),
        };
        Thought { chosen, value: rounded(value), exact, why: reasons.iter().map(ToString::to_string).collect() }
    }
}

/// Rounds to four digits: values are no more precise than that.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

pub(crate) fn best(params: At<'_>, game: Game, bounds: Bounds) -> Result<Box<RawValue>, Error> {
    let job = read_job(params, game, bounds)?;
    match answered(job.decide()) {
        Some(judged) => write(&Thought::from(judged)),
        None => write(&no_move(&job)?),
    }
}

pub(crate) fn rank(params: At<'_>, game: Game, bounds: Bounds) -> Result<Box<RawValue>, Error> {
    let ranked = answered(read_job(params, game, bounds)?.rank()).unwrap_or_default();
    write(&Ranking { choices: ranked.into_iter().map(Thought::from).collect() })
}

/// `None` if there is nothing to choose.
fn answered<T>(answer: Result<T, NoAnswer>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(NoAnswer::NothingToChoose) => None,
        Err(NoAnswer::Stopped) => unreachable!("a request's stop flag is never set"),
    }
}

/// The answer to a throw that allows no move: the turn ends, and its value is the opponent's, negated.
fn no_move(job: &EngineJob) -> Result<Thought, Error> {
    let Decision::Canoga(thrown) = &job.decision else {
        return Err(Error::params("position", "there is nothing to choose"));
    };
    let after = thrown.pass().expect("the throw allows no move");
    let next = EngineJob { decision: Decision::Dice(after), ..job.clone() };
    let theirs = answered(next.decide()).expect("a turn that ends without a move doesn't end the round");
    Ok(Thought {
        chosen: Chosen::NoMove { r#move: () },
        value: rounded(-theirs.value),
        exact: theirs.exact,
        why: vec!["No move is possible: the turn ends.".to_owned()],
    })
}

fn read_job(params: At<'_>, game: Game, bounds: Bounds) -> Result<EngineJob, Error> {
    let begin = Instant::now();
    let known: &[&str] = match game {
        Game::Canoga => &["position", "dice", "level", "millis"],
        Game::Congkak | Game::Kono => &["position", "level", "millis"],
    };
    let most_millis = bounds.most_millis.map_or(MOST_MILLIS, i64::from);
    let mut problems = Problems::default();
    let read = params.object(known, &mut problems).and_then(|fields| {
        let draft = fields.must("position", &mut problems).and_then(|at| Draft::read(at, game, &mut problems));
        let dice = fields.may("dice").and_then(|at| throw(at, &mut problems));
        let level = fields.may("level").and_then(|at| one_of(at, &Level::ALL, &mut problems));
        let millis = fields.may("millis").and_then(|at| match at.whole(&mut problems)? {
            millis if (1..=most_millis).contains(&millis) => Some(millis.unsigned_abs()),
            _ => at.refuse(&format!("from 1 to {most_millis}"), &mut problems),
        });
        Some((draft?, dice, level.unwrap_or(Level::Master), millis))
    });
    let (draft, dice, level, millis) = problems.or(read)?;
    let millis = millis.or(bounds.most_millis.map(u64::from));
    let deadline = millis.map(|millis| begin + Duration::from_millis(millis));
    let limits = Limits { deadline, ..Limits::default() };
    Ok(EngineJob { limits, ..EngineJob::new(draft.decision(dice)?, level) })
}
