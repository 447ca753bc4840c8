use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_table::{Entry, Setup, Summary};

use super::{Append, FileStore, JournalName, Listed, ReadBack, SqliteStore, Store, StoreError, default_tables_path};

/// All games of this computer in one list: journals as files, and the tables of a server, if there are any.
///
/// New journals are files. A server's tables are read without a lock, so that this works while the server runs.
/// Continuing or removing one requires that no server has the store open.
pub struct LocalGames {
    files: FileStore,
    tables: PathBuf,
    /// The server's store and the name of its table that is open here.
    open: Mutex<Option<(Arc<SqliteStore>, JournalName)>>,
}

impl LocalGames {
    pub fn standard() -> Result<LocalGames, StoreError> {
        Ok(LocalGames::at(FileStore::standard()?, &default_tables_path()?))
    }

    /// A folder of journals and a server's store, which need not exist.
    pub fn at(files: FileStore, tables: &Path) -> LocalGames {
        LocalGames { files, tables: tables.to_owned(), open: Mutex::default() }
    }

    /// The folder for new journals.
    pub fn folder(&self) -> &Path {
        self.files.folder()
    }

    fn open_table(&self) -> MutexGuard<'_, Option<(Arc<SqliteStore>, JournalName)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The server's store, read-only; `None` if there is none.
    fn tables(&self) -> Result<Option<Arc<SqliteStore>>, StoreError> {
        if let Some((store, _)) = &*self.open_table() {
            return Ok(Some(Arc::clone(store)));
        }
        if !self.tables.exists() {
            return Ok(None);
        }
        SqliteStore::open_read_only(&self.tables).map(|store| Some(Arc::new(store)))
    }

    /// Tries the files first, and if they don't have the journal, the server's store.
    fn find<T>(
        &self,
        in_files: Result<T, StoreError>,
        in_tables: impl FnOnce(&SqliteStore) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match in_files {
            Err(unknown @ StoreError::Unknown(_)) => match self.tables()? {
                Some(tables) => in_tables(&tables),
                None => Err(unknown),
            },
            found => found,
        }
    }

    /// The error that keeps the server's tables out of the list, if any.
    pub fn tables_error(&self) -> Option<StoreError> {
        self.tables().and_then(|tables| tables.map_or(Ok(Vec::new()), |tables| tables.list())).err()
    }

    /// The server's store, opened for changing this table.
    fn own_tables(&self, name: &JournalName) -> Result<SqliteStore, StoreError> {
        let unknown = || StoreError::Unknown(name.clone());
        // Check the name first, so that the user isn't asked to stop the server because of an unknown name.
        self.tables()?.ok_or_else(unknown)?.read(name, u64::MAX)?;
        SqliteStore::open(&self.tables).map_err(|error| match error {
            StoreError::StoreBusy(_) => StoreError::AtServer(name.clone()),
            error => error,
        })
    }
}

impl Store for LocalGames {
    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError> {
        self.files.create(setup)
    }

    fn import(&self, setup: &Setup, entries: &[Entry], summary: Summary) -> Result<JournalName, StoreError> {
        self.files.import(setup, entries, summary)
    }

    fn open(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        match self.files.open(name) {
            Err(StoreError::Unknown(_)) => {
                let store = self.own_tables(name)?;
                let read = store.open(name)?;
                *self.open_table() = Some((Arc::new(store), name.clone()));
                Ok(read)
            }
            found => found,
        }
    }

    fn close(&self, name: &JournalName) {
        self.files.close(name);
        let mut open = self.open_table();
        if open.as_ref().is_some_and(|(_, opened)| opened == name) {
            *open = None;
        }
    }

    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError> {
        let table = self.open_table().as_ref().filter(|(_, opened)| opened == name).map(|(store, _)| Arc::clone(store));
        match table {
            Some(store) => store.append(name, append),
            None => self.files.append(name, append),
        }
    }

    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        self.find(self.files.look(name), |tables| tables.look(name))
    }

    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError> {
        self.find(self.files.read(name, from), |tables| tables.read(name, from))
    }

    fn text(&self, name: &JournalName) -> Result<Vec<u8>, StoreError> {
        self.find(self.files.text(name), |tables| tables.text(name))
    }

    fn is_busy(&self, name: &JournalName) -> bool {
        if self.files.path(name).exists() {
            return self.files.is_busy(name);
        }
        SqliteStore::is_open(&self.tables)
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let mut list = self.files.list()?;
        // A server's store that can't be read must not hide the files; see `tables_error`.
        if let Ok(Some(tables)) = self.tables() {
            let mut others = tables.list().unwrap_or_default();
            // If both have a journal of the same name, the file takes precedence.
            others.retain(|other| list.iter().all(|listed| listed.name != other.name));
            list.extend(others);
            list.sort_by(Listed::last_played_first);
        }
        Ok(list)
    }

    fn remove(&self, name: &JournalName) -> Result<(), StoreError> {
        match self.files.remove(name) {
            Err(StoreError::Unknown(_)) => self.own_tables(name)?.remove(name),
            removed => removed,
        }
    }

    fn review(&self, name: &JournalName) -> Result<Option<String>, StoreError> {
        self.find(self.files.review(name), |tables| tables.review(name))
    }

    fn keep_review(&self, name: &JournalName, text: &str) -> Result<(), StoreError> {
        match self.files.keep_review(name, text) {
            Err(StoreError::Unknown(_)) => self.own_tables(name)?.keep_review(name, text),
            kept => kept,
        }
    }
}
