use parlor_rules::congkak::Pit;
use parlor_rules::{Coin, Seat, Throw};

use crate::Answer;

/// One thing that happened at a table: a decision, or chance.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// Somebody answered the question that was open.
    Decision {
        /// Whose player it was.
        seat: Seat,
        /// What was decided.
        answer: Answer,
        /// What the program thought when it decided.
        thought: Option<Thought>,
    },
    /// Dice fell.
    Throw {
        /// What they show.
        throw: Throw,
        /// Whether they came from the queue.
        queued: bool,
    },
    /// The next throw of the queue isn't allowed now and is left out (rule dice-file).
    Skip,
    /// A coin fell.
    Coin(Coin),
    /// The save that was asked for is on disk.
    Saved,
    /// It isn't, and why.
    NotSaved(String),
    /// The last decision of a person is taken back. It stays in the journal and no longer counts.
    Undo,
}

/// What the program thought of its choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// What it expects of the round's end, in net points or seeds.
    pub value: f64,
    /// Whether that is proven.
    pub exact: bool,
    /// How it means to go on in this turn, where it has planned that (Congkak).
    pub then: Vec<Pit>,
    /// Why, in sentences.
    pub why: Vec<String>,
}

impl Entry {
    /// A decision without a thought.
    pub fn decision(seat: Seat, answer: Answer) -> Entry {
        Entry::Decision { seat, answer, thought: None }
    }
}
