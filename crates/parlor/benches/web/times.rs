use std::time::Duration;

/// A collection of measured times.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn add(&mut self, took: Duration) {
        self.0.push(took);
    }

    /// Adds another collection.
    pub(crate) fn take(&mut self, Times(other): Times) {
        self.0.extend(other);
    }

    /// The number of measurements.
    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    /// A percentile in milliseconds; 0 without measurements.
    pub(crate) fn percentile(&mut self, part: usize) -> f64 {
        self.0.sort_unstable();
        let count = (self.0.len() * part).div_ceil(100);
        self.0.get(count.max(1) - 1).map_or(0.0, |took| took.as_secs_f64() * 1000.0)
    }

    pub(crate) fn line(&mut self) -> String {
        let [middle, p95, p99, most] = [50, 95, 99, 100].map(|part| self.percentile(part));
        format!("p50 {middle:6.1}  p95 {p95:6.1}  p99 {p99:6.1}  max {most:6.1} ms  of {}", self.0.len())
    }
}
