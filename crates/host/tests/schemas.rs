//! Stores of every schema that there ever was are brought up to date, and nothing in them is lost.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use parlor_host::registry::conformance::{create, new_table};
use parlor_host::store::Append;
use parlor_host::store::conformance::next_entry;
use parlor_host::{Beginner, Holder, JournalName, Purpose, Registry, SqliteStore};
use parlor_rules::{Pair, Seat};
use rusqlite::Connection;

fn fixture(name: &str) -> String {
    fs::read_to_string(Path::new("tests/data/schemas").join(name)).unwrap()
}

/// What every fixture has: a table that has begun, with two people, and one that hasn't.
fn check(store: &dyn Registry, schema: usize) {
    let name: JournalName = "congkak-2026-11-15-20-07-08-1".parse().unwrap();
    let other: JournalName = "congkak-2026-11-15-20-07-08-2".parse().unwrap();
    let (ada, bob) = (Holder([7; 32]), Holder([8; 32]));
    let list = store.list().unwrap();
    assert_eq!(list.iter().map(|listed| &listed.name).collect::<Vec<_>>(), [&other, &name]);
    assert!(list.iter().all(|listed| listed.about.is_ok()), "{list:?}");
    let mut table = store.look(&name).unwrap().table;
    assert_eq!((table.revision(), store.look(&other).unwrap().table.revision()), (8, 0));
    assert_eq!(list[1].about.as_ref().unwrap().summary, table.summary());
    assert_eq!(store.holders(&name).unwrap(), Pair { human: vec![ada], computer: vec![bob] });
    assert_eq!(store.holders(&other).unwrap(), Pair::default());
    let (_, token, seats) = store.tables_of(bob, 10).unwrap().remove(0);
    assert_eq!(seats, Pair { human: false, computer: true });
    assert_eq!(store.follow(&token).unwrap(), Some((name.clone(), Purpose::Watch)));
    if schema > 1 {
        assert_eq!(token, "0123456789abcdef0123456789abcdef".parse().unwrap());
        assert_eq!(store.note(&name).unwrap(), "help off");
        assert_eq!(store.count_tables_of(ada).unwrap(), 1);
    }
    assert_eq!(store.review(&name).unwrap().as_deref(), (schema > 2).then_some("a review"));
    // And it goes on.
    let entry = next_entry(&table).unwrap();
    table.apply(entry.clone()).unwrap();
    let append = Append { revision: 8, entries: &[entry], summary: table.summary(), lasting: true };
    store.append(&name, append).unwrap();
    assert_eq!(store.look(&name).unwrap().table, table);
    store.keep_review(&name, "another").unwrap();
    store.share_seat(&name, Seat::Computer, ada).unwrap();
    store.set_note(&name, "help on").unwrap();
    create(store, &new_table(bob));
    assert_eq!(store.count_tables_of(bob).unwrap(), 2);
    // What came later works, too: the one that hasn't begun has no maker, so it is archived and not removed.
    let later = SystemTime::now() + Duration::from_hours(100 * 24);
    let tidied = store.tidy(later, Some(Duration::from_hours(90 * 24))).unwrap();
    assert_eq!((tidied.archived.len(), tidied.removed.len()), (2, 1));
    assert_eq!(store.count_tables_of(bob).unwrap(), 0);
    let who = [(Beginner::Browser(ada), 1), (Beginner::Address([192, 0, 2, 7].into()), 1)];
    let begin = || store.count_beginning(&who, Duration::from_mins(1), later).unwrap();
    assert_eq!((begin(), begin()), (true, false));
}

#[test]
fn every_schema_of_sqlite_is_read() {
    let folder = tempfile::tempdir().unwrap();
    for schema in 1..=4 {
        let file = folder.path().join(format!("{schema}.sqlite"));
        Connection::open(&file).unwrap().execute_batch(&fixture(&format!("sqlite-{schema}.sql"))).unwrap();
        let store = SqliteStore::open(&file).unwrap();
        let seen = if schema > 3 { "congkak-2026-11-15-20-07-08-1 3 1794900000\n" } else { "" };
        assert_eq!(store.seen(Holder([7; 32])).unwrap(), seen);
        check(&store, schema);
    }
}

#[cfg(unix)]
#[test]
fn every_schema_of_postgres_is_read() {
    let server = parlor_postgres::shared();
    let database = server.database();
    server.sql(&database, &fixture("postgres-1.sql"));
    let store = parlor_host::PostgresStore::open(&server.address(&database).parse().unwrap()).unwrap();
    // It has had everything from its first schema on.
    check(&store, 3);
    // An empty database comes out like one that was migrated.
    let fresh = server.database();
    drop(parlor_host::PostgresStore::open(&server.address(&fresh).parse().unwrap()).unwrap());
    let columns = "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns \
                   WHERE table_schema = 'public' ORDER BY 1, 2";
    assert_eq!(server.sql(&fresh, columns), server.sql(&database, columns));
}
