use std::fmt;

use parlor_rules::{Seat, Standing};

/// The verdict on whether a save follows from another.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is only one for each pair of saves")]
pub enum Ruling {
    /// It follows, for example by these steps.
    Follows(Vec<TurnStep>),
    /// It follows by these steps if something is true that files can't record.
    OnlyIf {
        steps: Vec<TurnStep>,
        conditions: Vec<Condition>,
    },
    Broken(Breach),
    /// The search used up its effort.
    NotDecided {
        tried: u64,
    },
}

/// Something that happens between two saves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnStep {
    /// The player who acts; `None` for the start of a round.
    pub seat: Option<Seat>,
    /// A clause that continues the player's name, like "throws 7 and covers 4 3".
    pub text: String,
}

impl TurnStep {
    pub(crate) fn of(seat: Seat, text: impl Into<String>) -> TurnStep {
        TurnStep { seat: Some(seat), text: text.into() }
    }

    pub(crate) fn round(text: impl Into<String>) -> TurnStep {
        TurnStep { seat: None, text: text.into() }
    }
}

impl fmt::Display for TurnStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{seat} {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// A fact that a save can't hold. Its text continues "only if".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A Canoga round won by uncovering can look unfinished.
    BeforeIsWon(Seat),
    /// Canoga's lock, in a save from the middle of a turn.
    Locked { owner: Seat, square: u8, locked: bool },
    /// Canoga: a single die where two were allowed as well.
    OneDie,
    /// Kono: earlier positions, and agreements, aren't saved.
    Called,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::BeforeIsWon(winner) => {
                write!(
                    f,
                    "{winner} has won the round in the first file by uncovering, which the file doesn't say (can-win)"
                )
            }
            Condition::Locked { owner, square, locked } => {
                let is = if *locked { "is still" } else { "isn't" };
                write!(
                    f,
                    "{owner}'s square {square} {is} locked in the first file, which the file can't say (can-lock)"
                )
            }
            Condition::OneDie => f.write_str("a player threw one die by choice, which files can't say (can-dice)"),
            Condition::Called => f.write_str("the round was called, which files can't say (kon-called)"),
        }
    }
}

/// The reason why a save doesn't follow.
#[derive(Clone, PartialEq, Debug)]
pub struct Breach {
    /// The name of a rule in `docs/play/rules.md`.
    pub rule: &'static str,
    /// The explanation, as a sentence.
    pub why: String,
    /// The first square, pit, piece or field that is wrong.
    pub place: Option<String>,
    /// The legal result with the fewest differing squares or pieces (Canoga, Kono).
    pub nearest: Option<Standing>,
}

impl Breach {
    pub(crate) fn new(rule: &'static str, why: impl Into<String>) -> Breach {
        Breach { rule, why: why.into(), place: None, nearest: None }
    }

    pub(crate) fn at(self, place: impl Into<String>) -> Breach {
        Breach { place: Some(place.into()), ..self }
    }
}
