use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What thinking may cost.
///
/// Only `effort` gives the same answer on every machine. Games and reviews therefore set no deadline; the stop
/// flag is harmless to them, because a stopped search gives no answer.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// How many positions or plays may be searched; `None` leaves it to the level.
    pub effort: Option<u64>,
    /// When the answer is due. A search that runs out of time returns the best choice it has found.
    pub deadline: Option<Instant>,
    /// Set by another thread when the answer is no longer wanted.
    pub stop: StopFlag,
}

impl Limits {
    /// A limit on effort alone.
    pub fn effort(effort: u64) -> Limits {
        Limits { effort: Some(effort), ..Limits::default() }
    }

    /// Whether the deadline has passed or the stop flag is set.
    pub fn is_up(&self) -> bool {
        self.stop.is_set() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same limits with only `share` of the time that is left, to keep the rest for what comes afterwards.
    pub(crate) fn with_share_of_time(&self, share: f64) -> Limits {
        let now = Instant::now();
        let earlier = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(share);
        Limits { deadline: self.deadline.map(earlier), ..self.clone() }
    }
}

/// The share of the time that goes into a search; the rest is for its reasons.
pub(crate) const SEARCH_SHARE: f64 = 15.0 / 16.0;

/// Tells a search on another thread that its answer is no longer wanted.
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search to stop. This can't be undone.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been asked to stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Checks limits from inside a loop: only on every `interval`th step, because reading the clock takes longer than
/// most steps.
pub(crate) struct LimitCheck<'a> {
    limits: &'a Limits,
    interval: u32,
    until_check: u32,
    is_up: bool,
}

impl LimitCheck<'_> {
    pub(crate) fn new(limits: &Limits, interval: u32) -> LimitCheck<'_> {
        LimitCheck { limits, interval, until_check: 0, is_up: false }
    }

    /// Counts a step; whether the limits are up.
    #[inline]
    pub(crate) fn step(&mut self) -> bool {
        if self.until_check == 0 {
            self.until_check = self.interval;
            self.is_up = self.is_up || self.limits.is_up();
        }
        self.until_check -= 1;
        self.is_up
    }
}
