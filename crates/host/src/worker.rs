use std::io;
use std::sync::Arc;

use parlor_store::{JobHandler, JobSettings, Registry, StoreError, TaskQueue, Workers};

use crate::metrics::{Durations, MetricsText};
use crate::{EngineService, MonitorAnswer};

/// Threads that answer the questions of all servers of a store.
pub struct Worker {
    jobs: Arc<dyn TaskQueue>,
    threads: Workers,
    state: Arc<WorkerState>,
}

/// The state that a worker's monitor reports.
struct WorkerState {
    registry: Arc<dyn Registry>,
    jobs: Arc<dyn TaskQueue>,
    thinking: Durations,
}

/// The reason why a worker can't be started.
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
        // A worker asks no questions, so it needs no queue.
        let settings = JobSettings { threads: threads.max(1), queue: 0, share: 0 };
        let jobs = registry.shared_jobs(settings)?.ok_or(WorkerError::NotShared)?;
        let thinking = Durations::new(&["kind"]);
        let state = Arc::new(WorkerState { registry: Arc::clone(&registry), jobs: Arc::clone(&jobs), thinking });
        let observed = Arc::clone(&state);
        let service = EngineService::new(registry, None).observed_by(move |priority, took| {
            tracing::info!(kind = priority.name(), millis = took.as_millis() as u64, "answered");
            observed.thinking.observe(&[priority.name()], took);
        });
        let service: Arc<dyn JobHandler> = Arc::new(service);
        let threads = Workers::start(&jobs, &service, settings.all_threads())?;
        Ok(Worker { jobs, threads, state })
    }

    /// Answers a [`crate::Monitor`].
    pub fn monitored(&self) -> impl Fn(&str) -> MonitorAnswer + Send + 'static {
        let state = Arc::clone(&self.state);
        move |path| state.answer(path)
    }

    /// Ends the worker. Unfinished questions are left to other workers.
    pub fn stop(self) {
        self.jobs.close();
        self.threads.join();
    }
}

impl WorkerState {
    fn answer(&self, path: &str) -> MonitorAnswer {
        if path != "/metrics" {
            return match self.registry.ready() {
                Ok(()) => MonitorAnswer::Fine("ready\n"),
                Err(_) => MonitorAnswer::Unavailable("the store is unavailable\n"),
            };
        }
        let mut text = MetricsText::default();
        let help = "Time spent on engine questions by this process";
        self.thinking.write(&mut text, "parlor_thinking_seconds", help);
        let waiting = |priority| self.jobs.waiting(priority);
        text.gauge_by_kind("parlor_questions_waiting", "Queued engine questions", waiting);
        text.process();
        MonitorAnswer::Metrics(text.finish())
    }
}
