use parlor_rules::Game;
use parlor_table::Table;

use super::*;
use crate::registry::{Holder, NewTable, Purpose, Registry, Token};

fn store() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("tables.sqlite")).unwrap();
    (folder, store)
}

fn setup() -> Setup {
    Setup::new(Game::Kono)
}

/// Something that is done to a note, so that it can be seen whether it was.
fn note(name: &JournalName, text: &'static str) -> impl FnOnce(&Connection) -> Result<Done, StoreError> + 'static {
    let name = name.clone();
    move |connection| {
        connection.execute("UPDATE tables SET note = ?2 WHERE name = ?1", params![name.as_str(), text]).unwrap();
        Ok(Done::Changed)
    }
}

/// Has the writer wait until this is dropped, so that what is sent meanwhile is one group.
fn hold(store: &SqliteStore) -> Sender<()> {
    let (release, released) = mpsc::channel::<()>();
    let (begun, begins) = mpsc::channel();
    store.send(move |_| {
        begun.send(()).unwrap();
        let _ = released.recv();
        Ok(Done::Changed)
    });
    begins.recv().unwrap();
    release
}

fn message(answer: &Receiver<Result<Done, StoreError>>) -> String {
    answer.recv().expect("every change is answered").expect_err("it failed").to_string()
}

#[test]
fn a_change_that_panics_is_undone_alone() {
    let (_folder, store) = store();
    let name = store.create(&setup()).unwrap();
    let held = hold(&store);
    let before = store.send(note(&name, "before"));
    let half = note(&name, "half");
    let panics = store.send(move |connection| {
        half(connection)?;
        panic!("as it must")
    });
    let other = store.send(|_| Err(StoreError::SeatTaken));
    drop(held);
    before.recv().unwrap().unwrap();
    let why = message(&panics);
    assert!(why.ends_with("tables.sqlite: the change has failed: as it must"), "{why}");
    assert_eq!(message(&other), "the seat is taken");
    assert_eq!(store.note(&name).unwrap(), "before");
    store.set_note(&name, "after").unwrap();
    assert_eq!(store.note(&name).unwrap(), "after");
}

#[test]
fn a_failed_commit_is_answered_to_every_change_of_its_group() {
    let (_folder, store) = store();
    let name = store.create(&setup()).unwrap();
    let watch = store.watch(&name).unwrap();
    let held = hold(&store);
    let (appended, stale) = (name.clone(), name.clone());
    let mut answers = vec![
        store.send(note(&name, "lost")),
        store.send(move |_| Ok(Done::Appended(appended, 1))),
        // What the foreign keys say is looked at when all is committed.
        store.send(|connection| {
            connection.execute_batch("PRAGMA defer_foreign_keys = ON").unwrap();
            connection.execute("INSERT INTO entries VALUES ('nothing', 1, 'x')", []).unwrap();
            Ok(Done::Changed)
        }),
    ];
    answers.push(store.send(move |_| Err(StoreError::Stale { name: stale, given: 0, now: 1 })));
    drop(held);
    for answer in answers {
        let why = message(&answer);
        assert!(why.ends_with("tables.sqlite: FOREIGN KEY constraint failed"), "{why}");
    }
    assert_eq!(store.note(&name).unwrap(), "");
    assert!(watch.changes().try_recv().is_err(), "what did not happen is told to nobody");
    store.set_note(&name, "after").unwrap();
    assert_eq!(store.note(&name).unwrap(), "after");
}

#[test]
fn a_transaction_that_ends_early_takes_its_whole_group_with_it() {
    let (folder, store) = store();
    let name = store.create(&setup()).unwrap();
    let held = hold(&store);
    let path = folder.path().to_owned();
    let answers = [
        store.send(note(&name, "lost")),
        // As `SQLite` does by itself when the disk is full.
        store.send(move |connection| {
            connection.execute_batch("ROLLBACK").unwrap();
            Err(StoreError::io(&path, std::io::Error::other("database or disk is full")))
        }),
        store.send(note(&name, "must not be on its own")),
    ];
    drop(held);
    for answer in answers {
        let why = message(&answer);
        assert!(why.ends_with("tables.sqlite: database or disk is full"), "{why}");
    }
    assert_eq!(store.note(&name).unwrap(), "");
    store.set_note(&name, "after").unwrap();
    assert_eq!(store.note(&name).unwrap(), "after");
}

#[test]
fn watchers_who_are_gone_leave_nothing_behind() {
    let (_folder, store) = store();
    let name = store.create(&setup()).unwrap();
    let watches: Vec<Watch> = (0..20).map(|_| store.watch(&name).unwrap()).collect();
    assert!(!store.watchers.is_empty());
    drop(watches);
    assert!(store.watchers.is_empty());
    let watch = store.watch(&name).unwrap();
    store.remove(&name).unwrap();
    assert!(store.watchers.is_empty());
    assert_eq!(watch.changes().recv(), Err(mpsc::RecvError));
    assert!(store.watch(&name).is_err());
    assert!(store.watchers.is_empty());
}

#[test]
fn what_a_browser_asks_often_is_found_by_an_index() {
    let (_folder, store) = store();
    let questions = [
        registry::TABLES_OF_COLUMNS.to_owned() + registry::TABLES_OF,
        "SELECT count(*)".to_owned() + registry::TABLES_OF,
        registry::HOLDERS.to_owned(),
        registry::LINKS.to_owned(),
        "DELETE FROM tables WHERE name = ?1".to_owned(),
    ];
    for question in questions {
        let plan: Vec<String> = store
            .read_with(|connection| {
                let mut explain = connection.prepare(&format!("EXPLAIN QUERY PLAN {question}"))?;
                let rows = explain.query_map([[0_u8; 32]], |row| row.get(3))?;
                rows.collect()
            })
            .unwrap();
        assert!(!plan.is_empty());
        let slow = plan.iter().find(|step| step.starts_with("SCAN") && !step.ends_with("SCAN own"));
        assert_eq!(slow, None, "{question}: {plan:?}");
    }
}

#[test]
fn a_creation_that_fails_leaves_nothing() {
    let (_folder, store) = store();
    let token = Token::random();
    let new = NewTable {
        links: vec![(Purpose::Watch, token), (Purpose::Seat(Seat::Human), token)],
        holders: vec![(Seat::Human, Holder([1; 32]))],
        maker: Holder([1; 32]),
        note: String::new(),
    };
    let (table, _) = Table::new(setup()).unwrap();
    let refused = store.create_table(&setup(), &[], table.summary(), &new);
    assert!(matches!(refused, Err(StoreError::BadLinks)));
    let count = |connection: &Connection| {
        connection.query_row(
            "SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM links) + (SELECT count(*) FROM holders)",
            [],
            |row| row.get::<_, i64>(0),
        )
    };
    assert_eq!(store.read_with(count).unwrap(), 0);
}

/// Until there is another schema, this shows how one comes to be.
#[test]
fn a_step_is_made_once_and_an_older_program_refuses_the_file() {
    let (folder, store) = store();
    let path = folder.path().join("tables.sqlite");
    let name = store.create(&setup()).unwrap();
    drop(store);
    let mut newer = STEPS.to_vec();
    newer.push("ALTER TABLE tables ADD COLUMN more TEXT NOT NULL DEFAULT 'more'; CREATE TABLE others (name TEXT);");
    for _ in 0..2 {
        let store = SqliteStore::open_with(&path, &newer).unwrap();
        assert_eq!(store.look(&name).unwrap().table.revision(), 0);
        let more: String = store
            .read_with(|connection| connection.query_row("SELECT more FROM tables", [], |row| row.get(0)))
            .unwrap();
        assert_eq!(more, "more");
    }
    let older = SqliteStore::open(&path).err().unwrap();
    assert!(matches!(older, StoreError::NewerSchema { found: 6, known: SCHEMA, .. }), "{older}");
    newer[STEPS.len()] = "this is not a step";
    std::fs::remove_file(&path).unwrap();
    drop(SqliteStore::open(&path).unwrap());
    assert!(SqliteStore::open_with(&path, &newer).is_err());
    assert!(SqliteStore::open(&path).unwrap().list().unwrap().is_empty(), "a step that fails changes nothing");
}
