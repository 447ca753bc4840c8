use std::fmt;

use parlor_rules::Choice;
use parlor_rules::congkak::Pit;

use crate::{canoga, congkak, kono};

/// A choice with its value and the reasons for it.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evaluation {
    /// The choice that is evaluated.
    pub choice: Choice,
    /// The expected result of the round for the player who chooses: net points (Canoga, Kono) or net seeds (Congkak).
    pub value: f64,
    /// True if the value is proven. For the best choice this also means that no other choice is better.
    pub exact: bool,
    /// The planned turn, pit by pit, starting with the choice (Congkak). `expert` plans up to five plays, `club` three, and
    /// `novice` only this play.
    pub plan: Vec<Pit>,
    /// The simplest reason comes first. Each is true of the position, which the tests check.
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
    /// A reason for a choice in Canoga.
    Canoga(canoga::Reason),
    /// A reason for a play in Congkak.
    Congkak(congkak::Reason),
    /// A reason for a move in Kono.
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
