//! All registries of this crate keep to what every registry promises.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use std::fs;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use parlor_host::registry::conformance::{check, create, holder, new_table};
use parlor_host::{Beginner, Holder, MemoryStore, NewTable, Purpose, Registry, SqliteStore, Store};
use parlor_rules::{Game, Pair, Seat};
use parlor_table::{JournalWriter, Setup, Table};
use rusqlite::{Connection, params};

#[test]
fn the_memory_store_conforms() {
    check(&|| Arc::new(MemoryStore::default()) as Arc<dyn Registry>);
}

#[test]
fn the_sqlite_store_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let count = std::cell::Cell::new(0);
    check(&|| {
        count.set(count.get() + 1);
        let file = folder.path().join(format!("{}.sqlite", count.get()));
        Arc::new(SqliteStore::open(&file).unwrap()) as Arc<dyn Registry>
    });
}

#[test]
fn everything_is_there_when_an_sqlite_store_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let (ada, bob) = (holder(), holder());
    let new = NewTable { holders: vec![(Seat::Human, ada)], ..new_table(ada) };
    let store = SqliteStore::open(&file).unwrap();
    let name = create(&store, &new);
    store.share_seat(&name, Seat::Human, bob).unwrap();
    store.take_free_seat(&name, Seat::Computer, bob).unwrap();
    store.set_note(&name, "help off").unwrap();
    let tables = store.tables_of(bob, 10).unwrap();
    drop(store);
    assert!(!folder.path().join("tables.sqlite-wal").exists(), "everything is in the one file");
    let store = SqliteStore::open(&file).unwrap();
    assert_eq!(store.links(&name).unwrap(), new.links);
    for (purpose, token) in new.links {
        assert_eq!(store.follow(&token).unwrap(), Some((name.clone(), purpose)));
    }
    assert_eq!(store.holders(&name).unwrap(), Pair { human: vec![ada, bob], computer: vec![bob] });
    assert_eq!(store.note(&name).unwrap(), "help off");
    assert_eq!(tables.len(), 1);
    assert_eq!(store.tables_of(bob, 10).unwrap(), tables);
    assert_eq!(store.count_tables_of(ada).unwrap(), 1);
}

#[test]
fn no_address_is_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("tables.sqlite")).unwrap();
    let (minute, now) = (Duration::from_mins(1), SystemTime::now());
    let addresses: [IpAddr; 2] = ["203.0.113.77".parse().unwrap(), "2001:db8:7f7f::1234".parse().unwrap()];
    for address in addresses {
        assert!(store.count_beginning(&[(Beginner::Address(address), 1)], minute, now).unwrap());
        assert!(!store.count_beginning(&[(Beginner::Address(address), 1)], minute, now).unwrap(), "it is counted");
    }
    let kept = |octets: &[u8]| {
        // The file of changes that are not in the other file yet belongs to it.
        let files = fs::read_dir(folder.path()).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
        files.filter(|bytes| bytes.windows(octets.len()).any(|some| some == octets)).count()
    };
    assert!(kept(b"beginnings") > 0, "the files are read");
    for address in addresses {
        assert_eq!(kept(address.to_string().as_bytes()), 0);
        match address {
            IpAddr::V4(address) => assert_eq!(kept(&address.octets()), 0),
            IpAddr::V6(address) => assert_eq!(kept(&address.octets()), 0),
        }
    }
    drop(store);
    let again = SqliteStore::open(&folder.path().join("tables.sqlite")).unwrap();
    let who = [(Beginner::Address(addresses[0]), 1)];
    assert!(!again.count_beginning(&who, minute, now).unwrap(), "the secret stays the same");
}

/// How a file of the first schema was made.
const FIRST_SCHEMA: &str = "
    CREATE TABLE tables (
        name TEXT PRIMARY KEY,
        header TEXT NOT NULL,
        revision INTEGER NOT NULL,
        summary TEXT NOT NULL,
        modified INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        revision INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (name, revision)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        name TEXT NOT NULL REFERENCES tables (name) ON DELETE CASCADE,
        seat TEXT NOT NULL,
        holder BLOB NOT NULL,
        PRIMARY KEY (name, seat)
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_time ON tables (modified);
    PRAGMA user_version = 1;
";

/// A file of the first schema, with two tables, at the first of which two people sit.
fn first_schema(file: &Path) -> Table {
    let connection = Connection::open(file).unwrap();
    connection.execute_batch(FIRST_SCHEMA).unwrap();
    let setup = Setup::new(Game::Kono);
    let (_, header) = JournalWriter::begin(&setup);
    let (mut table, _) = Table::new(setup).unwrap();
    let entry = parlor_host::store::conformance::next_entry(&table).unwrap();
    table.apply(entry.clone()).unwrap();
    for name in ["kono-2026-11-15-20-07-08-1", "kono-2026-11-15-20-07-08-2"] {
        connection
            .execute(
                "INSERT INTO tables VALUES (?1, ?2, 1, ?3, 1763237228000000)",
                params![name, header, table.summary().to_string()],
            )
            .unwrap();
        connection
            .execute("INSERT INTO entries VALUES (?1, 1, ?2)", params![name, parlor_table::write_entry(&entry)])
            .unwrap();
    }
    for (seat, holder) in [("Human", [7_u8; 32]), ("Computer", [8; 32])] {
        connection
            .execute("INSERT INTO seats VALUES ('kono-2026-11-15-20-07-08-1', ?1, ?2)", params![seat, holder])
            .unwrap();
    }
    table
}

#[test]
fn a_file_of_the_first_schema_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let table = first_schema(&file);
    let (held, free) = ("kono-2026-11-15-20-07-08-1".parse().unwrap(), "kono-2026-11-15-20-07-08-2".parse().unwrap());
    let (ada, bob) = (Holder([7; 32]), Holder([8; 32]));
    let mut links = vec![];
    // The second time it is up to date already.
    for _ in 0..2 {
        let store = SqliteStore::open(&file).unwrap();
        assert_eq!(store.list().unwrap().len(), 2);
        assert_eq!(store.look(&held).unwrap().table, table);
        assert_eq!(store.holders(&held).unwrap(), Pair { human: vec![ada], computer: vec![bob] });
        assert_eq!(store.holders(&free).unwrap(), Pair::default());
        assert_eq!(store.note(&held).unwrap(), "");
        let (listed, token, seats) = store.tables_of(bob, 10).unwrap().remove(0);
        assert_eq!((listed.name, seats), (held.clone(), Pair { human: false, computer: true }));
        assert_eq!(store.follow(&token).unwrap(), Some((held.clone(), Purpose::Watch)));
        assert_eq!(store.links(&held).unwrap(), [(Purpose::Watch, token)]);
        assert_ne!(store.links(&free).unwrap(), [(Purpose::Watch, token)]);
        links.push(token);
    }
    assert_eq!(links[0], links[1], "a link stays what it is");
    let store = SqliteStore::open(&file).unwrap();
    assert_eq!(store.seen(ada).unwrap(), "");
    store.keep_seen(ada, "kono-2026-11-15-20-07-08-1 3 1794900000\n").unwrap();
    store.share_seat(&held, Seat::Computer, ada).unwrap();
    create(&store, &new_table(bob));
    assert_eq!(store.count_tables_of(bob).unwrap(), 2);
    store.remove(&held).unwrap();
    assert_eq!(store.tables_of(ada, 10).unwrap(), []);
    drop(store);
    let again = SqliteStore::open(&file).unwrap();
    assert_eq!(again.seen(ada).unwrap(), "kono-2026-11-15-20-07-08-1 3 1794900000\n");
    drop(again);
    let left: i64 = Connection::open(&file)
        .unwrap()
        .query_row("SELECT (SELECT count(*) FROM holders) + (SELECT count(*) FROM entries)", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 1, "only the entry of the free table");
}
