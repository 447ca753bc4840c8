//! The sequential probability ratio test decides with as few rounds as possible whether a player is better by `nelo1` or
//! only by `nelo0`. It uses Fishtest's generalised likelihood ratio for pairs of rounds.

use std::fmt;
use std::str::FromStr;

use crate::PairCounts;
use crate::elo::NELO;
use crate::pairs::PAIR_SCORES;

/// A test of two hypotheses about normalised Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub nelo0: f64,
    pub nelo1: f64,
    /// The rate at which `nelo1` is accepted although `nelo0` is true.
    pub alpha: f64,
    /// The rate at which `nelo0` is accepted although `nelo1` is true.
    pub beta: f64,
}

const USUAL_ERROR: f64 = 0.05;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    Lower,
    Upper,
}

impl Sprt {
    /// A test with the usual rates of errors: 0.05 each.
    pub fn new(nelo0: f64, nelo1: f64) -> Sprt {
        Sprt { nelo0, nelo1, alpha: USUAL_ERROR, beta: USUAL_ERROR }
    }

    /// The log-likelihood ratios at which `nelo0` and `nelo1` are accepted: ±2.944 with the usual rates of errors.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `nelo1` against `nelo0` for these pairs.
    pub fn llr(&self, counts: &PairCounts) -> f64 {
        // A pair is two rounds, so its deviation is that of a round divided by √2.
        let per_pair = |nelo: f64| std::f64::consts::SQRT_2 * nelo / NELO;
        llr(&PAIR_SCORES, &counts.numbers(), per_pair(self.nelo0), per_pair(self.nelo1))
    }

    /// The verdict, or `None` while the test must continue.
    pub fn verdict(&self, llr: f64) -> Option<SprtVerdict> {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Some(SprtVerdict::Upper)
        } else if llr <= lower {
            Some(SprtVerdict::Lower)
        } else {
            None
        }
    }
}

/// The generalised log-likelihood ratio of `t1` against `t0` for outcomes with these scores and counts, where t is
/// (mean score − ½) ÷ standard deviation.
pub(crate) fn llr(scores: &[f64], counts: &[f64], t0: f64, t1: f64) -> f64 {
    // An outcome that hasn't occurred yet gets a small count, because it isn't impossible.
    let counts: Vec<f64> = counts.iter().map(|count| count.max(1e-3)).collect();
    let all: f64 = counts.iter().sum();
    let seen: Vec<f64> = counts.iter().map(|count| count / all).collect();
    let under0 = most_likely(scores, &seen, t0);
    let under1 = most_likely(scores, &seen, t1);
    let ratio = seen.iter().zip(&under0).zip(&under1).map(|((seen, p0), p1)| seen * (p1 / p0).ln());
    all * ratio.sum::<f64>()
}

/// The maximum-likelihood distribution among those with (mean − ½) = t · deviation.
///
/// That condition isn't linear, because the deviation depends on the distribution. Near a distribution with mean m and
/// deviation d it is nearly E[a − ½ − t·d·(1 + ((a − m)/d)²)/2] = 0, which is linear; so it is solved repeatedly, each time
/// near the last solution.
fn most_likely(scores: &[f64], seen: &[f64], t: f64) -> Vec<f64> {
    let all: f64 = scores.iter().map(|_| 1.0).sum();
    let mut now = vec![1.0 / all; scores.len()];
    for _ in 0..10 {
        let mean: f64 = scores.iter().zip(&now).map(|(score, p)| score * p).sum();
        let variance: f64 = scores.iter().zip(&now).map(|(score, p)| p * (score - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let linear = |score: &f64| score - 0.5 - t * deviation * (1.0 + ((score - mean) / deviation).powi(2)) / 2.0;
        let values: Vec<f64> = scores.iter().map(linear).collect();
        let next = with_mean_zero(&values, seen);
        let change = next.iter().zip(&now).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        now = next;
        if change < 1e-9 {
            break;
        }
    }
    now
}

/// The maximum-likelihood distribution among those in which these values have mean zero: pᵢ = seenᵢ ÷ (1 + θ·vᵢ), with the
/// θ for which that mean is zero. The mean falls as θ grows, so bisection finds θ.
fn with_mean_zero(values: &[f64], seen: &[f64]) -> Vec<f64> {
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    if most <= 0.0 || least >= 0.0 {
        // No distribution has that mean. Unreachable with valid arguments.
        return seen.to_vec();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let theta = f64::midpoint(low, high);
        if theta <= low || theta >= high {
            break;
        }
        let mean: f64 = values.iter().zip(seen).map(|(value, p)| p * value / (1.0 + theta * value)).sum();
        if mean > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = f64::midpoint(low, high);
    values.iter().zip(seen).map(|(value, p)| p / (1.0 + theta * value)).collect()
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "must be two numbers separated by a comma, the smaller first and both from -500 to 500, like 0,20; not \u{201c}{0}\u{201d}"
)]
pub struct BadSprt(String);

impl FromStr for Sprt {
    type Err = BadSprt;
    fn from_str(text: &str) -> Result<Sprt, BadSprt> {
        let read = |word: &str| word.trim().parse::<f64>().ok().filter(|nelo| nelo.abs() <= 500.0);
        let both = text.split_once(',').and_then(|(low, high)| read(low).zip(read(high)));
        match both {
            Some((nelo0, nelo1)) if nelo0 < nelo1 => Ok(Sprt::new(nelo0, nelo1)),
            _ => Err(BadSprt(text.chars().take(40).collect())),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.nelo0, self.nelo1)?;
        if (self.alpha, self.beta) == (USUAL_ERROR, USUAL_ERROR) {
            return Ok(());
        }
        write!(f, " alpha {} beta {}", self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from fastchess's tests (`sprt_test.cpp`), which count LL, LD, WL, DD, WD and WW.
    #[test]
    fn llr_matches_fastchess() {
        for ([ll, ld, wl, dd, wd, ww], nelo0, nelo1, known) in [
            ([365, 16618, 36029, 200, 16974, 390], 0.0, 2.0, 2.25),
            ([127, 4883, 10311, 401, 5150, 104], -1.75, 0.25, 3.01),
        ] {
            let llr = Sprt::new(nelo0, nelo1).llr(&PairCounts([ll, ld, wl + dd, wd, ww]));
            assert!((llr - known).abs() < 0.005, "{llr} is not {known}");
        }
        // Single rounds: lost, tied, won.
        let single = llr(&[0.0, 0.5, 1.0], &[36027.0, 68692.0, 36433.0], 0.0, 2.0 / NELO);
        assert!((single - 0.92).abs() < 0.005, "{single}");
    }

    /// Wald's bounds: ln(0.05/0.95), and for rarer false positives ln(0.1/0.99) and ln(0.9/0.01).
    #[test]
    fn bounds_depend_on_the_rates_of_errors() {
        for (alpha, beta, lower, upper) in [(0.05, 0.05, -2.944_439, 2.944_439), (0.01, 0.1, -2.292_535, 4.499_810)] {
            let bounds = Sprt { alpha, beta, ..Sprt::new(0.0, 20.0) }.bounds();
            assert!((bounds.0 - lower).abs() < 1e-5 && (bounds.1 - upper).abs() < 1e-5, "{bounds:?}");
        }
        let strict = Sprt { alpha: 0.01, ..Sprt::new(0.0, 20.0) };
        assert_eq!((strict.verdict(3.0), strict.verdict(5.0)), (None, Some(SprtVerdict::Upper)));
        assert_eq!(strict.to_string(), "0,20 alpha 0.01 beta 0.05");
    }

    #[test]
    fn sprt_round_trips_through_text() {
        assert_eq!("0,20".parse::<Sprt>().unwrap().to_string(), "0,20");
        assert_eq!("-1.75, 0.25".parse::<Sprt>().unwrap(), Sprt::new(-1.75, 0.25));
        for bad in ["", "5", "5,5", "10,0", "a,b", "0,nan", "0,1e9", "0,5,10"] {
            let message = bad.parse::<Sprt>().unwrap_err().to_string();
            assert!(message.starts_with("must be two numbers separated by a comma"), "{message}");
        }
    }
}
