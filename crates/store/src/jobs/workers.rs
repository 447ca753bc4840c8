use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::{Claimed, JobHandler, TaskOutcome, TaskQueue};

/// Threads that work on jobs until the queue is closed.
pub struct Workers {
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts the threads. They end when the queue is closed.
    pub fn start(jobs: &Arc<dyn TaskQueue>, handler: &Arc<dyn JobHandler>, threads: usize) -> io::Result<Workers> {
        let start = |number| {
            let (jobs, handler) = (Arc::clone(jobs), Arc::clone(handler));
            let work = move || {
                while let Some(claimed) = jobs.claim() {
                    jobs.finish(&claimed, run(&*handler, &claimed));
                }
            };
            thread::Builder::new().name(format!("engine-{number}")).spawn(work)
        };
        let started: io::Result<Vec<JoinHandle<()>>> = (1..=threads).map(start).collect();
        // If a thread can't be started, end the others.
        Ok(Workers { threads: started.inspect_err(|_| jobs.close())? })
    }

    /// Waits until the threads have ended, unless called by one of them.
    pub fn join(self) {
        if self.threads.iter().any(|thread| thread.thread().id() == thread::current().id()) {
            return;
        }
        for thread in self.threads {
            // Panics of jobs are caught, so this can't fail.
            let _ = thread.join();
        }
    }
}

/// Handles a job, and turns a panic into an outcome.
fn run(handler: &dyn JobHandler, claimed: &Claimed) -> TaskOutcome {
    if claimed.stop.is_set() {
        return TaskOutcome::Dropped;
    }
    let thought = catch_unwind(AssertUnwindSafe(|| handler.handle(&claimed.job, &claimed.stop)));
    let outcome = thought.unwrap_or_else(|panic| TaskOutcome::Failed(panic_message(&*panic)));
    // A stopped search may return anything.
    if claimed.stop.is_set() { TaskOutcome::Dropped } else { outcome }
}

/// The text of a panic.
pub fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it panicked").to_owned()
}
