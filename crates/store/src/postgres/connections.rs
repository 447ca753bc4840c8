//! Connections to the database, and what can go wrong with them.

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

/// Connections at the same time, besides the one that listens. A server takes a hundred by default, and several of us
/// share it.
const MOST: usize = 10;

/// How long to wait for a connection that somebody else uses.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long connecting may take.
const CONNECTING: Duration = Duration::from_secs(5);

/// A connection that nobody has used for this long is asked whether it is still there.
const UNSURE: Duration = Duration::from_secs(1);

/// What every connection asks of the server, in milliseconds and seconds: to give up what takes too long, and to notice
/// when we are gone.
const SESSION: [(&str, &str); 7] = [
    ("statement_timeout", "10000"),
    ("lock_timeout", "8000"),
    ("idle_in_transaction_session_timeout", "10000"),
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "10"),
    ("tcp_keepalives_count", "3"),
    // It costs more than it brings for statements as short as ours.
    ("jit", "off"),
];

/// The connections of a store.
///
/// sqlx has a pool, but that asks the server about every connection that is given back, which doubles the round trips.
/// Here a connection is given back only when all went well, and closed otherwise.
pub(super) struct Connections {
    options: PgConnectOptions,
    place: String,
    idle: Mutex<Vec<(PgConnection, Instant)>>,
    places: Arc<Semaphore>,
}

/// A connection that somebody uses. It is closed when it isn't given back.
pub(super) struct Lent {
    connection: Option<PgConnection>,
    home: Arc<Connections>,
    _place: OwnedSemaphorePermit,
}

impl Connections {
    /// What else each connection asks of the server is in `extra`.
    pub(super) fn new(address: &PostgresAddress, extra: &[(&str, &str)]) -> Connections {
        Connections {
            options: address.options().clone().options(SESSION).options(extra.iter().copied()),
            place: address.to_string(),
            idle: Mutex::default(),
            places: Arc::new(Semaphore::new(MOST)),
        }
    }

    /// The address for people.
    pub(super) fn place(&self) -> &str {
        &self.place
    }

    /// How to connect.
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }

    /// A connection to be used alone.
    pub(super) async fn lend(self: &Arc<Self>) -> Result<Lent, StoreError> {
        let waited = timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        let Ok(Ok(place)) = waited else {
            let busy = format!("all {MOST} connections to the database are busy");
            return Err(self.trouble(io::Error::new(io::ErrorKind::TimedOut, busy)));
        };
        let connection = match self.idle_one().await {
            Some(connection) => connection,
            None => match timeout(CONNECTING, PgConnection::connect_with(&self.options)).await {
                Ok(connected) => connected.map_err(|error| self.failed(&error))?,
                Err(_) => return Err(self.trouble(no_answer())),
            },
        };
        Ok(Lent { connection: Some(connection), home: Arc::clone(self), _place: place })
    }

    /// The rows that a statement gives.
    pub(super) async fn fetch_all<T>(
        self: &Arc<Self>,
        query: QueryAs<'static, Postgres, T, PgArguments>,
    ) -> Result<Vec<T>, StoreError>
    where
        T: for<'row> FromRow<'row, PgRow> + Send + Unpin + 'static,
    {
        let mut connection = self.lend().await?;
        let rows = query.fetch_all(&mut *connection).await.map_err(|error| self.failed(&error))?;
        connection.give_back();
        Ok(rows)
    }

    /// One that was used before and still works.
    async fn idle_one(&self) -> Option<PgConnection> {
        let (mut connection, since) = self.idle().pop()?;
        if since.elapsed() > UNSURE && !matches!(timeout(CONNECTING, connection.ping()).await, Ok(Ok(()))) {
            // The server was away, so the others don't work either.
            self.idle().clear();
            return None;
        }
        Some(connection)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(PgConnection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a database says went wrong, for people.
    pub(super) fn failed(&self, error: &sqlx::Error) -> StoreError {
        self.trouble(match error {
            sqlx::Error::Database(why) => io::Error::other(why.message().to_owned()),
            sqlx::Error::Io(why) => io::Error::new(why.kind(), why.to_string()),
            sqlx::Error::Tls(why) => io::Error::other(format!("no secure connection: {why}")),
            other => io::Error::other(other.to_string()),
        })
    }

    pub(super) fn trouble(&self, error: io::Error) -> StoreError {
        StoreError::Io { path: self.place.clone(), error }
    }
}

impl Lent {
    /// For others to use. What was begun on it must have ended.
    pub(super) fn give_back(mut self) {
        if let Some(connection) = self.connection.take() {
            self.home.idle().push((connection, Instant::now()));
        }
    }
}

impl Deref for Lent {
    type Target = PgConnection;
    fn deref(&self) -> &PgConnection {
        self.connection.as_ref().expect("it is taken only when this ends")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.connection.as_mut().expect("it is taken only when this ends")
    }
}
