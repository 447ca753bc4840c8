use parlor_rules::congkak::Pit;
use parlor_rules::{Choice, Coin, Decision, Level};

use crate::chance::TieBreak;
use crate::{Evaluation, Limits, canoga, congkak, kono};

/// One decision for the engine to make. It is independent of tables and can be sent to any thread.
///
/// ```
/// use parlor_engine::EngineJob;
/// use parlor_rules::{Decision, Level, Seat, canoga};
///
/// let start = canoga::Position::start(canoga::Size::new(9).unwrap(), Seat::Human, None);
/// let thrown = start.throw("6 3".parse().unwrap()).unwrap();
/// let ranking = EngineJob::new(Decision::Canoga(thrown), Level::Club).rank().unwrap();
/// assert_eq!(ranking.len(), thrown.legal_moves().count());
/// assert_eq!(ranking[0].choice.to_string(), "cover 9");
/// assert_eq!(ranking[0].reasons[1].to_string(), "It covers the largest square that this throw can cover, 9.");
/// ```
#[derive(Clone, Debug)]
pub struct EngineJob {
    /// The decision, with its position.
    pub decision: Decision,
    /// The level that makes the decision.
    pub level: Level,
    /// The limits of effort and time.
    pub limits: Limits,
    /// The plan of an earlier play of this turn, if there was one (Congkak).
    pub plan: Option<Plan>,
    /// Breaks ties between choices that the level rates equally. The same seed gives the same answer; without a seed
    /// the first of these choices is made.
    pub seed: Option<u64>,
    /// Solved endings. A master takes its values and moves in Kono from them where they are known. Games and reviews don't set
    /// this, because a tournament must be the same on every machine, with or without the file.
    pub endings: Option<&'static kono::Tablebase>,
}

/// The rest of a turn that was planned with an earlier play, and its value at that time.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The pits still to be played.
    pub pits: Vec<Pit>,
    /// The value of the turn when it was planned.
    pub value: f64,
    /// True if that value was proven.
    pub exact: bool,
}

/// The reason for a missing answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAnswer {
    /// The round is over, or the throw allows no move.
    #[error("there is nothing to choose")]
    NothingToChoose,
    /// The stop flag was set before the search finished.
    #[error("the search was stopped")]
    Stopped,
}

impl EngineJob {
    /// A job with only the level's own limits.
    pub fn new(decision: Decision, level: Level) -> EngineJob {
        EngineJob { decision, level, limits: Limits::default(), plan: None, seed: None, endings: None }
    }

    /// A job for the master, the engine's full strength.
    pub fn full_strength(decision: Decision) -> EngineJob {
        EngineJob::new(decision, Level::Master)
    }

    /// A quick version of the job, with a tenth of the effort.
    pub fn quick(decision: Decision) -> EngineJob {
        let effort = match &decision {
            Decision::Congkak(_) => Some(congkak::MASTER_PLAYS / 10),
            Decision::Kono(_) => Some(kono::MASTER_NODES / 10),
            // Canoga is solved, and calls and colours need no search.
            Decision::Call | Decision::Color(_) | Decision::Dice(_) | Decision::Canoga(_) => None,
        };
        let limits = Limits { effort, ..Limits::default() };
        EngineJob { limits, ..EngineJob::full_strength(decision) }
    }

    /// The level's choice: the first of [`Self::rank`], without the cost of ranking the rest.
    ///
    /// A [`Self::plan`] that can be played is continued instead.
    pub fn decide(&self) -> Result<Evaluation, NoAnswer> {
        let EngineJob { level, limits, .. } = self;
        let chance = TieBreak(self.seed);
        self.unless_stopped(|| match &self.decision {
            Decision::Call => Some(between_equals(Choice::Coin(Coin::Heads))),
            Decision::Color(standing) => Some(between_equals(Choice::Color(kono::pick_color(standing)))),
            Decision::Dice(position) => canoga::best(position, None, *level, limits),
            Decision::Canoga(thrown) => canoga::best(thrown.position(), Some(thrown.throw().sum()), *level, limits),
            Decision::Congkak(position) => {
                let continued = self.plan.as_ref().and_then(|plan| congkak::continue_turn(position, plan, limits));
                continued.or_else(|| congkak::best(position, *level, limits, chance))
            }
            Decision::Kono(standing) => {
                let known = self.solved_ending(standing).into_iter().flatten().next();
                known.or_else(|| kono::best(standing, *level, limits, chance))
            }
        })
    }

    /// Every choice with its value, best first. With a [`Self::seed`], the first may be a choice that the level rates
    /// no better than another, or that a lower level misjudges.
    pub fn rank(&self) -> Result<Vec<Evaluation>, NoAnswer> {
        let EngineJob { level, limits, .. } = self;
        let chance = TieBreak(self.seed);
        let ranked = || match &self.decision {
            Decision::Call => [Coin::Heads, Coin::Tails].map(Choice::Coin).map(between_equals).to_vec(),
            Decision::Color(standing) => {
                let first = kono::pick_color(standing);
                [first, first.other()].map(Choice::Color).map(between_equals).to_vec()
            }
            Decision::Dice(position) => canoga::rank(position, None, *level, limits),
            Decision::Canoga(thrown) => canoga::rank(thrown.position(), Some(thrown.throw().sum()), *level, limits),
            Decision::Congkak(position) => congkak::rank(position, *level, limits, chance),
            Decision::Kono(standing) => {
                self.solved_ending(standing).unwrap_or_else(|| kono::rank(standing, *level, limits, chance))
            }
        };
        self.unless_stopped(|| Some(ranked()).filter(|ranked| !ranked.is_empty()))
    }

    /// Every move with its value from the solved endings, if they know all of these values.
    fn solved_ending(&self, standing: &parlor_rules::kono::Standing) -> Option<Vec<Evaluation>> {
        let endings = self.endings.filter(|_| self.level == Level::Master)?;
        Some(kono::rank_from_endings(endings, standing, &self.limits, TieBreak(self.seed)))
            .filter(|ranked| !ranked.is_empty())
    }

    /// The result of `answer`, unless the stop flag is set before it returns, because the answer may then be poor.
    fn unless_stopped<T>(&self, answer: impl FnOnce() -> Option<T>) -> Result<T, NoAnswer> {
        if self.limits.stop.is_set() {
            return Err(NoAnswer::Stopped);
        }
        let answer = answer();
        if self.limits.stop.is_set() { Err(NoAnswer::Stopped) } else { answer.ok_or(NoAnswer::NothingToChoose) }
    }
}

/// A choice among equal alternatives.
fn between_equals(choice: Choice) -> Evaluation {
    Evaluation::new(choice, 0.0, false)
}
