//! Elo, normalised Elo and the likelihood of superiority, from pairs of rounds.
//!
//! Elo measures how often a player wins. Normalised Elo measures how easy the difference is to detect: the same edge counts
//! more if fewer rounds are tied or if less luck is involved. The formulas are those of fastchess and Fishtest.

use crate::normal::{Z95, share_below};
use crate::{Estimate, PairCounts};

/// Normalised Elo per unit of (score − ½) ÷ deviation: 800/ln 10, so that both kinds of Elo agree if every round is won or
/// lost.
pub const NELO: f64 = 347.435_585_522_601_46;

/// The Elo difference of a score from 0 to 1; infinite at both ends.
///
/// ```
/// use parlor_arena::elo_of;
/// assert_eq!(elo_of(0.5), 0.0);
/// assert!((elo_of(10.0 / 11.0) - 400.0).abs() < 1e-9);
/// ```
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    400.0 * (score / (1.0 - score)).log10()
}

/// The better player, as far as a match shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Superiority {
    First,
    Second,
    TooSmall {
        /// The number of pairs that would show the difference if it is as large as measured; `None` without a
        /// difference.
        pairs: Option<u64>,
    },
}

/// Six equal pairs: by chance that has a probability of 2 · ½⁶ = 3 %, which is less than 5 %.
const ENOUGH_EQUAL_PAIRS: u64 = 6;

impl PairCounts {
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    fn error(&self) -> Option<f64> {
        Some((self.variance()? / self.pairs() as f64).sqrt())
    }

    /// Elo with its 95 % interval, converted from the score's interval.
    pub fn elo(&self) -> Option<Estimate> {
        let (score, error) = (self.score()?, Z95 * self.error()?);
        Some(Estimate { value: elo_of(score), low: elo_of(score - error), high: elo_of(score + error) })
    }

    /// Normalised Elo with its 95 % interval; `None` while all pairs have the same score.
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    pub fn nelo(&self) -> Option<Estimate> {
        let (score, variance) = (self.score()?, self.variance()?);
        if variance <= 0.0 {
            return None;
        }
        let value = (score - 0.5) / (2.0 * variance).sqrt() * NELO;
        let error = Z95 * NELO / (2.0 * self.pairs() as f64).sqrt();
        Some(Estimate { value, low: value - error, high: value + error })
    }

    /// True if there are enough pairs to tell who is better, with 95 % confidence.
    #[expect(clippy::cast_sign_loss, reason = "a variance and a square are never negative")]
    pub fn superiority(&self) -> Superiority {
        let (Some(score), Some(variance)) = (self.score(), self.variance()) else {
            return Superiority::TooSmall { pairs: None };
        };
        let lead = score - 0.5;
        // Without any difference among pairs a sign test decides, because so many equal results are rarely due to chance.
        let sure = if variance > 0.0 {
            self.error().is_some_and(|error| lead.abs() > Z95 * error)
        } else {
            self.pairs() >= ENOUGH_EQUAL_PAIRS
        };
        match lead {
            0.0 => Superiority::TooSmall { pairs: None },
            _ if sure && lead > 0.0 => Superiority::First,
            _ if sure => Superiority::Second,
            _ if variance > 0.0 => {
                Superiority::TooSmall { pairs: Some((variance * (Z95 / lead).powi(2)).ceil() as u64) }
            }
            _ => Superiority::TooSmall { pairs: Some(ENOUGH_EQUAL_PAIRS) },
        }
    }

    /// Likelihood of superiority of the first player, from 0 to 1.
    pub fn los(&self) -> Option<f64> {
        let (lead, error) = (self.score()? - 0.5, self.error()?);
        // With an error of 0, this is 0 or 1 depending on the sign of the lead, or ½ without a lead.
        Some(share_below(lead / error))
    }
}
