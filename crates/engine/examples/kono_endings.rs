//! Compares the values and moves of help in random endings on 5×5 with the solved endings.
//!
//! `cargo run --release -p parlor-engine --example kono_endings -- PIECES COUNT [POSITIONS]`: random endings with this number of
//! pieces, and the number of positions that a search may look at (help's usual number by default).

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "an example for developers")]

use std::ops::ControlFlow;
use std::time::Instant;

use parlor_engine::kono::Tablebase;
use parlor_engine::{EngineJob, Limits};
use parlor_rules::kono::{Cell, Color, Draft, Standing};
use parlor_rules::{Choice, Decision, Pair, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Values in whole points are equal if they differ by less than this.
const EQUAL: f64 = 0.5;

/// A random ending with a player to move, in which both players have pieces and half of all pieces may capture.
fn random_ending(random: &mut ChaCha8Rng, pieces: usize) -> Option<Standing> {
    let mut board = vec![vec![Cell::Vacant; 5]; 5];
    for _ in 0..pieces {
        let cell = &mut board[random.random_range(0..5)][random.random_range(0..5)];
        let color = if random.random() { Color::White } else { Color::Black };
        *cell = Cell::Piece { color, captures: random.random() };
    }
    let draft = Draft {
        size: 5,
        round: 1,
        colors: Pair { human: Some(Color::White), computer: Some(Color::Black) },
        scores: Pair { human: 0, computer: 0 },
        board,
        next: Some(if random.random() { Seat::Human } else { Seat::Computer }),
        history: vec![],
        over: None,
    };
    let standing = draft.check().ok()?;
    let count = |color| standing.board().count(color) as usize;
    let playing = standing.position.is_some_and(|position| position.turn().is_some());
    (playing && count(Color::White) + count(Color::Black) == pieces).then_some(standing)
}

/// Sums over endings.
#[derive(Default)]
struct Differences {
    endings: u32,
    differ: u32,
    sum: f64,
    most: f64,
    /// The endings in which the chosen move gives something away, and how much.
    costly: u32,
    cost: i32,
}

impl Differences {
    fn add(&mut self, difference: f64, cost: i32) {
        self.endings += 1;
        self.differ += u32::from(difference >= EQUAL);
        self.sum += difference;
        self.most = self.most.max(difference);
        self.costly += u32::from(cost > 0);
        self.cost += cost;
    }

    fn print(&self, name: &str) {
        let Differences { endings, differ, sum, most, costly, cost } = self;
        let mean = |sum: f64| sum / f64::from(*endings).max(1.0);
        println!(
            "{name}: {endings} endings; the value differs in {differ}, by {:.2} points on average over all and {most:.2} at most; \
             {costly} moves give something away, {:.3} points on average over all",
            mean(*sum),
            mean(f64::from(*cost)),
        );
    }
}

fn main() {
    let arguments: Vec<u64> = std::env::args().skip(1).map(|argument| argument.parse().unwrap()).collect();
    let (pieces, count) = (arguments[0], arguments[1]);
    let limits = arguments.get(2).map_or_else(Limits::default, |&nodes| Limits::effort(nodes));
    let begin = Instant::now();
    let solved = Tablebase::solve(pieces as u8, |_| ControlFlow::Continue(())).unwrap();
    println!("{} positions solved in {:.1} s", solved.positions(), begin.elapsed().as_secs_f64());
    // Endings whose value has settled long before the limit, so that it can't depend on the number of moves left.
    let limit = Tablebase::SIZE.quiet_limit();
    let (mut searched, mut proven) = (Differences::default(), Differences::default());
    let begin = Instant::now();
    for seed in 0.. {
        let done = searched.endings + proven.endings;
        if u64::from(done) >= count {
            break;
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let Some(standing) = random_ending(&mut random, pieces as usize) else { continue };
        let Some(value) = solved.value(&standing.position.unwrap(), limit - limit / 5) else { continue };
        let Some(ranked) = solved.rank(&standing) else { continue };
        let job = EngineJob { limits: limits.clone(), ..EngineJob::full_strength(Decision::Kono(standing)) };
        let best = job.decide().unwrap();
        let Choice::Kono(chosen) = best.choice else { panic!("{best:?}") };
        let after = ranked.iter().find(|ranked| ranked.chosen == chosen).unwrap();
        let group = if best.exact { &mut proven } else { &mut searched };
        group.add((best.value - f64::from(value)).abs(), value - after.value);
        if (done + 1) % 100 == 0 {
            println!("after {:.0} s:", begin.elapsed().as_secs_f64());
            searched.print("searched");
            proven.print("exact");
        }
    }
    searched.print("searched");
    proven.print("exact");
}
