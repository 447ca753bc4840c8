use parlor_rules::{Coin, DiceCount, Throw};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::state::Drawn;
use crate::{DiceSource, Entry, Need, Table};

/// Where the chance that a table waits for comes from.
#[derive(Clone, PartialEq, Debug)]
pub enum Draw {
    /// From here: this is what happens.
    Entry(Entry),
    /// From a person with real dice or a real coin (rule dice-manual).
    ByHand,
    /// From a seed that isn't known here, so another one is needed: [`Entry::NewSeed`].
    NeedsSeed,
    /// It doesn't wait for chance.
    NotNow,
}

impl Table {
    /// Draws: the queue first, then what was drawn before it was taken back, then the seed or a hand. The same table
    /// always draws the same.
    pub fn draw(&self) -> Draw {
        let source = self.setup().dice;
        match self.need() {
            Need::Throw { dice, may_be_one, .. } => {
                if let Some(next) = self.queue_left().first() {
                    let allowed = next.throw.count() == DiceCount::Two || may_be_one;
                    return Draw::Entry(if allowed {
                        Entry::Throw { throw: next.throw, queued: true }
                    } else {
                        Entry::Skip
                    });
                }
                match (source, self.drawn_by_hand()) {
                    (DiceSource::Random, _) => match self.seed().number() {
                        Some(seed) => {
                            let throw = drawn_throw(seed, self.draws(), dice);
                            Draw::Entry(Entry::Throw { throw, queued: false })
                        }
                        None => Draw::NeedsSeed,
                    },
                    (DiceSource::Manual, Some(Drawn::Throw(throw))) if throw.count() == dice => {
                        Draw::Entry(Entry::Throw { throw, queued: false })
                    }
                    (DiceSource::Manual, _) => Draw::ByHand,
                }
            }
            Need::Coin => match (source, self.drawn_by_hand()) {
                (DiceSource::Random, _) => match self.seed().number() {
                    Some(seed) => Draw::Entry(Entry::Coin(drawn_coin(seed, self.draws()))),
                    None => Draw::NeedsSeed,
                },
                (DiceSource::Manual, Some(Drawn::Coin(shown))) => Draw::Entry(Entry::Coin(shown)),
                (DiceSource::Manual, _) => Draw::ByHand,
            },
            _ => Draw::NotNow,
        }
    }
}

/// Every draw has a stream of its own, so that it depends on its number alone.
fn generator(seed: u64, number: usize) -> ChaCha8Rng {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(number as u64);
    generator
}

/// The coin that a seed gives for this number of draw, from 0.
pub(crate) fn drawn_coin(seed: u64, number: usize) -> Coin {
    if generator(seed, number).next_u32().is_multiple_of(2) { Coin::Heads } else { Coin::Tails }
}

/// The throw that a seed gives for this number of draw, from 0.
pub(crate) fn drawn_throw(seed: u64, number: usize, dice: DiceCount) -> Throw {
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
