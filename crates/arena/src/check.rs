//! Whether a program speaks the protocol well enough to play, point by point.

use std::time::Duration;

use parlor_engine::{EngineJob, StopFlag};
use parlor_rules::Game;

use crate::bot::{Bot, quoted};
use crate::fault::NoMove;
use crate::{BotLimits, MatchPlayer};

mod tricky;

pub use tricky::{Tricky, tricky};

/// How long a program may take to end when its input has ended.
const ENDING: Duration = Duration::from_secs(2);

/// One thing that was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedPoint {
    /// What, as the end of "the program …".
    pub what: String,
    /// What was found.
    pub verdict: PointVerdict,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PointVerdict {
    /// It is as it should be, and what the program answered.
    Right(String),
    /// It isn't, and why.
    Wrong(String),
    /// It wasn't checked, and why.
    LeftOut(String),
}

impl CheckedPoint {
    /// Whether something is wrong.
    pub fn is_wrong(&self) -> bool {
        matches!(self.verdict, PointVerdict::Wrong(_))
    }
}

/// Checks a program, and tells each point. With a game it has to play that; without one it has to play at least one, and
/// refuse the others with an error.
///
/// A level needs no check: then there are no points.
pub fn check(
    player: &MatchPlayer,
    game: Option<Game>,
    limits: BotLimits,
    tell: &mut dyn FnMut(&CheckedPoint),
) -> Vec<CheckedPoint> {
    let MatchPlayer::Bot(command) = player else { return Vec::new() };
    let mut points = Vec::new();
    let mut add = |what: String, verdict: PointVerdict| {
        let point = CheckedPoint { what, verdict };
        tell(&point);
        points.push(point);
    };
    let mut bot = Bot::new(command.clone(), limits, StopFlag::default());
    let started = told(bot.version(), |version| match (version["name"].as_str(), version["version"].as_str()) {
        (Some(name), Some(number)) => Ok(format!("{} {}", quoted(name), quoted(number))),
        _ => Err("its result must have name and version, both strings".to_owned()),
    });
    let failed = matches!(started, PointVerdict::Wrong(_)) && bot.start().is_err();
    add("starts and answers version".to_owned(), started);
    if failed {
        return points;
    }
    let mut played = 0;
    for checked in Game::ALL.into_iter().filter(|checked| game.is_none_or(|game| game == *checked)) {
        let mut refused: Option<String> = None;
        for Tricky { what, decision, .. } in tricky().into_iter().filter(|tricky| tricky.game == checked) {
            let what = format!("plays {checked}: {what}");
            if let Some(why) = &refused {
                add(what, PointVerdict::LeftOut(why.clone()));
                continue;
            }
            let verdict = match bot.decide(&EngineJob::full_strength(decision)) {
                Ok(choice) => {
                    played += 1;
                    PointVerdict::Right(choice.to_string())
                }
                Err(NoMove::Fault(fault)) if game.is_none() && fault.why.starts_with(REFUSED) => {
                    refused = Some(format!("it doesn't play {checked}"));
                    PointVerdict::LeftOut(format!("{}, so it doesn't play {checked}", fault.why))
                }
                Err(no_move) => PointVerdict::Wrong(words(no_move)),
            };
            add(what, verdict);
        }
    }
    if played == 0 {
        add("plays a game".to_owned(), PointVerdict::Wrong("it played none of these positions".to_owned()));
    }
    let unknown = bot.start().and_then(|()| bot.request("no such method", limits.patience));
    let unknown = told(unknown, |reply| match reply {
        Err(message) => Ok(message),
        Ok(_) => Err("it answered with a result".to_owned()),
    });
    add("answers a method that it doesn't know with an error".to_owned(), unknown);
    let ending = match bot.start() {
        Err(no_move) => PointVerdict::Wrong(words(no_move)),
        Ok(()) if bot.ends_by_itself(ENDING) => PointVerdict::Right("it ended".to_owned()),
        Ok(()) => PointVerdict::Wrong(format!("it was still running {} s later", ENDING.as_secs())),
    };
    add("ends when its input ends".to_owned(), ending);
    points
}

/// How the words begin with which a bot's error is told.
const REFUSED: &str = "it answered with an error";

fn words(no_move: NoMove) -> String {
    match no_move {
        NoMove::Fault(fault) => fault.to_string(),
        NoMove::Stopped => "it was stopped".to_owned(),
    }
}

fn told<T>(answer: Result<T, NoMove>, judge: impl FnOnce(T) -> Result<String, String>) -> PointVerdict {
    match answer.map_err(words).and_then(judge) {
        Ok(said) => PointVerdict::Right(said),
        Err(why) => PointVerdict::Wrong(why),
    }
}
