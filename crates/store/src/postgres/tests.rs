use std::sync::Arc;
use std::thread;

use parlor_rules::Game;
use parlor_table::Setup;

use super::*;
use crate::Store;
use crate::schema::tests::{Filled, VERSION_2};

const NEWER: [&str; 2] = [schema::STEPS[0], VERSION_2];

/// Opens the database four times at once.
fn at_once(address: &PostgresAddress, steps: &'static [&'static str]) -> Vec<PostgresStore> {
    let open = || {
        let address = address.clone();
        thread::spawn(move || PostgresStore::open_with(&address, steps).expect("it opens"))
    };
    let servers: Vec<_> = (0..4).map(|_| open()).collect();
    servers.into_iter().map(|server| server.join().expect("no thread panics")).collect()
}

#[test]
fn one_of_several_servers_migrates_a_version_1_database_with_all_its_data() {
    // A step that is slow enough for the other servers to arrive and wait, and that fails if it is run twice.
    const SLOW: [&str; 2] =
        [schema::STEPS[0], "SELECT pg_sleep(0.5); ALTER TABLE tables ADD COLUMN colour TEXT DEFAULT 'green';"];
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let address: PostgresAddress = server.address(&database).parse().unwrap();
    let stores = at_once(&address, &schema::STEPS);
    assert_eq!(server.sql(&database, "SELECT version FROM parlor_schema"), "1");
    let filled = Filled::fill(&stores[0]);
    drop(stores);
    for store in at_once(&address, &SLOW) {
        filled.check(&store);
    }
    assert_eq!(server.sql(&database, "SELECT colour FROM tables"), "green");
    assert_eq!(server.sql(&database, "SELECT version FROM parlor_schema"), "2");
}

#[test]
fn a_database_of_a_newer_version_is_refused() {
    let server = parlor_testkit::postgres::shared();
    let address: PostgresAddress = server.address(&server.database()).parse().unwrap();
    let older = PostgresStore::open(&address).unwrap();
    older.ready().unwrap();
    drop(PostgresStore::open_with(&address, &NEWER).unwrap());
    let sentence = "was written by another version of this program (schema 2; this one supports 1)";
    let refusals =
        [PostgresStore::open(&address).err(), PostgresStore::open_read_only(&address).err(), older.ready().err()];
    for refused in refusals.map(Option::unwrap) {
        assert!(matches!(refused, StoreError::NewerSchema { found: 2, known: 1, .. }), "{refused}");
        assert!(refused.to_string().ends_with(sentence), "{refused}");
    }
}

#[test]
fn a_step_that_fails_changes_nothing() {
    const BROKEN: [&str; 2] = [schema::STEPS[0], "CREATE TABLE rooms (name TEXT); this is not a step;"];
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let address: PostgresAddress = server.address(&database).parse().unwrap();
    let fails = || {
        let failed = PostgresStore::open_with(&address, &BROKEN).err().unwrap().to_string();
        assert!(failed.contains("syntax error"), "{failed}");
    };
    fails();
    assert_eq!(server.sql(&database, "SELECT to_regclass('tables') IS NULL"), "t");
    let filled = Filled::fill(&PostgresStore::open(&address).unwrap());
    fails();
    filled.check(&PostgresStore::open(&address).unwrap());
    filled.check(&PostgresStore::open_with(&address, &NEWER).unwrap());
}

#[test]
fn one_bad_append_does_not_affect_the_rest_of_its_group() {
    let server = parlor_testkit::postgres::shared();
    let store = Arc::new(PostgresStore::open(&server.address(&server.database()).parse().unwrap()).unwrap());
    let names: Vec<JournalName> = (0..8).map(|_| store.create(&Setup::new(Game::Kono)).unwrap()).collect();
    let writers: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(number, name)| {
            // PostgreSQL's text can't contain this character.
            let line = if number == 3 { "\0" } else { "line" }.to_owned();
            let asked =
                PendingAppend { name: name.clone(), given: 0, lines: vec![line], summary: "summary".to_owned() };
            let store = Arc::clone(&store);
            thread::spawn(move || store.appends.write(asked).unwrap())
        })
        .collect();
    for (number, writer) in writers.into_iter().enumerate() {
        let result = writer.join().unwrap();
        assert_eq!(result.is_err(), number == 3, "{number}: {result:?}");
        let stand = store.version(&names[number]).unwrap().unwrap();
        assert_eq!(stand.revision, u64::from(number != 3));
    }
}
