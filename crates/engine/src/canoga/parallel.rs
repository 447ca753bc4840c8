//! Work on several threads that doesn't depend on how many there are.
//!
//! Threads are started for each piece of work and end with it. A shared pool would save some starts, but
//! a solver that waits for a pool's threads while they wait for the solution would wait for ever.

#[cfg(not(test))]
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// More threads than this don't find enough rows to work on.
const MOST_THREADS: usize = 16;

#[cfg(not(test))]
fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
thread_local! {
    /// How many processors a test pretends to have.
    pub(super) static PRETENDED: std::cell::Cell<usize> = const { std::cell::Cell::new(2) };
}

#[cfg(test)]
fn processors() -> usize {
    PRETENDED.get()
}

/// Does every job once, on as many threads as there are processors; each thread has its own scratch,
/// which is returned. A job must not depend on which thread does it, nor on the other jobs.
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
            // Taken in a statement of its own, so that the lock is free again while the job is done.
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
