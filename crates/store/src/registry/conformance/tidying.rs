//! Tests of archiving old tables and limiting new ones.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use parlor_rules::{Game, Seat};
use parlor_table::Table;

use super::{all_is_unknown, at_once, create, first_entries, holder, new_table, watch};
use crate::conformance::setup;
use crate::registry::{BrowserId, CreationLimit, CreationOutcome, Creator, NewTable, Registry, Tidied};
use crate::{Append, JournalName, StoreError, TableChange};

const DAY: Duration = Duration::from_hours(24);

pub(super) fn old_tables_are_archived_and_restored(registry: &dyn Registry) {
    let (ada, begun) = (holder(), SystemTime::now());
    let names: Vec<JournalName> = (0..3).map(|_| create(registry, &new_table(ada))).collect();
    let (table, entries) = first_entries(&setup(Game::Kono), 5);
    let play = |name: &JournalName, revision: usize, most: usize| {
        let mut now = Table::new(setup(Game::Kono)).0;
        entries[..most].iter().for_each(|entry| drop(now.apply(entry.clone()).expect("it fits")));
        let append = Append {
            revision: revision as u64,
            entries: &entries[revision..most],
            summary: now.summary(),
            lasting: true,
        };
        registry.append(name, append).expect("it can be played");
    };
    for name in &names {
        play(name, 0, 4);
    }
    let listed = || {
        let tables = registry.tables_of(ada, 10).expect("tables are listed");
        let mut names: Vec<JournalName> = tables.into_iter().map(|(listed, ..)| listed.name).collect();
        assert_eq!(registry.count_tables_of(ada).expect("tables are counted"), names.len(), "both say the same");
        names.sort();
        names
    };
    let tidy = |now, after| {
        let mut tidied = registry.tidy(now, after).expect("it can be tidied");
        tidied.archived.sort();
        tidied
    };
    let later = begun + 100 * DAY;
    assert_eq!(tidy(begun + 89 * DAY, Some(90 * DAY)), Tidied::default(), "none is old enough yet");
    assert_eq!(tidy(later, None), Tidied::default(), "it can be switched off");
    assert_eq!(listed(), names);
    assert_eq!(tidy(later, Some(90 * DAY)), Tidied { archived: names.clone(), removed: vec![] });
    assert_eq!(tidy(later, Some(90 * DAY)), Tidied::default(), "they are archived already");
    assert_eq!(listed(), []);
    assert_eq!(registry.list().expect("all are listed").len(), 3, "nothing is lost");
    assert_eq!(registry.look(&names[0]).expect("it can be looked at").table.revision(), 4);

    registry.unarchive(&names[0], later).expect("it comes back");
    assert_eq!(listed(), names[..1]);
    assert_eq!(tidy(later + 89 * DAY, Some(90 * DAY)), Tidied::default(), "it was touched since");
    play(&names[1], 4, 5);
    assert_eq!(registry.look(&names[1]).expect("it went on").table, table);
    assert_eq!(listed(), names[..2], "an append brings it back, too");
    let before = registry.list().expect("all are listed");
    registry.unarchive(&names[1], later + DAY).expect("it is back already");
    assert_eq!(registry.list().expect("all are listed"), before, "nothing has changed");
    assert_eq!(registry.people(&names[2]).expect("it was made").maker, Some(ada));
}

pub(super) fn empty_tables_are_removed_after_a_day(registry: &dyn Registry) {
    let (ada, bob, begun) = (holder(), holder(), SystemTime::now());
    let with = |holders: &[(Seat, BrowserId)]| NewTable { holders: holders.to_vec(), ..new_table(ada) };
    let own = with(&[(Seat::Human, ada)]);
    let empty = create(registry, &own);
    let nobody = create(registry, &with(&[]));
    let joined = create(registry, &with(&[(Seat::Human, ada)]));
    registry.take_free_seat(&joined, Seat::Computer, bob).expect("it is free");
    let plain = registry.create(&setup(Game::Kono)).expect("a journal is created");
    let played = create(registry, &own_links(&own));
    let (table, entries) = first_entries(&setup(Game::Kono), 1);
    let append = Append { revision: 0, entries: &entries, summary: table.summary(), lasting: true };
    registry.append(&played, append).expect("it can be played");
    let upload = |new: &NewTable| {
        registry.create_table(table.setup(), &entries, table.summary(), new).expect("a journal is uploaded")
    };
    let (uploaded, continued) = (upload(&own_links(&own)), upload(&own_links(&own)));
    let (further, _) = first_entries(&setup(Game::Kono), 2);
    let next = further.records().last().expect("it was played").entry.clone();
    let append = Append { revision: 1, entries: &[next], summary: further.summary(), lasting: true };
    registry.append(&continued, append).expect("it can be played");
    let watched = watch(registry, &empty);
    assert_eq!(registry.tidy(begun + DAY / 2, None).expect("it can be tidied"), Tidied::default());
    let mut tidied = registry.tidy(begun + 2 * DAY, None).expect("it can be tidied");
    tidied.removed.sort();
    let mut removed = vec![empty.clone(), nobody.clone(), uploaded.clone()];
    removed.sort();
    assert_eq!(tidied, Tidied { archived: vec![], removed });
    all_is_unknown(registry, &empty);
    for (_, token) in &own.links {
        assert_eq!(registry.follow(token).expect("the link leads nowhere"), None);
    }
    let ended = watched.changes.recv_timeout(Duration::from_mins(1));
    assert_eq!(ended, Ok(TableChange::Removed), "watchers are notified");
    for name in [&joined, &plain, &played, &continued] {
        registry.look(name).expect("it is kept");
    }
}

/// A table with the same seats and new links.
fn own_links(new: &NewTable) -> NewTable {
    NewTable { holders: new.holders.clone(), ..new_table(new.maker) }
}

fn tables(per_minute: u32) -> CreationLimit {
    CreationLimit { tables_per_minute: per_minute, bytes_per_hour: 0 }
}

pub(super) fn new_tables_are_counted(registry: &dyn Registry) {
    let start = SystemTime::now();
    let (ada, bob) = (Creator::Browser(holder()), Creator::Browser(holder()));
    let (school, home) =
        (Creator::Address([192, 0, 2, 7].into()), Creator::Address("2001:db8::1".parse().expect("an address")));
    let begin = |who: &[(Creator, u32)], after: u64| {
        let who: Vec<(Creator, CreationLimit)> = who.iter().map(|(who, most)| (*who, tables(*most))).collect();
        let counted = registry.count_new_table(&who, 0, start + Duration::from_secs(after));
        counted.expect("it can be counted") == CreationOutcome::Allowed
    };
    assert!(begin(&[(ada, 2), (school, 3)], 0) && begin(&[(ada, 2), (school, 3)], 10));
    assert!(!begin(&[(ada, 2), (school, 3)], 20), "two were enough for her");
    assert!(begin(&[(bob, 2), (school, 3)], 20), "what was refused didn't count for the school");
    assert!(!begin(&[(bob, 2), (school, 3)], 30), "now the school has had three");
    assert!(begin(&[(bob, 2), (home, 3)], 30), "but his home hasn't");
    assert!(!begin(&[(ada, 0)], 1000), "none is none");
    assert!(begin(&[(ada, 2), (school, 3)], 65), "the first one is a minute ago");
    assert!(!begin(&[(ada, 2)], 66));
    assert!(begin(&[], 66), "without creators there is no limit");
}

pub(super) fn uploaded_bytes_are_counted_for_an_hour(registry: &dyn Registry) {
    let start = SystemTime::now();
    let school = Creator::Address([192, 0, 2, 7].into());
    let upload = |browser: Creator, bytes: u64, minute: u64| {
        let limit = |bytes_per_hour| CreationLimit { tables_per_minute: 100, bytes_per_hour };
        let who = [(browser, limit(100)), (school, limit(250))];
        registry.count_new_table(&who, bytes, start + Duration::from_mins(minute)).expect("it can be counted")
    };
    let browser = || Creator::Browser(holder());
    let ada = browser();
    assert_eq!(upload(ada, 60, 0), CreationOutcome::Allowed);
    assert_eq!(upload(ada, 41, 1), CreationOutcome::TooMuch);
    assert_eq!(upload(ada, 40, 1), CreationOutcome::Allowed, "what was refused didn't count");
    assert_eq!(upload(browser(), 100, 2), CreationOutcome::Allowed);
    assert_eq!(upload(browser(), 51, 3), CreationOutcome::TooMuch, "another browser doesn't help");
    assert_eq!(upload(browser(), 0, 3), CreationOutcome::Allowed, "tables that begin with nothing are still made");
    registry.tidy(start + Duration::from_mins(58), None).expect("it can be tidied");
    assert_eq!(upload(browser(), 51, 59), CreationOutcome::TooMuch, "it is remembered for an hour");
    registry.tidy(start + Duration::from_mins(62), None).expect("it can be tidied");
    assert_eq!(upload(browser(), 51, 62), CreationOutcome::Allowed, "and then forgotten");
}

pub(super) fn a_key_for_cookies_can_be_replaced(registry: &dyn Registry) {
    let keys = || registry.cookie_keys().expect("there are keys");
    let (first, token) = (keys(), crate::Token::random());
    let cookie = first.sign(&token);
    assert_eq!(keys().read(&cookie), Some(token), "the key stays the same");
    registry.replace_cookie_key().expect("it can be replaced");
    assert_eq!(keys().read(&cookie), Some(token), "the key before is still accepted");
    assert_ne!(keys().sign(&token), cookie, "and no longer used");
    registry.replace_cookie_key().expect("it can be replaced");
    assert_eq!(keys().read(&cookie), None);
}

pub(super) fn many_new_tables_at_once_stay_within_the_limit(registry: &Arc<dyn Registry>) {
    let now = SystemTime::now();
    let results = at_once(registry, move |registry, holder| {
        let who = [(Creator::Browser(holder), tables(1)), (Creator::Address([192, 0, 2, 7].into()), tables(9))];
        let outcome = registry.count_new_table(&who, 0, now)?;
        if outcome == CreationOutcome::Allowed { Ok(()) } else { Err(StoreError::SeatFull) }
    });
    assert_eq!(results.iter().filter(|(_, result)| result.is_ok()).count(), 9);
}
