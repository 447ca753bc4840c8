use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use parlor_rules::{Pair, Seat};
use parlor_table::{Entry, Setup, Summary, Table};

use super::watch::Watchers;
use super::{About, Append, JournalName, Listed, ReadBack, Store, StoreError, Tell, Watch, Watching};
use crate::registry::{self, Beginner, EMPTY_AFTER, FORGET_AFTER, Holder, NewTable, Purpose, Registry, Tidied, Token};

/// Journals in memory. They end with the process.
#[derive(Default)]
pub struct MemoryStore {
    journals: Mutex<HashMap<JournalName, MemoryJournal>>,
    seen: Mutex<HashMap<Holder, String>>,
    /// When they began tables.
    beginnings: Mutex<HashMap<Beginner, Vec<SystemTime>>>,
    watchers: Watchers,
}

struct MemoryJournal {
    setup: Setup,
    entries: Vec<Entry>,
    summary: Summary,
    modified: SystemTime,
    links: Vec<(Purpose, Token)>,
    seats: Pair<Vec<Holder>>,
    maker: Option<Holder>,
    note: String,
    review: Option<String>,
    archived: bool,
}

impl MemoryStore {
    fn journals(&self) -> MutexGuard<'_, HashMap<JournalName, MemoryJournal>> {
        // Every change is made at once, so a panic elsewhere leaves nothing half done.
        self.journals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all_seen(&self) -> MutexGuard<'_, HashMap<Holder, String>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all_beginnings(&self) -> MutexGuard<'_, HashMap<Beginner, Vec<SystemTime>>> {
        self.beginnings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(journals: &mut HashMap<JournalName, MemoryJournal>, journal: MemoryJournal) -> JournalName {
        let now = Timestamp::now();
        let mut number = 1;
        while journals.contains_key(&JournalName::new(journal.setup.game, now, number)) {
            number += 1;
        }
        let name = JournalName::new(journal.setup.game, now, number);
        journals.insert(name.clone(), journal);
        name
    }

    fn with<T>(
        &self,
        name: &JournalName,
        work: impl FnOnce(&mut MemoryJournal) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        work(self.journals().get_mut(name).ok_or_else(|| StoreError::Unknown(name.clone()))?)
    }

    /// Adds a holder to a seat, if `may` says so: whether there is anything to add.
    fn add_holder(
        &self,
        name: &JournalName,
        seat: Seat,
        holder: Holder,
        may: fn(&mut Vec<Holder>, Holder) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        self.with(name, |journal| {
            if may(&mut journal.seats[seat], holder)? {
                self.watchers.tell_people(name);
            }
            Ok(())
        })
    }
}

impl Store for MemoryStore {
    fn durability(&self) -> &'static str {
        "Nothing is kept when the program ends."
    }

    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError> {
        let (table, _) = Table::new(setup.clone()).map_err(|error| super::bad_setup(setup, &error))?;
        let journal = MemoryJournal {
            setup: setup.clone(),
            entries: Vec::new(),
            summary: table.summary(),
            modified: SystemTime::now(),
            links: Vec::new(),
            seats: Pair::default(),
            maker: None,
            note: String::new(),
            review: None,
            archived: false,
        };
        Ok(MemoryStore::add(&mut self.journals(), journal))
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
            journal.archived = false;
            self.watchers.tell(name, journal.entries.len() as u64);
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
        let mut list: Vec<Listed> = journals.iter().map(|(name, journal)| journal.listed(name)).collect();
        list.sort_by(Listed::last_played_first);
        Ok(list)
    }

    fn remove(&self, name: &JournalName) -> Result<(), StoreError> {
        let mut journals = self.journals();
        journals.remove(name).ok_or_else(|| StoreError::Unknown(name.clone()))?;
        self.watchers.end(name);
        Ok(())
    }

    fn review(&self, name: &JournalName) -> Result<Option<String>, StoreError> {
        self.with(name, |journal| Ok(journal.review.clone()))
    }

    fn keep_review(&self, name: &JournalName, text: &str) -> Result<(), StoreError> {
        self.with(name, |journal| {
            journal.review = Some(text.to_owned());
            Ok(())
        })
    }

    fn watch(&self, name: &JournalName) -> Result<Watch, StoreError> {
        self.with(name, |_| Ok(self.watchers.add(name)))
    }
}

impl Registry for MemoryStore {
    fn watch_with(&self, name: &JournalName, tell: Tell) -> Result<Watching, StoreError> {
        // Who doesn't exist can't be watched.
        self.note(name)?;
        Ok(self.watchers.add_with(name, tell))
    }

    fn create_table(
        &self,
        setup: &Setup,
        entries: &[Entry],
        summary: Summary,
        new: &NewTable,
    ) -> Result<JournalName, StoreError> {
        let mut journals = self.journals();
        let used = journals.values().flat_map(|journal| &journal.links);
        let mut links: Vec<(Purpose, Token)> = Vec::new();
        let mut tokens: HashSet<Token> = used.map(|&(_, token)| token).collect();
        for purpose in Purpose::ALL {
            links.extend(new.links.iter().filter(|&&(other, _)| other == purpose));
        }
        let purposes: HashSet<Purpose> = links.iter().map(|&(purpose, _)| purpose).collect();
        if purposes.len() < links.len() || !links.iter().all(|&(_, token)| tokens.insert(token)) {
            return Err(StoreError::BadLinks);
        }
        let journal = MemoryJournal {
            setup: setup.clone(),
            entries: entries.to_vec(),
            summary,
            modified: SystemTime::now(),
            links,
            seats: new.seats()?,
            maker: Some(new.maker),
            note: new.note.clone(),
            review: None,
            archived: false,
        };
        Ok(MemoryStore::add(&mut journals, journal))
    }

    fn follow(&self, token: &Token) -> Result<Option<(JournalName, Purpose)>, StoreError> {
        Ok(self.journals().iter().find_map(|(name, journal)| {
            let &(purpose, _) = journal.links.iter().find(|(_, other)| other == token)?;
            Some((name.clone(), purpose))
        }))
    }

    fn links(&self, name: &JournalName) -> Result<Vec<(Purpose, Token)>, StoreError> {
        self.with(name, |journal| Ok(journal.links.clone()))
    }

    fn holders(&self, name: &JournalName) -> Result<Pair<Vec<Holder>>, StoreError> {
        self.with(name, |journal| Ok(journal.seats.clone()))
    }

    fn take_free_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        self.add_holder(name, seat, holder, registry::take_if_free)
    }

    fn share_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        self.add_holder(name, seat, holder, registry::add_holder)
    }

    fn tables_of(&self, holder: Holder, limit: usize) -> Result<Vec<(Listed, Token, Pair<bool>)>, StoreError> {
        let journals = self.journals();
        let mut list: Vec<_> = journals
            .iter()
            .filter_map(|(name, journal)| {
                let (token, seats) = journal.of(holder)?;
                Some((journal.listed(name), token, seats))
            })
            .collect();
        list.sort_by(|(one, ..), (other, ..)| one.last_played_first(other));
        list.truncate(limit);
        Ok(list)
    }

    fn count_tables_of(&self, holder: Holder) -> Result<usize, StoreError> {
        Ok(self.journals().values().filter_map(|journal| journal.of(holder)).count())
    }

    fn maker(&self, name: &JournalName) -> Result<Option<Holder>, StoreError> {
        self.with(name, |journal| Ok(journal.maker))
    }

    fn tidy(&self, now: SystemTime, archive_after: Option<Duration>) -> Result<Tidied, StoreError> {
        let older = |time: SystemTime, than| now.duration_since(time).is_ok_and(|age| age > than);
        let mut tidied = Tidied::default();
        let mut journals = self.journals();
        journals.retain(|name, journal| {
            let stays = !(journal.is_empty() && older(journal.modified, EMPTY_AFTER));
            if !stays {
                tidied.removed.push(name.clone());
                self.watchers.end(name);
            }
            stays
        });
        for (name, journal) in journals.iter_mut().filter(|(_, journal)| !journal.archived) {
            if archive_after.is_some_and(|after| older(journal.modified, after)) {
                journal.archived = true;
                tidied.archived.push(name.clone());
            }
        }
        self.all_beginnings().retain(|_, times| {
            times.retain(|&time| !older(time, FORGET_AFTER));
            !times.is_empty()
        });
        Ok(tidied)
    }

    fn bring_back(&self, name: &JournalName, now: SystemTime) -> Result<(), StoreError> {
        self.with(name, |journal| {
            if std::mem::take(&mut journal.archived) {
                journal.modified = now;
            }
            Ok(())
        })
    }

    fn count_beginning(&self, who: &[(Beginner, u32)], within: Duration, now: SystemTime) -> Result<bool, StoreError> {
        let mut beginnings = self.all_beginnings();
        let recent = |time: &SystemTime| now.duration_since(*time).map_or(true, |age| age < within);
        let may = |(who, most): &(Beginner, u32)| {
            let count = beginnings.get(who).map_or(0, |times| times.iter().filter(|time| recent(time)).count());
            count < *most as usize
        };
        let allowed = who.iter().all(may);
        if allowed {
            for (who, _) in who {
                beginnings.entry(*who).or_default().push(now);
            }
        }
        Ok(allowed)
    }

    fn note(&self, name: &JournalName) -> Result<String, StoreError> {
        self.with(name, |journal| Ok(journal.note.clone()))
    }

    fn rename(&self, name: &JournalName, seat: Seat, person: &str) -> Result<(), StoreError> {
        self.with(name, |journal| {
            journal.setup.rename(seat, person);
            self.watchers.tell_people(name);
            Ok(())
        })
    }

    fn set_note(&self, name: &JournalName, note: &str) -> Result<(), StoreError> {
        self.with(name, |journal| {
            note.clone_into(&mut journal.note);
            self.watchers.tell_people(name);
            Ok(())
        })
    }

    fn seen(&self, holder: Holder) -> Result<String, StoreError> {
        Ok(self.all_seen().get(&holder).cloned().unwrap_or_default())
    }

    fn keep_seen(&self, holder: Holder, text: &str) -> Result<(), StoreError> {
        registry::check_seen(text)?;
        self.all_seen().insert(holder, text.to_owned());
        Ok(())
    }
}

impl MemoryJournal {
    /// Whether nothing has happened at it, and nobody but its maker has come.
    fn is_empty(&self) -> bool {
        let others = |holders: &Vec<Holder>| holders.iter().any(|&holder| Some(holder) != self.maker);
        self.entries.is_empty() && self.maker.is_some() && !others(&self.seats.human) && !others(&self.seats.computer)
    }

    fn listed(&self, name: &JournalName) -> Listed {
        let about = About { setup: self.setup.clone(), summary: self.summary };
        Listed { name: name.clone(), modified: self.modified, about: Ok(about) }
    }

    /// Its link for watching and which seats are this holder's, if it is one of their tables.
    fn of(&self, holder: Holder) -> Option<(Token, Pair<bool>)> {
        let seats = Pair::from_fn(|seat| self.seats[seat].contains(&holder));
        let &(_, token) = self.links.iter().find(|(purpose, _)| *purpose == Purpose::Watch)?;
        let own = seats.human || seats.computer || self.maker == Some(holder);
        (own && !self.archived).then_some((token, seats))
    }
}
