//! What all requests share.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_host::{Holder, Opponent, Pool, Priority, Registry, Token, panic_message};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot, watch};

use crate::fault::Fault;
use crate::limits::{Counts, Rates};
use crate::options::{Options, PublicUrl};
use crate::reviews::Reviews;
use crate::room::{Room, Rooms};

/// What all requests share.
pub(crate) struct App {
    pub(crate) options: Options,
    /// The address that people use.
    pub(crate) url: PublicUrl,
    pub(crate) registry: Arc<dyn Registry>,
    pub(crate) pool: Pool,
    pub(crate) rooms: Rooms,
    /// What is being reviewed.
    pub(crate) reviews: Reviews,
    /// How many requests of programs are worked on. One thread always stays free for the tables.
    pub(crate) programs: Arc<Semaphore>,
    /// Who plays for the computer, if not the engine: tests need one that fails.
    pub(crate) opponent: Option<Arc<dyn Opponent>>,
    /// How often browsers and addresses may ask.
    pub(crate) by_browser: Rates<Holder>,
    pub(crate) by_address: Rates<IpAddr>,
    pub(crate) new_by_browser: Rates<Holder>,
    pub(crate) new_by_address: Rates<IpAddr>,
    /// The streams of events that browsers have open.
    pub(crate) streams: Arc<Counts<Holder>>,
    /// Becomes true when the server is to end.
    pub(crate) ending: watch::Receiver<bool>,
    runtime: Handle,
    begun: Instant,
}

impl App {
    /// Called within the runtime that serves requests.
    pub(crate) fn new(
        options: Options,
        url: PublicUrl,
        registry: Arc<dyn Registry>,
        pool: Pool,
        opponent: Option<Arc<dyn Opponent>>,
        ending: watch::Receiver<bool>,
    ) -> Arc<App> {
        let (second, minute) = (Duration::from_secs(1), Duration::from_mins(1));
        let limits = options.limits;
        Arc::new(App {
            url,
            registry,
            pool,
            rooms: Rooms::default(),
            reviews: Reviews::new(limits.thinkers),
            programs: Arc::new(Semaphore::new(limits.thinkers.saturating_sub(1).max(1))),
            opponent,
            by_browser: Rates::new(limits.requests_per_browser, second).with_burst(3.0),
            by_address: Rates::new(limits.requests_per_address, second).with_burst(2.0),
            new_by_browser: Rates::new(limits.new_tables_per_browser, minute),
            new_by_address: Rates::new(limits.new_tables_per_address, minute),
            streams: Arc::default(),
            ending,
            runtime: Handle::current(),
            begun: Instant::now(),
            options,
        })
    }

    /// Milliseconds since the server began.
    pub(crate) fn millis(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Does something that may block, on a thread for that.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<App>,
        work: impl FnOnce(&Arc<App>) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let app = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&app)).await.map_err(|error| {
            tracing::error!(%error, "a request's work has failed");
            Fault::Failed
        })
    }

    /// Does something at a table that may block. If it panics, that table can only be looked at from then on.
    pub(crate) async fn at_table<T: Send + 'static>(
        self: &Arc<App>,
        room: &Arc<Room>,
        work: impl FnOnce(&Arc<App>, &Arc<Room>) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let room = Arc::clone(room);
        self.blocking(move |app| {
            catch_unwind(AssertUnwindSafe(|| work(app, &room))).map_err(|panic| {
                room.has_failed(&panic_message(&*panic));
                Fault::Failed
            })
        })
        .await?
    }

    /// Has the engine think about something that a page waits for, though not for long. `None` if it is busy with other
    /// things, or needs too much time. Only a few such requests think at the same time.
    pub(crate) async fn thought<T: Send + 'static>(
        self: &Arc<App>,
        patience: Duration,
        work: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let found = tokio::time::timeout(patience, async move {
            let _permit = self.programs.acquire().await.ok()?;
            let (tell, told) = oneshot::channel();
            let work = move || {
                // Who asked may have left.
                if !tell.is_closed() {
                    let _ = tell.send(work());
                }
            };
            self.pool.submit(Priority::Help, work).ok()?;
            told.await.ok()?
        });
        found.await.ok()?
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
    pub(crate) async fn room(self: &Arc<App>, id: &str) -> Result<Arc<Room>, Fault> {
        let id: Token = id.parse().map_err(|_| Fault::NoTable)?;
        let room = match self.rooms.get(&id) {
            Some(room) => Some(room),
            None => self.blocking(move |app| app.rooms.open(app, id)).await??,
        };
        let room = room.ok_or(Fault::NoTable)?;
        room.touch(self);
        Ok(room)
    }
}
