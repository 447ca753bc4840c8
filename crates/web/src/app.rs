//! What all requests share.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use parlor_host::{EngineService, Opponent, StudyCache};
use parlor_store::{
    EngineTask, Holder, JobSettings, MemoryJobs, Registry, TaskOutcome, TaskQueue, Thinker, Token, Workers,
    panic_message,
};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};

use crate::fault::WebError;
use crate::limits::{Counts, Rates};
use crate::metrics::Metrics;
use crate::options::{Options, PublicUrl};
use crate::room::Room;
use crate::rooms::Rooms;
use crate::server::{ServeError, reachable};

/// What all requests share.
pub(crate) struct AppState {
    pub(crate) options: Options,
    /// The address that people use.
    pub(crate) url: PublicUrl,
    pub(crate) registry: Arc<dyn Registry>,
    /// Where questions for the engine go.
    pub(crate) jobs: Arc<dyn TaskQueue>,
    /// The threads that answer them here.
    workers: Option<Workers>,
    pub(crate) rooms: Rooms,
    /// Games that were read for practice and statistics.
    pub(crate) study: StudyCache,
    /// How many requests of programs are worked on. One thread always stays free for the tables.
    pub(crate) programs: Arc<Semaphore>,
    /// How often browsers and addresses may ask.
    pub(crate) by_browser: Rates<Holder>,
    pub(crate) by_address: Rates<IpAddr>,
    /// The streams of events that browsers have open.
    pub(crate) streams: Arc<Counts<Holder>>,
    /// What is counted for who runs the server.
    pub(crate) metrics: Arc<Metrics>,
    /// Becomes true when the server is to end.
    pub(crate) ending: watch::Receiver<bool>,
    runtime: Handle,
    begun: Instant,
}

/// What handlers take to get at it.
pub(crate) type SharedApp = State<Arc<AppState>>;

impl AppState {
    /// Starts the threads that answer questions. The sender ends the server's streams. Called within the runtime that
    /// serves requests.
    pub(crate) fn start(
        options: Options,
        registry: Arc<dyn Registry>,
        opponent: Option<Arc<dyn Opponent>>,
    ) -> Result<(Arc<AppState>, watch::Sender<bool>), ServeError> {
        let limits = options.limits;
        let settings = JobSettings { threads: limits.thinkers, queue: limits.waiting };
        // Where others can think, too, a server may leave all of it to them.
        let (jobs, threads) = match registry.shared_jobs(settings)? {
            Some(jobs) => (jobs, limits.thinkers),
            None => (Arc::new(MemoryJobs::new(settings)) as Arc<dyn TaskQueue>, limits.thinkers.max(1)),
        };
        let metrics = Arc::new(Metrics::new());
        let counted = Arc::clone(&metrics);
        let service = EngineService::new(Arc::clone(&registry), opponent)
            .observed_by(move |priority, took| counted.thought(priority, took));
        let service: Arc<dyn Thinker> = Arc::new(service);
        let workers = Workers::start(&jobs, &service, threads)?;
        let (end, ending) = watch::channel(false);
        let app = Arc::new(AppState {
            url: options.public_url.clone().unwrap_or_else(|| PublicUrl::of(reachable(options.bind))),
            registry,
            jobs,
            workers: Some(workers),
            rooms: Rooms::default(),
            study: StudyCache::default(),
            programs: Arc::new(Semaphore::new(limits.thinkers.saturating_sub(1).max(1))),
            by_browser: Rates::new(limits.requests_per_browser, 3.0),
            by_address: Rates::new(limits.requests_per_address, 2.0),
            streams: Arc::default(),
            metrics,
            ending,
            runtime: Handle::current(),
            begun: Instant::now(),
            options,
        });
        Ok((app, end))
    }

    /// Milliseconds since the server began.
    pub(crate) fn millis(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Does something that may block, on a thread for that.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<AppState>,
        work: impl FnOnce(&Arc<AppState>) -> T + Send + 'static,
    ) -> Result<T, WebError> {
        let app = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&app)).await.map_err(|error| {
            tracing::error!(%error, "a request's work has failed");
            WebError::Failed
        })
    }

    /// Does something at a table that may block. If it panics, that table can only be looked at from then on.
    pub(crate) async fn at_table<T: Send + 'static>(
        self: &Arc<AppState>,
        room: &Arc<Room>,
        work: impl FnOnce(&Arc<AppState>, &Arc<Room>) -> T + Send + 'static,
    ) -> Result<T, WebError> {
        let room = Arc::clone(room);
        self.blocking(move |app| {
            catch_unwind(AssertUnwindSafe(|| work(app, &room))).map_err(|panic| {
                room.has_failed(&panic_message(&*panic));
                WebError::Failed
            })
        })
        .await?
    }

    /// Asks the engine something. `then` is told what came of it, on a thread that may block. If that is known at once, it
    /// is returned instead.
    pub(crate) fn ask(&self, job: EngineTask, then: impl FnOnce(TaskOutcome) + Send + 'static) -> Option<TaskOutcome> {
        let at_once = Arc::new(Mutex::new(AtOnce::Asking));
        let (runtime, state) = (self.runtime.clone(), Arc::clone(&at_once));
        self.jobs.ask(
            job,
            Box::new(move |outcome| {
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                if matches!(*state, AtOnce::Asking) {
                    *state = AtOnce::Known(outcome);
                } else {
                    runtime.spawn_blocking(move || then(outcome));
                }
            }),
        );
        let mut state = at_once.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *state, AtOnce::Asked) {
            AtOnce::Known(outcome) => Some(outcome),
            AtOnce::Asking | AtOnce::Asked => None,
        }
    }

    /// Asks the engine something that a page waits for, though not for long. `None` if it is busy with other things, or
    /// needs too much time. Only a few such requests are answered at the same time.
    pub(crate) async fn thought(self: &Arc<AppState>, patience: Duration, job: EngineTask) -> Option<String> {
        let found = tokio::time::timeout(patience, async move {
            let permit = Arc::clone(&self.programs).acquire_owned().await.ok()?;
            self.answered(job, permit).await
        });
        match found.await.ok()?? {
            TaskOutcome::Answer(answer) => Some(answer),
            TaskOutcome::Failed(_) | TaskOutcome::Busy | TaskOutcome::Dropped => None,
        }
    }

    /// Asks the engine something, and lets go of the permit when it is answered: who goes away before that must not get
    /// the next thread as well.
    pub(crate) async fn answered(&self, job: EngineTask, permit: OwnedSemaphorePermit) -> Option<TaskOutcome> {
        let (tell, told) = oneshot::channel();
        let then = move |outcome| {
            drop(permit);
            let _ = tell.send(outcome);
        };
        match self.ask(job, then) {
            Some(outcome) => Some(outcome),
            None => told.await.ok(),
        }
    }

    /// Does something that may block after a while.
    pub(crate) fn later(&self, after: Duration, work: impl FnOnce() + Send + 'static) {
        self.runtime.spawn(async move {
            tokio::time::sleep(after).await;
            // If it panics, there is nobody to tell; the room has been frozen.
            let _ = tokio::task::spawn_blocking(work).await;
        });
    }

    /// The room of a table.
    pub(crate) async fn room(self: &Arc<AppState>, id: &str) -> Result<Arc<Room>, WebError> {
        let id: Token = id.parse().map_err(|_| WebError::NoTable)?;
        let room = match self.rooms.get(&id) {
            Some(room) => Some(room),
            None => self.blocking(move |app| app.rooms.open(app, id)).await??,
        };
        let room = room.ok_or(WebError::NoTable)?;
        room.touch(self);
        Ok(room)
    }

    /// The room of a table as it is now, whatever other servers have just done at it.
    pub(crate) async fn room_now(self: &Arc<AppState>, id: &str) -> Result<Arc<Room>, WebError> {
        let room = self.room(id).await?;
        self.brought_up_to_date(&room).await?;
        Ok(room)
    }

    /// Brings a table up to date with what other servers have just done at it.
    pub(crate) async fn brought_up_to_date(self: &Arc<AppState>, room: &Arc<Room>) -> Result<(), WebError> {
        if self.registry.is_shared() {
            self.at_table(room, |app, room| room.refresh(app)).await??;
        }
        Ok(())
    }
}

/// Whether an answer has come before somebody could wait for it.
enum AtOnce {
    Asking,
    Known(TaskOutcome),
    Asked,
}

impl Drop for AppState {
    fn drop(&mut self) {
        // The threads that answer questions end with it, and let go of the store.
        self.jobs.close();
        if let Some(workers) = self.workers.take() {
            workers.join();
        }
    }
}
