use parlor_rules::{Game, Seat};
use parlor_table::{Entry, Setup, Table};

use super::*;
use crate::check_store;
use crate::database;
use crate::registry::conformance::{Watched, watch};
use crate::registry::{BrowserId, EMPTY_AFTER, LinkKind, NewTable, Registry, Token};
use crate::schema::tests::{Filled, VERSION_2};

const NEWER: [&str; 2] = [STEPS[0], VERSION_2];

fn store() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("tables.sqlite")).unwrap();
    (folder, store)
}

fn setup() -> Setup {
    Setup::new(Game::Kono)
}

/// Sets a table's note, so that a test can check whether the change was made.
fn note(name: &JournalName, text: &'static str) -> impl FnOnce(&mut Writing<'_>) -> Result<(), StoreError> + 'static {
    let values = [Value::from(name.to_string()), text.to_owned().into()];
    move |writing| writing.query("UPDATE tables SET note = $2 WHERE name = $1", &values).map(|_| ())
}

/// Makes the writer wait until this is dropped, so that all changes sent meanwhile form one group.
fn hold(store: &SqliteStore) -> Sender<()> {
    let (release, released) = mpsc::channel::<()>();
    let (begun, begins) = mpsc::channel();
    store.send(move |_| {
        begun.send(()).unwrap();
        let _ = released.recv();
        Ok(())
    });
    begins.recv().unwrap();
    release
}

fn message(answer: &Receiver<Result<(), StoreError>>) -> String {
    answer.recv().expect("every change is answered").expect_err("it failed").to_string()
}

#[test]
fn a_change_that_panics_is_undone_alone() {
    let (_folder, store) = store();
    let name = store.create(&setup()).unwrap();
    let held = hold(&store);
    let before = store.send(note(&name, "before"));
    let half = note(&name, "half");
    let panics = store.send(move |writing| -> Result<(), StoreError> {
        half(writing)?;
        panic!("as it must")
    });
    let other = store.send(|_| Err::<(), _>(StoreError::SeatTaken));
    drop(held);
    before.recv().unwrap().unwrap();
    let why = message(&panics);
    assert!(why.ends_with("tables.sqlite: the change failed: as it must"), "{why}");
    assert_eq!(message(&other), "the seat is taken");
    assert_eq!(store.people(&name).unwrap().note, "before");
    store.change_note(&name, Box::new(|_| "after".to_owned())).unwrap();
    assert_eq!(store.people(&name).unwrap().note, "after");
}

#[test]
fn a_failed_commit_is_answered_to_every_change_of_its_group() {
    let (_folder, store) = store();
    let name = store.create(&setup()).unwrap();
    let watched = watch(&store, &name);
    let held = hold(&store);
    let (appended, stale) = (name.clone(), name.clone());
    let mut answers = vec![
        store.send(note(&name, "lost")),
        store.send(move |writing| {
            writing.notices.push((appended, TableChange::Revision(1)));
            Ok(())
        }),
        // Foreign keys are checked at the commit.
        store.send(|writing| {
            writing.connection.execute_batch("PRAGMA defer_foreign_keys = ON").unwrap();
            writing.connection.execute("INSERT INTO entries VALUES ('nothing', 1, 'x')", []).unwrap();
            Ok(())
        }),
    ];
    answers.push(store.send(move |_| Err::<(), _>(StoreError::Stale { name: stale, given: 0, now: 1 })));
    drop(held);
    for answer in answers {
        let why = message(&answer);
        assert!(why.ends_with("tables.sqlite: FOREIGN KEY constraint failed"), "{why}");
    }
    assert_eq!(store.people(&name).unwrap().note, "");
    assert!(watched.changes.try_recv().is_err(), "watchers aren't notified of a rollback");
    store.change_note(&name, Box::new(|_| "after".to_owned())).unwrap();
    assert_eq!(store.people(&name).unwrap().note, "after");
}

#[test]
fn a_transaction_that_ends_early_takes_its_whole_group_with_it() {
    let (folder, store) = store();
    let name = store.create(&setup()).unwrap();
    let held = hold(&store);
    let path = folder.path().to_owned();
    let answers = [
        store.send(note(&name, "lost")),
        // SQLite itself does this when the disk is full.
        store.send(move |writing| {
            writing.connection.execute_batch("ROLLBACK").unwrap();
            Err::<(), _>(StoreError::io(&path, std::io::Error::other("database or disk is full")))
        }),
        store.send(note(&name, "must not be on its own")),
    ];
    drop(held);
    for answer in answers {
        let why = message(&answer);
        assert!(why.ends_with("tables.sqlite: database or disk is full"), "{why}");
    }
    assert_eq!(store.people(&name).unwrap().note, "");
    store.change_note(&name, Box::new(|_| "after".to_owned())).unwrap();
    assert_eq!(store.people(&name).unwrap().note, "after");
}

#[test]
fn a_lock_belongs_to_one_file_whatever_its_path() {
    let (folder, store) = store();
    let path = |name: &str| folder.path().join(name);
    // These files once shared a lock, because the ending of both was replaced by "lock".
    SqliteStore::open(&path("tables.db")).unwrap();
    {
        std::os::unix::fs::symlink(path("tables.sqlite"), path("link.sqlite")).unwrap();
        assert!(matches!(SqliteStore::open(&path("link.sqlite")), Err(StoreError::StoreBusy(_))));
        assert!(SqliteStore::is_open(&path("link.sqlite")));
    }
    drop(store);
    assert!(!SqliteStore::is_open(&path("tables.sqlite")));
}

#[test]
fn dropped_watchers_leave_nothing_behind() {
    let (_folder, store) = store();
    let name = store.create(&setup()).unwrap();
    let watches: Vec<Watched> = (0..20).map(|_| watch(&store, &name)).collect();
    assert!(!store.watchers.is_empty());
    drop(watches);
    assert!(store.watchers.is_empty());
    let watched = watch(&store, &name);
    store.remove(&name).unwrap();
    assert!(store.watchers.is_empty());
    assert_eq!(watched.changes.recv(), Ok(TableChange::Removed));
    assert!(store.watch(&name, Box::new(|_| ())).is_err());
    assert!(store.watchers.is_empty());
}

#[test]
fn frequent_queries_use_an_index() {
    let (_folder, store) = store();
    let questions = [
        database::TABLES_OF_COLUMNS.to_owned() + database::TABLES_OF,
        "SELECT count(*)".to_owned() + database::TABLES_OF,
        database::HOLDERS.to_owned(),
        database::LINKS.to_owned(),
        "DELETE FROM tables WHERE name = $1".to_owned(),
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
        links: vec![(LinkKind::Watch, token), (LinkKind::Seat(Seat::Human), token)],
        holders: vec![(Seat::Human, BrowserId([1; 32]))],
        maker: BrowserId([1; 32]),
        note: String::new(),
    };
    let (table, _) = Table::new(setup());
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

#[test]
fn an_interrupted_upload_is_removed_after_a_day() {
    let (_folder, store) = store();
    let new = NewTable { links: vec![], holders: vec![], maker: BrowserId([1; 32]), note: String::new() };
    let (table, _) = Table::new(setup());
    let name = store.create_table(&setup(), &[], table.summary(), &new).unwrap();
    // As after a kill while the entries of a long journal are written.
    store.change(|transaction| transaction.query("UPDATE tables SET begun = 2500", &[]).map(|_| ())).unwrap();
    let report = check_store(&store, &mut |_, _| ()).unwrap();
    assert_eq!((report.tables, report.faults.len()), (0, 0));
    let tidied = store.tidy(SystemTime::now() + 2 * EMPTY_AFTER, None).unwrap();
    assert_eq!(tidied.removed, [name]);
}

#[test]
fn a_file_of_version_1_is_migrated_once_with_all_its_data() {
    let (folder, store) = store();
    let path = folder.path().join("tables.sqlite");
    let filled = Filled::fill(&store);
    drop(store);
    for _ in 0..2 {
        let store = SqliteStore::open_with(&path, &NEWER).unwrap();
        filled.check(&store);
        let colour: String = store
            .read_with(|connection| connection.query_row("SELECT colour FROM tables", [], |row| row.get(0)))
            .unwrap();
        assert_eq!(colour, "green");
    }
}

#[test]
fn a_file_of_a_newer_version_is_refused_and_not_changed() {
    let (folder, store) = store();
    let path = folder.path().join("tables.sqlite");
    drop(store);
    drop(SqliteStore::open_with(&path, &NEWER).unwrap());
    let before = fs::read(&path).unwrap();
    let sentence =
        format!("{} was written by another version of this program (schema 2; this one supports 1)", path.display());
    for refused in [SqliteStore::open(&path), SqliteStore::open_read_only(&path)] {
        let refused = refused.err().unwrap();
        assert!(matches!(refused, StoreError::NewerSchema { found: 2, known: 1, .. }), "{refused}");
        assert_eq!(refused.to_string(), sentence);
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_step_that_fails_changes_nothing() {
    let (folder, store) = store();
    let path = folder.path().join("tables.sqlite");
    let filled = Filled::fill(&store);
    drop(store);
    let broken = [STEPS[0], "CREATE TABLE rooms (name TEXT); this is not a step;"];
    let failed = SqliteStore::open_with(&path, &broken).err().unwrap().to_string();
    assert!(failed.contains("syntax error"), "{failed}");
    filled.check(&SqliteStore::open(&path).unwrap());
    filled.check(&SqliteStore::open_with(&path, &NEWER).unwrap());
}

/// Tables with long headers, so that each part of the file has several pages.
fn many_tables(store: &SqliteStore) {
    let entries: Vec<Entry> = (0..40).map(|number| Entry::NotSaved(format!("{number} {}", "x".repeat(200)))).collect();
    let (table, _) = Table::new(setup());
    for _ in 0..60 {
        store.import(&Setup { save_name: Some("x".repeat(500)), ..setup() }, &entries, table.summary()).unwrap();
    }
}

/// The pages of a part of the file.
fn pages(store: &SqliteStore, part: &str) -> Vec<usize> {
    let sql = "SELECT pageno FROM dbstat WHERE name = ?1 AND pagetype = 'leaf'";
    let found = store.read_with(|connection| {
        let mut statement = connection.prepare(sql)?;
        statement.query_map([part], |row| row.get::<_, i64>(0))?.collect::<rusqlite::Result<Vec<i64>>>()
    });
    found.unwrap().into_iter().map(|page| usize::try_from(page).unwrap()).collect()
}

#[test]
fn only_entries_of_a_large_file_may_be_damaged_when_it_is_opened() {
    let (folder, store) = store();
    let path = folder.path().join("tables.sqlite");
    many_tables(&store);
    let (of_tables, of_entries) = (pages(&store, "tables"), pages(&store, "entries"));
    drop(store);
    let whole = fs::read(&path).unwrap();
    let fault = |bytes: &[u8], read_whole| {
        let damaged = folder.path().join("damaged.sqlite");
        fs::write(&damaged, bytes).unwrap();
        let connection = Connection::open(&damaged).unwrap();
        fault_at_start(&connection, &damaged, read_whole).unwrap()
    };
    let zeros = |page: usize| {
        let mut bytes = whole.clone();
        bytes[(page - 1) * 4096..page * 4096].fill(0);
        bytes
    };
    assert_eq!((fault(&whole, 0), fault(&whole, READ_WHOLE)), (None, None));
    let (header, tables, entries) = (vec![1; 4096], zeros(of_tables[3]), zeros(of_entries[3]));
    for damaged in [&header, &tables] {
        assert!(fault(damaged, 0).is_some() && fault(damaged, READ_WHOLE).is_some());
    }
    assert_eq!(fault(&entries, 0), None);
    assert!(fault(&entries, READ_WHOLE).is_some());
    let cut = &whole[..whole.len() - 8192];
    assert_eq!(fault(cut, 0).as_deref(), Some("its last 8192 bytes are missing"));
    // The damaged tables are refused when they are read, and the others can be used.
    fs::write(&path, &entries).unwrap();
    let store = SqliteStore::open_read_only(&path).unwrap();
    let names: Vec<JournalName> = store.list().unwrap().into_iter().map(|listed| listed.name).collect();
    let (fine, damaged): (Vec<_>, Vec<_>) = names.iter().map(|name| store.text(name)).partition(Result::is_ok);
    assert!(fine.len() > 50 && !damaged.is_empty(), "{} and {}", fine.len(), damaged.len());
}

#[test]
fn a_journal_without_one_of_its_entries_is_refused() {
    let (_folder, store) = store();
    let filled = Filled::fill(&store);
    let name = store.list().unwrap().pop().unwrap().name;
    assert!(store.look(&name).is_ok());
    drop(filled);
    let last = store.read(&name, 0).unwrap().len() as i64;
    for entry in [last, 1] {
        let values = [Value::from(name.to_string()), entry.into()];
        let sql = "DELETE FROM entries WHERE name = $1 AND revision = $2";
        store.write(move |writing| writing.query(sql, &values)).unwrap();
        let why = store.look(&name).err().unwrap().to_string();
        assert!(why.contains(&format!("its entry {entry} is missing in the store")), "{why}");
    }
    assert!(store.text(&name).is_err() && store.read(&name, 0).is_err());
}
