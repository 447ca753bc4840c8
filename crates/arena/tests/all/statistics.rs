//! Compares the statistics with a second, simple implementation, values computed by hand, and simulated matches.
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "counts are small")]
#![allow(clippy::float_cmp, reason = "infinite numbers are equal or not")]

use parlor_arena::{NELO, PairCounts, Sprt, SprtVerdict, Superiority, elo_of};
use parlor_testkit::effort;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The scores of all pairs, one by one.
fn listed(counts: [u64; 5]) -> Vec<f64> {
    counts.iter().zip(0..).flat_map(|(&count, quarter)| vec![f64::from(quarter) / 4.0; count as usize]).collect()
}

/// Mean and standard deviation of a list, by the textbook formulas.
fn plain(scores: &[f64]) -> (f64, f64) {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    (mean, (scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count).sqrt())
}

fn near(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() < 1e-6 * one.abs().max(1.0)
}

/// 10 pairs: 1 lost both, 2 tied and lost, 3 balanced, 2 won and tied, 2 won both. Score (0 + 0.5 + 1.5 + 1.5 + 2)/10 = 0.55;
/// variance (0.3025 + 2·0.09 + 3·0.0025 + 2·0.04 + 2·0.2025)/10 = 0.0975.
#[test]
fn values_worked_by_hand() {
    let counts = PairCounts([1, 2, 3, 2, 2]);
    assert!(near(counts.score().unwrap(), 0.55));
    assert!(near(counts.variance().unwrap(), 0.0975));
    // 400·log₁₀(0.55/0.45) = 34.860; its error is √0.00975 = 0.098742, and 1.959964 times that is 0.193531.
    let elo = counts.elo().unwrap();
    assert!((elo.value - 34.860).abs() < 1e-3);
    assert!((elo.low - elo_of(0.356_469)).abs() < 1e-2 && (elo.high - elo_of(0.743_531)).abs() < 1e-2, "{elo:?}");
    // 0.05/√0.195 · 347.4356 = 39.339, and 1.959964·347.4356/√20 = 152.266 in either direction.
    let nelo = counts.nelo().unwrap();
    assert!((nelo.value - 39.339).abs() < 1e-2 && ((nelo.high - nelo.low) / 2.0 - 152.266).abs() < 1e-2, "{nelo:?}");
    // Φ(0.05/0.098742) = Φ(0.50637) = 0.69370.
    assert!((counts.los().unwrap() - 0.693_70).abs() < 1e-4);
}

#[test]
fn empty_and_one_sided_matches_have_no_misleading_numbers() {
    let none = PairCounts::default();
    assert_eq!((none.score(), none.elo(), none.nelo(), none.los()), (None, None, None, None));
    let all = PairCounts([0, 0, 0, 0, 7]);
    assert_eq!(all.elo().unwrap().value, f64::INFINITY);
    assert_eq!((all.nelo(), all.los()), (None, Some(1.0)));
    let balanced = PairCounts([0, 0, 7, 0, 0]);
    assert_eq!((balanced.elo().unwrap().value, balanced.los()), (0.0, Some(0.5)));
}

proptest! {
    #[test]
    fn a_second_plain_implementation_agrees(counts in prop::array::uniform5(0u64..60)) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let (mean, deviation) = plain(&listed(counts));
        let n = counts.iter().sum::<u64>() as f64;
        let pairs = PairCounts(counts);
        let logistic = |s: f64| if s <= 0.0 { f64::NEG_INFINITY } else if s >= 1.0 { f64::INFINITY } else { -400.0 * (1.0 / s - 1.0).log10() };
        let elo = pairs.elo().unwrap();
        let error = 1.959_963_984_540_054 * deviation / n.sqrt();
        prop_assert!(near(elo.value, logistic(mean)) || (mean - 0.5).abs() < 1e-12);
        // Near scores of 0 and 1, a rounding error decides whether a bound is a large number or infinite.
        if (mean - error).abs() > 1e-9 && (mean + error - 1.0).abs() > 1e-9 {
            prop_assert!(near(elo.low, logistic(mean - error)) && near(elo.high, logistic(mean + error)), "{:?}", elo);
        }
        if deviation > 1e-9 {
            // Normalised Elo is about single rounds, whose deviation is √2 times that of a pair's mean.
            let of_a_round = deviation * 2f64.sqrt();
            prop_assert!(near(pairs.nelo().unwrap().value, (mean - 0.5) / of_a_round * NELO));
        } else {
            prop_assert!(pairs.nelo().is_none());
        }
        let turned = pairs.turned();
        prop_assert!(near(turned.los().unwrap(), 1.0 - pairs.los().unwrap()));
        prop_assert!(near(turned.elo().unwrap().value, -elo.value));
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(effort(6, 60)))]
    /// The likelihood ratio again, by brute force: among distributions near the best, none with the same t makes the
    /// counts more likely.
    #[test]
    fn the_likelihood_is_the_greatest(counts in prop::array::uniform5(1u64..60), nelo in -60.0..60.0f64, seed in 0u64..1000) {
        let sprt = Sprt::new(nelo, nelo + 20.0);
        let llr = sprt.llr(&PairCounts(counts));
        let best = |t: f64| climb(counts, t, seed);
        let t = |nelo: f64| 2f64.sqrt() * nelo / NELO;
        let plain = best(t(sprt.nelo1)) - best(t(sprt.nelo0));
        prop_assert!((llr - plain).abs() < 0.02 * (1.0 + llr.abs()), "{} against {}", llr, plain);
    }
}

/// The greatest log-likelihood of these counts among distributions with (mean − ½) = t · deviation, found by a random
/// climb: the weights of four outcomes change a little, and the fifth follows from the condition, by bisection.
fn climb(counts: [u64; 5], t: f64, seed: u64) -> f64 {
    let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
    // Tilting a distribution towards wins raises (mean − ½)/deviation, so bisection finds the tilt that meets the
    // condition.
    let tilted = |weights: &[f64; 5]| {
        let with = |tilt: f64| {
            let raw: Vec<f64> = weights.iter().zip(scores).map(|(w, s)| w.exp() * (tilt * s).exp()).collect();
            let all: f64 = raw.iter().sum();
            raw.iter().map(|p| p / all).collect::<Vec<f64>>()
        };
        let off = |p: &[f64]| {
            let mean: f64 = p.iter().zip(scores).map(|(p, s)| p * s).sum();
            let variance: f64 = p.iter().zip(scores).map(|(p, s)| p * (s - mean).powi(2)).sum();
            (mean - 0.5) - t * variance.sqrt()
        };
        let (mut low, mut high) = (-20.0, 20.0);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if off(&with(middle)) < 0.0 { low = middle } else { high = middle }
        }
        with(low)
    };
    let likelihood = |p: &[f64]| counts.iter().zip(p).map(|(&count, p)| count as f64 * p.ln()).sum::<f64>();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut weights = counts.map(|count| (count as f64).ln());
    let mut best = likelihood(&tilted(&weights));
    let mut step = 0.3;
    for round in 0..1500 {
        let mut tried = weights;
        for weight in &mut tried {
            *weight += step * (f64::from(random.random_range(0..2001)) / 1000.0 - 1.0);
        }
        let found = likelihood(&tilted(&tried));
        if found > best {
            (weights, best) = (tried, found);
        }
        if round % 250 == 249 {
            step /= 3.0;
        }
    }
    best
}

/// A pair of rounds between players of known strength: `odds` has the odds of the five outcomes.
fn draw(random: &mut ChaCha8Rng, odds: [f64; 5]) -> usize {
    let mut left = f64::from(random.random_range(0..1_000_000)) / 1e6 * odds.iter().sum::<f64>();
    odds.iter()
        .position(|odds| {
            left -= odds;
            left < 0.0
        })
        .unwrap_or(4)
}

/// A bot that flips a coin for each round, against itself: two coin tosses decide a pair.
const COINS: [f64; 5] = [1.0, 0.0, 2.0, 0.0, 1.0];

#[test]
fn prove_a_coin_flip_bot_is_within_its_interval_in_95_of_100_matches() {
    let matches = effort(400_u64, 20_000);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut elo, mut nelo, mut sure) = (0, 0, 0);
    for _ in 0..matches {
        let mut counts = PairCounts::default();
        (0..100).for_each(|_| counts.add(draw(&mut random, COINS)));
        let within = |estimate: parlor_arena::Estimate| estimate.low <= 0.0 && estimate.high >= 0.0;
        elo += u64::from(within(counts.elo().unwrap()));
        nelo += u64::from(within(counts.nelo().unwrap()));
        sure += u64::from(counts.los().unwrap() > 0.95);
    }
    // Binomial deviation: √(0.95·0.05/400) = 1.1 %; the limit below is three times that.
    let share = |count: u64| count as f64 / matches as f64;
    println!(
        "{:.4} and {:.4} of the intervals hold zero; {:.4} say more than 95 %",
        share(elo),
        share(nelo),
        share(sure)
    );
    for count in [elo, nelo] {
        assert!((share(count) - 0.95).abs() < 0.033, "{}", share(count));
    }
    assert!(share(sure) < 0.09, "{}", share(sure));
}

/// Odds of pairs for which normalised Elo is exactly this, found by bisection.
fn odds_of(nelo: f64) -> [f64; 5] {
    let (mut low, mut high) = (-1.0, 1.0);
    let odds = |tilt: f64| {
        [0.06, 0.22, 0.44, 0.22, 0.06]
            .iter()
            .zip(-2..)
            .map(|(p, k)| p * (tilt * f64::from(k)).exp())
            .collect::<Vec<f64>>()
    };
    for _ in 0..60 {
        let tilt = f64::midpoint(low, high);
        let counts: Vec<u64> = odds(tilt).iter().map(|p| (p * 1e12) as u64).collect();
        let counts = PairCounts([counts[0], counts[1], counts[2], counts[3], counts[4]]);
        if counts.nelo().unwrap().value < nelo { low = tilt } else { high = tilt }
    }
    let found = odds(low);
    [found[0], found[1], found[2], found[3], found[4]]
}

/// The test's error rate is at most 5 %, in either direction.
#[test]
fn prove_the_sequential_test_errs_no_more_often_than_promised() {
    let sprt = Sprt::new(0.0, 50.0);
    let tests = effort(300_u64, 20_000);
    // By chance, a short run may exceed this rate by up to two standard errors.
    let chance = if tests < 1000 { 2.0 * (0.05f64 * 0.95 / tests as f64).sqrt() } else { 0.0 };
    for (truth, wrong) in [(sprt.nelo0, SprtVerdict::Upper), (sprt.nelo1, SprtVerdict::Lower)] {
        let odds = odds_of(truth);
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let (mut errors, mut pairs) = (0, 0);
        for _ in 0..tests {
            let mut counts = PairCounts::default();
            let verdict = loop {
                counts.add(draw(&mut random, odds));
                if let Some(verdict) = sprt.verdict(sprt.llr(&counts)) {
                    break verdict;
                }
            };
            errors += u64::from(verdict == wrong);
            pairs += counts.pairs();
        }
        let share = errors as f64 / tests as f64;
        println!("truth {truth}: {errors} of {tests} tests err, {:.0} pairs each", pairs as f64 / tests as f64);
        assert!(share <= 0.05 + chance, "{share}");
    }
}

#[test]
fn a_match_says_whether_it_is_large_enough() {
    let superiority = |counts: [u64; 5]| PairCounts(counts).superiority();
    assert_eq!(superiority([0; 5]), Superiority::TooSmall { pairs: None });
    assert_eq!(superiority([3, 0, 4, 0, 3]), Superiority::TooSmall { pairs: None });
    assert_eq!(superiority([10, 10, 30, 20, 30]), Superiority::First);
    assert_eq!(superiority([30, 20, 30, 10, 10]), Superiority::Second);
    // Mean 0.55 and variance 0.0725 of 20 pairs: 0.0725 * (1.96 / 0.05)^2 = 111.4 pairs.
    assert_eq!(superiority([2, 2, 8, 6, 2]), Superiority::TooSmall { pairs: Some(112) });
    // Five pairs that are all won could be chance, six hardly.
    assert_eq!(superiority([0, 0, 0, 0, 5]), Superiority::TooSmall { pairs: Some(6) });
    assert_eq!(superiority([6, 0, 0, 0, 0]), Superiority::Second);
}
