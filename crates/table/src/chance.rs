use std::fmt;

use parlor_rules::{Coin, DiceCount, Throw};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{DiceSource, Entry, Next, Table};

/// Where the dice or the coin come from that fall next.
#[derive(Clone, PartialEq, Debug)]
pub enum Draw {
    /// From the queue, from before an undo, or from the seed: this entry happens.
    Entry(Entry),
    /// From a person with real dice or a real coin (rule dice-manual).
    ByHand,
    /// From a seed that is hidden here, so another one is needed first: [`Entry::NewSeed`].
    NeedsSeed,
}

/// The result of a throw or a toss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// Dice.
    Throw(Throw),
    /// A coin.
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
    /// Where the dice or the coin come from that fall next: the queue first, then a draw that was taken back, then the
    /// seed, or real dice. `None` if neither falls now. The same table always draws the same.
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
        let (drawn, otherwise) = if self.setup().dice == DiceSource::Random {
            let drawn = self.seed().number().map(|seed| drawn_from(seed, self.draws(), dice));
            (drawn, Draw::NeedsSeed)
        } else {
            (self.drawn_by_hand().filter(|drawn| drawn.dice() == dice), Draw::ByHand)
        };
        Some(drawn.map_or(otherwise, |drawn| Draw::Entry(drawn.into())))
    }
}

/// Every draw has a stream of its own, so that it depends on its number alone.
fn generator(seed: u64, number: usize) -> ChaCha8Rng {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(number as u64);
    generator
}

/// The throw of so many dice, or the coin, that a seed gives for this number of draw, from 0.
pub(crate) fn drawn_from(seed: u64, number: usize, dice: Option<DiceCount>) -> Drawn {
    match dice {
        Some(dice) => Drawn::Throw(drawn_throw(seed, number, dice)),
        None => Drawn::Coin(drawn_coin(seed, number)),
    }
}

fn drawn_coin(seed: u64, number: usize) -> Coin {
    if generator(seed, number).next_u32().is_multiple_of(2) { Coin::Heads } else { Coin::Tails }
}

fn drawn_throw(seed: u64, number: usize, dice: DiceCount) -> Throw {
    let mut generator = generator(seed, number);
    loop {
        // The largest multiple of 36 below 2³²: what is left over would favour some throws.
        let number = generator.next_u32();
        if number < u32::MAX - u32::MAX % 36 {
            return Throw::numbered(dice, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a commitment promises, as `docs/journal.md` describes it; the values come from a program that shares no code
    /// with this one. If they ever change, the 1 in the line of a commitment must change too.
    #[test]
    fn the_dice_of_a_seed_never_change() {
        let throws: Vec<String> = (0..8).map(|number| drawn_throw(12345, number, DiceCount::Two).to_string()).collect();
        assert_eq!(throws, ["6 4", "3 3", "2 3", "6 4", "1 5", "5 3", "5 4", "2 2"]);
        let coins: Vec<String> = (0..8).map(|number| drawn_coin(12345, number).to_string()).collect();
        assert_eq!(coins, ["tails", "heads", "tails", "tails", "heads", "heads", "heads", "tails"]);
        let singles: Vec<String> =
            (0..3).map(|number| drawn_throw(12345, number, DiceCount::One).to_string()).collect();
        assert_eq!(singles, ["6", "3", "2"]);
    }
}
