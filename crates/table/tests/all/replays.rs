//! Replays from a table's first state, whether that is its setup or the middle of a game.

use crate::support;

use parlor_rules::{DiceCount, Game, Seat, Throw};
use parlor_table::{Entry, Event, Offer, Record, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use support::{next, setup};

/// The events, entry by entry.
fn all_events(table: &Table) -> Vec<Vec<Event>> {
    let mut replayed_events = Vec::new();
    table.replay_all(|_, _, events| replayed_events.push(events.to_vec()));
    replayed_events
}

fn revisions<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<u64> {
    records.map(|record| record.revision).collect()
}

/// A table after random valid and invalid entries.
fn played(game: Game, seed: u64, entries: usize) -> Table {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut table, _) = Table::new(setup(game, seed));
    for _ in 0..entries {
        let Some(entry) = any(&mut random, &table) else { break };
        let _ = table.apply(entry);
    }
    table
}

/// The next entry, or now and then an undo, an offer or a correction.
fn any(random: &mut ChaCha8Rng, table: &Table) -> Option<Entry> {
    let seat = Seat::BOTH[random.random_range(0..2)];
    match random.random_range(0..40) {
        0..3 => Some(Entry::Undo),
        3 => Some(Entry::Redo),
        4 => Some(Entry::Offer { seat, offer: Offer::Call }),
        5 => Some(Entry::Offer { seat, offer: Offer::Undo }),
        6..9 => Some(Entry::Accept { seat }),
        9 => Some(Entry::Correct(Throw::numbered(DiceCount::Two, random.random()))),
        _ => next(random, table),
    }
}

#[test]
fn replaying_repeats_the_events_of_setup_and_entries() {
    for game in Game::ALL {
        for seed in 0..40 {
            let table = played(game, seed, 30 + 10 * seed as usize);
            let (mut replayed, opening) = Table::new(table.setup().clone());
            let mut events = vec![opening];
            events.extend(table.records().map(|record| replayed.apply(record.entry.clone()).unwrap()));
            assert!(all_events(&table) == events, "{game} {seed}");
            let now = table.at(table.revision());
            assert_eq!((now.next(), now.standing()), (table.next(), table.standing()), "{game} {seed}");
            assert_eq!((now.next(), now.standing()), (replayed.next(), replayed.standing()), "{game} {seed}");
            assert_eq!(revisions(now.records()), revisions(table.records()), "{game} {seed}");
        }
    }
}

#[test]
fn a_table_at_a_revision_equals_a_replay_from_the_start() {
    for game in Game::ALL {
        for seed in 0..20 {
            let table = played(game, seed, 60 + 12 * seed as usize);
            table.replay_all(|again, record, _| {
                // An open offer is not yet an entry that counts.
                if again.offer().is_none() {
                    let revision = record.map_or(0, |record| record.revision);
                    assert!(table.at(revision) == *again, "{game} {seed} {revision}");
                }
            });
            let mut from_start: Vec<(u64, Vec<Event>)> = Vec::new();
            table.replay_all(|again, _, events| from_start.push((again.revision(), events.to_vec())));
            let middle = from_start[from_start.len() / 2].0;
            let mut from_middle = Vec::new();
            table.replay_from(middle, |again, _, events| from_middle.push((again.revision(), events.to_vec())));
            assert_eq!(from_middle[0], (middle, Vec::new()), "{game} {seed}");
            let place = from_start.iter().position(|(revision, _)| *revision == middle).unwrap();
            assert!(from_middle[1..] == from_start[place + 1..], "{game} {seed}");
        }
    }
}

#[test]
fn dice_and_last_move_are_those_of_the_round_on_the_table() {
    for game in Game::ALL {
        for seed in 0..20 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let (mut table, _) = Table::new(setup(game, seed));
            for _ in 0..200 {
                let Some(entry) = any(&mut random, &table) else { break };
                let _ = table.apply(entry);
                let replayed_events = table.events_of_round();
                let replayed_events: Vec<&Event> = replayed_events
                    .iter()
                    .filter(|(at, _)| *at > 0)
                    .flat_map(|(_, replayed_events)| replayed_events)
                    .collect();
                let round = replayed_events.rsplit(|event| matches!(event, Event::RoundBegins { .. })).next().unwrap();
                let is_play = |event: &&&Event| {
                    matches!(event, Event::Moved { .. } | Event::Sowed { .. } | Event::Stepped { .. })
                };
                assert_eq!(table.last_play(), round.iter().rev().find(is_play).copied(), "{game} {seed}");
                let dice = round.iter().rev().find_map(|event| match event {
                    Event::FirstThrow { seat, throw } | Event::Thrown { seat, throw, .. } => {
                        Some(Some((*seat, *throw)))
                    }
                    Event::Stepped { .. } => Some(None),
                    _ => None,
                });
                assert_eq!(table.last_throw(), dice.flatten(), "{game} {seed}");
            }
        }
    }
}

#[test]
fn a_table_can_be_viewed_at_any_revision() {
    for game in Game::ALL {
        for seed in 0..8 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let (mut table, _) = Table::new(setup(game, seed));
            let mut seen = vec![table.clone()];
            while seen.len() < 150
                && let Some(entry) = next(&mut random, &table)
            {
                // A refused entry, such as a save that fails, leaves the table unchanged.
                if table.apply(entry).is_ok() {
                    seen.push(table.clone());
                }
            }
            for was in &seen {
                let again = table.at(was.revision());
                assert_eq!(again.revision(), was.revision(), "{game} {seed}");
                assert!((again.next(), again.standing()) == (was.next(), was.standing()), "{game} {seed}");
                assert_eq!((again.round(), again.totals()), (was.round(), was.totals()), "{game} {seed}");
            }
        }
    }
}

#[test]
fn replaying_repeats_the_events_of_an_analysis_from_its_start() {
    for game in Game::ALL {
        for seed in 0..40 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let begun = played(game, seed, random.random_range(0..200));
            let mut table = begun.analysis();
            let mut replayed_events = vec![Vec::new()];
            for _ in 0..random.random_range(0..150) {
                let Some(entry) = any(&mut random, &table) else { break };
                let goes_on = matches!(entry, Entry::Decision { .. } | Entry::Throw { .. } | Entry::Coin(_));
                let Ok(events) = table.apply(entry) else { continue };
                if goes_on {
                    replayed_events.push(events);
                } else {
                    // Undo, redo and agreements change the earlier events.
                    replayed_events = all_events(&table);
                }
            }
            assert!(all_events(&table) == replayed_events, "{game} {seed}");
            let first = table.at(0);
            assert_eq!((first.next(), first.standing()), (begun.analysis().next(), begun.standing()), "{game} {seed}");
            assert_eq!(first.records().count(), 0);
        }
    }
}
