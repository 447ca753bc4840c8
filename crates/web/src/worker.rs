//! Thinking for servers somewhere else.

use std::io;
use std::sync::Arc;

use parlor_host::{JobSettings, Jobs, Registry, Thinker, Workers};

use crate::server::{ServeError, told_to_end};
use crate::thinker::TableThinker;

/// Threads that answer the questions of all servers of a store.
pub struct Worker {
    jobs: Arc<dyn Jobs>,
    workers: Workers,
}

impl Worker {
    /// Starts them.
    pub fn start(registry: Arc<dyn Registry>, threads: usize) -> Result<Worker, ServeError> {
        // It asks nothing, so it needs no queue.
        let settings = JobSettings { threads, queue: 0 };
        let jobs = registry.shared_jobs(settings)?.ok_or(ServeError::NotShared)?;
        let thinker: Arc<dyn Thinker> = Arc::new(TableThinker::new(registry, None));
        let workers = Workers::start(&jobs, &thinker, threads.max(1))?;
        Ok(Worker { jobs, workers })
    }

    /// Answers questions until the program is told to end, by Ctrl-C or a signal. What is being thought about then is left
    /// to others.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            told_to_end()?.await;
            Ok::<(), io::Error>(())
        })?;
        self.jobs.close();
        self.workers.join();
        Ok(())
    }
}
