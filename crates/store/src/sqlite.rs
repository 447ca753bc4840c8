mod schema;
#[cfg(test)]
mod tests;
mod writer;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Read;
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
use super::{JournalName, OnChange, StoreError, TableChange, Watching};
use crate::Store;
use crate::registry::SharedStore;

/// Journals in one SQLite file, for a server with many tables.
///
/// All changes go through one thread, which commits all waiting changes in one transaction: a hundred appends cost as
/// much as one. Reads use separate connections.
pub struct SqliteStore {
    path: PathBuf,
    changes: Option<Sender<PendingChange>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    watchers: Watchers,
    names: NameSource,
    /// Held while the store is open: two servers on one file would each assume that they know the last revision.
    /// `None` for databases in memory and read-only stores.
    _lock: Option<File>,
}

/// The time limit for waiting until another connection has finished.
const BUSY: Duration = Duration::from_secs(5);

/// The page cache of a reading connection, in KiB if negative. There is one connection for each concurrent reader, and
/// their data is in the system's cache anyway.
const READ_CACHE: i64 = -256;

/// Every place that holds the names of tables. If one part of a file is damaged, others may still have the names.
const NAMES: [&str; 5] = [
    "SELECT name FROM tables ORDER BY name",
    "SELECT name FROM tables ORDER BY name DESC",
    "SELECT name FROM tables INDEXED BY tables_by_maker WHERE maker IS NOT NULL",
    "SELECT name FROM links",
    "SELECT name FROM entries WHERE revision = 1",
];

/// The maximum number of listed faults of a file.
const MOST_FAULTS: u32 = 20;

/// A file up to this size, in bytes, is read whole when it is opened, to find damage. That takes about a quarter of a
/// second.
const READ_WHOLE: u64 = 256 << 20;

/// The parts of a larger file that are read when it is opened. The others are nearly all of the file, and are checked
/// only as tables are read: SQLite finds damaged pages, and `journal` finds changed and missing entries.
const READ_AT_START: [&str; 4] = ["tables", "links", "holders", "secrets"];

/// More than the number of different statements, so that none is prepared twice.
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
        SqliteStore::start(path, Some(SqliteStore::lock(path)?), steps)
    }

    /// An empty store in memory, deleted when it is dropped.
    pub fn in_memory() -> Result<SqliteStore, StoreError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // With this VFS, all connections of the process share one database, with the locking of a file.
        SqliteStore::start(Path::new(&format!("file:/tables-{number}?vfs=memdb")), None, &STEPS)
    }

    fn start(path: &Path, lock: Option<File>, steps: &[&'static str]) -> Result<SqliteStore, StoreError> {
        let mut connection = Connection::open(path).map_err(|error| failed(path, &error))?;
        if let Some(why) = fault_at_start(&connection, path, READ_WHOLE).map_err(|error| failed(path, &error))? {
            return Err(StoreError::Damaged { path: path.display().to_string(), why });
        }
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

    /// True if another program has the file open for writing.
    pub(super) fn is_open(path: &Path) -> bool {
        let lock = OpenOptions::new().read(true).open(lock_path(path));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Opens the file read-only, even while another program has it open. Writes are refused.
    pub fn open_read_only(path: &Path) -> Result<SqliteStore, StoreError> {
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

    /// Writes a consistent copy of the file, even while a server has it open. The copy must not exist yet.
    pub fn copy_to(path: &Path, copy: &Path) -> Result<(), StoreError> {
        let store = SqliteStore::open_read_only(path)?;
        let name = copy
            .to_str()
            .ok_or_else(|| StoreError::io(copy, std::io::Error::other("the name of a backup has to be Unicode")))?;
        store.read_with(|connection| connection.execute("VACUUM INTO ?1", [name]).map(|_| ()))
    }

    /// Refuses a file that isn't a complete store of this version.
    pub fn check_file(path: &Path) -> Result<(), StoreError> {
        let store = SqliteStore::open_read_only(path)?;
        match store.read_with(|connection| faults(connection, None, 1))?.pop() {
            Some(why) => Err(StoreError::Damaged { path: path.display().to_string(), why }),
            None => Ok(()),
        }
    }

    /// Locks the file against servers, as `open` does, without opening it.
    pub(super) fn lock(path: &Path) -> Result<File, StoreError> {
        let lock_path = lock_path(path);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(|error| StoreError::io(&lock_path, error))?;
        // A child process that is just being started shares our locks until it has executed its program.
        for _ in 0..5 {
            match lock.try_lock() {
                Ok(()) => return Ok(lock),
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(20)),
                Err(TryLockError::Error(error)) => return Err(StoreError::io(&lock_path, error)),
            }
        }
        Err(StoreError::StoreBusy(path.display().to_string()))
    }

    /// Sends a change to the writer and waits for it.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Writing<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let ended = || StoreError::io(&self.path, std::io::Error::other("the writer thread has ended"));
        let (give, result) = mpsc::channel();
        let done = self.send(move |writing| {
            // The receiver lives until this function returns, so this can't fail.
            let _ = give.send(work(writing)?);
            Ok(())
        });
        done.recv().map_err(|_| ended())??;
        result.recv().map_err(|_| ended())
    }

    /// Sends a change to the writer. The answer arrives once it is on disk.
    fn send(
        &self,
        work: impl FnOnce(&mut Writing<'_>) -> Result<(), StoreError> + Send + 'static,
    ) -> Receiver<Result<(), StoreError>> {
        let (done, answer) = mpsc::channel();
        if let Some(changes) = &self.changes {
            // If the writer has ended, `done` is dropped, and the receiver reports that.
            let _ = changes.send(PendingChange { work: Box::new(work), done });
        } else {
            let looking = StoreError::io(&self.path, std::io::Error::other("it is open read-only"));
            // The receiver is returned below, so this can't fail.
            let _ = done.send(Err(looking));
        }
        answer
    }

    /// Reads with a separate connection.
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
            // Use one plan per statement. Otherwise a statement is recompiled for each number that is bound to it.
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

/// The lock file of a store; the same for every path that leads to the store.
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

/// The path of a file whose name has something appended.
fn beside(path: &Path, appended: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(appended);
    name.into()
}

/// Reads a file that another program may have open, and leaves nothing behind.
fn look_with<T>(path: &Path, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut name = path.to_owned();
    // A program that has the file open keeps a `-wal` file for its writes. If there is none, a read-only connection
    // would create one that it can't remove, so it opens the file as immutable. This is decided anew for each read.
    if path.exists() && !beside(path, "-wal").exists() {
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
        // The last connection to be closed cleans up, which a read-only one can't do.
        self.readers().clear();
        // The thread ends once the channel is closed and all changes in it are made.
        drop(self.changes.take());
        if let Some(writer) = self.writer.take() {
            // If it panicked, its callers have received an error.
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

    fn find_names(&self) -> Result<(Vec<JournalName>, Vec<String>), StoreError> {
        self.read_with(|connection| {
            let mut names = BTreeSet::new();
            // Each statement reads until it reaches damage.
            for sql in NAMES {
                let Ok(mut statement) = connection.prepare(sql) else { continue };
                let Ok(mut rows) = statement.query([]) else { continue };
                while let Ok(Some(row)) = rows.next() {
                    names.extend(row.get::<_, String>(0).ok().and_then(|name| name.parse::<JournalName>().ok()));
                }
            }
            Ok((names.into_iter().collect(), faults(connection, None, MOST_FAULTS)?))
        })
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
    fn watch(&self, name: &JournalName, on_change: OnChange) -> Result<Watching, StoreError> {
        // Added first, so that a removal in between isn't missed.
        let watching = self.watchers.add(name, on_change);
        self.read(name, u64::MAX)?;
        Ok(watching)
    }

    fn size(&self) -> Result<u64, StoreError> {
        let pragma =
            |name: &str| self.read_with(|connection| connection.pragma_query_value(None, name, |row| row.get(0)));
        let (pages, free, bytes): (i64, i64, i64) =
            (pragma("page_count")?, pragma("freelist_count")?, pragma("page_size")?);
        Ok(pages.saturating_sub(free).saturating_mul(bytes).unsigned_abs())
    }

    fn ready(&self) -> Result<(), StoreError> {
        crate::schema::check(&self.place(), self.read_with(version)?, &STEPS)
    }
}

fn rows(connection: &Connection, sql: &str, values: &[Value]) -> rusqlite::Result<Vec<DbRow>> {
    let mut statement = connection.prepare_cached(sql)?;
    for (value, number) in values.iter().zip(1..) {
        // SQLite treats `$1` as a named parameter.
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

/// The first fault of a file that is about to be used. Of a file with more than `read_whole` bytes, only a small part is
/// read.
fn fault_at_start(connection: &Connection, path: &Path, read_whole: u64) -> rusqlite::Result<Option<String>> {
    let size = fs::metadata(path).map_or(0, |data| data.len());
    if size <= read_whole {
        return Ok(faults(connection, None, 1)?.pop());
    }
    if let Some(missing) = cut_off(path, size) {
        return Ok(Some(format!("its last {missing} bytes are missing")));
    }
    for table in READ_AT_START {
        if let Some(fault) = faults(connection, Some(table), 1)?.pop() {
            return Ok(Some(fault));
        }
    }
    Ok(None)
}

/// The number of bytes that are missing from a file according to its header. `None` if there is a `-wal` file, because
/// they may be in there.
fn cut_off(path: &Path, size: u64) -> Option<u64> {
    if fs::metadata(beside(path, "-wal")).is_ok_and(|data| data.len() > 0) {
        return None;
    }
    let mut header = [0; 32];
    File::open(path).and_then(|mut file| file.read_exact(&mut header)).ok()?;
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 1 << 16,
        bytes => u64::from(bytes),
    };
    let pages = u32::from_be_bytes([header[28], header[29], header[30], header[31]]);
    (page * u64::from(pages)).checked_sub(size).filter(|missing| *missing > 0)
}

/// The first faults of the file, or only of one of its tables.
fn faults(connection: &Connection, table: Option<&str>, most: u32) -> rusqlite::Result<Vec<String>> {
    let mut found = Vec::new();
    let asked = table.map_or(Value::from(i64::from(most)), |table| Value::from(table.to_owned()));
    let checked = connection.pragma(None, "quick_check", asked, |row| {
        // The first line of several only names the database.
        let lines: String = row.get(0)?;
        found.extend(lines.lines().filter(|line| !line.starts_with("***")).map(str::to_owned));
        Ok(())
    });
    match checked {
        // The file is so damaged that it can't even be checked.
        Err(error) if is_damage(&error) => found.push(error.to_string()),
        checked => checked?,
    }
    found.retain(|line| line != "ok");
    Ok(found)
}

fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase))
}

fn failed(path: &Path, error: &rusqlite::Error) -> StoreError {
    if is_damage(error) {
        return StoreError::Damaged { path: path.display().to_string(), why: error.to_string() };
    }
    StoreError::io(path, std::io::Error::other(error.to_string()))
}
