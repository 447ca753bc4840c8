//! The stored form of a review: the answers in the order of the questions, with the versions of rules and engine. The
//! questions are recomputed from the journal. Each answer has the digest of its question, so the review of a continued
//! game needs to answer only the new ones.

use std::collections::HashMap;

use parlor_rules::{Choice, Decision};
use serde::{Deserialize, Serialize};

use crate::{Course, Effort, ReviewAnswer, ReviewQuestion};

/// The version of this format, and of the review for a given engine.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct StoredReview {
    form: u32,
    rules: u32,
    engine: u32,
    quick: bool,
    questions: Vec<u64>,
    answers: Vec<ReviewAnswer>,
}

/// The digest of a question, which changes with any part of it. If a new version formats questions differently, no
/// digest matches, and the review is computed again.
fn digest(question: &ReviewQuestion) -> u64 {
    // FNV-1a, 64 bits.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{question:?}").bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The text for a store. `None` unless every question is answered.
pub(crate) fn keep(course: &Course, effort: Effort, answers: &[Option<ReviewAnswer>]) -> Option<String> {
    let answers = answers.iter().cloned().collect::<Option<_>>()?;
    let kept = StoredReview {
        form: FORMAT,
        rules: course.game.rules(),
        engine: parlor_engine::VERSION,
        quick: effort == Effort::Quick,
        questions: course.questions().map(digest).collect(),
        answers,
    };
    Some(serde_json::to_string(&kept).expect("numbers and texts can be written") + "\n")
}

/// Parses a stored text, if it has the same rules, engine and effort.
fn read(course: &Course, effort: Effort, text: &str) -> Option<StoredReview> {
    let kept: StoredReview = serde_json::from_str(text).ok()?;
    let fits = kept.form == FORMAT
        && kept.rules == course.game.rules()
        && kept.engine == parlor_engine::VERSION
        && kept.quick == (effort == Effort::Quick)
        && kept.answers.len() == kept.questions.len();
    fits.then_some(kept)
}

/// The stored answers to the questions of this course. A text from an earlier revision of the game lacks the answers to
/// later questions.
pub(crate) fn known_answers(course: &Course, effort: Effort, text: &str) -> Vec<Option<ReviewAnswer>> {
    let kept = read(course, effort, text).map(|kept| kept.questions.into_iter().zip(kept.answers));
    let mut known: HashMap<u64, ReviewAnswer> = kept.into_iter().flatten().collect();
    let mut answer = |question: &ReviewQuestion| {
        let answer = known.remove(&digest(question))?;
        question.takes(&answer).then_some(answer)
    };
    course.questions().map(&mut answer).collect()
}

/// Formats answers for sending.
pub fn write_answers(answers: &[ReviewAnswer]) -> String {
    serde_json::to_string(answers).expect("numbers and texts can be written")
}

/// Parses the answers. `None` unless there is a suitable one for each question.
pub fn read_answers(questions: &[&ReviewQuestion], text: &str) -> Option<Vec<ReviewAnswer>> {
    let answers: Vec<ReviewAnswer> = serde_json::from_str(text).ok()?;
    let fits = questions.len() == answers.len() && questions.iter().zip(&answers).all(|(it, answer)| it.takes(answer));
    fits.then_some(answers)
}

impl crate::DecisionRecord {
    /// True if these choices can be played here, one after the other.
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
    /// True if an answer is of the right kind for this question.
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
