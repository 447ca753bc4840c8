//! All stores pass the conformance tests.

use std::sync::Arc;

use parlor_host::{ApplyError, Host};
use parlor_store::conformance::check;
use parlor_store::conformance::next_entry;
use parlor_store::{FileStore, JournalName, LocalGames, SqliteStore, Store, StoreError};
use parlor_table::Entry;

#[test]
fn a_host_plays_through_any_store() {
    let folder = tempfile::tempdir().unwrap();
    let stores: [Arc<dyn Store>; 2] =
        [Arc::new(SqliteStore::in_memory().unwrap()), Arc::new(FileStore::at(folder.path().to_owned()))];
    for store in stores {
        let setup = parlor_table::Setup { seed: 3.into(), ..parlor_table::Setup::new(parlor_rules::Game::Canoga) };
        let (mut host, _) = Host::begin(setup, Some(Arc::clone(&store))).unwrap();
        let name = host.journal_name().unwrap().clone();
        while let Some(entry) = next_entry(host.table()) {
            host.apply(entry).unwrap();
        }
        let stale = host.apply_at(1, &[Entry::Undo]);
        assert!(matches!(stale, Err(ApplyError::Refused(parlor_table::Refusal::Stale { .. }))));
        let table = host.table().clone();
        drop(host);
        let (mut host, notices) = Host::open(Arc::clone(&store), &name).unwrap();
        assert_eq!((host.table(), notices), (&table, vec![]));
        host.apply(Entry::Undo).unwrap();
        assert!(!store.look(&name).unwrap().table.is_over(), "a finished tournament can be reopened");
    }
}

#[test]
fn the_sqlite_store_in_memory_conforms() {
    check(&|| Arc::new(SqliteStore::in_memory().unwrap()) as Arc<dyn Store>);
}

#[test]
fn the_file_store_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let count = std::cell::Cell::new(0);
    check(&|| {
        count.set(count.get() + 1);
        // The folder doesn't exist yet: the first journal creates it.
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
fn an_sqlite_store_keeps_its_contents_when_it_is_reopened() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&file).unwrap());
    let setup = parlor_table::Setup { seed: 5.into(), ..parlor_table::Setup::new(parlor_rules::Game::Kono) };
    let (mut host, _) = parlor_host::Host::begin(setup, Some(Arc::clone(&store))).unwrap();
    for _ in 0..4 {
        let entry = parlor_store::conformance::next_entry(host.table()).unwrap();
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
fn a_newer_schema_and_a_file_that_is_not_a_database_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    drop(SqliteStore::open(&file).unwrap());
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 7).unwrap();
    drop(connection);
    let newer = SqliteStore::open(&file).err().unwrap().to_string();
    assert!(
        newer.ends_with("was written by another version of this program (schema 7; this one supports 1)"),
        "{newer}"
    );
    std::fs::write(folder.path().join("text.sqlite"), "not a database, but long enough to look at".repeat(30)).unwrap();
    let text = SqliteStore::open(&folder.path().join("text.sqlite")).err().unwrap().to_string();
    assert!(text.contains("text.sqlite is damaged: file is not a database."), "{text}");
}

#[test]
fn local_games_conform() {
    let folder = tempfile::tempdir().unwrap();
    let count = std::cell::Cell::new(0);
    check(&|| {
        count.set(count.get() + 1);
        let place = folder.path().join(count.get().to_string());
        // A server's store in the same folder makes no difference.
        drop(SqliteStore::open(&place.join("tables.sqlite")).unwrap());
        Arc::new(LocalGames::at(FileStore::at(place.join("journals")), &place.join("tables.sqlite"))) as Arc<dyn Store>
    });
}

/// A game with some entries in a store.
fn begun(store: &Arc<dyn Store>) -> JournalName {
    let setup = parlor_table::Setup { seed: 5.into(), ..parlor_table::Setup::new(parlor_rules::Game::Kono) };
    let (mut host, _) = Host::begin(setup, Some(Arc::clone(store))).unwrap();
    for _ in 0..4 {
        let entry = next_entry(host.table()).unwrap();
        host.apply(entry).unwrap();
    }
    host.journal_name().unwrap().clone()
}

#[test]
fn a_store_can_be_read_while_a_server_has_it_open() {
    let place = tempfile::tempdir().unwrap();
    // A folder's name may contain any characters.
    let folder = place.path().join("a?b=1#c%20 d");
    let file = folder.join("tables.sqlite");
    assert!(SqliteStore::open_read_only(&file).is_err(), "looking doesn't make one");
    assert!(!file.exists());
    std::fs::create_dir(&folder).unwrap();
    let server: Arc<dyn Store> = Arc::new(SqliteStore::open(&file).unwrap());
    let name = begun(&server);
    let looked = SqliteStore::open_read_only(&file).unwrap();
    assert_eq!(looked.list().unwrap(), server.list().unwrap());
    assert_eq!(looked.look(&name).unwrap().table, server.look(&name).unwrap().table);
    let refused = looked.remove(&name).unwrap_err().to_string();
    assert!(refused.ends_with("it is open read-only"), "{refused}");
    // Changes of the server are visible, and the reader doesn't block it.
    let second = begun(&server);
    assert!(looked.list().unwrap().iter().any(|listed| listed.name == second));
    drop(server);
    assert_eq!(looked.list().unwrap().len(), 2);
    drop(looked);
    // Reading also works without a server, and leaves no files behind.
    drop(SqliteStore::open(&file).unwrap());
    let files = || std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    let before = (files(), std::fs::read(&file).unwrap());
    assert_eq!(SqliteStore::open_read_only(&file).unwrap().list().unwrap().len(), 2);
    assert_eq!((files(), std::fs::read(&file).unwrap()), before);
    std::fs::write(folder.join("empty.sqlite"), "").unwrap();
    let empty = SqliteStore::open_read_only(&folder.join("empty.sqlite")).err().unwrap().to_string();
    assert!(empty.ends_with("there are no tables in this database"), "{empty}");
}

#[test]
fn local_games_include_files_and_server_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (files, file) = (FileStore::at(folder.path().join("journals")), folder.path().join("tables.sqlite"));
    let games = || Arc::new(LocalGames::at(files.clone(), &file)) as Arc<dyn Store>;
    let own = begun(&games());
    assert!(!file.exists(), "without a server there is no store of a server");
    let server: Arc<dyn Store> = Arc::new(SqliteStore::open(&file).unwrap());
    // Names have a resolution of one second, so both names could be equal, and then the file would take precedence.
    let mut table = begun(&server);
    if table == own {
        table = begun(&server);
    }
    let both = |store: &dyn Store| {
        let names: Vec<JournalName> = store.list().unwrap().into_iter().map(|listed| listed.name).collect();
        names.contains(&own) && names.contains(&table)
    };
    assert!(both(&*games()));
    assert_eq!(games().look(&table).unwrap().table, server.look(&table).unwrap().table);
    assert_eq!(games().read(&table, 2).unwrap().len(), 2);
    let busy =
        format!("{table} belongs to a server that is running: play at the table's own page, or stop the server first");
    assert_eq!(games().open(&table).unwrap_err().to_string(), busy);
    assert_eq!(games().remove(&table).unwrap_err().to_string(), busy);
    assert!(Host::open(games(), &own).is_ok(), "the files are free");

    drop(server);
    let store = games();
    let (mut host, _) = Host::open(Arc::clone(&store), &table).unwrap();
    let entry = next_entry(host.table()).unwrap();
    host.apply(entry).unwrap();
    assert!(both(&*store));
    assert!(matches!(SqliteStore::open(&file), Err(StoreError::StoreBusy(_))), "no server can take it now");
    drop(host);
    assert_eq!(SqliteStore::open(&file).unwrap().look(&table).unwrap().table.revision(), 5);
    games().remove(&table).unwrap();
    assert!(matches!(games().open(&table), Err(StoreError::Unknown(_))));
    let unknown: JournalName = "kono-1".parse().unwrap();
    assert!(matches!(games().remove(&unknown), Err(StoreError::Unknown(_))));
}

#[test]
fn a_damaged_server_store_does_not_hide_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let games = LocalGames::at(FileStore::at(folder.path().join("journals")), &file);
    assert!(games.tables_error().is_none());
    std::fs::write(&file, "not a database, but long enough to look at".repeat(30)).unwrap();
    let store: Arc<dyn Store> = Arc::new(LocalGames::at(FileStore::at(folder.path().join("journals")), &file));
    let name = begun(&store);
    assert_eq!(store.list().unwrap()[0].name, name);
    let error = games.tables_error().unwrap().to_string();
    assert!(error.contains("tables.sqlite is damaged: file is not a database."), "{error}");
}
