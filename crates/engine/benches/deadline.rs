//! How far answers overrun their deadline. `cargo bench -p parlor-engine --bench deadline -- [POSITIONS] [GAME]`
//!
//! For every game, size and level it prints the median, the 99th percentile and the maximum of the time beyond the
//! limit, over positions of whole random rounds; of the time after a stop flag is set; and of the first answer of a
//! fresh process, which pays for everything that is computed once. Other work on the machine shows in the numbers.

#[path = "../tests/support/rounds.rs"]
mod rounds;

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, Limits};
use parlor_rules::{Decision, Game, Level};

/// Milliseconds.
const LIMITS: [u64; 3] = [10, 30, 100];

/// The argument with which the program runs itself to measure a first answer.
const FIRST: &str = "first-answer";

fn main() {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if words.first().is_some_and(|word| word == FIRST) {
        println!("{}", first_answer(&words[1..]).as_micros());
        return;
    }
    let count = words.iter().find_map(|word| word.parse().ok()).unwrap_or(500);
    let only: Option<Game> = words.iter().find_map(|word| word.parse().ok());
    for game in Game::ALL.into_iter().filter(|game| only.is_none_or(|only| only == *game)) {
        for size in game.sizes() {
            for level in Level::ALL {
                measure(game, size, level, count);
            }
        }
    }
}

fn measure(game: Game, size: i64, level: Level, count: usize) {
    let first = first_answers(game, size, level, (count / 25).max(1));
    for (limit, overruns) in LIMITS.into_iter().zip(first) {
        show(game, size, level, limit, "first answer", overruns);
    }
    let decisions = rounds::decisions(game, size, count, 1);
    // Solves Canoga, which only the first answers should have to wait for.
    warm_up(&decisions[0]);
    for limit in LIMITS {
        let overruns = decisions.iter().map(|decision| past_deadline(decision, level, limit)).collect();
        show(game, size, level, limit, "deadline", overruns);
    }
    if level == Level::Master {
        let limit = LIMITS[1];
        let overruns = decisions.iter().map(|decision| past_stop(decision, level, limit)).collect();
        show(game, size, level, limit, "stop flag", overruns);
    }
}

fn warm_up(decision: &Decision) {
    let limits = Limits::effort(1);
    let job = EngineJob { limits, ..EngineJob::new(decision.clone(), Level::Master) };
    job.decide().expect("there is something to choose");
}

/// The time that an answer takes beyond its limit.
fn past_deadline(decision: &Decision, level: Level, millis: u64) -> Duration {
    let limit = Duration::from_millis(millis);
    let begin = Instant::now();
    let limits = Limits { deadline: Some(begin + limit), ..Limits::default() };
    let job = EngineJob { limits, ..EngineJob::new(decision.clone(), level) };
    job.decide().expect("there is something to choose");
    begin.elapsed().saturating_sub(limit)
}

/// The time that a search without a deadline takes to stop, if it hasn't finished by then.
fn past_stop(decision: &Decision, level: Level, millis: u64) -> Duration {
    let job = EngineJob::new(decision.clone(), level);
    let stop = job.limits.stop.clone();
    thread::scope(|scope| {
        let search = scope.spawn(|| job.decide().map_err(|_| Instant::now()));
        thread::sleep(Duration::from_millis(millis));
        let stopped = Instant::now();
        stop.set();
        match search.join().expect("the search doesn't panic") {
            Ok(_) => Duration::ZERO,
            Err(ended) => ended.saturating_duration_since(stopped),
        }
    })
}

/// For each limit, the overruns of the first answers of fresh processes.
fn first_answers(game: Game, size: i64, level: Level, count: usize) -> [Vec<Duration>; 3] {
    let program = std::env::current_exe().expect("the program has a path");
    LIMITS.map(|limit| {
        let overrun = |seed: usize| {
            let words = [game.to_string(), size.to_string(), level.to_string(), limit.to_string(), seed.to_string()];
            let output = Command::new(&program).arg(FIRST).args(words).output().expect("the program can be started");
            let micros = String::from_utf8(output.stdout).expect("a number");
            Duration::from_micros(micros.trim().parse().expect("a number"))
        };
        (0..count).map(overrun).collect()
    })
}

fn first_answer(words: &[String]) -> Duration {
    let [game, size, level, limit, seed] = words else { panic!("game, size, level, limit and seed") };
    let number = |word: &String| word.parse::<u64>().expect("a number");
    let game: Game = game.parse().expect("a game");
    let decisions = rounds::decisions(game, number(size).cast_signed(), 1, number(seed));
    let decision = &decisions[number(seed) as usize % decisions.len()];
    past_deadline(decision, level.parse().expect("a level"), number(limit))
}

fn show(game: Game, size: i64, level: Level, limit: u64, what: &str, mut overruns: Vec<Duration>) {
    overruns.sort_unstable();
    let last = overruns.len() - 1;
    let percentile = |percent: usize| overruns[last * percent / 100].as_secs_f64() * 1e3;
    println!(
        "{game:7} {size:2} {:6} {limit:3} ms {what:12} {:4} answers: p50 {:6.2} ms, p99 {:6.2} ms, max {:6.2} ms beyond",
        level.to_string(),
        overruns.len(),
        percentile(50),
        percentile(99),
        percentile(100)
    );
}
