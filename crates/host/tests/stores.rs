//! All stores of this crate keep to what every store promises.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use std::sync::Arc;

use parlor_host::store::conformance::check;
use parlor_host::{FileStore, MemoryStore, SqliteStore, Store, StoreError};

#[test]
fn the_memory_store_conforms() {
    check(&|| Arc::new(MemoryStore::default()) as Arc<dyn Store>);
}

#[test]
fn the_file_store_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let count = std::cell::Cell::new(0);
    check(&|| {
        count.set(count.get() + 1);
        // The folder isn't there yet: the first journal makes it.
        Arc::new(FileStore::at(folder.path().join(count.get().to_string()))) as Arc<dyn Store>
    });
}

#[test]
fn the_sqlite_store_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let count = std::cell::Cell::new(0);
    check(&|| {
        count.set(count.get() + 1);
        let file = folder.path().join(count.get().to_string()).join("tables.sqlite");
        Arc::new(SqliteStore::open(&file).unwrap()) as Arc<dyn Store>
    });
}

#[test]
fn what_is_in_an_sqlite_store_is_there_when_it_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&file).unwrap());
    let setup = parlor_table::Setup { seed: 5.into(), ..parlor_table::Setup::new(parlor_rules::Game::Kono) };
    let (mut host, _) = parlor_host::Host::begin(setup, Some(Arc::clone(&store))).unwrap();
    for _ in 0..4 {
        let entry = parlor_host::store::conformance::next_entry(host.table()).unwrap();
        host.apply(entry).unwrap();
    }
    let (name, table) = (host.journal_name().unwrap().clone(), host.table().clone());
    drop(host);
    drop(store);
    let store = SqliteStore::open(&file).unwrap();
    assert_eq!(store.look(&name).unwrap().table, table);
}

#[test]
fn a_second_server_on_one_sqlite_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let first = SqliteStore::open(&file).unwrap();
    let second = SqliteStore::open(&file).err().unwrap();
    assert!(matches!(second, StoreError::StoreBusy(_)), "{second}");
    assert!(second.to_string().ends_with("tables.sqlite is open in another program"), "{second}");
    drop(first);
    SqliteStore::open(&file).unwrap();
}

#[test]
fn a_newer_schema_and_a_file_that_is_no_database_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    drop(SqliteStore::open(&file).unwrap());
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 7).unwrap();
    drop(connection);
    let newer = SqliteStore::open(&file).err().unwrap().to_string();
    assert!(newer.ends_with("was written by a newer version of this program (schema 7; this one knows 2)"), "{newer}");
    std::fs::write(folder.path().join("text.sqlite"), "not a database, but long enough to look at".repeat(30)).unwrap();
    let text = SqliteStore::open(&folder.path().join("text.sqlite")).err().unwrap().to_string();
    assert!(text.contains("text.sqlite: file is not a database"), "{text}");
}
