//! The error of costs: `cargo xtask prove` compares them with searches of four times the effort.

use parlor_rules::kono::Color;
use parlor_rules::{congkak, kono};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// The cost of the second of two choices, with a multiple of a review's effort.
type Cost = Box<dyn Fn(u64) -> f64>;

fn any<T: Copy>(random: &mut ChaCha8Rng, among: &[T]) -> T {
    among[random.random_range(0..among.len())]
}

/// The two best choices of a quick search.
fn ranked(decision: &Decision) -> Option<[parlor_engine::Evaluation; 2]> {
    let mut ranked = Effort::Quick.job(decision.clone(), &StopFlag::default()).rank().unwrap();
    ranked.truncate(2);
    ranked.try_into().ok()
}

/// A position after a few random plays, with the ends of the two best turns. `None` if the round ends with one of them,
/// or both lead to the same position.
fn congkak(size: i64, random: &mut ChaCha8Rng) -> Option<Cost> {
    let mut start = Position::start(congkak::Size::new(size).unwrap(), Seat::Human);
    for _ in 0..random.random_range(0..12) {
        start = start.play(any(random, &start.legal_moves().collect::<Vec<_>>())).unwrap();
        start.turn().is_some().then_some(())?;
    }
    let [best, other] = ranked(&Decision::Congkak(start))?.map(|judged| judged.plan);
    let ends = [&best, &other].map(|plan| plan.iter().fold(start, |now, &pit| now.play(pit).unwrap()));
    let goes_on = ends.iter().all(|end| end.turn().is_some()) && ends[0] != ends[1];
    goes_on.then_some(())?;
    let searches = searches(other.len());
    Some(Box::new(move |times| {
        let [best, other] = ends.map(|end| {
            let mut job = Effort::Help.share(Decision::Congkak(end), searches, &StopFlag::default());
            job.limits.effort = job.limits.effort.map(|effort| effort * times);
            let value = job.decide().unwrap().value;
            if end.turn() == start.turn() { value } else { -value }
        });
        (best - other).max(0.0)
    }))
}

/// Like [`congkak`], for the two best steps in Kono.
fn kono(size: i64, random: &mut ChaCha8Rng) -> Option<Cost> {
    let mut start = kono::Standing::new(kono::Size::new(size).unwrap()).choose(Seat::Human, Color::White);
    for _ in 0..random.random_range(0..30) {
        let step = any(random, &start.position?.legal_moves().collect::<Vec<_>>());
        start.play(step).unwrap();
        start.position?.turn()?;
    }
    let after = |choice: Choice| {
        let Choice::Kono(step) = choice else { panic!("{choice}") };
        let mut after = start.clone();
        after.play(step).unwrap();
        after.position?.turn().map(|_| after.clone())
    };
    let seat = start.position?.turn()?;
    let [best, other] = ranked(&Decision::Kono(start.clone()))?.map(|judged| after(judged.choice));
    let ends = [best?, other?];
    Some(Box::new(move |times| {
        let mut limits = Effort::Help.share(Decision::Kono(start.clone()), 2, &StopFlag::default()).limits;
        limits.effort = limits.effort.map(|effort| effort * times);
        // The longer search uses its deepest result, whether or not other depths agree.
        let agreeing = if times == 1 { AGREEING } else { 1 };
        least_difference(ends.each_ref().map(|end| by_depth(end, seat, &limits)), agreeing)
    }))
}

/// The number of positions compared for each size.
const POSITIONS: usize = 60;

fn noises(game: Game, draw: impl Fn(i64, &mut ChaCha8Rng) -> Option<Cost>) {
    for size in game.sizes() {
        let mut random = ChaCha8Rng::seed_from_u64(15);
        let mut off = Vec::new();
        while off.len() < POSITIONS {
            let Some(cost) = draw(size, &mut random) else { continue };
            let (review, longer) = (cost(1), cost(4));
            println!("{game} {size}: {review:.2}, with four times the effort {longer:.2}");
            off.push(review - longer);
        }
        let nine_in_ten = |mut off: Vec<f64>| {
            off.sort_by(f64::total_cmp);
            off[(POSITIONS * 9).div_ceil(10) - 1]
        };
        let (too_much, apart) = (nine_in_ten(off.clone()), nine_in_ten(off.iter().map(|off| off.abs()).collect()));
        println!("{game} {size}: nine in ten are at most {too_much:.2} too high, and at most {apart:.2} off");
        assert!(too_much <= noise(game, size), "{game} {size}");
    }
}

#[test]
#[ignore = "takes a long time: cargo xtask prove"]
fn prove_costs_of_congkak_are_within_the_noise_of_a_longer_search() {
    noises(Game::Congkak, congkak);
}

#[test]
#[ignore = "takes a long time: cargo xtask prove"]
fn prove_costs_of_kono_are_within_the_noise_of_a_longer_search() {
    noises(Game::Kono, kono);
}

#[test]
fn a_cost_needs_agreement_of_the_deepest_common_depths() {
    let is = |better: &[f64], worse: &[f64], expected: f64| {
        (least_difference([better.to_vec(), worse.to_vec()], 3) - expected).abs() < 1e-9
    };
    assert!(is(&[9.0, 3.0, 4.0, 2.0], &[0.0, 1.0, 1.0, 1.0, -50.0], 1.0), "depths 2 to 4 count");
    assert!(is(&[5.0, 5.0, 5.0], &[1.0, 6.0, 1.0], 0.0), "never below zero");
    assert!(is(&[5.0], &[3.0, 0.0], 2.0));
    assert!(is(&[], &[], 0.0));
}
