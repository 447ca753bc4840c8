//! The example in Rust is short, speaks the protocol, and beats novice with 95 % confidence.

use parlor_arena::check::check;
use parlor_arena::{BotLimits, Match, MatchPlayer, MatchTally, Running, run};
use parlor_rules::{Game, Level};

/// The example, which `cargo test` builds before it runs the tests of its crate.
fn example() -> MatchPlayer {
    let tests = std::env::current_exe().unwrap();
    let file = tests.parent().unwrap().parent().unwrap().join("examples/kono");
    assert!(file.exists(), "cargo build -p parlor-arena --example kono builds {}", file.display());
    format!("cmd:'{}'", file.display()).parse().unwrap()
}

#[test]
fn the_rust_example_beats_novice() {
    let mut plan = Match::new(Game::Kono, 5, vec![example(), MatchPlayer::level(Level::Novice)]);
    plan.pairs = 20;
    let mut tally = MatchTally::new(&plan);
    run(&plan, &Running::new(2), &mut tally, &mut |_| Ok(())).unwrap();
    let pairing = &tally.pairings[0];
    println!("{:?} {:?}", pairing.results, pairing.counts.los());
    assert_eq!(pairing.faults[0].all(), 0, "{:?}", pairing.faults[0]);
    assert!(pairing.counts.los().unwrap() > 0.95, "{:?}", pairing.results);
    assert!(include_str!("../../../../examples/bots/kono.rs").lines().count() < 80);
}

#[test]
fn the_rust_example_speaks_the_protocol() {
    let points = check(&example(), None, None, BotLimits::default(), &mut |_| ());
    let wrong: Vec<_> = points.iter().filter(|point| point.is_wrong()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(points.len(), 28);
}
