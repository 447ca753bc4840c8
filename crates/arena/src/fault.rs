use std::fmt;

use serde::{Deserialize, Serialize};

/// What a program did wrong. It loses the round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// A sentence without its end.
    pub why: String,
}

/// The kinds of faults that are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// It ended, was killed, or closed its output.
    Crashed,
    /// It never answered, and was killed.
    Hung,
    /// It answered too late.
    Late,
    /// Its answer can't be read, is endless, or is an error.
    Rubbish,
    /// Its move breaks the rules.
    Illegal,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 5] =
        [FaultKind::Crashed, FaultKind::Hung, FaultKind::Late, FaultKind::Rubbish, FaultKind::Illegal];

    /// As reports have it.
    pub fn word(self) -> &'static str {
        match self {
            FaultKind::Crashed => "crashed",
            FaultKind::Hung => "hung",
            FaultKind::Late => "late",
            FaultKind::Rubbish => "rubbish",
            FaultKind::Illegal => "illegal",
        }
    }

    pub(crate) fn told(self, why: impl Into<String>) -> Fault {
        Fault { kind: self, why: why.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            FaultKind::Crashed => "it crashed",
            FaultKind::Hung => "it hung",
            FaultKind::Late => "it was late",
            FaultKind::Rubbish => "it answered rubbish",
            FaultKind::Illegal => "its move is illegal",
        };
        write!(f, "{what}: {}", self.why)
    }
}

/// Why a player didn't decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoMove {
    /// The player is at fault.
    Fault(Fault),
    /// Nobody wants to know any more.
    Stopped,
}

impl From<Fault> for NoMove {
    fn from(fault: Fault) -> NoMove {
        NoMove::Fault(fault)
    }
}
