//! A planned turn in Congkak is played as planned, even by a process that knows only the journal.

use parlor_host::{Host, Seats, Settings};
use parlor_rules::congkak::Pit;
use parlor_rules::{Choice, Coin, Decision, Game, Level, Pair};
use parlor_table::{Answer, Ask, Entry, MenuItem, Next, read_entry, write_entry};

/// A table with five pits, for which a master plans a first turn of 23 plays (docs/research/congkak.md).
fn host(seats: Seats, level: Level) -> Host {
    let levels = Pair { human: level, computer: level };
    let settings = Settings { seats, levels, size: Some(5), seed: Some(1), ..Settings::new(Game::Congkak) };
    Host::begin(settings.setup().unwrap(), None).unwrap().0
}

/// A copy of the table, rebuilt from its journal.
fn again(host: &Host) -> Host {
    let (mut again, _) = Host::begin(host.setup().clone(), None).unwrap();
    for record in host.table().records() {
        again.apply(read_entry(&write_entry(&record.entry)).unwrap()).unwrap();
    }
    again
}

/// The next entry, if a person gives these answers at the menu.
fn next(host: &Host, menu: &mut impl Iterator<Item = Answer>) -> Option<Entry> {
    if let Some(thinking) = host.thinking() {
        let again = again(host).thinking().expect("the same program decides");
        assert_eq!(thinking.job.plan, again.job.plan, "another program with the same journal has the same plan");
        return Some(thinking.run().unwrap());
    }
    if let Some(entry) = host.chance() {
        return Some(entry);
    }
    let Next::Ask(question) = host.table().next() else { return None };
    let answer = match question.ask {
        // Seed 1 shows tails, so Computer begins.
        Ask::Decide(Decision::Call) => Answer::Choice(Choice::Coin(Coin::Heads)),
        Ask::Menu { .. } | Ask::FileName => menu.next()?,
        _ => return None,
    };
    Some(Entry::decision(question.seat, answer))
}

/// The pit of an entry, and the rest of the planned turn.
fn play(entry: &Entry) -> Option<(Pit, &[Pit])> {
    match entry {
        Entry::Decision { answer: Answer::Choice(Choice::Congkak(pit)), rationale: Some(rationale), .. } => {
            Some((*pit, &rationale.plan))
        }
        _ => None,
    }
}

/// Plays as long as possible; returns the number of plays that were planned before they were made.
fn play_on(host: &mut Host, menu: &mut impl Iterator<Item = Answer>) -> usize {
    let mut planned: Vec<Pit> = vec![];
    let mut as_planned = 0;
    while let Some(entry) = next(host, menu) {
        if let Some((pit, rest_now)) = play(&entry) {
            if let Some((first, rest)) = planned.split_first() {
                assert_eq!((pit, rest_now), (*first, rest));
                as_planned += 1;
            }
            planned = rest_now.to_vec();
        }
        host.apply(entry).unwrap();
    }
    as_planned
}

const PLAY: Answer = Answer::Menu(MenuItem::Play);
const SAVE: Answer = Answer::Menu(MenuItem::Save);

#[test]
fn a_planned_turn_is_played_as_planned() {
    assert!(play_on(&mut host(Seats::ComputerComputer, Level::Master), &mut std::iter::empty()) >= 22);
    // A turn of two plays is planned as well.
    assert!(play_on(&mut host(Seats::ComputerComputer, Level::Club), &mut std::iter::empty()) >= 1);
}

#[test]
fn a_person_may_hesitate_in_the_middle_of_a_planned_turn() {
    let mut menu = (0..100).flat_map(|_| [PLAY, SAVE, Answer::Cancel]);
    assert!(play_on(&mut host(Seats::HumanComputer, Level::Master), &mut menu) >= 22);
}
