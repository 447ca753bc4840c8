//! What the engine is asked about tables, and what it answers: data, in JSON. Sentences are made where they are shown, so a
//! worker of another version never words a page.

use parlor_engine::{Evaluation, Help, Outlook};
use parlor_rules::{Decision, Level};
use parlor_store::{EngineTask, JournalName, Priority};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A question about a table at a revision.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum EngineQuestion {
    /// Play for the computer player until somebody else has to decide. The answer is in the journal.
    Move,
    /// Advice: [`HelpAnswer`].
    Help,
    /// The value of the round: the [`Evaluation`] of the best choice.
    Value,
    /// The value of each choice, for the tutor: `Vec<Evaluation>`, the best first.
    Rank,
    /// The questions of a review from one place to before another: what `parlor_review` makes of them.
    Review { from: usize, to: usize },
    /// What every choice is worth after a line of steps that was tried from an earlier revision: [`HelpAnswer`].
    Analyse { at: u64, line: String },
    /// What a choice costs at an earlier revision, where another was played and cost something: as a review says it.
    Judge { at: u64, choice: String, played: String, cost: Cost },
    /// The same as [`EngineQuestion::Analyse`] from the start of a game.
    Start { start: String, line: String },
    /// The same from a position that was set up by hand.
    Position { text: String, line: String },
    /// A program's request, answered as `docs/protocol.md` says; nothing if it wants no answer.
    Program(String),
}

/// A number in a question. Two are the same if they are the same to the last bit.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
pub struct Cost(pub f64);

impl PartialEq for Cost {
    fn eq(&self, other: &Cost) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Cost {}

impl EngineQuestion {
    fn priority(&self) -> Priority {
        match self {
            EngineQuestion::Move => Priority::Move,
            EngineQuestion::Help
            | EngineQuestion::Rank
            | EngineQuestion::Analyse { .. }
            | EngineQuestion::Judge { .. }
            | EngineQuestion::Start { .. }
            | EngineQuestion::Position { .. }
            | EngineQuestion::Program(_) => Priority::Help,
            EngineQuestion::Value => Priority::Value,
            EngineQuestion::Review { .. } => Priority::Review,
        }
    }

    /// The job for a table.
    pub fn about(&self, table: &JournalName, revision: u64) -> EngineTask {
        EngineTask {
            table: Some(table.clone()),
            revision,
            question: write(self),
            priority: self.priority(),
            passing: matches!(
                self,
                EngineQuestion::Move | EngineQuestion::Help | EngineQuestion::Value | EngineQuestion::Rank
            ),
        }
    }

    /// The job for a question that is about no table.
    pub fn alone(&self) -> EngineTask {
        EngineTask { table: None, revision: 0, question: write(self), priority: self.priority(), passing: false }
    }

    pub fn read(text: &str) -> Option<EngineQuestion> {
        read(text)
    }
}

/// Writes an answer.
pub fn write(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("texts and numbers can be written")
}

/// Reads an answer. `None` if it is another program's.
pub fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// What the engine found for a player who asked for help. The decision isn't in it: whoever asked knows the table.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct HelpAnswer {
    level: Level,
    ranked: Vec<Evaluation>,
    outlook: Option<Outlook>,
}

impl From<Help> for HelpAnswer {
    fn from(Help { level, ranked, outlook, .. }: Help) -> HelpAnswer {
        HelpAnswer { level, ranked, outlook }
    }
}

impl HelpAnswer {
    /// The help about this decision; `None` if the answer is about another one.
    pub fn about(self, decision: Decision) -> Option<Help> {
        let HelpAnswer { level, ranked, outlook } = self;
        let choices = decision.choices();
        let fits = !ranked.is_empty() && ranked.iter().all(|evaluation| choices.contains(&evaluation.choice));
        fits.then_some(Help { decision, level, ranked, outlook })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_they_are_written() {
        let name: JournalName = "kono-1".parse().unwrap();
        for question in [
            EngineQuestion::Move,
            EngineQuestion::Help,
            EngineQuestion::Value,
            EngineQuestion::Rank,
            EngineQuestion::Review { from: 3, to: 9 },
            EngineQuestion::Analyse { at: 7, line: "cover 4;6 3".to_owned() },
            EngineQuestion::Judge {
                at: 7,
                choice: "cover 4".to_owned(),
                played: "cover 3 1".to_owned(),
                cost: Cost(0.1),
            },
            EngineQuestion::Start { start: "canoga-9".to_owned(), line: String::new() },
            EngineQuestion::Position { text: "a\nb".to_owned(), line: String::new() },
            EngineQuestion::Program("{}".to_owned()),
        ] {
            let job = question.about(&name, 8);
            assert_eq!(EngineQuestion::read(&job.question), Some(question), "{}", job.question);
        }
        assert_eq!(EngineQuestion::read("{\"dance\":1}"), None);
    }

    #[test]
    fn help_is_read_as_it_was_written_with_its_reasons() {
        use parlor_engine::EngineJob;
        use parlor_rules::{Seat, canoga, congkak, kono};
        let canoga = canoga::Position::start(canoga::Size::USUAL, Seat::Human, None);
        let thrown = canoga.throw("3 5".parse().unwrap()).unwrap();
        let standing = kono::Standing::new(kono::Size::ALL[0]).choose(Seat::Human, kono::Color::White);
        for decision in [
            Decision::Dice(canoga),
            Decision::Canoga(thrown),
            Decision::Congkak(congkak::Position::start(congkak::Size::ALL[0], Seat::Human)),
            Decision::Kono(standing),
        ] {
            for level in [Level::Novice, Level::Club] {
                let help = EngineJob::new(decision.clone(), level).help().unwrap();
                let answer: HelpAnswer = read(&write(&HelpAnswer::from(help.clone()))).unwrap();
                assert_eq!(answer.clone().about(decision.clone()), Some(help));
                assert_eq!(answer.about(Decision::Call), None);
            }
        }
    }
}
