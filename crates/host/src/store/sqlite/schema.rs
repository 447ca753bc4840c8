//! The tables in the file, and how they come to be.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::{BUSY, failed};
use crate::store::StoreError;

/// What brings the file from each schema to the next; a new file is at 0. `SQLite` keeps the number in `user_version`.
pub(super) const STEPS: [&str; 5] = [SCHEMA_1, SCHEMA_2, SCHEMA_3, SCHEMA_4, SCHEMA_5];

/// The schema that this program writes.
pub(super) const SCHEMA: i64 = STEPS.len() as i64;

const SCHEMA_1: &str = "
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

/// Seats have several holders, and tables have links, a maker and a note. Nothing is found by time alone, so an append
/// need not keep that index up to date. A table that was there before gets a link, or nothing would lead to it.
const SCHEMA_2: &str = "
    DROP INDEX tables_by_time;
    ALTER TABLE tables ADD COLUMN maker BLOB;
    ALTER TABLE tables ADD COLUMN note TEXT NOT NULL DEFAULT '';
    CREATE INDEX tables_by_maker ON tables (maker);
    CREATE TABLE holders (
        name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        seat TEXT NOT NULL,
        place INTEGER NOT NULL,
        holder BLOB NOT NULL,
        PRIMARY KEY (name, seat, place),
        UNIQUE (holder, name, seat)
    ) WITHOUT ROWID;
    INSERT INTO holders (name, seat, place, holder) SELECT name, seat, 0, holder FROM seats;
    DROP TABLE seats;
    CREATE TABLE links (
        token BLOB PRIMARY KEY NOT NULL,
        name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        purpose TEXT NOT NULL,
        UNIQUE (name, purpose)
    ) WITHOUT ROWID;
    INSERT INTO links (token, name, purpose) SELECT randomblob(16), name, 'watch' FROM tables;
";

/// A table may have a review.
const SCHEMA_3: &str = "
    CREATE TABLE reviews (
        name TEXT PRIMARY KEY NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        review TEXT NOT NULL
    ) WITHOUT ROWID;
";

/// A browser may have seen exercises.
const SCHEMA_4: &str = "
    CREATE TABLE exercises (
        holder BLOB PRIMARY KEY NOT NULL,
        seen TEXT NOT NULL
    ) WITHOUT ROWID;
";

/// A table can be archived. Who begins tables is counted: browsers by their hash, addresses by a hash that needs the secret.
/// A journal that came from elsewhere and says more than its rows is kept as it was.
const SCHEMA_5: &str = "
    ALTER TABLE tables ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE originals (
        name TEXT PRIMARY KEY NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        text BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE beginnings (
        who BLOB NOT NULL,
        time INTEGER NOT NULL
    );
    CREATE INDEX beginnings_by_who ON beginnings (who, time);
    CREATE INDEX beginnings_by_time ON beginnings (time);
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY NOT NULL,
        secret BLOB NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO secrets (name, secret) VALUES ('addresses', randomblob(32));
";

/// Brings the schema up to date.
pub(super) fn migrate(connection: &mut Connection, path: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let sql = |error: rusqlite::Error| failed(path, &error);
    connection.busy_timeout(BUSY).map_err(sql)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(sql)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(sql)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(sql)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sql)?;
    let schema: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(sql)?;
    let Some(missing) = usize::try_from(schema).ok().and_then(|schema| steps.get(schema..)) else {
        return Err(newer_schema(path, schema));
    };
    for step in missing {
        transaction.execute_batch(step).map_err(sql)?;
    }
    if !missing.is_empty() {
        transaction.pragma_update(None, "user_version", steps.len() as i64).map_err(sql)?;
    }
    transaction.commit().map_err(sql)
}

pub(super) fn newer_schema(path: &Path, found: i64) -> StoreError {
    StoreError::NewerSchema { path: path.display().to_string(), found, known: SCHEMA }
}
