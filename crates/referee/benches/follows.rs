//! The processor time that `parlor follows` takes to judge one turn: the median and the slowest of many pairs of saves. Half of the second
//! saves are the result of a turn; the others are the end of another turn, so that the whole turn is searched in vain.
//!
//! `cargo bench -p parlor-referee --bench follows`, and `-- 500` for 500 pairs of each kind.

#![allow(clippy::unwrap_used, reason = "a bench that unwraps nothing fails, as it should")]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use parlor_referee::{Query, Ruling, follows};
use parlor_rules::{Choice, Decision, Game, Seat, Standing, Throw, canoga, congkak, kono};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const PAIRS: usize = 100;

fn main() {
    // Cargo adds --bench.
    let pairs = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(PAIRS);
    println!("| game, size | follows: median, slowest | doesn't: median, slowest | not decided |");
    println!("|---|---|---|---|");
    for game in Game::ALL {
        for size in game.sizes() {
            let [right, wrong] = measure(game, size, pairs);
            println!(
                "| {game} {size} | {} | {} | {} |",
                right.words(),
                wrong.words(),
                right.undecided + wrong.undecided
            );
        }
    }
}

#[derive(Default)]
struct Times {
    taken: Vec<Duration>,
    undecided: usize,
}

impl Times {
    fn judge(&mut self, before: &Standing, after: &Standing) {
        let begun = processor_time();
        let verdict = follows(&Query::new(before, after));
        self.taken.push(processor_time().saturating_sub(begun));
        self.undecided += usize::from(matches!(verdict, Some(Ruling::NotDecided { .. })));
    }

    fn words(&self) -> String {
        let mut sorted = self.taken.clone();
        sorted.sort();
        let millis = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
        format!("{}, {}", millis(sorted[sorted.len() / 2]), millis(*sorted.last().unwrap()))
    }
}

/// The CPU time of this thread on Linux, and wall-clock time elsewhere.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let nanoseconds = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok()
    };
    nanoseconds().map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn measure(game: Game, size: i64, pairs: usize) -> [Times; 2] {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let [mut right, mut wrong] = [Times::default(), Times::default()];
    while right.taken.len() < pairs {
        let turns = round(game, size, &mut random);
        let at = random.random_range(0..turns.len() - 1);
        right.judge(&turns[at], &turns[at + 1]);
        // Another turn of the same player, or one of another round.
        let other = round(game, size, &mut random);
        let place = random.random_range(1..other.len());
        wrong.judge(&turns[at], &other[place]);
    }
    [right, wrong]
}

/// The standings of a random round, one after each turn.
fn round(game: Game, size: i64, random: &mut ChaCha8Rng) -> Vec<Standing> {
    let first = Seat::BOTH[random.random_range(0..2)];
    let mut now: Standing = match game {
        Game::Canoga => canoga::Standing::new(canoga::Size::new(size).unwrap(), first).into(),
        Game::Congkak => congkak::Standing::new(congkak::Size::new(size).unwrap(), first).into(),
        Game::Kono => kono::Standing::new(kono::Size::new(size).unwrap()).choose(first, kono::Color::White).into(),
    };
    let mut turns = vec![now.clone()];
    while now.outcome().is_none() {
        let mover = now.turn();
        while now.turn() == mover && now.outcome().is_none() {
            play(&mut now, random);
        }
        turns.push(now.clone());
    }
    turns
}

fn play(now: &mut Standing, random: &mut ChaCha8Rng) {
    let mut any = |choices: &[Choice]| choices[random.random_range(0..choices.len())];
    match now {
        Standing::Canoga(standing) => {
            let Choice::Dice(dice) = any(&Decision::Dice(standing.position).choices()) else { unreachable!() };
            let throws: Vec<Throw> = Throw::all(dice).collect();
            let thrown = standing.position.throw(throws[random.random_range(0..throws.len())]).unwrap();
            let moves: Vec<canoga::Move> = thrown.legal_moves().collect();
            standing.position = match moves.len() {
                0 => thrown.pass().unwrap(),
                count => thrown.play(moves[random.random_range(0..count)]).unwrap(),
            };
        }
        Standing::Congkak(standing) => {
            let Choice::Congkak(pit) = any(&Decision::Congkak(standing.position).choices()) else { unreachable!() };
            standing.position = standing.position.play(pit).unwrap();
        }
        Standing::Kono(standing) => {
            let Choice::Kono(chosen) = any(&Decision::Kono(standing.clone()).choices()) else { unreachable!() };
            standing.play(chosen).unwrap();
        }
    }
}
