//! Group commit of appends.
//!
//! `NOTIFY` locks the whole database when a transaction commits, until the commit is on disk, so
//! transactions that notify are committed one after the other. A hundred appends in one transaction cost as much as
//! one.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io;
use std::sync::{Arc, mpsc};
use std::time::{Instant, SystemTime};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, error::TryRecvError, unbounded_channel};
use tokio::time::timeout;

use super::LONGEST;
use super::background::{Background, no_answer};
use super::connections::Connections;
use crate::database::{micros, signed, with_checksum};
use crate::{JournalName, StoreError};

/// The maximum number of appends in one commit.
const GROUP: usize = 256;

pub(super) struct PendingAppend {
    pub(super) name: JournalName,
    /// The expected revision of the journal.
    pub(super) given: u64,
    pub(super) lines: Vec<String>,
    pub(super) summary: String,
}

struct WaitingAppend {
    asked: PendingAppend,
    since: Instant,
    done: mpsc::SyncSender<Result<(), StoreError>>,
}

/// Sends appends to the task that writes them, which ends when this is dropped.
pub(super) struct Appends(UnboundedSender<WaitingAppend>);

impl Appends {
    pub(super) fn start(background: &Background, connections: &Arc<Connections>) -> Appends {
        let (sender, waiting) = unbounded_channel();
        background.spawn(write_all(Arc::clone(connections), waiting));
        Appends(sender)
    }

    /// Writes an append and waits for it. `None` if the task has ended.
    pub(super) fn write(&self, asked: PendingAppend) -> Option<Result<(), StoreError>> {
        let (done, answer) = mpsc::sync_channel(1);
        self.0.send(WaitingAppend { asked, since: Instant::now(), done }).ok()?;
        answer.recv().ok()
    }
}

async fn write_all(connections: Arc<Connections>, mut waiting: UnboundedReceiver<WaitingAppend>) {
    let mut later = VecDeque::new();
    loop {
        let first = match later.pop_front() {
            Some(first) => first,
            None => match waiting.recv().await {
                Some(first) => first,
                None => return,
            },
        };
        let mut group = Group::default();
        group.add(first, &mut later);
        for next in std::mem::take(&mut later) {
            group.add(next, &mut later);
        }
        while group.members.len() < GROUP && later.len() < GROUP {
            match waiting.try_recv() {
                Ok(next) => group.add(next, &mut later),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        group.write(&connections).await;
    }
}

/// At most one append for each journal: a second one has to see the result of the first.
#[derive(Default)]
struct Group {
    names: HashSet<JournalName>,
    members: Vec<WaitingAppend>,
}

impl Group {
    fn add(&mut self, waiting: WaitingAppend, later: &mut VecDeque<WaitingAppend>) {
        if self.members.len() < GROUP && self.names.insert(waiting.asked.name.clone()) {
            self.members.push(waiting);
        } else {
            later.push_back(waiting);
        }
    }

    async fn write(self, connections: &Arc<Connections>) {
        let mut members = self.members;
        // Appends that have waited longer than a call may take fail without being tried.
        members.retain(|member| {
            let in_time = member.since.elapsed() < LONGEST;
            if !in_time {
                let _ = member.done.send(Err(connections.io_error(no_answer())));
            }
            in_time
        });
        let asked: Vec<&PendingAppend> = members.iter().map(|member| &member.asked).collect();
        match write(connections, &asked).await {
            Ok(results) => {
                for (member, result) in members.iter().zip(results) {
                    let _ = member.done.send(result);
                }
            }
            // Nothing was written, because the database refuses a member of the group: try each alone.
            Err(GroupFailed::Refused(_)) if members.len() > 1 => {
                for member in &members {
                    let _ = member.done.send(write_one(connections, &member.asked).await);
                }
            }
            Err(GroupFailed::Refused(error) | GroupFailed::Unknown(error)) => {
                let why = match &error {
                    StoreError::Io { error, .. } => (error.kind(), error.to_string()),
                    other => (io::ErrorKind::Other, other.to_string()),
                };
                for member in &members {
                    let _ = member.done.send(Err(connections.io_error(io::Error::new(why.0, why.1.clone()))));
                }
            }
        }
    }
}

/// The reason why a group can't be written.
enum GroupFailed {
    /// The database refused the group and changed nothing.
    Refused(StoreError),
    /// It isn't known whether the group was written.
    Unknown(StoreError),
}

async fn write_one(connections: &Arc<Connections>, asked: &PendingAppend) -> Result<(), StoreError> {
    match write(connections, &[asked]).await {
        Ok(results) => results.into_iter().next().unwrap_or(Ok(())),
        Err(GroupFailed::Refused(error) | GroupFailed::Unknown(error)) => Err(error),
    }
}

/// All tables are locked in the order of their names before any is changed, so that two servers can't deadlock.
/// A table that is at another revision by now is left out, with its entries.
const WRITE: &str = "
    WITH asked AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) AS asked (name, given, revision, summary)
    ), locked AS (
        SELECT tables.name FROM tables JOIN asked USING (name) ORDER BY tables.name FOR NO KEY UPDATE OF tables
    ), moved AS (
        UPDATE tables
        SET revision = asked.revision, summary = asked.summary, modified = $8, archived = FALSE
        FROM locked JOIN asked USING (name)
        WHERE tables.name = locked.name AND tables.revision = asked.given
        RETURNING tables.name, tables.revision
    ), written AS (
        INSERT INTO entries (name, revision, line)
        SELECT line.name, line.revision, line.line
        FROM unnest($5::text[], $6::bigint[], $7::text[]) AS line (name, revision, line) JOIN moved USING (name)
    )
    SELECT name, pg_notify('parlor', name || ' ' || revision) FROM moved
";

/// Writes appends to different journals in one transaction; returns the result of each.
async fn write(
    connections: &Arc<Connections>,
    asked: &[&PendingAppend],
) -> Result<Vec<Result<(), StoreError>>, GroupFailed> {
    match timeout(LONGEST, try_to_write(connections, asked)).await {
        Ok(result) => result,
        Err(_) => Err(GroupFailed::Unknown(connections.io_error(no_answer()))),
    }
}

/// True if the error is about the data and not about the server.
fn is_refused(error: &sqlx::Error) -> bool {
    // Bad values, constraint violations and rollbacks; see the list of codes in PostgreSQL's manual.
    let about_it = |code: &str| ["22", "23", "40"].iter().any(|class| code.starts_with(class));
    matches!(error, sqlx::Error::Database(why) if why.code().is_some_and(|code| about_it(&code)))
}

async fn try_to_write(
    connections: &Arc<Connections>,
    asked: &[&PendingAppend],
) -> Result<Vec<Result<(), StoreError>>, GroupFailed> {
    let names = |asked: &[&PendingAppend]| asked.iter().map(|asked| asked.name.to_string()).collect::<Vec<String>>();
    let lines =
        || asked.iter().flat_map(|asked| asked.lines.iter().zip(asked.given + 1..).map(move |line| (asked, line)));
    let query = sqlx::query_as(WRITE)
        .bind(names(asked))
        .bind(asked.iter().map(|asked| signed(asked.given)).collect::<Vec<i64>>())
        .bind(asked.iter().map(|asked| signed(asked.given + asked.lines.len() as u64)).collect::<Vec<i64>>())
        .bind(asked.iter().map(|asked| asked.summary.clone()).collect::<Vec<String>>())
        .bind(lines().map(|(asked, _)| asked.name.to_string()).collect::<Vec<String>>())
        .bind(lines().map(|(_, (_, revision))| signed(revision)).collect::<Vec<i64>>())
        .bind(lines().map(|(asked, (line, at))| with_checksum(&asked.name, at, line)).collect::<Vec<String>>())
        .bind(micros(SystemTime::now()));
    let mut connection = connections.acquire().await.map_err(GroupFailed::Unknown)?;
    let written: sqlx::Result<Vec<(String, ())>> = query.fetch_all(&mut *connection).await;
    let moved: HashSet<String> = match written {
        Ok(moved) => moved.into_iter().map(|(name, ())| name).collect(),
        // An entry with that number exists already.
        Err(sqlx::Error::Database(why)) if asked.len() == 1 && why.is_unique_violation() => HashSet::new(),
        Err(error) if is_refused(&error) => return Err(GroupFailed::Refused(connections.failed(&error))),
        Err(error) => return Err(GroupFailed::Unknown(connections.failed(&error))),
    };
    let others: Vec<&PendingAppend> =
        asked.iter().copied().filter(|asked| !moved.contains(asked.name.as_str())).collect();
    let mut now: HashMap<String, i64> = HashMap::new();
    if !others.is_empty() {
        let query = sqlx::query_as("SELECT name, revision FROM tables WHERE name = ANY($1)").bind(names(&others));
        let found: sqlx::Result<Vec<(String, i64)>> = query.fetch_all(&mut *connection).await;
        now.extend(found.map_err(|error| GroupFailed::Unknown(connections.failed(&error)))?);
    }
    connection.release();
    let result = |asked: &&PendingAppend| {
        let name = asked.name.clone();
        if moved.contains(name.as_str()) {
            return Ok(());
        }
        match now.get(name.as_str()) {
            Some(now) => Err(StoreError::Stale { name, given: asked.given, now: now.cast_unsigned() }),
            None => Err(StoreError::Unknown(name)),
        }
    };
    Ok(asked.iter().map(result).collect())
}
