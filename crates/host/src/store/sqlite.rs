use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use parlor_rules::{Pair, Seat};
use parlor_table::{Entry, JournalWriter, Setup, Summary, Table, read_entry, read_header, write_entry, write_journal};
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};

use super::{About, Append, Holder, JournalName, Listed, ReadBack, Store, StoreError, Watch};

/// Journals in one `SQLite` file, for a server with many tables.
///
/// All changes go through one thread, which commits whatever is waiting in one transaction: a hundred answers cost as
/// much as one. Reading has connections of its own.
pub struct SqliteStore {
    path: PathBuf,
    changes: Option<Sender<Change>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    /// Held while the store is open: two servers on one file would each think that they know the last revision.
    /// Nothing in a store that is only looked at.
    _lock: Option<File>,
}

/// The schema that this program writes, as `SQLite` keeps it in `user_version`.
const SCHEMA: i64 = 1;

const CREATE: &str = "
    CREATE TABLE tables (
        name TEXT PRIMARY KEY,
        header TEXT NOT NULL,
        revision INTEGER NOT NULL,
        summary TEXT NOT NULL,
        modified INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        revision INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (name, revision)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        seat TEXT NOT NULL,
        holder BLOB NOT NULL,
        PRIMARY KEY (name, seat)
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_time ON tables (modified);
";

/// What a change does. It is undone as a whole if it fails.
type Work = Box<dyn FnOnce(&Connection) -> Result<Done, StoreError> + Send>;

/// Something for the writing thread to do, and where to say how it went.
struct Change {
    work: Work,
    done: Sender<Result<Done, StoreError>>,
}

/// What came of a change.
enum Done {
    Created(JournalName),
    /// The journal is at this revision now.
    Appended(JournalName, u64),
    Changed,
    /// Nothing was changed; a watch begins.
    Watching(JournalName, Sender<u64>),
}

/// A change may be committed together with at most this many others.
const GROUP: usize = 256;

impl SqliteStore {
    /// Opens or creates the file.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
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
        migrate(&mut connection, path)?;
        let (changes, waiting) = mpsc::channel();
        let place = path.to_owned();
        let writer = thread::Builder::new()
            .name("journal-writer".to_owned())
            .spawn(move || write_changes(connection, &waiting, &place))
            .map_err(|error| StoreError::io(path, error))?;
        Ok(SqliteStore {
            path: path.to_owned(),
            changes: Some(changes),
            writer: Some(writer),
            readers: Mutex::default(),
            _lock: Some(lock),
        })
    }

    /// The same file to be looked at, also while another program has it open. What would change it is refused.
    pub fn look_at(path: &Path) -> Result<SqliteStore, StoreError> {
        let store =
            SqliteStore { path: path.to_owned(), changes: None, writer: None, readers: Mutex::default(), _lock: None };
        let schema: i64 =
            store.read_with(|connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)))?;
        match schema {
            1..=SCHEMA => Ok(store),
            0 => Err(StoreError::io(path, std::io::Error::other("this is not a store of tables"))),
            newer => Err(newer_schema(path, newer)),
        }
    }

    fn change(
        &self,
        work: impl FnOnce(&Connection) -> Result<Done, StoreError> + Send + 'static,
    ) -> Result<Done, StoreError> {
        let gone = || StoreError::io(&self.path, std::io::Error::other("the change could not be made"));
        let (done, answer) = mpsc::channel();
        let looking = || StoreError::io(&self.path, std::io::Error::other("it is only looked at"));
        let changes = self.changes.as_ref().ok_or_else(looking)?;
        changes.send(Change { work: Box::new(work), done }).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }

    /// Reads with a connection that nobody else uses meanwhile.
    fn read_with<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let sql = |error: rusqlite::Error| failed(&self.path, &error);
        let free = self.readers().pop();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = free.map_or_else(|| Connection::open_with_flags(&self.path, flags), Ok).map_err(sql)?;
        let found = work(&reader).map_err(sql);
        self.readers().push(reader);
        found
    }

    fn readers(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The header and the entries after a revision.
    fn rows(&self, name: &JournalName, from: u64) -> Result<(String, Vec<String>), StoreError> {
        let found = self.read_with(|connection| {
            let header: Option<String> = connection
                .prepare_cached("SELECT header FROM tables WHERE name = ?1")?
                .query_row([name.as_str()], |row| row.get(0))
                .optional()?;
            let Some(header) = header else { return Ok(None) };
            let mut entries = connection
                .prepare_cached("SELECT line FROM entries WHERE name = ?1 AND revision > ?2 ORDER BY revision")?;
            let lines = entries.query_map(params![name.as_str(), signed(from)], |row| row.get(0))?;
            Ok(Some((header, lines.collect::<rusqlite::Result<Vec<String>>>()?)))
        })?;
        found.ok_or_else(|| StoreError::Unknown(name.clone()))
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // The thread ends when the channel does, after what is still in it.
        drop(self.changes.take());
        if let Some(writer) = self.writer.take() {
            // If it panicked, whoever waited for it has been told.
            let _ = writer.join();
        }
    }
}

/// Brings the schema up to date.
fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let sql = |error: rusqlite::Error| failed(path, &error);
    connection.busy_timeout(Duration::from_secs(5)).map_err(sql)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(sql)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(sql)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(sql)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sql)?;
    let schema: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(sql)?;
    match schema {
        0 => {
            transaction.execute_batch(CREATE).map_err(sql)?;
            transaction.pragma_update(None, "user_version", SCHEMA).map_err(sql)?;
        }
        SCHEMA => {}
        newer => return Err(newer_schema(path, newer)),
    }
    transaction.commit().map_err(sql)
}

fn newer_schema(path: &Path, found: i64) -> StoreError {
    StoreError::NewerSchema { path: path.display().to_string(), found, known: SCHEMA }
}

/// Does all changes, as many at once as are waiting, and answers them when they are on disk.
fn write_changes(mut connection: Connection, waiting: &Receiver<Change>, path: &Path) {
    let mut watchers: HashMap<JournalName, Vec<Sender<u64>>> = HashMap::new();
    while let Ok(first) = waiting.recv() {
        let group: Vec<Change> = std::iter::once(first).chain(waiting.try_iter().take(GROUP - 1)).collect();
        let mut answers = Vec::with_capacity(group.len());
        let committed = (|| {
            let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for Change { work, done } in group {
                // Dropped without a commit, it takes back what a failed change has done so far.
                let savepoint = transaction.savepoint()?;
                let result = work(&savepoint);
                if result.is_ok() {
                    savepoint.commit()?;
                }
                answers.push((done, result));
            }
            transaction.commit()
        })();
        for (done, result) in answers {
            let result = match &committed {
                Ok(()) => result,
                Err(error) => result.and(Err(failed(path, error))),
            };
            match &result {
                Ok(Done::Appended(name, revision)) => {
                    if let Some(watchers) = watchers.get_mut(name) {
                        watchers.retain(|watcher| watcher.send(*revision).is_ok());
                    }
                }
                Ok(Done::Watching(name, watcher)) => {
                    watchers.entry(name.clone()).or_default().push(watcher.clone());
                }
                _ => {}
            }
            // Somebody who has gone away needs no answer.
            let _ = done.send(result);
        }
    }
}

impl Store for SqliteStore {
    fn durability(&self) -> &'static str {
        "Every entry is on the disk before it is shown, and survives a power failure."
    }

    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError> {
        let (_, header) = JournalWriter::begin(setup);
        let summary = match Table::new(setup.clone()) {
            Ok((table, _)) => table.summary(),
            Err(error) => {
                let name = JournalName::new(setup.game, Timestamp::now(), 0);
                return Err(StoreError::NotAJournal { name, why: error.to_string() });
            }
        };
        let (game, path) = (setup.game, self.path.clone());
        let done = self.change(move |transaction| {
            let now = Timestamp::now();
            let mut number = 1;
            loop {
                let name = JournalName::new(game, now, number);
                let inserted = transaction
                    .prepare_cached(
                        "INSERT OR IGNORE INTO tables (name, header, revision, summary, modified) \
                         VALUES (?1, ?2, 0, ?3, ?4)",
                    )
                    .and_then(|mut insert| {
                        insert.execute(params![name.as_str(), header, summary.to_string(), micros()])
                    })
                    .map_err(|error| failed(&path, &error))?;
                if inserted == 1 {
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

    fn open(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        self.look(name)
    }

    fn close(&self, _: &JournalName) {}

    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError> {
        let lines: Vec<String> = append.entries.iter().map(write_entry).collect();
        let (name, path) = (name.clone(), self.path.clone());
        let (given, summary) = (append.revision, append.summary);
        self.change(move |transaction| {
            let sql = |error: rusqlite::Error| failed(&path, &error);
            let now: Option<i64> = transaction
                .prepare_cached("SELECT revision FROM tables WHERE name = ?1")
                .and_then(|mut select| select.query_row([name.as_str()], |row| row.get(0)).optional())
                .map_err(sql)?;
            let now = now.ok_or_else(|| StoreError::Unknown(name.clone()))?.cast_unsigned();
            if now != given {
                return Err(StoreError::Stale { name, given, now });
            }
            let mut insert = transaction
                .prepare_cached("INSERT INTO entries (name, revision, line) VALUES (?1, ?2, ?3)")
                .map_err(sql)?;
            let mut revision = now;
            for line in &lines {
                revision += 1;
                insert.execute(params![name.as_str(), signed(revision), line]).map_err(sql)?;
            }
            transaction
                .prepare_cached("UPDATE tables SET revision = ?2, summary = ?3, modified = ?4 WHERE name = ?1")
                .and_then(|mut update| {
                    update.execute(params![name.as_str(), signed(revision), summary.to_string(), micros()])
                })
                .map_err(sql)?;
            Ok(Done::Appended(name, revision))
        })?;
        Ok(())
    }

    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        let bad = |why: String| StoreError::NotAJournal { name: name.clone(), why };
        let (header, lines) = self.rows(name, 0)?;
        let setup = read_header(header.as_bytes()).map_err(|error| super::bad_journal(name, error))?;
        let entries: Result<Vec<Entry>, _> = lines.iter().map(|line| read_entry(line)).collect();
        let entries = entries.map_err(|error| bad(error.to_string()))?;
        let table = Table::replay(setup, entries, |_, _, _| ()).map_err(|error| bad(error.to_string()))?;
        Ok(ReadBack { table, notices: Vec::new() })
    }

    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError> {
        let (_, lines) = self.rows(name, from)?;
        let entries: Result<Vec<Entry>, _> = lines.iter().map(|line| read_entry(line)).collect();
        entries.map_err(|error| StoreError::NotAJournal { name: name.clone(), why: error.to_string() })
    }

    /// Also if it can't be replayed: whatever is wrong with it is to be found in the text.
    fn text(&self, name: &JournalName) -> Result<Vec<u8>, StoreError> {
        let (header, _) = self.rows(name, 0)?;
        let setup = read_header(header.as_bytes()).map_err(|error| super::bad_journal(name, error))?;
        Ok(write_journal(&setup, &self.read(name, 0)?).into_bytes())
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let rows = self.read_with(|connection| {
            let mut select = connection.prepare_cached("SELECT name, header, summary, modified FROM tables")?;
            let rows = select.query_map([], |row| {
                Ok((
                    row.get::<_, String>(0)?,
                    row.get::<_, String>(1)?,
                    row.get::<_, String>(2)?,
                    row.get::<_, i64>(3)?,
                ))
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        let listed = |(name, header, summary, modified): (String, String, String, i64)| {
            let about = match (read_header(header.as_bytes()), summary.parse::<Summary>()) {
                (Ok(setup), Ok(summary)) => Ok(About { setup, summary }),
                (Err(error), _) => Err(error.to_string()),
                (_, Err(error)) => Err(error.to_string()),
            };
            let modified = UNIX_EPOCH + Duration::from_micros(modified.max(0).unsigned_abs());
            Some(Listed { name: name.parse().ok()?, modified, about })
        };
        let mut list: Vec<Listed> = rows.into_iter().filter_map(listed).collect();
        list.sort_by(Listed::last_played_first);
        Ok(list)
    }

    fn remove(&self, name: &JournalName) -> Result<(), StoreError> {
        let (name, path) = (name.clone(), self.path.clone());
        self.change(move |transaction| {
            let removed = transaction
                .execute("DELETE FROM tables WHERE name = ?1", [name.as_str()])
                .map_err(|error| failed(&path, &error))?;
            if removed == 0 { Err(StoreError::Unknown(name)) } else { Ok(Done::Changed) }
        })?;
        Ok(())
    }

    fn watch(&self, name: &JournalName) -> Result<Watch, StoreError> {
        let (sender, watch) = Watch::new();
        let (name, path) = (name.clone(), self.path.clone());
        self.change(move |transaction| {
            let known = transaction
                .query_row("SELECT 1 FROM tables WHERE name = ?1", [name.as_str()], |_| Ok(()))
                .optional()
                .map_err(|error| failed(&path, &error))?;
            known.ok_or_else(|| StoreError::Unknown(name.clone()))?;
            Ok(Done::Watching(name, sender))
        })?;
        Ok(watch)
    }

    fn seats(&self, name: &JournalName) -> Result<Pair<Option<Holder>>, StoreError> {
        let found = self.read_with(|connection| {
            let known =
                connection.query_row("SELECT 1 FROM tables WHERE name = ?1", [name.as_str()], |_| Ok(())).optional()?;
            if known.is_none() {
                return Ok(None);
            }
            let mut seats = Pair::default();
            for seat in Seat::BOTH {
                let holder: Option<[u8; 32]> = connection
                    .query_row(
                        "SELECT holder FROM seats WHERE name = ?1 AND seat = ?2",
                        params![name.as_str(), seat.to_string()],
                        |row| row.get(0),
                    )
                    .optional()?;
                seats[seat] = holder.map(Holder);
            }
            Ok(Some(seats))
        })?;
        found.ok_or_else(|| StoreError::Unknown(name.clone()))
    }

    fn take_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        self.seats(name)?;
        let (name, path) = (name.clone(), self.path.clone());
        self.change(move |transaction| {
            let sql = |error: rusqlite::Error| failed(&path, &error);
            transaction
                .execute(
                    "INSERT OR IGNORE INTO seats (name, seat, holder) VALUES (?1, ?2, ?3)",
                    params![name.as_str(), seat.to_string(), holder.0],
                )
                .map_err(sql)?;
            let now: [u8; 32] = transaction
                .query_row(
                    "SELECT holder FROM seats WHERE name = ?1 AND seat = ?2",
                    params![name.as_str(), seat.to_string()],
                    |row| row.get(0),
                )
                .map_err(sql)?;
            if now == holder.0 { Ok(Done::Changed) } else { Err(StoreError::SeatTaken) }
        })?;
        Ok(())
    }
}

/// Numbers in the database have a sign, and no journal has that many entries.
fn signed(revision: u64) -> i64 {
    i64::try_from(revision).unwrap_or(i64::MAX)
}

/// Microseconds since 1970, so that games played in the same second are in order.
fn micros() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

fn failed(path: &Path, error: &rusqlite::Error) -> StoreError {
    StoreError::io(path, std::io::Error::other(error.to_string()))
}
