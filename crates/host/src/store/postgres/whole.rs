//! Tables as a whole.

use std::io;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use parlor_table::JournalLines;
use sqlx::Connection;

use super::{PostgresStore, connections, registry};
use crate::registry::{Holder, Registry};
use crate::store::rows::{NewRows, micros};
use crate::store::{JournalName, People, Store, StoreError, Whole, Wholes};

/// Header, revision, summary, time, the number of the last entry, the lines, the original, and whether it is archived: all as
/// it was at one moment.
type Columns = (String, i64, String, i64, i64, Vec<String>, Option<Vec<u8>>, bool);

const COLUMNS: &str = "
    SELECT header, revision, summary, (extract(epoch FROM modified) * 1000000)::bigint,
        (SELECT coalesce(max(revision), 0) FROM entries WHERE name = $1),
        ARRAY(SELECT line FROM entries WHERE name = $1 ORDER BY revision),
        (SELECT text FROM originals WHERE name = $1),
        archived
    FROM tables WHERE name = $1
";

/// What a new table has besides.
const BESIDES: &str = "
    WITH dated AS (
        UPDATE tables SET modified = to_timestamp($2::bigint / 1000000.0), archived = $3 WHERE name = $1
    ), reviewed AS (
        INSERT INTO reviews (name, review) SELECT $1, $4 WHERE $4 IS NOT NULL
    )
    INSERT INTO originals (name, text) SELECT $1, $5 WHERE $5 IS NOT NULL
";

impl Wholes for PostgresStore {
    fn whole(&self, name: &JournalName) -> Result<Whole, StoreError> {
        let columns: Columns = self.row(name, sqlx::query_as(COLUMNS).bind(name.to_string()))?;
        let (header, revision, summary, modified, last, lines, original, archived) = columns;
        let (links, seats) = (self.links(name)?, self.holders(name)?);
        let people = People { links, seats, maker: self.maker(name)?, note: self.note(name)?, archived };
        Ok(Whole {
            name: name.clone(),
            modified: UNIX_EPOCH + Duration::from_micros(modified.max(0).cast_unsigned()),
            journal: JournalLines { header, lines, summary },
            original,
            revision: revision.cast_unsigned(),
            last: last.cast_unsigned(),
            review: self.review(name)?,
            people: Some(people),
        })
    }

    fn keep_whole(&self, whole: &Whole) -> Result<(), StoreError> {
        let (connections, whole) = (Arc::clone(&self.connections), whole.clone());
        self.wait(async move {
            let sql = |error: sqlx::Error| match connections.failed(&error) {
                StoreError::Io { error, .. } if connections::is_taken(&error) => StoreError::BadLinks,
                error => error,
            };
            let mut connection = connections.lend().await?;
            let mut transaction = connection.begin().await.map_err(sql)?;
            let made = registry::insert(&whole.name, &NewRows::whole(&whole)).fetch_all(&mut *transaction).await;
            if made.map_err(sql)?.is_empty() {
                let why = format!("there is a table {} already", whole.name);
                return Err(connections.trouble(io::Error::other(why)));
            }
            sqlx::query(BESIDES)
                .bind(whole.name.to_string())
                .bind(micros(whole.modified))
                .bind(whole.people.is_some_and(|people| people.archived))
                .bind(whole.review)
                .bind(whole.original)
                .execute(&mut *transaction)
                .await
                .map_err(sql)?;
            transaction.commit().await.map_err(sql)?;
            connection.give_back();
            Ok(())
        })
    }

    fn all_seen(&self) -> Result<Vec<(Holder, String)>, StoreError> {
        let rows: Vec<(Vec<u8>, String)> = self.all(sqlx::query_as("SELECT holder, seen FROM seen ORDER BY holder"))?;
        Ok(rows.into_iter().filter_map(|(holder, seen)| Some((Holder(holder.try_into().ok()?), seen))).collect())
    }

    fn registry(&self) -> Option<&dyn Registry> {
        Some(self)
    }
}
