//! Messages about tables that aren't stored, as notifications.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{sleep, timeout};

use super::LONGEST;
use super::background::Background;
use super::connections::Connections;
use crate::JournalName;
use crate::registry::MAX_SIGNAL;

/// The number of messages that wait to be sent. Further ones are dropped.
const QUEUE: usize = 4096;

/// The maximum number of messages in one transaction.
const GROUP: usize = 512;

/// The pause between two transactions, because transactions that notify are committed one after the other.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) struct Signals(Sender<String>);

impl Signals {
    pub(super) fn start(background: &Background, connections: &Arc<Connections>) -> Signals {
        let (sender, waiting) = channel(QUEUE);
        background.spawn(send_all(Arc::clone(connections), waiting));
        Signals(sender)
    }

    pub(super) fn send(&self, name: &JournalName, message: &str) {
        if message.len() <= MAX_SIGNAL {
            let _ = self.0.try_send(format!("{name} signal {message}"));
        }
    }
}

async fn send_all(connections: Arc<Connections>, mut waiting: Receiver<String>) {
    let mut group = Vec::new();
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        let query = sqlx::query_as("SELECT pg_notify('parlor', payload) FROM unnest($1::text[]) AS payload");
        let query = query.bind(std::mem::take(&mut group));
        // If the database can't be reached, these messages are lost.
        let _: Result<Result<Vec<((),)>, _>, _> = timeout(LONGEST, connections.fetch_all(query)).await;
        sleep(PAUSE).await;
    }
}
