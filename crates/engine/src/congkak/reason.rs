use std::fmt;

use parlor_rules::congkak::Pit;

use crate::evaluation::counted;

/// A fact about a play that speaks for or against it. Its `Display` is a sentence about the play, which doesn't say who
/// makes it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// No other pit can be sown.
    OnlyPlay,
    /// The play belongs to a turn of several plays that is planned to its end.
    Plan {
        /// The pits that are still to be played, in order, beginning with the play.
        line: Vec<Pit>,
        /// True if the turn was planned with an earlier play.
        begun: bool,
        /// The seeds in the store after each of these plays. Seeds swept up at the end of the round count too.
        stores: Vec<u8>,
        /// True if the player wins the round, false if they lose it; `None` if the last play doesn't end it.
        wins: Option<bool>,
    },
    /// The play ends the round.
    EndsRound {
        /// True if the player who makes the play wins the round.
        wins: bool,
        /// The player's seeds at the end.
        own: u8,
        /// The opponent's seeds at the end.
        theirs: u8,
    },
    /// The last seed falls into the player's store (rule con-free).
    FreeTurn,
    /// The play ends in an empty pit of the player's row and captures the seeds across from it (rule con-capture).
    Captures {
        /// The opponent's pit across from the empty one.
        from: Pit,
        /// Its seeds, at least one.
        seeds: u8,
    },
    /// The number of laps, and the seeds they bank.
    KeepsSowing {
        /// Pick-ups, including the first.
        sowings: usize,
        /// Seeds that were sown into the store or captured; not those swept up at the end of the round.
        banks: u8,
    },
    /// If the opponent played now, `by` would capture these seeds. After the play they are still there, and no
    /// single play by the opponent captures any of them.
    Protects {
        /// The player's threatened pit.
        pit: Pit,
        /// Its seeds, including those that the opponent would sow on the way.
        seeds: u8,
        /// The opponent's pit whose play would capture them.
        by: Pit,
    },
    /// If the opponent played now, `by` would capture these seeds. The play takes them out of the pit.
    Rescues {
        /// The player's threatened pit, which is the one that is played.
        pit: Pit,
        /// Its seeds, including those that the opponent would sow on the way.
        seeds: u8,
        /// The opponent's pit whose play would capture them.
        by: Pit,
    },
    /// Fewer seeds are in the opponent's row than before.
    Starves {
        /// Seeds in the opponent's row before the play.
        before: u8,
        /// Seeds in the opponent's row after the play.
        after: u8,
    },
    /// More seeds are in the opponent's row than before.
    Feeds {
        /// Seeds in the opponent's row before the play.
        before: u8,
        /// Seeds in the opponent's row after the play.
        after: u8,
    },
    /// No reply by the opponent puts more seeds into their store.
    LeavesAtMost {
        /// The most that any reply banks.
        seeds: u8,
        /// The length of a reply.
        within: Within,
        /// True if the reply comes after the whole line of the advice, not just after the play.
        whole_turn: bool,
    },
    /// An alternative that was considered, and a reason for it.
    Weighed {
        /// The pit of the alternative.
        pit: Pit,
        /// The reason for the alternative.
        merit: Box<Reason>,
    },
}

/// The length of a reply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Within {
    /// One play, free or not.
    OnePlay,
    /// A whole turn with all its free plays.
    OneTurn,
}

/// The theme of a reason, as players know it. Used to mention an alternative only for a theme that is still missing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ReasonTheme {
    /// Planning several plays of a turn.
    Plan,
    /// Reaching the end of the round.
    Round,
    /// Reaching the store for a free play.
    Store,
    /// Capturing the opponent's seeds.
    Capture,
    /// Sowing many laps, and passing the store on the way.
    Sowing,
    /// Keeping seeds from being captured.
    Safety,
    /// The number of seeds that the opponent can play.
    Hunger,
    /// The replies that the opponent has.
    Answer,
}

impl Reason {
    /// The theme of the reason; for an alternative, that of its own reason. `None` for the only play.
    pub fn theme(&self) -> Option<ReasonTheme> {
        Some(match self {
            Reason::OnlyPlay => return None,
            Reason::Plan { .. } => ReasonTheme::Plan,
            Reason::EndsRound { .. } => ReasonTheme::Round,
            Reason::FreeTurn => ReasonTheme::Store,
            Reason::Captures { .. } => ReasonTheme::Capture,
            Reason::KeepsSowing { .. } => ReasonTheme::Sowing,
            Reason::Protects { .. } | Reason::Rescues { .. } => ReasonTheme::Safety,
            Reason::Starves { .. } | Reason::Feeds { .. } => ReasonTheme::Hunger,
            Reason::LeavesAtMost { .. } => ReasonTheme::Answer,
            Reason::Weighed { merit, .. } => return merit.theme(),
        })
    }
}

fn seed_count(count: u8) -> String {
    if count == 0 { "no seed".to_owned() } else { counted(count, "seed") }
}

/// A sentence about the play, without the "It".
struct Phrase<'a>(&'a Reason);

impl fmt::Display for Phrase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Reason::OnlyPlay => f.write_str("is the only pit that can be played"),
            Reason::Plan { line, begun, stores, wins } => {
                if *begun {
                    let more = line.len() - 1;
                    let plays = if more == 1 { "1 more play".to_owned() } else { format!("{more} more plays") };
                    let store = seed_count(stores.last().copied().unwrap_or_default());
                    write!(f, "continues the planned turn: {plays} after this one, and {store} in the store then")?;
                } else {
                    write!(f, "begins a turn of {} plays, here with the seeds in the store after each: ", line.len())?;
                    for (i, (pit, store)) in line.iter().zip(stores).enumerate() {
                        write!(f, "{}{pit} ({store})", if i == 0 { "" } else { ", " })?;
                    }
                }
                f.write_str(match wins {
                    None => "",
                    Some(true) => "; that wins the round",
                    Some(false) => "; that empties the player's own row, which loses the round",
                })
            }
            Reason::EndsRound { wins: true, own, theirs } => {
                write!(f, "ends the round and wins it, {} to {theirs}", seed_count(*own))
            }
            Reason::EndsRound { wins: false, own, theirs } => {
                write!(
                    f,
                    "empties the player's own row, which ends the round and loses it, {} to {theirs}",
                    seed_count(*own)
                )
            }
            Reason::FreeTurn => f.write_str("earns another play: its last seed falls into the store"),
            Reason::Captures { from, seeds } => write!(f, "captures {} from pit {from}", seed_count(*seeds)),
            Reason::KeepsSowing { sowings: 1, banks } => {
                write!(f, "sows once and puts {} into the store", seed_count(*banks))
            }
            Reason::KeepsSowing { sowings, banks } => {
                write!(f, "makes a relay of {sowings} sowings and puts {} into the store", seed_count(*banks))
            }
            Reason::Protects { pit, seeds, by } => {
                write!(f, "protects {} in pit {pit}, where pit {by} would capture them", seed_count(*seeds))
            }
            Reason::Rescues { pit, by, .. } => {
                write!(f, "takes the seeds out of pit {pit}, where pit {by} would capture them")
            }
            Reason::Starves { before, after } => {
                write!(f, "cuts the opponent's row from {} to {after}", seed_count(*before))
            }
            Reason::Feeds { before, after } => {
                write!(f, "fills the opponent's row from {} to {after}", seed_count(*before))
            }
            Reason::LeavesAtMost { seeds, within, .. } => {
                let within = match within {
                    Within::OnePlay => "one play",
                    Within::OneTurn => "a whole turn",
                };
                match seeds {
                    0 => write!(f, "leaves the opponent nothing to gain in {within}"),
                    seeds => write!(f, "leaves the opponent at most {} to gain in {within}", seed_count(*seeds)),
                }
            }
            Reason::Weighed { pit, merit } => write!(f, "was preferred to pit {pit}, which {}", Phrase(merit)),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::LeavesAtMost { whole_turn: true, .. } => write!(f, "The end of this turn {}.", Phrase(self)),
            _ => write!(f, "It {}.", Phrase(self)),
        }
    }
}
