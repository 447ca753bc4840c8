//! Whole stores, copied from one kind to another and checked.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use parlor_rules::{Game, Seat};
use parlor_store::conformance::next_entry;
use parlor_store::registry::conformance::{create, holder, new_table};
use parlor_store::{Append, CantCopy, CheckReport, CopyReport, DumpStore, TableDump, check_store, copy_store};
use parlor_store::{FileStore, JournalName, NewTable, PostgresStore, Registry, SqliteStore, Store, StoreError};
use parlor_table::{Entry, Setup, Table};
use rusqlite::Connection;

const DAY: Duration = Duration::from_hours(24);

fn copy(from: &dyn DumpStore, to: &dyn DumpStore) -> Result<CopyReport, CantCopy> {
    let mut steps = vec![];
    let report = copy_store(from, to, &mut |done, all| steps.push((done, all)));
    if report.is_ok() {
        let all = from.list().unwrap().len();
        assert_eq!(steps, (0..all).chain([all]).map(|done| (done, all)).collect::<Vec<_>>(), "every step is reported");
    }
    report
}

fn check(store: &dyn DumpStore) -> CheckReport {
    check_store(store, &mut |_, _| ()).unwrap()
}

/// Plays some entries, then undoes and redoes the last decision.
fn play(store: &dyn Store, name: &JournalName, most: usize) {
    let mut table = store.look(name).unwrap().table;
    let mut append = |entries: &[Entry]| {
        let revision = table.revision();
        let mut tried = table.clone();
        if tried.apply_at(revision, entries.iter().cloned()).is_ok() {
            store.append(name, Append { revision, entries, summary: tried.summary(), lasting: true }).unwrap();
            table = tried;
        }
        next_entry(&table)
    };
    let mut next = append(&[]);
    for _ in 0..most {
        let Some(entry) = next else { break };
        next = append(&[entry]);
    }
    append(&[Entry::Undo]);
    append(&[Entry::Redo]);
    append(&[Entry::Undo, Entry::Redo]);
}

/// A store of a server with tables of many kinds.
fn fill(store: &dyn Registry) {
    let (ada, bob) = (holder(), holder());
    for (game, most) in [(Game::Canoga, 40), (Game::Congkak, 1000), (Game::Kono, 7)] {
        let new = NewTable {
            holders: vec![(Seat::Human, ada), (Seat::Human, bob)],
            note: "help off\nh\u{e9}\u{2190}".to_owned(),
            ..new_table(ada)
        };
        let (table, _) = Table::new(Setup::new(game));
        let name = store.create_table(table.setup(), &[], table.summary(), &new).unwrap();
        store.share_seat(&name, Seat::Computer, bob).unwrap();
        play(store, &name, most);
        store.keep_review(&name, &format!("a review of {game}")).unwrap();
    }
    let later = SystemTime::now() + 100 * DAY;
    assert_eq!(store.tidy(later, Some(90 * DAY)).unwrap().archived.len(), 3);
    // This table isn't archived, and has only links.
    create(store, &new_table(bob));
    store.keep_seen(ada, "kono-1 3 1794900000\n").unwrap();
}

fn names(store: &dyn DumpStore) -> Vec<JournalName> {
    let mut names: Vec<JournalName> = store.list().unwrap().into_iter().map(|listed| listed.name).collect();
    names.sort();
    names
}

/// Checks that both stores have the same data, byte for byte, as far as both can hold it.
fn assert_same(one: &dyn DumpStore, other: &dyn DumpStore) {
    assert_eq!(names(one), names(other));
    for name in names(one) {
        let (left, right) = (one.dump(&name).unwrap(), other.dump(&name).unwrap());
        assert_eq!(left.text(), right.text(), "{name}");
        assert!(left.is_same(&right), "{name}: {left:?} {right:?}");
        let micros = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_micros();
        assert_eq!(micros(left.modified), micros(right.modified), "{name}");
        if one.registry().is_some() && other.registry().is_some() {
            assert_eq!(left.people, right.people, "{name}");
        }
    }
    if one.registry().is_some() && other.registry().is_some() {
        assert_eq!(one.all_seen().unwrap(), other.all_seen().unwrap());
    }
}

fn sqlite(folder: &Path, name: &str) -> SqliteStore {
    SqliteStore::open(&folder.join(name)).unwrap()
}

fn postgres() -> (String, PostgresStore) {
    let server = parlor_testkit::postgres::shared();
    let database = server.database();
    let store = PostgresStore::open(&server.address(&database).parse().unwrap()).unwrap();
    (database, store)
}

#[test]
fn tables_are_unchanged_after_copying_to_any_store_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let first = sqlite(folder.path(), "first.sqlite");
    fill(&first);
    let (database, there) = postgres();
    let report = copy(&first, &there).unwrap();
    assert_eq!((report.copied, report.already_there, report.without_people, report.without_seen), (4, 0, 0, 0));
    assert!(report.failed.is_empty(), "{report:?}");
    assert_same(&first, &there);
    let back = sqlite(folder.path(), "back.sqlite");
    copy(&there, &back).unwrap();
    assert_same(&first, &back);
    // People keep their seats and links.
    let name = &names(&back)[0];
    assert_eq!(back.people(name).unwrap().links, first.people(name).unwrap().links);
    back.unarchive(name, SystemTime::now()).unwrap();
    play(&back, name, 3);
    assert!(back.look(name).unwrap().table.revision() > first.look(name).unwrap().table.revision());
    // Files can't hold people, which is reported.
    let files = FileStore::at(folder.path().join("journals"));
    let report = copy(&there, &files).unwrap();
    assert_eq!((report.copied, report.without_people, report.without_seen), (4, 4, 1));
    assert_same(&there, &files);
    let again = postgres().1;
    copy(&files, &again).unwrap();
    assert_same(&files, &again);
    for store in [&first as &dyn DumpStore, &there, &files, &again] {
        let report = check(store);
        assert_eq!((report.tables, report.finished), (4, 1), "{report:?}");
        assert!(report.faults.is_empty(), "{report:?}");
    }
    // A read-only store can be checked, but not changed.
    let looked =
        PostgresStore::open_read_only(&parlor_testkit::postgres::shared().address(&database).parse().unwrap()).unwrap();
    assert_eq!(
        (
            check(&looked).archived,
            check(&SqliteStore::open_read_only(&folder.path().join("first.sqlite")).unwrap()).archived
        ),
        (3, 3)
    );
    assert!(
        looked
            .change_note(name, Box::new(|_| "no".to_owned()))
            .unwrap_err()
            .to_string()
            .contains("read-only transaction")
    );
}

/// Files that the program wrote, and some that are damaged or use other rules.
fn odd_files(folder: &Path) -> FileStore {
    let files = FileStore::at(folder);
    fs::create_dir_all(folder).unwrap();
    for entry in fs::read_dir("tests/data/journals").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        fs::copy(&path, folder.join(format!("{name}-2026-11-15-20-07-08-1.journal"))).unwrap();
    }
    // Entries are appended in groups, so that there are fewer summaries than with single entries.
    let name = files.create(&Setup::new(Game::Kono)).unwrap();
    play(&files, &name, 9);
    files.close(&name);
    files.keep_review(&name, "a review").unwrap();
    let good = fs::read(folder.join(format!("{name}.journal"))).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(format!("{name}.journal")), bytes).unwrap();
    write("kono-2026-01-01-00-00-00-1", &good[..good.len() - 5]);
    let mut changed = good.clone();
    let at = changed.len() - 40;
    changed[at..at + 9].copy_from_slice(b"\xff damaged");
    write("kono-2026-01-01-00-00-00-2", &changed);
    write("kono-2026-01-01-00-00-00-3", b"this is not a journal");
    write("kono-2026-01-01-00-00-00-4", b"\0\xff");
    let other = "parlor journal 1\nrules 99\ngame kono\nhuman person Ada\ncomputer program club\nseed 1\ndice random\n\
                 rounds 1\nbegin\nhuman leaps 3\nsummary unfinished round 1 human 0 computer 0\ncomputer dances\n";
    write("kono-2026-01-01-00-00-00-5", parlor_table::with_checksums(other.lines()).as_bytes());
    files
}

#[test]
fn damaged_journals_and_other_rules_are_unchanged_after_copying_to_any_store_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let files = odd_files(&folder.path().join("files"));
    let tables = sqlite(folder.path(), "tables.sqlite");
    let report = copy(&files, &tables).unwrap();
    assert!(report.failed.is_empty(), "{report:?}");
    let database = postgres().1;
    assert!(copy(&tables, &database).unwrap().failed.is_empty());
    let back = FileStore::at(folder.path().join("back"));
    assert!(copy(&database, &back).unwrap().failed.is_empty());
    for name in names(&files) {
        let read = |place: &str| fs::read(folder.path().join(place).join(format!("{name}.journal"))).unwrap();
        assert_eq!(read("files"), read("back"), "{name}");
        assert_eq!(files.review(&name).unwrap(), back.review(&name).unwrap());
    }
    let faults: Vec<Vec<String>> = [&files as &dyn DumpStore, &tables, &database, &back]
        .map(|store| {
            let mut faults: Vec<String> =
                check(store).faults.iter().map(|(name, why)| format!("{name}: {why}")).collect();
            faults.sort();
            faults
        })
        .to_vec();
    let whats = [
        "kono-2026-01-01-00-00-00-1: The last line of the journal was only half written and is ignored",
        "kono-2026-01-01-00-00-00-2: Line ",
        "kono-2026-01-01-00-00-00-3: its first line must be",
        "kono-2026-01-01-00-00-00-4: its first line must be",
        "kono-2026-01-01-00-00-00-5: it was played with version 99 of its game's rules, which this program doesn't support",
    ];
    for found in &faults {
        assert_eq!(found.len(), whats.len(), "{found:#?}");
        assert!(found.iter().zip(whats).all(|(found, what)| found.starts_with(what)), "{found:#?}");
    }
    // A damaged journal continues from before the damage and then differs from the copy.
    let cut: JournalName = "kono-2026-01-01-00-00-00-1".parse().unwrap();
    play(&tables, &cut, 2);
    let whole = tables.dump(&cut).unwrap();
    assert_ne!(whole.text(), files.dump(&cut).unwrap().text());
    assert!(check(&tables).faults.iter().all(|(name, _)| *name != cut));
}

#[test]
fn an_interrupted_copy_can_be_continued_and_nothing_else_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (sqlite(folder.path(), "from.sqlite"), sqlite(folder.path(), "to.sqlite"));
    fill(&from);
    for name in &names(&from)[..2] {
        to.restore(&from.dump(name).unwrap()).unwrap();
    }
    assert!(to.restore(&from.dump(&names(&from)[0]).unwrap()).is_err(), "no table is written over");
    let report = copy(&from, &to).unwrap();
    assert_eq!((report.copied, report.already_there), (2, 2));
    assert_same(&from, &to);
    let report = copy(&from, &to).unwrap();
    assert_eq!((report.copied, report.already_there), (0, 4));
    let name = &names(&to)[1];
    to.change_note(name, Box::new(|_| "another".to_owned())).unwrap();
    let refused = copy(&from, &to).unwrap_err().to_string();
    assert!(refused.contains(&format!("its table {name} is a different one")), "{refused}");
    let other = sqlite(folder.path(), "other.sqlite");
    let own: JournalName = "own-1".parse().unwrap();
    other.restore(&TableDump { name: own.clone(), people: None, ..from.dump(name).unwrap() }).unwrap();
    let refused = copy(&from, &other).unwrap_err().to_string();
    assert!(refused.contains(&format!("it has {own}, which the source doesn't have. Nothing was copied")), "{refused}");
    assert_eq!(names(&other), [own]);
    // A running server has the lock.
    let busy = SqliteStore::open(&folder.path().join("from.sqlite")).err().unwrap();
    assert!(matches!(busy, StoreError::StoreBusy(_)));
}

#[test]
fn a_stores_records_are_checked_against_its_journals() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let store = SqliteStore::open(&file).unwrap();
    fill(&store);
    let names = names(&store);
    drop(store);
    let change = |sql: &str, name: &JournalName| {
        assert_eq!(Connection::open(&file).unwrap().execute(sql, [name.as_str()]).unwrap(), 1, "{sql}");
    };
    let faults = || {
        let store = SqliteStore::open_read_only(&file).unwrap();
        check(&store).faults.into_iter().map(|(name, why)| format!("{name}: {why}")).collect::<Vec<_>>()
    };
    assert_eq!(faults(), Vec::<String>::new());
    let canoga = names.iter().find(|name| name.as_str().starts_with("canoga")).unwrap();
    change("UPDATE tables SET revision = revision + 1 WHERE name = ?1", canoga);
    assert!(faults()[0].contains("the store says that it is at revision"), "{:?}", faults());
    change(
        "UPDATE tables SET revision = revision - 1, summary = 'unfinished round 9 human 1 computer 2' WHERE name = ?1",
        canoga,
    );
    assert!(
        faults()[0].contains("the store says \u{201c}unfinished round 9 human 1 computer 2\u{201d}"),
        "{:?}",
        faults()
    );
    let kono = names.iter().find(|name| name.as_str().starts_with("kono")).unwrap();
    change("UPDATE entries SET line = 'nonsense' WHERE name = ?1 AND revision = 2", kono);
    assert_eq!(faults().len(), 2, "{:?}", faults());
    change("DELETE FROM entries WHERE name = ?1 AND revision = 1", canoga);
    assert!(faults().len() >= 2, "{:?}", faults());
    // Dice that don't follow from the seed.
    let text = fs::read_to_string("tests/data/journals/canoga-finished.journal").unwrap();
    let dice = FileStore::at(folder.path().join("dice"));
    fs::create_dir_all(dice.folder()).unwrap();
    let mut lines = parlor_table::split_journal(text.as_bytes()).unwrap();
    lines.header = parlor_table::JournalWriter::begin(&Setup { seed: 4711.into(), ..setup_of(&text) }).1;
    fs::write(dice.folder().join("canoga-1.journal"), parlor_table::join_journal(&lines).unwrap()).unwrap();
    let found = check(&dice).faults;
    assert!(
        found.iter().any(|(_, why)| why.ends_with("throws and coin tosses don't follow from its seed")),
        "{found:?}"
    );
}

fn setup_of(text: &str) -> Setup {
    parlor_table::read_header(text.as_bytes()).unwrap()
}
