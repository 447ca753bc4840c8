use std::sync::Arc;
use std::thread;

use parlor_rules::Game;

use super::*;

const NEWER: [&str; 3] = [
    schema::STEPS[0],
    schema::STEPS[1],
    // Long enough for the others to come and wait. It fails if it is made twice.
    "SELECT pg_sleep(0.5); ALTER TABLE tables ADD COLUMN more TEXT NOT NULL DEFAULT 'more';",
];

/// Until there is another schema, this shows how one comes to be.
#[test]
fn one_server_migrates_while_the_others_wait_and_an_older_one_refuses() {
    let server = parlor_postgres::shared();
    let database = server.database();
    let address: PostgresAddress = server.address(&database).parse().unwrap();
    let at_once = |steps: &'static [&'static str]| {
        let servers: Vec<_> = (0..4)
            .map(|_| {
                let address = address.clone();
                thread::spawn(move || PostgresStore::open_with(&address, steps).unwrap())
            })
            .collect();
        servers.into_iter().map(|server| server.join().unwrap()).collect::<Vec<_>>()
    };
    // Of an empty database first, and then of one with tables.
    let stores = at_once(&schema::STEPS);
    let name = stores[0].create(&Setup::new(Game::Kono)).unwrap();
    drop(stores);
    for store in at_once(&NEWER) {
        assert_eq!(store.look(&name).unwrap().table.revision(), 0);
    }
    assert_eq!(server.sql(&database, "SELECT more FROM tables"), "more");
    assert_eq!(server.sql(&database, "SELECT version FROM parlor_schema"), "3");
    let older = PostgresStore::open(&address).err().unwrap();
    assert!(matches!(older, StoreError::NewerSchema { found: 3, known: 2, .. }), "{older}");
    let said = older.to_string();
    assert!(said.ends_with("was written by a newer version of this program (schema 3; this one knows 2)"), "{said}");
}

#[test]
fn a_step_that_fails_changes_nothing() {
    const BROKEN: [&str; 3] =
        [schema::STEPS[0], schema::STEPS[1], "CREATE TABLE more (name TEXT); this is not a step;"];
    let server = parlor_postgres::shared();
    let database = server.database();
    let address: PostgresAddress = server.address(&database).parse().unwrap();
    let failed = PostgresStore::open_with(&address, &BROKEN).err().unwrap().to_string();
    assert!(failed.contains("syntax error"), "{failed}");
    assert_eq!(server.sql(&database, "SELECT to_regclass('tables') IS NULL"), "t");
    assert!(PostgresStore::open(&address).unwrap().list().unwrap().is_empty());
}

#[test]
fn one_bad_append_of_a_group_leaves_the_others_alone() {
    let server = parlor_postgres::shared();
    let store = Arc::new(PostgresStore::open(&server.address(&server.database()).parse().unwrap()).unwrap());
    let names: Vec<JournalName> = (0..8).map(|_| store.create(&Setup::new(Game::Kono)).unwrap()).collect();
    let writers: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(number, name)| {
            // No text of PostgreSQL has this letter.
            let line = if number == 3 { "\0" } else { "line" }.to_owned();
            let asked = Asked { name: name.clone(), given: 0, lines: vec![line], summary: "summary".to_owned() };
            let store = Arc::clone(&store);
            thread::spawn(move || store.appends.write(asked).unwrap())
        })
        .collect();
    for (number, writer) in writers.into_iter().enumerate() {
        let result = writer.join().unwrap();
        assert_eq!(result.is_err(), number == 3, "{number}: {result:?}");
        let (revision,): (i64,) = store
            .all(sqlx::query_as("SELECT revision FROM tables WHERE name = $1").bind(names[number].to_string()))
            .unwrap()[0];
        assert_eq!(revision, i64::from(number != 3));
    }
}
