use std::fmt;

use parlor_rules::congkak::Pit;
use parlor_rules::{Choice, Coin, Decision, Level};

use crate::{Assessed, Limits, canoga, congkak, kono};

/// One decision for the engine to make. It is independent of tables and can be sent to any thread.
#[derive(Clone, Debug)]
pub struct EngineJob {
    /// What is to be decided, and at which position.
    pub decision: Decision,
    /// How well to play.
    pub level: Level,
    /// What it may cost.
    pub limits: Limits,
    /// The plan that an earlier play of the same turn belongs to, if there is one (Congkak).
    pub plan: Option<Plan>,
}

/// The rest of a turn that was planned with an earlier play, and what it was said to be worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The pits still to be played.
    pub pits: Vec<Pit>,
    /// What the turn was expected to be worth.
    pub value: f64,
    /// Whether that was proven.
    pub exact: bool,
}

/// A choice with what the engine thinks of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// What is chosen.
    pub choice: Choice,
    /// What the player who chooses can expect at the end of the round: net points (Canoga, Kono) or net seeds
    /// (Congkak).
    pub value: f64,
    /// Whether that value is proven.
    pub exact: bool,
    /// Why, the plainest reason first; each is true of the position.
    pub reasons: Vec<Reason>,
    /// This turn as planned, pit by pit, beginning with the choice (Congkak).
    pub plan: Vec<Pit>,
}

/// A reason of any game. Its `Display` is its sentence.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// Canoga's.
    Canoga(canoga::Reason),
    /// Congkak's.
    Congkak(congkak::Reason),
    /// Kono's.
    Kono(kono::Reason),
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAnswer {
    /// The round is over, or the throw allows no move.
    #[error("there is nothing to choose")]
    NothingToChoose,
    /// The stop flag was set first.
    #[error("the search was stopped")]
    Stopped,
}

impl EngineJob {
    /// A job without limits other than the level's own.
    pub fn new(decision: Decision, level: Level) -> EngineJob {
        EngineJob { decision, level, limits: Limits::default(), plan: None }
    }

    /// The engine's strategy at its full strength, which a level only holds back.
    pub fn full_strength(decision: Decision) -> EngineJob {
        EngineJob::new(decision, Level::Master)
    }

    /// The same search with a tenth of the effort.
    pub fn glance(decision: Decision) -> EngineJob {
        let effort = match &decision {
            Decision::Congkak(_) => Some(congkak::MASTER_PLAYS / 10),
            Decision::Kono(_) => Some(kono::MASTER_NODES / 10),
            // Canoga is solved, and the rest is chance or taste.
            Decision::Call | Decision::Color(_) | Decision::Dice(_) | Decision::Canoga(_) => None,
        };
        let limits = Limits { effort, ..Limits::default() };
        EngineJob { limits, ..EngineJob::full_strength(decision) }
    }

    /// What the level chooses: the first of [`Self::rank`], without the cost of ranking the rest.
    ///
    /// If there is a [`Self::plan`] that can be played, it is continued instead.
    pub fn decide(&self) -> Result<Judged, NoAnswer> {
        self.unless_stopped(|| match &self.decision {
            Decision::Call => Some(unjudged(Choice::Coin(Coin::Heads))),
            Decision::Color(standing) => Some(unjudged(Choice::Color(kono::pick_color(standing)))),
            Decision::Dice(position) => {
                canoga::best_throw(position, self.level, &self.limits).map(|it| it.judged(Choice::Dice))
            }
            Decision::Canoga(thrown) => {
                canoga::best_move(thrown, self.level, &self.limits).map(|it| it.judged(Choice::Canoga))
            }
            Decision::Congkak(position) => self
                .plan
                .as_ref()
                .and_then(|Plan { pits, value, exact }| {
                    congkak::continue_turn(position, pits, *value, *exact, &self.limits)
                })
                .or_else(|| congkak::best(position, self.level, &self.limits))
                .map(congkak::RankedPlay::judged),
            Decision::Kono(standing) => {
                kono::best(standing, self.level, &self.limits).map(|it| it.judged(Choice::Kono))
            }
        })
    }

    /// Every choice, the best first.
    pub fn rank(&self) -> Result<Vec<Judged>, NoAnswer> {
        let ranked = || match &self.decision {
            Decision::Call => [Coin::Heads, Coin::Tails].map(Choice::Coin).map(unjudged).to_vec(),
            Decision::Color(standing) => {
                let first = kono::pick_color(standing);
                [first, first.other()].map(Choice::Color).map(unjudged).to_vec()
            }
            Decision::Dice(position) => {
                let ranked = canoga::rank_throws(position, self.level, &self.limits);
                ranked.into_iter().map(|it| it.judged(Choice::Dice)).collect()
            }
            Decision::Canoga(thrown) => {
                let ranked = canoga::rank_moves(thrown, self.level, &self.limits);
                ranked.into_iter().map(|it| it.judged(Choice::Canoga)).collect()
            }
            Decision::Congkak(position) => {
                let ranked = congkak::rank(position, self.level, &self.limits);
                ranked.into_iter().map(congkak::RankedPlay::judged).collect()
            }
            Decision::Kono(standing) => {
                let ranked = kono::rank(standing, self.level, &self.limits);
                ranked.into_iter().map(|it| it.judged(Choice::Kono)).collect()
            }
        };
        self.unless_stopped(|| Some(ranked()).filter(|ranked: &Vec<Judged>| !ranked.is_empty()))
    }

    /// What `answer` finds, unless the stop flag is set before it returns: then its answer may be a poor one.
    fn unless_stopped<T>(&self, answer: impl FnOnce() -> Option<T>) -> Result<T, NoAnswer> {
        if self.limits.stop.is_set() {
            return Err(NoAnswer::Stopped);
        }
        let answer = answer();
        if self.limits.stop.is_set() { Err(NoAnswer::Stopped) } else { answer.ok_or(NoAnswer::NothingToChoose) }
    }
}

/// A choice between equals.
fn unjudged(choice: Choice) -> Judged {
    Judged { choice, value: 0.0, exact: false, reasons: Vec::new(), plan: Vec::new() }
}

impl<M, R: Into<Reason>> Assessed<M, R> {
    pub(crate) fn judged(self, choice: impl Fn(M) -> Choice) -> Judged {
        let Assessed { chosen, value, exact, reasons } = self;
        let reasons = reasons.into_iter().map(Into::into).collect();
        Judged { choice: choice(chosen), value, exact, reasons, plan: Vec::new() }
    }
}

impl congkak::RankedPlay {
    fn judged(self) -> Judged {
        Judged { plan: self.line, ..self.choice.judged(Choice::Congkak) }
    }
}

impl From<canoga::Reason> for Reason {
    fn from(reason: canoga::Reason) -> Reason {
        Reason::Canoga(reason)
    }
}

impl From<congkak::Reason> for Reason {
    fn from(reason: congkak::Reason) -> Reason {
        Reason::Congkak(reason)
    }
}

impl From<kono::Reason> for Reason {
    fn from(reason: kono::Reason) -> Reason {
        Reason::Kono(reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Canoga(reason) => reason.fmt(f),
            Reason::Congkak(reason) => reason.fmt(f),
            Reason::Kono(reason) => reason.fmt(f),
        }
    }
}
