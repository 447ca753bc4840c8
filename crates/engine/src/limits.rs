use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Limits of a search's effort and time.
///
/// Only `effort` gives the same answer on every machine, so games and reviews set no deadline. The stop flag can't change
/// an answer, because a stopped search gives none.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Maximum number of positions or plays; `None` leaves it to the level.
    pub effort: Option<u64>,
    /// The deadline. A search that runs out of time returns the best choice found so far.
    pub deadline: Option<Instant>,
    /// Another thread sets the flag to cancel the search.
    pub stop: StopFlag,
}

impl Limits {
    /// A limit on effort alone.
    pub fn effort(effort: u64) -> Limits {
        Limits { effort: Some(effort), ..Limits::default() }
    }

    /// True if the deadline has passed or the stop flag is set.
    pub fn is_up(&self) -> bool {
        self.stop.is_set() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// These limits with only `share` of the remaining time, to reserve the rest for later work.
    pub(crate) fn with_share_of_time(&self, share: f64) -> Limits {
        let now = Instant::now();
        let earlier = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(share);
        Limits { deadline: self.deadline.map(earlier), ..self.clone() }
    }
}

/// The share of the time for the search; the rest is for finding reasons.
pub(crate) const SEARCH_SHARE: f64 = 15.0 / 16.0;

/// Cancels a search on another thread.
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search to stop. This can't be undone.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the search has been asked to stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Checks limits in a loop, only at every `interval`th step, because reading the clock takes longer than most steps.
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

    /// Counts a step, and returns true if a limit is reached.
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
