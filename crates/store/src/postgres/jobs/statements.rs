//! SQL of the job queue. All times are the database's.

use std::sync::Arc;

use super::super::connections::Connections;
use crate::database::signed;
use crate::jobs::{Asker, EngineTask, JobSettings, Priority, TaskOutcome};
use crate::{JournalName, StoreError};

/// The channel of notifications: `new`, or `done ID OUTCOME WORDS`.
pub(super) const CHANNEL: &str = "parlor_jobs";

/// Adds a job, unless it exists. An asker with a free thread claims the job at once; otherwise the queue must have
/// room, and the asker a share of it.
///
/// Fairness: a job's turn is one more than its asker's last, or that of the job that is next. Its round is the
/// corresponding number among the tables of the asker.
const ASK: &str = "
    WITH line AS (
        SELECT name, who, turn, round, lease IS NULL AS waits FROM jobs WHERE priority = $4 AND finished IS NULL
    ), added AS (
        INSERT INTO jobs (
            name, revision, question, priority, passing, asked, worker, lease, tries, light, who, turn, round
        )
        SELECT $1, $2, $3, $4, $5, clock_timestamp(),
            CASE WHEN $6 THEN $7 END,
            CASE WHEN $6 THEN clock_timestamp() + interval '5 seconds' END,
            CASE WHEN $6 THEN 1 ELSE 0 END,
            $9, $10,
            greatest(
                coalesce((SELECT min(turn) FROM line WHERE waits), (SELECT max(turn) FROM line), 0),
                coalesce((SELECT max(turn) + 1 FROM line WHERE who = $10), 0)
            ),
            greatest(
                coalesce(
                    (SELECT min(round) FROM line WHERE waits AND who = $10),
                    (SELECT max(round) FROM line WHERE who = $10),
                    0
                ),
                coalesce((SELECT max(round) + 1 FROM line WHERE who = $10 AND name = $1), 0)
            )
        WHERE $6 OR (
            (SELECT count(*) FROM line WHERE waits) < $8 AND (SELECT count(*) FROM line WHERE waits AND who = $10) < $11
        )
        ON CONFLICT (name, revision, md5(question)) DO NOTHING
        RETURNING id, lease IS NOT NULL AS claimed
    ), notified AS (
        SELECT pg_notify('parlor_jobs', 'new') FROM added WHERE NOT claimed
    )
    SELECT id, claimed, NULL::text AS answer, (SELECT count(*) FROM notified),
        (SELECT count(*) FROM line WHERE waits AND who = $10)
    FROM added
    UNION ALL
    SELECT id, FALSE, answer, 0, 0 FROM jobs WHERE name = $1 AND revision = $2 AND md5(question) = md5($3)
";

/// Distributes an asker's turns among its tables, one after the other.
const ALTERNATE: &str = "
    WITH own AS (
        SELECT id, turn, round FROM jobs WHERE priority = $1 AND who = $2 AND finished IS NULL AND lease IS NULL
    ), place AS (
        SELECT id, row_number() OVER (ORDER BY round, id) AS number FROM own
    ), slot AS (
        SELECT turn, row_number() OVER (ORDER BY turn, id) AS number FROM own
    )
    UPDATE jobs SET turn = slot.turn FROM place JOIN slot USING (number)
    WHERE jobs.id = place.id AND jobs.turn <> slot.turn RETURNING jobs.id
";

/// Claims the next job that is free or whose lease has expired; only a light one if `$3` is true.
const CLAIM: &str = "
    UPDATE jobs SET worker = $1, lease = clock_timestamp() + interval '5 seconds', tries = tries + 1
    WHERE id = (
        SELECT id FROM jobs
        WHERE finished IS NULL AND (lease IS NULL OR lease < clock_timestamp()) AND priority <= $2 AND (light OR NOT $3)
        ORDER BY priority, turn, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, name, revision, question, priority, passing, light, tries
";

const RENEW: &str = "
    UPDATE jobs SET lease = clock_timestamp() + interval '5 seconds'
    WHERE id = ANY($1) AND worker = $2 AND finished IS NULL RETURNING id
";

/// Stores an answer, in case the question is asked again.
const ANSWERED: &str = "
    UPDATE jobs SET finished = clock_timestamp(), answer = $3, lease = NULL
    WHERE id = $1 AND worker = $2 AND finished IS NULL
    RETURNING id, pg_notify('parlor_jobs', 'done ' || id || ' answer')
";

/// No notification, because the journal's own one announces the move.
const MOVED: &str = "DELETE FROM jobs WHERE id = $1 AND worker = $2 AND finished IS NULL RETURNING id";

/// Other outcomes are sent and not stored.
const ENDED: &str = "
    DELETE FROM jobs WHERE id = $1 AND worker = $2 AND finished IS NULL
    RETURNING id, pg_notify('parlor_jobs', 'done ' || id || ' ' || $3)
";

const PASSED: &str = "DELETE FROM jobs WHERE name = $1 AND revision < $2 AND passing RETURNING id";

/// Deletes answers and unclaimed jobs after ten minutes.
const SWEEP: &str = "
    DELETE FROM jobs WHERE finished < clock_timestamp() - interval '10 minutes'
        OR (finished IS NULL AND asked < clock_timestamp() - interval '10 minutes' AND lease IS NULL)
    RETURNING id
";

/// A deleted job has no row.
const OUTCOMES: &str = "SELECT id, answer FROM jobs WHERE id = ANY($1)";

const WAITING: &str = "SELECT count(*) FROM jobs WHERE priority = $1 AND finished IS NULL AND lease IS NULL";

/// A question as stored in the database.
pub(super) struct Stored {
    pub(super) id: i64,
    pub(super) job: EngineTask,
    /// The number of workers that have started it.
    pub(super) tries: i16,
}

pub(super) enum Enqueued {
    /// Queued; it may have been claimed for this process.
    Waits {
        id: i64,
        claimed: bool,
    },
    Known(String),
    Full,
}

fn priority(number: i16) -> Option<Priority> {
    Priority::ALL.into_iter().find(|priority| *priority as i16 == number)
}

pub(super) async fn ask(
    connections: &Arc<Connections>,
    job: &EngineTask,
    by: Asker,
    worker: i64,
    take: bool,
    settings: JobSettings,
) -> Result<Enqueued, StoreError> {
    let most = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let query = sqlx::query_as(ASK)
        .bind(job.table.as_ref().map_or_else(String::new, JournalName::to_string))
        .bind(signed(job.revision))
        .bind(job.question.clone())
        .bind(job.priority as i16)
        .bind(job.ephemeral)
        .bind(take)
        .bind(worker)
        .bind(most(settings.queue))
        .bind(job.light)
        .bind(by.as_bytes().to_vec())
        .bind(most(settings.share));
    let found: Vec<(i64, bool, Option<String>, i64, i64)> = connections.fetch_all(query).await?;
    Ok(match found.into_iter().next() {
        Some((_, _, Some(answer), _, _)) => Enqueued::Known(answer),
        Some((id, claimed, None, _, others)) => {
            if others > 0 && !claimed {
                // A failure only makes the order less fair.
                let query = sqlx::query_as(ALTERNATE).bind(job.priority as i16).bind(by.as_bytes().to_vec());
                let _: Result<Vec<(i64,)>, StoreError> = connections.fetch_all(query).await;
            }
            Enqueued::Waits { id, claimed }
        }
        None => Enqueued::Full,
    })
}

pub(super) async fn claim(
    connections: &Arc<Connections>,
    worker: i64,
    last: Priority,
    only_light: bool,
) -> Result<Option<Stored>, StoreError> {
    type Row = (i64, String, i64, String, i16, bool, bool, i16);
    let query = sqlx::query_as(CLAIM).bind(worker).bind(last as i16).bind(only_light);
    let found: Vec<Row> = connections.fetch_all(query).await?;
    Ok(found.into_iter().find_map(|(id, name, revision, question, number, ephemeral, light, tries)| {
        let (table, revision, priority) = (name.parse().ok(), revision.cast_unsigned(), priority(number)?);
        let job = EngineTask { table, revision, question, priority, ephemeral, light };
        Some(Stored { id, job, tries })
    }))
}

/// Renews leases; returns the ids that this worker still holds.
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

/// The longest reason in a notification, in characters.
const LONGEST: usize = 500;

fn in_words(outcome: &TaskOutcome) -> String {
    match outcome {
        TaskOutcome::Answer(_) => "answer".to_owned(),
        TaskOutcome::Failed(why) => format!("failed {}", why.chars().take(LONGEST).collect::<String>()),
        TaskOutcome::Busy => "busy".to_owned(),
        TaskOutcome::Dropped => "dropped".to_owned(),
    }
}

/// Parses a notification; the outcome is `None` if the answer has to be read from the database.
pub(super) fn read_done(payload: &str) -> Option<(i64, Option<TaskOutcome>)> {
    let (id, words) = payload.strip_prefix("done ")?.split_once(' ')?;
    let outcome = match words.split_once(' ').unwrap_or((words, "")) {
        ("answer", _) => None,
        ("failed", why) => Some(TaskOutcome::Failed(why.to_owned())),
        ("busy", _) => Some(TaskOutcome::Busy),
        // A newer program may send other outcomes; none of them is an answer.
        _ => Some(TaskOutcome::Dropped),
    };
    Some((id.parse().ok()?, outcome))
}

/// Deletes ephemeral jobs about earlier revisions; returns their ids.
pub(super) async fn cancel_before(
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

/// The answers of these jobs, `None` if still open. Deleted jobs are missing.
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
    fn outcomes_survive_a_notification() {
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
