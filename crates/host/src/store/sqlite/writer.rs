//! The one thread that changes the file.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender};

use rusqlite::Connection;

use crate::registry::Tidied;
use crate::store::watch::Watchers;
use crate::store::{JournalName, StoreError};
use crate::thinking::panic_message;

/// What a change does. It is undone as a whole if it fails.
pub(super) type Work = Box<dyn FnOnce(&Connection) -> Result<Done, StoreError> + Send>;

/// Something for the writing thread to do, and where to say how it went.
pub(super) struct Change {
    pub(super) work: Work,
    pub(super) done: Sender<Result<Done, StoreError>>,
}

/// What came of a change.
#[derive(Debug)]
pub(super) enum Done {
    Created(JournalName),
    /// The journal is at this revision now.
    Appended(JournalName, u64),
    Removed(JournalName),
    /// Other people sit there, or are called otherwise, or the note is another one.
    People(JournalName),
    Tidied(Tidied),
    /// Whether a new table may be begun.
    Counted(bool),
    Changed,
}

/// A change may be committed together with at most this many others.
const GROUP: usize = 256;

/// Does all changes, as many at once as are waiting, and answers them when they are on disk.
pub(super) fn write_changes(connection: &Connection, waiting: &Receiver<Change>, path: &Path, watchers: &Watchers) {
    while let Ok(first) = waiting.recv() {
        let group = std::iter::once(first).chain(waiting.try_iter().take(GROUP - 1));
        let (works, answers): (Vec<Work>, Vec<_>) = group.map(|Change { work, done }| (work, done)).unzip();
        match write_group(connection, works, path) {
            Ok(results) => {
                for (done, result) in answers.into_iter().zip(results) {
                    match &result {
                        Ok(Done::Appended(name, revision)) => watchers.tell(name, *revision),
                        Ok(Done::Removed(name)) => watchers.end(name),
                        Ok(Done::People(name)) => watchers.tell_people(name),
                        Ok(Done::Tidied(tidied)) => tidied.removed.iter().for_each(|name| watchers.end(name)),
                        _ => {}
                    }
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

/// Makes changes in one transaction: all are on disk then, but for those that have failed, or none is.
fn write_group(
    connection: &Connection,
    works: Vec<Work>,
    path: &Path,
) -> Result<Vec<Result<Done, StoreError>>, String> {
    // If this could not be done the last time.
    end_transaction(connection)?;
    let written = write_all(connection, works, path);
    if written.is_err() {
        // What went wrong first is what counts.
        let _ = end_transaction(connection);
    }
    written
}

fn write_all(connection: &Connection, works: Vec<Work>, path: &Path) -> Result<Vec<Result<Done, StoreError>>, String> {
    run(connection, "BEGIN IMMEDIATE")?;
    let mut results = Vec::with_capacity(works.len());
    for work in works {
        run(connection, "SAVEPOINT change")?;
        let result = catch_unwind(AssertUnwindSafe(|| work(connection))).unwrap_or_else(|panic| {
            let why = format!("the change has failed: {}", panic_message(&*panic));
            Err(StoreError::io(path, io::Error::other(why)))
        });
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
