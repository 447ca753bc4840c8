//! What Congkak's levels do over a turn and over a round, with the plans and seeds of real games.

use std::collections::BTreeSet;

use parlor_engine::{EngineJob, Plan};
use parlor_rules::congkak::{Position, Size};
use parlor_rules::{Choice, Decision, Level, Seat};
use parlor_testkit::effort;

/// Plays until `ended`, and returns the plays and the position.
fn play(size: i64, level: Level, seed: u64, ended: impl Fn(&Position) -> bool) -> (String, Position) {
    let mut position = Position::start(Size::new(size).unwrap(), Seat::Human);
    let (mut plan, mut line) = (None, String::new());
    while position.turn().is_some() && !ended(&position) {
        let seed = Some(seed.rotate_left(32) ^ line.len() as u64);
        let job = EngineJob { seed, plan: plan.take(), ..EngineJob::new(Decision::Congkak(position), level) };
        let decided = job.decide().unwrap();
        let Choice::Congkak(pit) = decided.choice else { panic!("{:?} isn't a pit", decided.choice) };
        let pits = decided.plan[1..].to_vec();
        plan = Some(Plan { pits, value: decided.value, exact: decided.exact });
        position = position.play(pit).unwrap();
        line.push_str(&pit.to_string());
    }
    (line, position)
}

#[test]
fn the_lower_levels_leave_a_third_after_the_first_turn() {
    for size in [5, 7, 11] {
        for level in [Level::Novice, Level::Club] {
            let count = effort(20, 200);
            let leaves_a_third = |&seed: &u64| {
                let (_, after) = play(size, level, seed, |position| position.turn() != Some(Seat::Human));
                let row: u32 = after.pits(Seat::Computer).iter().map(|&seeds| u32::from(seeds)).sum();
                3 * (row + u32::from(after.store(Seat::Computer))) >= after.size().seeds()
            };
            let kept = (0..count).filter(leaves_a_third).count() as u64;
            assert!(10 * kept >= 8 * count, "{size} pits, {level}: {kept} of {count}");
        }
    }
}

#[test]
fn other_seeds_give_other_rounds() {
    for level in [Level::Novice, Level::Club, Level::Expert] {
        let lines: BTreeSet<String> = (0..10).map(|seed| play(7, level, seed, |_| false).0).collect();
        assert!(lines.len() >= 8, "{level}: {} different rounds", lines.len());
        assert_eq!(play(7, level, 3, |_| false), play(7, level, 3, |_| false), "a seed always gives the same round");
    }
}

/// Three turns end the round 49 to 1 on five pits, and all of them are played.
#[test]
fn master_chooses_among_equal_turns() {
    let turns: BTreeSet<String> =
        (0..20).map(|seed| play(5, Level::Master, seed, |position| position.turn() != Some(Seat::Human)).0).collect();
    assert_eq!(turns.len(), 3, "{turns:?}");
}
