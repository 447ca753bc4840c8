use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Limits the rate of a log message: an unreachable database must not fill the disk with one line for each request.
pub struct LogLimit(Mutex<(Option<Instant>, u64)>);

/// The shortest time between two lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Logs an event of `tracing` with its level and fields, but from each place in the code at most one in ten seconds, with
/// the number of those left out since.
#[macro_export]
macro_rules! log_limited {
    ($level:ident, $($field:tt)*) => {{
        static LIMIT: $crate::LogLimit = $crate::LogLimit::new();
        LIMIT.limited(|suppressed| tracing::$level!(suppressed, $($field)*));
    }};
}

impl LogLimit {
    #[allow(clippy::new_without_default, reason = "used only for statics, which need a const function")]
    pub const fn new() -> LogLimit {
        LogLimit(Mutex::new((None, 0)))
    }

    /// Calls `write` with the number of messages left out since the last one, or leaves this one out as well.
    pub fn limited(&self, write: impl FnOnce(u64)) {
        self.limited_at(Instant::now(), write);
    }

    fn limited_at(&self, now: Instant, write: impl FnOnce(u64)) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.0.is_some_and(|last| now.saturating_duration_since(last) < PAUSE) {
            state.1 += 1;
            return;
        }
        let suppressed = std::mem::take(&mut state.1);
        state.0 = Some(now);
        drop(state);
        write(suppressed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_messages_are_limited_and_counted() {
        let (limit, start) = (LogLimit::new(), Instant::now());
        let mut written = Vec::new();
        for second in 0..25 {
            limit.limited_at(start + Duration::from_secs(second), |suppressed| written.push((second, suppressed)));
        }
        assert_eq!(written, [(0, 0), (10, 9), (20, 9)]);
    }
}
