//! Listening, serving and shutting down.

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::extract::ConnectInfo;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use parlor_host::{Monitor, MonitorAnswer, Opponent};
use parlor_store::{Registry, StoreError, Token};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::app::AppState;
use crate::limits::Counts;
use crate::metrics;
use crate::options::{Options, PublicUrl};
use crate::routes;

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("can't listen on {address}: {why}")]
    Bind { address: SocketAddr, why: String },
    #[error("the tables can't be opened: {0}")]
    Store(#[from] StoreError),
    #[error("the server can't be started: {0}")]
    Io(#[from] io::Error),
}

/// The time limit for the whole shutdown.
const SHUTDOWN_LIMIT: Duration = Duration::from_millis(2500);

/// The part of [`SHUTDOWN_LIMIT`] that is reserved for open connections.
const CONNECTIONS_LIMIT: Duration = Duration::from_secs(2);

/// The time limit for request headers.
const HEAD: Duration = Duration::from_secs(15);

/// The interval at which unused tables are dropped from memory.
const SWEEP: Duration = Duration::from_mins(1);

/// The interval in seconds at which old tables are archived and empty ones are removed. A random extension keeps
/// several servers from doing it at the same time.
const TIDY: u64 = 180;
const TIDY_JITTER: u64 = 120;

/// The number of threads for blocking work. Most of them wait for the disk.
const BLOCKING_THREADS: usize = 64;

/// A server without a socket.
pub struct Service {
    pub router: Router,
    /// Ends the event streams.
    pub ending: watch::Sender<bool>,
    app: Arc<AppState>,
}

impl Service {
    /// Starts the server's work in the current runtime.
    pub fn start(
        options: Options,
        registry: Arc<dyn Registry>,
        opponent: Option<Arc<dyn Opponent>>,
    ) -> Result<Service, ServeError> {
        let (app, ending) = AppState::start(options, registry, opponent)?;
        Ok(Service { router: routes::router(&app), ending, app })
    }

    pub fn metrics(&self) -> String {
        metrics::text(&self.app)
    }
}

pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    app: Arc<AppState>,
    ending: watch::Sender<bool>,
    monitor: Option<Monitor>,
}

impl Server {
    /// Binds the sockets. Tests replace the opponent.
    pub fn start(
        mut options: Options,
        registry: Arc<dyn Registry>,
        opponent: Option<Arc<dyn Opponent>>,
    ) -> Result<Server, ServeError> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().max_blocking_threads(BLOCKING_THREADS).enable_all().build()?;
        let bind = options.bind;
        let listener = runtime.block_on(TcpListener::bind(bind)).map_err(|error| cant_bind(bind, "--bind", &error))?;
        options.bind = listener.local_addr()?;
        let (app, ending) = {
            let _inside = runtime.enter();
            AppState::start(options, registry, opponent)?
        };
        let monitor = app.options.metrics.map(|address| {
            let watched = Arc::downgrade(&app);
            let monitor = Monitor::start(address, move |path| monitored(&watched, path));
            monitor.map_err(|error| cant_bind(address, "--metrics", &error))
        });
        Ok(Server { runtime, listener, app, ending, monitor: monitor.transpose()? })
    }

    pub fn address(&self) -> SocketAddr {
        self.app.options.bind
    }

    /// The address to use on this machine.
    pub fn local_address(&self) -> SocketAddr {
        let mut address = self.address();
        if address.ip().is_unspecified() {
            address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
        }
        address
    }

    /// The server's public address.
    pub fn url(&self) -> &PublicUrl {
        &self.app.url
    }

    /// Serves until `enough` resolves, then ends streams, finishes open requests, and returns.
    pub fn run_until(self, enough: impl Future<Output = ()> + Send + 'static) {
        let Server { runtime, listener, app, ending, monitor } = self;
        let router = routes::router(&app);
        let mut last = Instant::now();
        runtime.block_on(async {
            let sweeping = [tokio::spawn(sweep(Arc::clone(&app))), tokio::spawn(tidy(Arc::clone(&app)))];
            let serving = tokio::spawn(accept(listener, router, Arc::clone(&app)));
            enough.await;
            // Streams end first, because they would never finish on their own.
            ending.send_replace(true);
            last = Instant::now() + SHUTDOWN_LIMIT;
            let _ = serving.await;
            sweeping.iter().for_each(tokio::task::JoinHandle::abort);
        });
        drop(monitor);
        app.jobs.close();
        drop(app);
        // In-flight writes have until the deadline.
        runtime.shutdown_timeout(last.saturating_duration_since(Instant::now()));
    }

    /// Resolves on Ctrl-C or SIGTERM, which have no other effect from now on.
    pub fn shutdown_signal(&self) -> io::Result<impl Future<Output = ()> + Send + 'static + use<>> {
        let _inside = self.runtime.enter();
        shutdown_signal()
    }
}

fn cant_bind(address: SocketAddr, option: &str, error: &io::Error) -> ServeError {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => format!("another program is using it. Choose another port with {option}"),
        io::ErrorKind::PermissionDenied => format!("permission denied. Choose a port above 1023 with {option}"),
        io::ErrorKind::AddrNotAvailable => "this machine doesn't have that address".to_owned(),
        _ => error.to_string(),
    };
    ServeError::Bind { address, why }
}

/// The response to a monitoring request. The server may have shut down already.
fn monitored(app: &Weak<AppState>, path: &str) -> MonitorAnswer {
    let Some(app) = app.upgrade() else { return MonitorAnswer::Unavailable("the server is shutting down\n") };
    if path == "/metrics" {
        return MonitorAnswer::Metrics(metrics::text(&app));
    }
    match app.registry.ready() {
        Ok(()) => MonitorAnswer::Fine("ready\n"),
        Err(_) => MonitorAnswer::Unavailable("the store is unavailable\n"),
    }
}

fn shutdown_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Replaces the unspecified address by one that other machines can reach.
pub(crate) fn reachable(bound: SocketAddr) -> SocketAddr {
    if !bound.ip().is_unspecified() {
        return bound;
    }
    // No packet is sent; this only finds out which address the system would send from.
    let probe = |from: &str, to: &str| {
        let socket = UdpSocket::bind(from).ok()?;
        socket.connect(to).ok()?;
        socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
    };
    let ip = if bound.is_ipv4() { probe("0.0.0.0:0", "192.0.2.1:9") } else { probe("[::]:0", "[2001:db8::1]:9") };
    SocketAddr::new(ip.unwrap_or(IpAddr::from([127, 0, 0, 1])), bound.port())
}

async fn sweep(app: Arc<AppState>) {
    loop {
        let measured = app.blocking(|app| app.registry.size()).await;
        if let Ok(Ok(bytes)) = measured {
            app.set_full(bytes >= app.options.limits.store_bytes);
        }
        tokio::time::sleep(SWEEP).await;
        app.rooms.sweep(&app);
    }
}

/// Archives old tables and removes empty ones at intervals.
async fn tidy(app: Arc<AppState>) {
    loop {
        let jitter = u64::from(Token::random().as_bytes()[0]) % TIDY_JITTER;
        tokio::time::sleep(Duration::from_secs(TIDY + jitter)).await;
        if let Ok(Err(error)) = app.blocking(|app| tidy_now(app, SystemTime::now())).await {
            tracing::warn!(%error, "can't clean up old tables");
        }
    }
}

/// Archives old tables and removes empty ones. A table that a browser follows stays in use, however old it is.
fn tidy_now(app: &AppState, now: SystemTime) -> Result<(), StoreError> {
    let tidied = app.registry.tidy(now, app.options.archive_after)?;
    for name in app.rooms.archived(&tidied.archived) {
        app.registry.unarchive(&name, now)?;
    }
    Ok(())
}

/// The number of file handles needed for purposes other than connections: each thread that reads from the store needs
/// some.
const OTHER_HANDLES: u64 = 200;

/// Raises the limit of file handles if necessary, and returns the number of connections it allows.
fn with_handles(connections: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = (connections as u64).saturating_add(OTHER_HANDLES);
    let mut handles = current.unwrap_or(u64::MAX);
    if handles < wanted {
        let most = maximum.map_or(wanted, |maximum| maximum.min(wanted));
        if setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum }).is_ok() {
            handles = most;
        }
    }
    if handles < wanted {
        tracing::warn!(handles, "there are too few file handles for all connections");
    }
    let free = handles.saturating_sub(OTHER_HANDLES).max(handles / 2);
    usize::try_from(free).unwrap_or(usize::MAX).min(connections)
}

async fn accept(listener: TcpListener, router: Router, app: Arc<AppState>) {
    let connections = Arc::new(Semaphore::new(with_handles(app.options.limits.connections)));
    let by_address = Arc::new(Counts::default());
    let graceful = GracefulShutdown::new();
    let mut ending = app.ending.clone();
    loop {
        let permit = tokio::select! {
            permit = Arc::clone(&connections).acquire_owned() => permit.expect("the semaphore is never closed"),
            // At the limit, it may take a long time until a connection ends.
            _ = ending.changed() => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => Some(accepted),
                Err(error) => {
                    tracing::warn!(%error, "a connection can't be accepted");
                    None
                }
            },
            _ = ending.changed() => break,
        };
        let Some((stream, address)) = accepted else {
            // The process may be out of file handles; retry soon.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // One client must not take all connections. A proxy represents many clients, so its share is not limited.
        let ip = address.ip();
        let shared = ip.is_loopback() || app.options.trusted_proxies.contains(&ip);
        let most = if shared { usize::MAX } else { app.options.limits.connections_per_address };
        let Some(counted) = by_address.open(ip, most) else { continue };
        let _ = stream.set_nodelay(true);
        let service = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            request.map(axum::body::Body::new)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(64 << 10)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A broken connection needs no handling.
            let _ = connection.await;
            drop((counted, permit));
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(CONNECTIONS_LIMIT, graceful.shutdown()).await;
}
