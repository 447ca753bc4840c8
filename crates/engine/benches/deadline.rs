//! Measures how far answers overrun their deadline. `cargo bench -p parlor-engine --bench deadline -- [POSITIONS]
//! [GAME]`
//!
//! For every game, size and level it prints the median, the 99th percentile and the maximum of three times: the time
//! beyond the limit, over positions of whole random rounds; the time to stop after a stop flag is set; and the time
//! beyond the limit for the first answer of a fresh process, which includes everything that is computed once.
//!
//! On a busy machine a thread may have to wait for a processor, whatever the engine does. Where the system reports how
//! long, the figures are also given without that time. These are lower bounds, because some of the waiting may have
//! been before the limit.

#[path = "../tests/all/rounds.rs"]
mod rounds;

use std::fs;
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, Limits};
use parlor_rules::{Decision, Game, Level};

const LIMITS: [u64; 3] = [10, 30, 100];

/// The argument with which the program runs itself to measure a first answer.
const FIRST: &str = "first-answer";

fn main() {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if words.first().is_some_and(|word| word == FIRST) {
        let Overrun { time, waited } = first_answer(&words[1..]);
        println!("{} {}", time.as_micros(), waited.as_micros());
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
        show(game, size, level, limit, "first answer", &overruns);
    }
    let decisions = rounds::decisions(game, size, count, 1);
    // Solves Canoga now, because only the first answers should have to wait for that.
    warm_up(&decisions[0]);
    for limit in LIMITS {
        let overruns: Vec<Overrun> =
            decisions.iter().map(|decision| observe(|| past_deadline(decision, level, limit))).collect();
        show(game, size, level, limit, "deadline", &overruns);
    }
    if level == Level::Master {
        let limit = LIMITS[1];
        let overruns: Vec<Overrun> = decisions.iter().map(|decision| past_stop(decision, level, limit)).collect();
        show(game, size, level, limit, "stop flag", &overruns);
    }
}

fn warm_up(decision: &Decision) {
    let limits = Limits::effort(1);
    let job = EngineJob { limits, ..EngineJob::new(decision.clone(), Level::Master) };
    job.decide().expect("there is something to choose");
}

/// The time that an answer took beyond its limit.
#[derive(Clone, Copy)]
struct Overrun {
    time: Duration,
    /// The time that the thread waited for a processor during the answer.
    waited: Duration,
}

/// The time that this thread has waited for a processor so far; zero if the system doesn't report it.
fn waited() -> Duration {
    let line = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = line.and_then(|text| text.split(' ').nth(1)?.parse().ok());
    nanos.map_or(Duration::ZERO, Duration::from_nanos)
}

/// Runs `answer`, which returns the time beyond its limit.
fn observe(answer: impl FnOnce() -> Duration) -> Overrun {
    let before = waited();
    let time = answer();
    Overrun { time, waited: waited().saturating_sub(before) }
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
fn past_stop(decision: &Decision, level: Level, millis: u64) -> Overrun {
    let job = EngineJob::new(decision.clone(), level);
    let (stop, begin) = (job.limits.stop.clone(), Instant::now());
    let set_at = Mutex::new(begin);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(millis));
            *set_at.lock().expect("no thread panics") = Instant::now();
            stop.set();
        });
        observe(|| match job.decide() {
            Ok(_) => Duration::ZERO,
            Err(_) => set_at.lock().expect("no thread panics").elapsed(),
        })
    })
}

/// For each limit, the overruns of the first answers of fresh processes.
fn first_answers(game: Game, size: i64, level: Level, count: usize) -> [Vec<Overrun>; 3] {
    let program = std::env::current_exe().expect("the program has a path");
    LIMITS.map(|limit| {
        let overrun = |seed: usize| {
            let words = [game.to_string(), size.to_string(), level.to_string(), limit.to_string(), seed.to_string()];
            let output = Command::new(&program).arg(FIRST).args(words).output().expect("the program can be started");
            let line = String::from_utf8(output.stdout).expect("a line of text");
            let (time, waited) = line.trim().split_once(' ').expect("two numbers");
            let micros = |word: &str| Duration::from_micros(word.parse().expect("a number"));
            Overrun { time: micros(time), waited: micros(waited) }
        };
        (0..count).map(overrun).collect()
    })
}

fn first_answer(words: &[String]) -> Overrun {
    let [game, size, level, limit, seed] = words else { panic!("game, size, level, limit and seed") };
    let number = |word: &String| word.parse::<u64>().expect("a number");
    let game: Game = game.parse().expect("a game");
    let decisions = rounds::decisions(game, number(size).cast_signed(), 1, number(seed));
    let decision = &decisions[number(seed) as usize % decisions.len()];
    observe(|| past_deadline(decision, level.parse().expect("a level"), number(limit)))
}

fn show(game: Game, size: i64, level: Level, limit: u64, what: &str, overruns: &[Overrun]) {
    let percentiles = |time: fn(&Overrun) -> Duration| {
        let mut times: Vec<Duration> = overruns.iter().map(time).collect();
        times.sort_unstable();
        let percentile = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
        format!("p50 {:.2}, p99 {:.2}, max {:.2}", percentile(50), percentile(99), percentile(100))
    };
    println!(
        "{game:7} {size:2} {:6} {limit:3} ms {what:12} {:4} answers, ms beyond: {}; without waiting: {}",
        level.to_string(),
        overruns.len(),
        percentiles(|one| one.time),
        percentiles(|one| one.time.saturating_sub(one.waited)),
    );
}
