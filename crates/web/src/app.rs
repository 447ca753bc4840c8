//! State shared by all requests.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use parlor_host::{EngineService, Opponent, RecentTables, StudyCache};
use parlor_store::{
    Asker, BrowserId, EngineTask, JobHandler, JobSettings, MemoryJobs, Registry, TaskOutcome, TaskQueue, Token,
    Workers, panic_message,
};
use parlor_view::Replay;
use tokio::runtime::Handle;
use tokio::sync::{oneshot, watch};

use crate::cookies::Cookies;
use crate::fault::WebError;
use crate::limits::{Counts, Rates};
use crate::metrics::Metrics;
use crate::options::{Options, PublicUrl};
use crate::recent::Recent;
use crate::reviews::Reviewing;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::server::{ServeError, reachable};
use crate::turns::{Identity, PoolPlace, Turns};
use crate::visitor::Visitor;

pub(crate) struct AppState {
    /// Identifies this server among those that share the store.
    pub(crate) server: Token,
    pub(crate) options: Options,
    /// The server's public address.
    pub(crate) url: PublicUrl,
    pub(crate) registry: Arc<dyn Registry>,
    /// The queue of questions for the engine.
    pub(crate) jobs: Arc<dyn TaskQueue>,
    /// The tables of this process, shared with its engine threads.
    pub(crate) tables: Arc<RecentTables>,
    /// This server's engine threads, which answer those questions.
    workers: Option<Workers>,
    pub(crate) rooms: Rooms,
    /// Caches games for practice and statistics.
    pub(crate) study: StudyCache,
    /// Limits the number of simultaneous requests for pages that replay a whole game.
    pub(crate) costly: Arc<Turns>,
    /// Limits the number of engine questions that pages wait for.
    pub(crate) analyses: Arc<Turns>,
    /// Limits the number of engine questions from programs, so that at least one thread is left for the tables.
    pub(crate) programs: Arc<Turns>,
    pub(crate) journals: Recent<Bytes>,
    pub(crate) replays: Recent<Option<Replay>>,
    /// The reviews that were looked at last. Others are read from the store again.
    pub(crate) reviews: Recent<Arc<Reviewing>>,
    /// PNG files of tables and invitations.
    pub(crate) pictures: Recent<Bytes>,
    pub(crate) cookies: Cookies,
    pub(crate) by_browser: Rates<Identity>,
    pub(crate) by_address: Rates<IpAddr>,
    /// The phrases that browsers send.
    pub(crate) phrases: Rates<BrowserId>,
    /// The open event streams of each browser.
    pub(crate) streams: Arc<Counts<Identity>>,
    /// The open event streams of each address.
    pub(crate) streams_by_address: Arc<Counts<IpAddr>>,
    pub(crate) metrics: Arc<Metrics>,
    /// The store has reached its quota.
    full: AtomicBool,
    pub(crate) ending: watch::Receiver<bool>,
    runtime: Handle,
    begun: Instant,
}

pub(crate) type SharedApp = State<Arc<AppState>>;

impl AppState {
    /// Starts the engine threads. The sender ends the server's event streams. Must be called within the runtime that
    /// serves requests.
    pub(crate) fn start(
        options: Options,
        registry: Arc<dyn Registry>,
        opponent: Option<Arc<dyn Opponent>>,
    ) -> Result<(Arc<AppState>, watch::Sender<bool>), ServeError> {
        let limits = options.limits;
        let settings = JobSettings { threads: limits.thinkers, queue: limits.waiting, share: share_of(limits.waiting) };
        // With a shared queue, a server may have no engine threads.
        let (jobs, threads) = match registry.shared_jobs(settings)? {
            Some(jobs) if limits.thinkers == 0 => (jobs, 0),
            Some(jobs) => (jobs, settings.all_threads()),
            None => {
                let settings = JobSettings { threads: limits.thinkers.max(1), ..settings };
                (Arc::new(MemoryJobs::new(settings)) as Arc<dyn TaskQueue>, settings.all_threads())
            }
        };
        let metrics = Arc::new(Metrics::new());
        let counted = Arc::clone(&metrics);
        let service = EngineService::new(Arc::clone(&registry), opponent)
            .observed_by(move |priority, took| counted.engine_time(priority, took));
        let tables = service.tables();
        let service: Arc<dyn JobHandler> = Arc::new(service);
        let workers = Workers::start(&jobs, &service, threads)?;
        let cookies = Cookies::new(Arc::clone(&registry))?;
        let (end, ending) = watch::channel(false);
        let spare = limits.thinkers.saturating_sub(1).max(1);
        let app = Arc::new(AppState {
            server: Token::random(),
            url: options.public_url.clone().unwrap_or_else(|| PublicUrl::of(reachable(options.bind))),
            registry,
            jobs,
            tables,
            workers: Some(workers),
            rooms: Rooms::default(),
            study: StudyCache::default(),
            costly: Turns::new(costly_pages(), COSTLY_PER_BROWSER, COSTLY_PER_ADDRESS),
            analyses: Turns::new(spare, QUESTIONS_PER_BROWSER, QUESTIONS_PER_ADDRESS),
            programs: Turns::new(spare, QUESTIONS_PER_BROWSER, QUESTIONS_PER_ADDRESS),
            journals: Recent::new(JOURNAL_BYTES),
            replays: Recent::new(REPLAY_MOMENTS),
            reviews: Recent::new(limits.rooms * REVIEW_QUESTIONS_A_ROOM),
            pictures: Recent::new(PICTURE_BYTES),
            cookies,
            by_browser: Rates::new(limits.requests_per_browser, 3.0),
            by_address: Rates::new(limits.requests_per_address, 2.0),
            phrases: Rates::slow(Duration::from_secs(4), 4.0),
            streams: Arc::default(),
            streams_by_address: Arc::default(),
            metrics,
            full: AtomicBool::new(false),
            ending,
            runtime: Handle::current(),
            begun: Instant::now(),
            options,
        });
        Ok((app, end))
    }

    /// True if the store has no space for new tables.
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    pub(crate) fn set_full(&self, full: bool) {
        if self.full.swap(full, Ordering::Relaxed) != full && full {
            tracing::error!("the store has reached its quota: new tables are refused");
        }
    }

    /// Milliseconds since the server started.
    pub(crate) fn millis(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Runs blocking work on a thread that is allowed to block.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<AppState>,
        work: impl FnOnce(&Arc<AppState>) -> T + Send + 'static,
    ) -> Result<T, WebError> {
        let app = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&app)).await.map_err(|error| {
            tracing::error!(%error, "the work for a request failed");
            WebError::Failed
        })
    }

    /// Runs blocking work at a table. If it panics, the table becomes read-only.
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

    /// Asks the engine a question. If the outcome is known at once, it is returned; otherwise `then` is called with it
    /// later, on a thread that is allowed to block.
    pub(crate) fn ask(
        &self,
        job: EngineTask,
        by: Asker,
        then: impl FnOnce(TaskOutcome) + Send + 'static,
    ) -> Option<TaskOutcome> {
        let at_once = Arc::new(Mutex::new(CallState::Asking));
        let (runtime, state) = (self.runtime.clone(), Arc::clone(&at_once));
        self.jobs.ask(
            job,
            by,
            Box::new(move |outcome| {
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                if matches!(*state, CallState::Asking) {
                    *state = CallState::Known(outcome);
                } else {
                    runtime.spawn_blocking(move || then(outcome));
                }
            }),
        );
        let mut state = at_once.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *state, CallState::Asked) {
            CallState::Known(outcome) => Some(outcome),
            CallState::Asking | CallState::Asked => None,
        }
    }

    /// Asks the engine a question that a page waits for, but no longer than `patience`. `None` if the engine is busy or
    /// needs too much time. Only a few such questions are answered at the same time.
    pub(crate) async fn ask_for_page(
        self: &Arc<AppState>,
        patience: Duration,
        visitor: &Visitor,
        job: EngineTask,
    ) -> Option<String> {
        let found = tokio::time::timeout(patience, async move {
            let place = self.analyses.take(visitor.client()).await?;
            self.ask_in_place(job, visitor, place).await
        });
        match found.await.ok()?? {
            TaskOutcome::Answer(answer) => Some(answer),
            TaskOutcome::Failed(_) | TaskOutcome::Busy | TaskOutcome::Dropped => None,
        }
    }

    /// Asks the engine a question, and frees the place only when the answer has arrived. Otherwise a client that
    /// disconnects early could occupy the next thread as well.
    pub(crate) async fn ask_in_place(
        &self,
        job: EngineTask,
        visitor: &Visitor,
        place: PoolPlace,
    ) -> Option<TaskOutcome> {
        let (sender, receiver) = oneshot::channel();
        let then = move |outcome| {
            drop(place);
            let _ = sender.send(outcome);
        };
        match self.ask(job, visitor.asker(&self.cookies.keys()), then) {
            Some(outcome) => Some(outcome),
            None => receiver.await.ok(),
        }
    }

    /// Runs blocking work after a delay.
    pub(crate) fn later(&self, after: Duration, work: impl FnOnce() + Send + 'static) {
        self.runtime.spawn(async move {
            tokio::time::sleep(after).await;
            // A panic has already frozen the room.
            let _ = tokio::task::spawn_blocking(work).await;
        });
    }

    /// A place for a page that takes a long time to make. It is freed when the work is done, even if the client
    /// disconnected earlier.
    pub(crate) async fn place(&self, visitor: &Visitor) -> Result<PoolPlace, WebError> {
        match tokio::time::timeout(COSTLY_WAIT, self.costly.take(visitor.client())).await {
            Ok(place) => place.ok_or(WebError::ShareUsed),
            Err(_) => Err(WebError::Busy),
        }
    }

    /// The room of a table.
    pub(crate) async fn room(self: &Arc<AppState>, visitor: &Visitor, id: &str) -> Result<Arc<Room>, WebError> {
        let id: Token = id.parse().map_err(|_| WebError::NoTable)?;
        let room = match self.rooms.get(&id) {
            Some(room) => Some(room),
            None => self.opened(visitor, id).await?,
        };
        let room = room.ok_or(WebError::NoTable)?;
        room.touch(self);
        Ok(room)
    }

    /// Loads a table, which needs a place. Concurrent requests for the same table wait without a place, because a whole
    /// class may watch one table.
    async fn opened(self: &Arc<AppState>, visitor: &Visitor, id: Token) -> Result<Option<Arc<Room>>, WebError> {
        let opening = self.rooms.opening(id);
        let _first = opening.lock().await;
        if let Some(room) = self.rooms.get(&id) {
            return Ok(Some(room));
        }
        let place = self.place(visitor).await?;
        self.blocking(move |app| {
            let _place = place;
            app.rooms.open(app, id)
        })
        .await?
    }

    /// Like `room`, but first reads the changes made by other servers.
    pub(crate) async fn room_now(self: &Arc<AppState>, visitor: &Visitor, id: &str) -> Result<Arc<Room>, WebError> {
        let room = self.room(visitor, id).await?;
        self.brought_up_to_date(&room).await?;
        Ok(room)
    }

    /// Reads the changes that other servers made to a table.
    pub(crate) async fn brought_up_to_date(self: &Arc<AppState>, room: &Arc<Room>) -> Result<(), WebError> {
        if self.registry.is_shared() {
            self.at_table(room, |app, room| room.refresh(app)).await??;
        }
        Ok(())
    }
}

/// The number of costly pages made at the same time. Half of the machine is left for other requests.
fn costly_pages() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2).max(1)
}

/// The maximum number of costly pages that a browser can request at the same time. A lobby in several tabs uses a few.
const COSTLY_PER_BROWSER: usize = 6;

/// The maximum number of costly pages per address. A whole class may start at the same time.
const COSTLY_PER_ADDRESS: usize = 100;

/// The maximum time that a costly page waits for its place.
const COSTLY_WAIT: Duration = Duration::from_secs(20);

/// The maximum number of engine questions, from pages and from programs, that a browser can ask at the same time.
const QUESTIONS_PER_BROWSER: usize = 4;
const QUESTIONS_PER_ADDRESS: usize = 64;

/// The size of the cache for the texts of journals, in bytes.
const JOURNAL_BYTES: usize = 16 << 20;

/// The size of the cache for pictures, in bytes.
const PICTURE_BYTES: usize = 16 << 20;

/// The number of cached replay moments, of a few KiB each.
const REPLAY_MOMENTS: usize = 40_000;

/// The size of the cache for reviews: this number of questions, of up to 4 KiB each, for each table in memory.
const REVIEW_QUESTIONS_A_ROOM: usize = 2;

/// The share of a queue that one browser can fill.
fn share_of(queue: usize) -> usize {
    queue.div_ceil(8)
}

/// Distinguishes an answer that arrived during the call from a later one.
enum CallState {
    Asking,
    Known(TaskOutcome),
    Asked,
}

impl Drop for AppState {
    fn drop(&mut self) {
        // Joins the engine threads, which hold references to the store.
        self.jobs.close();
        if let Some(workers) = self.workers.take() {
            workers.join();
        }
    }
}
