//! A turn of Congkak that a master has planned is played as planned, also by a program that has forgotten everything but
//! the journal.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use parlor_engine::Level;
use parlor_host::{Host, Next, Seats, Settings};
use parlor_rules::Pair;
use parlor_saves::Game;
use parlor_table::{Answer, Entry, Table, read_entry, write_entry};

#[test]
fn a_planned_turn_is_played_as_it_was_told() {
    let levels = Pair { human: Level::Master, computer: Level::Master };
    let settings = Settings {
        seats: Seats::ComputerComputer,
        levels,
        size: Some(5),
        seed: Some(1),
        ..Settings::new(Game::Congkak)
    };
    let setup = settings.setup().unwrap();
    let mut host = Host::new(Table::new(setup.clone()).unwrap().0, None);
    let mut planned: Vec<_> = vec![];
    let (mut as_planned, mut turns) = (0, 0);
    loop {
        // Another program with the same journal decides the same.
        let (mut table, _) = Table::new(setup.clone()).unwrap();
        for entry in host.table().entries() {
            table.apply(read_entry(&write_entry(entry)).unwrap()).unwrap();
        }
        let (next, again) = (host.next(), Host::new(table, None).next());
        assert_eq!(next, again);
        let entry = match next {
            Next::Chance(entry) => entry,
            Next::Think(thinking) => thinking.decide().unwrap(),
            Next::Person => break,
        };
        if let Entry::Decision { answer: Answer::Congkak(pit), thought: Some(thought), .. } = &entry {
            match planned.first() {
                Some(first) => {
                    assert_eq!(pit, first);
                    assert_eq!(thought.then, planned[1..]);
                    as_planned += 1;
                }
                None => turns += 1,
            }
            planned.clone_from(&thought.then);
        }
        host.apply(&entry).unwrap();
    }
    // The first turn alone has 23 plays (docs/congkak.md).
    assert!(as_planned >= 22 && turns >= 1, "{as_planned} in {turns} turns");
}
