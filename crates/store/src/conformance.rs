//! Tests that every store must pass; the tests of each store call [`check`].

use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use parlor_rules::{Game, Pair};
use parlor_table::{Answer, Ask, Draw, Entry, MenuItem, Next, Player, Progress, Setup, Table};

use super::{Append, JournalName, Store, StoreError};

/// The number of concurrent writers.
const WRITERS: usize = 50;

/// Checks a kind of store; `make` creates an empty one.
///
/// # Panics
/// If the store violates the contract of [`Store`].
pub fn check(make: &dyn Fn() -> Arc<dyn Store>) {
    appended_entries_are_read_back(&*make());
    a_stale_append_is_refused(&*make());
    of_many_writers_at_one_revision_one_wins(&make());
    several_entries_are_kept_together(&*make());
    lists_go_by_summaries(&*make());
    a_removed_journal_is_gone(&*make());
    reviews_are_kept_with_their_journal(&*make());
}

/// Two people, so that the test gives every answer.
pub(crate) fn setup(game: Game) -> Setup {
    let person = |name: &str| Player::Human(name.to_owned());
    let players = Pair { human: person("Ada"), computer: person("Bob \u{2190} B.") };
    Setup { players, seed: 3.into(), ..Setup::new(game) }
}

/// The next entry of a tournament in which the first choice is always taken and one round is played.
///
/// # Panics
/// If the table waits for real dice or a real coin.
pub fn next_entry(table: &Table) -> Option<Entry> {
    Some(match table.next() {
        Next::Over => return None,
        Next::Save { .. } => Entry::Saved,
        Next::Ask(question) => {
            let answer = match &question.ask {
                Ask::Size { usual, .. } => Answer::Size(*usual),
                Ask::Menu { .. } => Answer::Menu(MenuItem::Play),
                Ask::Decide(decision) => Answer::Choice(decision.choices()[0]),
                Ask::Another => Answer::Another(false),
                Ask::FileName => Answer::Cancel,
            };
            Entry::decision(question.seat, answer)
        }
        Next::Throw { .. } | Next::Toss => match table.draw() {
            Some(Draw::Entry(entry)) => entry,
            _ => panic!("dice come from the seed"),
        },
    })
}

/// Appends the next entries of a table one by one; returns their number.
fn play(store: &dyn Store, name: &JournalName, table: &mut Table, most: usize) -> usize {
    for played in 0..most {
        let Some(entry) = next_entry(table) else { return played };
        append(store, name, table, &[entry]).expect("an entry at the right revision is accepted");
    }
    most
}

fn append(store: &dyn Store, name: &JournalName, table: &mut Table, entries: &[Entry]) -> Result<(), StoreError> {
    let revision = table.revision();
    let mut tried = table.clone();
    tried.apply_at(revision, entries.iter().cloned()).expect("the entries fit");
    store.append(name, Append { revision, entries, summary: tried.summary(), lasting: false })?;
    *table = tried;
    Ok(())
}

fn begin(store: &dyn Store, game: Game) -> (JournalName, Table) {
    let name = store.create(&setup(game)).expect("a journal is created");
    (name, Table::new(setup(game)).0)
}

fn appended_entries_are_read_back(store: &dyn Store) {
    for game in Game::ALL {
        let (name, mut table) = begin(store, game);
        play(store, &name, &mut table, 40);
        append(store, &name, &mut table, &[Entry::Undo]).expect("undo is an entry like others");
        assert_eq!(store.look(&name).expect("it can be looked at while it is open").table, table);
        let entries = store.read(&name, 0).expect("its entries can be read");
        assert_eq!(entries.len() as u64, table.revision());
        assert_eq!(store.read(&name, 30).expect("from any revision on"), entries[30..]);
        assert_eq!(store.read(&name, 1_000_000).expect("past the end there are none"), []);
        store.close(&name);
        let kept = store.open(&name).expect("it can be opened again");
        assert_eq!((kept.table, kept.notices), (table.clone(), vec![]));
        play(store, &name, &mut table, 5);
        assert_eq!(store.look(&name).expect("it continues").table, table);
    }
}

fn a_stale_append_is_refused(store: &dyn Store) {
    let (name, mut table) = begin(store, Game::Congkak);
    let mut earlier = table.clone();
    play(store, &name, &mut table, 3);
    let entry = next_entry(&earlier).expect("it has just begun");
    let stale = append(store, &name, &mut earlier, &[entry]);
    assert!(matches!(stale, Err(StoreError::Stale { given: 0, now: 3, .. })), "{stale:?}");
    assert_eq!(store.look(&name).expect("it is as it was").table, table);
}

fn of_many_writers_at_one_revision_one_wins(store: &Arc<dyn Store>) {
    let (name, mut table) = begin(&**store, Game::Kono);
    play(&**store, &name, &mut table, 3);
    for _ in 0..3 {
        let barrier = Arc::new(Barrier::new(WRITERS));
        let writers: Vec<_> = (0..WRITERS)
            .map(|_| {
                let (store, name, barrier) = (Arc::clone(store), name.clone(), Arc::clone(&barrier));
                let mut table = table.clone();
                thread::spawn(move || {
                    let entry = next_entry(&table).expect("the round isn't over");
                    barrier.wait();
                    let result = append(&*store, &name, &mut table, &[entry]);
                    (result, table)
                })
            })
            .collect();
        let mut won = vec![];
        for writer in writers {
            match writer.join().expect("no writer panics") {
                (Ok(()), table) => won.push(table),
                (Err(StoreError::Stale { .. }), _) => {}
                (Err(error), _) => panic!("{error}"),
            }
        }
        assert_eq!(won.len(), 1, "exactly one writer wins");
        table = won.remove(0);
        assert_eq!(store.look(&name).expect("it is whole").table, table);
    }
}

fn several_entries_are_kept_together(store: &dyn Store) {
    let (name, table) = begin(store, Game::Canoga);
    let mut ahead = table.clone();
    let mut entries = vec![];
    while entries.len() < 10 {
        let entry = next_entry(&ahead).expect("the round isn't over");
        ahead.apply(entry.clone()).expect("it fits");
        entries.push(entry);
    }
    append(store, &name, &mut table.clone(), &entries).expect("all are accepted");
    assert_eq!(store.look(&name).expect("all are there").table, ahead);
    let again = append(store, &name, &mut table.clone(), &entries);
    assert!(matches!(again, Err(StoreError::Stale { .. })));
    assert_eq!(store.look(&name).expect("none is there twice").table, ahead);
}

fn lists_go_by_summaries(store: &dyn Store) {
    assert!(store.list().expect("an empty store has an empty list").is_empty());
    let mut begun = vec![];
    for game in Game::ALL {
        for most in [0, 12, 10_000] {
            let (name, mut table) = begin(store, game);
            play(store, &name, &mut table, most);
            begun.push((name, table));
            thread::sleep(Duration::from_millis(2));
        }
    }
    let list = store.list().expect("journals are listed");
    let names: Vec<_> = list.iter().map(|listed| &listed.name).collect();
    assert_eq!(names, begun.iter().rev().map(|(name, _)| name).collect::<Vec<_>>(), "the last played comes first");
    for (listed, (_, table)) in list.iter().zip(begun.iter().rev()) {
        let about = listed.about.as_ref().expect("it can be read");
        assert_eq!((&about.setup, about.summary), (table.setup(), table.summary()));
    }
    let finished = list.iter().flat_map(|listed| &listed.about);
    assert_eq!(finished.filter(|about| about.summary.progress == Progress::Finished).count(), 3);
}

fn a_removed_journal_is_gone(store: &dyn Store) {
    let (name, _) = begin(store, Game::Kono);
    store.close(&name);
    store.remove(&name).expect("it can be removed");
    assert!(matches!(store.look(&name), Err(StoreError::Unknown(_))));
    assert!(matches!(store.open(&name), Err(StoreError::Unknown(_))));
    assert!(matches!(store.remove(&name), Err(StoreError::Unknown(_))));
    assert!(store.list().expect("the list is empty").is_empty());
}

fn reviews_are_kept_with_their_journal(store: &dyn Store) {
    let (name, mut table) = begin(store, Game::Kono);
    let (other, _) = begin(store, Game::Kono);
    assert_eq!(store.review(&name).expect("there is none yet"), None);
    store.keep_review(&name, "a \u{2190} b\n").expect("one is kept while the journal is open");
    store.keep_review(&name, "second\n").expect("and another in its place");
    play(store, &name, &mut table, 3);
    assert_eq!(store.review(&name).expect("it is there").as_deref(), Some("second\n"));
    assert_eq!(store.review(&other).expect("each journal has its own"), None);
    assert_eq!(store.list().expect("reviews aren't journals").len(), 2);
    store.close(&name);
    store.remove(&name).expect("it can be removed");
    assert!(matches!(store.review(&name), Err(StoreError::Unknown(_))));
    assert!(matches!(store.keep_review(&name, "third\n"), Err(StoreError::Unknown(_))));
}
