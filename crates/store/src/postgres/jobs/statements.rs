//! What is said to the database about questions. All times are the database's.

use std::sync::Arc;

use super::super::connections::Connections;
use crate::database::signed;
use crate::jobs::{EngineTask, Priority, TaskOutcome};
use crate::{JournalName, StoreError};

/// The channel of notifications: `new`, or `done ID OUTCOME WORDS`.
pub(super) const CHANNEL: &str = "parlor_jobs";

/// Asks. A question that is there already stays as it is. One for a table with others that wait is due a second later for
/// each of them. Who has a free thread takes it at once; else it must find room in the queue.
const ASK: &str = "
    WITH added AS (
        INSERT INTO jobs (name, revision, question, priority, passing, due, worker, lease, tries)
        SELECT $1, $2, $3, $4, $5,
            clock_timestamp() + interval '1 second' * (
                SELECT count(*) FROM jobs WHERE name = $1 AND name <> '' AND priority = $4 AND finished IS NULL
            ),
            CASE WHEN $6 THEN $7 END,
            CASE WHEN $6 THEN clock_timestamp() + interval '5 seconds' END,
            CASE WHEN $6 THEN 1 ELSE 0 END
        WHERE $6 OR (
            SELECT count(*) FROM (
                SELECT FROM jobs WHERE priority = $4 AND finished IS NULL AND lease IS NULL LIMIT $8
            ) AS queue
        ) < $8
        ON CONFLICT (name, revision, md5(question)) DO NOTHING
        RETURNING id, lease IS NOT NULL AS claimed
    ), told AS (
        SELECT pg_notify('parlor_jobs', 'new') FROM added WHERE NOT claimed
    )
    SELECT id, claimed, NULL::text AS answer, (SELECT count(*) FROM told) FROM added
    UNION ALL
    SELECT id, FALSE, answer, 0 FROM jobs WHERE name = $1 AND revision = $2 AND md5(question) = md5($3)
";

/// Takes the next question that nobody is at, or whose worker has not been heard from.
const CLAIM: &str = "
    UPDATE jobs SET worker = $1, lease = clock_timestamp() + interval '5 seconds', tries = tries + 1
    WHERE id = (
        SELECT id FROM jobs
        WHERE finished IS NULL AND (lease IS NULL OR lease < clock_timestamp()) AND priority <= $2
        ORDER BY priority, due, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, name, revision, question, priority, passing, tries
";

const RENEW: &str = "
    UPDATE jobs SET lease = clock_timestamp() + interval '5 seconds'
    WHERE id = ANY($1) AND worker = $2 AND finished IS NULL RETURNING id
";

/// An answer is kept for those who ask again.
const ANSWERED: &str = "
    UPDATE jobs SET finished = clock_timestamp(), answer = $3, lease = NULL
    WHERE id = $1 AND worker = $2 AND finished IS NULL
    RETURNING id, pg_notify('parlor_jobs', 'done ' || id || ' answer')
";

/// The journal's own notification says that a move was made.
const MOVED: &str = "DELETE FROM jobs WHERE id = $1 AND worker = $2 AND finished IS NULL RETURNING id";

/// Anything else is told and forgotten.
const ENDED: &str = "
    DELETE FROM jobs WHERE id = $1 AND worker = $2 AND finished IS NULL
    RETURNING id, pg_notify('parlor_jobs', 'done ' || id || ' ' || $3)
";

const PASSED: &str = "DELETE FROM jobs WHERE name = $1 AND revision < $2 AND passing RETURNING id";

/// Answers are kept for ten minutes, and nobody waits for longer than that.
const SWEEP: &str = "
    DELETE FROM jobs WHERE finished < clock_timestamp() - interval '10 minutes'
        OR (finished IS NULL AND due < clock_timestamp() - interval '10 minutes' AND lease IS NULL)
    RETURNING id
";

/// What came of questions. One that isn't there any more has no row.
const OUTCOMES: &str = "SELECT id, answer FROM jobs WHERE id = ANY($1)";

const WAITING: &str = "SELECT count(*) FROM jobs WHERE priority = $1 AND finished IS NULL AND lease IS NULL";

/// A question as it stands in the database.
pub(super) struct Stored {
    pub(super) id: i64,
    pub(super) job: EngineTask,
    /// How many workers have begun it.
    pub(super) tries: i16,
}

/// What came of asking.
pub(super) enum Enqueued {
    /// Somebody will answer it; it may have been claimed for this process.
    Waits { id: i64, claimed: bool },
    /// It was answered before.
    Known(String),
    /// There is no room for it.
    Full,
}

fn priority(number: i16) -> Option<Priority> {
    Priority::ALL.into_iter().find(|priority| *priority as i16 == number)
}

pub(super) async fn ask(
    connections: &Arc<Connections>,
    job: &EngineTask,
    worker: i64,
    take: bool,
    queue: usize,
) -> Result<Enqueued, StoreError> {
    let query = sqlx::query_as(ASK)
        .bind(job.table.as_ref().map_or_else(String::new, JournalName::to_string))
        .bind(signed(job.revision))
        .bind(job.question.clone())
        .bind(job.priority as i16)
        .bind(job.passing)
        .bind(take)
        .bind(worker)
        .bind(i64::try_from(queue).unwrap_or(i64::MAX));
    let found: Vec<(i64, bool, Option<String>, i64)> = connections.fetch_all(query).await?;
    Ok(match found.into_iter().next() {
        Some((_, _, Some(answer), _)) => Enqueued::Known(answer),
        Some((id, claimed, None, _)) => Enqueued::Waits { id, claimed },
        None => Enqueued::Full,
    })
}

pub(super) async fn claim(
    connections: &Arc<Connections>,
    worker: i64,
    last: Priority,
) -> Result<Option<Stored>, StoreError> {
    type Row = (i64, String, i64, String, i16, bool, i16);
    let found: Vec<Row> = connections.fetch_all(sqlx::query_as(CLAIM).bind(worker).bind(last as i16)).await?;
    Ok(found.into_iter().find_map(|(id, name, revision, question, number, passing, tries)| {
        let table = name.parse().ok();
        let job =
            EngineTask { table, revision: revision.cast_unsigned(), question, priority: priority(number)?, passing };
        Some(Stored { id, job, tries })
    }))
}

/// Which of these are still this worker's.
pub(super) async fn renew(connections: &Arc<Connections>, worker: i64, ids: Vec<i64>) -> Result<Vec<i64>, StoreError> {
    let rows: Vec<(i64,)> = connections.fetch_all(sqlx::query_as(RENEW).bind(ids).bind(worker)).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub(super) async fn finish(
    connections: &Arc<Connections>,
    worker: i64,
    id: i64,
    job: &EngineTask,
    outcome: &TaskOutcome,
) -> Result<(), StoreError> {
    let query = match outcome {
        TaskOutcome::Answer(_) if job.priority == Priority::Move => sqlx::query_as(MOVED).bind(id).bind(worker),
        TaskOutcome::Answer(answer) => sqlx::query_as(ANSWERED).bind(id).bind(worker).bind(answer.clone()),
        outcome => sqlx::query_as(ENDED).bind(id).bind(worker).bind(in_words(outcome)),
    };
    let _: Vec<(i64,)> = connections.fetch_all(query).await?;
    Ok(())
}

/// The longest reason that is told with a notification, in characters.
const LONGEST: usize = 500;

fn in_words(outcome: &TaskOutcome) -> String {
    match outcome {
        TaskOutcome::Answer(_) => "answer".to_owned(),
        TaskOutcome::Failed(why) => format!("failed {}", why.chars().take(LONGEST).collect::<String>()),
        TaskOutcome::Busy => "busy".to_owned(),
        TaskOutcome::Dropped => "dropped".to_owned(),
    }
}

/// What a notification says about a question; `None` in place of the outcome if the answer has to be read.
pub(super) fn read_done(payload: &str) -> Option<(i64, Option<TaskOutcome>)> {
    let (id, words) = payload.strip_prefix("done ")?.split_once(' ')?;
    let outcome = match words.split_once(' ').unwrap_or((words, "")) {
        ("answer", _) => None,
        ("failed", why) => Some(TaskOutcome::Failed(why.to_owned())),
        ("busy", _) => Some(TaskOutcome::Busy),
        // A newer program may have more to say; whatever it is, there is no answer.
        _ => Some(TaskOutcome::Dropped),
    };
    Some((id.parse().ok()?, outcome))
}

/// Drops what was asked in passing about earlier revisions; tells which questions those were.
pub(super) async fn has_moved_on(
    connections: &Arc<Connections>,
    table: &JournalName,
    revision: u64,
) -> Result<Vec<i64>, StoreError> {
    let query = sqlx::query_as(PASSED).bind(table.to_string()).bind(signed(revision));
    let rows: Vec<(i64,)> = connections.fetch_all(query).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub(super) async fn sweep(connections: &Arc<Connections>) -> Result<(), StoreError> {
    let _: Vec<(i64,)> = connections.fetch_all(sqlx::query_as(SWEEP)).await?;
    Ok(())
}

/// What is known of these questions: an answer, or that there is none yet. Others don't exist any more.
pub(super) async fn outcomes(
    connections: &Arc<Connections>,
    ids: Vec<i64>,
) -> Result<Vec<(i64, Option<String>)>, StoreError> {
    connections.fetch_all(sqlx::query_as(OUTCOMES).bind(ids)).await
}

pub(super) async fn waiting(connections: &Arc<Connections>, priority: Priority) -> Result<usize, StoreError> {
    let rows: Vec<(i64,)> = connections.fetch_all(sqlx::query_as(WAITING).bind(priority as i16)).await?;
    Ok(rows.first().map_or(0, |(count,)| usize::try_from(*count).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_as_they_are_told() {
        let failed = || TaskOutcome::Failed("it broke\nin two".to_owned());
        for outcome in [failed(), TaskOutcome::Busy, TaskOutcome::Dropped] {
            let payload = format!("done 17 {}", in_words(&outcome));
            assert_eq!(read_done(&payload), Some((17, Some(outcome))));
        }
        assert_eq!(read_done("done 17 answer"), Some((17, None)));
        assert_eq!(read_done("done 17 sung"), Some((17, Some(TaskOutcome::Dropped))));
        for other in ["new", "done", "done x answer", ""] {
            assert_eq!(read_done(other), None, "{other}");
        }
    }
}
