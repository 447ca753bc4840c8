use parlor_rules::{Game, Throw};
use parlor_table::{Commitment, Entry, QueuedThrow, Salt, Setup, Table, verify};
use parlor_testkit::{next_entry, routine};

use super::*;
use crate::trial;

const SALT: Salt = Salt([7; 16]);

fn throw(text: &str) -> Throw {
    text.parse().unwrap()
}

/// A game of Canoga up to its fourth throw.
fn begun(seed: Seed, queue: Vec<QueuedThrow>) -> (Setup, Vec<Entry>) {
    let setup = Setup { seed, queue, size: Some(9), ..trial::setup(Game::Canoga, 0) };
    let known = Setup { seed: Seed::Open(3), ..setup.clone() };
    let (mut table, _) = Table::new(known);
    let mut entries = Vec::new();
    let thrown = |entries: &[Entry]| entries.iter().filter(|entry| matches!(entry, Entry::Throw { .. })).count();
    while thrown(&entries) < 4 {
        let entry = next_entry(&table, |question| routine(question, |_, decision| decision.choices()[0])).unwrap();
        table.apply(entry.clone()).unwrap();
        entries.push(entry);
    }
    (setup, entries)
}

fn words(setup: &Setup, entries: &[Entry]) -> Vec<String> {
    verified_in_words(&verify(setup, entries), |revision| format!("entry {revision}"))
}

fn last_throw(entries: &mut [Entry]) -> &mut Throw {
    fn thrown(entry: &mut Entry) -> Option<&mut Throw> {
        if let Entry::Throw { throw, .. } = entry { Some(throw) } else { None }
    }
    entries.iter_mut().rev().find_map(thrown).unwrap()
}

#[test]
fn a_committed_seed_is_listed_with_its_commitment() {
    let seed = Seed::Committed { seed: 3, salt: SALT };
    let (setup, entries) = begun(seed, Vec::new());
    let commitment = Commitment::of(3, SALT);
    assert_eq!(
        words(&setup, &entries),
        [
            format!(
                "The seed is 3 and its salt {SALT}. They match the commitment {commitment}: compare it with the one that was \
                 shown at the start."
            ),
            "Checked: 4 throws. All of them match their seed.".to_owned(),
            "Everything is correct.".to_owned(),
        ]
    );
}

#[test]
fn a_wrong_throw_is_listed_with_the_right_one() {
    let (setup, mut entries) = begun(Seed::Open(3), Vec::new());
    let was = *last_throw(&mut entries);
    let now = if was == throw("6 6") { throw("5 5") } else { throw("6 6") };
    *last_throw(&mut entries) = now;
    let sentences = words(&setup, &entries);
    assert_eq!(sentences[1], "Checked: 4 throws. Not all of them match their seed.");
    assert_eq!(
        sentences[2],
        format!("Entry {} is wrong: throw 4 shows {now}, but its seed gives {was}.", entries.len())
    );
    assert_eq!(sentences.last().unwrap(), "This journal has errors.");
}

#[test]
fn draws_without_a_known_seed_are_listed() {
    let queue = [false, false, true].map(|of_save| QueuedThrow { line: 1, throw: throw("2 1"), of_save });
    let hidden = Seed::Hidden(Commitment([1; 32]));
    let (setup, mut entries) = begun(hidden, queue.to_vec());
    let shown = Commitment([1; 32]);
    assert_eq!(
        words(&setup, &entries),
        [
            format!(
                "The seed is hidden. Its commitment is {shown}. The throws and coin tosses that come from it can't be checked until the seed is revealed."
            ),
            "Not checked, because the seed is hidden: number 4.".to_owned(),
            "From a dice file: numbers 1 and 2.".to_owned(),
            "From the save: number 3.".to_owned(),
        ]
    );
    entries.push(Entry::NewSeed(Seed::Open(8)));
    let sentences = words(&setup, &entries);
    assert!(
        sentences[0].ends_with(
            "The game was imported without this seed, so the throws and coin tosses that come from it can't be checked."
        ),
        "{sentences:?}"
    );
    assert_eq!(sentences[1], format!("From entry {} on, dice come from a new seed.", entries.len()));
    assert_eq!(sentences[2], "The seed is 8, and it was never hidden.");
}

#[test]
fn numbers_read_as_ranges() {
    let draw = |number| CheckedDraw { revision: 1, number, shows: Drawn::Throw(throw("1 2")), origin: Origin::Hand };
    let draws = [4, 1, 2, 3, 2, 7].map(draw);
    assert_eq!(numbers(draws.iter()).unwrap(), "numbers 1 to 4 and 7");
    assert_eq!(numbers(draws[..1].iter()).unwrap(), "number 4");
    assert_eq!(numbers([].iter()), None);
}
