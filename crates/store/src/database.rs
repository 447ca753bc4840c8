//! Tables in a database, in the SQL that SQLite and PostgreSQL share.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use parlor_rules::{Game, Pair, Seat};
use parlor_table::{
    Entry, JournalLines, JournalWriter, Setup, Summary, Table, read_entry, read_header, write_entry, write_journal,
};
use rusqlite::types::Value;

use super::{
    Append, CookieKeys, CreationLimit, CreationOutcome, DumpRest, DumpStore, DumpVisitor, JournalInfo, JournalName,
    Listed, People, ReadBack, Store, StoreError, TableDump, bad_journal,
};
use crate::registry::{
    self, BrowserId, Creator, EMPTY_AFTER, FORGET_AFTER, LinkKind, NewTable, NoteChange, Registry, SharedStore,
    TableVersion, Tidied, Token,
};

/// A database with the tables of a server.
pub(super) trait Database: SharedStore + Send + Sync {
    /// Clause of a `SELECT` that locks its rows and skips rows locked by other transactions.
    const SKIP_LOCKED: &'static str;

    /// Runs one read-only statement.
    fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<DbRow>, StoreError>;

    /// Runs several reads on one consistent snapshot.
    fn snapshot<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError>) -> Result<T, StoreError>;

    /// Like `snapshot`, but without a time limit.
    fn long_snapshot<T>(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.snapshot(work)
    }

    /// The names of all tables, and the faults of the store itself. For a damaged store, as many names as can be found.
    fn find_names(&self) -> Result<(Vec<JournalName>, Vec<String>), StoreError> {
        let rows = self.query("SELECT name FROM tables ORDER BY name", &[])?;
        Ok((rows.into_iter().filter_map(|mut row| row.name()).collect(), Vec::new()))
    }

    /// Runs a transaction and waits until it is durable. If `work` fails, it is rolled back.
    fn change<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError>;

    fn append_lines(
        &self,
        name: &JournalName,
        given: u64,
        lines: Vec<String>,
        summary: String,
    ) -> Result<(), StoreError>;

    fn names(&self) -> &NameSource;

    /// The location of the database, for messages.
    fn place(&self) -> String;

    /// The header and the entries after a revision.
    fn journal(&self, name: &JournalName, from: u64) -> Result<StoredJournal, StoreError> {
        StoredJournal::read(name, self.query(JOURNAL, &[key(name), signed(from).into()])?)?.whole(name, from)
    }
}

pub(super) trait Transaction {
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<DbRow>, StoreError>;

    /// Writes the entries after a revision.
    fn insert_entries(&mut self, name: &JournalName, revision: u64, lines: &[String]) -> Result<(), StoreError>;

    /// Locks a key until the transaction ends.
    fn lock(&mut self, key: i64) -> Result<(), StoreError>;

    /// Notifies the watchers of a table, once this is committed, that holders, names or note have changed.
    fn people_changed(&mut self, name: &JournalName) -> Result<(), StoreError>;

    /// Notifies the watchers of a table, once this is committed, that it was removed.
    fn removed(&mut self, name: &JournalName) -> Result<(), StoreError>;
}

/// A row of a result. Its columns are read from left to right.
pub(super) struct DbRow(std::vec::IntoIter<Value>);

impl DbRow {
    pub(super) fn new(columns: Vec<Value>) -> DbRow {
        DbRow(columns.into_iter())
    }

    /// A number, or a truth value as 0 or 1.
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

    fn holder(&mut self) -> Option<BrowserId> {
        self.bytes()?.try_into().ok().map(BrowserId)
    }

    fn token(&mut self) -> Option<Token> {
        self.bytes()?.try_into().ok().map(Token::from_bytes)
    }

    pub(super) fn name(&mut self) -> Option<JournalName> {
        self.text()?.parse().ok()
    }

    /// Name, header, summary and time; `None` if the name isn't that of a journal.
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

#[derive(Default)]
pub(super) struct NameSource(Mutex<(i64, u32)>);

impl NameSource {
    /// A name that is unique in this process.
    fn next(&self, game: Game) -> JournalName {
        let now = Timestamp::now();
        // Nothing panics while it is locked.
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = if last.0 == now.as_second() { last.1 + 1 } else { 1 };
        *last = (now.as_second(), number);
        JournalName::new(game, now, number)
    }
}

/// The names of the store's secrets: the key of the hashes of addresses, and the keys of cookies.
const ADDRESSES: &str = "addresses";
const COOKIES: &str = "cookies";
const COOKIES_BEFORE: &str = "cookies before";

const SECRETS: &str = "SELECT name, secret FROM secrets ORDER BY name";
const SEEN: &str = "SELECT holder, seen FROM seen ORDER BY holder";

fn secret(transaction: &mut dyn Transaction, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let rows = transaction.query("SELECT secret FROM secrets WHERE name = $1", &[name.to_owned().into()])?;
    Ok(rows.into_iter().next().and_then(|mut row| row.bytes()))
}

fn put_secret(transaction: &mut dyn Transaction, name: &str, secret: Vec<u8>) -> Result<(), StoreError> {
    let sql = "INSERT INTO secrets (name, secret) VALUES ($1, $2) \
               ON CONFLICT (name) DO UPDATE SET secret = excluded.secret";
    transaction.query(sql, &[name.to_owned().into(), secret.into()]).map(|_| ())
}

/// The maximum number of tables that one run of `tidy` archives or removes, so that no statement takes too long.
const AT_ONCE: i64 = 1000;

/// The tables that a browser created or holds a seat at, if they have a link.
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

/// For a journal without seat holders, this returns one row of nulls.
pub(super) const HOLDERS: &str = "
    SELECT holders.seat, holders.holder FROM tables LEFT JOIN holders USING (name)
    WHERE tables.name = $1 ORDER BY holders.place
";

pub(super) const LINKS: &str = "SELECT purpose, token FROM links WHERE name = $1";

/// The table's revision and header, followed by the entries after a revision, in one consistent read.
const JOURNAL: &str = "
    SELECT 0 AS entry, revision AS last, header AS line FROM tables WHERE name = $1
    UNION ALL SELECT revision, 0, line FROM entries WHERE name = $1 AND revision > $2 ORDER BY 1
";

const DUMP: &str = "
    SELECT revision, summary, modified,
        (SELECT review FROM reviews WHERE name = $1), (SELECT text FROM originals WHERE name = $1)
    FROM tables WHERE name = $1
";

/// Tables at which nothing has been played since they were created, whether new or from an uploaded journal that may be
/// written only in part.
const EMPTY: &str = "
    SELECT name FROM tables WHERE revision <= begun AND maker IS NOT NULL AND modified < $1 ORDER BY name LIMIT $2
";

/// Removes a table of [`EMPTY`] if only its creator has a seat. A separate statement, so that it sees seats taken
/// before the row was locked.
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

/// The single row about a table.
fn one(name: &JournalName, rows: Vec<DbRow>) -> Result<DbRow, StoreError> {
    rows.into_iter().next().ok_or_else(|| StoreError::Unknown(name.clone()))
}

fn holders(name: &JournalName, rows: Vec<DbRow>) -> Result<Pair<Vec<BrowserId>>, StoreError> {
    if rows.is_empty() {
        return Err(StoreError::Unknown(name.clone()));
    }
    let mut seats: Pair<Vec<BrowserId>> = Pair::default();
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
    let sql = "SELECT maker, note, archived, begun FROM tables WHERE name = $1";
    let mut row = one(name, transaction.query(sql, &[key(name)])?)?;
    let (maker, note, archived) = (row.holder(), row.text().unwrap_or_default(), row.number() != 0);
    let begun = row.number().cast_unsigned();
    let seats = holders(name, transaction.query(HOLDERS, &[key(name)])?)?;
    let links = transaction.query(LINKS, &[key(name)])?.into_iter();
    let mut links: Vec<(LinkKind, Token)> =
        links.filter_map(|mut row| Some((read_purpose(&row.text()?)?, row.token()?))).collect();
    links.sort_by_key(|&(kind, _)| LinkKind::ALL.iter().position(|&other| other == kind));
    Ok(People { links, seats, maker, note, archived, begun })
}

/// The result of [`JOURNAL`].
pub(super) struct StoredJournal {
    header: String,
    /// The table's revision.
    last: u64,
    /// The numbers of the entries, and their lines.
    numbers: Vec<u64>,
    lines: Vec<String>,
}

impl StoredJournal {
    fn read(name: &JournalName, rows: Vec<DbRow>) -> Result<StoredJournal, StoreError> {
        let mut rows = rows.into_iter().map(|mut row| {
            let numbers = (row.number().cast_unsigned(), row.number().cast_unsigned());
            (numbers, row.text().unwrap_or_default())
        });
        let Some(((0, last), header)) = rows.next() else { return Err(StoreError::Unknown(name.clone())) };
        let (mut numbers, mut lines) = (Vec::new(), Vec::new());
        for ((number, _), line) in rows {
            let changed = || bad(name, format!("its entry {number} was changed in the store: the checksum is wrong"));
            lines.push(read_line(name, number, line).ok_or_else(changed)?);
            numbers.push(number);
        }
        Ok(StoredJournal { header, last, numbers, lines })
    }

    /// The journal after the revision `from`, if no entry is missing.
    fn whole(self, name: &JournalName, from: u64) -> Result<StoredJournal, StoreError> {
        let expected = from.saturating_add(1)..;
        let present = self.numbers.iter().zip(expected).take_while(|(number, expected)| **number == *expected).count();
        let next = from.saturating_add(present as u64);
        if present < self.numbers.len() || next < self.last {
            return Err(bad(name, format!("its entry {} is missing in the store", next.saturating_add(1))));
        }
        Ok(self)
    }
}

fn bad(name: &JournalName, why: String) -> StoreError {
    StoreError::NotAJournal { name: name.clone(), why }
}

/// A line of an entry ends with the CRC-32 of the table's name, the entry's revision and its text.
fn checksum(name: &JournalName, revision: u64, line: &str) -> String {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(format!("{name} {revision} ").as_bytes());
    hasher.update(line.as_bytes());
    format!(" #{:08x}", hasher.finalize())
}

/// The line as the database stores it.
pub(super) fn with_checksum(name: &JournalName, revision: u64, line: &str) -> String {
    format!("{line}{}", checksum(name, revision, line))
}

/// The line without its checksum; `None` if that is wrong.
fn read_line(name: &JournalName, revision: u64, mut line: String) -> Option<String> {
    let end = line.rfind(" #")?;
    if checksum(name, revision, &line[..end]) != line[end..] {
        return None;
    }
    line.truncate(end);
    Some(line)
}

fn setup_of(name: &JournalName, header: &str) -> Result<Setup, StoreError> {
    read_header(header.as_bytes()).map_err(|error| bad_journal(name, error))
}

fn entries_of(name: &JournalName, lines: &[String]) -> Result<Vec<Entry>, StoreError> {
    let entries: Result<Vec<Entry>, _> = lines.iter().map(|line| read_entry(line)).collect();
    entries.map_err(|error| StoreError::NotAJournal { name: name.clone(), why: error.to_string() })
}

/// Locks the table until the transaction ends; returns its header.
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
    holder: BrowserId,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO holders (name, seat, place, holder) VALUES ($1, $2, $3, $4)";
    let place = i64::try_from(place).unwrap_or(i64::MAX);
    transaction.query(sql, &[key(name), seat.to_string().into(), place.into(), blob(&holder.0)])?;
    Ok(())
}

fn insert_people(
    transaction: &mut dyn Transaction,
    name: &JournalName,
    links: &[(LinkKind, Token)],
    seats: &Pair<Vec<BrowserId>>,
) -> Result<(), StoreError> {
    for (purpose, token) in links {
        let sql = "INSERT INTO links (token, name, purpose) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING name";
        let values = [blob(token.as_bytes()), key(name), purpose_text(*purpose).to_owned().into()];
        if transaction.query(sql, &values)?.is_empty() {
            return Err(StoreError::BadLinks);
        }
    }
    for seat in Seat::BOTH {
        for (place, &holder) in seats[seat].iter().enumerate() {
            insert_holder(transaction, name, seat, place, holder)?;
        }
    }
    Ok(())
}

/// Writes everything about a new table. Returns whether the name was free; if not, nothing is written.
fn insert(transaction: &mut dyn Transaction, dump: &TableDump) -> Result<bool, StoreError> {
    let TableDump {
        name, modified, journal: JournalLines { header, lines, summary }, original, review, people, ..
    } = dump;
    let People { links, seats, maker, note, archived, begun } = people.clone().unwrap_or_default();
    let sql = "INSERT INTO tables (name, header, revision, summary, modified, maker, note, begun) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (name) DO NOTHING RETURNING name";
    let values = [
        key(name),
        header.clone().into(),
        signed(lines.len() as u64).into(),
        summary.clone().into(),
        micros(*modified).into(),
        maker.map(|maker| maker.0.to_vec()).into(),
        note.into_bytes().into(),
        signed(begun).into(),
    ];
    if transaction.query(sql, &values)?.is_empty() {
        return Ok(false);
    }
    transaction.insert_entries(name, 0, lines)?;
    insert_people(transaction, name, &links, &seats)?;
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

/// Creates a table under a new name.
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
        let is_upload = people.maker.is_some();
        let created = if is_upload && dump.journal.lines.len() > PART {
            create_in_parts(database, dump)?
        } else {
            database.change(move |transaction| insert(transaction, &dump))?
        };
        if created {
            return Ok(name);
        }
    }
}

/// The entries of a long upload that are written together, so that other changes don't wait for all of them.
const PART: usize = 1000;

/// Creates the table of a long upload. Its links come last, so that it can't be found before it is complete; if the
/// server is killed before that, `tidy` removes it.
fn create_in_parts(database: &impl Database, mut dump: TableDump) -> Result<bool, StoreError> {
    let (name, lines) = (dump.name.clone(), std::mem::take(&mut dump.journal.lines));
    let people = dump.people.take().unwrap_or_default();
    let (links, seats) = (people.links.clone(), people.seats.clone());
    dump.people = Some(People { links: Vec::new(), seats: Pair::default(), ..people });
    if !database.change(move |transaction| insert(transaction, &dump))? {
        return Ok(false);
    }
    let mut revision = 0;
    let mut written = lines.chunks(PART).try_for_each(|part| {
        let (name, part, before) = (name.clone(), part.to_vec(), revision);
        revision += part.len() as u64;
        database.change(move |transaction| {
            transaction.insert_entries(&name, before, &part)?;
            let sql = "UPDATE tables SET revision = $2 WHERE name = $1";
            transaction.query(sql, &[key(&name), signed(before + part.len() as u64).into()]).map(|_| ())
        })
    });
    if written.is_ok() {
        let name = name.clone();
        written = database.change(move |transaction| insert_people(transaction, &name, &links, &seats));
    }
    if written.is_err() {
        // If this fails too, `tidy` removes it.
        let _ = database.remove(&name);
    }
    written.map(|()| true)
}

/// Adds a holder to a seat, if `may` returns true.
fn add_holder(
    database: &impl Database,
    name: &JournalName,
    seat: Seat,
    holder: BrowserId,
    may: fn(&mut Vec<BrowserId>, BrowserId) -> Result<bool, StoreError>,
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

    fn import(&self, setup: &Setup, entries: &[Entry], summary: Summary) -> Result<JournalName, StoreError> {
        create(self, setup, entries, summary, &People::default())
    }

    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError> {
        let lines = append.entries.iter().map(write_entry).collect();
        self.append_lines(name, append.revision, lines, append.summary.to_string())
    }

    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        let StoredJournal { header, lines, .. } = self.journal(name, 0)?;
        let table = Table::replay(setup_of(name, &header)?, entries_of(name, &lines)?);
        let table = table.map_err(|error| StoreError::NotAJournal { name: name.clone(), why: error.to_string() })?;
        Ok(ReadBack { table, notices: Vec::new() })
    }

    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError> {
        entries_of(name, &self.journal(name, from)?.lines)
    }

    /// Also works for journals that can't be replayed, so that the fault can be found in the text.
    fn text(&self, name: &JournalName) -> Result<Vec<u8>, StoreError> {
        let StoredJournal { header, lines, .. } = self.journal(name, 0)?;
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
        let (links, note, begun) = (new.links.clone(), new.note.clone(), entries.len() as u64);
        let people = People { links, seats: new.seats()?, maker: Some(new.maker), note, archived: false, begun };
        create(self, setup, entries, summary, &people)
    }

    fn follow(&self, token: &Token) -> Result<Option<(JournalName, LinkKind)>, StoreError> {
        let rows = self.query("SELECT name, purpose FROM links WHERE token = $1", &[blob(token.as_bytes())])?;
        Ok(rows.into_iter().next().and_then(|mut row| Some((row.name()?, read_purpose(&row.text()?)?))))
    }

    fn people(&self, name: &JournalName) -> Result<People, StoreError> {
        self.snapshot(|transaction| people(transaction, name))
    }

    fn take_free_seat(&self, name: &JournalName, seat: Seat, holder: BrowserId) -> Result<(), StoreError> {
        add_holder(self, name, seat, holder, registry::take_if_free)
    }

    fn share_seat(&self, name: &JournalName, seat: Seat, holder: BrowserId) -> Result<(), StoreError> {
        add_holder(self, name, seat, holder, registry::add_holder)
    }

    fn tables_of(&self, holder: BrowserId, limit: usize) -> Result<Vec<(Listed, Token, Pair<bool>)>, StoreError> {
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

    fn count_tables_of(&self, holder: BrowserId) -> Result<usize, StoreError> {
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

    fn unarchive(&self, name: &JournalName, now: SystemTime) -> Result<(), StoreError> {
        // Nearly all opened tables aren't archived, so usually no write to disk is needed.
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

    fn count_new_table(
        &self,
        who: &[(Creator, CreationLimit)],
        bytes: u64,
        now: SystemTime,
    ) -> Result<CreationOutcome, StoreError> {
        let who = who.to_vec();
        self.change(move |transaction| {
            let secret = secret(transaction, ADDRESSES)?.unwrap_or_default();
            let mut who: Vec<([u8; 32], CreationLimit)> =
                who.iter().map(|(who, most)| (who.key(&secret), *most)).collect();
            // Always lock in the same order, so that two servers can't deadlock.
            who.sort_unstable_by_key(|(who, _)| *who);
            for (who, most) in &who {
                transaction.lock(i64::from_be_bytes(std::array::from_fn(|place| who[place])))?;
                let mut since = |sql: &str, within| {
                    let rows = transaction.query(sql, &[blob(who), micros_before(now, within).into()])?;
                    Ok::<u64, StoreError>(rows.into_iter().next().map_or(0, |mut row| row.number().cast_unsigned()))
                };
                let begun = "SELECT count(*) FROM beginnings WHERE who = $1 AND time > $2";
                if since(begun, Duration::from_mins(1))? >= u64::from(most.tables_per_minute) {
                    return Ok(CreationOutcome::TooMany);
                }
                let uploaded = "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM beginnings \
                                WHERE who = $1 AND time > $2";
                if bytes > 0 && since(uploaded, FORGET_AFTER)?.saturating_add(bytes) > most.bytes_per_hour {
                    return Ok(CreationOutcome::TooMuch);
                }
            }
            for (who, _) in &who {
                let sql = "INSERT INTO beginnings (who, time, bytes) VALUES ($1, $2, $3)";
                transaction.query(sql, &[blob(who), micros(now).into(), signed(bytes).into()])?;
            }
            Ok(CreationOutcome::Allowed)
        })
    }

    fn cookie_keys(&self) -> Result<CookieKeys, StoreError> {
        self.snapshot(|transaction| {
            let current = secret(transaction, COOKIES)?.ok_or_else(|| {
                let error = std::io::Error::other("it has no key for cookies");
                StoreError::Io { path: self.place(), error }
            })?;
            Ok(CookieKeys::new(current, secret(transaction, COOKIES_BEFORE)?))
        })
    }

    fn replace_cookie_key(&self) -> Result<(), StoreError> {
        let new = [Token::random(), Token::random()].map(|token| *token.as_bytes()).concat();
        self.change(move |transaction| {
            transaction.lock(i64::from_be_bytes(*b"cookies "))?;
            if let Some(before) = secret(transaction, COOKIES)? {
                put_secret(transaction, COOKIES_BEFORE, before)?;
            }
            put_secret(transaction, COOKIES, new)
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

    fn seen(&self, holder: BrowserId) -> Result<String, StoreError> {
        let rows = self.query("SELECT seen FROM seen WHERE holder = $1", &[blob(&holder.0)])?;
        Ok(rows.into_iter().next().and_then(|mut row| row.text()).unwrap_or_default())
    }

    fn keep_seen(&self, holder: BrowserId, text: &str) -> Result<(), StoreError> {
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

/// Everything about a table.
fn dump(transaction: &mut dyn Transaction, name: &JournalName) -> Result<TableDump, StoreError> {
    let StoredJournal { header, lines, .. } =
        StoredJournal::read(name, transaction.query(JOURNAL, &[key(name), 0.into()])?)?;
    let last = "SELECT max(revision) FROM entries WHERE name = $1";
    let last = one(name, transaction.query(last, &[key(name)])?)?.number().cast_unsigned();
    let people = people(transaction, name)?;
    let mut row = one(name, transaction.query(DUMP, &[key(name)])?)?;
    let (revision, summary) = (row.number().cast_unsigned(), row.text().unwrap_or_default());
    let modified = time(row.number());
    let journal = JournalLines { header, lines, summary };
    let (review, original) = (row.text(), row.bytes());
    Ok(TableDump { original, revision, last, review, ..TableDump::new(name.clone(), modified, journal, people) })
}

impl<D: Database> DumpStore for D {
    fn dump(&self, name: &JournalName) -> Result<TableDump, StoreError> {
        self.snapshot(|transaction| dump(transaction, name))
    }

    fn restore(&self, dump: &TableDump) -> Result<(), StoreError> {
        let dump = dump.clone();
        let taken = std::io::Error::other(format!("there is already a table {}", dump.name));
        let free = self.change(move |transaction| insert(transaction, &dump))?;
        if free { Ok(()) } else { Err(StoreError::Io { path: self.place(), error: taken }) }
    }

    fn all_seen(&self) -> Result<Vec<(BrowserId, String)>, StoreError> {
        let rows = self.query(SEEN, &[])?;
        Ok(rows.into_iter().filter_map(|mut row| Some((row.holder()?, row.text()?))).collect())
    }

    fn find_names(&self) -> Result<(Vec<JournalName>, Vec<String>), StoreError> {
        Database::find_names(self)
    }

    fn secrets(&self) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let rows = self.query(SECRETS, &[])?;
        Ok(rows.into_iter().filter_map(|mut row| Some((row.text()?, row.bytes()?))).collect())
    }

    fn dump_all(&self, visit: &mut DumpVisitor<'_>) -> Result<DumpRest, StoreError> {
        self.long_snapshot(|transaction| {
            let rows = transaction.query("SELECT name FROM tables ORDER BY name", &[])?;
            let names: Vec<JournalName> = rows.into_iter().filter_map(|mut row| row.name()).collect();
            for (done, name) in names.iter().enumerate() {
                visit((done, names.len()), name, dump(transaction, name))?;
            }
            let secrets = transaction.query(SECRETS, &[])?.into_iter();
            let seen = transaction.query(SEEN, &[])?.into_iter();
            Ok(DumpRest {
                secrets: secrets.filter_map(|mut row| Some((row.text()?, row.bytes()?))).collect(),
                seen: seen.filter_map(|mut row| Some((row.holder()?, row.text()?))).collect(),
            })
        })
    }

    fn restore_secrets(&self, secrets: Vec<(String, Vec<u8>)>) -> Result<(), StoreError> {
        self.change(move |transaction| {
            secrets.into_iter().try_for_each(|(name, secret)| put_secret(transaction, &name, secret))
        })
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

/// Database integers are signed; no journal comes near the limit.
pub(super) fn signed(revision: u64) -> i64 {
    i64::try_from(revision).unwrap_or(i64::MAX)
}
