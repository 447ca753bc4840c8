use parlor_rules::congkak::Pit;
use parlor_rules::{Choice, Coin, Decision, Level};

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
    pub fn quick(decision: Decision) -> EngineJob {
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
    pub fn decide(&self) -> Result<Evaluation, NoAnswer> {
        let EngineJob { level, limits, .. } = self;
        self.unless_stopped(|| match &self.decision {
            Decision::Call => Some(between_equals(Choice::Coin(Coin::Heads))),
            Decision::Color(standing) => Some(between_equals(Choice::Color(kono::pick_color(standing)))),
            Decision::Dice(position) => canoga::best(position, None, *level, limits),
            Decision::Canoga(thrown) => canoga::best(thrown.position(), Some(thrown.throw().sum()), *level, limits),
            Decision::Congkak(position) => {
                let continued = self.plan.as_ref().and_then(|plan| congkak::continue_turn(position, plan, limits));
                continued.or_else(|| congkak::best(position, *level, limits))
            }
            Decision::Kono(standing) => kono::best(standing, *level, limits),
        })
    }

    /// Every choice, the best first.
    pub fn rank(&self) -> Result<Vec<Evaluation>, NoAnswer> {
        let EngineJob { level, limits, .. } = self;
        let ranked = || match &self.decision {
            Decision::Call => [Coin::Heads, Coin::Tails].map(Choice::Coin).map(between_equals).to_vec(),
            Decision::Color(standing) => {
                let first = kono::pick_color(standing);
                [first, first.other()].map(Choice::Color).map(between_equals).to_vec()
            }
            Decision::Dice(position) => canoga::rank(position, None, *level, limits),
            Decision::Canoga(thrown) => canoga::rank(thrown.position(), Some(thrown.throw().sum()), *level, limits),
            Decision::Congkak(position) => congkak::rank(position, *level, limits),
            Decision::Kono(standing) => kono::rank(standing, *level, limits),
        };
        self.unless_stopped(|| Some(ranked()).filter(|ranked| !ranked.is_empty()))
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
fn between_equals(choice: Choice) -> Evaluation {
    Evaluation::new(choice, 0.0, false)
}
