use std::collections::HashMap;

use parlor_rules::DiceCount;

use crate::chance::drawn_from;
use crate::{DiceSource, Drawn, Entry, ReadJournal, Seed, Setup, Table};

/// What a check of every throw and coin of a journal found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verified {
    /// The seeds, in the order of their use.
    pub seeds: Vec<UsedSeed>,
    /// Every throw and coin in the order of the journal, those that were taken back included.
    pub draws: Vec<CheckedDraw>,
    /// Whether the tournament goes on from a save. What was thrown before that isn't in the journal.
    pub from_save: bool,
    /// What is wrong with the journal itself, as a sentence: it is checked only as far as it is whole.
    pub damage: Option<String>,
}

/// A seed and from where on it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UsedSeed {
    /// The table's revision when it was taken: 0 for the seed of the setup.
    pub revision: u64,
    /// The seed.
    pub seed: Seed,
}

/// A throw or a coin that was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckedDraw {
    /// The table's revision after it.
    pub revision: u64,
    /// Its number, from 1. After an undo numbers come again.
    pub number: usize,
    /// What it shows.
    pub shows: Drawn,
    /// Where it comes from, and whether it is right.
    pub origin: Origin,
}

/// Where a throw or a coin comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// From a seed that is known: this is what it must show.
    Seed(Drawn),
    /// From a seed that is hidden. If the same number showed something else before an undo, that.
    HiddenSeed(Option<Drawn>),
    /// From the setup's queue.
    Queue {
        /// Whether a save brought it along; otherwise it is of a dice file.
        of_save: bool,
    },
    /// A person threw or tossed it.
    Hand,
}

impl CheckedDraw {
    /// What it must show, if that is known and isn't what it shows.
    pub fn should_show(&self) -> Option<Drawn> {
        match self.origin {
            Origin::Seed(must) | Origin::HiddenSeed(Some(must)) => Some(must).filter(|must| *must != self.shows),
            Origin::HiddenSeed(None) | Origin::Queue { .. } | Origin::Hand => None,
        }
    }
}

impl Verified {
    /// Whether nothing is wrong. Throws of a hidden seed can't be checked, which isn't wrong.
    pub fn is_right(&self) -> bool {
        self.damage.is_none() && self.draws.iter().all(|draw| draw.should_show().is_none())
    }
}

/// Checks every throw and coin by its number, and that the entries fit.
pub fn verify(setup: &Setup, entries: &[Entry]) -> Verified {
    let (mut table, _) = Table::new(setup.clone());
    let seeds = vec![UsedSeed { revision: 0, seed: setup.seed }];
    let found = Verified { seeds, from_save: setup.resumed.is_some(), ..Verified::default() };
    let mut verifier = Verifier { found, ..Verifier::default() };
    for (entry, number) in entries.iter().zip(1..) {
        match table.apply(entry.clone()) {
            Ok(_) => verifier.check(&table, entry),
            Err(refusal) => {
                verifier.found.damage = Some(format!("entry {number} doesn't fit: {refusal}."));
                break;
            }
        }
    }
    verifier.found
}

impl ReadJournal {
    /// Checks every throw and coin by its number.
    pub fn verify(&self) -> Verified {
        let damage = self.damage.as_ref().map(|damage| damage.notice.clone());
        Verified { damage, ..verify(self.table.setup(), &self.entries) }
    }
}

/// Counts draws by itself: a mistake in how the table draws them must not hide itself.
#[derive(Default)]
struct Verifier {
    found: Verified,
    /// How many draws count now.
    count: usize,
    /// What the hidden seed in use has shown so far, by number and kind.
    shown: HashMap<(usize, Option<DiceCount>), Drawn>,
}

impl Verifier {
    /// Checks an entry that led to this table.
    fn check(&mut self, table: &Table, entry: &Entry) {
        match entry {
            Entry::NewSeed(seed) => {
                self.found.seeds.push(UsedSeed { revision: table.revision(), seed: *seed });
                self.shown.clear();
            }
            Entry::Throw { throw, queued } => self.draw(table, Drawn::Throw(*throw), *queued),
            Entry::Coin(shown) => self.draw(table, Drawn::Coin(*shown), false),
            Entry::Correct(throw) => {
                // The throw that it takes the place of was the last one.
                self.count -= 1;
                self.draw(table, Drawn::Throw(*throw), false);
            }
            Entry::Undo | Entry::Redo | Entry::Accept { .. } => {
                let is_draw = |entry: &Entry| matches!(entry, Entry::Throw { .. } | Entry::Coin(_));
                self.count = table.records().filter(|record| is_draw(&record.entry)).count();
            }
            _ => {}
        }
    }

    fn draw(&mut self, table: &Table, shows: Drawn, queued: bool) {
        let setup = table.setup();
        let seed = self.found.seeds.last().map_or(setup.seed, |used| used.seed);
        let origin = if queued {
            let used = setup.queue.len() - table.queue_left().len();
            Origin::Queue { of_save: setup.queue[used - 1].of_save }
        } else if setup.dice == DiceSource::Manual {
            Origin::Hand
        } else {
            match seed.number() {
                Some(seed) => Origin::Seed(drawn_from(seed, self.count, shows.dice())),
                None => Origin::HiddenSeed(self.shown_before(shows)),
            }
        };
        self.count += 1;
        self.found.draws.push(CheckedDraw { revision: table.revision(), number: self.count, shows, origin });
    }

    /// What the hidden seed showed with this number before it was taken back.
    fn shown_before(&mut self, shows: Drawn) -> Option<Drawn> {
        let first = *self.shown.entry((self.count, shows.dice())).or_insert(shows);
        // The first time there is nothing to compare it with, and an equal one proves nothing about the seed.
        Some(first).filter(|first| *first != shows)
    }
}
