//! What is kept besides journals.

use parlor_rules::{Pair, Seat};
use parlor_table::{Entry, JournalWriter, Setup, Summary, read_header};
use rusqlite::{Connection, OptionalExtension, params};

use super::{Done, SqliteStore, failed, insert_table, listed};
use crate::registry::{self, Holder, NewTable, Purpose, Registry, Token};
use crate::store::rows::{NewRows, in_order, read_purpose, read_seat, seat_text};
use crate::store::{JournalName, Listed, StoreError, Tell, Watching, bad_journal};

/// The tables that a browser made or holds a seat of: those that a link leads to.
pub(super) const TABLES_OF: &str = "
    FROM (SELECT name FROM holders WHERE holder = ?1 UNION SELECT name FROM tables WHERE maker = ?1) AS own
    JOIN tables USING (name)
    JOIN links ON links.name = own.name AND links.purpose = 'watch'
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
        insert_table(self, NewRows::table(setup, entries, summary, new)?)
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
