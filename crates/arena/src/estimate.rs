use serde::Serialize;

use crate::normal::Z95;

/// A number that was estimated, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// What it is about.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Mean and variance of numbers that come one by one (Welford's way, which loses no digits).
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// The sum of the squares of the distances from the mean.
    squares: f64,
}

impl Sample {
    /// Adds a number.
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// The variance of a number, estimated; nothing for fewer than two.
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// The mean with its 95 % interval; nothing for fewer than two.
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    pub fn mean(&self) -> Option<Estimate> {
        let error = Z95 * (self.variance()? / self.count as f64).sqrt();
        Some(Estimate { value: self.mean, low: self.mean - error, high: self.mean + error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2, 4, 4, 4, 5, 5, 7, 9 have mean 5 and squares 32: variance 32/7, standard error √(32/56) = 0.755929.
    #[test]
    fn a_mean_worked_by_hand() {
        let mut sample = Sample::default();
        sample.add(2.0);
        assert_eq!(sample.mean(), None);
        for number in [4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            sample.add(number);
        }
        let Estimate { value, low, high } = sample.mean().unwrap();
        assert!((value - 5.0).abs() < 1e-12);
        assert!((high - 6.481_593).abs() < 1e-5 && (low - 3.518_407).abs() < 1e-5, "{low} {high}");
    }
}
