use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use jiff::Timestamp;
use parlor_rules::{Pair, Seat};
use parlor_table::{Entry, Setup, Summary, Table};

use super::{About, Append, Holder, JournalName, Listed, ReadBack, Store, StoreError, Watch};

/// Journals in memory. They end with the process.
#[derive(Default)]
pub struct MemoryStore {
    journals: Mutex<HashMap<JournalName, MemoryJournal>>,
}

struct MemoryJournal {
    setup: Setup,
    entries: Vec<Entry>,
    summary: Summary,
    modified: SystemTime,
    watchers: Vec<Sender<u64>>,
    seats: Pair<Option<Holder>>,
}

impl MemoryStore {
    fn journals(&self) -> MutexGuard<'_, HashMap<JournalName, MemoryJournal>> {
        // Every change is made at once, so a panic elsewhere leaves nothing half done.
        self.journals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(
        &self,
        name: &JournalName,
        work: impl FnOnce(&mut MemoryJournal) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        work(self.journals().get_mut(name).ok_or_else(|| StoreError::Unknown(name.clone()))?)
    }
}

impl Store for MemoryStore {
    fn durability(&self) -> &'static str {
        "Nothing is kept when the program ends."
    }

    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError> {
        let not_a_journal = |name: JournalName, why: String| StoreError::NotAJournal { name, why };
        let mut journals = self.journals();
        let now = Timestamp::now();
        let mut number = 1;
        while journals.contains_key(&JournalName::new(setup.game, now, number)) {
            number += 1;
        }
        let name = JournalName::new(setup.game, now, number);
        let (table, _) = Table::new(setup.clone()).map_err(|error| not_a_journal(name.clone(), error.to_string()))?;
        let journal = MemoryJournal {
            setup: setup.clone(),
            entries: Vec::new(),
            summary: table.summary(),
            modified: SystemTime::now(),
            watchers: Vec::new(),
            seats: Pair::default(),
        };
        journals.insert(name.clone(), journal);
        Ok(name)
    }

    fn open(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        self.look(name)
    }

    fn close(&self, _: &JournalName) {}

    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError> {
        self.with(name, |journal| {
            let now = journal.entries.len() as u64;
            if append.revision != now {
                return Err(StoreError::Stale { name: name.clone(), given: append.revision, now });
            }
            journal.entries.extend_from_slice(append.entries);
            journal.summary = append.summary;
            journal.modified = SystemTime::now();
            let revision = journal.entries.len() as u64;
            journal.watchers.retain(|watcher| watcher.send(revision).is_ok());
            Ok(())
        })
    }

    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        self.with(name, |journal| {
            Table::replay(journal.setup.clone(), &journal.entries, |_, _, _| ())
                .map(|table| ReadBack { table, notices: Vec::new() })
                .map_err(|error| StoreError::NotAJournal { name: name.clone(), why: error.to_string() })
        })
    }

    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError> {
        self.with(name, |journal| Ok(journal.entries.iter().skip(from as usize).cloned().collect()))
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let journals = self.journals();
        let listed = |(name, journal): (&JournalName, &MemoryJournal)| Listed {
            name: name.clone(),
            modified: journal.modified,
            about: Ok(About { setup: journal.setup.clone(), summary: journal.summary }),
        };
        let mut list: Vec<Listed> = journals.iter().map(listed).collect();
        list.sort_by(Listed::last_played_first);
        Ok(list)
    }

    fn remove(&self, name: &JournalName) -> Result<(), StoreError> {
        self.journals().remove(name).map(|_| ()).ok_or_else(|| StoreError::Unknown(name.clone()))
    }

    fn watch(&self, name: &JournalName) -> Result<Watch, StoreError> {
        self.with(name, |journal| {
            let (sender, watch) = Watch::new();
            journal.watchers.push(sender);
            Ok(watch)
        })
    }

    fn seats(&self, name: &JournalName) -> Result<Pair<Option<Holder>>, StoreError> {
        self.with(name, |journal| Ok(journal.seats))
    }

    fn take_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        self.with(name, |journal| match journal.seats[seat] {
            Some(other) if other != holder => Err(StoreError::SeatTaken),
            _ => {
                journal.seats[seat] = Some(holder);
                Ok(())
            }
        })
    }
}
