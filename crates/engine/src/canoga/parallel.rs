//! Runs jobs on several threads, with a result that doesn't depend on their number.
//!
//! Threads are started for each call and end with it. A shared pool could deadlock: all its threads might be waiting for
//! a solution whose solver is waiting for a thread of the pool.

#[cfg(not(test))]
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// There aren't enough rows to keep more threads busy.
const MOST_THREADS: usize = 16;

#[cfg(not(test))]
fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
thread_local! {
    /// The simulated number of processors in a test.
    pub(super) static PRETENDED: std::cell::Cell<usize> = const { std::cell::Cell::new(2) };
}

#[cfg(test)]
fn processors() -> usize {
    PRETENDED.get()
}

/// Does every job once, on as many threads as there are processors. Each thread has its own scratch value, and all of
/// these are returned. A job must not depend on its thread or on other jobs.
pub(super) fn each<J, S: Send>(
    jobs: impl ExactSizeIterator<Item = J> + Send,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J) + Sync,
) -> Vec<S> {
    let threads = processors().min(jobs.len()).clamp(1, MOST_THREADS);
    let jobs = Mutex::new(jobs);
    let until_done = || {
        let mut own = scratch();
        loop {
            // A separate statement, so that the lock is released before the job is done.
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            match job {
                Some(job) => work(&mut own, job),
                None => return own,
            }
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(until_done)).collect();
        let mut all = vec![until_done()];
        for other in others {
            match other.join() {
                Ok(own) => all.push(own),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}
