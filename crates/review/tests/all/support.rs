//! Tournaments for tests: played at random, or by the engine.

use parlor_engine::{EngineJob, Plan};
use parlor_review::{Course, Effort, Review, ReviewAnswer, ReviewRun};
use parlor_rules::{Choice, Decision, Game, Level, Pair, Seat};
use parlor_table::{Ask, Next, Player, Setup, Table};
use parlor_testkit::{next_entry, routine};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Two computer players, so there are no menus.
pub fn programs(game: Game, size: i64, seed: u64, rounds: u32) -> Setup {
    let players = Pair { human: Player::Computer(Level::Master), computer: Player::Computer(Level::Club) };
    Setup { players, seed: seed.into(), size: Some(size), rounds, ..Setup::new(game) }
}

/// Plays until the tournament is over, or `most` decisions have been made.
pub fn play_on(table: &mut Table, most: usize, mut choose: impl FnMut(Seat, &Decision) -> Choice) {
    let mut decided = 0;
    loop {
        if matches!(table.next(), Next::Ask(question) if matches!(question.ask, Ask::Decide(_))) {
            if decided == most {
                return;
            }
            decided += 1;
        }
        let Some(entry) = next_entry(table, |question| routine(question, &mut choose)) else { return };
        table.apply(entry).unwrap();
    }
}

pub fn random(game: Game, size: i64, seed: u64, rounds: u32) -> Table {
    random_start(game, size, seed, rounds, usize::MAX)
}

/// Plays at random and stops after `most` decisions.
pub fn random_start(game: Game, size: i64, seed: u64, rounds: u32, most: usize) -> Table {
    let (mut table, _) = Table::new(programs(game, size, seed, rounds));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    play_on(&mut table, most, |_, decision| {
        let choices = decision.choices();
        choices[random.random_range(0..choices.len())]
    });
    table
}

/// Plays the first moves of a round at random, because computer players would otherwise repeat the same round of
/// Congkak or Kono: one or two plays in Congkak, two to six in Kono, none in Canoga, which has dice. Returns the
/// revision after them.
pub fn opening(table: &mut Table, seed: u64) -> u64 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let plays = match table.game() {
        Game::Canoga => 0,
        Game::Congkak => random.random_range(1..=2),
        Game::Kono => 2 * random.random_range(1..=3),
    };
    let mut played = 0;
    while played < plays {
        play_on(table, 1, |_, decision| {
            let choices = decision.choices();
            // Calls and colours are decisions too.
            if matches!(decision, Decision::Call | Decision::Color(_)) || choices.len() == 1 {
                return choices[0];
            }
            played += 1;
            choices[random.random_range(0..choices.len())]
        });
    }
    table.revision()
}

/// Plays both seats at these levels, as the engine does at a table: a planned Congkak turn is played as planned.
pub fn levels(table: &mut Table, most: usize, levels: Pair<Level>) {
    let mut plan: Option<Plan> = None;
    play_on(table, most, |seat, decision| {
        let job = EngineJob { plan: plan.take(), ..EngineJob::new(decision.clone(), levels[seat]) };
        let judged = job.decide().unwrap();
        if judged.plan.len() > 1 {
            plan = Some(Plan { pits: judged.plan[1..].to_vec(), value: judged.value, exact: judged.exact });
        }
        judged.choice
    });
}

/// The review of a table with all answers.
pub fn review(table: &Table, effort: Effort) -> Review {
    let course = Course::of(table);
    Review::of(&course, &answers(&course, effort, 1))
}

pub fn answers(course: &Course, effort: Effort, threads: usize) -> Vec<Option<ReviewAnswer>> {
    finished(course, effort, threads).answers().to_vec()
}

/// A run with all answers.
pub fn finished(course: &Course, effort: Effort, threads: usize) -> ReviewRun {
    let mut run = ReviewRun::of(course.clone(), effort, "");
    run.finish(threads, &parlor_engine::StopFlag::default(), &|_, _| ());
    run
}
