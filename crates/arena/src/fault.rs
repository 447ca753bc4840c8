use std::fmt;

use serde::{Deserialize, Serialize};

/// What a program did wrong. It loses the round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotFault {
    /// What kind of thing.
    pub kind: BotFaultKind,
    /// A sentence without its end.
    pub why: String,
}

/// The kinds of faults that are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BotFaultKind {
    /// It ended, was killed, or closed its output.
    Crashed,
    /// It never answered, and was killed.
    Hung,
    /// It answered too late.
    Late,
    /// Its answer can't be read, is endless, or is an error.
    Malformed,
    /// Its move breaks the rules.
    Illegal,
}

impl BotFaultKind {
    /// All of them.
    pub const ALL: [BotFaultKind; 5] =
        [BotFaultKind::Crashed, BotFaultKind::Hung, BotFaultKind::Late, BotFaultKind::Malformed, BotFaultKind::Illegal];

    /// As reports have it.
    pub fn word(self) -> &'static str {
        match self {
            BotFaultKind::Crashed => "crashed",
            BotFaultKind::Hung => "hung",
            BotFaultKind::Late => "late",
            BotFaultKind::Malformed => "malformed",
            BotFaultKind::Illegal => "illegal",
        }
    }

    pub(crate) fn told(self, why: impl Into<String>) -> NoMove {
        NoMove::Fault(BotFault { kind: self, why: why.into() })
    }
}

impl fmt::Display for BotFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            BotFaultKind::Crashed => "it crashed",
            BotFaultKind::Hung => "it hung",
            BotFaultKind::Late => "it was late",
            BotFaultKind::Malformed => "its answer is malformed",
            BotFaultKind::Illegal => "its move is illegal",
        };
        write!(f, "{what}: {}", self.why)
    }
}

/// Why a player didn't decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoMove {
    /// The player is at fault.
    Fault(BotFault),
    /// Nobody wants to know any more.
    Stopped,
}
