use std::fmt;
use std::str::FromStr;

use crate::{Pair, Seat};

/// A throw of one or two dice.
///
/// ```
/// use parlor_rules::Throw;
/// let throw: Throw = "4 3".parse().unwrap();
/// assert_eq!((throw.dice(), throw.sum()), (&[4, 3][..], 7));
/// assert_eq!("4 7".parse::<Throw>().unwrap_err().to_string(), "a die shows 1 to 6, not 7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Throw {
    /// The second is 0 if only one die was thrown.
    dice: [u8; 2],
}

/// The reason why some numbers aren't a throw.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadThrow {
    /// Neither one nor two dice.
    #[error("a throw is one or two dice, not {0}")]
    Count(usize),
    /// A number that isn't on a die.
    #[error("a die shows 1 to 6, not {0}")]
    Pips(i64),
    /// Something that isn't a number.
    #[error("a die shows a number from 1 to 6, not \u{201c}{0}\u{201d}")]
    NotANumber(String),
}

impl Throw {
    /// Checks that the numbers can be on dice.
    pub fn new(dice: &[i64]) -> Result<Throw, BadThrow> {
        let die = |pips: i64| match pips {
            1..=6 => Ok(pips.unsigned_abs() as u8),
            _ => Err(BadThrow::Pips(pips)),
        };
        match *dice {
            [one] => Ok(Throw { dice: [die(one)?, 0] }),
            [one, two] => Ok(Throw { dice: [die(one)?, die(two)?] }),
            _ => Err(BadThrow::Count(dice.len())),
        }
    }

    /// Every throw of one die (6) or of two (36, order counts), all equally likely.
    pub fn all(dice: DiceCount) -> impl Iterator<Item = Throw> {
        let second = match dice {
            DiceCount::One => 0..=0,
            DiceCount::Two => 1..=6,
        };
        (1..=6).flat_map(move |one| second.clone().map(move |two| Throw { dice: [one, two] }))
    }

    /// Turns a random number into a throw; every throw of [`Self::all`] comes up equally often.
    pub fn numbered(dice: DiceCount, number: u32) -> Throw {
        let second = match dice {
            DiceCount::One => 0,
            DiceCount::Two => (number / 6 % 6) as u8 + 1,
        };
        Throw { dice: [(number % 6) as u8 + 1, second] }
    }

    /// The dice, in the order given.
    pub fn dice(&self) -> &[u8] {
        match self.count() {
            DiceCount::One => &self.dice[..1],
            DiceCount::Two => &self.dice,
        }
    }

    /// The number of dice that were thrown.
    pub fn count(self) -> DiceCount {
        if self.dice[1] == 0 { DiceCount::One } else { DiceCount::Two }
    }

    /// The pips of all dice together, 1 to 12.
    #[inline]
    pub fn sum(self) -> u8 {
        self.dice[0] + self.dice[1]
    }
}

/// The number of dice in a throw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DiceCount {
    /// A single die, which shows 1 to 6.
    One = 1,
    /// Two dice, which show 2 to 12 together.
    Two = 2,
}

impl DiceCount {
    /// `Two` for `One`, and the reverse.
    #[must_use]
    pub fn other(self) -> DiceCount {
        match self {
            DiceCount::One => DiceCount::Two,
            DiceCount::Two => DiceCount::One,
        }
    }
}

impl fmt::Display for DiceCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DiceCount::One => "one die",
            DiceCount::Two => "two dice",
        })
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dice {
            [one, 0] => write!(f, "{one}"),
            [one, two] => write!(f, "{one} {two}"),
        }
    }
}

impl fmt::Debug for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Throw({self})")
    }
}

impl FromStr for Throw {
    type Err = BadThrow;
    fn from_str(text: &str) -> Result<Throw, BadThrow> {
        let dice = text
            .split_whitespace()
            .map(|word| word.parse().map_err(|_| BadThrow::NotANumber(word.chars().take(20).collect())))
            .collect::<Result<Vec<i64>, _>>()?;
        Throw::new(&dice)
    }
}

/// The player who starts after both have thrown (rules can-first, kon-first): the one with the higher sum. `None` if
/// the sums are equal, so that both throw again.
pub fn first_by_dice(throws: Pair<Throw>) -> Option<Seat> {
    throws.map(Throw::sum).leader()
}

/// A side of a coin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Coin {
    /// The side with the head.
    Heads,
    /// The other side.
    Tails,
}

impl fmt::Display for Coin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Coin::Heads => "heads",
            Coin::Tails => "tails",
        })
    }
}

/// The player who starts after Human called the coin (rule con-first): Human if the call was right.
pub fn first_by_coin(call: Coin, shown: Coin) -> Seat {
    if call == shown { Seat::Human } else { Seat::Computer }
}
