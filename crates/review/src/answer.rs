use parlor_engine::{EngineJob, Evaluation, NoAnswer, StopFlag};
use parlor_rules::{Choice, Decision, Seat};
use serde::{Deserialize, Serialize};

use crate::{DecisionRecord, Matter, ReviewQuestion, canoga, search};

/// How long a review thinks about what isn't solved. Both are counted in positions and plays, so that a review is the same
/// on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// As long as help does.
    Help,
    /// A tenth of that. It may differ from what help says.
    Quick,
}

/// What the engine says about a question. Values are expected net points or seeds at the end of the round, from Human's
/// side.
///
/// Serialised, it is the record that stores and workers pass around.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewAnswer {
    /// Nothing: the decision was forced, or its luck is not measured.
    Nothing,
    /// What a throw changed (Canoga).
    Luck {
        /// The mean over all throws, each with the best play after it.
        before: f64,
        /// With the best play after this throw.
        after: f64,
    },
    /// What a decision cost.
    Judged(Judgement),
}

/// What the engine says about a decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// The best choice; in Congkak the best turn, play by play.
    #[serde(with = "choices")]
    pub best: Vec<Choice>,
    /// What the round is worth with it, from Human's side.
    pub value: f64,
    /// What each play gave away; one but in Congkak. Never below zero.
    pub costs: Vec<f64>,
    /// Whether the cost is proven. Else it is about right; see [`crate::noise`].
    pub exact: bool,
    /// Why the best is best, in sentences.
    pub reasons: Vec<String>,
}

impl Judgement {
    /// The best choice of this seat, and the costs of what it played instead.
    pub(crate) fn new(seat: Seat, best: &Evaluation, costs: Vec<f64>, exact: bool) -> Judgement {
        let choices = match best.choice {
            Choice::Congkak(_) => best.plan.iter().copied().map(Choice::Congkak).collect(),
            choice => vec![choice],
        };
        let reasons = best.reasons.iter().map(ToString::to_string).collect();
        Judgement { best: choices, value: for_human(seat, best.value), costs, exact, reasons }
    }

    /// What the decision gave away altogether.
    pub fn cost(&self) -> f64 {
        self.costs.iter().sum()
    }
}

/// A value of this seat's from Human's side, and the other way round.
pub(crate) fn for_human(seat: Seat, value: f64) -> f64 {
    if seat == Seat::Human { value } else { -value }
}

/// Choices as texts.
mod choices {
    use parlor_rules::Choice;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(choices: &[Choice], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(choices.iter().map(Choice::to_string))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Choice>, D::Error> {
        let texts: Vec<String> = Vec::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

/// The stop flag was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl Effort {
    /// The engine at this effort.
    pub(crate) fn job(self, decision: Decision, stop: &StopFlag) -> EngineJob {
        let mut job = match self {
            Effort::Help => EngineJob::full_strength(decision),
            Effort::Quick => EngineJob::quick(decision),
        };
        job.limits.stop = stop.clone();
        job
    }

    /// The engine at a share of this effort: `of` such jobs take three tenths as long as [`Self::job`] in Kono, and one tenth
    /// in Congkak, where thinking takes longer. So a decision takes about a second at most.
    pub(crate) fn share(self, decision: Decision, of: u64, stop: &StopFlag) -> EngineJob {
        let tenths = if matches!(decision, Decision::Kono(_)) { 3 } else { 1 };
        let mut job = EngineJob::quick(decision);
        let tenth = job.limits.effort.unwrap_or(1) / if self == Effort::Quick { 10 } else { 1 };
        job.limits.effort = Some((tenth * tenths / of.max(1)).max(LEAST));
        job.limits.stop = stop.clone();
        job
    }
}

/// With less effort a search says nothing.
const LEAST: u64 = 2_000;

impl ReviewQuestion {
    /// Thinks about it. The same question has the same answer on every thread and every machine.
    pub fn answer(&self, effort: Effort, stop: &StopFlag) -> Result<ReviewAnswer, Stopped> {
        if stop.is_set() {
            return Err(Stopped);
        }
        if let Some(size) = canoga::size(self) {
            return Ok(canoga::answer(self, canoga::solved(size, stop)?));
        }
        match &self.matter {
            Matter::Decision(decided) if !decided.is_forced() => judge(decided, effort, stop).map(ReviewAnswer::Judged),
            _ => Ok(ReviewAnswer::Nothing),
        }
    }
}

fn judge(decided: &DecisionRecord, effort: Effort, stop: &StopFlag) -> Result<Judgement, Stopped> {
    match (&decided.decision, decided.plays[0].choice) {
        (Decision::Congkak(position), _) => {
            let pits = decided.plays.iter().filter_map(|play| match play.choice {
                Choice::Congkak(pit) => Some(pit),
                _ => None,
            });
            search::judge_turn(position, &pits.collect::<Vec<_>>(), effort, stop)
        }
        (Decision::Kono(standing), Choice::Kono(chosen)) => search::judge_step(standing, chosen, effort, stop),
        _ => unreachable!("a table takes only choices that fit, and calls and colours aren't judged"),
    }
}

impl From<NoAnswer> for Stopped {
    fn from(no_answer: NoAnswer) -> Stopped {
        match no_answer {
            NoAnswer::Stopped => Stopped,
            NoAnswer::NothingToChoose => {
                unreachable!("only decisions with a choice, in rounds that continue, are judged")
            }
        }
    }
}
