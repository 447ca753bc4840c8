//! Thinking on a bounded number of threads, with a bounded queue.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Threads that think. Clones share them; when the last clone is dropped, the pool is closed.
#[derive(Clone)]
pub struct Pool {
    handle: Arc<Handle>,
}

/// What work is for; the first goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Priority {
    /// A move of the computer player, which somebody waits for.
    Move,
    /// Advice that a person has asked for.
    Help,
    /// What a position is worth, for the value bar.
    Value,
}

const PRIORITIES: usize = 3;

/// How much a pool does at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolSettings {
    /// How many threads think at the same time; one at least.
    pub threads: usize,
    /// How many pieces of work of each priority can wait for a thread.
    pub queue: usize,
}

/// No more work can wait, or the pool is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the computer player is busy")]
pub struct Busy;

type Work = Box<dyn FnOnce() + Send>;

/// Held by the clones of a pool but not by its threads, so that dropping the last one ends them.
struct Handle {
    shared: Arc<Shared>,
    settings: PoolSettings,
}

struct Shared {
    state: Mutex<State>,
    /// Told when there is work, or no more of it.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    queues: [VecDeque<Work>; PRIORITIES],
    /// How many threads are at work.
    working: usize,
    closed: bool,
}

impl Pool {
    /// Starts the threads.
    pub fn new(settings: PoolSettings) -> io::Result<Pool> {
        let settings = PoolSettings { threads: settings.threads.max(1), ..settings };
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new() });
        // If a thread can't be started, this is dropped and ends the others.
        let pool = Pool { handle: Arc::new(Handle { shared, settings }) };
        for number in 1..=settings.threads {
            let shared = Arc::clone(&pool.handle.shared);
            thread::Builder::new().name(format!("engine-{number}")).spawn(move || shared.run())?;
        }
        Ok(pool)
    }

    /// Runs `work` on a thread of the pool as soon as one is free. Within a priority, the first to come is the first to
    /// be served. A panic in it is caught and told to nobody: `work` itself must report what came of it. Work that is
    /// refused or never begun is dropped.
    pub fn submit(&self, priority: Priority, work: impl FnOnce() + Send + 'static) -> Result<(), Busy> {
        let mut state = self.handle.shared.state();
        let free = state.free(self.handle.settings);
        let queued: usize = state.queues.iter().map(VecDeque::len).sum();
        let room = queued < free || state.waiting(priority, free) < self.handle.settings.queue;
        if state.closed || !room {
            // Not under the lock: what `work` holds may want the pool when it is dropped.
            drop(state);
            return Err(Busy);
        }
        state.queues[priority as usize].push_back(Box::new(work));
        drop(state);
        self.handle.shared.changed.notify_one();
        Ok(())
    }

    /// How many pieces of work wait for a thread, not counting those that a free thread is about to begin.
    pub fn waiting(&self, priority: Priority) -> usize {
        let state = self.handle.shared.state();
        state.waiting(priority, state.free(self.handle.settings))
    }

    /// Takes no more work, drops what waits and lets threads end after what they do.
    pub fn close(&self) {
        self.handle.shared.close();
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // The threads aren't waited for: this may be one of them.
        self.shared.close();
    }
}

impl State {
    fn free(&self, settings: PoolSettings) -> usize {
        settings.threads.saturating_sub(self.working)
    }

    /// Free threads take what is queued, the first priorities first; the rest waits.
    fn waiting(&self, priority: Priority, free: usize) -> usize {
        let earlier: usize = self.queues[..priority as usize].iter().map(VecDeque::len).sum();
        self.queues[priority as usize].len().saturating_sub(free.saturating_sub(earlier))
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does until the pool is closed.
    fn run(&self) {
        let mut state = self.state();
        loop {
            if let Some(work) = state.queues.iter_mut().find_map(VecDeque::pop_front) {
                state.working += 1;
                drop(state);
                let panicked = catch_unwind(AssertUnwindSafe(work));
                drop(panicked);
                state = self.state();
                state.working -= 1;
            } else if state.closed {
                return;
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let dropped = std::mem::take(&mut state.queues);
        drop(state);
        self.changed.notify_all();
        // Not under the lock: what is dropped may want the pool.
        drop(dropped);
    }
}
