//! Tables in a database, whichever it is: the statements are in the SQL that `SQLite` and `PostgreSQL` share.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use parlor_rules::{Game, Pair, Seat};
use parlor_table::{
    Entry, JournalLines, JournalWriter, Setup, Summary, Table, read_entry, read_header, write_entry, write_journal,
};
use rusqlite::types::Value;

use super::{
    Append, DumpStore, JournalInfo, JournalName, Listed, People, ReadBack, Store, StoreError, TableDump, bad_journal,
};
use crate::registry::{
    self, Creator, EMPTY_AFTER, FORGET_AFTER, Holder, LinkKind, NewTable, NoteChange, Registry, SharedStore,
    TableVersion, Tidied, Token,
};

/// A database with the tables of a server.
pub(super) trait Database: SharedStore + Send + Sync {
    /// What a `SELECT` ends with if it locks its rows and leaves out those that others have locked.
    const SKIP_LOCKED: &'static str;

    /// Runs one statement that changes nothing.
    fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<DbRow>, StoreError>;

    /// Reads several things as they are at one moment.
    fn snapshot<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError>) -> Result<T, StoreError>;

    /// Changes something, and waits until it is on disk. If the work fails, nothing is changed.
    fn change<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError>;

    /// As [`Store::append`].
    fn append_lines(
        &self,
        name: &JournalName,
        given: u64,
        lines: Vec<String>,
        summary: String,
    ) -> Result<(), StoreError>;

    fn names(&self) -> &NameSource;

    /// Where it is, for people.
    fn place(&self) -> String;
}

/// Statements that take effect together or not at all.
pub(super) trait Transaction {
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DbRow>, StoreError>;

    /// Writes the entries after a revision.
    fn insert_entries(&mut self, name: &JournalName, revision: u64, lines: &[String]) -> Result<(), StoreError>;

    /// Waits for other transactions that have locked the same key.
    fn lock(&mut self, key: i64) -> Result<(), StoreError>;

    /// Notifies the watchers of a table once this is committed: holders, names or note have changed.
    fn people_changed(&mut self, name: &JournalName) -> Result<(), StoreError>;

    /// Notifies the watchers of a table once this is committed: it was removed.
    fn removed(&mut self, name: &JournalName) -> Result<(), StoreError>;
}

/// A row of an answer. Its columns are read from left to right.
pub(super) struct DbRow(std::vec::IntoIter<Value>);

impl DbRow {
    pub(super) fn new(columns: Vec<Value>) -> DbRow {
        DbRow(columns.into_iter())
    }

    /// A number, or whether something is true: 0 or 1.
    pub(super) fn number(&mut self) -> i64 {
        match self.0.next() {
            Some(Value::Integer(number)) => number,
            _ => 0,
        }
    }

    pub(super) fn text(&mut self) -> Option<String> {
        match self.0.next()? {
            Value::Text(text) => Some(text),
            Value::Blob(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Value::Null | Value::Integer(_) | Value::Real(_) => None,
        }
    }

    pub(super) fn bytes(&mut self) -> Option<Vec<u8>> {
        match self.0.next()? {
            Value::Blob(bytes) => Some(bytes),
            _ => None,
        }
    }

    fn holder(&mut self) -> Option<Holder> {
        self.bytes()?.try_into().ok().map(Holder)
    }

    fn token(&mut self) -> Option<Token> {
        self.bytes()?.try_into().ok().map(Token::from_bytes)
    }

    fn name(&mut self) -> Option<JournalName> {
        self.text()?.parse().ok()
    }

    /// Name, header, summary and time; `None` if that is not the name of a journal.
    fn listed(&mut self) -> Option<Listed> {
        let name = self.name();
        let (header, summary) = (self.text().unwrap_or_default(), self.text().unwrap_or_default());
        let about = match (read_header(header.as_bytes()), summary.parse::<Summary>()) {
            (Ok(setup), Ok(summary)) => Ok(JournalInfo { setup, summary }),
            (Err(error), _) => Err(error.to_string()),
            (_, Err(error)) => Err(error.to_string()),
        };
        let modified = time(self.number());
        Some(Listed { name: name?, modified, about })
    }
}

/// Gives every new table another name.
#[derive(Default)]
pub(super) struct NameSource(Mutex<(i64, u32)>);

impl NameSource {
    /// A name that this program has not given yet. Another one may have.
    fn next(&self, game: Game) -> JournalName {
        let now = Timestamp::now();
        // Nothing panics while it is locked.
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = if last.0 == now.as_second() { last.1 + 1 } else { 1 };
        *last = (now.as_second(), number);
        JournalName::new(game, now, number)
    }
}

/// One tidying archives or removes at most this many tables, so that no statement takes too long.
const AT_ONCE: i64 = 1000;

/// The tables that a browser made or holds a seat of: those that a link leads to.
pub(super) const TABLES_OF: &str = "
    FROM (SELECT name FROM holders WHERE holder = $1 UNION SELECT name FROM tables WHERE maker = $1) AS own
    JOIN tables USING (name)
    JOIN links ON links.name = own.name AND links.purpose = 'watch'
    WHERE NOT archived
";

pub(super) const TABLES_OF_COLUMNS: &str = "
    SELECT tables.name, header, summary, modified, token,
        EXISTS (SELECT 1 FROM holders WHERE holder = $1 AND name = own.name AND seat = 'Human'),
        EXISTS (SELECT 1 FROM holders WHERE holder = $1 AND name = own.name AND seat = 'Computer')
";

/// A journal without holders gives one row without values.
pub(super) const HOLDERS: &str = "
    SELECT holders.seat, holders.holder FROM tables LEFT JOIN holders USING (name)
    WHERE tables.name = $1 ORDER BY holders.place
";

pub(super) const LINKS: &str = "SELECT purpose, token FROM links WHERE name = $1";

/// The header, and then the entries after a revision, as they are at one moment.
const JOURNAL: &str = "
    SELECT 0 AS revision, header AS line FROM tables WHERE name = $1
    UNION ALL SELECT revision, line FROM entries WHERE name = $1 AND revision > $2 ORDER BY 1
";

const DUMP: &str = "
    SELECT revision, summary, modified,
        (SELECT review FROM reviews WHERE name = $1), (SELECT text FROM originals WHERE name = $1)
    FROM tables WHERE name = $1
";

const EMPTY: &str = "
    SELECT name FROM tables WHERE revision = 0 AND maker IS NOT NULL AND modified < $1 ORDER BY name LIMIT $2
";

/// A table of [`EMPTY`], if only its maker has come to it. This is another statement, so that it sees who came before
/// the row was locked.
const REMOVE_EMPTY: &str = "
    DELETE FROM tables
    WHERE name = $1
        AND NOT EXISTS (SELECT 1 FROM holders WHERE holders.name = tables.name AND holders.holder <> tables.maker)
    RETURNING name
";

const TO_ARCHIVE: &str = "
    SELECT name FROM tables WHERE NOT archived AND modified < $1 ORDER BY name LIMIT $2
";

fn key(name: &JournalName) -> Value {
    name.to_string().into()
}

fn blob(bytes: &[u8]) -> Value {
    bytes.to_vec().into()
}

/// The one row about a table.
fn one(name: &JournalName, rows: Vec<DbRow>) -> Result<DbRow, StoreError> {
    rows.into_iter().next().ok_or_else(|| StoreError::Unknown(name.clone()))
}

fn holders(name: &JournalName, rows: Vec<DbRow>) -> Result<Pair<Vec<Holder>>, StoreError> {
    if rows.is_empty() {
        return Err(StoreError::Unknown(name.clone()));
    }
    let mut seats: Pair<Vec<Holder>> = Pair::default();
    for mut row in rows {
        let (seat, holder) = (row.text(), row.holder());
        let seat = Seat::BOTH.into_iter().find(|known| seat.as_deref() == Some(known.to_string().as_str()));
        if let (Some(seat), Some(holder)) = (seat, holder) {
            seats[seat].push(holder);
        }
    }
    Ok(seats)
}

fn people(transaction: &mut dyn Transaction, name: &JournalName) -> Result<People, StoreError> {
    let sql = "SELECT maker, note, archived FROM tables WHERE name = $1";
    let mut row = one(name, transaction.query(sql, &[key(name)])?)?;
    let (maker, note, archived) = (row.holder(), row.text().unwrap_or_default(), row.number() != 0);
    let seats = holders(name, transaction.query(HOLDERS, &[key(name)])?)?;
    let links = transaction.query(LINKS, &[key(name)])?.into_iter();
    let mut links: Vec<(LinkKind, Token)> =
        links.filter_map(|mut row| Some((read_purpose(&row.text()?)?, row.token()?))).collect();
    links.sort_by_key(|&(kind, _)| LinkKind::ALL.iter().position(|&other| other == kind));
    Ok(People { links, seats, maker, note, archived })
}

/// The header and the entries that [`JOURNAL`] finds.
fn journal(name: &JournalName, rows: Vec<DbRow>) -> Result<(String, Vec<String>), StoreError> {
    let mut lines = rows.into_iter().map(|mut row| (row.number(), row.text().unwrap_or_default()));
    match lines.next() {
        Some((0, header)) => Ok((header, lines.map(|(_, line)| line).collect())),
        _ => Err(StoreError::Unknown(name.clone())),
    }
}

fn setup_of(name: &JournalName, header: &str) -> Result<Setup, StoreError> {
    read_header(header.as_bytes()).map_err(|error| bad_journal(name, error))
}

fn entries_of(name: &JournalName, lines: &[String]) -> Result<Vec<Entry>, StoreError> {
    let entries: Result<Vec<Entry>, _> = lines.iter().map(|line| read_entry(line)).collect();
    entries.map_err(|error| StoreError::NotAJournal { name: name.clone(), why: error.to_string() })
}

/// Keeps others from changing the table until the transaction ends; its header.
fn lock(transaction: &mut dyn Transaction, name: &JournalName) -> Result<String, StoreError> {
    let sql = "UPDATE tables SET header = header WHERE name = $1 RETURNING header";
    let mut row = one(name, transaction.query(sql, &[key(name)])?)?;
    Ok(row.text().unwrap_or_default())
}

fn insert_holder(
    transaction: &mut dyn Transaction,
    name: &JournalName,
    seat: Seat,
    place: usize,
    holder: Holder,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO holders (name, seat, place, holder) VALUES ($1, $2, $3, $4)";
    let place = i64::try_from(place).unwrap_or(i64::MAX);
    transaction.query(sql, &[key(name), seat.to_string().into(), place.into(), blob(&holder.0)])?;
    Ok(())
}

/// Writes everything about a new table. Returns whether the name was free; if not, nothing is written.
fn insert(transaction: &mut dyn Transaction, dump: &TableDump) -> Result<bool, StoreError> {
    let TableDump {
        name, modified, journal: JournalLines { header, lines, summary }, original, review, people, ..
    } = dump;
    let People { links, seats, maker, note, archived } = people.clone().unwrap_or_default();
    let sql = "INSERT INTO tables (name, header, revision, summary, modified, maker, note) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (name) DO NOTHING RETURNING name";
    let values = [
        key(name),
        header.clone().into(),
        signed(lines.len() as u64).into(),
        summary.clone().into(),
        micros(*modified).into(),
        maker.map(|maker| maker.0.to_vec()).into(),
        note.into_bytes().into(),
    ];
    if transaction.query(sql, &values)?.is_empty() {
        return Ok(false);
    }
    transaction.insert_entries(name, 0, lines)?;
    for (purpose, token) in links {
        let sql = "INSERT INTO links (token, name, purpose) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING name";
        let values = [blob(token.as_bytes()), key(name), purpose_text(purpose).to_owned().into()];
        if transaction.query(sql, &values)?.is_empty() {
            return Err(StoreError::BadLinks);
        }
    }
    for seat in Seat::BOTH {
        for (place, &holder) in seats[seat].iter().enumerate() {
            insert_holder(transaction, name, seat, place, holder)?;
        }
    }
    if archived {
        transaction.query("UPDATE tables SET archived = TRUE WHERE name = $1", &[key(name)])?;
    }
    if let Some(review) = review {
        let sql = "INSERT INTO reviews (name, review) VALUES ($1, $2)";
        transaction.query(sql, &[key(name), review.clone().into()])?;
    }
    if let Some(text) = original {
        transaction.query("INSERT INTO originals (name, text) VALUES ($1, $2)", &[key(name), blob(text)])?;
    }
    Ok(true)
}

/// Makes a table under a new name.
fn create(
    database: &impl Database,
    setup: &Setup,
    entries: &[Entry],
    summary: Summary,
    people: &People,
) -> Result<JournalName, StoreError> {
    let (_, header) = JournalWriter::begin(setup);
    let lines: Vec<String> = entries.iter().map(write_entry).collect();
    let journal = JournalLines { header, lines, summary: summary.to_string() };
    loop {
        let name = database.names().next(setup.game);
        let dump = TableDump::new(name.clone(), SystemTime::now(), journal.clone(), people.clone());
        if database.change(move |transaction| insert(transaction, &dump))? {
            return Ok(name);
        }
    }
}

/// Adds a holder to a seat, if `may` says so: whether there is anything to add.
fn add_holder(
    database: &impl Database,
    name: &JournalName,
    seat: Seat,
    holder: Holder,
    may: fn(&mut Vec<Holder>, Holder) -> Result<bool, StoreError>,
) -> Result<(), StoreError> {
    let name = name.clone();
    database.change(move |transaction| {
        lock(transaction, &name)?;
        let mut seats = holders(&name, transaction.query(HOLDERS, &[key(&name)])?)?;
        let place = seats[seat].len();
        if may(&mut seats[seat], holder)? {
            insert_holder(transaction, &name, seat, place, holder)?;
            transaction.people_changed(&name)?;
        }
        Ok(())
    })
}

impl<D: Database> Store for D {
    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError> {
        let (table, _) = Table::new(setup.clone());
        create(self, setup, &[], table.summary(), &People::default())
    }

    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError> {
        let lines = append.entries.iter().map(write_entry).collect();
        self.append_lines(name, append.revision, lines, append.summary.to_string())
    }

    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        let (header, lines) = journal(name, self.query(JOURNAL, &[key(name), 0.into()])?)?;
        let table = Table::replay(setup_of(name, &header)?, entries_of(name, &lines)?);
        let table = table.map_err(|error| StoreError::NotAJournal { name: name.clone(), why: error.to_string() })?;
        Ok(ReadBack { table, notices: Vec::new() })
    }

    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError> {
        let (_, lines) = journal(name, self.query(JOURNAL, &[key(name), signed(from).into()])?)?;
        entries_of(name, &lines)
    }

    /// Also if it can't be replayed: whatever is wrong with it is to be found in the text.
    fn text(&self, name: &JournalName) -> Result<Vec<u8>, StoreError> {
        let (header, lines) = journal(name, self.query(JOURNAL, &[key(name), 0.into()])?)?;
        Ok(write_journal(&setup_of(name, &header)?, &entries_of(name, &lines)?).into_bytes())
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let rows = self.query("SELECT name, header, summary, modified FROM tables", &[])?;
        let mut list: Vec<Listed> = rows.into_iter().filter_map(|mut row| row.listed()).collect();
        list.sort_by(Listed::last_played_first);
        Ok(list)
    }

    fn remove(&self, name: &JournalName) -> Result<(), StoreError> {
        let name = name.clone();
        self.change(move |transaction| {
            one(&name, transaction.query("DELETE FROM tables WHERE name = $1 RETURNING name", &[key(&name)])?)?;
            transaction.removed(&name)
        })
    }

    fn review(&self, name: &JournalName) -> Result<Option<String>, StoreError> {
        let sql = "SELECT review FROM tables LEFT JOIN reviews USING (name) WHERE tables.name = $1";
        Ok(one(name, self.query(sql, &[key(name)])?)?.text())
    }

    fn keep_review(&self, name: &JournalName, text: &str) -> Result<(), StoreError> {
        let (name, text) = (name.clone(), text.to_owned());
        self.change(move |transaction| {
            let sql = "INSERT INTO reviews (name, review) SELECT name, $2 FROM tables WHERE name = $1 \
                       ON CONFLICT (name) DO UPDATE SET review = excluded.review RETURNING name";
            one(&name, transaction.query(sql, &[key(&name), text.into()])?).map(|_| ())
        })
    }
}

impl<D: Database> Registry for D {
    fn create_table(
        &self,
        setup: &Setup,
        entries: &[Entry],
        summary: Summary,
        new: &NewTable,
    ) -> Result<JournalName, StoreError> {
        let (links, note) = (new.links.clone(), new.note.clone());
        let people = People { links, seats: new.seats()?, maker: Some(new.maker), note, archived: false };
        create(self, setup, entries, summary, &people)
    }

    fn follow(&self, token: &Token) -> Result<Option<(JournalName, LinkKind)>, StoreError> {
        let rows = self.query("SELECT name, purpose FROM links WHERE token = $1", &[blob(token.as_bytes())])?;
        Ok(rows.into_iter().next().and_then(|mut row| Some((row.name()?, read_purpose(&row.text()?)?))))
    }

    fn people(&self, name: &JournalName) -> Result<People, StoreError> {
        self.snapshot(|transaction| people(transaction, name))
    }

    fn take_free_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        add_holder(self, name, seat, holder, registry::take_if_free)
    }

    fn share_seat(&self, name: &JournalName, seat: Seat, holder: Holder) -> Result<(), StoreError> {
        add_holder(self, name, seat, holder, registry::add_holder)
    }

    fn tables_of(&self, holder: Holder, limit: usize) -> Result<Vec<(Listed, Token, Pair<bool>)>, StoreError> {
        let sql = format!("{TABLES_OF_COLUMNS} {TABLES_OF} ORDER BY modified DESC, tables.name DESC LIMIT $2");
        let rows = self.query(&sql, &[blob(&holder.0), signed(limit as u64).into()])?;
        let own = |mut row: DbRow| {
            let (listed, token) = (row.listed(), row.token());
            Some((listed?, token?, Pair { human: row.number() != 0, computer: row.number() != 0 }))
        };
        let mut list: Vec<(Listed, Token, Pair<bool>)> = rows.into_iter().filter_map(own).collect();
        list.sort_by(|(one, ..), (other, ..)| one.last_played_first(other));
        Ok(list)
    }

    fn count_tables_of(&self, holder: Holder) -> Result<usize, StoreError> {
        let rows = self.query(&format!("SELECT count(*) {TABLES_OF}"), &[blob(&holder.0)])?;
        Ok(rows.into_iter().next().map_or(0, |mut row| row.number().cast_unsigned() as usize))
    }

    fn tidy(&self, now: SystemTime, archive_after: Option<Duration>) -> Result<Tidied, StoreError> {
        self.change(move |transaction| {
            let mut tidied = Tidied::default();
            let old = |after| [micros_before(now, after).into(), AT_ONCE.into()];
            let found = transaction.query(&format!("{EMPTY} {}", D::SKIP_LOCKED), &old(EMPTY_AFTER))?;
            for name in found.into_iter().filter_map(|mut row| row.name()) {
                if !transaction.query(REMOVE_EMPTY, &[key(&name)])?.is_empty() {
                    transaction.removed(&name)?;
                    tidied.removed.push(name);
                }
            }
            if let Some(after) = archive_after {
                let sql = format!(
                    "UPDATE tables SET archived = TRUE WHERE name IN ({TO_ARCHIVE} {}) RETURNING name",
                    D::SKIP_LOCKED
                );
                let rows = transaction.query(&sql, &old(after))?;
                tidied.archived = rows.into_iter().filter_map(|mut row| row.name()).collect();
            }
            let forget = micros_before(now, FORGET_AFTER);
            transaction.query("DELETE FROM beginnings WHERE time < $1", &[forget.into()])?;
            Ok(tidied)
        })
    }

    fn bring_back(&self, name: &JournalName, now: SystemTime) -> Result<(), StoreError> {
        // Nearly every table that is opened isn't archived, and needn't wait for the disk.
        let mut row = one(name, self.query("SELECT archived FROM tables WHERE name = $1", &[key(name)])?)?;
        if row.number() == 0 {
            return Ok(());
        }
        let values = [key(name), micros(now).into()];
        self.change(move |transaction| {
            let sql = "UPDATE tables SET archived = FALSE, modified = $2 WHERE name = $1 AND archived";
            transaction.query(sql, &values).map(|_| ())
        })
    }

    fn count_beginning(&self, who: &[(Creator, u32)], within: Duration, now: SystemTime) -> Result<bool, StoreError> {
        let who = who.to_vec();
        self.change(move |transaction| {
            let secret = transaction.query("SELECT secret FROM secrets WHERE name = 'addresses'", &[])?;
            let secret = secret.into_iter().next().and_then(|mut row| row.bytes()).unwrap_or_default();
            let mut who: Vec<([u8; 32], u32)> = who.iter().map(|(who, most)| (who.key(&secret), *most)).collect();
            // Always in the same order, so that two servers never wait for each other.
            who.sort_unstable();
            for (who, most) in &who {
                transaction.lock(i64::from_be_bytes(std::array::from_fn(|place| who[place])))?;
                let sql = "SELECT count(*) FROM beginnings WHERE who = $1 AND time > $2";
                let since = micros_before(now, within);
                let begun = transaction.query(sql, &[blob(who), since.into()])?.into_iter().next();
                if begun.map_or(0, |mut row| row.number()) >= i64::from(*most) {
                    return Ok(false);
                }
            }
            for (who, _) in &who {
                let sql = "INSERT INTO beginnings (who, time) VALUES ($1, $2)";
                transaction.query(sql, &[blob(who), micros(now).into()])?;
            }
            Ok(true)
        })
    }

    fn rename(&self, name: &JournalName, seat: Seat, person: &str) -> Result<(), StoreError> {
        let (name, person) = (name.clone(), person.to_owned());
        self.change(move |transaction| {
            let mut setup = setup_of(&name, &lock(transaction, &name)?)?;
            setup.rename(seat, &person);
            let (_, header) = JournalWriter::begin(&setup);
            transaction.query("UPDATE tables SET header = $2 WHERE name = $1", &[key(&name), header.into()])?;
            transaction.people_changed(&name)
        })
    }

    fn change_note(&self, name: &JournalName, change: NoteChange) -> Result<String, StoreError> {
        let name = name.clone();
        self.change(move |transaction| {
            lock(transaction, &name)?;
            let before = one(&name, transaction.query("SELECT note FROM tables WHERE name = $1", &[key(&name)])?)?;
            let note = change(&{ before }.text().unwrap_or_default());
            let values = [key(&name), blob(note.as_bytes())];
            transaction.query("UPDATE tables SET note = $2 WHERE name = $1", &values)?;
            transaction.people_changed(&name)?;
            Ok(note)
        })
    }

    fn seen(&self, holder: Holder) -> Result<String, StoreError> {
        let rows = self.query("SELECT seen FROM seen WHERE holder = $1", &[blob(&holder.0)])?;
        Ok(rows.into_iter().next().and_then(|mut row| row.text()).unwrap_or_default())
    }

    fn keep_seen(&self, holder: Holder, text: &str) -> Result<(), StoreError> {
        registry::check_seen(text)?;
        let values = [blob(&holder.0), text.to_owned().into()];
        self.change(move |transaction| {
            let sql = "INSERT INTO seen (holder, seen) VALUES ($1, $2) \
                       ON CONFLICT (holder) DO UPDATE SET seen = excluded.seen";
            transaction.query(sql, &values).map(|_| ())
        })
    }

    fn version(&self, name: &JournalName) -> Result<Option<TableVersion>, StoreError> {
        if !self.is_shared() {
            return Ok(None);
        }
        let sql = "SELECT revision, people, archived FROM tables WHERE name = $1";
        let mut row = one(name, self.query(sql, &[key(name)])?)?;
        let (revision, people) = (row.number().cast_unsigned(), row.number().cast_unsigned());
        Ok(Some(TableVersion { revision, people, archived: row.number() != 0 }))
    }
}

impl<D: Database> DumpStore for D {
    fn dump(&self, name: &JournalName) -> Result<TableDump, StoreError> {
        self.snapshot(|transaction| {
            let (header, lines) = journal(name, transaction.query(JOURNAL, &[key(name), 0.into()])?)?;
            let last = "SELECT max(revision) FROM entries WHERE name = $1";
            let last = one(name, transaction.query(last, &[key(name)])?)?.number().cast_unsigned();
            let people = people(transaction, name)?;
            let mut row = one(name, transaction.query(DUMP, &[key(name)])?)?;
            let (revision, summary) = (row.number().cast_unsigned(), row.text().unwrap_or_default());
            let modified = time(row.number());
            let journal = JournalLines { header, lines, summary };
            let (review, original) = (row.text(), row.bytes());
            Ok(TableDump {
                original,
                revision,
                last,
                review,
                ..TableDump::new(name.clone(), modified, journal, people)
            })
        })
    }

    fn restore(&self, dump: &TableDump) -> Result<(), StoreError> {
        let dump = dump.clone();
        let taken = std::io::Error::other(format!("there is a table {} already", dump.name));
        let free = self.change(move |transaction| insert(transaction, &dump))?;
        if free { Ok(()) } else { Err(StoreError::Io { path: self.place(), error: taken }) }
    }

    fn all_seen(&self) -> Result<Vec<(Holder, String)>, StoreError> {
        let rows = self.query("SELECT holder, seen FROM seen ORDER BY holder", &[])?;
        Ok(rows.into_iter().filter_map(|mut row| Some((row.holder()?, row.text()?))).collect())
    }

    fn registry(&self) -> Option<&dyn Registry> {
        Some(self)
    }
}

fn purpose_text(purpose: LinkKind) -> &'static str {
    match purpose {
        LinkKind::Watch => "watch",
        LinkKind::Invite(Seat::Human) => "invite human",
        LinkKind::Invite(Seat::Computer) => "invite computer",
        LinkKind::Seat(Seat::Human) => "seat human",
        LinkKind::Seat(Seat::Computer) => "seat computer",
    }
}

fn read_purpose(text: &str) -> Option<LinkKind> {
    LinkKind::ALL.into_iter().find(|&purpose| purpose_text(purpose) == text)
}

/// Microseconds since 1970, so that games played in the same second are in order.
pub(super) fn micros(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

fn micros_before(time: SystemTime, duration: Duration) -> i64 {
    let duration = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
    micros(time).saturating_sub(duration)
}

fn time(micros: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_micros(micros.max(0).unsigned_abs())
}

/// Numbers in a database have a sign, and no journal has that many entries.
pub(super) fn signed(revision: u64) -> i64 {
    i64::try_from(revision).unwrap_or(i64::MAX)
}
