//! Transactions as a sequence of blocking statements.

use std::time::Instant;

use rusqlite::types::Value;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Column, PgConnection, Postgres, Row as _, TypeInfo, ValueRef};

use super::connections::Pooled;
use super::{LONGEST, PostgresStore};
use crate::database::{DbRow, Transaction, signed, with_checksum};
use crate::{JournalName, StoreError};

pub(super) type Statement = Query<'static, Postgres, PgArguments>;

/// A transaction. If it is dropped before its end, its connection is closed, and nothing is changed.
pub(super) struct PgTransaction<'a> {
    store: &'a PostgresStore,
    /// Missing if the database didn't answer in time.
    connection: Option<Pooled>,
    begun: Instant,
    /// True if the time limit applies to each statement instead of the whole transaction.
    is_long: bool,
}

impl<'a> PgTransaction<'a> {
    pub(super) fn begin(store: &'a PostgresStore, how: &'static str) -> Result<PgTransaction<'a>, StoreError> {
        let connections = store.connections.clone();
        let connection = store.wait(async move { connections.acquire().await })?;
        let mut transaction =
            PgTransaction { store, connection: Some(connection), begun: Instant::now(), is_long: false };
        transaction.run(sqlx::query(how))?;
        Ok(transaction)
    }

    /// Removes the time limit of the transaction as a whole, but keeps the limits of its statements.
    pub(super) fn without_limit(mut self) -> Self {
        self.is_long = true;
        self
    }

    /// Commits if the work succeeded, and rolls back otherwise.
    pub(super) fn end<T>(mut self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        let ended = self.run(sqlx::query(if done.is_ok() { "COMMIT" } else { "ROLLBACK" }));
        if let (Ok(_), Some(connection)) = (&ended, self.connection.take()) {
            connection.release();
        }
        // The first error is the one to report.
        let done = done?;
        ended.map(|_| done)
    }

    fn run(&mut self, statement: Statement) -> Result<Vec<DbRow>, StoreError> {
        let connections = self.store.connections.clone();
        let Some(mut connection) = self.connection.take() else {
            return Err(connections.io_error(super::background::no_answer()));
        };
        let left = if self.is_long { LONGEST } else { LONGEST.saturating_sub(self.begun.elapsed()) };
        let (connection, rows) = self.store.background.wait(connections.clone().place(), Some(left), async move {
            let rows = rows(statement, &mut connection).await;
            Ok((connection, rows.map_err(|error| connections.failed(&error))))
        })?;
        self.connection = Some(connection);
        rows
    }
}

impl Transaction for PgTransaction<'_> {
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DbRow>, StoreError> {
        self.run(statement(sql, values))
    }

    fn insert_entries(&mut self, name: &JournalName, revision: u64, lines: &[String]) -> Result<(), StoreError> {
        let sql = "INSERT INTO entries (name, revision, line) SELECT $1, $2 + entry.number, entry.line \
                   FROM unnest($3::text[]) WITH ORDINALITY AS entry (line, number)";
        if lines.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> =
            lines.iter().zip(revision + 1..).map(|(line, revision)| with_checksum(name, revision, line)).collect();
        let statement = sqlx::query(sql).bind(name.to_string()).bind(signed(revision)).bind(lines);
        self.run(statement).map(|_| ())
    }

    fn lock(&mut self, key: i64) -> Result<(), StoreError> {
        self.query("SELECT pg_advisory_xact_lock($1)", &[key.into()]).map(|_| ())
    }

    fn people_changed(&mut self, name: &JournalName) -> Result<(), StoreError> {
        let sql = "WITH changed AS (UPDATE tables SET people = people + 1 WHERE name = $1 RETURNING name, people) \
                   SELECT pg_notify('parlor', name || ' people ' || people) FROM changed";
        self.query(sql, &[name.to_string().into()]).map(|_| ())
    }

    fn removed(&mut self, name: &JournalName) -> Result<(), StoreError> {
        self.query("SELECT pg_notify('parlor', $1 || ' removed')", &[name.to_string().into()]).map(|_| ())
    }
}

pub(super) fn statement(sql: &str, values: &[Value]) -> Statement {
    // External input is never part of a statement's text.
    let statement = sqlx::query(AssertSqlSafe(sql.to_owned()));
    values.iter().cloned().fold(statement, |statement, value| match value {
        // The only nullable column that is written has this type.
        Value::Null => statement.bind(None::<Vec<u8>>),
        Value::Integer(number) => statement.bind(number),
        Value::Real(number) => statement.bind(number),
        Value::Text(text) => statement.bind(text),
        Value::Blob(bytes) => statement.bind(bytes),
    })
}

pub(super) async fn rows(statement: Statement, connection: &mut PgConnection) -> sqlx::Result<Vec<DbRow>> {
    let rows = statement.fetch_all(connection).await?;
    let read =
        |row: &PgRow| (0..row.len()).map(|column| value(row, column)).collect::<sqlx::Result<_>>().map(DbRow::new);
    rows.iter().map(read).collect()
}

fn value(row: &PgRow, column: usize) -> sqlx::Result<Value> {
    if row.try_get_raw(column)?.is_null() {
        return Ok(Value::Null);
    }
    Ok(match row.column(column).type_info().name() {
        "VOID" => Value::Null,
        "INT8" => row.try_get::<i64, _>(column)?.into(),
        "BOOL" => row.try_get::<bool, _>(column)?.into(),
        "BYTEA" => row.try_get::<Vec<u8>, _>(column)?.into(),
        _ => row.try_get::<String, _>(column)?.into(),
    })
}
