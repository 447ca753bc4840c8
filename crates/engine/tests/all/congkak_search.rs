//! Every search of Congkak's player finds what plain exhaustive search finds.
#![allow(clippy::float_cmp, reason = "values are whole seeds")]

use std::time::{Duration, Instant};

use ask::{Chosen, best, rank};
use parlor_engine::Limits;
use parlor_engine::congkak::{best_turn, solve_round};
use parlor_rules::congkak::{Position, Size};
use parlor_rules::{Level, Seat};
use parlor_testkit::effort;

use crate::ask;
use crate::congkak_twin;
use congkak_twin::{Positions, is_whole_turn, most_in_a_long_turn, most_in_a_turn, outcome, replay};

/// Small positions of all kinds: played out on 5 to 7 pits, and made up on 5.
fn small_positions(count: usize, most: u8) -> Vec<Position> {
    let mut positions = Positions::new(6);
    let list: Vec<Position> = (0..count)
        .map(|i| match i % 4 {
            3 => positions.made_up(5, most),
            pits => positions.played(5 + pits as u8, most),
        })
        .collect();
    assert!(list.len() >= 1000);
    list
}

#[test]
fn a_solved_round_agrees_with_exhaustive_search() {
    for position in small_positions(effort(4000, 20_000), effort(10, 12)) {
        let solved = solve_round(&position, &Limits::default());
        assert_eq!(solved.end, Some(outcome(&position, position.turn().unwrap())), "{position:?}");
    }
}

#[test]
fn a_small_table_changes_nothing() {
    // So small that most entries are overwritten.
    let mut positions = Positions::new(7);
    for _ in 0..effort(40, 400) {
        let position = positions.played(7, 24);
        let small = solve_round(&position, &Limits::effort(4096));
        let large = solve_round(&position, &Limits::default());
        assert!(large.end.is_some());
        assert!(small.end.is_none() || small.end == large.end, "{position:?}");
    }
}

#[test]
fn a_complete_plan_banks_as_much_as_the_best_order_of_plays() {
    for position in small_positions(effort(4000, 20_000), 14) {
        let turn = best_turn(&position, &Limits::default(), &mut |_| ()).unwrap();
        assert!(turn.proven);
        assert_eq!(turn.banks, most_in_a_turn(&position), "{position:?}");
        assert_eq!(replay(&position, &turn.line), turn.after);
        assert!(is_whole_turn(&position, &turn.line));
    }
}

#[test]
fn an_incomplete_plan_is_legal_and_claims_no_proof() {
    let mut positions = Positions::new(8);
    let mut cut = 0;
    for i in 0..effort(300_usize, 3000) {
        let position = positions.played(5 + (i % 7) as u8, 60);
        let exact = (position.seeds_in_play() <= 24).then(|| most_in_a_long_turn(&position));
        for plays in [0, 1, 10, 100, 1000, 10_000] {
            let turn = best_turn(&position, &Limits::effort(plays), &mut |_| ()).unwrap();
            assert!(turn.plays <= plays);
            assert!(is_whole_turn(&position, &turn.line));
            assert_eq!(
                replay(&position, &turn.line).store(position.turn().unwrap())
                    - position.store(position.turn().unwrap()),
                turn.banks
            );
            match exact {
                Some(exact) if turn.proven => assert_eq!(turn.banks, exact),
                Some(exact) => assert!(turn.banks <= exact),
                None => {}
            }
            cut += usize::from(!turn.proven);
        }
    }
    assert!(cut > 100, "{cut} plans were cut short");
}

/// Every play's value, the order, and where the line leads, against exhaustive search.
#[test]
fn master_ranks_small_positions_exactly() {
    for position in small_positions(effort(2000, 10_000), 9) {
        let seat = position.turn().unwrap();
        let ranked = rank(&position, Level::Master, &Limits::effort(100));
        let mut plays: Vec<_> = ranked.iter().map(Chosen::pit).collect();
        plays.sort();
        assert_eq!(plays, position.legal_moves().collect::<Vec<_>>());
        let mut before = None;
        for advice in &ranked {
            let end = outcome(&position.play(advice.pit()).unwrap(), seat);
            assert!(advice.exact, "few seeds are always solved");
            assert_eq!(advice.value, f64::from(end.0), "{position:?}");
            assert!(before.is_none_or(|before| end <= before), "seeds first, then the round");
            before = Some(end);
            assert!(is_whole_turn(&position, &advice.plan));
            assert_eq!(advice.plan[0], advice.pit());
            assert_eq!(outcome(&replay(&position, &advice.plan), seat), end, "the line keeps the value");
        }
        assert_eq!(best(&position, Level::Master, &Limits::effort(100)).as_ref(), ranked.first());
    }
}

/// The values that `master` calls proven are correct at any effort.
#[test]
fn values_called_proven_are_correct() {
    let mut positions = Positions::new(9);
    let mut proven = 0;
    for i in 0..effort(45_usize, 300) {
        let position = positions.played(5 + (i % 3) as u8, 22);
        let (most, _) = solve_round(&position, &Limits::effort(20_000_000)).end.unwrap();
        for plays in [0, 200, 5000, 200_000] {
            for (i, advice) in rank(&position, Level::Master, &Limits::effort(plays)).into_iter().enumerate() {
                assert!(is_whole_turn(&position, &advice.plan));
                if !advice.exact {
                    continue;
                }
                proven += 1;
                let after = position.play(advice.pit()).unwrap();
                let (net, _) = solve_round(&after, &Limits::effort(20_000_000)).end.unwrap();
                // A finished round is solved for its winner.
                let solved_for = after.turn().or(after.outcome().map(|outcome| outcome.winner));
                let sign = if solved_for == position.turn() { 1 } else { -1 };
                assert_eq!(advice.value, f64::from(sign * net), "{position:?} {plays}");
                assert!(i > 0 || sign * net == most, "the best is proven against all others");
            }
        }
    }
    assert!(proven > 100);
}

#[test]
fn every_level_plays_legally_and_stops_at_the_end() {
    let mut positions = Positions::new(10);
    for i in 0..effort(300_usize, 3000) {
        let position = positions.played(5 + (i % 7) as u8, 100);
        for level in Level::ALL {
            let ranked = rank(&position, level, &Limits::effort(500));
            assert_eq!(ranked.len(), position.legal_moves().count());
            for advice in &ranked {
                let after = replay(&position, &advice.plan);
                assert_eq!(advice.plan[0], advice.pit());
                assert!(advice.value.abs() <= f64::from(position.size().seeds()));
                if after.turn().is_none() {
                    assert!(best(&after, level, &Limits::default()).is_none());
                    assert!(rank(&after, level, &Limits::default()).is_empty());
                }
            }
            assert_eq!(best(&position, level, &Limits::effort(500)).as_ref(), ranked.first());
        }
    }
}

#[test]
fn the_same_budget_gives_the_same_answer_in_every_thread() {
    let mut positions = Positions::new(11);
    let list: Vec<Position> = (0..12).map(|i| positions.played(5 + (i % 7), 90)).collect();
    let answers = || -> Vec<_> { list.iter().map(|p| rank(p, Level::Master, &Limits::effort(30_000))).collect() };
    let alone = answers();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(answers)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), alone);
        }
    });
}

/// With a deadline, the search begins small and grows. The deadline in this test is never reached.
#[test]
fn a_deadline_changes_nothing_about_the_last_search() {
    for pits in [5, 7, 11] {
        let start = Position::start(Size::new(pits).unwrap(), Seat::Human);
        let untimed = Limits::effort(50_000);
        let timed = Limits { deadline: Some(Instant::now() + Duration::from_hours(1)), ..untimed.clone() };
        let advice = best(&start, Level::Master, &timed).unwrap();
        assert!(is_whole_turn(&start, &advice.plan), "{:?}", advice.plan);
        assert_eq!(advice, best(&start, Level::Master, &untimed).unwrap());
    }
}

/// The minimum value of the master's answer at the starting position: that of banking this many seeds and leaving the
/// rest to the other player.
#[test]
fn master_from_the_start() {
    let banked = [(5, 46), (6, 70), (7, 96), (8, 125), (9, 159), (10, 196), (11, 237)];
    for (pits, seeds) in banked.into_iter().take(effort(1, 7)) {
        let size = Size::new(pits).unwrap();
        let advice = best(&Position::start(size, Seat::Human), Level::Master, &Limits::default()).unwrap();
        let least = f64::from(2 * seeds - size.seeds() as i32);
        assert!(advice.value >= least, "{pits} pits: {} is less than {least}", advice.value);
    }
}

#[test]
fn five_pits_are_solved_from_the_start() {
    let start = Position::start(Size::new(5).unwrap(), Seat::Computer);
    let turn = best_turn(&start, &Limits::default(), &mut |_| ()).unwrap();
    assert_eq!((turn.banks, turn.proven), (46, true));
    let advice = best(&start, Level::Master, &Limits::default()).unwrap();
    assert_eq!((advice.value, advice.exact), (48.0, true));
}
