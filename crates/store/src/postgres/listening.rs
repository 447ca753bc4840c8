//! Notifications of changes that this or another server has made.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::LONGEST;
use super::background::Background;
use super::connections::Connections;
use crate::watch::Watchers;
use crate::{JournalName, StoreError, TableChange};

/// The interval for comparing watched tables with the database, in case a notification was lost.
const COMPARE: Duration = Duration::from_secs(3);

/// The pause before connecting again.
const RETRY: Duration = Duration::from_secs(1);

/// A connection that is silent for this long may be dead.
const SILENCE: Duration = Duration::from_mins(1);

/// Starts to notify watchers of changes.
pub(super) fn start(background: &Background, connections: &Arc<Connections>, watchers: &Watchers) {
    let missed = Arc::new(Notify::new());
    background.spawn(compare_often(Arc::clone(connections), watchers.clone(), Arc::clone(&missed)));
    background.spawn(listen(Arc::clone(connections), watchers.clone(), missed));
}

/// Listens forever, and reconnects when necessary. Notifications may be missed while there is no connection.
async fn listen(connections: Arc<Connections>, watchers: Watchers, missed: Arc<Notify>) {
    loop {
        // An error delays notifications only by seconds, because the comparison notifies watchers, too.
        if listen_once(&connections, &watchers, &missed).await.is_err() {
            sleep(RETRY).await;
        }
    }
}

async fn listen_once(connections: &Connections, watchers: &Watchers, missed: &Notify) -> sqlx::Result<()> {
    let alone = PgPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_secs(5));
    let mut listener = PgListener::connect_with(&alone.connect_lazy_with(connections.options().clone())).await?;
    listener.listen("parlor").await?;
    missed.notify_one();
    while let Ok(heard) = timeout(SILENCE, listener.try_recv()).await {
        match heard? {
            Some(notification) => pass_on(watchers, notification.payload()),
            // The connection was lost and has been replaced by a new one.
            None => missed.notify_one(),
        }
    }
    Ok(())
}

/// Passes on `NAME REVISION`, `NAME people COUNT`, `NAME signal MESSAGE` or `NAME removed`.
fn pass_on(watchers: &Watchers, payload: &str) {
    let Some((name, rest)) = payload.split_once(' ') else { return };
    let Ok(name) = name.parse::<JournalName>() else { return };
    if let Some(message) = rest.strip_prefix("signal ") {
        return watchers.notify(&name, &TableChange::Signal(message.into()));
    }
    let mut words = rest.split(' ');
    match (words.next(), words.next()) {
        (Some("removed"), None) => watchers.notify(&name, &TableChange::Removed),
        (Some("people"), Some(count)) => {
            if let Ok(count) = count.parse() {
                watchers.notify_people_count(&name, count);
            }
        }
        (Some(revision), None) => {
            if let Ok(revision) = revision.parse() {
                watchers.notify(&name, &TableChange::Revision(revision));
            }
        }
        // A newer server may send other notifications.
        _ => {}
    }
}

async fn compare_often(connections: Arc<Connections>, watchers: Watchers, missed: Arc<Notify>) {
    loop {
        // Poll on a timer or after a reconnect.
        let _ = timeout(COMPARE, missed.notified()).await;
        // If the database can't be reached now, it may be reachable the next time.
        let _ = timeout(LONGEST, compare(&connections, &watchers)).await;
    }
}

/// Notifies watchers of changes that they have missed.
async fn compare(connections: &Arc<Connections>, watchers: &Watchers) -> Result<(), StoreError> {
    let names = watchers.names();
    if names.is_empty() {
        return Ok(());
    }
    let query = sqlx::query_as("SELECT name, revision, people FROM tables WHERE name = ANY($1)");
    let query = query.bind(names.iter().map(JournalName::to_string).collect::<Vec<String>>());
    let found: Vec<(String, i64, i64)> = connections.fetch_all(query).await?;
    let mut gone: HashSet<JournalName> = names.into_iter().collect();
    for (name, revision, people) in found {
        if let Ok(name) = name.parse() {
            watchers.notify(&name, &TableChange::Revision(revision.cast_unsigned()));
            watchers.notify_people_count(&name, people.cast_unsigned());
            gone.remove(&name);
        }
    }
    for name in gone {
        watchers.notify(&name, &TableChange::Removed);
    }
    Ok(())
}
