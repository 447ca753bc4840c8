//! Speed of Congkak's computer player on one core. `cargo bench -p parlor-engine --bench congkak`
#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]

use divan::Bencher;
use divan::counter::ItemsCount;
use parlor_engine::{EngineJob, Limits, congkak as engine};
use parlor_rules::congkak::{Position, Size};
use parlor_rules::{Decision, Level, Seat};

fn main() {
    divan::main();
}

fn start(pits: i64) -> Position {
    Position::start(Size::new(pits).unwrap(), Seat::Human)
}

/// Plays per second while planning a turn.
#[divan::bench(args = [5, 6, 7, 8, 9, 10, 11], sample_count = 5, sample_size = 1)]
fn planning_plays(bencher: Bencher, pits: i64) {
    let start = start(pits);
    let limits = Limits::effort(10_000_000);
    let plays = engine::best_turn(&start, &limits, &mut |_| ()).unwrap().plays;
    bencher.counter(ItemsCount::new(plays)).bench_local(|| engine::best_turn(&start, &limits, &mut |_| ()));
}

/// Plays per second while solving a round to its end.
#[divan::bench(args = [5, 7, 9], sample_count = 5, sample_size = 1)]
fn solving_plays(bencher: Bencher, pits: i64) {
    let start = start(pits);
    let limits = Limits::effort(4_000_000);
    let plays = engine::solve_round(&start, &limits).plays;
    bencher.counter(ItemsCount::new(plays)).bench_local(|| engine::solve_round(&start, &limits));
}

/// One answer of `master` from the start, with the default effort.
#[divan::bench(args = [5, 6, 7, 8, 9, 10, 11], sample_count = 3, sample_size = 1)]
fn best_from_the_start(bencher: Bencher, pits: i64) {
    let start = start(pits);
    bencher.bench_local(|| EngineJob::new(Decision::Congkak(start), Level::Master).decide());
}

#[divan::bench(args = [7, 11])]
fn club_from_the_start(bencher: Bencher, pits: i64) {
    let start = start(pits);
    bencher.bench_local(|| EngineJob::new(Decision::Congkak(start), Level::Club).decide());
}
