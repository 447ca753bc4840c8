mod address;
mod appends;
mod background;
mod connections;
mod jobs;
mod listening;
mod registry;
mod schema;
#[cfg(all(test, unix))]
mod tests;
mod tidying;
mod whole;

use std::io;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use parlor_rules::Game;
use parlor_table::{Entry, Setup, write_entry};
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::QueryAs;
use sqlx::{FromRow, Postgres};

pub use self::address::PostgresAddress;
pub use self::jobs::PostgresJobs;

use self::appends::{Appends, Asked};
use self::background::Background;
use self::connections::Connections;
use super::rows::{self, JournalRows, NewRows, signed};
use super::watch::Watchers;
use super::{Append, JournalName, Listed, ReadBack, Store, StoreError, Watch, Watching};
use crate::jobs::JobSettings;
use crate::registry::Stand;

/// Journals in a `PostgreSQL` database, for several servers with the same tables.
///
/// Nothing is locked for longer than a statement takes: any server can write to any table, and the revision decides who
/// was first. Every change is told to all servers with `NOTIFY`, in the transaction that makes it.
pub struct PostgresStore {
    address: PostgresAddress,
    connections: Arc<Connections>,
    watchers: Watchers,
    appends: Appends,
    /// The last name that was given to a new journal.
    named: Mutex<(i64, u32)>,
    /// Started by the first watch.
    listening: Once,
    /// What addresses are hashed with, once it was needed.
    secret: OnceLock<Vec<u8>>,
    background: Background,
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
        let store = PostgresStore::begin(address, Connections::reading(address))?;
        store.wait(schema::check(Arc::clone(&store.connections)))?;
        Ok(store)
    }

    fn open_with(address: &PostgresAddress, steps: &'static [&'static str]) -> Result<PostgresStore, StoreError> {
        let store = PostgresStore::begin(address, Connections::new(address))?;
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
        let connections = Arc::new(connections);
        let appends = Appends::start(&background, &connections);
        Ok(PostgresStore {
            address: address.clone(),
            connections,
            watchers: Watchers::default(),
            appends,
            named: Mutex::default(),
            listening: Once::new(),
            secret: OnceLock::new(),
            background,
        })
    }

    /// The questions that wait in the same database.
    pub fn jobs(&self, settings: JobSettings) -> Result<PostgresJobs, StoreError> {
        PostgresJobs::open(&self.address, settings)
    }

    /// Does something in the background, and waits for it.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.background.wait(self.connections.place(), Some(LONGEST), work)
    }

    /// The rows that a statement gives.
    fn all<T>(&self, query: QueryAs<'static, Postgres, T, PgArguments>) -> Result<Vec<T>, StoreError>
    where
        T: for<'row> FromRow<'row, PgRow> + Send + Unpin + 'static,
    {
        let connections = Arc::clone(&self.connections);
        self.wait(async move {
            let mut connection = connections.lend().await?;
            let rows = query.fetch_all(&mut *connection).await.map_err(|error| connections.failed(&error))?;
            connection.give_back();
            Ok(rows)
        })
    }

    /// The one row that a statement about a journal gives.
    fn row<T>(&self, name: &JournalName, query: QueryAs<'static, Postgres, T, PgArguments>) -> Result<T, StoreError>
    where
        T: for<'row> FromRow<'row, PgRow> + Send + Unpin + 'static,
    {
        self.all(query)?.pop().ok_or_else(|| StoreError::Unknown(name.clone()))
    }

    /// The header and the entries after a revision, as they were at one moment.
    fn rows(&self, name: &JournalName, from: u64) -> Result<JournalRows, StoreError> {
        let query = sqlx::query_as(
            "SELECT header, ARRAY(SELECT line FROM entries WHERE name = $1 AND revision > $2 ORDER BY revision) \
             FROM tables WHERE name = $1",
        );
        let (header, lines) = self.row(name, query.bind(name.to_string()).bind(signed(from)))?;
        Ok(JournalRows { header, lines })
    }

    /// A name that this store has not given yet. Another server may have.
    fn next_name(&self, game: Game) -> JournalName {
        let now = Timestamp::now();
        // Nothing panics while it is locked.
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        let number = if named.0 == now.as_second() { named.1 + 1 } else { 1 };
        *named = (now.as_second(), number);
        JournalName::new(game, now, number)
    }

    fn insert_table(&self, game: Game, new: &NewRows) -> Result<JournalName, StoreError> {
        loop {
            let name = self.next_name(game);
            let made = self.all(registry::insert(&name, new));
            match made {
                Ok(made) if made.is_empty() => {}
                Ok(_) => return Ok(name),
                Err(StoreError::Io { error, .. }) if connections::is_taken(&error) => return Err(StoreError::BadLinks),
                Err(error) => return Err(error),
            }
        }
    }
}

impl Store for PostgresStore {
    fn durability(&self) -> &'static str {
        "Every entry is committed by PostgreSQL before it is shown: by its usual settings it survives a power failure."
    }

    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError> {
        self.insert_table(setup.game, &NewRows::journal(setup)?)
    }

    fn open(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        self.look(name)
    }

    fn close(&self, _: &JournalName) {}

    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError> {
        let asked = Asked {
            name: name.clone(),
            given: append.revision,
            lines: append.entries.iter().map(write_entry).collect(),
            summary: append.summary.to_string(),
        };
        self.appends
            .write(asked)
            .unwrap_or_else(|| Err(self.connections.trouble(io::Error::other("the task that writes has ended"))))
    }

    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        rows::read_back(name, &self.rows(name, 0)?)
    }

    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError> {
        rows::entries(name, &self.rows(name, from)?.lines)
    }

    /// Also if it can't be replayed: whatever is wrong with it is to be found in the text.
    fn text(&self, name: &JournalName) -> Result<Vec<u8>, StoreError> {
        rows::text(name, &self.rows(name, 0)?)
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let found: Vec<(String, String, String, i64)> = self.all(sqlx::query_as(
            "SELECT name, header, summary, (extract(epoch FROM modified) * 1000000)::bigint FROM tables",
        ))?;
        let mut list: Vec<Listed> = found
            .iter()
            .filter_map(|(name, header, summary, modified)| rows::listed(name, header, summary, *modified))
            .collect();
        list.sort_by(Listed::last_played_first);
        Ok(list)
    }

    fn remove(&self, name: &JournalName) -> Result<(), StoreError> {
        let query = sqlx::query_as(
            "WITH gone AS (DELETE FROM tables WHERE name = $1 RETURNING name) \
             SELECT 1, pg_notify('parlor', name || ' removed') FROM gone",
        );
        let (_, ()): (i32, ()) = self.row(name, query.bind(name.to_string()))?;
        Ok(())
    }

    fn review(&self, name: &JournalName) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_as("SELECT review FROM tables LEFT JOIN reviews USING (name) WHERE tables.name = $1");
        let (review,) = self.row(name, query.bind(name.to_string()))?;
        Ok(review)
    }

    fn keep_review(&self, name: &JournalName, text: &str) -> Result<(), StoreError> {
        let query = sqlx::query_as(
            "INSERT INTO reviews (name, review) SELECT name, $2 FROM tables WHERE name = $1 \
             ON CONFLICT (name) DO UPDATE SET review = excluded.review RETURNING 1",
        );
        let (_,): (i32,) = self.row(name, query.bind(name.to_string()).bind(text.to_owned()))?;
        Ok(())
    }

    fn watch(&self, name: &JournalName) -> Result<Watch, StoreError> {
        // First of all, so that a change that is made meanwhile is told.
        let watch = self.watchers.add(name);
        if let Some(place) = watch.place() {
            self.tell_from_now_on(name, place)?;
        }
        Ok(watch)
    }
}

impl PostgresStore {
    /// Has a watcher told what changes from now on.
    fn tell_from_now_on(&self, name: &JournalName, watching: &Watching) -> Result<(), StoreError> {
        self.listening.call_once(|| listening::start(&self.background, &self.connections, &self.watchers));
        let Stand { revision, people, .. } = self.stands(name)?;
        watching.knows(revision, people);
        Ok(())
    }

    fn stands(&self, name: &JournalName) -> Result<Stand, StoreError> {
        let query = sqlx::query_as("SELECT revision, people, archived FROM tables WHERE name = $1");
        let (revision, people, archived): (i64, i64, bool) = self.row(name, query.bind(name.to_string()))?;
        Ok(Stand { revision: revision.cast_unsigned(), people: people.cast_unsigned(), archived })
    }
}
