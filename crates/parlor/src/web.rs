//! `parlor web`: the server of the page.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clap::{Args, ValueEnum};
use parlor_web::{Options, PublicUrl, Server, ServerLimits};

use crate::exit::{Exit, Failure};
use crate::output::{stderr_line, to_stdout};
use crate::stores::{ServerStore, open_when_ready};

/// Play in a browser, alone or with others: serves the page.
#[derive(Args)]
pub(crate) struct Web {
    /// Address to listen on. 127.0.0.1 is only reachable from this machine. If a proxy on another machine has to reach it, give
    /// the address of this machine in the private network.
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
    /// A proxy whose X-Forwarded-For is trusted; can be repeated.
    #[arg(long, value_name = "ADDRESS")]
    trust_proxy: Vec<IpAddr>,
    /// Serve /metrics, /healthz and /readyz for monitoring on this address, which should be private.
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// Turn off the protocol for programs at /rpc.
    #[arg(long)]
    no_rpc: bool,
    /// Archive tables after this number of days without play: they disappear from all lists until their link is opened. 0
    /// means never.
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
    /// Also every request: route, status and time, without names, secrets or addresses.
    Requests,
    /// Also the clients' addresses.
    Addresses,
}

#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct LimitOptions {
    /// Simultaneous connections.
    #[arg(long, value_name = "NUMBER")]
    max_connections: Option<usize>,
    /// Simultaneous connections from one address; more are allowed from this machine or a trusted proxy.
    #[arg(long, value_name = "NUMBER")]
    connections_per_address: Option<usize>,
    /// Tables in memory; the others stay in the store.
    #[arg(long, value_name = "NUMBER")]
    max_rooms: Option<usize>,
    /// Tables per browser.
    #[arg(long, value_name = "NUMBER")]
    tables_per_browser: Option<usize>,
    /// New tables per minute from one browser.
    #[arg(long, value_name = "NUMBER")]
    new_tables_per_browser: Option<u32>,
    /// New tables per minute from one address.
    #[arg(long, value_name = "NUMBER")]
    new_tables_per_address: Option<u32>,
    /// MiB of files per hour from one browser.
    #[arg(long, value_name = "MIB")]
    uploads_per_browser: Option<u64>,
    /// MiB of files per hour from one address.
    #[arg(long, value_name = "MIB")]
    uploads_per_address: Option<u64>,
    /// GiB of tables at which no new ones are made.
    #[arg(long, value_name = "GIB")]
    max_store: Option<u64>,
    /// Requests per second from one browser.
    #[arg(long, value_name = "NUMBER")]
    requests_per_browser: Option<u32>,
    /// Requests per second from one address.
    #[arg(long, value_name = "NUMBER")]
    requests_per_address: Option<u32>,
    /// Pages that one browser can keep open.
    #[arg(long, value_name = "NUMBER")]
    streams_per_browser: Option<usize>,
    /// Pages that can be open at one address.
    #[arg(long, value_name = "NUMBER")]
    streams_per_address: Option<usize>,
    /// Engine threads. With a database it can be 0, which leaves all searches to workers.
    #[arg(long, value_name = "NUMBER")]
    thinkers: Option<usize>,
    /// Engine jobs of each kind that can wait for a thread.
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
        // Before the address is printed, so that a signal right after it is handled.
        let told_to_end = server.told_to_end()?;
        let here = PublicUrl::of(server.on_this_machine()).link("/");
        let public = server.url().link("/");
        let others = if public == here { String::new() } else { format!("Others can connect to {public}\n") };
        to_stdout(|out| write!(out, "Parlor is at {here} (Ctrl-C to stop)\n{others}"))?;
        if self.open
            && let Err(error) = open::that_detached(&here)
        {
            stderr_line(&format!("can't open the browser: {error}"));
        }
        server.run_until(told_to_end);
        Ok(Exit::Fine)
    }
}
