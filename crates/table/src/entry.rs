use std::sync::Arc;

use parlor_rules::congkak::Pit;
use parlor_rules::{Coin, Seat, Throw};

use crate::{Answer, Seed};

/// One line of the journal: something that happened at a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// An answer to the open question.
    Decision {
        seat: Seat,
        answer: Answer,
        rationale: Option<Arc<Rationale>>,
    },
    Throw {
        throw: Throw,
        /// Taken from the queue.
        queued: bool,
    },
    /// Corrects the last throw by hand. Possible until the next decision.
    Correct(Throw),
    /// Skips the next queued throw, which isn't allowed now (rule dice-file).
    Skip,
    Coin(Coin),
    /// The requested save has been written.
    Saved,
    NotSaved(String),
    /// Undoes a person's last decision. It stays in the journal but no longer counts.
    Undo,
    /// Restores the last undone entries.
    Redo,
    /// A player makes an offer to the other. It expires with the next decision.
    Offer {
        seat: Seat,
        offer: Offer,
    },
    Accept {
        seat: Seat,
    },
    Decline {
        seat: Seat,
    },
    /// From now on, draws come from a new seed, with their numbering unchanged. Earlier entries can't be undone any
    /// more.
    NewSeed(Seed),
    /// Publishes the seed and salt after the tournament. Nothing can be undone any more.
    Reveal,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// To undo the player's last decision, and everything since.
    Undo,
    /// To call the round and score it as it stands (rule kon-offer).
    Call,
}

/// A computer player's reasons, as displayed with its choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Rationale {
    /// The expected result of the round, in net points or seeds.
    pub value: f64,
    pub exact: bool,
    /// The rest of a planned turn (Congkak).
    pub plan: Vec<Pit>,
    pub reasons: Vec<String>,
}

impl Entry {
    /// A decision without a rationale.
    pub fn decision(seat: Seat, answer: impl Into<Answer>) -> Entry {
        Entry::Decision { seat, answer: answer.into(), rationale: None }
    }
}
