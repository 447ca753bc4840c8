//! Connections to the database, and their errors.

use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgArguments, PgConnectOptions, PgRow};
use sqlx::query::QueryAs;
use sqlx::{Connection, FromRow, PgConnection, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::address::PostgresAddress;
use super::background::no_answer;
use crate::StoreError;

/// The maximum number of connections, without the one that listens. PostgreSQL allows a hundred by default, and several
/// servers share it.
const MOST: usize = 10;

/// The time limit for getting a free connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// The time limit for connecting.
const CONNECTING: Duration = Duration::from_secs(5);

/// A connection that was idle for longer is pinged before use.
const UNSURE: Duration = Duration::from_secs(1);

/// Session parameters, in milliseconds and seconds: statements time out, and the database notices when this program is
/// gone.
const SESSION: [(&str, &str); 7] = [
    ("statement_timeout", "10000"),
    ("lock_timeout", "8000"),
    ("idle_in_transaction_session_timeout", "10000"),
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "10"),
    ("tcp_keepalives_count", "3"),
    // Compiling doesn't pay off for statements as short as ours.
    ("jit", "off"),
];

/// The connections of a store.
///
/// sqlx has a pool, but that pings every connection that is released, which doubles the round trips.
/// Here a connection is released only after success, and closed otherwise.
pub(super) struct Connections {
    options: PgConnectOptions,
    place: String,
    idle: Mutex<Vec<(PgConnection, Instant)>>,
    places: Arc<Semaphore>,
}

/// A connection in use. Dropping it without [`Pooled::release`] closes it.
pub(super) struct Pooled {
    connection: Option<PgConnection>,
    home: Arc<Connections>,
    _place: OwnedSemaphorePermit,
}

impl Connections {
    /// `extra` has further session parameters.
    pub(super) fn new(address: &PostgresAddress, extra: &[(&str, &str)]) -> Connections {
        Connections {
            options: address.options().clone().options(SESSION).options(extra.iter().copied()),
            place: address.to_string(),
            idle: Mutex::default(),
            places: Arc::new(Semaphore::new(MOST)),
        }
    }

    pub(super) fn place(&self) -> &str {
        &self.place
    }

    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// A connection for exclusive use.
    pub(super) async fn acquire(self: &Arc<Self>) -> Result<Pooled, StoreError> {
        let waited = timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        let Ok(Ok(place)) = waited else {
            let busy = format!("all {MOST} connections to the database are busy");
            return Err(self.io_error(io::Error::new(io::ErrorKind::TimedOut, busy)));
        };
        let connection = match self.idle_one().await {
            Some(connection) => connection,
            None => match timeout(CONNECTING, PgConnection::connect_with(&self.options)).await {
                Ok(connected) => connected.map_err(|error| self.failed(&error))?,
                Err(_) => return Err(self.io_error(no_answer())),
            },
        };
        Ok(Pooled { connection: Some(connection), home: Arc::clone(self), _place: place })
    }

    /// The rows that a statement returns.
    pub(super) async fn fetch_all<T>(
        self: &Arc<Self>,
        query: QueryAs<'static, Postgres, T, PgArguments>,
    ) -> Result<Vec<T>, StoreError>
    where
        T: for<'row> FromRow<'row, PgRow> + Send + Unpin + 'static,
    {
        let mut connection = self.acquire().await?;
        let rows = query.fetch_all(&mut *connection).await.map_err(|error| self.failed(&error))?;
        connection.release();
        Ok(rows)
    }

    /// An idle connection that still works.
    async fn idle_one(&self) -> Option<PgConnection> {
        let (mut connection, since) = self.idle().pop()?;
        if since.elapsed() > UNSURE && !matches!(timeout(CONNECTING, connection.ping()).await, Ok(Ok(()))) {
            // The database was unreachable, so the others don't work either.
            self.idle().clear();
            return None;
        }
        Some(connection)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(PgConnection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn failed(&self, error: &sqlx::Error) -> StoreError {
        self.io_error(match error {
            // The database is starting or stopping, or has too many connections.
            sqlx::Error::Database(why) if why.code().is_some_and(|code| is_away(&code)) => {
                io::Error::new(io::ErrorKind::NotConnected, why.message().to_owned())
            }
            sqlx::Error::Database(why) => io::Error::other(why.message().to_owned()),
            sqlx::Error::Io(why) => io::Error::new(io::ErrorKind::NotConnected, why.to_string()),
            sqlx::Error::Tls(why) => io::Error::other(format!("no secure connection: {why}")),
            other => io::Error::other(other.to_string()),
        })
    }

    pub(super) fn io_error(&self, error: io::Error) -> StoreError {
        StoreError::Io { path: self.place.clone(), error }
    }
}

/// True if a PostgreSQL error code means a temporary failure, so that a retry may succeed.
fn is_away(code: &str) -> bool {
    code.starts_with("57P") || code.starts_with("08") || code == "53300"
}

impl Pooled {
    /// Returns the connection to the pool. It must not be in a transaction.
    pub(super) fn release(mut self) {
        if let Some(connection) = self.connection.take() {
            self.home.idle().push((connection, Instant::now()));
        }
    }
}

impl Deref for Pooled {
    type Target = PgConnection;
    fn deref(&self) -> &PgConnection {
        self.connection.as_ref().expect("it is taken only when this ends")
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.connection.as_mut().expect("it is taken only when this ends")
    }
}
