mod schema;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use rusqlite::config::DbConfig;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use self::schema::{STEPS, migrate, version};
use self::writer::{PendingChange, Writing, write_changes};
use super::database::{Database, DbRow, NameSource, Transaction, micros, signed};
use super::watch::Watchers;
use super::{JournalName, StoreError, TableChange, Tell, Watching};
use crate::Store;
use crate::registry::SharedStore;

/// Journals in one `SQLite` file, for a server with many tables.
///
/// All changes go through one thread, which commits whatever is waiting in one transaction: a hundred answers cost as
/// much as one. Reading has connections of its own.
pub struct SqliteStore {
    path: PathBuf,
    changes: Option<Sender<PendingChange>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    watchers: Watchers,
    names: NameSource,
    /// Held while the store is open: two servers on one file would each think that they know the last revision.
    /// Nothing in memory, and in a store that is only looked at.
    _lock: Option<File>,
}

/// How long to wait for another connection to finish.
const BUSY: Duration = Duration::from_secs(5);

/// What a reading connection keeps of the file, in KiB if it is negative. There are as many of them as read at the same
/// time, and what they read is in the system's cache anyway.
const READ_CACHE: i64 = -256;

/// More than there are different statements, so that none is prepared twice.
const STATEMENTS: usize = 48;

impl SqliteStore {
    /// Opens or creates the file.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with(path, &STEPS)
    }

    fn open_with(path: &Path, steps: &[&'static str]) -> Result<SqliteStore, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| StoreError::io(folder, error))?;
        }
        let lock_path = lock_path(path);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(|error| StoreError::io(&lock_path, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::StoreBusy(path.display().to_string())),
            Err(TryLockError::Error(error)) => return Err(StoreError::io(&lock_path, error)),
        }
        SqliteStore::start(path, Some(lock), steps)
    }

    /// An empty store that is gone when it is dropped.
    pub fn in_memory() -> Result<SqliteStore, StoreError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // This VFS is one database for all connections of the process, which locks as a file does.
        SqliteStore::start(Path::new(&format!("file:/tables-{number}?vfs=memdb")), None, &STEPS)
    }

    fn start(path: &Path, lock: Option<File>, steps: &[&'static str]) -> Result<SqliteStore, StoreError> {
        let mut connection = Connection::open(path).map_err(|error| failed(path, &error))?;
        migrate(&mut connection, path, steps)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        let (changes, waiting) = mpsc::channel();
        let watchers = Watchers::default();
        let (place, watching) = (path.to_owned(), watchers.clone());
        let writer = thread::Builder::new()
            .name("journal-writer".to_owned())
            .spawn(move || write_changes(&connection, &waiting, &place, &watching))
            .map_err(|error| StoreError::io(path, error))?;
        Ok(SqliteStore {
            path: path.to_owned(),
            changes: Some(changes),
            writer: Some(writer),
            readers: Mutex::default(),
            watchers,
            names: NameSource::default(),
            _lock: lock,
        })
    }

    /// Whether another program has the file open to change it.
    pub(super) fn is_open(path: &Path) -> bool {
        let lock = OpenOptions::new().read(true).open(lock_path(path));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// The same file to be looked at, also while another program has it open. What would change it is refused.
    pub fn look_at(path: &Path) -> Result<SqliteStore, StoreError> {
        let store = SqliteStore {
            path: path.to_owned(),
            changes: None,
            writer: None,
            readers: Mutex::default(),
            watchers: Watchers::default(),
            names: NameSource::default(),
            _lock: None,
        };
        store.ready()?;
        Ok(store)
    }

    /// Has a change made, and waits for it.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Writing<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let ended = || StoreError::io(&self.path, std::io::Error::other("the thread that writes has ended"));
        let (give, result) = mpsc::channel();
        let done = self.send(move |writing| {
            // Its receiver is right here.
            let _ = give.send(work(writing)?);
            Ok(())
        });
        done.recv().map_err(|_| ended())??;
        result.recv().map_err(|_| ended())
    }

    /// Has a change made. Its answer comes when it is on disk.
    fn send(
        &self,
        work: impl FnOnce(&mut Writing<'_>) -> Result<(), StoreError> + Send + 'static,
    ) -> Receiver<Result<(), StoreError>> {
        let (done, answer) = mpsc::channel();
        if let Some(changes) = &self.changes {
            // If nobody receives it, `done` is dropped with it, and the answer says so.
            let _ = changes.send(PendingChange { work: Box::new(work), done });
        } else {
            let looking = StoreError::io(&self.path, std::io::Error::other("it is only looked at"));
            // Its receiver is right here.
            let _ = done.send(Err(looking));
        }
        answer
    }

    /// Reads with a connection that nobody else uses meanwhile.
    fn read_with<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let sql = |error: rusqlite::Error| failed(&self.path, &error);
        if self.changes.is_none() {
            return look_with(&self.path, work).map_err(sql);
        }
        let free = self.readers().pop();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let open = || {
            let reader = Connection::open_with_flags(&self.path, flags)?;
            reader.pragma_update(None, "cache_size", READ_CACHE)?;
            // One plan for a statement: otherwise it is compiled again for each number that is bound to it.
            reader.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
            reader.set_prepared_statement_cache_capacity(STATEMENTS);
            Ok(reader)
        };
        let reader = free.map_or_else(open, Ok).map_err(sql)?;
        let found = work(&reader).map_err(sql);
        self.readers().push(reader);
        found
    }

    fn readers(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The file that is locked while the store is open: the same one by whatever name the store is called.
fn lock_path(path: &Path) -> PathBuf {
    let made_later = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok::<_, std::io::Error>(fs::canonicalize(folder)?.join(path.file_name().unwrap_or_default()))
    };
    let mut name =
        fs::canonicalize(path).or_else(|_| made_later()).unwrap_or_else(|_| path.to_owned()).into_os_string();
    name.push(".lock");
    name.into()
}

/// Reads a file that another program may have open, and leaves nothing behind.
fn look_with<T>(path: &Path, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut write_ahead = path.as_os_str().to_owned();
    write_ahead.push("-wal");
    let mut name = path.to_owned();
    // A program that has it open keeps a file for what it writes. Without one there is none, and a reader would make that
    // file and couldn't remove it; so the reader says that it needs none. Each look decides anew.
    if cfg!(unix) && path.exists() && !Path::new(&write_ahead).exists() {
        name = immutable(path).into();
        flags |= OpenFlags::SQLITE_OPEN_URI;
    }
    let connection = Connection::open_with_flags(name, flags)?;
    connection.busy_timeout(BUSY)?;
    work(&connection)
}

/// The address of a file that doesn't change while it is read.
fn immutable(path: &Path) -> String {
    let mut address = "file:".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02x}");
        }
    }
    address + "?immutable=1"
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // The last connection to close tidies up, and one that only reads can't.
        self.readers().clear();
        // The thread ends when the channel does, after what is still in it.
        drop(self.changes.take());
        if let Some(writer) = self.writer.take() {
            // If it panicked, whoever waited for it has been told.
            let _ = writer.join();
        }
    }
}

impl Database for SqliteStore {
    /// One connection writes at a time.
    const SKIP_LOCKED: &'static str = "";

    fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<DbRow>, StoreError> {
        self.read_with(|connection| rows(connection, sql, values))
    }

    fn snapshot<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.read_with(|connection| {
            connection.execute_batch("BEGIN")?;
            let found = work(&mut Writing::new(connection, &self.path));
            connection.execute_batch("ROLLBACK")?;
            Ok(found)
        })?
    }

    fn change<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.write(|writing| work(writing))
    }

    fn append_lines(
        &self,
        name: &JournalName,
        given: u64,
        lines: Vec<String>,
        summary: String,
    ) -> Result<(), StoreError> {
        let name = name.clone();
        self.write(move |writing| {
            let revision = given.saturating_add(lines.len() as u64);
            let sql = "UPDATE tables SET revision = $3, summary = $4, modified = $5, archived = FALSE \
                       WHERE name = $1 AND revision = $2 RETURNING name";
            let now = micros(SystemTime::now());
            let key = Value::from(name.to_string());
            let values = [key.clone(), signed(given).into(), signed(revision).into(), summary.into(), now.into()];
            if writing.query(sql, &values)?.is_empty() {
                let now = writing.query("SELECT revision FROM tables WHERE name = $1", &[key])?.pop();
                let now = now.ok_or_else(|| StoreError::Unknown(name.clone()))?.number().cast_unsigned();
                return Err(StoreError::Stale { name, given, now });
            }
            writing.insert_entries(&name, given, &lines)?;
            writing.notices.push((name, TableChange::Revision(revision)));
            Ok(())
        })
    }

    fn names(&self) -> &NameSource {
        &self.names
    }

    fn place(&self) -> String {
        self.path.display().to_string()
    }
}

impl SharedStore for SqliteStore {
    fn watch(&self, name: &JournalName, tell: Tell) -> Result<Watching, StoreError> {
        // Added first, so that the removal of the journal meanwhile is told.
        let watching = self.watchers.add(name, tell);
        self.read(name, u64::MAX)?;
        Ok(watching)
    }

    fn ready(&self) -> Result<(), StoreError> {
        crate::schema::check(&self.place(), self.read_with(version)?, &STEPS)
    }
}

/// Runs a statement.
fn rows(connection: &Connection, sql: &str, values: &[Value]) -> rusqlite::Result<Vec<DbRow>> {
    let mut statement = connection.prepare_cached(sql)?;
    for (value, number) in values.iter().zip(1..) {
        // For `SQLite` `$1` is a name like any other.
        if let Some(index) = statement.parameter_index(&format!("${number}"))? {
            statement.raw_bind_parameter(index, value)?;
        }
    }
    let columns = statement.column_count();
    let mut rows = statement.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let values: rusqlite::Result<Vec<Value>> = (0..columns).map(|column| row.get(column)).collect();
        found.push(DbRow::new(values?));
    }
    Ok(found)
}

fn failed(path: &Path, error: &rusqlite::Error) -> StoreError {
    StoreError::io(path, std::io::Error::other(error.to_string()))
}
