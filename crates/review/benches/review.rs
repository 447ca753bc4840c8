//! The time of reviews. `cargo bench -p parlor-review`, or `cargo bench -p parlor-review -- 6` for six decisions of
//! each game and size instead of twenty.
//!
//! The time of a decision is the CPU time of one core, so that other work on the machine has little effect.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]
#![allow(clippy::cast_precision_loss, reason = "there are few decisions")]

use std::sync::Mutex;
use std::time::Instant;

use parlor_engine::{EngineJob, StopFlag};
use parlor_review::{Course, Effort, Matter, ReviewAnswer, ReviewQuestion, ReviewRun};
use parlor_rules::{Game, Level, Pair};
use parlor_table::{Ask, Draw, Entry, Next, Player, Setup, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() {
    let number = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(20);
    whole_round_of_canoga();
    for (game, size) in [(Game::Congkak, 11), (Game::Kono, 9)] {
        first_answer(game, size);
    }
    println!("seconds of one core for a decision       mean   worst   quick: mean   worst   help alone: mean   worst");
    for (game, size) in [
        (Game::Congkak, 5),
        (Game::Congkak, 7),
        (Game::Congkak, 9),
        (Game::Congkak, 11),
        (Game::Kono, 5),
        (Game::Kono, 7),
        (Game::Kono, 9),
    ] {
        one_decision(game, size, number);
    }
}

/// Rounds between two club players, starting with two random plays, until there are enough decisions.
fn course(game: Game, size: i64, seed: u64, decisions: usize) -> Course {
    let players = Pair { human: Player::Computer(Level::Club), computer: Player::Computer(Level::Club) };
    let setup = Setup { players, seed: seed.into(), size: Some(size), rounds: 50, ..Setup::new(game) };
    let (mut table, _) = Table::new(setup);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut decided = 0;
    while decided < decisions {
        let entry = match (table.next(), table.draw()) {
            (_, Some(Draw::Entry(entry))) => entry,
            (Next::Ask(question), _) => {
                let Ask::Decide(decision) = &question.ask else { panic!("programs aren't asked anything else") };
                let choices = decision.choices();
                decided += usize::from(choices.len() > 1);
                let choice = if decided <= 2 {
                    choices[random.random_range(0..choices.len())]
                } else {
                    EngineJob::new(decision.clone(), Level::Club).decide().unwrap().choice
                };
                Entry::decision(question.seat, choice)
            }
            _ => break,
        };
        table.apply(entry).unwrap();
    }
    Course::of(&table)
}

fn decisions(course: &Course) -> impl Iterator<Item = &ReviewQuestion> {
    let unforced =
        |question: &&ReviewQuestion| matches!(&question.matter, Matter::Decision(decided) if !decided.is_forced());
    course.questions().filter(unforced)
}

/// CPU time in seconds; on systems other than Linux, elapsed time.
fn spent<T>(work: impl FnOnce() -> T) -> f64 {
    let now = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    };
    let (core, clock) = (now(), Instant::now());
    std::hint::black_box(work());
    match (core, now()) {
        (Some(before), Some(after)) => (after - before) as f64 / 1e9,
        _ => clock.elapsed().as_secs_f64(),
    }
}

fn summary(seconds: &[f64]) -> (f64, f64) {
    (seconds.iter().sum::<f64>() / seconds.len() as f64, seconds.iter().copied().fold(0.0, f64::max))
}

/// One decision of a club player.
fn one_decision(game: Game, size: i64, number: u64) {
    // The first decisions of a round take longest, so use several rounds.
    let courses: Vec<Course> = (0..number.div_ceil(2)).map(|seed| course(game, size, seed, 8)).collect();
    let asked: Vec<&ReviewQuestion> = courses.iter().flat_map(|course| decisions(course).take(2)).collect();
    let stop = StopFlag::default();
    let review = |effort| {
        let seconds: Vec<f64> = asked.iter().map(|question| spent(|| question.answer(effort, &stop))).collect();
        summary(&seconds)
    };
    let (mean, worst) = review(Effort::Help);
    let (quick, quick_worst) = review(Effort::Quick);
    let alone: Vec<f64> = asked
        .iter()
        .map(|question| {
            let Matter::Decision(decided) = &question.matter else { panic!("it is a decision") };
            spent(|| EngineJob::full_strength(decided.decision.clone()).decide())
        })
        .collect();
    let (help, help_worst) = summary(&alone);
    println!(
        "{:<38} {mean:>6.3}  {worst:>6.3}        {quick:>6.3}  {quick_worst:>6.3}             {help:>6.3}  {help_worst:>6.3}",
        format!("{game} {size}, {} decisions", asked.len()),
    );
}

/// The elapsed time until the first decision is judged, with two threads.
fn first_answer(game: Game, size: i64) {
    let course = course(game, size, 3, 20);
    let (stop, began, first) = (StopFlag::default(), Instant::now(), Mutex::new(None));
    ReviewRun::of(course, Effort::Help, "").finish(2, &stop, &|_, answer| {
        if matches!(answer, ReviewAnswer::Judged(_)) {
            first.lock().unwrap().get_or_insert_with(|| began.elapsed().as_secs_f64());
            stop.set();
        }
    });
    println!(
        "{game} {size}, the first judged decision with two threads: after {:.2} s",
        first.lock().unwrap().unwrap()
    );
}

/// A Canoga round of 40 decisions, with the solution ready.
fn whole_round_of_canoga() {
    let course = course(Game::Canoga, 9, 1, 40);
    let review = || {
        let mut run = ReviewRun::of(course.clone(), Effort::Help, "");
        run.finish(1, &StopFlag::default(), &|_, _| ());
        run.review()
    };
    review();
    let (mean, worst) = summary(&(0..20).map(|_| spent(review)).collect::<Vec<_>>());
    println!("Canoga 9, {} decisions, once solved: {mean:.5} s, at worst {worst:.5} s", decisions(&course).count());
}
