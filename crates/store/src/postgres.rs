mod address;
mod appends;
mod background;
mod connections;
mod jobs;
mod listening;
mod schema;
mod signals;
#[cfg(test)]
mod tests;
mod transaction;

use std::io;
use std::sync::{Arc, Once};
use std::time::Duration;

use rusqlite::types::Value;

pub use self::address::PostgresAddress;
pub use self::jobs::PostgresJobs;

use self::appends::{Appends, PendingAppend};
use self::background::Background;
use self::connections::Connections;
use self::signals::Signals;
use self::transaction::PgTransaction;
use super::database::{Database, DbRow, NameSource, Transaction};
use super::watch::Watchers;
use super::{JournalName, OnChange, StoreError, Watching};
use crate::jobs::{JobSettings, TaskQueue};
use crate::registry::{Registry, SharedStore, TableVersion};

/// Journals in a PostgreSQL database, for several servers with the same tables.
///
/// Nothing is locked for longer than a statement takes: any server can write to any table, and the revision decides
/// which server was first. Every change notifies all servers with `NOTIFY`, in the transaction that makes it.
pub struct PostgresStore {
    address: PostgresAddress,
    connections: Arc<Connections>,
    watchers: Watchers,
    appends: Appends,
    signals: Signals,
    names: NameSource,
    /// Started by the first watch.
    listening: Once,
    background: Arc<Background>,
}

/// The time limit for a whole call. The database cancels statements sooner; this limit is for a database that doesn't
/// answer.
const LONGEST: Duration = Duration::from_secs(12);

impl PostgresStore {
    /// Connects, and brings the schema up to date.
    pub fn open(address: &PostgresAddress) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_with(address, &schema::STEPS)
    }

    /// Connects read-only. The schema must be up to date, and isn't migrated.
    pub fn open_read_only(address: &PostgresAddress) -> Result<PostgresStore, StoreError> {
        let store =
            PostgresStore::begin(address, Connections::new(address, &[("default_transaction_read_only", "on")]))?;
        store.ready()?;
        Ok(store)
    }

    fn open_with(address: &PostgresAddress, steps: &'static [&'static str]) -> Result<PostgresStore, StoreError> {
        let store = PostgresStore::begin(address, Connections::new(address, &[]))?;
        let (place, first) = (address.to_string(), Arc::clone(&store.connections));
        // Without a time limit: another server may be migrating, which may take a long time.
        store.background.wait(&place, None, async move {
            let mut connection = first.acquire().await?;
            schema::migrate(&mut connection, &first, steps).await?;
            connection.release();
            Ok(())
        })?;
        Ok(store)
    }

    fn begin(address: &PostgresAddress, connections: Connections) -> Result<PostgresStore, StoreError> {
        let background = Background::start().map_err(|error| StoreError::Io { path: address.to_string(), error })?;
        let background = Arc::new(background);
        let connections = Arc::new(connections);
        let appends = Appends::start(&background, &connections);
        let signals = Signals::start(&background, &connections);
        Ok(PostgresStore {
            address: address.clone(),
            connections,
            watchers: Watchers::default(),
            appends,
            signals,
            names: NameSource::default(),
            listening: Once::new(),
            background,
        })
    }

    /// The job queue in the same database.
    pub fn jobs(&self, settings: JobSettings) -> PostgresJobs {
        PostgresJobs::open(&self.address, &self.background, settings)
    }

    /// Runs a future on the background runtime and waits for it.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.background.wait(self.connections.place(), Some(LONGEST), work)
    }
}

impl Database for PostgresStore {
    const SKIP_LOCKED: &'static str = "FOR UPDATE SKIP LOCKED";

    fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<DbRow>, StoreError> {
        let (connections, statement) = (Arc::clone(&self.connections), transaction::statement(sql, values));
        self.wait(async move {
            let mut connection = connections.acquire().await?;
            let rows = transaction::rows(statement, &mut connection).await;
            let rows = rows.map_err(|error| connections.failed(&error))?;
            connection.release();
            Ok(rows)
        })
    }

    fn snapshot<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut transaction = PgTransaction::begin(self, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        let done = work(&mut transaction);
        transaction.end(done)
    }

    fn long_snapshot<T>(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let transaction = PgTransaction::begin(self, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        let mut transaction = transaction.without_limit();
        let done = work(&mut transaction);
        transaction.end(done)
    }

    fn change<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let mut transaction = PgTransaction::begin(self, "BEGIN")?;
        let done = work(&mut transaction);
        transaction.end(done)
    }

    fn append_lines(
        &self,
        name: &JournalName,
        given: u64,
        lines: Vec<String>,
        summary: String,
    ) -> Result<(), StoreError> {
        let written = self.appends.write(PendingAppend { name: name.clone(), given, lines, summary });
        written.unwrap_or_else(|| Err(self.connections.io_error(io::Error::other("the writer task has ended"))))
    }

    fn names(&self) -> &NameSource {
        &self.names
    }

    fn place(&self) -> String {
        self.address.to_string()
    }
}

impl SharedStore for PostgresStore {
    fn watch(&self, name: &JournalName, on_change: OnChange) -> Result<Watching, StoreError> {
        // Added first, so that a change in between isn't missed.
        let watching = self.watchers.add(name, on_change);
        self.listening.call_once(|| listening::start(&self.background, &self.connections, &self.watchers));
        let TableVersion { revision, people, .. } = self.version(name)?.unwrap_or_default();
        watching.knows(revision, people);
        Ok(watching)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn signal(&self, name: &JournalName, message: &str) {
        self.signals.send(name, message);
    }

    fn shared_jobs(&self, settings: JobSettings) -> Result<Option<Arc<dyn TaskQueue>>, StoreError> {
        Ok(Some(Arc::new(self.jobs(settings))))
    }

    fn size(&self) -> Result<u64, StoreError> {
        let rows = self.query("SELECT pg_database_size(current_database())", &[])?;
        Ok(rows.into_iter().next().map_or(0, |mut row| row.number().cast_unsigned()))
    }

    fn ready(&self) -> Result<(), StoreError> {
        self.wait(schema::check(Arc::clone(&self.connections)))
    }
}
