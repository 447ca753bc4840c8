//! Tables as a whole.

use std::time::{Duration, UNIX_EPOCH};

use parlor_table::JournalLines;
use rusqlite::{Connection, OptionalExtension, params};

use super::{Done, SCHEMA, SqliteStore, failed, insert_rows};
use crate::registry::{Holder, Registry};
use crate::store::rows::{NewRows, micros};
use crate::store::{JournalName, People, Store, StoreError, Whole, Wholes};

/// What every schema has of a table: header, revision, summary and time.
type Columns = (String, i64, String, i64);

fn columns(connection: &Connection, name: &JournalName) -> rusqlite::Result<Option<Columns>> {
    connection
        .prepare_cached("SELECT header, revision, summary, modified FROM tables WHERE name = ?1")?
        .query_row([name.as_str()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .optional()
}

fn entries(connection: &Connection, name: &JournalName) -> rusqlite::Result<Vec<(i64, String)>> {
    let mut select =
        connection.prepare_cached("SELECT revision, line FROM entries WHERE name = ?1 ORDER BY revision")?;
    let rows = select.query_map([name.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

impl SqliteStore {
    /// What a server keeps of a table, and its original.
    fn people(&self, name: &JournalName) -> Result<(People, Option<Vec<u8>>), StoreError> {
        let (archived, original) = self.read_with(|connection| {
            let archived = connection
                .prepare_cached("SELECT archived FROM tables WHERE name = ?1")?
                .query_row([name.as_str()], |row| row.get(0))?;
            let original = connection
                .prepare_cached("SELECT text FROM originals WHERE name = ?1")?
                .query_row([name.as_str()], |row| row.get(0))
                .optional()?;
            Ok((archived, original))
        })?;
        let (links, seats) = (self.links(name)?, self.holders(name)?);
        Ok((People { links, seats, maker: self.maker(name)?, note: self.note(name)?, archived }, original))
    }
}

impl Wholes for SqliteStore {
    fn whole(&self, name: &JournalName) -> Result<Whole, StoreError> {
        let (columns, entries, schema) = self.read_with(|connection| {
            let schema: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            Ok((columns(connection, name)?, entries(connection, name)?, schema))
        })?;
        let (header, revision, summary, modified) = columns.ok_or_else(|| StoreError::Unknown(name.clone()))?;
        // A file that is only looked at may be of an earlier schema, and have no place for all of it.
        let (people, original) = if schema < SCHEMA { Default::default() } else { self.people(name)? };
        Ok(Whole {
            name: name.clone(),
            modified: UNIX_EPOCH + Duration::from_micros(modified.max(0).cast_unsigned()),
            last: entries.last().map_or(0, |(last, _)| last.cast_unsigned()),
            journal: JournalLines { header, lines: entries.into_iter().map(|(_, line)| line).collect(), summary },
            original,
            revision: revision.cast_unsigned(),
            review: self.review(name)?,
            people: Some(people),
        })
    }

    fn keep_whole(&self, whole: &Whole) -> Result<(), StoreError> {
        let (path, whole) = (self.path.clone(), whole.clone());
        self.change(move |connection| {
            let sql = |error: rusqlite::Error| failed(&path, &error);
            let Whole { name, modified, original, review, people, .. } = &whole;
            if !insert_rows(connection, &path, name, &NewRows::whole(&whole), micros(*modified))? {
                return Err(StoreError::io(&path, std::io::Error::other(format!("there is a table {name} already"))));
            }
            if people.as_ref().is_some_and(|people| people.archived) {
                connection.execute("UPDATE tables SET archived = 1 WHERE name = ?1", [name.as_str()]).map_err(sql)?;
            }
            if let Some(review) = review {
                connection
                    .execute("INSERT INTO reviews (name, review) VALUES (?1, ?2)", params![name.as_str(), review])
                    .map_err(sql)?;
            }
            if let Some(text) = original {
                connection
                    .execute("INSERT INTO originals (name, text) VALUES (?1, ?2)", params![name.as_str(), text])
                    .map_err(sql)?;
            }
            Ok(Done::Changed)
        })?;
        Ok(())
    }

    fn all_seen(&self) -> Result<Vec<(Holder, String)>, StoreError> {
        self.read_with(|connection| {
            let mut select = connection.prepare_cached("SELECT holder, seen FROM exercises ORDER BY holder")?;
            let rows = select.query_map([], |row| Ok((Holder(row.get(0)?), row.get(1)?)))?;
            rows.collect()
        })
    }

    fn registry(&self) -> Option<&dyn Registry> {
        Some(self)
    }
}
