//! The tables in the database, and how they come to be.

use std::sync::Arc;

use sqlx::{Connection, PgConnection};

use super::connections::Connections;
use crate::StoreError;
use crate::schema::{self, missing_steps};

/// The version is in `parlor_schema`.
pub(super) const STEPS: [&str; 1] = [VERSION_1];

/// Names are compared byte by byte, so that no update of the system's languages changes an index. A note can have any
/// letters, also those that `TEXT` can't. `people` counts the changes of holders, links, note and names. A row of `tables`
/// is changed by every append, so its page has room for that.
///
/// An original is a journal that was copied from elsewhere and says more than its rows.
///
/// A question for the engine is found by its table, revision and text; texts can be long, so by their hash. A name is
/// empty where a question is about no table.
///
/// New tables are counted for each creator: browsers by their hash, addresses by a hash that needs the secret, which has
/// 244 random bits.
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
        archived BOOLEAN NOT NULL DEFAULT FALSE
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
        due TIMESTAMPTZ NOT NULL,
        worker BIGINT,
        lease TIMESTAMPTZ,
        tries SMALLINT NOT NULL DEFAULT 0,
        finished TIMESTAMPTZ,
        answer TEXT
    );
    CREATE UNIQUE INDEX jobs_by_question ON jobs (name, revision, md5(question));
    CREATE INDEX jobs_in_line ON jobs (priority, due, id) WHERE finished IS NULL;
    CREATE INDEX jobs_by_end ON jobs (finished) WHERE finished IS NOT NULL;
    CREATE TABLE seen (
        holder BYTEA PRIMARY KEY,
        seen TEXT NOT NULL
    );
    CREATE TABLE beginnings (
        who BYTEA NOT NULL,
        time BIGINT NOT NULL
    );
    CREATE INDEX beginnings_by_who ON beginnings (who, time);
    CREATE INDEX beginnings_by_time ON beginnings (time);
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        secret BYTEA NOT NULL
    );
    INSERT INTO secrets (name, secret)
    VALUES ('addresses', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
";

/// Who has this lock of the database migrates. Any number will do.
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
    // It may take longer than what a person waits for.
    let patient = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;";
    sqlx::raw_sql(patient).execute(&mut *transaction).await.map_err(sql)?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *transaction).await.map_err(sql)?;
    // Somebody else may have done it while we waited.
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

/// Refuses a database that isn't at the last version.
pub(super) async fn check(connections: Arc<Connections>) -> Result<(), StoreError> {
    let mut connection = connections.lend().await?;
    let found = version(&mut connection).await.map_err(|error| connections.failed(&error))?;
    connection.give_back();
    schema::check(connections.place(), found, &STEPS)
}

async fn version(connection: &mut PgConnection) -> sqlx::Result<i64> {
    // Asked of the catalogue and not of `to_regclass`, which may remember how it was before we waited for the lock.
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
