use std::io;
use std::sync::Arc;

use parlor_store::{JobSettings, Registry, StoreError, TaskQueue, Thinker, Workers};

use crate::EngineService;

/// Threads that answer the questions of all servers of a store.
pub struct Worker {
    jobs: Arc<dyn TaskQueue>,
    threads: Workers,
}

/// Why a worker can't be started.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// Only one program can use the store.
    #[error("a worker needs a store that several programs can use, like postgres://USER@HOST/DATABASE")]
    NotShared,
    #[error("the tables can't be opened: {0}")]
    Store(#[from] StoreError),
    #[error("the worker can't be started: {0}")]
    Io(#[from] io::Error),
}

impl Worker {
    pub fn start(registry: Arc<dyn Registry>, threads: usize) -> Result<Worker, WorkerError> {
        // It asks nothing, so it needs no queue.
        let settings = JobSettings { threads, queue: 0 };
        let jobs = registry.shared_jobs(settings)?.ok_or(WorkerError::NotShared)?;
        let service: Arc<dyn Thinker> = Arc::new(EngineService::new(registry, None));
        let threads = Workers::start(&jobs, &service, threads.max(1))?;
        Ok(Worker { jobs, threads })
    }

    /// Ends it. Questions that are being answered are left to other workers.
    pub fn stop(self) {
        self.jobs.close();
        self.threads.join();
    }
}
