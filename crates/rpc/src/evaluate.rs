//! `best` and `rank`: the choice of the engine, its value and its reasons.

use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, Evaluation, Limits, NoAnswer};
use parlor_rules::congkak::Pit;
use parlor_rules::{Choice, Decision, Game, Level};

use crate::draft::{choice as write_choice, decision, standing};
use crate::envelope::RequestBounds;
use crate::error::Error;
use crate::json::{Json, PathValue, object, whole};
use crate::shapes::{one_of, throw};

/// The most time that a request may allow: an hour.
const MOST_MILLIS: i64 = 3_600_000;

/// A choice with its value and its reasons, in the form used in answers.
fn write(evaluation: &Evaluation) -> Json<'static> {
    let Evaluation { choice, value, exact, reasons, plan } = evaluation;
    let name = if matches!(choice, Choice::Dice(_)) { "throw" } else { "move" };
    let mut fields = vec![(name.into(), write_choice(*choice))];
    if matches!(choice, Choice::Congkak(_)) {
        fields.push(("line".into(), plan.iter().map(Pit::to_string).collect::<Vec<_>>().into()));
    }
    fields.push(("value".into(), rounded(*value).into()));
    fields.push(("exact".into(), (*exact).into()));
    fields.push(("why".into(), reasons.iter().map(ToString::to_string).collect::<Vec<_>>().into()));
    Json::Object(fields)
}

/// Rounds to four digits: values are no more precise than that.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

pub(crate) fn best(params: PathValue<'_>, game: Game, bounds: RequestBounds) -> Result<Json<'static>, Error> {
    let job = read_job(params, game, bounds)?;
    match answered(job.decide()) {
        Some(evaluation) => Ok(write(&evaluation)),
        None => no_move(&job),
    }
}

pub(crate) fn rank(params: PathValue<'_>, game: Game, bounds: RequestBounds) -> Result<Json<'static>, Error> {
    let ranked = answered(read_job(params, game, bounds)?.rank()).unwrap_or_default();
    Ok(object! { "choices": ranked.iter().map(write).collect::<Vec<_>>() })
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
fn no_move(job: &EngineJob) -> Result<Json<'static>, Error> {
    let Decision::Canoga(thrown) = &job.decision else {
        return Err(Error::params("position", "there is nothing to choose"));
    };
    let after = thrown.pass().expect("the throw allows no move");
    let next = EngineJob { decision: Decision::Dice(after), ..job.clone() };
    let theirs = answered(next.decide()).expect("a turn that ends without a move doesn't end the round");
    Ok(object! {
        "move": Json::Null,
        "value": rounded(-theirs.value),
        "exact": theirs.exact,
        "why": vec!["No move is possible: the turn ends."],
    })
}

fn read_job(params: PathValue<'_>, game: Game, bounds: RequestBounds) -> Result<EngineJob, Error> {
    let begin = Instant::now();
    let known: &[&str] = match game {
        Game::Canoga => &["position", "dice", "level", "millis", "seed"],
        Game::Congkak | Game::Kono => &["position", "level", "millis", "seed"],
    };
    let most_millis = bounds.most_millis.map_or(MOST_MILLIS, i64::from);
    let (standing, dice, level, millis, seed) = params.read(known, |fields| {
        let position = fields.must("position", |at| standing(at, game));
        let dice = fields.may("dice", throw);
        let level = fields.may("level", |at| one_of(at, &Level::ALL));
        let millis = fields.may("millis", |at| match whole(at)? {
            millis if (1..=most_millis).contains(&millis) => Some(millis.unsigned_abs()),
            _ => at.refuse(&format!("from 1 to {most_millis}")),
        });
        let seed = fields.may("seed", |at| match whole(at)? {
            seed @ 0.. => Some(seed.unsigned_abs()),
            _ => at.refuse("at least 0"),
        });
        Some((position?, dice, level.unwrap_or(Level::Master), millis, seed))
    })?;
    let millis = millis.or(bounds.most_millis.map(u64::from));
    let deadline = millis.map(|millis| begin + Duration::from_millis(millis));
    let limits = Limits { deadline, ..Limits::default() };
    let endings = bounds.endings;
    Ok(EngineJob { limits, seed, endings, ..EngineJob::new(decision(standing?, dice)?, level) })
}
