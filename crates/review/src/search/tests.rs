//! How far a cost is off: `cargo xtask prove` compares costs with what four times the effort says about the same choices.

use parlor_rules::kono::Color;
use parlor_rules::{congkak, kono};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// What the best choice and another one lead to, as a review compares them.
struct Compared {
    seat: Seat,
    ends: [Decision; 2],
    searches: u64,
}

impl Compared {
    /// The cost of the other choice with this many times the effort of a review.
    fn cost(&self, times: u64) -> f64 {
        let [best, other] = self.ends.each_ref().map(|end| {
            let mut job = Effort::Help.share(end.clone(), self.searches, &StopFlag::default());
            job.limits.effort = job.limits.effort.map(|effort| effort * times);
            let value = job.decide().unwrap().value;
            if decider(end) == self.seat { value } else { -value }
        });
        (best - other).max(0.0)
    }
}

fn decider(decision: &Decision) -> Seat {
    match decision {
        Decision::Congkak(position) => position.next(),
        Decision::Kono(standing) => standing.position().unwrap().next().unwrap(),
        _ => unreachable!(),
    }
}

fn any<T: Copy>(random: &mut ChaCha8Rng, among: &[T]) -> T {
    among[random.random_range(0..among.len())]
}

/// The two choices that a quick search likes best.
fn ranked(decision: &Decision) -> Option<[parlor_engine::Judged; 2]> {
    let mut ranked = Effort::Quick.job(decision.clone(), &StopFlag::default()).rank().unwrap();
    ranked.truncate(2);
    ranked.try_into().ok()
}

/// A position after a few random plays, with what the two best turns lead to. `None` if the round ends with one of them, or
/// both lead to the same position.
fn congkak(size: i64, random: &mut ChaCha8Rng) -> Option<Compared> {
    let mut start = Position::start(congkak::Size::new(size).unwrap(), Seat::Human);
    for _ in 0..random.random_range(0..12) {
        start = start.play(any(random, &start.moves().collect::<Vec<_>>())).unwrap();
        start.winner().is_none().then_some(())?;
    }
    let [best, other] = ranked(&Decision::Congkak(start))?.map(|judged| judged.plan);
    let ends = [&best, &other].map(|plan| plan.iter().fold(start, |now, &pit| now.play(pit).unwrap()));
    let goes_on = ends.iter().all(|end| end.winner().is_none()) && ends[0] != ends[1];
    goes_on.then(|| Compared { seat: start.next(), ends: ends.map(Decision::Congkak), searches: searches(other.len()) })
}

/// The same of the two best steps in Kono.
fn kono(size: i64, random: &mut ChaCha8Rng) -> Option<Compared> {
    let mut start = kono::Standing::new(kono::Size::new(size).unwrap()).choose(Seat::Human, Color::White);
    for _ in 0..random.random_range(0..30) {
        let step = any(random, &start.position()?.moves().collect::<Vec<_>>());
        start.play(step).unwrap();
        start.position()?.next()?;
    }
    let after = |choice: Choice| {
        let Choice::Kono(step) = choice else { panic!("{choice}") };
        let mut after = start.clone();
        after.play(step).unwrap();
        after.position()?.next().map(|_| Decision::Kono(after.clone()))
    };
    let seat = start.position()?.next()?;
    let [best, other] = ranked(&Decision::Kono(start.clone()))?.map(|judged| after(judged.choice));
    Some(Compared { seat, ends: [best?, other?], searches: 2 })
}

#[test]
fn prove_costs_are_within_the_noise_of_a_longer_search() {
    let positions = if std::env::var_os("PARLOR_PROVE").is_some() { 20 } else { return };
    let only = std::env::var("PARLOR_NOISE").ok();
    for (game, size) in [(Game::Congkak, 5), (Game::Congkak, 7), (Game::Kono, 5), (Game::Kono, 7)] {
        if only.as_ref().is_some_and(|only| *only != format!("{game} {size}")) {
            continue;
        }
        let mut random = ChaCha8Rng::seed_from_u64(15);
        let draw = || loop {
            let drawn = if game == Game::Congkak { congkak(size, &mut random) } else { kono(size, &mut random) };
            if let Some(drawn) = drawn {
                return drawn;
            }
        };
        let off: Vec<f64> = std::iter::repeat_with(draw)
            .take(positions)
            .map(|drawn| {
                let (review, longer) = (drawn.cost(1), drawn.cost(4));
                println!("{game} {size}: {review:.2}, with four times the effort {longer:.2}");
                review - longer
            })
            .collect();
        let nine_in_ten = |mut off: Vec<f64>| {
            off.sort_by(f64::total_cmp);
            off[(positions * 9).div_ceil(10) - 1]
        };
        let (too_much, apart) = (nine_in_ten(off.clone()), nine_in_ten(off.iter().map(|off| off.abs()).collect()));
        println!("{game} {size}: nine in ten are at most {too_much:.2} too high, and at most {apart:.2} off");
        assert!(too_much <= noise(game, size), "{game} {size}");
    }
}
