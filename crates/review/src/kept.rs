//! A review as it is kept beside its journal: the answers, in the order of the questions, with the versions of rules and
//! engine that they come from. The questions come from the journal again.

use parlor_rules::{Choice, Decision};
use serde::{Deserialize, Serialize};

use crate::{Answer, Course, Effort, Judgement};

/// The version of this form, and of what a review says for the same engine.
const FORM: u32 = 2;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Kept {
    form: u32,
    rules: u32,
    engine: u32,
    quick: bool,
    /// The journal's revision.
    revision: u64,
    answers: Vec<KeptAnswer>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
enum KeptAnswer {
    Nothing,
    Luck { before: f64, after: f64 },
    Judged { best: Vec<String>, value: f64, costs: Vec<f64>, exact: bool, reasons: Vec<String> },
}

impl From<&Answer> for KeptAnswer {
    fn from(answer: &Answer) -> KeptAnswer {
        match answer {
            Answer::Nothing => KeptAnswer::Nothing,
            &Answer::Luck { before, after } => KeptAnswer::Luck { before, after },
            Answer::Judged(Judgement { best, value, costs, exact, reasons }) => KeptAnswer::Judged {
                best: best.iter().map(Choice::to_string).collect(),
                value: *value,
                costs: costs.clone(),
                exact: *exact,
                reasons: reasons.clone(),
            },
        }
    }
}

impl KeptAnswer {
    fn read(self) -> Option<Answer> {
        Some(match self {
            KeptAnswer::Nothing => Answer::Nothing,
            KeptAnswer::Luck { before, after } => Answer::Luck { before, after },
            KeptAnswer::Judged { best, value, costs, exact, reasons } => {
                let best = best.iter().map(|choice| choice.parse().ok()).collect::<Option<Vec<Choice>>>()?;
                Answer::Judged(Judgement { best, value, costs, exact, reasons })
            }
        })
    }
}

/// The text that a store keeps. `None` unless every question is answered.
pub fn keep(course: &Course, effort: Effort, answers: &[Option<Answer>]) -> Option<String> {
    let answers = answers.iter().map(|answer| answer.as_ref().map(KeptAnswer::from)).collect::<Option<_>>()?;
    let kept = Kept {
        form: FORM,
        rules: course.game.rules(),
        engine: parlor_engine::VERSION,
        quick: effort == Effort::Quick,
        revision: course.revision,
        answers,
    };
    Some(serde_json::to_string(&kept).expect("numbers and texts can be written") + "\n")
}

/// The answers of a text that was kept, if it is about this course as it stands, by these rules and this engine, with this
/// effort. Whatever else it is, it is of no use, and the review is made anew.
pub fn kept_answers(course: &Course, effort: Effort, text: &str) -> Option<Vec<Option<Answer>>> {
    let kept: Kept = serde_json::from_str(text).ok()?;
    let fits = kept.form == FORM
        && kept.rules == course.game.rules()
        && kept.engine == parlor_engine::VERSION
        && kept.quick == (effort == Effort::Quick)
        && kept.revision == course.revision
        && kept.answers.len() == course.questions().count();
    let answers: Option<Vec<Answer>> = kept.answers.into_iter().map(KeptAnswer::read).collect();
    let answers = answers.filter(|_| fits)?;
    let shaped = course.questions().zip(&answers).all(|(question, answer)| question.takes(answer));
    shaped.then(|| answers.into_iter().map(Some).collect())
}

impl crate::Decided {
    /// Whether these choices can be played here, one after the other.
    fn can_be(&self, choices: &[Choice]) -> bool {
        let Decision::Congkak(mut position) = self.decision else {
            return matches!(choices, [choice] if self.decision.choices().contains(choice));
        };
        let mover = position.next();
        let mut played = |choice: &Choice| match *choice {
            Choice::Congkak(pit) => {
                let legal = position.winner().is_none() && position.next() == mover;
                legal && position.advance(pit).is_ok()
            }
            _ => false,
        };
        !choices.is_empty() && choices.iter().all(&mut played)
    }
}

impl crate::Question {
    /// Whether an answer is of the kind that this question has.
    fn takes(&self, answer: &Answer) -> bool {
        match (&self.matter, answer) {
            (crate::Matter::Decision(decided), Answer::Judged(judged)) => {
                judged.costs.len() == decided.plays.len()
                    && decided.can_be(&judged.best)
                    && judged.costs.iter().chain([&judged.value]).all(|number| number.is_finite())
            }
            (crate::Matter::Decision(decided), Answer::Nothing) => decided.is_forced(),
            (crate::Matter::Throw { .. }, Answer::Luck { .. }) => true,
            (crate::Matter::FirstThrow { starts, .. }, answer) => {
                starts.is_some() == matches!(answer, Answer::Luck { .. })
            }
            _ => false,
        }
    }
}
