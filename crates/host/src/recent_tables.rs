//! The latest tables of a process, shared by the rooms of a server and its engine, so that neither has to read from the
//! store what the other has just written.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_store::JournalName;
use parlor_table::Table;

use crate::AppliedEntry;

/// Tables as they are in the store, each at the latest revision that this process knows.
#[derive(Default)]
pub struct RecentTables {
    state: Mutex<Generations>,
}

/// When the new generation is full, it replaces the old one, and all tables of the old one are dropped. A table that is
/// used returns to the new generation.
#[derive(Default)]
struct Generations {
    new: HashMap<JournalName, RecentTable>,
    old: HashMap<JournalName, RecentTable>,
}

struct RecentTable {
    table: Table,
    /// The entries that the engine has just played.
    played: Option<Played>,
}

#[derive(Clone)]
struct Played {
    /// The revision before these entries.
    from: u64,
    applied: Arc<[AppliedEntry]>,
}

/// The size of a generation.
const TABLES: usize = 512;

impl RecentTables {
    fn state(&self) -> MutexGuard<'_, Generations> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, name: &JournalName) -> Option<Table> {
        self.state().find(name).map(|recent| recent.table.clone())
    }

    /// Adds a table that is in the store at this revision.
    pub fn put(&self, name: &JournalName, table: &Table) {
        self.state().put(name, table, None);
    }

    /// Adds a table to which the engine has just written these entries.
    pub fn put_played(&self, name: &JournalName, from: u64, table: &Table, applied: Vec<AppliedEntry>) {
        self.state().put(name, table, Some(Played { from, applied: applied.into() }));
    }

    /// The table after the entries that the engine played at a revision, and these entries.
    pub fn played_at(&self, name: &JournalName, revision: u64) -> Option<(Table, Arc<[AppliedEntry]>)> {
        let mut state = self.state();
        let RecentTable { table, played } = state.find(name)?;
        let Played { applied, .. } = played.as_ref().filter(|played| played.from == revision)?;
        Some((table.clone(), Arc::clone(applied)))
    }
}

impl Generations {
    fn find(&mut self, name: &JournalName) -> Option<&RecentTable> {
        if let Some(recent) = self.old.remove(name) {
            self.insert(name.clone(), recent);
        }
        self.new.get(name)
    }

    fn put(&mut self, name: &JournalName, table: &Table, played: Option<Played>) {
        // An earlier table can arrive later from another thread.
        if self.find(name).is_none_or(|known| known.table.revision() < table.revision()) {
            self.insert(name.clone(), RecentTable { table: table.clone(), played });
        }
    }

    fn insert(&mut self, name: JournalName, recent: RecentTable) {
        self.new.insert(name, recent);
        if self.new.len() >= TABLES {
            self.old = std::mem::take(&mut self.new);
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Game;
    use parlor_table::Setup;

    use super::*;

    fn name(number: usize) -> JournalName {
        format!("kono-{number}").parse().unwrap()
    }

    /// A table at revisions 0, 1 and 2.
    fn tables() -> [Table; 3] {
        let (first, _) = Table::new(Setup::new(Game::Kono));
        let entry = |table: &Table| {
            let question = table.next().question().unwrap().clone();
            parlor_table::Entry::decision(question.seat, parlor_table::Answer::Size(5))
        };
        let mut second = first.clone();
        second.apply(entry(&first)).unwrap();
        let mut third = second.clone();
        third.apply(parlor_table::Entry::Undo).unwrap();
        [first, second, third]
    }

    #[test]
    fn the_latest_table_is_kept_whatever_the_order() {
        let (recent, [first, second, third]) = (RecentTables::default(), tables());
        for table in [&second, &first] {
            recent.put(&name(1), table);
            assert_eq!(recent.get(&name(1)).as_ref(), Some(&second));
        }
        recent.put_played(&name(1), 1, &third, Vec::new());
        assert_eq!(recent.played_at(&name(1), 1).map(|(table, _)| table), Some(third.clone()));
        assert!(recent.played_at(&name(1), 0).is_none(), "only the entries after revision 1 are known");
        recent.put(&name(1), &third);
        assert!(recent.played_at(&name(1), 1).is_some(), "the same table doesn't replace what is known about it");
    }

    #[test]
    fn unused_tables_are_dropped_first() {
        let (recent, [table, ..]) = (RecentTables::default(), tables());
        for number in 0..3 * TABLES {
            recent.put(&name(number), &table);
            assert!(recent.get(&name(0)).is_some(), "{number}");
        }
        assert!(recent.get(&name(1)).is_none());
        let Generations { new, old } = &*recent.state();
        assert!(new.len() + old.len() <= 2 * TABLES);
    }
}
