//! The one thread that changes the file.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender};

use rusqlite::Connection;
use rusqlite::types::Value;

use super::{failed, rows};
use crate::database::{DbRow, Transaction, signed};
use crate::jobs::panic_message;
use crate::watch::Watchers;
use crate::{JournalName, StoreError, TableChange};

/// What a change does. It is undone as a whole if it fails.
pub(super) type ChangeFn = Box<dyn FnOnce(&mut Writing<'_>) -> Result<(), StoreError> + Send>;

/// Something for the writing thread to do, and where to say how it went.
pub(super) struct PendingChange {
    pub(super) work: ChangeFn,
    pub(super) done: Sender<Result<(), StoreError>>,
}

/// A change that is being made.
pub(super) struct Writing<'a> {
    pub(super) connection: &'a Connection,
    path: &'a Path,
    /// What watchers are told once it is on disk.
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
        let sql = "INSERT INTO entries (name, revision, line) VALUES ($1, $2, $3)";
        for (line, revision) in lines.iter().zip(revision + 1..) {
            self.query(sql, &[name.to_string().into(), signed(revision).into(), line.clone().into()])?;
        }
        Ok(())
    }

    /// No other change is made meanwhile.
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

/// A change may be committed together with at most this many others.
const GROUP: usize = 256;

/// Does all changes, as many at once as are waiting, and answers them when they are on disk.
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
                    let result =
                        result.map(|notices| notices.iter().for_each(|(name, change)| watchers.tell(name, *change)));
                    // Somebody who has gone away needs no answer.
                    let _ = done.send(result);
                }
            }
            // Nothing was changed. A change that had failed by itself is answered with this too: what it failed at, such
            // as a revision of another change of the group, may not be there any more.
            Err(why) => {
                for done in answers {
                    let _ = done.send(Err(StoreError::io(path, io::Error::other(why.clone()))));
                }
            }
        }
    }
}

/// What watchers are told of a change.
type Notices = Result<Vec<(JournalName, TableChange)>, StoreError>;

/// Makes changes in one transaction: all are on disk then, but for those that have failed, or none is.
fn write_group(connection: &Connection, works: Vec<ChangeFn>, path: &Path) -> Result<Vec<Notices>, String> {
    // If this could not be done the last time.
    end_transaction(connection)?;
    let written = write_all(connection, works, path);
    if written.is_err() {
        // What went wrong first is what counts.
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
                let why = format!("the change has failed: {}", panic_message(&*panic));
                Err(StoreError::io(path, io::Error::other(why)))
            }
        };
        // Some failures end the whole transaction: a full disk, for example. What came after would be on its own.
        if connection.is_autocommit() {
            return Err(match result {
                Err(StoreError::Io { error, .. }) => error.to_string(),
                Err(error) => error.to_string(),
                Ok(_) => "the transaction has ended too early".to_owned(),
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
