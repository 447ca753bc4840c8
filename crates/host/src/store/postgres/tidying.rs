//! What is archived, removed and forgotten in time, and how often tables are begun.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use sqlx::Connection;

use super::PostgresStore;
use crate::registry::{Beginner, EMPTY_AFTER, FORGET_AFTER, Tidied};
use crate::store::rows::{micros, micros_before};
use crate::store::{JournalName, StoreError};

/// At most this many tables at once, so that no statement takes too long. The others come the next time.
const AT_ONCE: i64 = 1000;

/// Old tables at which nothing has happened. Who does something at one of them now keeps it; who comes next waits
/// for us. There is no index by time: every append would have to keep it up to date.
const FIND_EMPTY: &str = "
    SELECT name FROM tables
    WHERE revision = 0 AND maker IS NOT NULL AND modified < to_timestamp($1::bigint / 1000000.0)
    ORDER BY name LIMIT $2 FOR UPDATE SKIP LOCKED
";

/// Those of them that nobody but their maker has come to. Another statement, so that it sees who came before the lock.
const REMOVE_EMPTY: &str = "
    WITH gone AS (
        DELETE FROM tables
        WHERE name = ANY($1)
            AND NOT EXISTS (SELECT 1 FROM holders WHERE holders.name = tables.name AND holders.holder <> tables.maker)
        RETURNING name
    )
    SELECT name, pg_notify('parlor', name || ' removed') FROM gone
";

const ARCHIVE: &str = "
    UPDATE tables SET archived = TRUE
    WHERE name IN (
        SELECT name FROM tables WHERE NOT archived AND modified < to_timestamp($1::bigint / 1000000.0)
        ORDER BY name LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING name
";

/// Counts for all of them, if none has begun as many as it may.
const COUNT: &str = "
    WITH asked AS (SELECT * FROM unnest($1::bytea[], $2::bigint[]) AS asked (who, most)),
    full_ones AS (
        SELECT 1 FROM asked
        WHERE most <= (SELECT count(*) FROM beginnings WHERE beginnings.who = asked.who AND time > $3)
    )
    INSERT INTO beginnings (who, time) SELECT who, $4 FROM asked WHERE NOT EXISTS (SELECT 1 FROM full_ones)
    RETURNING 1
";

fn names(found: &[(String,)]) -> Vec<JournalName> {
    found.iter().filter_map(|(name,)| name.parse().ok()).collect()
}

impl PostgresStore {
    pub(super) fn tidy_up(&self, now: SystemTime, archive_after: Option<Duration>) -> Result<Tidied, StoreError> {
        let connections = Arc::clone(&self.connections);
        let removed: Vec<(String,)> = self.wait(async move {
            let sql = |error: sqlx::Error| connections.failed(&error);
            let mut connection = connections.lend().await?;
            let mut transaction = connection.begin().await.map_err(sql)?;
            let query = sqlx::query_as(FIND_EMPTY).bind(micros_before(now, EMPTY_AFTER)).bind(AT_ONCE);
            let empty: Vec<(String,)> = query.fetch_all(&mut *transaction).await.map_err(sql)?;
            let empty: Vec<String> = empty.into_iter().map(|(name,)| name).collect();
            let query = sqlx::query_as(REMOVE_EMPTY).bind(empty);
            let removed: Vec<(String, ())> = query.fetch_all(&mut *transaction).await.map_err(sql)?;
            transaction.commit().await.map_err(sql)?;
            connection.give_back();
            Ok(removed.into_iter().map(|(name, ())| (name,)).collect())
        })?;
        let archived: Vec<(String,)> = match archive_after {
            Some(after) => self.all(sqlx::query_as(ARCHIVE).bind(micros_before(now, after)).bind(AT_ONCE))?,
            None => Vec::new(),
        };
        let forget = sqlx::query_as("DELETE FROM beginnings WHERE time < $1 RETURNING 1");
        let _: Vec<(i32,)> = self.all(forget.bind(micros_before(now, FORGET_AFTER)))?;
        Ok(Tidied { archived: names(&archived), removed: names(&removed) })
    }

    pub(super) fn bring_one_back(&self, name: &JournalName, now: SystemTime) -> Result<(), StoreError> {
        let query = sqlx::query_as(
            "WITH back AS (
                 UPDATE tables SET archived = FALSE, modified = to_timestamp($2::bigint / 1000000.0)
                 WHERE name = $1 AND archived
             )
             SELECT 1 FROM tables WHERE name = $1",
        );
        let (_,): (i32,) = self.row(name, query.bind(name.to_string()).bind(micros(now)))?;
        Ok(())
    }

    pub(super) fn count_one_beginning(
        &self,
        who: &[(Beginner, u32)],
        within: Duration,
        now: SystemTime,
    ) -> Result<bool, StoreError> {
        let secret = self.secret()?;
        let keys: Vec<[u8; 32]> = who.iter().map(|(who, _)| who.key(&secret)).collect();
        let most: Vec<i64> = who.iter().map(|(_, most)| i64::from(*most)).collect();
        // One lock for each, always in the same order, so that two servers never wait for each other.
        let mut locks: Vec<i64> = keys
            .iter()
            .map(|key| i64::from_be_bytes([key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7]]))
            .collect();
        locks.sort_unstable();
        let connections = Arc::clone(&self.connections);
        self.wait(async move {
            let sql = |error: sqlx::Error| connections.failed(&error);
            let mut connection = connections.lend().await?;
            let mut transaction = connection.begin().await.map_err(sql)?;
            for lock in locks {
                sqlx::query("SELECT pg_advisory_xact_lock($1)")
                    .bind(lock)
                    .execute(&mut *transaction)
                    .await
                    .map_err(sql)?;
            }
            let query = sqlx::query_as(COUNT)
                .bind(keys.iter().map(|key| key.to_vec()).collect::<Vec<Vec<u8>>>())
                .bind(most)
                .bind(micros_before(now, within))
                .bind(micros(now));
            let counted: Vec<(i32,)> = query.fetch_all(&mut *transaction).await.map_err(sql)?;
            transaction.commit().await.map_err(sql)?;
            connection.give_back();
            Ok(counted.len() == keys.len())
        })
    }

    /// What addresses are hashed with. It never changes.
    fn secret(&self) -> Result<Vec<u8>, StoreError> {
        if let Some(secret) = self.secret.get() {
            return Ok(secret.clone());
        }
        let found: Vec<(Vec<u8>,)> = self.all(sqlx::query_as("SELECT secret FROM secrets WHERE name = 'addresses'"))?;
        let missing = || self.connections.trouble(std::io::Error::other("the secret for addresses is missing"));
        let (secret,) = found.into_iter().next().ok_or_else(missing)?;
        Ok(self.secret.get_or_init(|| secret).clone())
    }
}
