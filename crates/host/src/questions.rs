//! Questions for the engine about tables, and its answers, as JSON. They contain no sentences: front ends do the
//! wording, so a worker of another version doesn't affect the text of a page.

use parlor_engine::{Evaluation, Help, Outlook};
use parlor_rules::{Decision, Game, Level};
use parlor_store::{EngineTask, JournalName, Priority};
use parlor_table::Table;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A question about a table at a revision.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum EngineQuestion {
    /// Play for the computer until a person has to decide. The answer is in the journal.
    Move,
    Help,
    /// The value of the round: the [`Evaluation`] of the best choice.
    Value,
    /// The value of each choice, for the tutor: `Vec<Evaluation>`, the best first.
    Rank,
    /// The questions `from..to` of a review: the answers of `parlor_review`.
    Review {
        from: usize,
        to: usize,
    },
    /// The value of each choice after a variation from an earlier revision: [`HelpAnswer`].
    Analyse {
        at: u64,
        line: String,
    },
    /// The cost of an alternative to a mistake at an earlier revision, as in a review.
    Judge {
        at: u64,
        choice: String,
        played: String,
        cost: Cost,
    },
    /// Like [`EngineQuestion::Analyse`], from the start of a game.
    Start {
        start: String,
        line: String,
    },
    /// Like [`EngineQuestion::Analyse`], from a position that was set up by hand.
    Position {
        text: String,
        line: String,
    },
    /// A program's JSON-RPC request, answered according to `docs/bots/protocol.md`; the answer is empty for a
    /// notification.
    Program(String),
}

/// A number in a question. Two are equal if all their bits are equal.
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
            ephemeral: matches!(
                self,
                EngineQuestion::Move | EngineQuestion::Help | EngineQuestion::Value | EngineQuestion::Rank
            ),
            light: false,
        }
    }

    /// The job for the computer player's next move at a table.
    pub fn next_move(name: &JournalName, table: &Table) -> EngineTask {
        EngineTask { light: move_is_light(table), ..EngineQuestion::Move.about(name, table.revision()) }
    }

    /// The job for a question that isn't about a table.
    pub fn alone(&self) -> EngineTask {
        let (question, priority) = (write(self), self.priority());
        EngineTask { table: None, revision: 0, question, priority, ephemeral: false, light: false }
    }

    pub fn read(text: &str) -> Option<EngineQuestion> {
        read(text)
    }
}

/// True if the search for the next move is short: Canoga is solved, and elsewhere only the master needs a long time.
pub(crate) fn move_is_light(table: &Table) -> bool {
    let level = table.deciding_program().and_then(|seat| table.player(seat).level());
    let is_drawn =
        table.decision().is_some_and(|(_, decision)| matches!(decision, Decision::Call | Decision::Color(_)));
    is_drawn || table.game() == Game::Canoga || level.is_some_and(|level| level != Level::Master)
}

pub fn write(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("texts and numbers can be written")
}

/// Reads an answer. `None` if it can't be parsed, because another version wrote it.
pub fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// The engine's help, without the decision, which the asker knows from the table.
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
            for level in [Level::Novice, Level::Club, Level::Expert] {
                let help = EngineJob::new(decision.clone(), level).help().unwrap();
                let answer: HelpAnswer = read(&write(&HelpAnswer::from(help.clone()))).unwrap();
                assert_eq!(answer.clone().about(decision.clone()), Some(help));
                assert_eq!(answer.about(Decision::Call), None);
            }
        }
    }
}
