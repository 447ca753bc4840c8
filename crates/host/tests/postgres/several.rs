//! Several servers on one database.

use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, SystemTime};

use parlor_rules::Seat;
use parlor_store::TableChange;
use parlor_store::registry::conformance::{holder, watch};
use parlor_store::{CreationLimit, CreationOutcome, Creator, Registry, Store, StoreError};

use super::{begin, open, play};

/// The number of concurrent writers.
const WRITERS: usize = 50;

#[test]
fn of_fifty_writers_at_one_revision_through_two_servers_one_wins() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let stores = [Arc::new(open(server, &database)), Arc::new(open(server, &database))];
    let (name, mut table) = begin(&*stores[0]);
    for _ in 0..5 {
        let barrier = Arc::new(Barrier::new(WRITERS));
        let writers: Vec<_> = (0..WRITERS)
            .map(|number| {
                let (store, barrier) = (Arc::clone(&stores[number % 2]), Arc::clone(&barrier));
                let (name, mut table) = (name.clone(), table.clone());
                thread::spawn(move || {
                    barrier.wait();
                    play(&*store, &name, &mut table).map(|()| table)
                })
            })
            .collect();
        let (given, mut won) = (table.revision(), vec![]);
        for writer in writers {
            match writer.join().unwrap() {
                Ok(table) => won.push(table),
                Err(StoreError::Stale { given: stale, now, .. }) => assert_eq!((stale, now), (given, given + 1)),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(won.len(), 1, "exactly one writer wins");
        table = won.remove(0);
        for store in &stores {
            assert_eq!(store.look(&name).unwrap().table, table);
        }
    }
}

#[test]
fn many_tables_are_written_at_once_through_two_servers() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let stores = [Arc::new(open(server, &database)), Arc::new(open(server, &database))];
    let tables: Vec<_> = (0..20).map(|number| begin(&*stores[number % 2])).collect();
    // Both servers write to all tables, so that their groups have tables in common.
    let writers: Vec<_> = (0..40)
        .map(|number| {
            let (store, (name, mut table)) = (Arc::clone(&stores[number % 2]), tables[number / 2].clone());
            thread::spawn(move || {
                let mut written = 0_u64;
                while written < 20 {
                    match play(&*store, &name, &mut table) {
                        Ok(()) => written += 1,
                        Err(StoreError::Stale { .. }) => table = store.look(&name).unwrap().table,
                        Err(error) => panic!("{error}"),
                    }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    for (name, _) in tables {
        assert_eq!(stores[0].look(&name).unwrap().table.revision(), 40, "each answer is there once");
    }
}

#[test]
fn changes_by_one_server_are_notified_at_the_other() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let (here, there) = (open(server, &database), open(server, &database));
    let (name, mut table) = begin(&here);
    let watched = watch(&there, &name);
    let next_change = || watched.changes.recv_timeout(Duration::from_mins(1));
    play(&here, &name, &mut table).unwrap();
    assert_eq!(next_change(), Ok(TableChange::Revision(1)));
    here.take_free_seat(&name, Seat::Human, holder()).unwrap();
    assert_eq!(next_change(), Ok(TableChange::People));
    here.remove(&name).unwrap();
    assert_eq!(next_change(), Ok(TableChange::Removed));
}

#[test]
fn new_tables_are_counted_for_all_servers_together() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let stores = [Arc::new(open(server, &database)), Arc::new(open(server, &database))];
    let (barrier, now) = (Arc::new(Barrier::new(WRITERS)), SystemTime::now());
    let beginners: Vec<_> = (0..WRITERS)
        .map(|number| {
            let (store, barrier) = (Arc::clone(&stores[number % 2]), Arc::clone(&barrier));
            let school = Creator::Address([192, 0, 2, 7].into());
            let limit = |tables_per_minute| CreationLimit { tables_per_minute, bytes_per_hour: 0 };
            let who = [(Creator::Browser(holder()), limit(1)), (school, limit(9))];
            thread::spawn(move || {
                barrier.wait();
                store.count_new_table(&who, 0, now).unwrap() == CreationOutcome::Allowed
            })
        })
        .collect();
    let allowed = beginners.into_iter().map(|one| one.join().unwrap()).filter(|may| *may).count();
    assert_eq!(allowed, 9);
    let kept = server.sql(&database, "SELECT count(*), min(length(who)), max(length(who)) FROM beginnings");
    assert_eq!(kept, "18|32|32", "one for each browser, and one for the school");
    let dump = server.sql(&database, "SELECT encode(who, 'hex') FROM beginnings");
    assert!(!dump.contains("c0000207"), "no address is in it: {dump}");
}

#[test]
fn several_servers_tidy_up_at_once() {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let stores = [Arc::new(open(server, &database)), Arc::new(open(server, &database))];
    let tables: Vec<_> = (0..20).map(|number| begin(&*stores[number % 2])).collect();
    for (name, mut table) in tables[..10].iter().cloned() {
        play(&*stores[0], &name, &mut table).unwrap();
    }
    let later = SystemTime::now() + Duration::from_hours(24 * 100);
    let tidying = [0, 1, 0, 1].map(|number: usize| {
        let store = Arc::clone(&stores[number]);
        thread::spawn(move || store.tidy(later, Some(Duration::from_hours(24 * 90))).unwrap())
    });
    let (mut archived, mut removed) = (0, 0);
    for tidied in tidying.map(|one| one.join().unwrap()) {
        archived += tidied.archived.len();
        removed += tidied.removed.len();
    }
    assert_eq!((archived, removed), (10, 10), "each table once");
}
