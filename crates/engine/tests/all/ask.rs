//! Asks the engine about a position.
#![allow(clippy::missing_panics_doc, missing_docs, unreachable_pub, reason = "a test's own helpers")]

use parlor_engine::{
    EngineJob, Evaluation, Limits, Reason, canoga as canoga_engine, congkak as congkak_engine, kono as kono_engine,
};
use parlor_rules::{Choice, Decision, DiceCount, Level, canoga, congkak, kono};

/// Anything that contains a decision.
pub trait Asks {
    fn decision(&self) -> Decision;
}

impl Asks for canoga::Position {
    fn decision(&self) -> Decision {
        Decision::Dice(*self)
    }
}

impl Asks for canoga::Thrown {
    fn decision(&self) -> Decision {
        Decision::Canoga(*self)
    }
}

impl Asks for congkak::Position {
    fn decision(&self) -> Decision {
        Decision::Congkak(*self)
    }
}

impl Asks for kono::Standing {
    fn decision(&self) -> Decision {
        Decision::Kono(self.clone())
    }
}

fn job(asks: &impl Asks, level: Level, limits: &Limits) -> EngineJob {
    EngineJob { limits: limits.clone(), ..EngineJob::new(asks.decision(), level) }
}

/// `None` if there is nothing to choose.
pub fn best(asks: &impl Asks, level: Level, limits: &Limits) -> Option<Evaluation> {
    job(asks, level, limits).decide().ok()
}

/// Empty if there is nothing to choose.
pub fn rank(asks: &impl Asks, level: Level, limits: &Limits) -> Vec<Evaluation> {
    job(asks, level, limits).rank().unwrap_or_default()
}

/// The choices of each game.
pub trait Chosen {
    fn dice(&self) -> DiceCount;
    fn squares(&self) -> canoga::Move;
    fn pit(&self) -> congkak::Pit;
    fn step(&self) -> kono::Move;
    fn canoga_reasons(&self) -> Vec<canoga_engine::Reason>;
    fn congkak_reasons(&self) -> Vec<congkak_engine::Reason>;
    fn kono_reasons(&self) -> Vec<kono_engine::Reason>;
}

impl Chosen for Evaluation {
    fn dice(&self) -> DiceCount {
        let Choice::Dice(dice) = self.choice else { panic!("{self:?}") };
        dice
    }

    fn squares(&self) -> canoga::Move {
        let Choice::Canoga(chosen) = self.choice else { panic!("{self:?}") };
        chosen
    }

    fn pit(&self) -> congkak::Pit {
        let Choice::Congkak(pit) = self.choice else { panic!("{self:?}") };
        pit
    }

    fn step(&self) -> kono::Move {
        let Choice::Kono(step) = self.choice else { panic!("{self:?}") };
        step
    }

    fn canoga_reasons(&self) -> Vec<canoga_engine::Reason> {
        let reason = |reason: &Reason| if let Reason::Canoga(reason) = reason { Some(*reason) } else { None };
        self.reasons.iter().filter_map(reason).collect()
    }

    fn congkak_reasons(&self) -> Vec<congkak_engine::Reason> {
        let reason = |reason: &Reason| if let Reason::Congkak(reason) = reason { Some(reason.clone()) } else { None };
        self.reasons.iter().filter_map(reason).collect()
    }

    fn kono_reasons(&self) -> Vec<kono_engine::Reason> {
        let reason = |reason: &Reason| if let Reason::Kono(reason) = reason { Some(*reason) } else { None };
        self.reasons.iter().filter_map(reason).collect()
    }
}
