//! Schema versions of databases. There are only upgrades, no downgrades.

use super::StoreError;

/// The steps from the version of a database to the latest one. An empty database has version 0, and the step at index n
/// leads from version n to n + 1.
pub(super) fn missing_steps<'a>(
    place: &str,
    found: i64,
    steps: &'a [&'static str],
) -> Result<&'a [&'static str], StoreError> {
    usize::try_from(found).ok().and_then(|found| steps.get(found..)).ok_or_else(|| StoreError::NewerSchema {
        path: place.to_owned(),
        found,
        known: steps.len() as i64,
    })
}

/// Refuses a database that isn't at the latest version, for readers that may not migrate it.
pub(super) fn check(place: &str, found: i64, steps: &[&'static str]) -> Result<(), StoreError> {
    if missing_steps(place, found, steps)?.is_empty() {
        return Ok(());
    }
    let why = match found {
        0 => "there are no tables in this database".to_owned(),
        found => format!("it has schema {found}; open it with a server of this version once to bring it up to date"),
    };
    Err(StoreError::Io { path: place.to_owned(), error: std::io::Error::other(why) })
}

/// A fictitious second version, until there is a real one.
#[cfg(test)]
pub(super) mod tests {
    use std::time::SystemTime;

    use parlor_rules::{Pair, Seat};

    use super::super::conformance::next_entry;
    use super::super::{Append, JournalName, Store};
    use crate::registry::conformance::{create, holder, new_table};
    use crate::registry::{BrowserId, CreationLimit, CreationOutcome, Creator, NewTable, Registry, Token};

    pub const VERSION_2: &str =
        "ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'green'; CREATE TABLE rooms (name TEXT);";

    /// A table with entries, holders, links, a note and a review, in a store of version 1.
    pub struct Filled {
        name: JournalName,
        new: NewTable,
        maker: BrowserId,
        guest: BrowserId,
        now: SystemTime,
    }

    impl Filled {
        pub fn fill(store: &dyn Registry) -> Filled {
            let (maker, guest, now) = (holder(), holder(), SystemTime::now());
            let new = NewTable { holders: vec![(Seat::Human, maker)], note: "help off".to_owned(), ..new_table(maker) };
            let name = create(store, &new);
            store.take_free_seat(&name, Seat::Computer, guest).unwrap();
            store.keep_review(&name, "a review").unwrap();
            store.keep_seen(guest, "kono-1 3 1794900000\n").unwrap();
            let filled = Filled { name, new, maker, guest, now };
            (0..5).for_each(|_| filled.play(store));
            assert!(filled.count_new_table(store), "the limit isn't reached");
            filled
        }

        fn play(&self, store: &dyn Store) {
            let mut table = store.look(&self.name).unwrap().table;
            let (revision, entry) = (table.revision(), next_entry(&table).unwrap());
            table.apply(entry.clone()).unwrap();
            let append = Append { revision, entries: &[entry], summary: table.summary(), lasting: true };
            store.append(&self.name, append).unwrap();
        }

        /// True if another table is allowed. The limit of one table a minute depends on the secret.
        fn count_new_table(&self, store: &dyn Registry) -> bool {
            let creator = Creator::Address([192, 0, 2, 7].into());
            let limit = CreationLimit { tables_per_minute: 1, bytes_per_hour: 0 };
            store.count_new_table(&[(creator, limit)], 0, self.now).unwrap() == CreationOutcome::Allowed
        }

        /// Checks that all data is still there, and that the game continues.
        pub fn check(&self, store: &dyn Registry) {
            let list = store.list().unwrap();
            assert_eq!(list.iter().map(|listed| &listed.name).collect::<Vec<_>>(), [&self.name]);
            let table = store.look(&self.name).unwrap().table;
            assert_eq!(list[0].about.as_ref().unwrap().summary, table.summary());
            assert_eq!(table.revision(), store.read(&self.name, 0).unwrap().len() as u64);
            assert!(table.revision() >= 5);
            let holders = Pair { human: vec![self.maker], computer: vec![self.guest] };
            assert_eq!(store.people(&self.name).unwrap().seats, holders);
            assert_eq!(store.people(&self.name).unwrap().links, self.new.links);
            let follow = |token: &Token| store.follow(token).unwrap().unwrap();
            assert!(self.new.links.iter().all(|(purpose, token)| follow(token) == (self.name.clone(), *purpose)));
            assert_eq!(store.people(&self.name).unwrap().maker, Some(self.maker));
            assert_eq!(store.people(&self.name).unwrap().note, self.new.note);
            assert_eq!(store.review(&self.name).unwrap().as_deref(), Some("a review"));
            assert_eq!(store.seen(self.guest).unwrap(), "kono-1 3 1794900000\n");
            assert!(!self.count_new_table(store));
            self.play(store);
            assert_eq!(store.look(&self.name).unwrap().table.revision(), table.revision() + 1);
        }
    }
}
