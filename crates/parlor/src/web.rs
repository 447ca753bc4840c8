//! `parlor web`: the web server.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clap::{Args, ValueEnum};
use parlor_web::{Options, PublicUrl, Server, ServerLimits};

use crate::exit::{Exit, Failure};
use crate::output::{stderr_line, to_stdout};
use crate::stores::{ServerStore, open_when_ready};

/// Play in a browser, alone or with other people: runs a web server.
#[derive(Args)]
pub(crate) struct Web {
    /// The address to listen on. 127.0.0.1 can be reached only from this machine. If a proxy on another machine has to
    /// reach the server, give the address of this machine in the private network.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7433")]
    bind: SocketAddr,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    store: ServerStore,
    /// The public address, if it differs: behind a proxy, or with a domain name.
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// The address of a proxy whose X-Forwarded-For is trusted. This option can be repeated.
    #[arg(long, value_name = "ADDRESS")]
    trust_proxy: Vec<IpAddr>,
    /// Serve /metrics, /healthz and /readyz for monitoring on this address, which should be private.
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// Turn off the protocol for programs at /rpc.
    #[arg(long)]
    no_rpc: bool,
    /// Archive tables after this number of days without a move: they disappear from all lists until their link is
    /// opened. 0 means never.
    #[arg(long, value_name = "DAYS", default_value = "90")]
    archive_after: u32,
    /// Log level; the log goes to standard error.
    #[arg(long, value_enum, default_value = "faults")]
    log: LogLevel,
    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogLevel {
    /// Only errors of the server.
    Faults,
    /// Also every request: route, status and duration, without names, secrets or addresses.
    Requests,
    /// Also the clients' addresses.
    Addresses,
}

#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct LimitOptions {
    /// The maximum number of simultaneous connections.
    #[arg(long, value_name = "NUMBER")]
    max_connections: Option<usize>,
    /// The maximum number of simultaneous connections from one address; more are allowed from this machine or a trusted
    /// proxy.
    #[arg(long, value_name = "NUMBER")]
    connections_per_address: Option<usize>,
    /// The maximum number of tables in memory; the rest stay in the store.
    #[arg(long, value_name = "NUMBER")]
    max_rooms: Option<usize>,
    /// The maximum number of tables per browser.
    #[arg(long, value_name = "NUMBER")]
    tables_per_browser: Option<usize>,
    /// The maximum number of new tables per minute from one browser.
    #[arg(long, value_name = "NUMBER")]
    new_tables_per_browser: Option<u32>,
    /// The maximum number of new tables per minute from one address.
    #[arg(long, value_name = "NUMBER")]
    new_tables_per_address: Option<u32>,
    /// The maximum size of files per hour from one browser, in MiB.
    #[arg(long, value_name = "MIB")]
    uploads_per_browser: Option<u64>,
    /// The maximum size of files per hour from one address, in MiB.
    #[arg(long, value_name = "MIB")]
    uploads_per_address: Option<u64>,
    /// The size of the store, in GiB, above which new tables are refused.
    #[arg(long, value_name = "GIB")]
    max_store: Option<u64>,
    /// The maximum number of requests per second from one browser.
    #[arg(long, value_name = "NUMBER")]
    requests_per_browser: Option<u32>,
    /// The maximum number of requests per second from one address.
    #[arg(long, value_name = "NUMBER")]
    requests_per_address: Option<u32>,
    /// The maximum number of pages that one browser can keep open.
    #[arg(long, value_name = "NUMBER")]
    streams_per_browser: Option<usize>,
    /// The maximum number of pages that can be open at one address.
    #[arg(long, value_name = "NUMBER")]
    streams_per_address: Option<usize>,
    /// The number of engine threads. With a database it can be 0, which leaves all searches to workers.
    #[arg(long, value_name = "NUMBER")]
    thinkers: Option<usize>,
    /// The maximum number of engine jobs of each kind that can wait for a thread.
    #[arg(long, value_name = "NUMBER")]
    max_waiting: Option<usize>,
}

impl LimitOptions {
    fn limits(&self) -> ServerLimits {
        let usual = ServerLimits::default();
        ServerLimits {
            connections: self.max_connections.unwrap_or(usual.connections),
            connections_per_address: self.connections_per_address.unwrap_or(usual.connections_per_address),
            rooms: self.max_rooms.unwrap_or(usual.rooms),
            tables_per_browser: self.tables_per_browser.unwrap_or(usual.tables_per_browser),
            new_tables_per_browser: self.new_tables_per_browser.unwrap_or(usual.new_tables_per_browser),
            new_tables_per_address: self.new_tables_per_address.unwrap_or(usual.new_tables_per_address),
            requests_per_browser: self.requests_per_browser.unwrap_or(usual.requests_per_browser),
            requests_per_address: self.requests_per_address.unwrap_or(usual.requests_per_address),
            streams_per_browser: self.streams_per_browser.unwrap_or(usual.streams_per_browser),
            streams_per_address: self.streams_per_address.unwrap_or(usual.streams_per_address),
            uploads_per_browser: self
                .uploads_per_browser
                .map_or(usual.uploads_per_browser, |mib| mib.saturating_mul(1 << 20)),
            uploads_per_address: self
                .uploads_per_address
                .map_or(usual.uploads_per_address, |mib| mib.saturating_mul(1 << 20)),
            store_bytes: self.max_store.map_or(usual.store_bytes, |gib| gib.saturating_mul(1 << 30)),
            thinkers: self.thinkers.unwrap_or(usual.thinkers),
            waiting: self.max_waiting.unwrap_or(usual.waiting),
        }
    }
}

impl Web {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        crate::log::to_stderr(self.log != LogLevel::Faults);
        let registry = open_when_ready(&self.store.address()?)?;
        let options = Options {
            bind: self.bind,
            public_url: self.public_url,
            trusted_proxies: self.trust_proxy,
            rpc: !self.no_rpc,
            log_addresses: self.log == LogLevel::Addresses,
            archive_after: (self.archive_after > 0).then(|| Duration::from_hours(24) * self.archive_after),
            metrics: self.metrics,
            limits: self.limits.limits(),
        };
        let server = Server::start(options, registry, None).map_err(|error| Failure::Error(error.to_string()))?;
        // Set up before the address is printed, so that a signal right after that is handled.
        let shutdown_signal = server.shutdown_signal()?;
        let here = PublicUrl::of(server.local_address()).link("/");
        let public = server.url().link("/");
        let others = if public == here { String::new() } else { format!("Other people can connect to {public}\n") };
        to_stdout(|out| write!(out, "Parlor is at {here} (Ctrl-C to stop)\n{others}"))?;
        if self.open
            && let Err(error) = open::that_detached(&here)
        {
            stderr_line(&format!("can't open the browser: {error}"));
        }
        server.run_until(shutdown_signal);
        Ok(Exit::Fine)
    }
}
