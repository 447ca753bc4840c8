//! Rate limits, and counts of open resources.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Token buckets, one for each key.
pub(crate) struct Rates<K> {
    /// Tokens added per second.
    per_second: f64,
    /// The capacity of a bucket.
    burst: f64,
    buckets: Mutex<HashMap<K, TokenBucket>>,
}

struct TokenBucket {
    left: f64,
    at: Instant,
}

/// The maximum number of keys. Beyond it, full buckets are dropped. That makes no difference, because new buckets are
/// full.
const MOST: usize = 50_000;

impl<K: Eq + Hash> Rates<K> {
    /// Allows `count` per second, and bursts of `burst` times as many, because one page causes several requests.
    pub(crate) fn new(count: u32, burst: f64) -> Rates<K> {
        let per_second = f64::from(count);
        Rates { per_second, burst: burst * per_second, buckets: Mutex::default() }
    }

    /// Allows one in `interval`, and bursts of up to `burst`.
    pub(crate) fn slow(interval: Duration, burst: f64) -> Rates<K> {
        Rates { per_second: interval.as_secs_f64().recip(), burst, buckets: Mutex::default() }
    }

    /// Takes a token, if there is one.
    pub(crate) fn allows(&self, key: K, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |bucket: &TokenBucket| {
            let since = now.saturating_duration_since(bucket.at).as_secs_f64();
            (bucket.left + since * self.per_second).min(self.burst)
        };
        if buckets.len() >= MOST {
            buckets.retain(|_, bucket| filled(bucket) < self.burst);
            if buckets.len() >= MOST {
                // Genuine clients don't have that many keys. New keys are refused until some have expired.
                return buckets.get_mut(&key).is_some_and(|bucket| take(bucket, filled(bucket), now));
            }
        }
        let bucket = buckets.entry(key).or_insert(TokenBucket { left: self.burst, at: now });
        let left = filled(bucket);
        take(bucket, left, now)
    }
}

/// The number of open resources for each key.
pub(crate) struct Counts<K>(Mutex<HashMap<K, usize>>);

impl<K> Default for Counts<K> {
    fn default() -> Counts<K> {
        Counts(Mutex::default())
    }
}

/// One open resource; dropping it decrements the count.
pub(crate) struct Counted<K: Copy + Eq + Hash> {
    counts: Arc<Counts<K>>,
    key: K,
}

impl<K: Copy + Eq + Hash> Counts<K> {
    /// Increments the count; `None` at the limit.
    pub(crate) fn open(self: &Arc<Counts<K>>, key: K, most: usize) -> Option<Counted<K>> {
        let mut counts = self.lock();
        let open = counts.get(&key).copied().unwrap_or(0);
        if open >= most {
            return None;
        }
        counts.insert(key, open + 1);
        drop(counts);
        Some(Counted { counts: Arc::clone(self), key })
    }

    pub(crate) fn total(&self) -> usize {
        self.lock().values().sum()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Copy + Eq + Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        if let Some(open) = counts.get_mut(&self.key) {
            *open -= 1;
            if *open == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

fn take(bucket: &mut TokenBucket, left: f64, now: Instant) -> bool {
    let enough = left >= 1.0;
    *bucket = TokenBucket { left: if enough { left - 1.0 } else { left }, at: now };
    enough
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let rates = Rates::new(2, 1.0);
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        assert!(rates.allows("ada", start) && rates.allows("ada", start));
        assert!(!rates.allows("ada", start), "two at once are enough");
        assert!(rates.allows("ben", start), "each key has a separate bucket");
        assert!(!rates.allows("ada", after(400)));
        assert!(rates.allows("ada", after(900)));
        assert!(rates.allows("ada", after(60_000)) && rates.allows("ada", after(60_000)));
        assert!(!rates.allows("ada", after(60_000)), "a bucket never holds more than its burst");
    }

    #[test]
    fn a_slow_bucket_allows_a_burst_and_then_one_in_an_interval() {
        let rates = Rates::slow(Duration::from_secs(4), 3.0);
        let start = Instant::now();
        assert!((0..3).all(|_| rates.allows("ada", start)));
        assert!(!rates.allows("ada", start + Duration::from_secs(3)));
        assert!(rates.allows("ada", start + Duration::from_secs(5)));
        assert!(!rates.allows("ada", start + Duration::from_secs(5)));
    }

    #[test]
    fn closed_resources_make_room() {
        let counts = Arc::new(Counts::default());
        let open = [counts.open("ada", 2), counts.open("ada", 2)];
        assert!(open.iter().all(Option::is_some));
        assert!(counts.open("ada", 2).is_none() && counts.open("ben", 2).is_some());
        drop(open);
        assert!(counts.lock().is_empty(), "keys with nothing open are forgotten");
        assert!(counts.open("ada", 2).is_some() && counts.open("ada", 0).is_none());
    }

    #[test]
    fn made_up_keys_cant_fill_the_memory() {
        let rates = Rates::new(1, 1.0);
        let start = Instant::now();
        for key in 0..MOST + 10 {
            rates.allows(key, start);
        }
        assert!(rates.buckets.lock().unwrap().len() <= MOST);
        assert!(!rates.allows(MOST + 20, start));
        assert!(rates.allows(MOST + 20, start + Duration::from_secs(2)), "full buckets make room");
    }
}
