//! The file's tables and their migrations.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::{BUSY, failed};
use crate::StoreError;
use crate::schema::missing_steps;

/// SQLite keeps the version in `user_version`.
pub(super) const STEPS: [&str; 1] = [VERSION_1];

/// `begun` is the number of entries that a table was created with. The line of each entry ends with a checksum.
///
/// New tables are counted for each creator, with their uploaded bytes. Browsers are stored by their hash, and addresses
/// by a hash keyed with the secret. An original is the text of an imported journal that the rows don't reproduce.
const VERSION_1: &str = "
    CREATE TABLE tables (
        name TEXT PRIMARY KEY,
        header TEXT NOT NULL,
        revision INTEGER NOT NULL,
        summary TEXT NOT NULL,
        modified INTEGER NOT NULL,
        maker BLOB,
        note BLOB NOT NULL,
        archived INTEGER NOT NULL DEFAULT 0,
        begun INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_maker ON tables (maker);
    CREATE TABLE entries (
        name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        revision INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (name, revision)
    ) WITHOUT ROWID;
    CREATE TABLE holders (
        name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        seat TEXT NOT NULL,
        place INTEGER NOT NULL,
        holder BLOB NOT NULL,
        PRIMARY KEY (name, seat, place),
        UNIQUE (holder, name, seat)
    ) WITHOUT ROWID;
    CREATE TABLE links (
        token BLOB PRIMARY KEY NOT NULL,
        name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        purpose TEXT NOT NULL,
        UNIQUE (name, purpose)
    ) WITHOUT ROWID;
    CREATE TABLE reviews (
        name TEXT PRIMARY KEY NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        review TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE originals (
        name TEXT PRIMARY KEY NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        text BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE seen (
        holder BLOB PRIMARY KEY NOT NULL,
        seen TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE beginnings (
        who BLOB NOT NULL,
        time INTEGER NOT NULL,
        bytes INTEGER NOT NULL
    );
    CREATE INDEX beginnings_by_who ON beginnings (who, time);
    CREATE INDEX beginnings_by_time ON beginnings (time);
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY NOT NULL,
        secret BLOB NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO secrets (name, secret) VALUES ('addresses', randomblob(32)), ('cookies', randomblob(32));
";

/// Brings the schema up to date.
pub(super) fn migrate(connection: &mut Connection, path: &Path, steps: &[&'static str]) -> Result<(), StoreError> {
    let sql = |error: rusqlite::Error| failed(path, &error);
    connection.busy_timeout(BUSY).map_err(sql)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(sql)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(sql)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(sql)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sql)?;
    let found = version(&transaction).map_err(sql)?;
    let missing = missing_steps(&path.display().to_string(), found, steps)?;
    for step in missing {
        transaction.execute_batch(step).map_err(sql)?;
    }
    if !missing.is_empty() {
        transaction.pragma_update(None, "user_version", steps.len() as i64).map_err(sql)?;
    }
    transaction.commit().map_err(sql)
}

pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
