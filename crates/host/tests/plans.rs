//! A turn of Congkak that a program has planned is played as planned, also by a program that has forgotten everything but
//! the journal.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use parlor_host::{Host, Next, Seats, Settings};
use parlor_rules::congkak::Pit;
use parlor_rules::{Coin, Game, Level, Pair};
use parlor_table::{Answer, Ask, Entry, MenuItem, Need, Table, read_entry, write_entry};

/// A table of five pits, where a master plans a first turn of 23 plays (docs/congkak.md).
fn host(seats: Seats, level: Level) -> Host {
    let levels = Pair { human: level, computer: level };
    let settings = Settings { seats, levels, size: Some(5), seed: Some(1), ..Settings::new(Game::Congkak) };
    Host::new(Table::new(settings.setup().unwrap()).unwrap().0, None)
}

/// The same table, from its journal.
fn again(host: &Host) -> Host {
    let (mut table, _) = Table::new(host.setup().clone()).unwrap();
    for entry in host.table().entries() {
        table.apply(read_entry(&write_entry(entry)).unwrap()).unwrap();
    }
    Host::new(table, None)
}

/// What comes next, where a person says this and that at the menu.
fn next(host: &Host, menu: &mut impl Iterator<Item = Answer>) -> Option<Entry> {
    let next = host.next();
    assert_eq!(next, again(host).next(), "another program with the same journal decides the same");
    match next {
        Next::Chance(entry) => return Some(entry),
        Next::Think(thinking) => return thinking.decide(),
        Next::Person => {}
    }
    let Need::Answer(question) = host.table().need() else { return None };
    let answer = match question.ask {
        // Seed 1 shows tails, so Computer begins.
        Ask::Coin => Answer::Coin(Coin::Heads),
        Ask::Menu { .. } | Ask::FileName => menu.next()?,
        _ => return None,
    };
    Some(Entry::decision(question.seat, answer))
}

/// The pit of an entry, and how the turn is meant to go on.
fn play(entry: &Entry) -> Option<(Pit, &[Pit])> {
    match entry {
        Entry::Decision { answer: Answer::Congkak(pit), thought: Some(thought), .. } => Some((*pit, &thought.then)),
        _ => None,
    }
}

/// Plays on as long as it can; how many plays were planned before they were made.
fn play_on(host: &mut Host, menu: &mut impl Iterator<Item = Answer>) -> usize {
    let mut planned: Vec<Pit> = vec![];
    let mut as_planned = 0;
    while let Some(entry) = next(host, menu) {
        if let Some((pit, then)) = play(&entry) {
            if let Some((first, rest)) = planned.split_first() {
                assert_eq!((pit, then), (*first, rest));
                as_planned += 1;
            }
            planned = then.to_vec();
        }
        host.apply(&entry).unwrap();
    }
    as_planned
}

const PLAY: Answer = Answer::Menu(MenuItem::Play);
const SAVE: Answer = Answer::Menu(MenuItem::Save);

#[test]
fn a_planned_turn_is_played_as_it_was_told() {
    assert!(play_on(&mut host(Seats::ComputerComputer, Level::Master), &mut std::iter::empty()) >= 22);
    // Two plays are a plan too.
    assert!(play_on(&mut host(Seats::ComputerComputer, Level::Club), &mut std::iter::empty()) >= 1);
}

#[test]
fn a_person_may_hesitate_in_the_middle_of_a_planned_turn() {
    let mut menu = (0..100).flat_map(|_| [PLAY, SAVE, Answer::Cancel]);
    assert!(play_on(&mut host(Seats::HumanComputer, Level::Master), &mut menu) >= 22);
}
