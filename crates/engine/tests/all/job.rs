//! The guarantees of an `EngineJob` in every game, at every size and level.

use crate::rounds;

use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, Limits, NoAnswer, Plan};
use parlor_rules::{Choice, Coin, Decision, Game, Level, Seat, congkak, kono};
use parlor_testkit::{effort, proving};

/// The number of decisions of each game, size and level.
fn count() -> usize {
    effort(12, 400)
}

/// True if Canoga's master is tested at this size. Solving rows of 10 and 11 takes a long time in a test build.
fn is_solved_here(size: i64) -> bool {
    size == 9 || proving()
}

/// Runs a check on decisions of random rounds of every game and size, at every level.
fn for_all(seed: u64, check: impl Fn(&EngineJob)) {
    let mut checked = 0;
    for game in Game::ALL {
        for size in game.sizes() {
            let list = rounds::decisions(game, size, count(), seed);
            // Spread over the whole round.
            for decision in list.iter().step_by((list.len() / count()).max(1)) {
                let solved = game != Game::Canoga || is_solved_here(size);
                for level in Level::ALL.into_iter().filter(|level| solved || *level != Level::Master) {
                    check(&EngineJob::new(decision.clone(), level));
                    checked += 1;
                }
            }
        }
    }
    assert!(checked >= (11 * Level::ALL.len() + 2 * (Level::ALL.len() - 1)) * count(), "{checked}");
}

fn with_effort(job: &EngineJob, effort: u64) -> EngineJob {
    EngineJob { limits: Limits::effort(effort), ..job.clone() }
}

#[test]
fn decide_is_the_first_of_rank() {
    for_all(1, |job| {
        for effort in [1, 300, 5_000] {
            let job = with_effort(job, effort);
            let (decided, ranked) = (job.decide().unwrap(), job.rank().unwrap());
            // This includes value, proof, plan and reasons.
            assert_eq!(decided, ranked[0], "{job:?}");
            let mut choices: Vec<String> = ranked.iter().map(|judged| judged.choice.to_string()).collect();
            let mut legal: Vec<String> = job.decision.choices().iter().map(Choice::to_string).collect();
            choices.sort_unstable();
            legal.sort_unstable();
            assert_eq!(choices, legal, "every choice once");
        }
    });
}

#[test]
fn without_a_deadline_the_answer_is_always_the_same() {
    for_all(2, |job| {
        let job = with_effort(job, 2_000);
        assert_eq!(job.decide(), job.decide());
        assert_eq!(job.rank(), job.rank());
    });
}

/// A deadline that is never reached changes nothing for the two lower levels and for solved positions.
#[test]
fn a_distant_deadline_does_not_change_proven_answers() {
    for_all(3, |job| {
        let job = with_effort(job, 2_000);
        let limits = Limits { deadline: Some(Instant::now() + Duration::from_hours(1)), ..job.limits.clone() };
        let timed = EngineJob { limits, ..job.clone() }.decide().unwrap();
        let untimed = job.decide().unwrap();
        if job.level < Level::Expert || untimed.exact {
            assert_eq!((timed.value, timed.exact), (untimed.value, untimed.exact), "{job:?}");
        }
    });
}

#[test]
fn a_stop_flag_that_is_set_stops_everything() {
    for_all(4, |job| {
        job.limits.stop.set();
        assert_eq!(job.decide(), Err(NoAnswer::Stopped));
        assert_eq!(job.rank(), Err(NoAnswer::Stopped));
    });
}

/// The flag is set while the search runs: without it, this test would take hours.
#[test]
fn a_stop_flag_ends_a_search_of_endless_effort() {
    let kono = kono::Standing::new(kono::Size::USUAL).choose(Seat::Human, kono::Color::White);
    let congkak = congkak::Position::start(congkak::Size::USUAL, Seat::Human);
    for decision in [Decision::Kono(kono), Decision::Congkak(congkak)] {
        let job = with_effort(&EngineJob::new(decision, Level::Master), u64::MAX);
        let stop = job.limits.stop.clone();
        let search = std::thread::spawn(move || job.decide());
        std::thread::sleep(Duration::from_millis(20));
        stop.set();
        assert_eq!(search.join().unwrap(), Err(NoAnswer::Stopped));
    }
}

#[test]
fn past_the_deadline_every_choice_is_still_legal() {
    for_all(5, |job| {
        let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        let job = EngineJob { limits, ..job.clone() };
        let legal = job.decision.choices();
        let decided = job.decide().unwrap();
        assert!(legal.contains(&decided.choice), "{decided:?}");
        let ranked = job.rank().unwrap();
        assert_eq!(ranked.len(), legal.len());
        assert!(ranked.iter().all(|judged| legal.contains(&judged.choice)), "{ranked:?}");
    });
}

/// A turn continues as planned, and a plan that can't be played is ignored.
#[test]
fn a_planned_turn_is_continued() {
    let start = congkak::Position::start(congkak::Size::USUAL, Seat::Human);
    let job = with_effort(&EngineJob::new(Decision::Congkak(start), Level::Master), 5_000);
    let first = job.decide().unwrap();
    assert!(first.plan.len() > 2, "{first:?}");
    let then = start.play(first.plan[0]).unwrap();
    let plan = Plan { pits: first.plan[1..].to_vec(), value: first.value, exact: first.exact };
    let next = with_effort(&EngineJob::new(Decision::Congkak(then), Level::Master), 5_000);
    let continued = EngineJob { plan: Some(plan.clone()), ..next.clone() }.decide().unwrap();
    assert_eq!(continued.plan, plan.pits);
    assert_eq!((continued.value, continued.exact), (first.value, first.exact));
    let wrong = Plan { pits: vec![congkak::Pit::new(Seat::Computer, 0).unwrap()], ..plan };
    assert_eq!(EngineJob { plan: Some(wrong), ..next.clone() }.decide(), next.decide());
}

#[test]
fn choices_between_equals_are_not_judged() {
    let standing = kono::Standing::new(kono::Size::USUAL);
    for decision in [Decision::Call, Decision::Color(standing)] {
        let job = EngineJob::new(decision, Level::Master);
        let ranked = job.rank().unwrap();
        assert_eq!(job.decide().unwrap(), ranked[0]);
        assert_eq!(ranked.len(), 2);
        assert!(ranked.iter().all(|judged| judged.reasons.is_empty() && !judged.exact));
    }
    let call = EngineJob::new(Decision::Call, Level::Club).decide().unwrap();
    assert_eq!(call.choice, Choice::Coin(Coin::Heads));
}

#[test]
fn a_finished_round_leaves_nothing_to_choose() {
    for decision in rounds::decisions(Game::Congkak, 5, 1, 6).into_iter().rev().take(1) {
        let Decision::Congkak(last) = decision else { panic!("a round of Congkak") };
        let over = last.legal_moves().map(|pit| last.play(pit).unwrap()).find(|after| after.turn().is_none()).unwrap();
        let job = EngineJob::new(Decision::Congkak(over), Level::Master);
        assert_eq!(job.decide(), Err(NoAnswer::NothingToChoose));
        assert_eq!(job.rank(), Err(NoAnswer::NothingToChoose));
    }
}
