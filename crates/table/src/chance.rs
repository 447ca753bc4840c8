use std::fmt;

use parlor_rules::{Coin, DiceCount, Throw};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{DiceSource, Entry, Next, Table};

/// The source of the next throw or coin toss.
#[derive(Clone, PartialEq, Debug)]
pub enum Draw {
    /// From the queue, from before an undo, or from the seed: apply this entry.
    Entry(Entry),
    /// From a person with real dice or a real coin (rule dice-manual).
    ByHand,
    /// The seed is hidden here, so a new one is needed first: [`Entry::NewSeed`].
    NeedsSeed,
}

/// The result of a throw or a toss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    Throw(Throw),
    Coin(Coin),
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawn::Throw(throw) => throw.fmt(f),
            Drawn::Coin(shown) => shown.fmt(f),
        }
    }
}

impl Drawn {
    /// The number of dice; `None` for a coin.
    pub(crate) fn dice(self) -> Option<DiceCount> {
        match self {
            Drawn::Throw(throw) => Some(throw.count()),
            Drawn::Coin(_) => None,
        }
    }
}

impl From<Drawn> for Entry {
    fn from(drawn: Drawn) -> Entry {
        match drawn {
            Drawn::Throw(throw) => Entry::Throw { throw, queued: false },
            Drawn::Coin(shown) => Entry::Coin(shown),
        }
    }
}

impl Table {
    /// The source of the next throw or coin toss: first the queue, then an undone draw, then the seed or real dice.
    /// `None` if no draw is due. Deterministic for a table.
    pub fn draw(&self) -> Option<Draw> {
        let next = self.next();
        if let (Next::Throw { may_be_one, .. }, Some(queued)) = (&next, self.queue_left().first()) {
            let allowed = queued.throw.count() == DiceCount::Two || *may_be_one;
            let entry = if allowed { Entry::Throw { throw: queued.throw, queued: true } } else { Entry::Skip };
            return Some(Draw::Entry(entry));
        }
        let dice = match next {
            Next::Throw { dice, .. } => Some(dice),
            Next::Toss => None,
            Next::Ask(_) | Next::Save { .. } | Next::Over => return None,
        };
        let number = self.state.draws;
        let (drawn, otherwise) = if self.setup().dice == DiceSource::Random {
            (self.seed().number().map(|seed| drawn_from(seed, number, dice)), Draw::NeedsSeed)
        } else {
            // The result of the same throw by hand, kept from before an undo.
            (self.by_hand.get(number).copied().flatten().filter(|drawn| drawn.dice() == dice), Draw::ByHand)
        };
        Some(drawn.map_or(otherwise, |drawn| Draw::Entry(drawn.into())))
    }
}

/// The result that a seed gives for the draw with this number, from 0: a throw, or a coin toss if `dice` is `None`.
/// Every draw has its own random stream, so its result depends only on its number.
pub(crate) fn drawn_from(seed: u64, number: usize, dice: Option<DiceCount>) -> Drawn {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(number as u64);
    let Some(dice) = dice else {
        return Drawn::Coin(if generator.next_u32().is_multiple_of(2) { Coin::Heads } else { Coin::Tails });
    };
    loop {
        // The largest multiple of 36 below 2³²: numbers above it would favour some throws.
        let number = generator.next_u32();
        if number < u32::MAX - u32::MAX % 36 {
            return Drawn::Throw(Throw::numbered(dice, number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mapping from seeds to dice, as `docs/play/journal.md` describes it, with values computed by an independent
    /// program. If these values ever change, the 1 in a commitment's line must change too.
    #[test]
    fn the_dice_of_a_seed_never_change() {
        let drawn = |count, dice| -> Vec<String> {
            (0..count).map(|number| drawn_from(12345, number, dice).to_string()).collect()
        };
        let throws = drawn(8, Some(DiceCount::Two));
        assert_eq!(throws, ["6 4", "3 3", "2 3", "6 4", "1 5", "5 3", "5 4", "2 2"]);
        let coins = drawn(8, None);
        assert_eq!(coins, ["tails", "heads", "tails", "tails", "heads", "heads", "heads", "tails"]);
        let singles = drawn(3, Some(DiceCount::One));
        assert_eq!(singles, ["6", "3", "2"]);
    }
}
