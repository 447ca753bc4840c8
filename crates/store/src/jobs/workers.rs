use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::{Claimed, TaskOutcome, TaskQueue, Thinker};

/// Threads that answer questions until there are no more of them.
pub struct Workers {
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts them. They end when the jobs are closed.
    pub fn start(jobs: &Arc<dyn TaskQueue>, thinker: &Arc<dyn Thinker>, threads: usize) -> io::Result<Workers> {
        let start = |number| {
            let (jobs, thinker) = (Arc::clone(jobs), Arc::clone(thinker));
            let work = move || {
                while let Some(claimed) = jobs.claim() {
                    jobs.finish(&claimed, think(&*thinker, &claimed));
                }
            };
            thread::Builder::new().name(format!("engine-{number}")).spawn(work)
        };
        let started: io::Result<Vec<JoinHandle<()>>> = (1..=threads).map(start).collect();
        // If one can't be started, the others must not go on.
        Ok(Workers { threads: started.inspect_err(|_| jobs.close())? })
    }

    /// Waits until they have ended, unless this is one of them.
    pub fn join(self) {
        if self.threads.iter().any(|thread| thread.thread().id() == thread::current().id()) {
            return;
        }
        for thread in self.threads {
            // What they do can't panic, and if it did, there would be nothing to be done about it here.
            let _ = thread.join();
        }
    }
}

/// A panic is an outcome like any other.
fn think(thinker: &dyn Thinker, claimed: &Claimed) -> TaskOutcome {
    if claimed.stop.is_set() {
        return TaskOutcome::Dropped;
    }
    let thought = catch_unwind(AssertUnwindSafe(|| thinker.think(&claimed.job, &claimed.stop)));
    let outcome = thought.unwrap_or_else(|panic| TaskOutcome::Failed(panic_message(&*panic)));
    // What was found after somebody said stop may be anything.
    if claimed.stop.is_set() { TaskOutcome::Dropped } else { outcome }
}

/// The text of a panic.
pub fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it panicked").to_owned()
}
