//! A review as it is kept beside its journal: the answers, in the order of the questions, with the versions of rules and
//! engine that they come from. The questions come from the journal again; each answer has the digest of its question, so
//! that a review of a game that went on has only the new questions to ask.

use std::collections::HashMap;

use parlor_engine::StopFlag;
use parlor_rules::{Choice, Decision};
use serde::{Deserialize, Serialize};

use crate::{Answer, Course, Effort, Judgement, Question, answer_all};

/// The version of this form, and of what a review says for the same engine.
const FORM: u32 = 4;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Kept {
    form: u32,
    rules: u32,
    engine: u32,
    quick: bool,
    /// The journal's revision.
    revision: u64,
    /// The digests of the questions.
    questions: Vec<u64>,
    answers: Vec<KeptAnswer>,
}

/// A number for a question, which changes with anything in it. If the program changes how it writes questions down, no
/// digest fits any more, and the review is made anew.
fn digest(question: &Question) -> u64 {
    // FNV-1a, 64 bits.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{question:?}").bytes().fold(0xcbf2_9ce4_8422_2325, step)
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
        questions: course.questions().map(digest).collect(),
        answers,
    };
    Some(serde_json::to_string(&kept).expect("numbers and texts can be written") + "\n")
}

/// Reads a text that was kept, if it is by the rules of this course and this engine, with this effort.
fn read(course: &Course, effort: Effort, text: &str) -> Option<Kept> {
    let kept: Kept = serde_json::from_str(text).ok()?;
    let fits = kept.form == FORM
        && kept.rules == course.game.rules()
        && kept.engine == parlor_engine::VERSION
        && kept.quick == (effort == Effort::Quick)
        && kept.answers.len() == kept.questions.len();
    fits.then_some(kept)
}

/// The answers of a text that was kept, if it is about this course as it stands, by these rules and this engine, with this
/// effort.
pub fn kept_answers(course: &Course, effort: Effort, text: &str) -> Option<Vec<Option<Answer>>> {
    let kept = read(course, effort, text)?;
    let answers = known_answers(course, effort, text);
    (kept.revision == course.revision && !answers.contains(&None)).then_some(answers)
}

/// What a text that was kept says about the questions of this course. The text may come from an earlier revision of the
/// game, and then the answers to what was thrown and decided since are missing.
pub fn known_answers(course: &Course, effort: Effort, text: &str) -> Vec<Option<Answer>> {
    let kept = read(course, effort, text).map(|kept| kept.questions.into_iter().zip(kept.answers));
    let mut known: HashMap<u64, KeptAnswer> = kept.into_iter().flatten().collect();
    let mut answer = |question: &Question| {
        let answer = known.remove(&digest(question))?.read()?;
        question.takes(&answer).then_some(answer)
    };
    course.questions().map(&mut answer).collect()
}

/// The answers of an earlier course of the same game to the questions that this course still has.
pub fn answered_before(course: &Course, earlier: &Course, answers: &[Option<Answer>]) -> Vec<Option<Answer>> {
    let known = |question: &Question| earlier.questions().zip(answers).find(|(other, _)| *other == question)?.1.clone();
    course.questions().map(known).collect()
}

/// Answers the questions whose answers are missing, as [`answer_all`] does. `progress` is told each new answer with its
/// place among all questions.
pub fn answer_missing(
    course: &Course,
    effort: Effort,
    mut answers: Vec<Option<Answer>>,
    threads: usize,
    stop: &StopFlag,
    progress: &(dyn Fn(usize, &Answer) + Sync),
) -> Vec<Option<Answer>> {
    let places: Vec<usize> = (0..answers.len()).filter(|place| answers[*place].is_none()).collect();
    let mut missing = course.clone();
    let mut place = 0;
    for round in &mut missing.rounds {
        round.questions.retain(|_| {
            place += 1;
            answers.get(place - 1).is_some_and(Option::is_none)
        });
    }
    let found = answer_all(&missing, effort, threads, stop, &|number, answer| progress(places[number], answer));
    for (place, answer) in places.into_iter().zip(found) {
        answers[place] = answer;
    }
    answers
}

/// Answers as a text, to be sent to somebody else.
pub fn write_answers(answers: &[Answer]) -> String {
    let answers: Vec<KeptAnswer> = answers.iter().map(KeptAnswer::from).collect();
    serde_json::to_string(&answers).expect("numbers and texts can be written")
}

/// The answers of such a text. `None` unless they fit these questions, one for each.
pub fn read_answers(questions: &[Question], text: &str) -> Option<Vec<Answer>> {
    let kept: Vec<KeptAnswer> = serde_json::from_str(text).ok()?;
    let answers: Vec<Answer> = kept.into_iter().map(KeptAnswer::read).collect::<Option<_>>()?;
    let fits = questions.len() == answers.len() && questions.iter().zip(&answers).all(|(it, answer)| it.takes(answer));
    fits.then_some(answers)
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
