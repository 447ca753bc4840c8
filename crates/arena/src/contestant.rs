use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, Evaluation, Limits, NoAnswer, StopFlag};
use parlor_rules::{Choice, Level};

use crate::bot::{Bot, BotLimits, BotLine};
use crate::fault::NoMove;
use crate::player::PlayerKind;
use crate::{MatchPlayer, MoveLimits};

/// A player of a match, on one thread.
pub(crate) enum Contestant {
    Level { level: Level, effort: Option<u64>, time: Option<Duration>, stop: StopFlag },
    Bot(Box<Bot>),
}

impl Contestant {
    pub(crate) fn new(player: &MatchPlayer, limits: &MoveLimits, stop: &StopFlag) -> Contestant {
        let time = player.millis.map(Duration::from_millis).or(limits.bots.time);
        match &player.kind {
            PlayerKind::Level { level, nodes } => {
                Contestant::Level { level: *level, effort: nodes.or(limits.effort), time, stop: stop.clone() }
            }
            PlayerKind::Bot(command) => {
                let limits = BotLimits { time, ..limits.bots };
                Contestant::Bot(Box::new(Bot::new(command.clone(), limits, stop.clone())))
            }
        }
    }

    /// The choice, with the engine's evaluation if the player is a level.
    pub(crate) fn decide(&mut self, mut job: EngineJob) -> Result<(Choice, Option<Evaluation>), NoMove> {
        match self {
            Contestant::Level { level, effort, time, stop } => {
                let deadline = time.map(|time| Instant::now() + time);
                job.level = *level;
                job.limits = Limits { effort: *effort, deadline, stop: stop.clone() };
                match job.decide() {
                    Ok(judged) => Ok((judged.choice, Some(judged))),
                    Err(NoAnswer::Stopped) => Err(NoMove::Stopped),
                    Err(NoAnswer::NothingToChoose) => unreachable!("only decisions with a choice are asked"),
                }
            }
            Contestant::Bot(bot) => Ok((bot.decide(&job)?, None)),
        }
    }

    pub(crate) fn keep_log(&mut self) {
        if let Contestant::Bot(bot) = self {
            bot.keep_log();
        }
    }

    /// The requests to a bot and its answers since the last call.
    pub(crate) fn take_log(&mut self) -> Vec<BotLine> {
        match self {
            Contestant::Level { .. } => Vec::new(),
            Contestant::Bot(bot) => bot.take_log(),
        }
    }

    /// The end of a bot's standard error.
    pub(crate) fn errors(&self) -> Option<String> {
        match self {
            Contestant::Level { .. } => None,
            Contestant::Bot(bot) => Some(bot.errors()).filter(|errors| !errors.is_empty()),
        }
    }
}

/// A bot that plays against a person at a table.
pub struct BotOpponent {
    bot: Mutex<Bot>,
    name: String,
}

impl BotOpponent {
    pub fn new(player: &MatchPlayer, limits: BotLimits) -> Option<BotOpponent> {
        let PlayerKind::Bot(command) = &player.kind else { return None };
        let time = player.millis.map(Duration::from_millis).or(limits.time);
        let bot = Bot::new(command.clone(), BotLimits { time, ..limits }, StopFlag::default());
        Some(BotOpponent { bot: Mutex::new(bot), name: player.to_string() })
    }

    /// Starts the bot early, so that a bad command is reported at once.
    pub fn start(&self) -> Result<(), String> {
        let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
        bot.start().map_err(|no_move| self.message(no_move))
    }

    fn message(&self, no_move: NoMove) -> String {
        match no_move {
            NoMove::Fault(fault) => format!("{}: {fault}", self.name),
            NoMove::Stopped => NoAnswer::Stopped.to_string(),
        }
    }

    /// An error is a sentence without a full stop.
    pub fn decide(&self, job: &EngineJob) -> Result<Choice, String> {
        let mut bot = self.bot.lock().unwrap_or_else(PoisonError::into_inner);
        bot.stop_with(job.limits.stop.clone());
        bot.decide(job).map_err(|no_move| self.message(no_move))
    }
}
