//! What is kept besides journals.

use std::time::{Duration, SystemTime};

use parlor_rules::{Pair, Seat};
use parlor_table::{Entry, JournalWriter, Setup, Summary, read_header};
use rusqlite::{Connection, OptionalExtension, params};

use super::{Done, SqliteStore, failed, insert_table, listed};
use crate::registry::{self, Beginner, EMPTY_AFTER, FORGET_AFTER, Holder, NewTable, Purpose, Registry, Tidied, Token};
use crate::store::rows::{NewRows, in_order, micros, micros_before, read_purpose, read_seat, seat_text};
use crate::store::{JournalName, Listed, StoreError, Tell, Watching, bad_journal};

/// The tables that a browser made or holds a seat of: those that a link leads to.
pub(super) const TABLES_OF: &str = "
    FROM (SELECT name FROM holders WHERE holder = ?1 UNION SELECT name FROM tables WHERE maker = ?1) AS own
    JOIN tables USING (name)
    JOIN links ON links.name = own.name AND links.purpose = 'watch'
    WHERE NOT archived
";

/// What is asked about them.
pub(super) const TABLES_OF_COLUMNS: &str = "
    SELECT tables.name, header, summary, modified, token,
        EXISTS (SELECT 1 FROM holders WHERE holder = ?1 AND name = own.name AND seat = 'Human'),
        EXISTS (SELECT 1 FROM holders WHERE holder = ?1 AND name = own.name AND seat = 'Computer')
";

/// A journal without holders gives one row without values.
pub(super) const HOLDERS: &str = "
    SELECT holders.seat, holders.holder FROM tables LEFT JOIN holders USING (name)
    WHERE tables.name = ?1 ORDER BY holders.place
";

/// A journal without links gives one row without values.
pub(super) const LINKS: &str = "
    SELECT links.purpose, links.token FROM tables LEFT JOIN links USING (name) WHERE tables.name = ?1
";

/// Removes tables at which nothing has happened, and that nobody but their maker has come to.
const REMOVE_EMPTY: &str = "
    DELETE FROM tables
    WHERE revision = 0 AND modified < ?1 AND maker IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM holders WHERE holders.name = tables.name AND holders.holder <> tables.maker)
    RETURNING name
";

/// The names that a statement about old tables gives.
fn old_tables(connection: &Connection, sql: &str, before: i64) -> rusqlite::Result<Vec<JournalName>> {
    let mut statement = connection.prepare_cached(sql)?;
    let names = statement.query_map([before], |row| row.get::<_, String>(0))?;
    Ok(names.collect::<rusqlite::Result<Vec<String>>>()?.iter().filter_map(|name| name.parse().ok()).collect())
}

/// Counts a new table for all of them, if none has begun as many as it may.
fn count_beginning(connection: &Connection, who: &[(Beginner, u32)], since: i64, now: i64) -> rusqlite::Result<bool> {
    let secret: Vec<u8> = connection
        .prepare_cached("SELECT secret FROM secrets WHERE name = 'addresses'")?
        .query_row([], |row| row.get(0))?;
    let mut count = connection.prepare_cached("SELECT count(*) FROM beginnings WHERE who = ?1 AND time > ?2")?;
    for (who, most) in who {
        let begun: i64 = count.query_row(params![who.key(&secret), since], |row| row.get(0))?;
        if begun >= i64::from(*most) {
            return Ok(false);
        }
    }
    let mut insert = connection.prepare_cached("INSERT INTO beginnings (who, time) VALUES (?1, ?2)")?;
    for (who, _) in who {
        insert.execute(params![who.key(&secret), now])?;
    }
    Ok(true)
}

/// Who holds the seats; `None` if there is no such journal.
fn holders(connection: &Connection, name: &JournalName) -> rusqlite::Result<Option<Pair<Vec<Holder>>>> {
    let mut select = connection.prepare_cached(HOLDERS)?;
    let mut rows = select.query([name.as_str()])?;
    let mut found = None;
    while let Some(row) = rows.next()? {
        let seats: &mut Pair<Vec<Holder>> = found.get_or_insert_default();
        if let (Some(text), Some(holder)) = (row.get::<_, Option<String>>(0)?, row.get(1)?)
            && let Some(seat) = read_seat(&text)
        {
            seats[seat].push(Holder(holder));
        }
    }
    Ok(found)
}

/// Writes a holder behind the `place` that are there already.
pub(super) fn insert_holder(
    connection: &Connection,
    name: &JournalName,
    seat: Seat,
    place: usize,
    holder: Holder,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO holders (name, seat, place, holder) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![name.as_str(), seat_text(seat), place as i64, holder.0])?;
    Ok(())
}

impl SqliteStore {
    /// Adds a holder to a seat, if `may` says so: whether there is anything to add.
    fn add_holder(
        &self,
        name: &JournalName,
        seat: Seat,
        holder: Holder,
        may: fn(&mut Vec<Holder>, Holder) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let (name, path) = (name.clone(), self.path.clone());
        self.change(move |connection| {
            let sql = |error: rusqlite::Error| failed(&path, &error);
            let found = holders(connection, &name).map_err(sql)?;
            let mut seats = found.ok_or_else(|| StoreError::Unknown(name.clone()))?;
            let place = seats[seat].len();
            if !may(&mut seats[seat], holder)? {
                return Ok(Done::Changed);
            }
            insert_holder(connection, &name, seat, place, holder).map_err(sql)?;
            Ok(Done::People(name))
        })?;
        Ok(())
    }
}

impl Registry for SqliteStore {
    fn watch_with(&self, name: &JournalName, tell: Tell) -> Result<Watching, StoreError> {
        // Who doesn't exist can't be watched.
        self.note(name)?;
        Ok(self.watchers.add_with(name, tell))
    }

    fn create_table(
        &self,
        setup: &Setup,
        entries: &[Entry],
        summary: Summary,
        new: &NewTable,
    ) -> Result<JournalName, StoreError> {
        insert_table(self, setup.game, NewRows::table(setup, entries, summary, new)?)
    }

    fn follow(&self, token: &Token) -> Result<Option<(JournalName, Purpose)>, StoreError> {
        let found: Option<(String, String)> = self.read_with(|connection| {
            connection
                .prepare_cached("SELECT name, purpose FROM links WHERE token = ?1")?
                .query_row([token.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        })?;
        Ok(found.and_then(|(name, purpose)| Some((name.parse().ok()?, read_purpose(&purpose)?))))
    }

    fn links(&self, name: &JournalName) -> Result<Vec<(Purpose, Token)>, StoreError> {
        let rows = self.read_with(|connection| {
            let mut select = connection.prepare_cached(LINKS)?;
            let rows = select.query_map([name.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(Option<String>, Option<[u8; 16]>)>>>()
        })?;
        if rows.is_empty() {
            return Err(StoreError::Unknown(name.clone()));
        }
        let link = |(purpose, token): (Option<String>, Option<[u8; 16]>)| {
            Some((read_purpose(&purpose?)?, Token::from_bytes(token?)))
        };
        Ok(in_order(rows.into_iter().filter_map(link).collect()))
    }

    fn holders(&self, name: &JournalName) -> Result<Pair<Vec<Holder>>, StoreError> {
        let found = self.read_with(|connection| holders(connection, name))?;
        found.ok_or_else(|| StoreError::Unknown(name.clone()))
    }

    fn take_free_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        self.add_holder(name, seat, holder, registry::take_if_free)
    }

    fn share_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        self.add_holder(name, seat, holder, registry::add_holder)
    }

    fn tables_of(&self, holder: Holder, limit: usize) -> Result<Vec<(Listed, Token, Pair<bool>)>, StoreError> {
        let rows = self.read_with(|connection| {
            let mut select = connection.prepare_cached(&format!(
                "{TABLES_OF_COLUMNS} {TABLES_OF} ORDER BY modified DESC, tables.name DESC LIMIT ?2"
            ))?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows = select.query_map(params![holder.0, limit], |row| {
                let seats = Pair { human: row.get(5)?, computer: row.get(6)? };
                Ok((listed(row)?, Token::from_bytes(row.get(4)?), seats))
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        let mut list: Vec<(Listed, Token, Pair<bool>)> =
            rows.into_iter().filter_map(|(listed, token, seats)| Some((listed?, token, seats))).collect();
        list.sort_by(|(one, ..), (other, ..)| one.last_played_first(other));
        Ok(list)
    }

    fn count_tables_of(&self, holder: Holder) -> Result<usize, StoreError> {
        let count: i64 = self.read_with(|connection| {
            connection.prepare_cached(&format!("SELECT count(*) {TABLES_OF}"))?.query_row([holder.0], |row| row.get(0))
        })?;
        Ok(usize::try_from(count).unwrap_or_default())
    }

    fn maker(&self, name: &JournalName) -> Result<Option<Holder>, StoreError> {
        let found: Option<Option<[u8; 32]>> = self.read_with(|connection| {
            connection
                .prepare_cached("SELECT maker FROM tables WHERE name = ?1")?
                .query_row([name.as_str()], |row| row.get(0))
                .optional()
        })?;
        Ok(found.ok_or_else(|| StoreError::Unknown(name.clone()))?.map(Holder))
    }

    fn tidy(&self, now: SystemTime, archive_after: Option<Duration>) -> Result<Tidied, StoreError> {
        let path = self.path.clone();
        let done = self.change(move |connection| {
            let sql = |error: rusqlite::Error| failed(&path, &error);
            let old = |sql, before| old_tables(connection, sql, before);
            let removed = old(REMOVE_EMPTY, micros_before(now, EMPTY_AFTER)).map_err(sql)?;
            let archive = "UPDATE tables SET archived = 1 WHERE NOT archived AND modified < ?1 RETURNING name";
            let archived = match archive_after {
                Some(after) => old(archive, micros_before(now, after)).map_err(sql)?,
                None => Vec::new(),
            };
            connection
                .prepare_cached("DELETE FROM beginnings WHERE time < ?1")
                .and_then(|mut delete| delete.execute([micros_before(now, FORGET_AFTER)]))
                .map_err(sql)?;
            Ok(Done::Tidied(Tidied { archived, removed }))
        })?;
        match done {
            Done::Tidied(tidied) => Ok(tidied),
            _ => unreachable!("tidying tidies"),
        }
    }

    fn bring_back(&self, name: &JournalName, now: SystemTime) -> Result<(), StoreError> {
        let archived = self.read_with(|connection| {
            connection
                .prepare_cached("SELECT archived FROM tables WHERE name = ?1")?
                .query_row([name.as_str()], |row| row.get(0))
                .optional()
        })?;
        // Nearly every table that is opened isn't, and needn't wait for the disk.
        let archived: bool = archived.ok_or_else(|| StoreError::Unknown(name.clone()))?;
        if archived {
            let (name, path) = (name.clone(), self.path.clone());
            self.change(move |connection| {
                connection
                    .prepare_cached("UPDATE tables SET archived = 0, modified = ?2 WHERE name = ?1 AND archived")
                    .and_then(|mut update| update.execute(params![name.as_str(), micros(now)]))
                    .map_err(|error| failed(&path, &error))?;
                Ok(Done::Changed)
            })?;
        }
        Ok(())
    }

    fn count_beginning(&self, who: &[(Beginner, u32)], within: Duration, now: SystemTime) -> Result<bool, StoreError> {
        let (path, who) = (self.path.clone(), who.to_vec());
        let done = self.change(move |connection| {
            let counted = count_beginning(connection, &who, micros_before(now, within), micros(now));
            counted.map(Done::Counted).map_err(|error| failed(&path, &error))
        })?;
        match done {
            Done::Counted(allowed) => Ok(allowed),
            _ => unreachable!("counting counts"),
        }
    }

    fn note(&self, name: &JournalName) -> Result<String, StoreError> {
        let found = self.read_with(|connection| {
            connection
                .prepare_cached("SELECT note FROM tables WHERE name = ?1")?
                .query_row([name.as_str()], |row| row.get(0))
                .optional()
        })?;
        found.ok_or_else(|| StoreError::Unknown(name.clone()))
    }

    fn rename(&self, name: &JournalName, seat: Seat, person: &str) -> Result<(), StoreError> {
        let (name, path, person) = (name.clone(), self.path.clone(), person.to_owned());
        self.change(move |connection| {
            let sql = |error: rusqlite::Error| failed(&path, &error);
            let header: Option<String> = connection
                .prepare_cached("SELECT header FROM tables WHERE name = ?1")
                .and_then(|mut select| select.query_row([name.as_str()], |row| row.get(0)).optional())
                .map_err(sql)?;
            let header = header.ok_or_else(|| StoreError::Unknown(name.clone()))?;
            let mut setup = read_header(header.as_bytes()).map_err(|error| bad_journal(&name, error))?;
            setup.rename(seat, &person);
            let (_, header) = JournalWriter::begin(&setup);
            connection
                .prepare_cached("UPDATE tables SET header = ?2 WHERE name = ?1")
                .and_then(|mut update| update.execute(params![name.as_str(), header]))
                .map_err(sql)?;
            Ok(Done::People(name))
        })?;
        Ok(())
    }

    fn set_note(&self, name: &JournalName, note: &str) -> Result<(), StoreError> {
        let (name, path, note) = (name.clone(), self.path.clone(), note.to_owned());
        self.change(move |connection| {
            let updated = connection
                .prepare_cached("UPDATE tables SET note = ?2 WHERE name = ?1")
                .and_then(|mut update| update.execute(params![name.as_str(), note]))
                .map_err(|error| failed(&path, &error))?;
            if updated == 0 { Err(StoreError::Unknown(name)) } else { Ok(Done::People(name)) }
        })?;
        Ok(())
    }

    fn seen(&self, holder: Holder) -> Result<String, StoreError> {
        let found = self.read_with(|connection| {
            connection
                .prepare_cached("SELECT seen FROM exercises WHERE holder = ?1")?
                .query_row([holder.0], |row| row.get(0))
                .optional()
        })?;
        Ok(found.unwrap_or_default())
    }

    fn keep_seen(&self, holder: Holder, text: &str) -> Result<(), StoreError> {
        registry::check_seen(text)?;
        let (path, text) = (self.path.clone(), text.to_owned());
        self.change(move |connection| {
            connection
                .prepare_cached(
                    "INSERT INTO exercises (holder, seen) VALUES (?1, ?2) \
                     ON CONFLICT (holder) DO UPDATE SET seen = excluded.seen",
                )
                .and_then(|mut insert| insert.execute(params![holder.0, text]))
                .map_err(|error| failed(&path, &error))?;
            Ok(Done::Changed)
        })?;
        Ok(())
    }
}
