use parlor_engine::{EngineJob, Evaluation, NoAnswer, StopFlag};
use parlor_rules::{Choice, Decision, Seat};
use serde::{Deserialize, Serialize};

use crate::{DecisionRecord, Matter, ReviewQuestion, canoga, search};

/// The effort of a review for games that aren't solved, counted in positions and plays, so that a review is the same on
/// every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    Help,
    /// A tenth of the effort of help. Answers may differ from those of help.
    Quick,
}

/// The engine's answer to a question. Values are expected net points or seeds at the end of the round, from Human's
/// side.
///
/// Serialised, it is the record that is stored, and that workers send.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewAnswer {
    /// The decision was forced, or its luck is not measured.
    Nothing,
    /// The effect of a throw (Canoga).
    Luck {
        /// The mean over all throws, each followed by best play.
        before: f64,
        /// The value with best play after this throw.
        after: f64,
    },
    Judged(Judgement),
}

/// The engine's judgement of a decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// The best choice; in Congkak the best turn, play by play.
    #[serde(with = "choices")]
    pub best: Vec<Choice>,
    /// The value of the round after the best choice, from Human's side.
    pub value: f64,
    /// The cost of each play; only Congkak has several. Never negative.
    pub costs: Vec<f64>,
    /// True if the costs are proven; otherwise they are approximate, see [`crate::noise`].
    pub exact: bool,
    /// Reasons for the best choice, in sentences.
    pub reasons: Vec<String>,
}

impl Judgement {
    /// Judges a decision of this seat from the best choice and the costs of the plays made.
    pub(crate) fn new(seat: Seat, best: &Evaluation, costs: Vec<f64>, exact: bool) -> Judgement {
        let choices = match best.choice {
            Choice::Congkak(_) => best.plan.iter().copied().map(Choice::Congkak).collect(),
            choice => vec![choice],
        };
        let reasons = best.reasons.iter().map(ToString::to_string).collect();
        Judgement { best: choices, value: for_human(seat, best.value), costs, exact, reasons }
    }

    /// The total cost of the decision.
    pub fn cost(&self) -> f64 {
        self.costs.iter().sum()
    }
}

/// Converts a value between this seat's and Human's side.
pub(crate) fn for_human(seat: Seat, value: f64) -> f64 {
    if seat == Seat::Human { value } else { -value }
}

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

    /// The engine at a share of this effort: `of` such jobs together take three tenths of the time of [`Self::job`] in
    /// Kono, and one tenth in Congkak, where a search takes longer. So a decision takes at most about a second.
    pub(crate) fn share(self, decision: Decision, of: u64, stop: &StopFlag) -> EngineJob {
        let tenths = if matches!(decision, Decision::Kono(_)) { 3 } else { 1 };
        let mut job = EngineJob::quick(decision);
        let tenth = job.limits.effort.unwrap_or(1) / if self == Effort::Quick { 10 } else { 1 };
        job.limits.effort = Some((tenth * tenths / of.max(1)).max(LEAST));
        job.limits.stop = stop.clone();
        job
    }
}

/// With less effort a search finds nothing.
const LEAST: u64 = 2_000;

impl ReviewQuestion {
    /// Searches the question. The answer is the same on every thread and every machine.
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
