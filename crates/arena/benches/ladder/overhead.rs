//! The arena's overhead on top of the engines' own time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parlor_arena::{Match, MatchProgress, MatchTally, Running, run};
use parlor_engine::{EngineJob, Limits};
use parlor_rules::{Choice, Decision, Game};

use crate::player;

/// About 10 ms of Kono on a slow core.
const NODES: u64 = 150_000;

/// Measures levels and bots in Kono, one move at a time.
///
/// A novice hardly searches, so its total time is an upper bound of the arena's overhead. The engine as a bot reports
/// its own search time; the rest of the time went to the arena, to pipes, and to reading and writing positions on both
/// sides.
pub(crate) fn measure() {
    let (moves, time, _) = play("novice", 500);
    println!("levels: {:.3} ms a move at most ({moves} moves)", 1000.0 * time.as_secs_f64() / moves as f64);
    for (name, pairs) in [("engine:1", 20), (&format!("engine:{NODES}"), 5)] {
        let (moves, time, thought) = play(name, pairs);
        let rest = time.saturating_sub(thought);
        println!(
            "{name}: {moves} moves, {:.2} ms of search each and {:.3} ms of other work: {:.1} % overhead",
            1000.0 * thought.as_secs_f64() / moves as f64,
            1000.0 * rest.as_secs_f64() / moves as f64,
            100.0 * rest.as_secs_f64() / thought.as_secs_f64(),
        );
    }
}

/// A match of a player with itself on one thread: the number of moves, their time, and the part of it that the bots
/// report as search time.
fn play(name: &str, pairs: u64) -> (u64, Duration, Duration) {
    let mut plan = Match::new(Game::Kono, 5, vec![player(name), player(name)]);
    plan.pairs = pairs;
    let running = Running::new(1);
    let (mut moves, mut thought) = (0, Duration::ZERO);
    let begun = Instant::now();
    run(&plan, &running, &mut MatchTally::new(&plan), &mut |progress| {
        match progress {
            // Four plays of each round are the opening.
            MatchProgress::Pair { pair, .. } => {
                moves += pair.rounds.iter().map(|round| u64::from(round.plays) - 4).sum::<u64>();
            }
            MatchProgress::Errors { text, .. } => {
                thought += Duration::from_nanos(text.lines().last().map_or(0, |line| line.parse().unwrap()));
            }
        }
        Ok(())
    })
    .unwrap();
    (moves, begun.elapsed(), thought)
}

/// The choice of the engine as a bot. Its last line on standard error is its total search time in nanoseconds.
pub(crate) fn think(decision: Decision, nodes: u64) -> Option<Choice> {
    static THOUGHT: AtomicU64 = AtomicU64::new(0);
    let begun = Instant::now();
    let judged = EngineJob { limits: Limits::effort(nodes), ..EngineJob::full_strength(decision) }.decide().ok();
    let time = begun.elapsed().as_nanos() as u64;
    eprintln!("{}", THOUGHT.fetch_add(time, Ordering::Relaxed) + time);
    judged.map(|judged| judged.choice)
}
