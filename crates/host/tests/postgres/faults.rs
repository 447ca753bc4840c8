//! The database or a connection to it goes away.

use std::thread;
use std::time::{Duration, Instant};

use parlor_store::TableChange;
use parlor_store::registry::conformance::watch;
use parlor_store::{Registry, Store, StoreError};
use parlor_testkit::postgres::{Options, Server};

use super::{begin, open, play};

const LONG: Duration = Duration::from_mins(1);

#[test]
fn a_change_is_notified_after_the_listening_connection_was_lost() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let (here, there) = (open(server, &database), open(server, &database));
    let (name, mut table) = begin(&here);
    let watched = watch(&there, &name);
    for round in 1..=3 {
        let killed = server.sql(
            &database,
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
             WHERE datname = current_database() AND query LIKE 'LISTEN%'",
        );
        assert!(round == 1 || killed != "0", "there is something to lose");
        play(&here, &name, &mut table).unwrap();
        assert_eq!(watched.changes.recv_timeout(LONG), Ok(TableChange::Revision(round)));
        here.change_note(&name, Box::new(move |_| round.to_string())).unwrap();
        assert_eq!(watched.changes.recv_timeout(LONG), Ok(TableChange::People));
        // Wait until there is a connection that can be killed the next time.
        let began = Instant::now();
        let listening = "SELECT count(*) FROM pg_stat_activity \
                         WHERE datname = current_database() AND query LIKE 'LISTEN%'";
        while server.sql(&database, listening) == "0" {
            assert!(began.elapsed() < LONG, "it listens again");
            thread::sleep(Duration::from_millis(100));
        }
    }
}

#[test]
fn a_change_without_notification_is_found() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let store = open(server, &database);
    let (name, _) = begin(&store);
    let watched = watch(&store, &name);
    server.sql(&database, &format!("UPDATE tables SET revision = 7, people = 3 WHERE name = '{name}'"));
    assert_eq!(watched.changes.recv_timeout(LONG), Ok(TableChange::Revision(7)));
    assert_eq!(watched.changes.recv_timeout(LONG), Ok(TableChange::People));
    server.sql(&database, &format!("DELETE FROM tables WHERE name = '{name}'"));
    assert_eq!(watched.changes.recv_timeout(LONG), Ok(TableChange::Removed));
}

fn play_on(store: &dyn Store, name: &parlor_store::JournalName, table: &mut parlor_table::Table) {
    let began = Instant::now();
    loop {
        match play(store, name, table) {
            Ok(()) => return,
            // The entry was written after all, and only the answer was lost.
            Err(StoreError::Stale { now, given, .. }) if now == given + 1 => {
                *table = store.look(name).unwrap().table;
                return;
            }
            Err(error) => assert!(began.elapsed() < LONG, "{error}"),
        }
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_store_recovers_from_a_killed_or_restarted_database_without_loss() {
    let server = Server::start(Options { fsync: true, ..Options::default() });
    let database = server.database();
    let store = open(&server, &database);
    let (name, mut table) = begin(&store);
    let watched = watch(&store, &name);
    for round in 0..2 {
        play_on(&store, &name, &mut table);
        server.kill();
        let away = play(&store, &name, &mut table).unwrap_err();
        assert!(matches!(away, StoreError::Io { .. }), "{away}");
        assert!(store.look(&name).is_err());
        if round == 0 {
            server.begin();
        } else {
            server.begin();
            server.restart();
        }
        play_on(&store, &name, &mut table);
        assert_eq!(store.look(&name).unwrap().table, table);
    }
    let began = Instant::now();
    loop {
        let change = watched.changes.recv_timeout(LONG).unwrap();
        if change == TableChange::Revision(table.revision()) {
            break;
        }
        assert!(began.elapsed() < LONG, "the last revision is notified");
    }
}

#[test]
fn a_hanging_database_is_reported_as_an_error() {
    let server = Server::start(Options::default());
    let database = server.database();
    let store = open(&server, &database);
    let (name, mut table) = begin(&store);
    play(&store, &name, &mut table).unwrap();
    server.pause();
    let mut tried = table.clone();
    thread::scope(|scope| {
        let append = scope.spawn(|| play(&store, &name, &mut tried));
        let look = scope.spawn(|| store.look(&name).map(|_| ()));
        let connect = scope.spawn(|| {
            let address = server.address(&database).parse().unwrap();
            parlor_store::PostgresStore::open(&address).map(|_| ())
        });
        for hung in [append, look, connect].map(|call| call.join().unwrap()) {
            let error = hung.unwrap_err().to_string();
            assert!(error.ends_with("the database doesn't answer"), "{error}");
        }
    });
    server.resume();
    play_on(&store, &name, &mut table);
    assert_eq!(store.look(&name).unwrap().table.revision(), table.revision());
}
