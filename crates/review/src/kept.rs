//! A review as it is kept beside its journal: the answers, in the order of the questions, with the versions of rules and
//! engine that they come from. The questions come from the journal again; each answer has the digest of its question, so
//! that a review of a game that went on has only the new questions to ask.

use std::collections::HashMap;

use parlor_rules::{Choice, Decision};
use serde::{Deserialize, Serialize};

use crate::{Course, Effort, ReviewAnswer, ReviewQuestion};

/// The version of this form, and of what a review says for the same engine.
const FORM: u32 = 1;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct StoredReview {
    form: u32,
    rules: u32,
    engine: u32,
    quick: bool,
    /// The digests of the questions.
    questions: Vec<u64>,
    answers: Vec<ReviewAnswer>,
}

/// A number for a question, which changes with anything in it. If the program changes how it writes questions down, no
/// digest fits any more, and the review is made anew.
fn digest(question: &ReviewQuestion) -> u64 {
    // FNV-1a, 64 bits.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{question:?}").bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The text that a store keeps. `None` unless every question is answered.
pub(crate) fn keep(course: &Course, effort: Effort, answers: &[Option<ReviewAnswer>]) -> Option<String> {
    let answers = answers.iter().cloned().collect::<Option<_>>()?;
    let kept = StoredReview {
        form: FORM,
        rules: course.game.rules(),
        engine: parlor_engine::VERSION,
        quick: effort == Effort::Quick,
        questions: course.questions().map(digest).collect(),
        answers,
    };
    Some(serde_json::to_string(&kept).expect("numbers and texts can be written") + "\n")
}

/// Reads a text that was kept, if it is by the rules of this course and this engine, with this effort.
fn read(course: &Course, effort: Effort, text: &str) -> Option<StoredReview> {
    let kept: StoredReview = serde_json::from_str(text).ok()?;
    let fits = kept.form == FORM
        && kept.rules == course.game.rules()
        && kept.engine == parlor_engine::VERSION
        && kept.quick == (effort == Effort::Quick)
        && kept.answers.len() == kept.questions.len();
    fits.then_some(kept)
}

/// What a text that was kept says about the questions of this course. The text may come from an earlier revision of the
/// game, and then the answers to what was thrown and decided since are missing.
pub(crate) fn known_answers(course: &Course, effort: Effort, text: &str) -> Vec<Option<ReviewAnswer>> {
    let kept = read(course, effort, text).map(|kept| kept.questions.into_iter().zip(kept.answers));
    let mut known: HashMap<u64, ReviewAnswer> = kept.into_iter().flatten().collect();
    let mut answer = |question: &ReviewQuestion| {
        let answer = known.remove(&digest(question))?;
        question.takes(&answer).then_some(answer)
    };
    course.questions().map(&mut answer).collect()
}

/// Answers as a text, to be sent to somebody else.
pub fn write_answers(answers: &[ReviewAnswer]) -> String {
    serde_json::to_string(answers).expect("numbers and texts can be written")
}

/// The answers of such a text. `None` unless they fit these questions, one for each.
pub fn read_answers(questions: &[&ReviewQuestion], text: &str) -> Option<Vec<ReviewAnswer>> {
    let answers: Vec<ReviewAnswer> = serde_json::from_str(text).ok()?;
    let fits = questions.len() == answers.len() && questions.iter().zip(&answers).all(|(it, answer)| it.takes(answer));
    fits.then_some(answers)
}

impl crate::DecisionRecord {
    /// Whether these choices can be played here, one after the other.
    fn can_be(&self, choices: &[Choice]) -> bool {
        let Decision::Congkak(mut position) = self.decision else {
            return matches!(choices, [choice] if self.decision.choices().contains(choice));
        };
        let mover = position.turn();
        let mut played = |choice: &Choice| match *choice {
            Choice::Congkak(pit) => position.turn() == mover && position.advance(pit).is_ok(),
            _ => false,
        };
        !choices.is_empty() && choices.iter().all(&mut played)
    }
}

impl crate::ReviewQuestion {
    /// Whether an answer is of the kind that this question has.
    fn takes(&self, answer: &ReviewAnswer) -> bool {
        match (&self.matter, answer) {
            (crate::Matter::Decision(decided), ReviewAnswer::Judged(judged)) => {
                judged.costs.len() == decided.plays.len()
                    && decided.can_be(&judged.best)
                    && judged.costs.iter().chain([&judged.value]).all(|number| number.is_finite())
            }
            (crate::Matter::Decision(decided), ReviewAnswer::Nothing) => decided.is_forced(),
            (crate::Matter::Throw { .. }, ReviewAnswer::Luck { .. }) => true,
            (crate::Matter::FirstThrow { starts, .. }, answer) => {
                starts.is_some() == matches!(answer, ReviewAnswer::Luck { .. })
            }
            _ => false,
        }
    }
}
