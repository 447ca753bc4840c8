//! How long a review takes on one core. `cargo bench -p parlor-review`
#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]

use divan::Bencher;
use parlor_engine::{EngineJob, StopFlag};
use parlor_review::{Course, Effort, Matter, Question, Review, answer_all};
use parlor_rules::{Game, Level, Pair};
use parlor_table::{Ask, Draw, Entry, Need, Player, Setup, Table};

fn main() {
    divan::main();
}

/// Rounds between two clubs, until there are this many decisions.
fn course(game: Game, decisions: usize) -> Course {
    let players = Pair { human: Player::Computer(Level::Club), computer: Player::Computer(Level::Club) };
    let setup = Setup { players, seed: 1.into(), size: Some(game.usual_size()), rounds: 50, ..Setup::new(game) };
    let (mut table, _) = Table::new(setup).unwrap();
    let mut decided = 0;
    while decided < decisions {
        let entry = match (table.need(), table.draw()) {
            (_, Draw::Entry(entry)) => entry,
            (Need::Answer(question), _) => {
                let Ask::Decide(decision) = &question.ask else { panic!("programs aren't asked anything else") };
                decided += usize::from(decision.choices().len() > 1);
                let choice = EngineJob::new(decision.clone(), Level::Club).decide().unwrap().choice;
                Entry::decision(question.seat, choice)
            }
            _ => break,
        };
        table.apply(entry).unwrap();
    }
    Course::of(&table)
}

/// Forty decisions of Canoga once it is solved: under 50 ms.
#[divan::bench]
fn canoga_forty_decisions(bencher: Bencher) {
    let course = course(Game::Canoga, 40);
    let review = || Review::of(&course, &answer_all(&course, Effort::Help, 1, &StopFlag::default(), &|_, _| ()));
    review();
    bencher.bench_local(review);
}

fn question(game: Game) -> Question {
    let course = course(game, 4);
    let is_decision =
        |question: &&Question| matches!(&question.matter, Matter::Decision(decided) if !decided.is_forced());
    course.questions().find(is_decision).unwrap().clone()
}

/// One decision of a club player, with the effort of help.
#[divan::bench(args = ["congkak", "kono"], sample_count = 3, sample_size = 1)]
fn one_decision(bencher: Bencher, game: &str) {
    let question = question(game.parse().unwrap());
    bencher.bench_local(|| question.answer(Effort::Help, &StopFlag::default()));
}

/// The same, quick.
#[divan::bench(args = ["congkak", "kono"], sample_count = 3, sample_size = 1)]
fn one_decision_quick(bencher: Bencher, game: &str) {
    let question = question(game.parse().unwrap());
    bencher.bench_local(|| question.answer(Effort::Quick, &StopFlag::default()));
}

/// What help takes for the same decision, to compare.
#[divan::bench(args = ["congkak", "kono"], sample_count = 3, sample_size = 1)]
fn help(bencher: Bencher, game: &str) {
    let Matter::Decision(decided) = question(game.parse().unwrap()).matter else { panic!("it is a decision") };
    bencher.bench_local(|| EngineJob::full_strength(decided.decision.clone()).help());
}
