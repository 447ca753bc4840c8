//! Checks, point by point, that a program speaks the protocol well enough to play.

use std::time::Duration;

use parlor_engine::{EngineJob, StopFlag};
use parlor_rules::Game;

use crate::bot::{Bot, quoted};
use crate::fault::NoMove;
use crate::player::PlayerKind;
use crate::{BotLimits, MatchPlayer};

mod tricky;

pub use tricky::{Tricky, tricky};

/// Time to exit after the end of input.
const ENDING: Duration = Duration::from_secs(2);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedPoint {
    pub what: String,
    pub verdict: PointVerdict,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PointVerdict {
    /// Passed, with the program's answer.
    Right(String),
    Wrong(String),
    LeftOut(String),
}

impl CheckedPoint {
    pub fn is_wrong(&self) -> bool {
        matches!(self.verdict, PointVerdict::Wrong(_))
    }
}

/// Checks a program and reports each point. With a game, the program has to play that game; without one, it has to play
/// at least one game and answer the others with an error. All sizes are tested, or only `size`.
///
/// For a level there are no points to check.
pub fn check(
    player: &MatchPlayer,
    game: Option<Game>,
    size: Option<i64>,
    limits: BotLimits,
    report: &mut dyn FnMut(&CheckedPoint),
) -> Vec<CheckedPoint> {
    let PlayerKind::Bot(command) = &player.kind else { return Vec::new() };
    let limits = BotLimits { time: player.millis.map(Duration::from_millis).or(limits.time), ..limits };
    let mut points = Vec::new();
    let mut add = |what: String, verdict: PointVerdict| {
        let point = CheckedPoint { what, verdict };
        report(&point);
        points.push(point);
    };
    let mut bot = Bot::new(command.clone(), limits, StopFlag::default());
    let started = verdict(bot.version(), |version| match (version["name"].as_str(), version["version"].as_str()) {
        (Some(name), Some(number)) => Ok(format!("{} {}", quoted(name), quoted(number))),
        _ => Err("its result must have a name and a version, both strings".to_owned()),
    });
    let failed = matches!(started, PointVerdict::Wrong(_)) && bot.start().is_err();
    add("starts and answers version".to_owned(), started);
    if failed {
        return points;
    }
    let mut played = 0;
    for checked in Game::ALL.into_iter().filter(|checked| game.is_none_or(|game| game == *checked)) {
        let mut refused: Option<String> = None;
        let asked = |tricky: &Tricky| tricky.game == checked && size.is_none_or(|size| size == tricky.size);
        for Tricky { what, decision, .. } in tricky().into_iter().filter(asked) {
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
    let unknown = verdict(unknown, |reply| match reply {
        Err(message) => Ok(message),
        Ok(_) => Err("it answered with a result".to_owned()),
    });
    add("answers a method that it doesn't know with an error".to_owned(), unknown);
    let ending = match bot.start() {
        Err(no_move) => PointVerdict::Wrong(words(no_move)),
        Ok(()) if bot.ends_by_itself(ENDING) => PointVerdict::Right("it exited".to_owned()),
        Ok(()) => PointVerdict::Wrong(format!("it was still running {} s later", ENDING.as_secs())),
    };
    add("ends when its input ends".to_owned(), ending);
    points
}

/// The start of the message for an answer with an error.
const REFUSED: &str = "it answered with an error";

fn words(no_move: NoMove) -> String {
    match no_move {
        NoMove::Fault(fault) => fault.to_string(),
        NoMove::Stopped => "it was stopped".to_owned(),
    }
}

fn verdict<T>(answer: Result<T, NoMove>, judge: impl FnOnce(T) -> Result<String, String>) -> PointVerdict {
    match answer.map_err(words).and_then(judge) {
        Ok(answer) => PointVerdict::Right(answer),
        Err(why) => PointVerdict::Wrong(why),
    }
}
