//! The cost of tables: cloning, applying an entry, undo, replay.

#![allow(clippy::unwrap_used, reason = "a failed unwrap stops the benchmark, as it should")]

use divan::Bencher;
use parlor_rules::{Choice, Game, Pair};
use parlor_table::{Answer, Ask, Entry, Player, Question, Rationale, Setup, Table};
use parlor_testkit::{next_entry, routine};

fn main() {
    divan::main();
}

const GAMES: [Game; 3] = Game::ALL;

/// A table of two people after `entries` entries, half of them with a rationale.
fn table(game: Game, entries: usize) -> Table {
    let person = |name: &str| Player::Human(name.to_owned());
    let players = Pair { human: person("Ada"), computer: person("Bob") };
    let (mut table, _) = Table::new(Setup { players, seed: 3.into(), ..Setup::new(game) });
    while (table.revision() as usize) < entries {
        let mut entry = next(&table);
        if let Entry::Decision { rationale, answer: Answer::Choice(_), .. } = &mut entry
            && table.revision() as usize % 4 < 2
        {
            let reasons = vec!["It covers the largest square that this throw can cover.".to_owned(); 3];
            *rationale = Some(Rationale { value: 1.5, exact: false, plan: vec![], reasons }.into());
        }
        table.apply(entry).unwrap();
    }
    table
}

/// The next entry: a choice that depends on the revision, or a new round whenever one has ended.
fn next(table: &Table) -> Entry {
    let choose = |choices: Vec<Choice>| choices[table.revision() as usize * 7 % choices.len()];
    let answer = |question: &Question| match question.ask {
        Ask::Another => Answer::Another(true),
        _ => routine(question, |_, decision| choose(decision.choices())),
    };
    next_entry(table, answer).expect("there is always another round")
}

#[divan::bench(args = GAMES)]
fn clone_fresh(bencher: Bencher, game: Game) {
    let table = table(game, 0);
    bencher.bench_local(|| table.clone());
}

#[divan::bench(args = GAMES)]
fn clone_after_1000_entries(bencher: Bencher, game: Game) {
    let table = table(game, 1000);
    bencher.bench_local(|| table.clone());
}

/// A tournament between computer players can be this long.
#[divan::bench(args = GAMES)]
fn clone_after_100_000_entries(bencher: Bencher, game: Game) {
    let table = table(game, 100_000);
    bencher.bench_local(|| table.clone());
}

#[divan::bench(args = GAMES)]
fn replay_1000_entries(bencher: Bencher, game: Game) {
    let table = table(game, 1000);
    let entries: Vec<Entry> = table.records().map(|record| (record.entry).clone()).collect();
    bencher.bench_local(|| Table::replay(table.setup().clone(), entries.iter().cloned()).unwrap());
}

#[divan::bench(args = GAMES)]
fn undo_after_1000_entries(bencher: Bencher, game: Game) {
    let table = table(game, 1000);
    bencher.with_inputs(|| table.clone()).bench_local_values(|mut table| {
        table.apply(Entry::Undo).unwrap();
        table
    });
}
