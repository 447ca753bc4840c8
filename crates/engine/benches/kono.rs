//! Speed of Kono's search on one core, with a fixed number of nodes. `cargo bench -p parlor-engine --bench kono`

#![allow(clippy::unwrap_used, reason = "in a benchmark an unwrap is an assertion")]

use divan::Bencher;
use divan::counter::ItemsCount;
use parlor_engine::kono::Searcher;
use parlor_engine::{EngineJob, Limits};
use parlor_rules::kono::{Color, Size, Standing};
use parlor_rules::{Decision, Level, Seat};

fn main() {
    divan::main();
}

const NODES: u64 = 1_000_000;

fn start(size: Size) -> Standing {
    Standing::new(size).choose(Seat::Human, Color::White)
}

/// Nodes per second from the start of a round.
#[divan::bench(args = [5, 7, 9], sample_count = 5)]
fn search(bencher: Bencher, points: i64) {
    let size = Size::new(points).unwrap();
    let start = start(size);
    let limits = Limits::effort(NODES);
    bencher
        .counter(ItemsCount::new(NODES))
        .with_inputs(|| Searcher::new(size, 18))
        .bench_local_values(|mut searcher| searcher.search(&start, None, &limits, |_| ()));
}

/// A whole answer of each level, including its reasons.
#[divan::bench(args = Level::ALL, sample_count = 2)]
fn answer(bencher: Bencher, level: Level) {
    let start = start(Size::ALL[0]);
    bencher.bench_local(|| EngineJob::new(Decision::Kono(start.clone()), level).decide());
}
