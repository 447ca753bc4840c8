use std::fmt;

use parlor_rules::congkak::Pit;
use parlor_rules::{Choice, Coin, Decision, Level};

use crate::{Assessed, Limits, canoga, congkak, kono};

/// One thing for the engine to decide. It knows nothing of tables and can go to any thread.
#[derive(Clone, Debug)]
pub struct EngineJob {
    /// What is to be decided, and at which position.
    pub decision: Decision,
    /// How well to play.
    pub level: Level,
    /// What it may cost.
    pub limits: Limits,
    /// What an earlier play of the same turn planned, where there is such a plan (Congkak).
    pub plan: Option<Plan>,
}

/// The rest of a turn that was planned with an earlier play of it, and what it was said to be worth.
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
    /// What the player who chooses can expect of the round's end, from their own side: net points (Canoga,
    /// Kono) or net seeds (Congkak).
    pub value: f64,
    /// Whether that value is proven.
    pub exact: bool,
    /// Why, the plainest first; each is true of the position.
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

    /// What the level chooses: the first of [`Self::rank`], without the cost of ranking the rest.
    pub fn decide(&self) -> Result<Judged, NoAnswer> {
        let EngineJob { level, limits, .. } = self;
        let judged = match &self.decision {
            Decision::Call => Some(unjudged(Choice::Coin(Coin::Heads))),
            Decision::Color(standing) => Some(unjudged(Choice::Color(kono::pick_color(standing)))),
            Decision::Dice(position) => canoga::best_throw(position, *level).map(|it| it.judged(Choice::Dice)),
            Decision::Canoga(thrown) => canoga::best_move(thrown, *level).map(|it| it.judged(Choice::Canoga)),
            Decision::Congkak(position) => self
                .plan
                .as_ref()
                .and_then(|plan| congkak::go_on(position, &plan.pits, plan.value, plan.exact))
                .or_else(|| congkak::best(position, *level, congkak_limits(limits)))
                .map(congkak::Advice::judged),
            Decision::Kono(standing) => {
                kono::best(standing, *level, kono_limits(limits)).map(|it| it.judged(Choice::Kono))
            }
        };
        self.unless_stopped(judged)
    }

    /// Every choice, the best first.
    pub fn rank(&self) -> Result<Vec<Judged>, NoAnswer> {
        let EngineJob { level, limits, .. } = self;
        let ranked: Vec<Judged> = match &self.decision {
            Decision::Call | Decision::Color(_) => {
                let first = self.decide()?;
                let others = self.decision.choices().into_iter().filter(|choice| *choice != first.choice);
                let others: Vec<Judged> = others.map(unjudged).collect();
                std::iter::once(first).chain(others).collect()
            }
            Decision::Dice(position) => {
                canoga::rank_throws(position, *level).into_iter().map(|it| it.judged(Choice::Dice)).collect()
            }
            Decision::Canoga(thrown) => {
                canoga::rank_moves(thrown, *level).into_iter().map(|it| it.judged(Choice::Canoga)).collect()
            }
            Decision::Congkak(position) => congkak::rank(position, *level, congkak_limits(limits))
                .into_iter()
                .map(congkak::Advice::judged)
                .collect(),
            Decision::Kono(standing) => kono::rank(standing, *level, kono_limits(limits))
                .into_iter()
                .map(|it| it.judged(Choice::Kono))
                .collect(),
        };
        self.unless_stopped(Some(ranked).filter(|ranked| !ranked.is_empty()))
    }

    fn unless_stopped<T>(&self, answer: Option<T>) -> Result<T, NoAnswer> {
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

impl congkak::Advice {
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

fn millis(limits: &Limits) -> Option<u64> {
    let left = limits.deadline?.saturating_duration_since(std::time::Instant::now());
    Some(left.as_millis() as u64)
}

fn congkak_limits(limits: &Limits) -> congkak::Limits {
    let usual = congkak::Limits::default();
    congkak::Limits { plays: limits.effort.unwrap_or(usual.plays), millis: millis(limits) }
}

fn kono_limits(limits: &Limits) -> kono::Limits {
    kono::Limits { nodes: limits.effort, millis: millis(limits), depth: None }
}
