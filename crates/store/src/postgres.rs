mod address;
mod appends;
mod background;
mod connections;
mod jobs;
mod listening;
mod schema;
#[cfg(all(test, unix))]
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
use self::transaction::PgTransaction;
use super::database::{Database, DbRow, NameSource, Transaction};
use super::watch::Watchers;
use super::{JournalName, StoreError, Tell, Watching};
use crate::jobs::{JobSettings, TaskQueue};
use crate::registry::{Registry, SharedStore, TableVersion};

/// Journals in a `PostgreSQL` database, for several servers with the same tables.
///
/// Nothing is locked for longer than a statement takes: any server can write to any table, and the revision decides who
/// was first. Every change is told to all servers with `NOTIFY`, in the transaction that makes it.
pub struct PostgresStore {
    address: PostgresAddress,
    connections: Arc<Connections>,
    watchers: Watchers,
    appends: Appends,
    names: NameSource,
    /// Started by the first watch.
    listening: Once,
    background: Arc<Background>,
}

/// How long a call may take in all. The server gives up a statement sooner; this is for a server that doesn't answer.
const LONGEST: Duration = Duration::from_secs(12);

impl PostgresStore {
    /// Connects, and brings the schema up to date.
    pub fn open(address: &PostgresAddress) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_with(address, &schema::STEPS)
    }

    /// The same to be looked at only: nothing is changed, also not its schema. It must be this program's.
    pub fn look_at(address: &PostgresAddress) -> Result<PostgresStore, StoreError> {
        let store =
            PostgresStore::begin(address, Connections::new(address, &[("default_transaction_read_only", "on")]))?;
        store.ready()?;
        Ok(store)
    }

    fn open_with(address: &PostgresAddress, steps: &'static [&'static str]) -> Result<PostgresStore, StoreError> {
        let store = PostgresStore::begin(address, Connections::new(address, &[]))?;
        let (place, first) = (address.to_string(), Arc::clone(&store.connections));
        // Without a limit: another server may be migrating, and that takes as long as it takes.
        store.background.wait(&place, None, async move {
            let mut connection = first.lend().await?;
            schema::migrate(&mut connection, &first, steps).await?;
            connection.give_back();
            Ok(())
        })?;
        Ok(store)
    }

    /// Not yet connected.
    fn begin(address: &PostgresAddress, connections: Connections) -> Result<PostgresStore, StoreError> {
        let background = Background::start().map_err(|error| StoreError::Io { path: address.to_string(), error })?;
        let background = Arc::new(background);
        let connections = Arc::new(connections);
        let appends = Appends::start(&background, &connections);
        Ok(PostgresStore {
            address: address.clone(),
            connections,
            watchers: Watchers::default(),
            appends,
            names: NameSource::default(),
            listening: Once::new(),
            background,
        })
    }

    /// The questions that wait in the same database.
    pub fn jobs(&self, settings: JobSettings) -> PostgresJobs {
        PostgresJobs::open(&self.address, &self.background, settings)
    }

    /// Does something in the background, and waits for it.
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
            let mut connection = connections.lend().await?;
            let rows = transaction::rows(statement, &mut connection).await;
            let rows = rows.map_err(|error| connections.failed(&error))?;
            connection.give_back();
            Ok(rows)
        })
    }

    fn snapshot<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut transaction = PgTransaction::begin(self, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
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
        written.unwrap_or_else(|| Err(self.connections.trouble(io::Error::other("the task that writes has ended"))))
    }

    fn names(&self) -> &NameSource {
        &self.names
    }

    fn place(&self) -> String {
        self.address.to_string()
    }
}

impl SharedStore for PostgresStore {
    fn watch(&self, name: &JournalName, tell: Tell) -> Result<Watching, StoreError> {
        // Added first, so that a change that is made meanwhile is told.
        let watching = self.watchers.add(name, tell);
        self.listening.call_once(|| listening::start(&self.background, &self.connections, &self.watchers));
        let TableVersion { revision, people, .. } = self.version(name)?.unwrap_or_default();
        watching.knows(revision, people);
        Ok(watching)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn shared_jobs(&self, settings: JobSettings) -> Result<Option<Arc<dyn TaskQueue>>, StoreError> {
        Ok(Some(Arc::new(self.jobs(settings))))
    }

    fn ready(&self) -> Result<(), StoreError> {
        self.wait(schema::check(Arc::clone(&self.connections)))
    }
}
