//! Tests that every registry must pass; the tests of each registry call [`check`].

mod tidying;

use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, SystemTime};

use parlor_rules::{Game, Pair, Seat};
use parlor_table::{Entry, Player, Setup, Table};

use super::{BrowserId, LinkKind, MAX_HOLDERS, MAX_SEEN, MAX_SIGNAL, NewTable, Registry, Token};
use crate::conformance::{next_entry, setup};
use crate::{Append, JournalName, StoreError, TableChange, Watching};

/// The number of browsers that compete for a seat.
const BROWSERS: usize = 50;

/// Checks a kind of registry; `make` creates an empty one.
///
/// # Panics
/// If it violates the contract of [`Registry`].
pub fn check(make: &dyn Fn() -> Arc<dyn Registry>) {
    initial_entries_are_stored(&*make());
    an_imported_journal_is_an_ordinary_journal(&*make());
    a_long_upload_is_stored_completely_or_not_at_all(&*make());
    links_lead_to_their_tables(&*make());
    links_are_unique(&*make());
    a_free_seat_is_taken_once(&*make());
    of_many_browsers_one_takes_a_seat(&make());
    a_seat_can_be_shared(&*make());
    many_browsers_cannot_overfill_a_seat(&make());
    tables_are_listed_by_holder(&*make());
    tables_without_a_link_are_not_listed(&*make());
    notes_are_kept(&*make());
    changes_of_a_note_at_once_lose_nothing(&make());
    a_person_can_be_renamed(&*make());
    watchers_are_notified_of_entries(&*make());
    watchers_are_notified_of_people(&*make());
    signals_reach_the_watchers_of_a_shared_store(&*make());
    seen_exercises_are_stored(&*make());
    tidying::old_tables_are_archived_and_restored(&*make());
    tidying::empty_tables_are_removed_after_a_day(&*make());
    tidying::new_tables_are_counted(&*make());
    tidying::uploaded_bytes_are_counted_for_an_hour(&*make());
    tidying::a_key_for_cookies_can_be_replaced(&*make());
    tidying::many_new_tables_at_once_stay_within_the_limit(&make());
    unknown_names_are_unknown(&*make());
    nothing_is_left_of_a_removed_table(&*make());
}

/// A new random holder.
pub fn holder() -> BrowserId {
    BrowserId::of(&Token::random())
}

/// A table that can be watched, with a free seat for each of two people.
pub fn new_table(maker: BrowserId) -> NewTable {
    let links = LinkKind::ALL.into_iter().map(|purpose| (purpose, Token::random())).collect();
    NewTable { links, holders: vec![], maker, note: String::new() }
}

/// Creates a table without entries.
///
/// # Panics
/// If the registry refuses it.
pub fn create(registry: &dyn Registry, new: &NewTable) -> JournalName {
    try_create(registry, new).expect("a table is created")
}

fn try_create(registry: &dyn Registry, new: &NewTable) -> Result<JournalName, StoreError> {
    let (table, _) = Table::new(setup(Game::Kono));
    registry.create_table(table.setup(), &[], table.summary(), new)
}

fn first_entries(setup: &Setup, most: usize) -> (Table, Vec<Entry>) {
    let (mut table, _) = Table::new(setup.clone());
    let mut entries = vec![];
    while entries.len() < most {
        let entry = next_entry(&table).expect("the round isn't over");
        table.apply(entry.clone()).expect("it fits");
        entries.push(entry);
    }
    (table, entries)
}

fn watch_token(new: &NewTable) -> Token {
    new.links.iter().find(|(purpose, _)| *purpose == LinkKind::Watch).expect("it has such a link").1
}

fn initial_entries_are_stored(registry: &dyn Registry) {
    let (ada, bob, tablet) = (holder(), holder(), holder());
    let holders = vec![(Seat::Human, ada), (Seat::Computer, bob), (Seat::Human, tablet), (Seat::Human, ada)];
    let new = NewTable { holders, note: "help off\nh\u{e9}\u{2190} \0".to_owned(), ..new_table(ada) };
    let name = create(registry, &new);
    assert_eq!(registry.people(&name).expect("it has links").links, new.links);
    let holders = registry.people(&name).expect("it has holders").seats;
    assert_eq!(holders, Pair { human: vec![ada, tablet], computer: vec![bob] }, "in order, without repetitions");
    assert_eq!(registry.people(&name).expect("it has a note").note, new.note);
    let table = registry.look(&name).expect("it has a journal").table;
    assert_eq!((table.revision(), table.setup()), (0, &setup(Game::Kono)));
    let mut crowd = new_table(ada);
    crowd.holders = (0..=MAX_HOLDERS).map(|_| (Seat::Computer, holder())).collect();
    assert!(matches!(try_create(registry, &crowd), Err(StoreError::SeatFull)));
    assert_eq!(registry.list().expect("there is a list").len(), 1, "nothing was made of it");
}

/// Long uploads are written in parts.
fn a_long_upload_is_stored_completely_or_not_at_all(registry: &dyn Registry) {
    let (mut table, mut entries) = first_entries(&setup(Game::Congkak), 30);
    while entries.len() < 2500 {
        let entry = if entries.len() % 2 == 0 { Entry::Undo } else { Entry::Redo };
        table.apply(entry.clone()).expect("it fits");
        entries.push(entry);
    }
    let (ada, new) = (holder(), new_table(holder()));
    let new = NewTable { holders: vec![(Seat::Human, ada)], ..new };
    let upload = || registry.create_table(table.setup(), &entries, table.summary(), &new);
    let name = upload().expect("a journal is uploaded");
    assert_eq!(registry.look(&name).expect("it can be looked at").table, table);
    let people = registry.people(&name).expect("it has links");
    assert_eq!((people.links, people.begun, people.seats.human), (new.links.clone(), 2500, vec![ada]));
    assert!(matches!(upload(), Err(StoreError::BadLinks)));
    assert_eq!(registry.list().expect("there is a list").len(), 1, "nothing is left of the refused one");
}

fn an_imported_journal_is_an_ordinary_journal(registry: &dyn Registry) {
    let (mut table, entries) = first_entries(&setup(Game::Congkak), 30);
    let name = registry
        .create_table(table.setup(), &entries, table.summary(), &new_table(holder()))
        .expect("a journal is imported");
    assert_eq!(registry.look(&name).expect("it can be looked at").table, table);
    assert_eq!(registry.read(&name, 20).expect("it can be read"), entries[20..]);
    let about = registry.list().expect("it is listed").remove(0).about.expect("it can be read");
    assert_eq!(about.summary, table.summary());
    let entry = next_entry(&table).expect("the round isn't over");
    table.apply(entry.clone()).expect("it fits");
    let append = Append { revision: 30, entries: &[entry], summary: table.summary(), lasting: true };
    registry.append(&name, append).expect("it can be played on");
    assert!(matches!(registry.append(&name, append), Err(StoreError::Stale { given: 30, now: 31, .. })));
    assert_eq!(registry.look(&name).expect("that is kept").table, table);
}

fn links_lead_to_their_tables(registry: &dyn Registry) {
    let (one, other) = (new_table(holder()), new_table(holder()));
    let names = [create(registry, &one), create(registry, &other)];
    for (name, new) in names.iter().zip([&one, &other]) {
        for (purpose, token) in &new.links {
            let found = registry.follow(token).expect("a link is followed");
            assert_eq!(found, Some((name.clone(), *purpose)));
        }
    }
    assert_eq!(registry.follow(&Token::random()).expect("a link can lead nowhere"), None);
    let mut mixed = new_table(holder());
    mixed.links.reverse();
    let name = create(registry, &mixed);
    mixed.links.reverse();
    assert_eq!(registry.people(&name).expect("it has links").links, mixed.links, "they come in the order of purposes");
    let none = create(registry, &NewTable { links: vec![], ..new_table(holder()) });
    assert_eq!(registry.people(&none).expect("a table can have no links").links, []);
}

fn links_are_unique(registry: &dyn Registry) {
    let maker = holder();
    let old = new_table(maker);
    let name = create(registry, &old);
    let token = watch_token(&old);
    let mut taken = new_table(maker);
    taken.links[4].1 = token;
    let mut twice = new_table(maker);
    twice.links[1].1 = twice.links[0].1;
    let mut two_for_one = new_table(maker);
    two_for_one.links[2].0 = LinkKind::Watch;
    for new in [taken, twice, two_for_one] {
        assert!(matches!(try_create(registry, &new), Err(StoreError::BadLinks)));
        for (_, other) in new.links.iter().filter(|(_, other)| *other != token) {
            assert_eq!(registry.follow(other).expect("a link can lead nowhere"), None);
        }
    }
    assert_eq!(registry.list().expect("there is a list").len(), 1, "nothing was made of them");
    assert_eq!(registry.count_tables_of(maker).expect("tables are counted"), 1);
    assert_eq!(registry.follow(&token).expect("it leads where it did"), Some((name, LinkKind::Watch)));
}

fn a_free_seat_is_taken_once(registry: &dyn Registry) {
    let name = create(registry, &new_table(holder()));
    let (ada, bob) = (holder(), holder());
    assert_eq!(registry.people(&name).expect("all seats are free").seats, Pair::default());
    registry.take_free_seat(&name, Seat::Human, ada).expect("a free seat can be taken");
    registry.take_free_seat(&name, Seat::Human, ada).expect("twice by the same holder");
    assert!(matches!(registry.take_free_seat(&name, Seat::Human, bob), Err(StoreError::SeatTaken)));
    registry.take_free_seat(&name, Seat::Computer, bob).expect("the other seat is free");
    let holders = registry.people(&name).expect("both sit").seats;
    assert_eq!(holders, Pair { human: vec![ada], computer: vec![bob] });
}

/// Runs the same work for every browser concurrently; returns the results.
fn at_once(
    registry: &Arc<dyn Registry>,
    work: impl Fn(&dyn Registry, BrowserId) -> Result<(), StoreError> + Clone + Send + 'static,
) -> Vec<(BrowserId, Result<(), StoreError>)> {
    let barrier = Arc::new(Barrier::new(BROWSERS));
    let browsers: Vec<_> = (0..BROWSERS)
        .map(|_| {
            let (registry, barrier, work) = (Arc::clone(registry), Arc::clone(&barrier), work.clone());
            thread::spawn(move || {
                let holder = holder();
                barrier.wait();
                (holder, work(&*registry, holder))
            })
        })
        .collect();
    browsers.into_iter().map(|browser| browser.join().expect("no browser panics")).collect()
}

fn of_many_browsers_one_takes_a_seat(registry: &Arc<dyn Registry>) {
    let name = create(&**registry, &new_table(holder()));
    let table = name.clone();
    let results = at_once(registry, move |registry, holder| registry.take_free_seat(&table, Seat::Computer, holder));
    let mut won = vec![];
    for (holder, result) in results {
        match result {
            Ok(()) => won.push(holder),
            Err(StoreError::SeatTaken) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(won.len(), 1, "exactly one browser wins");
    let holders = registry.people(&name).expect("one sits").seats;
    assert_eq!(holders, Pair { human: vec![], computer: won });
}

fn a_seat_can_be_shared(registry: &dyn Registry) {
    let name = create(registry, &new_table(holder()));
    let devices: Vec<BrowserId> = (0..MAX_HOLDERS).map(|_| holder()).collect();
    registry.take_free_seat(&name, Seat::Human, devices[0]).expect("a free seat can be taken");
    for device in &devices {
        registry.share_seat(&name, Seat::Human, *device).expect("there is room for it");
    }
    assert!(matches!(registry.share_seat(&name, Seat::Human, holder()), Err(StoreError::SeatFull)));
    registry.share_seat(&name, Seat::Human, devices[3]).expect("it holds the seat already");
    registry.take_free_seat(&name, Seat::Human, devices[7]).expect("one's own can be taken again");
    registry.share_seat(&name, Seat::Computer, devices[1]).expect("a free seat is held alone");
    let holders = registry.people(&name).expect("they sit").seats;
    assert_eq!(holders, Pair { computer: vec![devices[1]], human: devices }, "in the order in which they came");
}

fn many_browsers_cannot_overfill_a_seat(registry: &Arc<dyn Registry>) {
    let name = create(&**registry, &new_table(holder()));
    let table = name.clone();
    let results = at_once(registry, move |registry, holder| registry.share_seat(&table, Seat::Human, holder));
    let full = |(_, result): &&(_, Result<(), StoreError>)| matches!(result, Err(StoreError::SeatFull));
    assert_eq!(results.iter().filter(full).count(), BROWSERS - MAX_HOLDERS);
    let holders = registry.people(&name).expect("as many sit as can").seats.human;
    assert_eq!(holders.len(), MAX_HOLDERS);
    assert!(results.iter().all(|(holder, result)| holders.contains(holder) == result.is_ok()));
}

/// Waits, so that the next event gets a later time.
fn a_little_later() {
    thread::sleep(Duration::from_millis(2));
}

fn tables_are_listed_by_holder(registry: &dyn Registry) {
    let (ada, bob) = (holder(), holder());
    assert_eq!(registry.tables_of(ada, 10).expect("a browser can have no tables"), []);
    assert_eq!(registry.count_tables_of(ada).expect("a browser can have no tables"), 0);
    let with = |maker, holders: &[(Seat, BrowserId)]| {
        let new = NewTable { holders: holders.to_vec(), ..new_table(maker) };
        let name = create(registry, &new);
        a_little_later();
        (name, watch_token(&new))
    };
    let made = with(ada, &[]);
    let human = with(ada, &[(Seat::Human, ada)]);
    let both = with(bob, &[(Seat::Human, ada), (Seat::Computer, ada), (Seat::Human, bob)]);
    let joined = with(bob, &[(Seat::Human, bob)]);
    with(bob, &[]);
    registry.take_free_seat(&joined.0, Seat::Computer, ada).expect("it is free");

    let own = |human, computer| Pair { human, computer };
    let of = |holder, limit| -> Vec<((JournalName, Token), Pair<bool>)> {
        let tables = registry.tables_of(holder, limit).expect("tables are listed");
        tables.into_iter().map(|(listed, token, seats)| ((listed.name, token), seats)).collect()
    };
    let mut expected = vec![
        (joined.clone(), own(false, true)),
        (both, own(true, true)),
        (human, own(true, false)),
        (made.clone(), own(false, false)),
    ];
    assert_eq!(of(ada, 10), expected);
    assert_eq!(of(ada, 4), expected);
    assert_eq!(of(ada, 3), expected[..3]);
    assert_eq!(of(ada, 0), []);
    assert_eq!(registry.count_tables_of(ada).expect("tables are counted"), 4);
    assert_eq!(registry.count_tables_of(bob).expect("tables are counted"), 3);

    // Taking a seat doesn't change the order, but a move does.
    a_little_later();
    let (table, entries) = first_entries(&setup(Game::Kono), 5);
    let append = Append { revision: 0, entries: &entries, summary: table.summary(), lasting: false };
    registry.append(&made.0, append).expect("it can be played");
    expected.rotate_right(1);
    assert_eq!(of(ada, 10), expected);
    assert_eq!(of(ada, 1), expected[..1]);
    let (listed, ..) = registry.tables_of(ada, 1).expect("tables are listed").remove(0);
    assert_eq!(Some(&listed), registry.list().expect("all are listed").first(), "both lists say the same");
    let about = listed.about.expect("it can be read");
    assert_eq!((&about.setup, about.summary), (table.setup(), table.summary()));

    registry.remove(&joined.0).expect("it can be removed");
    assert_eq!(of(ada, 10).len(), 3);
    assert_eq!(registry.count_tables_of(ada).expect("tables are counted"), 3);
}

fn tables_without_a_link_are_not_listed(registry: &dyn Registry) {
    let ada = holder();
    create(registry, &NewTable { links: vec![], holders: vec![(Seat::Human, ada)], ..new_table(ada) });
    let plain = registry.create(&setup(Game::Kono)).expect("a journal is created");
    registry.take_free_seat(&plain, Seat::Human, ada).expect("it has seats");
    assert_eq!(registry.people(&plain).expect("they have holders").seats.human, [ada]);
    assert_eq!(registry.tables_of(ada, 10).expect("tables are listed"), []);
    assert_eq!(registry.count_tables_of(ada).expect("tables are counted"), 0);
    assert_eq!(registry.list().expect("all are listed").len(), 2);
}

fn changes_of_a_note_at_once_lose_nothing(registry: &Arc<dyn Registry>) {
    let name = create(&**registry, &new_table(holder()));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    registry.change_note(&name, Box::new(|before| format!("{before}x"))).expect("a note is changed");
                }
            });
        }
    });
    assert_eq!(registry.people(&name).expect("it has a note").note, "x".repeat(40));
}

fn notes_are_kept(registry: &dyn Registry) {
    let (one, other) = (create(registry, &new_table(holder())), create(registry, &new_table(holder())));
    let before = registry.list().expect("they are listed");
    registry.change_note(&one, Box::new(|_| "help off".to_owned())).expect("a note is kept");
    assert_eq!(registry.people(&one).expect("it has a note").note, "help off");
    assert_eq!(registry.people(&other).expect("this has none").note, "");
    registry.change_note(&one, Box::new(|_| String::new())).expect("a note can be emptied");
    assert_eq!(registry.people(&one).expect("it is empty").note, "");
    assert_eq!(registry.list().expect("they are listed"), before, "a note is not a move");
}

fn a_person_can_be_renamed(registry: &dyn Registry) {
    let name = create(registry, &new_table(holder()));
    let before = registry.look(&name).expect("it can be looked at").table;
    registry.rename(&name, Seat::Human, "Zo\u{eb}").expect("a person can be renamed");
    let after = registry.look(&name).expect("it can be looked at").table;
    assert_eq!(after.player(Seat::Human), &Player::Human("Zo\u{eb}".to_owned()));
    assert_eq!(after.revision(), before.revision(), "a name is not a move");
    let setup = Setup::new(Game::Kono);
    let (table, _) = Table::new(setup);
    let against_program =
        registry.create_table(table.setup(), &[], table.summary(), &new_table(holder())).expect("a table is created");
    registry.rename(&against_program, Seat::Computer, "Ben").expect("nothing is wrong with that");
    let after = registry.look(&against_program).expect("it can be looked at").table;
    assert_eq!(after.player(Seat::Computer), table.player(Seat::Computer), "a program keeps its name");
}

/// Receives the changes of a table until it is dropped.
pub struct Watched {
    pub changes: Receiver<TableChange>,
    _watching: Watching,
}

/// Watches a table.
///
/// # Panics
/// If there is no such table.
pub fn watch(registry: &dyn Registry, name: &JournalName) -> Watched {
    let (sender, changes) = mpsc::channel();
    let on_change = move |change| {
        // The receiver may be gone.
        let _ = sender.send(change);
    };
    Watched { changes, _watching: registry.watch(name, Box::new(on_change)).expect("it can be watched") }
}

fn watchers_are_notified_of_entries(registry: &dyn Registry) {
    let name = create(registry, &new_table(holder()));
    let watched = watch(registry, &name);
    drop(watch(registry, &name));
    let (mut table, _) = Table::new(setup(Game::Kono));
    for entry in first_entries(&setup(Game::Kono), 7).1 {
        let revision = table.revision();
        table.apply(entry.clone()).expect("it fits");
        let append = Append { revision, entries: &[entry], summary: table.summary(), lasting: false };
        registry.append(&name, append).expect("it can be played");
    }
    let mut last = 0;
    while last < 7 {
        // Long enough for any machine; a store that doesn't notify fails here.
        let notified = watched.changes.recv_timeout(Duration::from_mins(1)).expect("each change is notified");
        let TableChange::Revision(notified) = notified else { panic!("no people have changed") };
        assert!(notified > last, "revisions come in order");
        last = notified;
    }
}

fn watchers_are_notified_of_people(registry: &dyn Registry) {
    let (name, other) = (create(registry, &new_table(holder())), create(registry, &new_table(holder())));
    let (watched, elsewhere) = (watch(registry, &name), watch(registry, &other));
    let notified = |what: &str| {
        // Long enough for any machine; a store that doesn't notify fails here.
        let notified = watched.changes.recv_timeout(Duration::from_mins(1));
        assert_eq!(notified, Ok(TableChange::People), "{what}");
    };
    let ada = holder();
    registry.take_free_seat(&name, Seat::Human, ada).expect("it is free");
    notified("who sits down");
    registry.share_seat(&name, Seat::Human, holder()).expect("there is room");
    notified("another device");
    registry.rename(&name, Seat::Human, "Zo\u{eb}").expect("a person can be renamed");
    notified("another name");
    registry.change_note(&name, Box::new(|_| "help off".to_owned())).expect("a note is kept");
    notified("another note");
    registry.take_free_seat(&name, Seat::Human, ada).expect("it is ada's already");
    let (table, entries) = first_entries(&setup(Game::Kono), 2);
    let append = Append { revision: 0, entries: &entries, summary: table.summary(), lasting: false };
    registry.append(&name, append).expect("it can be played");
    let next = watched.changes.recv_timeout(Duration::from_mins(1));
    assert_eq!(next, Ok(TableChange::Revision(2)), "no notification without a change");
    assert!(elsewhere.changes.try_recv().is_err(), "nothing has changed there");
    registry.remove(&name).expect("it can be removed");
    let end = watched.changes.recv_timeout(Duration::from_mins(1));
    assert_eq!(end, Ok(TableChange::Removed), "the watch ends with the journal");
}

fn signals_reach_the_watchers_of_a_shared_store(registry: &dyn Registry) {
    let (name, other) = (create(registry, &new_table(holder())), create(registry, &new_table(holder())));
    let (watched, elsewhere) = (watch(registry, &name), watch(registry, &other));
    let heard = TableChange::Signal("two words".into());
    // A busy database may lose messages, so they are repeated.
    let repeated = (0..60).find_map(|_| {
        registry.signal(&name, &"x".repeat(MAX_SIGNAL + 1));
        registry.signal(&name, "two words");
        if registry.is_shared() { watched.changes.recv_timeout(Duration::from_secs(1)).ok() } else { None }
    });
    assert_eq!(repeated, registry.is_shared().then(|| heard.clone()), "a message that is too long is dropped");
    registry.change_note(&name, Box::new(|_| "help off".to_owned())).expect("a note is kept");
    let next =
        std::iter::from_fn(|| watched.changes.recv_timeout(Duration::from_mins(1)).ok()).find(|next| *next != heard);
    assert_eq!(next, Some(TableChange::People), "nothing else is sent");
    assert!(elsewhere.changes.try_recv().is_err(), "the message is about one table");
}

fn seen_exercises_are_stored(registry: &dyn Registry) {
    let (ada, bob) = (holder(), holder());
    let seen = |holder| registry.seen(holder).expect("it can be read");
    assert_eq!((seen(ada), seen(bob)), (String::new(), String::new()), "nothing at first");
    let name = create(registry, &new_table(ada));
    registry.keep_seen(ada, "one 4 1794900000\n").expect("it is kept");
    let longest = "h\u{e9} ".repeat(MAX_SEEN / 4);
    assert_eq!(longest.len(), MAX_SEEN);
    registry.keep_seen(bob, &longest).expect("it is kept");
    registry.keep_seen(ada, "two 5 1794900001\n").expect("it is replaced");
    let refused = registry.keep_seen(ada, &(longest.clone() + "x"));
    assert!(matches!(refused, Err(StoreError::SeenTooLong)), "{refused:?}");
    registry.remove(&name).expect("it can be removed");
    assert_eq!((seen(ada), seen(bob)), ("two 5 1794900001\n".to_owned(), longest), "each browser has its own");
}

fn unknown_names_are_unknown(registry: &dyn Registry) {
    let name: JournalName = "kono-2026-11-15-20-07-08-1".parse().expect("it could be a journal");
    all_is_unknown(registry, &name);
}

fn all_is_unknown(registry: &dyn Registry, name: &JournalName) {
    fn is_unknown<T>(result: &Result<T, StoreError>) -> bool {
        matches!(result, Err(StoreError::Unknown(_)))
    }
    assert!(is_unknown(&registry.people(name)));
    assert!(is_unknown(&registry.take_free_seat(name, Seat::Human, holder())));
    assert!(is_unknown(&registry.share_seat(name, Seat::Human, holder())));
    assert!(is_unknown(&registry.unarchive(name, SystemTime::now())));
    assert!(is_unknown(&registry.change_note(name, Box::new(|_| "x".to_owned()))));
    assert!(is_unknown(&registry.rename(name, Seat::Human, "x")));
    assert!(is_unknown(&registry.look(name)));
    assert!(is_unknown(&registry.watch(name, Box::new(|_| ()))));
}

fn nothing_is_left_of_a_removed_table(registry: &dyn Registry) {
    let (ada, bob) = (holder(), holder());
    let new = NewTable { holders: vec![(Seat::Human, ada), (Seat::Human, bob)], ..new_table(ada) };
    let name = create(registry, &new);
    registry.remove(&name).expect("it can be removed");
    all_is_unknown(registry, &name);
    for (_, token) in &new.links {
        assert_eq!(registry.follow(token).expect("the link leads nowhere"), None);
    }
    for holder in [ada, bob] {
        assert_eq!(registry.tables_of(holder, 10).expect("there are no tables"), []);
        assert_eq!(registry.count_tables_of(holder).expect("there are no tables"), 0);
    }
    let again = create(registry, &NewTable { holders: vec![], ..new });
    assert_eq!(
        registry.people(&again).expect("its links can be used again, and its seats are free").seats,
        Pair::default()
    );
}
