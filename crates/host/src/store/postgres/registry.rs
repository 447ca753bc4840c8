//! What is kept besides journals.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use parlor_rules::{Pair, Seat};
use parlor_table::{Entry, JournalWriter, Setup, Summary, read_header};
use sqlx::postgres::PgArguments;
use sqlx::query::QueryAs;
use sqlx::{Connection, PgConnection, Postgres};

use super::{PostgresStore, schema};
use crate::jobs::{JobSettings, Jobs};
use crate::registry::{self, Beginner, Holder, NewTable, Purpose, Registry, Stand, Tidied, Token};
use crate::store::rows::{self, NewRows, in_order, purpose_text, read_purpose, read_seat, seat_text};
use crate::store::{JournalName, Listed, StoreError, Tell, Watching, bad_journal};

/// Everything about a new table, or nothing and no row if the name is taken.
const INSERT: &str = "
    WITH made AS (
        INSERT INTO tables (name, header, revision, summary, maker, note)
        VALUES ($1, $2, cardinality($3::text[]), $4, $5, $6)
        ON CONFLICT (name) DO NOTHING RETURNING name
    ), written AS (
        INSERT INTO entries (name, revision, line)
        SELECT made.name, entry.revision, entry.line
        FROM made, unnest($3::text[]) WITH ORDINALITY AS entry (line, revision)
    ), held AS (
        INSERT INTO holders (name, seat, place, holder)
        SELECT made.name, held.* FROM made, unnest($7::text[], $8::bigint[], $9::bytea[]) AS held
    ), linked AS (
        INSERT INTO links (name, token, purpose)
        SELECT made.name, linked.* FROM made, unnest($10::bytea[], $11::text[]) AS linked
    )
    SELECT name FROM made
";

/// Makes a table of that name.
pub(super) fn insert(name: &JournalName, new: &NewRows) -> QueryAs<'static, Postgres, (String,), PgArguments> {
    let holders =
        || Seat::BOTH.into_iter().flat_map(|seat| (0_i64..).zip(&new.seats[seat]).map(move |held| (seat, held)));
    sqlx::query_as(INSERT)
        .bind(name.to_string())
        .bind(new.header.clone())
        .bind(new.lines.clone())
        .bind(new.summary.clone())
        .bind(new.maker.map(|maker| maker.0.to_vec()))
        .bind(new.note.clone().into_bytes())
        .bind(holders().map(|(seat, _)| seat_text(seat).to_owned()).collect::<Vec<String>>())
        .bind(holders().map(|(_, (place, _))| place).collect::<Vec<i64>>())
        .bind(holders().map(|(_, (_, holder))| holder.0.to_vec()).collect::<Vec<Vec<u8>>>())
        .bind(new.links.iter().map(|(_, token)| token.as_bytes().to_vec()).collect::<Vec<Vec<u8>>>())
        .bind(new.links.iter().map(|(purpose, _)| purpose_text(*purpose).to_owned()).collect::<Vec<String>>())
}

/// The tables that a browser made or holds a seat of: those that a link leads to.
const TABLES_OF: &str = "
    WITH own AS (SELECT name FROM holders WHERE holder = $1 UNION SELECT name FROM tables WHERE maker = $1)
    SELECT tables.name, header, summary, (extract(epoch FROM modified) * 1000000)::bigint, token,
        EXISTS (SELECT 1 FROM holders WHERE holder = $1 AND name = own.name AND seat = 'Human'),
        EXISTS (SELECT 1 FROM holders WHERE holder = $1 AND name = own.name AND seat = 'Computer')
    FROM own JOIN tables USING (name) JOIN links ON links.name = own.name AND links.purpose = 'watch'
    WHERE NOT archived
    ORDER BY modified DESC, tables.name DESC LIMIT $2
";

const COUNT_TABLES_OF: &str = "
    WITH own AS (SELECT name FROM holders WHERE holder = $1 UNION SELECT name FROM tables WHERE maker = $1)
    SELECT count(*) FROM own JOIN tables USING (name) JOIN links ON links.name = own.name AND links.purpose = 'watch'
    WHERE NOT archived
";

/// Name, header, summary, time, link, and whether the seats are theirs.
type OwnRow = (String, String, String, i64, Vec<u8>, bool, bool);

/// Which seat, and who.
type HeldRow = (Option<String>, Option<Vec<u8>>);

/// A journal without holders gives one row without values.
const HOLDERS: &str = "
    SELECT holders.seat, holders.holder FROM tables LEFT JOIN holders USING (name)
    WHERE tables.name = $1 ORDER BY holders.place
";

/// Counts a change of people, and tells all servers.
const PEOPLE: &str = "
    WITH changed AS (UPDATE tables SET people = people + 1 WHERE name = $1 RETURNING name, people)
    SELECT pg_notify('parlor', name || ' people ' || people) FROM changed
";

/// Who holds the seats; `None` if there is no such journal.
fn read_holders(found: Vec<HeldRow>) -> Option<Pair<Vec<Holder>>> {
    let mut seats: Option<Pair<Vec<Holder>>> = None;
    for row in found {
        let seats = seats.get_or_insert_default();
        if let (Some(seat), Some(holder)) = row
            && let (Some(seat), Ok(holder)) = (read_seat(&seat), holder.try_into())
        {
            seats[seat].push(Holder(holder));
        }
    }
    seats
}

fn read_token(bytes: Vec<u8>) -> Option<Token> {
    bytes.try_into().ok().map(Token::from_bytes)
}

/// Keeps others from changing the table until the transaction ends; its header, if it is there.
async fn lock(transaction: &mut PgConnection, name: &JournalName) -> sqlx::Result<Option<String>> {
    let query = sqlx::query_as("SELECT header FROM tables WHERE name = $1 FOR UPDATE").bind(name.to_string());
    let found: Option<(String,)> = query.fetch_optional(transaction).await?;
    Ok(found.map(|(header,)| header))
}

impl PostgresStore {
    /// Adds a holder to a seat, if `may` says so: whether there is anything to add.
    fn add_holder(
        &self,
        name: &JournalName,
        seat: Seat,
        holder: Holder,
        may: fn(&mut Vec<Holder>, Holder) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let (connections, name) = (Arc::clone(&self.connections), name.clone());
        self.wait(async move {
            let sql = |error: sqlx::Error| connections.failed(&error);
            let mut connection = connections.lend().await?;
            let mut transaction = connection.begin().await.map_err(sql)?;
            if lock(&mut transaction, &name).await.map_err(sql)?.is_none() {
                return Err(StoreError::Unknown(name));
            }
            let query = sqlx::query_as(HOLDERS).bind(name.to_string());
            let found = query.fetch_all(&mut *transaction).await.map_err(sql)?;
            let mut seats = read_holders(found).ok_or_else(|| StoreError::Unknown(name.clone()))?;
            let place = seats[seat].len() as i64;
            let may = may(&mut seats[seat], holder);
            if matches!(may, Ok(true)) {
                sqlx::query("INSERT INTO holders (name, seat, place, holder) VALUES ($1, $2, $3, $4)")
                    .bind(name.to_string())
                    .bind(seat_text(seat))
                    .bind(place)
                    .bind(holder.0.to_vec())
                    .execute(&mut *transaction)
                    .await
                    .map_err(sql)?;
                sqlx::query(PEOPLE).bind(name.to_string()).execute(&mut *transaction).await.map_err(sql)?;
            }
            transaction.commit().await.map_err(sql)?;
            connection.give_back();
            may.map(|_| ())
        })
    }
}

impl Registry for PostgresStore {
    fn seen(&self, holder: Holder) -> Result<String, StoreError> {
        let query = sqlx::query_as("SELECT seen FROM seen WHERE holder = $1").bind(holder.0.to_vec());
        let rows: Vec<(String,)> = self.all(query)?;
        Ok(rows.into_iter().next().map(|(seen,)| seen).unwrap_or_default())
    }

    fn keep_seen(&self, holder: Holder, text: &str) -> Result<(), StoreError> {
        if text.len() > registry::MAX_SEEN {
            return Err(StoreError::SeenTooLong);
        }
        let query = sqlx::query_as(
            "INSERT INTO seen (holder, seen) VALUES ($1, $2) \
             ON CONFLICT (holder) DO UPDATE SET seen = excluded.seen RETURNING 1",
        );
        let _: Vec<(i32,)> = self.all(query.bind(holder.0.to_vec()).bind(text.to_owned()))?;
        Ok(())
    }

    fn watch_with(&self, name: &JournalName, tell: Tell) -> Result<Watching, StoreError> {
        let watching = self.watchers.add_with(name, tell);
        self.tell_from_now_on(name, &watching)?;
        Ok(watching)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn stand(&self, name: &JournalName) -> Result<Option<Stand>, StoreError> {
        self.stands(name).map(Some)
    }

    fn shared_jobs(&self, settings: JobSettings) -> Result<Option<Arc<dyn Jobs>>, StoreError> {
        Ok(Some(Arc::new(self.jobs(settings)?)))
    }

    fn ready(&self) -> Result<(), StoreError> {
        let rows: Vec<(i64,)> = self.all(sqlx::query_as("SELECT version FROM parlor_schema"))?;
        let found = rows.first().map_or(0, |(version,)| *version);
        let known = schema::STEPS.len() as i64;
        let path = self.connections.place().to_owned();
        if found == known { Ok(()) } else { Err(StoreError::NewerSchema { path, found, known }) }
    }

    fn create_table(
        &self,
        setup: &Setup,
        entries: &[Entry],
        summary: Summary,
        new: &NewTable,
    ) -> Result<JournalName, StoreError> {
        self.insert_table(setup.game, &NewRows::table(setup, entries, summary, new)?)
    }

    fn follow(&self, token: &Token) -> Result<Option<(JournalName, Purpose)>, StoreError> {
        let query = sqlx::query_as("SELECT name, purpose FROM links WHERE token = $1");
        let found: Option<(String, String)> = self.all(query.bind(token.as_bytes().to_vec()))?.pop();
        Ok(found.and_then(|(name, purpose)| Some((name.parse().ok()?, read_purpose(&purpose)?))))
    }

    fn links(&self, name: &JournalName) -> Result<Vec<(Purpose, Token)>, StoreError> {
        // A journal without links gives one row without values.
        let query = sqlx::query_as("SELECT purpose, token FROM tables LEFT JOIN links USING (name) WHERE name = $1");
        let found: Vec<(Option<String>, Option<Vec<u8>>)> = self.all(query.bind(name.to_string()))?;
        if found.is_empty() {
            return Err(StoreError::Unknown(name.clone()));
        }
        let link =
            |(purpose, token): (Option<String>, Option<Vec<u8>>)| Some((read_purpose(&purpose?)?, read_token(token?)?));
        Ok(in_order(found.into_iter().filter_map(link).collect()))
    }

    fn holders(&self, name: &JournalName) -> Result<Pair<Vec<Holder>>, StoreError> {
        let found = self.all(sqlx::query_as(HOLDERS).bind(name.to_string()))?;
        read_holders(found).ok_or_else(|| StoreError::Unknown(name.clone()))
    }

    fn take_free_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        self.add_holder(name, seat, holder, registry::take_if_free)
    }

    fn share_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        self.add_holder(name, seat, holder, registry::add_holder)
    }

    fn tables_of(&self, holder: Holder, limit: usize) -> Result<Vec<(Listed, Token, Pair<bool>)>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let query = sqlx::query_as(TABLES_OF).bind(holder.0.to_vec()).bind(limit);
        let found: Vec<OwnRow> = self.all(query)?;
        let mut list: Vec<(Listed, Token, Pair<bool>)> = found
            .into_iter()
            .filter_map(|(name, header, summary, modified, token, human, computer)| {
                let listed = rows::listed(&name, &header, &summary, modified)?;
                Some((listed, read_token(token)?, Pair { human, computer }))
            })
            .collect();
        list.sort_by(|(one, ..), (other, ..)| one.last_played_first(other));
        Ok(list)
    }

    fn count_tables_of(&self, holder: Holder) -> Result<usize, StoreError> {
        let found: Vec<(i64,)> = self.all(sqlx::query_as(COUNT_TABLES_OF).bind(holder.0.to_vec()))?;
        Ok(found.first().and_then(|&(count,)| usize::try_from(count).ok()).unwrap_or_default())
    }

    fn maker(&self, name: &JournalName) -> Result<Option<Holder>, StoreError> {
        let query = sqlx::query_as("SELECT maker FROM tables WHERE name = $1");
        let (maker,): (Option<Vec<u8>>,) = self.row(name, query.bind(name.to_string()))?;
        Ok(maker.and_then(|maker| maker.try_into().ok()).map(Holder))
    }

    fn tidy(&self, now: SystemTime, archive_after: Option<Duration>) -> Result<Tidied, StoreError> {
        self.tidy_up(now, archive_after)
    }

    fn bring_back(&self, name: &JournalName, now: SystemTime) -> Result<(), StoreError> {
        self.bring_one_back(name, now)
    }

    fn count_beginning(&self, who: &[(Beginner, u32)], within: Duration, now: SystemTime) -> Result<bool, StoreError> {
        self.count_one_beginning(who, within, now)
    }

    fn note(&self, name: &JournalName) -> Result<String, StoreError> {
        let query = sqlx::query_as("SELECT note FROM tables WHERE name = $1");
        let (note,): (Vec<u8>,) = self.row(name, query.bind(name.to_string()))?;
        Ok(String::from_utf8_lossy(&note).into_owned())
    }

    fn rename(&self, name: &JournalName, seat: Seat, person: &str) -> Result<(), StoreError> {
        let (connections, name, person) = (Arc::clone(&self.connections), name.clone(), person.to_owned());
        self.wait(async move {
            let sql = |error: sqlx::Error| connections.failed(&error);
            let mut connection = connections.lend().await?;
            let mut transaction = connection.begin().await.map_err(sql)?;
            let header = lock(&mut transaction, &name).await.map_err(sql)?;
            let header = header.ok_or_else(|| StoreError::Unknown(name.clone()))?;
            let mut setup = read_header(header.as_bytes()).map_err(|error| bad_journal(&name, error))?;
            setup.rename(seat, &person);
            let (_, header) = JournalWriter::begin(&setup);
            sqlx::query("UPDATE tables SET header = $2 WHERE name = $1")
                .bind(name.to_string())
                .bind(header)
                .execute(&mut *transaction)
                .await
                .map_err(sql)?;
            sqlx::query(PEOPLE).bind(name.to_string()).execute(&mut *transaction).await.map_err(sql)?;
            transaction.commit().await.map_err(sql)?;
            connection.give_back();
            Ok(())
        })
    }

    fn set_note(&self, name: &JournalName, note: &str) -> Result<(), StoreError> {
        let query = sqlx::query_as(
            "WITH changed AS (UPDATE tables SET note = $2, people = people + 1 WHERE name = $1 RETURNING name, people) \
             SELECT 1, pg_notify('parlor', name || ' people ' || people) FROM changed",
        );
        let (_, ()): (i32, ()) = self.row(name, query.bind(name.to_string()).bind(note.as_bytes().to_vec()))?;
        Ok(())
    }
}
