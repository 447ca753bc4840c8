use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What thinking may cost.
///
/// Only `effort` keeps an answer the same on every machine, so games and reviews set nothing else but the stop
/// flag, whose answers are thrown away.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// How many positions or plays may be looked at; the level decides if it is left open.
    pub effort: Option<u64>,
    /// When there must be an answer, as good as it is by then.
    pub deadline: Option<Instant>,
    /// Set by another thread when the answer is no longer wanted.
    pub stop: StopFlag,
}

impl Limits {
    /// A limit on effort alone.
    pub fn effort(effort: u64) -> Limits {
        Limits { effort: Some(effort), ..Limits::default() }
    }

    /// Whether the deadline has passed or somebody has asked to stop.
    pub fn is_up(&self) -> bool {
        self.stop.is_set() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Tells a search on another thread that its answer is no longer wanted.
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks to stop. It can't be taken back.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked to stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
