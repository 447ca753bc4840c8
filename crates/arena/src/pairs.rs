use serde::{Deserialize, Serialize};

/// Pentanomial counts: the numbers of pairs in which the first player won 0, ½, 1, 1½ and 2 rounds.
///
/// Both rounds of a pair have the same opening and dice, so they aren't independent. Pairs are, so all statistics count
/// pairs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PairCounts(pub [u64; 5]);

/// The score of a pair for each of the five counts, from 0 to 1.
pub(crate) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl PairCounts {
    /// Adds a pair with `halves` half points, from 0 to 4.
    pub fn add(&mut self, halves: usize) {
        self.0[halves.min(4)] += 1;
    }

    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    pub(crate) fn numbers(&self) -> [f64; 5] {
        self.0.map(|count| count as f64)
    }

    /// The first player's score, from 0 to 1.
    pub fn score(&self) -> Option<f64> {
        let counts = self.numbers();
        let all: f64 = counts.iter().sum();
        let won: f64 = counts.iter().zip(PAIR_SCORES).map(|(count, score)| count * score).sum();
        (all > 0.0).then(|| won / all)
    }

    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        let counts = self.numbers();
        let all: f64 = counts.iter().sum();
        let squares = counts.iter().zip(PAIR_SCORES).map(|(count, score)| count * (score - mean).powi(2));
        Some(squares.sum::<f64>() / all)
    }

    /// The counts from the other player's point of view.
    #[must_use]
    pub fn turned(mut self) -> PairCounts {
        self.0.reverse();
        self
    }
}
