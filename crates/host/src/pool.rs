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
    /// A review of a game that was played: nobody waits for it now.
    Review,
}

const PRIORITIES: usize = 4;

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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver, Sender};

    use super::*;

    fn pool(threads: usize, queue: usize) -> Pool {
        Pool::new(PoolSettings { threads, queue }).unwrap()
    }

    /// Has a thread of the pool wait until the sender is dropped.
    fn hold(pool: &Pool) -> Sender<()> {
        let (release, released) = mpsc::channel::<()>();
        let (begun, begins) = mpsc::channel();
        let work = move || {
            begun.send(()).unwrap();
            let _ = released.recv();
        };
        pool.submit(Priority::Move, work).unwrap();
        begins.recv().unwrap();
        release
    }

    /// Work that tells its number.
    fn tell(told: &Sender<u32>, number: u32) -> impl FnOnce() + Send + 'static {
        let told = told.clone();
        move || told.send(number).unwrap()
    }

    fn all_told(sender: Sender<u32>, told: &Receiver<u32>) -> Vec<u32> {
        drop(sender);
        told.iter().collect()
    }

    #[test]
    fn work_is_done_by_priority_and_then_in_the_order_in_which_it_came() {
        let pool = pool(1, 3);
        let held = hold(&pool);
        let (sender, told) = mpsc::channel();
        let given = [
            (Priority::Review, 9),
            (Priority::Value, 7),
            (Priority::Help, 4),
            (Priority::Move, 1),
            (Priority::Value, 8),
            (Priority::Move, 2),
            (Priority::Help, 5),
            (Priority::Move, 3),
        ];
        for (priority, number) in given {
            pool.submit(priority, tell(&sender, number)).unwrap();
        }
        let waiting = [Priority::Move, Priority::Help, Priority::Value].map(|priority| pool.waiting(priority));
        assert_eq!(waiting, [3, 2, 2]);
        drop(held);
        assert_eq!(all_told(sender, &told), [1, 2, 3, 4, 5, 7, 8, 9]);
        assert_eq!(pool.waiting(Priority::Move), 0);
    }

    #[test]
    fn a_full_queue_refuses_and_drops_what_it_refuses() {
        let pool = pool(1, 2);
        let held = hold(&pool);
        let (sender, told) = mpsc::channel();
        for number in [1, 2] {
            pool.submit(Priority::Help, tell(&sender, number)).unwrap();
        }
        assert_eq!(pool.submit(Priority::Help, tell(&sender, 3)), Err(Busy));
        assert_eq!(pool.waiting(Priority::Help), 2);
        // Each priority has a queue of its own.
        pool.submit(Priority::Move, tell(&sender, 0)).unwrap();
        drop(held);
        assert_eq!(all_told(sender, &told), [0, 1, 2]);
        assert_eq!(Busy.to_string(), "the computer player is busy");
    }

    #[test]
    fn free_threads_need_no_queue() {
        let pool = pool(2, 0);
        let first = hold(&pool);
        let second = hold(&pool);
        assert_eq!(pool.submit(Priority::Move, || ()), Err(Busy));
        drop((first, second));
        // No threads at all would be of no use.
        hold(&Pool::new(PoolSettings { threads: 0, queue: 0 }).unwrap());
    }

    #[test]
    fn work_that_a_free_thread_will_take_does_not_wait() {
        // The threads may or may not have taken it when this is asked.
        let pool = pool(2, 0);
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        for _ in 0..2 {
            let released = Arc::clone(&released);
            let work = move || {
                let _ = released.lock().unwrap().recv();
            };
            pool.submit(Priority::Value, work).unwrap();
            assert_eq!(pool.waiting(Priority::Value), 0);
        }
        assert_eq!(pool.submit(Priority::Value, || ()), Err(Busy));
        drop(release);
    }

    #[test]
    fn a_panic_costs_no_thread() {
        let pool = pool(2, 20);
        for _ in 0..10 {
            pool.submit(Priority::Move, || panic!("as it must")).unwrap();
        }
        // Both threads are there: each holds one.
        let holds = [hold(&pool), hold(&pool)];
        assert_eq!(pool.waiting(Priority::Move), 0);
        drop(holds);
    }

    #[test]
    fn closing_drops_what_waits_and_takes_no_more() {
        let pool = pool(1, 10);
        let held = hold(&pool);
        let (sender, told) = mpsc::channel();
        for number in 0..10 {
            pool.submit(Priority::Value, tell(&sender, number)).unwrap();
        }
        pool.close();
        assert_eq!(pool.waiting(Priority::Value), 0);
        assert_eq!(pool.submit(Priority::Move, tell(&sender, 10)), Err(Busy));
        // It ends although a thread is still at work, because nothing else has the sender any more.
        assert!(all_told(sender, &told).is_empty());
        pool.close();
        drop(held);
    }

    /// Something that wants its pool when it is dropped.
    struct Asks(Pool, Sender<usize>);

    impl Drop for Asks {
        fn drop(&mut self) {
            self.1.send(self.0.waiting(Priority::Move)).unwrap();
        }
    }

    #[test]
    fn what_is_dropped_can_use_the_pool() {
        let pool = pool(1, 1);
        let held = hold(&pool);
        let (sender, told) = mpsc::channel();
        let asks = Asks(pool.clone(), sender.clone());
        pool.submit(Priority::Move, move || drop(asks)).unwrap();
        let asks = Asks(pool.clone(), sender.clone());
        assert_eq!(pool.submit(Priority::Move, move || drop(asks)), Err(Busy));
        assert_eq!(told.recv(), Ok(1));
        pool.close();
        assert_eq!(told.recv(), Ok(0));
        drop(held);
    }

    #[test]
    fn a_pool_that_is_dropped_ends_its_threads() {
        // At rest.
        let resting = pool(2, 1);
        let shared = Arc::downgrade(&resting.handle.shared);
        drop(resting);
        while shared.strong_count() > 0 {
            thread::yield_now();
        }
        // By one of its own threads.
        let busy = pool(1, 1);
        let shared = Arc::downgrade(&busy.handle.shared);
        let (release, released) = mpsc::channel::<()>();
        let own = busy.clone();
        let work = move || {
            let _ = released.recv();
            drop(own);
        };
        busy.submit(Priority::Move, work).unwrap();
        drop(busy);
        drop(release);
        while shared.strong_count() > 0 {
            thread::yield_now();
        }
    }
}
