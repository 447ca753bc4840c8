use std::fmt;
use std::str::FromStr;

use crate::kono::Color;
use crate::{Coin, DiceCount, Standing, canoga, congkak, kono};

/// A decision that a player has to make, with its position.
///
/// Sizes, menus and further rounds aren't included: the table handles them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Heads or tails (rule con-first).
    Call,
    /// White or Black, before the first move of a round (rule kon-first).
    Color(kono::Standing),
    /// One die or two (rule can-dice). There is a single choice if both dice must be thrown; a
    /// table doesn't ask then.
    Dice(canoga::Position),
    /// Squares to cover or uncover, after the throw.
    Canoga(canoga::Thrown),
    /// A pit to sow from.
    Congkak(congkak::Position),
    /// A step, or a pass if there is none.
    Kono(kono::Standing),
}

/// A choice that answers a [`Decision`]. Parsing its text form gives the same choice.
///
/// ```
/// use parlor_rules::Choice;
/// for text in ["heads", "black", "one die", "cover 4 2", "pit C", "step 2 1 southeast", "pass"] {
///     assert_eq!(text.parse::<Choice>().unwrap().to_string(), text);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Choice {
    /// Heads or tails, for [`Decision::Call`].
    Coin(Coin),
    /// A colour, for [`Decision::Color`].
    Color(Color),
    /// A number of dice, for [`Decision::Dice`].
    Dice(DiceCount),
    /// A move, for [`Decision::Canoga`].
    Canoga(canoga::Move),
    /// A pit, for [`Decision::Congkak`].
    Congkak(congkak::Pit),
    /// A step or a pass, for [`Decision::Kono`].
    Kono(kono::Move),
}

impl Decision {
    /// All available choices; empty if the round is over or the throw allows no move.
    pub fn choices(&self) -> Vec<Choice> {
        match self {
            Decision::Call => [Coin::Heads, Coin::Tails].map(Choice::Coin).to_vec(),
            Decision::Color(_) => [Color::White, Color::Black].map(Choice::Color).to_vec(),
            Decision::Dice(position) => position.throws().map(Choice::Dice).collect(),
            Decision::Canoga(thrown) => thrown.legal_moves().map(Choice::Canoga).collect(),
            Decision::Congkak(position) => position.legal_moves().map(Choice::Congkak).collect(),
            Decision::Kono(standing) => {
                standing.position.iter().flat_map(kono::Position::legal_moves).map(Choice::Kono).collect()
            }
        }
    }
}

/// The first decision of a turn.
impl From<Standing> for Decision {
    fn from(standing: Standing) -> Decision {
        match standing {
            Standing::Canoga(standing) => Decision::Dice(standing.position),
            Standing::Congkak(standing) => Decision::Congkak(standing.position),
            Standing::Kono(standing) => Decision::Kono(standing),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Coin(coin) => coin.fmt(f),
            Choice::Color(Color::White) => f.write_str("white"),
            Choice::Color(Color::Black) => f.write_str("black"),
            Choice::Dice(dice) => dice.fmt(f),
            Choice::Canoga(chosen) => chosen.fmt(f),
            Choice::Congkak(pit) => write!(f, "pit {pit}"),
            Choice::Kono(kono::Move::Pass) => f.write_str("pass"),
            Choice::Kono(step) => write!(f, "step {step}"),
        }
    }
}

/// The text isn't a choice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\u{201c}{0}\u{201d} is not a choice")]
pub struct BadChoice(String);

impl FromStr for Choice {
    type Err = BadChoice;
    fn from_str(text: &str) -> Result<Choice, BadChoice> {
        let bad = || BadChoice(text.chars().take(60).collect());
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match (word, rest) {
            ("heads", "") => Choice::Coin(Coin::Heads),
            ("tails", "") => Choice::Coin(Coin::Tails),
            ("white", "") => Choice::Color(Color::White),
            ("black", "") => Choice::Color(Color::Black),
            ("one", "die") => Choice::Dice(DiceCount::One),
            ("two", "dice") => Choice::Dice(DiceCount::Two),
            ("cover" | "uncover", _) => Choice::Canoga(text.parse().map_err(|_| bad())?),
            ("pit", pit) => Choice::Congkak(pit.parse().map_err(|_| bad())?),
            ("pass", "") => Choice::Kono(kono::Move::Pass),
            ("step", step) => Choice::Kono(step.parse().map_err(|_| bad())?),
            _ => return Err(bad()),
        })
    }
}
