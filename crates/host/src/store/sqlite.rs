mod registry;
mod schema;
#[cfg(test)]
mod tests;
mod whole;
mod writer;

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use parlor_rules::{Game, Seat};
use parlor_table::{Entry, Setup, write_entry};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use self::schema::{SCHEMA, STEPS, migrate, newer_schema};
use self::writer::{Change, Done, write_changes};
use super::rows::{self, JournalRows, NewRows, signed};
use super::watch::Watchers;
use super::{Append, JournalName, Listed, ReadBack, Store, StoreError, Watch};

/// Journals in one `SQLite` file, for a server with many tables.
///
/// All changes go through one thread, which commits whatever is waiting in one transaction: a hundred answers cost as
/// much as one. Reading has connections of its own.
pub struct SqliteStore {
    path: PathBuf,
    changes: Option<Sender<Change>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    watchers: Watchers,
    /// Held while the store is open: two servers on one file would each think that they know the last revision.
    /// Nothing in a store that is only looked at.
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

    fn open_with(path: &Path, steps: &[&str]) -> Result<SqliteStore, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| StoreError::io(folder, error))?;
        }
        let lock_path = path.with_extension("lock");
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(|error| StoreError::io(&lock_path, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::StoreBusy(path.display().to_string())),
            Err(TryLockError::Error(error)) => return Err(StoreError::io(&lock_path, error)),
        }
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
            _lock: Some(lock),
        })
    }

    /// Whether another program has the file open to change it.
    pub(super) fn is_open(path: &Path) -> bool {
        let lock = OpenOptions::new().read(true).open(path.with_extension("lock"));
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
            _lock: None,
        };
        let schema: i64 =
            store.read_with(|connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)))?;
        match schema {
            1..=SCHEMA => Ok(store),
            0 => Err(StoreError::io(path, std::io::Error::other("this is not a store of tables"))),
            newer => Err(newer_schema(path, newer)),
        }
    }

    /// Has a change made, and waits for it.
    fn change(
        &self,
        work: impl FnOnce(&Connection) -> Result<Done, StoreError> + Send + 'static,
    ) -> Result<Done, StoreError> {
        self.send(work).recv().unwrap_or_else(|_| {
            Err(StoreError::io(&self.path, std::io::Error::other("the thread that writes has ended")))
        })
    }

    /// Has a change made. Its answer comes when it is on disk.
    fn send(
        &self,
        work: impl FnOnce(&Connection) -> Result<Done, StoreError> + Send + 'static,
    ) -> Receiver<Result<Done, StoreError>> {
        let (done, answer) = mpsc::channel();
        if let Some(changes) = &self.changes {
            // If nobody receives it, `done` is dropped with it, and the answer says so.
            let _ = changes.send(Change { work: Box::new(work), done });
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
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let reader = Connection::open_with_flags(&self.path, flags)?;
            reader.pragma_update(None, "cache_size", READ_CACHE)?;
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

    /// The header and the entries after a revision.
    fn rows(&self, name: &JournalName, from: u64) -> Result<JournalRows, StoreError> {
        let found = self.read_with(|connection| {
            let header: Option<String> = connection
                .prepare_cached("SELECT header FROM tables WHERE name = ?1")?
                .query_row([name.as_str()], |row| row.get(0))
                .optional()?;
            let Some(header) = header else { return Ok(None) };
            let mut entries = connection
                .prepare_cached("SELECT line FROM entries WHERE name = ?1 AND revision > ?2 ORDER BY revision")?;
            let lines = entries.query_map(params![name.as_str(), signed(from)], |row| row.get(0))?;
            Ok(Some(JournalRows { header, lines: lines.collect::<rusqlite::Result<Vec<String>>>()? }))
        })?;
        found.ok_or_else(|| StoreError::Unknown(name.clone()))
    }
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

fn insert_table(store: &SqliteStore, game: Game, new: NewRows) -> Result<JournalName, StoreError> {
    let path = store.path.clone();
    let done = store.change(move |connection| {
        let now = Timestamp::now();
        let mut number = 1;
        loop {
            let name = JournalName::new(game, now, number);
            if insert_rows(connection, &path, &name, &new, micros())? {
                return Ok(Done::Created(name));
            }
            number += 1;
        }
    })?;
    match done {
        Done::Created(name) => Ok(name),
        _ => unreachable!("a creation creates"),
    }
}

/// Writes a new table. Returns whether the name was free; if not, nothing is written.
fn insert_rows(
    connection: &Connection,
    path: &Path,
    name: &JournalName,
    new: &NewRows,
    modified: i64,
) -> Result<bool, StoreError> {
    let sql = |error: rusqlite::Error| failed(path, &error);
    let inserted = connection
        .prepare_cached(
            "INSERT INTO tables (name, header, revision, summary, modified, maker, note) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (name) DO NOTHING",
        )
        .and_then(|mut insert| {
            let (revision, maker) = (new.lines.len() as i64, new.maker.map(|maker| maker.0));
            let NewRows { header, summary, note, .. } = new;
            insert.execute(params![name.as_str(), header, revision, summary, modified, maker, note])
        })
        .map_err(sql)?;
    if inserted == 0 {
        return Ok(false);
    }
    insert_entries(connection, name, 0, &new.lines).map_err(sql)?;
    for (purpose, token) in &new.links {
        let inserted = connection
            .prepare_cached("INSERT INTO links (token, name, purpose) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
            .and_then(|mut insert| {
                insert.execute(params![token.as_bytes(), name.as_str(), rows::purpose_text(*purpose)])
            })
            .map_err(sql)?;
        if inserted == 0 {
            return Err(StoreError::BadLinks);
        }
    }
    for seat in Seat::BOTH {
        for (place, &holder) in new.seats[seat].iter().enumerate() {
            registry::insert_holder(connection, name, seat, place, holder).map_err(sql)?;
        }
    }
    Ok(true)
}

/// Writes the entries after a revision.
fn insert_entries(
    connection: &Connection,
    name: &JournalName,
    revision: u64,
    lines: &[String],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO entries (name, revision, line) VALUES (?1, ?2, ?3)")?;
    for (line, revision) in lines.iter().zip(revision + 1..) {
        insert.execute(params![name.as_str(), signed(revision), line])?;
    }
    Ok(())
}

/// A row that begins with name, header, summary and time; `None` if that is not the name of a journal.
fn listed(row: &Row<'_>) -> rusqlite::Result<Option<Listed>> {
    let (name, header, summary): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let modified: i64 = row.get(3)?;
    Ok(rows::listed(&name, &header, &summary, modified))
}

impl Store for SqliteStore {
    fn durability(&self) -> &'static str {
        "Every entry is on the disk before it is shown, and survives a power failure."
    }

    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError> {
        insert_table(self, setup.game, NewRows::journal(setup)?)
    }

    fn open(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        self.look(name)
    }

    fn close(&self, _: &JournalName) {}

    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError> {
        let lines: Vec<String> = append.entries.iter().map(write_entry).collect();
        let (name, path) = (name.clone(), self.path.clone());
        let (given, summary) = (append.revision, append.summary.to_string());
        self.change(move |connection| {
            let sql = |error: rusqlite::Error| failed(&path, &error);
            let revision = given.saturating_add(lines.len() as u64);
            let updated = connection
                .prepare_cached(
                    "UPDATE tables SET revision = ?3, summary = ?4, modified = ?5, archived = 0 \
                     WHERE name = ?1 AND revision = ?2",
                )
                .and_then(|mut update| {
                    update.execute(params![name.as_str(), signed(given), signed(revision), summary, micros()])
                })
                .map_err(sql)?;
            if updated == 0 {
                let now: Option<i64> = connection
                    .prepare_cached("SELECT revision FROM tables WHERE name = ?1")
                    .and_then(|mut select| select.query_row([name.as_str()], |row| row.get(0)).optional())
                    .map_err(sql)?;
                let now = now.ok_or_else(|| StoreError::Unknown(name.clone()))?.cast_unsigned();
                return Err(StoreError::Stale { name, given, now });
            }
            insert_entries(connection, &name, given, &lines).map_err(sql)?;
            Ok(Done::Appended(name, revision))
        })?;
        Ok(())
    }

    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        rows::read_back(name, &self.rows(name, 0)?)
    }

    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError> {
        rows::entries(name, &self.rows(name, from)?.lines)
    }

    /// Also if it can't be replayed: whatever is wrong with it is to be found in the text.
    fn text(&self, name: &JournalName) -> Result<Vec<u8>, StoreError> {
        rows::text(name, &self.rows(name, 0)?)
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let rows = self.read_with(|connection| {
            let mut select = connection.prepare_cached("SELECT name, header, summary, modified FROM tables")?;
            let rows = select.query_map([], listed)?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        let mut list: Vec<Listed> = rows.into_iter().flatten().collect();
        list.sort_by(Listed::last_played_first);
        Ok(list)
    }

    fn remove(&self, name: &JournalName) -> Result<(), StoreError> {
        let (name, path) = (name.clone(), self.path.clone());
        self.change(move |connection| {
            let removed = connection
                .prepare_cached("DELETE FROM tables WHERE name = ?1")
                .and_then(|mut delete| delete.execute([name.as_str()]))
                .map_err(|error| failed(&path, &error))?;
            if removed == 0 { Err(StoreError::Unknown(name)) } else { Ok(Done::Removed(name)) }
        })?;
        Ok(())
    }

    fn review(&self, name: &JournalName) -> Result<Option<String>, StoreError> {
        let (known, review) = self.read_with(|connection| {
            let known = connection.prepare_cached("SELECT 1 FROM tables WHERE name = ?1")?.exists([name.as_str()])?;
            // A file that is only looked at may be of an earlier schema, and have none.
            let kept: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            let review = if kept < 3 {
                None
            } else {
                let mut select = connection.prepare_cached("SELECT review FROM reviews WHERE name = ?1")?;
                select.query_row([name.as_str()], |row| row.get(0)).optional()?
            };
            Ok((known, review))
        })?;
        if known { Ok(review) } else { Err(StoreError::Unknown(name.clone())) }
    }

    fn keep_review(&self, name: &JournalName, text: &str) -> Result<(), StoreError> {
        let (name, path, text) = (name.clone(), self.path.clone(), text.to_owned());
        self.change(move |connection| {
            let kept = connection
                .prepare_cached(
                    "INSERT INTO reviews (name, review) SELECT name, ?2 FROM tables WHERE name = ?1 \
                     ON CONFLICT (name) DO UPDATE SET review = excluded.review",
                )
                .and_then(|mut insert| insert.execute(params![name.as_str(), text]))
                .map_err(|error| failed(&path, &error))?;
            if kept == 0 { Err(StoreError::Unknown(name)) } else { Ok(Done::Changed) }
        })?;
        Ok(())
    }

    fn watch(&self, name: &JournalName) -> Result<Watch, StoreError> {
        // First of all, so that a journal that is removed meanwhile ends it.
        let watch = self.watchers.add(name);
        let known = self.read_with(|connection| {
            connection.prepare_cached("SELECT 1 FROM tables WHERE name = ?1")?.exists([name.as_str()])
        })?;
        if known { Ok(watch) } else { Err(StoreError::Unknown(name.clone())) }
    }
}

/// Now, in microseconds since 1970, so that games played in the same second are in order.
fn micros() -> i64 {
    rows::micros(SystemTime::now())
}

fn failed(path: &Path, error: &rusqlite::Error) -> StoreError {
    StoreError::io(path, std::io::Error::other(error.to_string()))
}
