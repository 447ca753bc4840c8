//! The database's tables and their migrations.

use std::sync::Arc;

use sqlx::{Connection, PgConnection};

use super::connections::Connections;
use crate::StoreError;
use crate::schema::{self, missing_steps};

/// The version is in `parlor_schema`.
pub(super) const STEPS: [&str; 1] = [VERSION_1];

/// Names are compared byte by byte, so that an update of the system's locales can't change the order of an index. A
/// note may contain any character, including those that `TEXT` can't hold. `people` counts the changes of holders,
/// links, note and names. Every append updates a row of `tables`, so its pages keep space free for that.
///
/// `begun` is the number of entries that a table was created with. The line of each entry ends with a checksum.
///
/// An original is the text of an imported journal that the rows don't reproduce.
///
/// Questions of a priority are answered in the order of their turns. Askers take turns, and so do an asker's tables.
///
/// An engine question is found by its table, its revision and the hash of its text, which can be long. The name is
/// empty if a question isn't about a table.
///
/// New tables are counted for each creator, with their uploaded bytes. Browsers are stored by their hash, and addresses
/// by a hash keyed with the secret, which has 244 random bits.
const VERSION_1: &str = "
    CREATE TABLE tables (
        name TEXT COLLATE \"C\" PRIMARY KEY,
        header TEXT NOT NULL,
        revision BIGINT NOT NULL,
        summary TEXT NOT NULL,
        modified BIGINT NOT NULL,
        maker BYTEA,
        note BYTEA NOT NULL DEFAULT '',
        people BIGINT NOT NULL DEFAULT 0,
        archived BOOLEAN NOT NULL DEFAULT FALSE,
        begun BIGINT NOT NULL DEFAULT 0
    ) WITH (fillfactor = 70);
    CREATE INDEX tables_by_maker ON tables (maker);
    CREATE TABLE entries (
        name TEXT COLLATE \"C\" NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        revision BIGINT NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (name, revision)
    );
    CREATE TABLE holders (
        name TEXT COLLATE \"C\" NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        seat TEXT NOT NULL,
        place BIGINT NOT NULL,
        holder BYTEA NOT NULL,
        PRIMARY KEY (name, seat, place),
        UNIQUE (holder, name, seat)
    );
    CREATE TABLE links (
        token BYTEA PRIMARY KEY,
        name TEXT COLLATE \"C\" NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        purpose TEXT NOT NULL,
        UNIQUE (name, purpose)
    );
    CREATE TABLE reviews (
        name TEXT COLLATE \"C\" PRIMARY KEY REFERENCES tables (name) ON DELETE CASCADE,
        review TEXT NOT NULL
    );
    CREATE TABLE originals (
        name TEXT COLLATE \"C\" PRIMARY KEY REFERENCES tables (name) ON DELETE CASCADE,
        text BYTEA NOT NULL
    );
    CREATE TABLE jobs (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name TEXT COLLATE \"C\" NOT NULL,
        revision BIGINT NOT NULL,
        question TEXT NOT NULL,
        priority SMALLINT NOT NULL,
        passing BOOLEAN NOT NULL,
        asked TIMESTAMPTZ NOT NULL,
        who BYTEA NOT NULL,
        turn BIGINT NOT NULL,
        round BIGINT NOT NULL,
        light BOOLEAN NOT NULL,
        worker BIGINT,
        lease TIMESTAMPTZ,
        tries SMALLINT NOT NULL DEFAULT 0,
        finished TIMESTAMPTZ,
        answer TEXT
    );
    CREATE UNIQUE INDEX jobs_by_question ON jobs (name, revision, md5(question));
    CREATE INDEX jobs_in_line ON jobs (priority, turn, id) WHERE finished IS NULL;
    CREATE INDEX jobs_by_end ON jobs (finished) WHERE finished IS NOT NULL;
    CREATE TABLE seen (
        holder BYTEA PRIMARY KEY,
        seen TEXT NOT NULL
    );
    CREATE TABLE beginnings (
        who BYTEA NOT NULL,
        time BIGINT NOT NULL,
        bytes BIGINT NOT NULL
    );
    CREATE INDEX beginnings_by_who ON beginnings (who, time);
    CREATE INDEX beginnings_by_time ON beginnings (time);
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        secret BYTEA NOT NULL
    );
    INSERT INTO secrets (name, secret)
    SELECT name, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    FROM (VALUES ('addresses'), ('cookies')) AS secret (name);
";

/// The advisory lock for migrations; an arbitrary number.
const LOCK: i64 = 0x7061_726c_6f72;

/// Brings the schema up to date. If several servers start at once, one does that while the others wait.
pub(super) async fn migrate(
    connection: &mut PgConnection,
    connections: &Arc<Connections>,
    steps: &[&'static str],
) -> Result<(), StoreError> {
    let sql = |error: sqlx::Error| connections.failed(&error);
    if missing_steps(connections.place(), version(connection).await.map_err(sql)?, steps)?.is_empty() {
        return Ok(());
    }
    let mut transaction = connection.begin().await.map_err(sql)?;
    // A migration may take longer than the usual time limits.
    let patient = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;";
    sqlx::raw_sql(patient).execute(&mut *transaction).await.map_err(sql)?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *transaction).await.map_err(sql)?;
    // Another server may have migrated in the meantime.
    let found = version(&mut transaction).await.map_err(sql)?;
    for step in missing_steps(connections.place(), found, steps)? {
        sqlx::raw_sql(*step).execute(&mut *transaction).await.map_err(sql)?;
    }
    let begin = "CREATE TABLE IF NOT EXISTS parlor_schema (version BIGINT NOT NULL); DELETE FROM parlor_schema;";
    sqlx::raw_sql(begin).execute(&mut *transaction).await.map_err(sql)?;
    let insert = "INSERT INTO parlor_schema (version) VALUES ($1)";
    sqlx::query(insert).bind(steps.len() as i64).execute(&mut *transaction).await.map_err(sql)?;
    transaction.commit().await.map_err(sql)
}

/// Refuses a database that isn't at the latest version.
pub(super) async fn check(connections: Arc<Connections>) -> Result<(), StoreError> {
    let mut connection = connections.acquire().await?;
    let found = version(&mut connection).await.map_err(|error| connections.failed(&error))?;
    connection.release();
    schema::check(connections.place(), found, &STEPS)
}

async fn version(connection: &mut PgConnection) -> sqlx::Result<i64> {
    // This queries the catalogue instead of `to_regclass`, which may return the state from before we waited for the
    // lock.
    let (is_there,): (bool,) = sqlx::query_as(
        "SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'parlor_schema' AND pg_table_is_visible(oid))",
    )
    .fetch_one(&mut *connection)
    .await?;
    if !is_there {
        return Ok(0);
    }
    let found: Option<(i64,)> =
        sqlx::query_as("SELECT version FROM parlor_schema").fetch_optional(&mut *connection).await?;
    Ok(found.map_or(0, |(version,)| version))
}
