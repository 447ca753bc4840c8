use serde::Serialize;

use crate::normal::student95;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// Running mean and variance by Welford's algorithm, which is numerically stable.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// The sum of squared deviations from the mean.
    squares: f64,
}

impl Sample {
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// The sample variance; `None` for fewer than two numbers.
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// The mean, or 0 without numbers.
    pub fn average(&self) -> f64 {
        self.mean
    }

    /// The mean with its 95 % interval by Student's t; `None` for fewer than two numbers.
    #[expect(clippy::cast_precision_loss, reason = "no match has 2^53 pairs")]
    pub fn mean(&self) -> Option<Estimate> {
        let error = student95(self.count - 1) * (self.variance()? / self.count as f64).sqrt();
        Some(Estimate { value: self.mean, low: self.mean - error, high: self.mean + error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2, 4, 4, 4, 5, 5, 7, 9 have mean 5 and squares 32: variance 32/7, standard error √(32/56) = 0.755929.
    /// For 7 degrees of freedom the interval extends 2.364624 standard errors.
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
        assert!((high - 6.787_488).abs() < 1e-3 && (low - 3.212_512).abs() < 1e-3, "{low} {high}");
    }
}
