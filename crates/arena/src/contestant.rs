use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, Limits, NoAnswer, StopFlag};
use parlor_host::Decided;
use parlor_rules::Level;
use parlor_table as table;

use crate::bot::{Bot, BotLimits};
use crate::fault::NoMove;
use crate::{MoveLimits, Player};

/// A player of a match as one thread has it.
pub(crate) enum Contestant {
    /// The engine.
    Level { level: Level, effort: Option<u64>, time: Option<Duration>, stop: StopFlag },
    /// A program.
    Bot(Box<Bot>),
}

impl Contestant {
    pub(crate) fn new(player: &Player, limits: &MoveLimits, stop: &StopFlag) -> Contestant {
        match player {
            Player::Level { level, nodes, millis } => Contestant::Level {
                level: *level,
                effort: nodes.or(limits.effort),
                time: millis.map(Duration::from_millis).or(limits.bots.time),
                stop: stop.clone(),
            },
            Player::Bot(command) => Contestant::Bot(Box::new(Bot::new(command.clone(), limits.bots, stop.clone()))),
        }
    }

    /// What it chooses. What it says about that is left out unless it is wanted: its sentences take longer than many moves.
    pub(crate) fn decide(&mut self, mut job: EngineJob, wants_reasons: bool) -> Result<Decided, NoMove> {
        match self {
            Contestant::Level { level, effort, time, stop } => {
                let deadline = time.map(|time| Instant::now() + time);
                job.level = *level;
                job.limits = Limits { effort: *effort, deadline, stop: stop.clone() };
                match job.decide() {
                    Ok(judged) => {
                        let mut decided = if wants_reasons {
                            Decided::from(&judged)
                        } else {
                            Decided { choice: judged.choice, value: Some(judged.value), rationale: None }
                        };
                        if decided.rationale.is_none() && judged.plan.len() > 1 {
                            // The plan of a turn is kept in any case: without it the engine would think again at each play.
                            let plan = judged.plan[1..].to_vec();
                            let (value, exact) = (judged.value, judged.exact);
                            decided.rationale = Some(table::Rationale { value, exact, plan, reasons: Vec::new() });
                        }
                        Ok(decided)
                    }
                    Err(NoAnswer::Stopped) => Err(NoMove::Stopped),
                    Err(NoAnswer::NothingToChoose) => unreachable!("only decisions with a choice are asked"),
                }
            }
            Contestant::Bot(bot) => Ok(Decided { choice: bot.decide(&job)?, value: None, rationale: None }),
        }
    }

    /// What a bot last wrote to standard error.
    pub(crate) fn errors(&self) -> Option<String> {
        match self {
            Contestant::Level { .. } => None,
            Contestant::Bot(bot) => Some(bot.errors()).filter(|errors| !errors.is_empty()),
        }
    }
}

/// A bot that sits at a table as somebody's opponent.
pub struct BotOpponent {
    bot: std::sync::Mutex<Bot>,
    name: String,
}

impl BotOpponent {
    /// The program of this player; nothing for a level.
    pub fn new(player: &Player, limits: BotLimits) -> Option<BotOpponent> {
        let Player::Bot(command) = player else { return None };
        let bot = Bot::new(command.clone(), limits, StopFlag::default());
        Some(BotOpponent { bot: std::sync::Mutex::new(bot), name: player.to_string() })
    }

    /// Starts it, to find out whether it can be started.
    pub fn start(&self) -> Result<(), String> {
        let mut bot = self.bot.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        bot.start().map_err(|no_move| self.told(no_move))
    }

    fn told(&self, no_move: NoMove) -> String {
        match no_move {
            NoMove::Fault(fault) => format!("{}: {fault}", self.name),
            NoMove::Stopped => NoAnswer::Stopped.to_string(),
        }
    }
}

impl parlor_host::Opponent for BotOpponent {
    fn decide(&self, job: &EngineJob) -> Result<Decided, String> {
        let mut bot = self.bot.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        bot.stop_with(job.limits.stop.clone());
        let choice = bot.decide(job).map_err(|no_move| self.told(no_move))?;
        Ok(Decided { choice, value: None, rationale: None })
    }
}
