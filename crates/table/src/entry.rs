use std::sync::Arc;

use parlor_rules::congkak::Pit;
use parlor_rules::{Coin, Seat, Throw};

use crate::{Answer, Seed};

/// One thing that happened at a table. Every entry is a line of the journal.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// A player answered the question that was open.
    Decision {
        /// Whose player it was.
        seat: Seat,
        /// What was decided.
        answer: Answer,
        /// What the program said about it.
        rationale: Option<Arc<Rationale>>,
    },
    /// Dice fell.
    Throw {
        /// What they show.
        throw: Throw,
        /// Whether they came from the queue.
        queued: bool,
    },
    /// The last throw by hand was mistyped: this is what the dice show. Possible until the next decision.
    Correct(Throw),
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
    /// What was last taken back counts again.
    Redo,
    /// A player proposes something to the other. The next decision lets it lapse.
    Offer {
        /// Who proposes it.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// A player agrees to the other's offer.
    Accept {
        /// Who agrees.
        seat: Seat,
    },
    /// A player declines the other's offer.
    Decline {
        /// Who declines.
        seat: Seat,
    },
    /// From here on dice and coins come from another seed, by their numbers as before. What was played before it can't
    /// be taken back any more.
    NewSeed(Seed),
    /// The tournament is over, and seed and salt are shown to everybody. Nothing can be taken back any more.
    Reveal,
}

/// What a player can propose to the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// To take back the proposer's last decision, and everything since.
    Undo,
    /// To call the round and score it as it stands (rule kon-offer).
    Call,
}

/// What the program said about its choice, as it was told.
#[derive(Clone, PartialEq, Debug)]
pub struct Rationale {
    /// What it expects of the round's end, in net points or seeds.
    pub value: f64,
    /// Whether that is proven.
    pub exact: bool,
    /// How it means to go on in this turn, where it has planned that (Congkak).
    pub plan: Vec<Pit>,
    /// Why, in sentences.
    pub reasons: Vec<String>,
}

impl Entry {
    /// A decision without a rationale.
    pub fn decision(seat: Seat, answer: impl Into<Answer>) -> Entry {
        Entry::Decision { seat, answer: answer.into(), rationale: None }
    }
}
