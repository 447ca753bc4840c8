//! Speed of the rules on one core. Also shows that playing allocates nothing.

#![allow(clippy::unwrap_used, reason = "a failed unwrap stops the benchmark, as it should")]

use std::hint::black_box;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use parlor_rules::{DiceCount, Seat, Throw, canoga, congkak, kono};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

// Reports allocations next to the times; there should be none.
#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// A position and the move that a random player made in it.
fn random_plays<D: Copy, M: Copy>(
    plays: usize,
    start: impl Fn(Seat) -> D,
    mut step: impl FnMut(D, &mut ChaCha8Rng) -> Option<(M, D)>,
) -> Vec<(D, M)> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut list = Vec::with_capacity(plays);
    let mut now = start(Seat::Human);
    while list.len() < plays {
        match step(now, &mut random) {
            Some((chosen, after)) => {
                list.push((now, chosen));
                now = after;
            }
            None => now = start(if list.len() % 2 == 0 { Seat::Human } else { Seat::Computer }),
        }
    }
    list
}

const PLAYS: usize = 10_000;

/// The cost of a play in a random round, including the check that it is legal.
#[divan::bench(args = [5, 7, 9, 11])]
fn congkak_plays(bencher: Bencher, pits: i64) {
    let size = congkak::Size::new(pits).unwrap();
    let list = random_plays(
        PLAYS,
        |first| congkak::Position::start(size, first),
        |now, random| {
            let count = now.legal_moves().count();
            let chosen = now.legal_moves().nth(random.random_range(0..count.max(1)))?;
            Some((chosen, now.play(chosen).unwrap()))
        },
    );
    bencher.counter(ItemsCount::new(PLAYS)).bench_local(|| {
        for (position, chosen) in &list {
            black_box(position.play(*chosen)).unwrap();
        }
    });
}

/// Whole random rounds: listing, choosing and playing, from start to end.
#[divan::bench(args = [7])]
fn congkak_random_rounds(bencher: Bencher, pits: i64) {
    let size = congkak::Size::new(pits).unwrap();
    let round = || {
        let mut plays = 0_u64;
        for seed in 0..500_u64 {
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            let mut now = congkak::Position::start(size, Seat::Human);
            while now.turn().is_some() {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let count = now.legal_moves().count() as u64;
                let chosen = now.legal_moves().nth((random % count) as usize).unwrap();
                now = now.play(chosen).unwrap();
                plays += 1;
            }
        }
        plays
    };
    bencher.counter(ItemsCount::new(round())).bench_local(round);
}

fn kono_perft(position: &kono::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    for chosen in position.legal_moves() {
        let mut after = *position;
        after.advance(chosen).unwrap();
        sum += kono_perft(&after, depth - 1);
    }
    sum
}

/// Plays every sequence of steps to this depth one by one, without bulk counting.
#[divan::bench(args = [5, 7, 9])]
fn kono_perft_moves(bencher: Bencher, points: i64) {
    let size = kono::Size::new(points).unwrap();
    let start = kono::Position::start(size, Seat::Human, kono::Color::White);
    let depth = 5;
    let moves: u64 = (1..=depth).map(|depth| kono_perft(&start, depth)).sum();
    bencher.counter(ItemsCount::new(moves)).bench_local(|| kono_perft(black_box(&start), depth));
}

/// Random throws and moves: throwing, listing and playing.
#[divan::bench(args = [9, 10, 11])]
fn canoga_moves(bencher: Bencher, squares: i64) {
    let size = canoga::Size::new(squares).unwrap();
    let throws: Vec<Throw> = Throw::all(DiceCount::Two).collect();
    let list = random_plays(
        PLAYS,
        |first| canoga::Position::start(size, first, None),
        |mut now, random| loop {
            if now.outcome().is_some() {
                return None;
            }
            let thrown = now.throw(throws[random.random_range(0..throws.len())]).unwrap();
            let count = thrown.legal_moves().count();
            if count > 0 {
                let chosen = thrown.legal_moves().nth(random.random_range(0..count)).unwrap();
                return Some(((thrown.throw(), chosen), thrown.play(chosen).unwrap()));
            }
            now = thrown.pass().unwrap();
        },
    );
    bencher.counter(ItemsCount::new(PLAYS)).bench_local(|| {
        for (position, (throw, chosen)) in &list {
            // The previous position's turn may have ended with a throw that isn't in the list.
            let Ok(thrown) = position.throw(*throw) else { continue };
            let _ = black_box(thrown.play(*chosen));
        }
    });
}

/// Also lists every legal move of the throw.
#[divan::bench(args = [9, 10, 11])]
fn canoga_listed_moves(bencher: Bencher, squares: i64) {
    let size = canoga::Size::new(squares).unwrap();
    let start = canoga::Position::start(size, Seat::Human, None);
    let throws: Vec<Throw> = Throw::all(DiceCount::Two).collect();
    let count = |position: &canoga::Position| {
        let mut moves = 0_u64;
        for &throw in &throws {
            let thrown = position.throw(throw).unwrap();
            for chosen in thrown.legal_moves() {
                let after = thrown.play(chosen).unwrap();
                if after.outcome().is_some() {
                    continue;
                }
                for &throw in &throws {
                    let thrown = after.throw(throw).unwrap();
                    for chosen in thrown.legal_moves() {
                        black_box(thrown.play(chosen)).unwrap();
                        moves += 1;
                    }
                }
            }
        }
        moves
    };
    bencher.counter(ItemsCount::new(count(&start))).bench_local(|| count(black_box(&start)));
}
