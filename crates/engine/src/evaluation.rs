use std::fmt;

use parlor_rules::Choice;
use parlor_rules::congkak::Pit;

use crate::{canoga, congkak, kono};

/// A choice with its value and the reasons for it.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evaluation {
    /// The choice.
    pub choice: Choice,
    /// What the player who chooses can expect at the end of the round: net points (Canoga, Kono) or net seeds
    /// (Congkak).
    pub value: f64,
    /// Whether that value is proven. For the best choice this also means that no other is worth more.
    pub exact: bool,
    /// This turn as planned, pit by pit, beginning with the choice (Congkak). `club` plans no further than the next
    /// play, `novice` no further than this one.
    pub plan: Vec<Pit>,
    /// The plainest reason first; each is true of the position, which the tests check.
    pub reasons: Vec<Reason>,
}

impl Evaluation {
    /// A choice and its value, without a plan or reasons.
    pub fn new(choice: Choice, value: f64, exact: bool) -> Evaluation {
        Evaluation { choice, value, exact, plan: Vec::new(), reasons: Vec::new() }
    }
}

/// "1 point", "2 points".
pub(crate) fn counted(count: impl Into<i64>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A reason of any game. Its `Display` is its sentence.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// Canoga's.
    Canoga(canoga::Reason),
    /// Congkak's.
    Congkak(congkak::Reason),
    /// Kono's.
    Kono(kono::Reason),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Canoga(reason) => reason.fmt(f),
            Reason::Congkak(reason) => reason.fmt(f),
            Reason::Kono(reason) => reason.fmt(f),
        }
    }
}
