use std::collections::HashMap;

use parlor_rules::DiceCount;

use crate::chance::drawn_from;
use crate::{DiceSource, Drawn, Entry, ReadJournal, Seed, Setup, Table};

/// The result of checking every throw and coin toss in a journal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verified {
    /// The seeds, in the order of their use.
    pub seeds: Vec<UsedSeed>,
    /// Every throw and coin toss in journal order, including undone ones.
    pub draws: Vec<CheckedDraw>,
    /// The tournament resumes from a save, whose throws aren't in the journal.
    pub from_save: bool,
    /// Damage to the journal, in a sentence; only the part before it was checked.
    pub damage: Option<String>,
}

/// A seed and its first revision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UsedSeed {
    /// The table's revision when the seed was set: 0 for the seed of the setup.
    pub revision: u64,
    pub seed: Seed,
}

/// A checked throw or coin toss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckedDraw {
    /// The table's revision after it.
    pub revision: u64,
    /// The draw's number, from 1. Numbers repeat after an undo.
    pub number: usize,
    pub shows: Drawn,
    /// The source, with the expected result.
    pub origin: Origin,
}

/// The source of a throw or a coin toss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A known seed, with the result that it gives.
    Seed(Drawn),
    /// A hidden seed, with the draw's earlier result if it was different before an undo.
    HiddenSeed(Option<Drawn>),
    Queue {
        /// From a save rather than a dice file.
        of_save: bool,
    },
    Hand,
}

impl CheckedDraw {
    /// The right result, if it is known and differs.
    pub fn should_show(&self) -> Option<Drawn> {
        match self.origin {
            Origin::Seed(must) | Origin::HiddenSeed(Some(must)) => Some(must).filter(|must| *must != self.shows),
            Origin::HiddenSeed(None) | Origin::Queue { .. } | Origin::Hand => None,
        }
    }
}

impl Verified {
    /// True if no error was found. Throws of a hidden seed can't be checked, and don't count as errors.
    pub fn is_right(&self) -> bool {
        self.damage.is_none() && self.draws.iter().all(|draw| draw.should_show().is_none())
    }
}

/// Checks every throw and coin toss by its number, and that the entries fit.
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
    /// Checks every throw and coin toss by its number.
    pub fn verify(&self) -> Verified {
        let damage = self.damage.as_ref().map(|damage| damage.notice.clone());
        Verified { damage, ..verify(self.table.setup(), &self.entries) }
    }
}

/// Counts draws independently of the table, so that it can find the table's errors.
#[derive(Default)]
struct Verifier {
    found: Verified,
    /// The number of draws that count now.
    count: usize,
    /// The results of the current hidden seed so far, by number and kind.
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
                // A correction replaces the last draw.
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

    /// The earlier result of the hidden seed for this number, from before an undo.
    fn shown_before(&mut self, shows: Drawn) -> Option<Drawn> {
        let first = *self.shown.entry((self.count, shows.dice())).or_insert(shows);
        // The first result has nothing to be compared with, and an equal one proves nothing.
        Some(first).filter(|first| *first != shows)
    }
}
