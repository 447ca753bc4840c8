//! Listening, serving and ending.

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::extract::ConnectInfo;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use parlor_host::Opponent;
use parlor_store::{Registry, StoreError, Token, open_registry};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::app::AppState;
use crate::limits::Counts;
use crate::options::{Options, PublicUrl};
use crate::routes;

/// Why the server can't be started.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// It can't listen there.
    #[error("{address} can't be listened at: {why}")]
    Bind {
        /// Where.
        address: SocketAddr,
        /// Why not.
        why: String,
    },
    /// The store can't be opened.
    #[error("the tables can't be opened: {0}")]
    Store(#[from] StoreError),
    /// The operating system refuses something else.
    #[error("the server can't be started: {0}")]
    Io(#[from] io::Error),
}

/// How long the server takes to end at most: who told it to is waiting.
const LAST_SECONDS: Duration = Duration::from_millis(2500);

/// How much of that is for connections, to finish what they do.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// How long a browser has to send the head of a request.
const HEAD: Duration = Duration::from_secs(15);

/// How often unused tables leave the memory.
const SWEEP: Duration = Duration::from_mins(1);

/// How often old tables are archived and empty ones removed, in seconds, and how much longer it may take: several servers
/// shouldn't all do it at the same time.
const TIDY: u64 = 180;
const TIDY_JITTER: u64 = 120;

/// Threads for what blocks: most of them wait for the disk.
const BLOCKING_THREADS: usize = 64;

/// What a server answers, without a socket. The sender ends its streams; what it does needs the runtime that this is
/// called in.
pub fn service(
    options: Options,
    registry: Arc<dyn Registry>,
    opponent: Option<Arc<dyn Opponent>>,
) -> Result<(Router, watch::Sender<bool>), ServeError> {
    let (app, ending) = AppState::start(options, registry, opponent)?;
    Ok((routes::router(&app), ending))
}

/// A server that listens already.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    app: Arc<AppState>,
    ending: watch::Sender<bool>,
}

impl Server {
    /// Opens the store and listens.
    pub fn start(options: Options) -> Result<Server, ServeError> {
        let registry = open_registry(&options.store)?;
        Server::with(options, registry, None)
    }

    /// The same with another store, and perhaps with somebody else who plays for the computer.
    pub fn with(
        mut options: Options,
        registry: Arc<dyn Registry>,
        opponent: Option<Arc<dyn Opponent>>,
    ) -> Result<Server, ServeError> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().max_blocking_threads(BLOCKING_THREADS).enable_all().build()?;
        let bind = options.bind;
        let listener = runtime.block_on(TcpListener::bind(bind)).map_err(|error| ServeError::Bind {
            address: bind,
            why: match error.kind() {
                io::ErrorKind::AddrInUse => "another program listens there. Choose another port with --bind".to_owned(),
                io::ErrorKind::PermissionDenied => "that isn't allowed; ports below 1024 need rights".to_owned(),
                io::ErrorKind::AddrNotAvailable => "this machine doesn't have that address".to_owned(),
                _ => error.to_string(),
            },
        })?;
        options.bind = listener.local_addr()?;
        let (app, ending) = {
            let _inside = runtime.enter();
            AppState::start(options, registry, opponent)?
        };
        Ok(Server { runtime, listener, app, ending })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.app.options.bind
    }

    /// The address to use on this machine.
    pub fn on_this_machine(&self) -> SocketAddr {
        let mut address = self.address();
        if address.ip().is_unspecified() {
            address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
        }
        address
    }

    /// The address that people use.
    pub fn url(&self) -> &PublicUrl {
        &self.app.url
    }

    /// Serves until something says that it is enough, then ends streams, finishes what is under way, and returns.
    pub fn run_until(self, enough: impl Future<Output = ()> + Send + 'static) {
        let Server { runtime, listener, app, ending } = self;
        let router = routes::router(&app);
        let mut last = Instant::now();
        runtime.block_on(async {
            let sweeping = [tokio::spawn(sweep(Arc::clone(&app))), tokio::spawn(tidy(Arc::clone(&app)))];
            let serving = tokio::spawn(accept(listener, router, Arc::clone(&app)));
            enough.await;
            // Streams end first: they would never finish by themselves.
            ending.send_replace(true);
            last = Instant::now() + LAST_SECONDS;
            let _ = serving.await;
            sweeping.iter().for_each(tokio::task::JoinHandle::abort);
        });
        app.jobs.close();
        drop(app);
        // What still blocks is writing something that was accepted; it gets its time, but no more.
        runtime.shutdown_timeout(last.saturating_duration_since(Instant::now()));
    }

    /// Comes when the program is told to end, by Ctrl-C or a signal. From now on those have no other effect.
    pub fn told_to_end(&self) -> io::Result<impl Future<Output = ()> + Send + 'static + use<>> {
        let _inside = self.runtime.enter();
        told_to_end()
    }
}

#[cfg(unix)]
fn told_to_end() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn told_to_end() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// The address that others can use for one that stands for all of this machine's.
pub(crate) fn reachable(bound: SocketAddr) -> SocketAddr {
    if !bound.ip().is_unspecified() {
        return bound;
    }
    // No packet is sent: this only asks which address the system would send from.
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
        tokio::time::sleep(SWEEP).await;
        app.rooms.sweep(&app);
    }
}

/// Archives old tables and removes empty ones, now and then.
async fn tidy(app: Arc<AppState>) {
    loop {
        let jitter = u64::from(Token::random().as_bytes()[0]) % TIDY_JITTER;
        tokio::time::sleep(Duration::from_secs(TIDY + jitter)).await;
        if let Ok(Err(error)) = app.blocking(|app| tidy_now(app, SystemTime::now())).await {
            tracing::warn!(%error, "old tables can't be tidied up");
        }
    }
}

/// The same once. Tables that somebody follows are in use, however long ago they were played.
fn tidy_now(app: &AppState, now: SystemTime) -> Result<(), StoreError> {
    let tidied = app.registry.tidy(now, app.options.archive_after)?;
    for name in app.rooms.archived(&tidied.archived) {
        app.registry.bring_back(&name, now)?;
    }
    Ok(())
}

/// File handles for everything but connections: each thread that reads from the store needs some.
const OTHER_HANDLES: u64 = 200;

/// How many connections of so many the system has file handles for. It gives more to a program that asks.
#[cfg(unix)]
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

#[cfg(not(unix))]
fn with_handles(connections: usize) -> usize {
    connections
}

async fn accept(listener: TcpListener, router: Router, app: Arc<AppState>) {
    let connections = Arc::new(Semaphore::new(with_handles(app.options.limits.connections)));
    let by_address = Arc::new(Counts::default());
    let graceful = GracefulShutdown::new();
    let mut ending = app.ending.clone();
    loop {
        let permit = tokio::select! {
            permit = Arc::clone(&connections).acquire_owned() => permit.expect("the semaphore is never closed"),
            // It may be a long time until one of so many connections ends.
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
            // There may be no file handles left: some will be free again soon.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // One machine must not keep all others out. What comes through a proxy comes from many.
        let ip = address.ip();
        let shared = ip.is_loopback() || app.options.trusted_proxies.contains(&ip);
        let most = if shared { usize::MAX } else { app.options.limits.connections_per_address };
        let Some(counted) = by_address.open(ip, most) else { continue };
        // An answer is sent as soon as it is there.
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
            // Broken connections are the other side's business.
            let _ = connection.await;
            drop((counted, permit));
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_ANSWERS, graceful.shutdown()).await;
}
