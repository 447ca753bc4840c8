//! The one thread that changes the file.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender};

use rusqlite::Connection;
use rusqlite::types::Value;

use super::{failed, rows};
use crate::database::{DbRow, Transaction, signed, with_checksum};
use crate::jobs::panic_message;
use crate::watch::Watchers;
use crate::{JournalName, StoreError, TableChange};

/// Rolled back if it fails.
pub(super) type ChangeFn = Box<dyn FnOnce(&mut Writing<'_>) -> Result<(), StoreError> + Send>;

/// A change for the writing thread, and the channel for its result.
pub(super) struct PendingChange {
    pub(super) work: ChangeFn,
    pub(super) done: Sender<Result<(), StoreError>>,
}

/// A change in progress.
pub(super) struct Writing<'a> {
    pub(super) connection: &'a Connection,
    path: &'a Path,
    /// Sent to watchers once it is on disk.
    pub(super) notices: Vec<(JournalName, TableChange)>,
}

impl<'a> Writing<'a> {
    pub(super) fn new(connection: &'a Connection, path: &'a Path) -> Writing<'a> {
        Writing { connection, path, notices: Vec::new() }
    }
}

impl Transaction for Writing<'_> {
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DbRow>, StoreError> {
        rows(self.connection, sql, values).map_err(|error| failed(self.path, &error))
    }

    fn insert_entries(&mut self, name: &JournalName, revision: u64, lines: &[String]) -> Result<(), StoreError> {
        let insert = || {
            let sql = "INSERT INTO entries (name, revision, line) VALUES (?1, ?2, ?3)";
            let (mut statement, key) = (self.connection.prepare_cached(sql)?, name.to_string());
            for (line, revision) in lines.iter().zip(revision + 1..) {
                statement.execute((&key, signed(revision), with_checksum(name, revision, line)))?;
            }
            Ok(())
        };
        insert().map_err(|error| failed(self.path, &error))
    }

    /// Does nothing, because there are no concurrent changes.
    fn lock(&mut self, _: i64) -> Result<(), StoreError> {
        Ok(())
    }

    fn people_changed(&mut self, name: &JournalName) -> Result<(), StoreError> {
        self.notices.push((name.clone(), TableChange::People));
        Ok(())
    }

    fn removed(&mut self, name: &JournalName) -> Result<(), StoreError> {
        self.notices.push((name.clone(), TableChange::Removed));
        Ok(())
    }
}

/// The maximum number of changes in one commit.
const GROUP: usize = 256;

/// Makes all changes, grouping those that are waiting, and answers them once they are on disk.
pub(super) fn write_changes(
    connection: &Connection,
    waiting: &Receiver<PendingChange>,
    path: &Path,
    watchers: &Watchers,
) {
    while let Ok(first) = waiting.recv() {
        let group = std::iter::once(first).chain(waiting.try_iter().take(GROUP - 1));
        let (works, answers): (Vec<ChangeFn>, Vec<_>) = group.map(|PendingChange { work, done }| (work, done)).unzip();
        match write_group(connection, works, path) {
            Ok(results) => {
                for (done, result) in answers.into_iter().zip(results) {
                    let result = result
                        .map(|notices| notices.into_iter().for_each(|(name, change)| watchers.notify(&name, &change)));
                    // The caller may be gone.
                    let _ = done.send(result);
                }
            }
            // Nothing was changed. A change that had failed before gets this error too, because the cause of its
            // failure, such as the revision of another change in the group, may be gone.
            Err(why) => {
                for done in answers {
                    let _ = done.send(Err(StoreError::io(path, io::Error::other(why.clone()))));
                }
            }
        }
    }
}

type Notices = Result<Vec<(JournalName, TableChange)>, StoreError>;

/// Makes changes in one transaction. Afterwards either all are on disk, except for those that failed, or none are.
fn write_group(connection: &Connection, works: Vec<ChangeFn>, path: &Path) -> Result<Vec<Notices>, String> {
    // The previous transaction may still be open, if it couldn't be ended.
    end_transaction(connection)?;
    let written = write_all(connection, works, path);
    if written.is_err() {
        // The first error is the one to report.
        let _ = end_transaction(connection);
    }
    written
}

fn write_all(connection: &Connection, works: Vec<ChangeFn>, path: &Path) -> Result<Vec<Notices>, String> {
    run(connection, "BEGIN IMMEDIATE")?;
    let mut results = Vec::with_capacity(works.len());
    for work in works {
        run(connection, "SAVEPOINT change")?;
        let mut writing = Writing::new(connection, path);
        let result = match catch_unwind(AssertUnwindSafe(|| work(&mut writing))) {
            Ok(result) => result.map(|()| writing.notices),
            Err(panic) => {
                let why = format!("the change failed: {}", panic_message(&*panic));
                Err(StoreError::io(path, io::Error::other(why)))
            }
        };
        // Some failures, such as a full disk, end the whole transaction, and later statements would run outside of it.
        if connection.is_autocommit() {
            return Err(match result {
                Err(StoreError::Io { error, .. }) => error.to_string(),
                Err(error) => error.to_string(),
                Ok(_) => "the transaction ended too early".to_owned(),
            });
        }
        if result.is_err() {
            run(connection, "ROLLBACK TO change")?;
        }
        run(connection, "RELEASE change")?;
        results.push(result);
    }
    run(connection, "COMMIT")?;
    Ok(results)
}

fn end_transaction(connection: &Connection) -> Result<(), String> {
    if connection.is_autocommit() { Ok(()) } else { run(connection, "ROLLBACK") }
}

fn run(connection: &Connection, sql: &str) -> Result<(), String> {
    let ran = connection.prepare_cached(sql).and_then(|mut statement| statement.execute([]));
    ran.map(|_| ()).map_err(|error| error.to_string())
}
