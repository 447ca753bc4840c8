//! Speed of solving Canoga, compared with a plain solver, and of playing it.
//! `cargo bench -p parlor-engine --bench canoga`

use std::collections::BTreeMap;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use parlor_engine::EngineJob;
use parlor_engine::canoga::{Solution, solution};
use parlor_rules::canoga::{Handicap, Position, Size, Thrown};
use parlor_rules::{Choice, Decision, DiceCount, Level, Seat, Throw};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The best time of each solver and size.
static TIMES: Mutex<BTreeMap<(u8, &str), Duration>> = Mutex::new(BTreeMap::new());

// Reports the memory that a solver uses.
#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
    let times = TIMES.lock().expect("no benchmark failed");
    for squares in [9, 10, 11] {
        if let (Some(plain), Some(fast)) = (times.get(&(squares, "plain")), times.get(&(squares, "fast"))) {
            let ratio = plain.as_secs_f64() / fast.as_secs_f64();
            println!("rows of {squares}: {fast:.2?}, 1/{ratio:.0} of the plain solver's {plain:.2?}");
        }
    }
}

fn timed<T>(squares: u8, solver: &'static str, solve: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let solved = solve();
    let took = begin.elapsed();
    let mut times = TIMES.lock().expect("no benchmark failed");
    times.entry((squares, solver)).and_modify(|best| *best = took.min(*best)).or_insert(took);
    solved
}

const RESIDUAL: f32 = 1e-4;

#[divan::bench(args = [9, 10, 11], sample_count = 5, sample_size = 1)]
fn solve(squares: u8) -> Solution {
    timed(squares, "fast", || {
        Solution::solve_to(squares, RESIDUAL, |_| ControlFlow::Continue(())).expect("no one asked to stop")
    })
}

#[divan::bench(args = [9, 10, 11], sample_count = 1, sample_size = 1)]
fn solve_plainly(squares: u8) -> Vec<f32> {
    timed(squares, "plain", || plain(squares.into()))
}

/// A straightforward solver: it updates values in place, visits boards in a sensible order, lists the sets of every
/// sum, and stops when no value changes by more than the residual.
#[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "all of these are small whole numbers")]
fn plain(squares: u32) -> Vec<f32> {
    let rows = 1usize << squares;
    let full = rows - 1;
    let points: Vec<f32> =
        (0..rows).map(|row| (0..squares).filter(|bit| row >> bit & 1 == 1).map(|bit| bit as f32 + 1.0).sum()).collect();
    let mut sets = vec![Vec::new(); 13];
    for (set, &sum) in points.iter().enumerate().skip(1) {
        if sum <= 12.0 {
            sets[sum as usize].push(set);
        }
    }
    let mut boards: Vec<(usize, usize)> = (0..full).flat_map(|own| (0..full).map(move |other| (own, other))).collect();
    // A player who is far ahead is nearly done, so those values converge first.
    boards.sort_by_key(|(own, other)| other.count_ones() as i32 - own.count_ones() as i32);
    let mut values = vec![0f32; rows * rows];
    let high = full & !0b11_1111;
    loop {
        let mut change = 0f32;
        for &(own, other) in &boards {
            let mut best = [0f32; 13];
            for (sum, sets) in sets.iter().enumerate().skip(1) {
                let mut found = f32::NEG_INFINITY;
                for &set in sets {
                    if set & own == 0 {
                        let after = own | set;
                        let won = after == full;
                        found =
                            found.max(if won { points[full] - points[other] } else { values[after * rows + other] });
                    }
                    if set & !other == 0 {
                        let after = other & !set;
                        found = found.max(if after == 0 { points[own] } else { values[own * rows + after] });
                    }
                }
                best[sum] = if found == f32::NEG_INFINITY { -values[other * rows + own] } else { found };
            }
            let mut value: f32 = (2..=12).map(|sum| best[sum] * (6 - sum.abs_diff(7)) as f32 / 36.0).sum();
            if own & high == high {
                value = value.max(best[1..=6].iter().sum::<f32>() / 6.0);
            }
            change = change.max((value - values[own * rows + other]).abs());
            values[own * rows + other] = value;
        }
        if change <= RESIDUAL {
            return values;
        }
    }
}

fn positions(size: Size, handicap: Option<Handicap>) -> Vec<Thrown> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut list = Vec::new();
    let mut position = Position::start(size, Seat::Human, handicap);
    while list.len() < 100 {
        let throws: Vec<Throw> = Throw::all(DiceCount::Two).collect();
        let thrown = position.throw(throws[random.random_range(0..36)]).expect("the round isn't over");
        list.push(thrown);
        let count = thrown.legal_moves().count();
        position = match thrown.legal_moves().nth(random.random_range(0..count.max(1))) {
            Some(chosen) => thrown.play(chosen).expect("listed moves can be played"),
            None => thrown.pass().expect("there is no move"),
        };
        if position.outcome().is_some() {
            position = Position::start(size, Seat::Human, handicap);
        }
    }
    list
}

fn decide(decision: Decision) -> Option<Choice> {
    EngineJob::full_strength(decision).decide().ok().map(|best| best.choice)
}

/// A move with its reasons, on positions of random rounds.
#[divan::bench(args = Level::ALL)]
fn best(bencher: Bencher, level: Level) {
    let list = positions(Size::ALL[2], None);
    solution(Size::ALL[2]);
    bencher.counter(ItemsCount::new(list.len())).bench(|| {
        for thrown in &list {
            black_box(EngineJob::new(Decision::Canoga(*thrown), level).decide().ok());
        }
    });
}

/// The start with a square locked, so that the whole first turn has to be computed.
#[divan::bench]
fn best_with_a_lock(bencher: Bencher) {
    let start = Position::start(Size::ALL[2], Seat::Human, Some(Handicap { owner: Seat::Computer, square: 1 }));
    let thrown = start.throw("6 1".parse().expect("a throw")).expect("the round isn't over");
    solution(Size::ALL[2]);
    bencher.bench(|| decide(Decision::Canoga(thrown)));
}

/// Whole rounds, master against master.
#[divan::bench(sample_count = 20)]
fn rounds(bencher: Bencher) {
    const ROUNDS: u32 = 20;
    let size = Size::ALL[0];
    solution(size);
    let mut random = ChaCha8Rng::seed_from_u64(2);
    bencher.counter(ItemsCount::new(ROUNDS)).bench_local(|| {
        for _ in 0..ROUNDS {
            let mut position = Position::start(size, Seat::Human, None);
            while position.outcome().is_none() {
                let Some(Choice::Dice(dice)) = decide(Decision::Dice(position)) else { panic!("the round isn't over") };
                let throws: Vec<Throw> = Throw::all(dice).collect();
                let thrown = position.throw(throws[random.random_range(0..throws.len())]).expect("these may be thrown");
                position = match decide(Decision::Canoga(thrown)) {
                    Some(Choice::Canoga(chosen)) => thrown.play(chosen).expect("a legal move"),
                    _ => thrown.pass().expect("there is no move"),
                };
            }
        }
    });
}
