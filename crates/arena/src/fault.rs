use std::fmt;

use serde::{Deserialize, Serialize};

/// A bot's fault, which loses the round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotFault {
    pub kind: BotFaultKind,
    /// A clause without a full stop.
    pub why: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BotFaultKind {
    /// Exited, was killed, or closed its output.
    Crashed,
    /// Never answered, and was killed.
    Hung,
    /// Answered after the time limit and its margin.
    Late,
    /// The answer is unreadable, too long, or an error.
    Malformed,
    Illegal,
}

impl BotFaultKind {
    pub const ALL: [BotFaultKind; 5] =
        [BotFaultKind::Crashed, BotFaultKind::Hung, BotFaultKind::Late, BotFaultKind::Malformed, BotFaultKind::Illegal];

    pub fn word(self) -> &'static str {
        match self {
            BotFaultKind::Crashed => "crashed",
            BotFaultKind::Hung => "hung",
            BotFaultKind::Late => "late",
            BotFaultKind::Malformed => "malformed",
            BotFaultKind::Illegal => "illegal",
        }
    }

    pub(crate) fn because(self, why: impl Into<String>) -> NoMove {
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoMove {
    /// The player loses the round.
    Fault(BotFault),
    Stopped,
}
