use std::time::Duration;

/// How long something took, many times.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn add(&mut self, took: Duration) {
        self.0.push(took);
    }

    /// In milliseconds; 0 if nothing was timed.
    pub(crate) fn percentile(&mut self, part: f64) -> f64 {
        self.0.sort_unstable();
        let at = (self.0.len() as f64 * part).ceil().max(1.0) as usize - 1;
        self.0.get(at).map_or(0.0, |took| took.as_secs_f64() * 1000.0)
    }

    pub(crate) fn line(&mut self) -> String {
        let [middle, p95, p99, most] = [0.5, 0.95, 0.99, 1.0].map(|part| self.percentile(part));
        format!("p50 {middle:6.1}  p95 {p95:6.1}  p99 {p99:6.1}  max {most:6.1} ms  of {}", self.0.len())
    }
}
