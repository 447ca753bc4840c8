//! What the engine is asked about tables, and what it answers. Both are texts to those who pass them on.

use parlor_engine::Evaluation;
use parlor_host::{Job, JournalName, Priority};
use parlor_view::RankedChoice;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A question about a table at a revision.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Question {
    /// Play for the computer player until somebody else has to decide. The answer is in the journal.
    Move,
    /// Advice: [`parlor_view::Advice`].
    Help,
    /// What the round is worth: [`parlor_view::Worth`].
    Value,
    /// What every choice is worth, for the tutor: [`Ranking`].
    Rank,
    /// The questions of a review from one place to before another: what `parlor_review` makes of them.
    Review { from: usize, to: usize },
    /// What every choice is worth after a line of steps that was tried from an earlier revision: [`parlor_view::Advice`].
    Analyse { at: u64, line: String },
    /// What a choice costs at an earlier revision, where another was played and cost something: as a review says it.
    Judge { at: u64, choice: String, played: String, cost: Cost },
    /// The same as [`Question::Analyse`] from the start of a game.
    Start { start: String, line: String },
    /// The same from a position that was set up by hand.
    Position { text: String, line: String },
    /// A program's request, answered as `docs/protocol.md` says; nothing if it wants no answer.
    Program(String),
}

/// A number in a question. Two are the same if they are the same to the last bit.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
pub(crate) struct Cost(pub(crate) f64);

impl PartialEq for Cost {
    fn eq(&self, other: &Cost) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Cost {}

impl Question {
    fn priority(&self) -> Priority {
        match self {
            Question::Move => Priority::Move,
            Question::Help
            | Question::Rank
            | Question::Analyse { .. }
            | Question::Judge { .. }
            | Question::Start { .. }
            | Question::Position { .. }
            | Question::Program(_) => Priority::Help,
            Question::Value => Priority::Value,
            Question::Review { .. } => Priority::Review,
        }
    }

    /// The job for a table.
    pub(crate) fn about(&self, table: &JournalName, revision: u64) -> Job {
        Job {
            table: Some(table.clone()),
            revision,
            question: write(self),
            priority: self.priority(),
            passing: matches!(self, Question::Move | Question::Help | Question::Value | Question::Rank),
        }
    }

    /// The job for a question that is about no table.
    pub(crate) fn alone(&self) -> Job {
        Job { table: None, revision: 0, question: write(self), priority: self.priority(), passing: false }
    }

    pub(crate) fn read(text: &str) -> Option<Question> {
        read(text)
    }
}

/// Writes an answer.
pub(crate) fn write(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("texts and numbers can be written")
}

/// Reads an answer. `None` if it is another program's.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Every choice, the best first, and why that is best.
#[derive(Serialize, Deserialize)]
pub(crate) struct Ranking {
    choices: Vec<RankedChoice>,
    pub(crate) reasons: Vec<String>,
}

impl Ranking {
    pub(crate) fn new(ranked: &[Evaluation]) -> Ranking {
        let reasons = ranked.first().map_or(&[][..], |best| &best.reasons);
        Ranking {
            choices: ranked.iter().map(RankedChoice::from).collect(),
            reasons: reasons.iter().map(ToString::to_string).collect(),
        }
    }

    /// The choices. Their reasons are sentences by now.
    pub(crate) fn evaluations(&self) -> Vec<Evaluation> {
        self.choices.iter().map(|it| Evaluation::new(it.choice, it.value, it.exact)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_they_are_written() {
        let name: JournalName = "kono-1".parse().unwrap();
        for question in [
            Question::Move,
            Question::Help,
            Question::Value,
            Question::Rank,
            Question::Review { from: 3, to: 9 },
            Question::Analyse { at: 7, line: "cover 4;6 3".to_owned() },
            Question::Judge { at: 7, choice: "cover 4".to_owned(), played: "cover 3 1".to_owned(), cost: Cost(0.1) },
            Question::Start { start: "canoga-9".to_owned(), line: String::new() },
            Question::Position { text: "a\nb".to_owned(), line: String::new() },
            Question::Program("{}".to_owned()),
        ] {
            let job = question.about(&name, 8);
            assert_eq!(Question::read(&job.question), Some(question), "{}", job.question);
        }
        assert_eq!(Question::read("{\"dance\":1}"), None);
    }
}
