//! `parlor web`: the page.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clap::{Args, ValueEnum};
use parlor_web::{Options, PublicUrl, Server, ServerLimits};

use crate::exit::{Exit, Failure};
use crate::output::{stderr_line, to_stdout};
use crate::stores::ServerStore;

/// Serve the page: games in a browser, alone or with others by a link.
#[derive(Args)]
pub(crate) struct Web {
    /// Where to listen. Only this machine can reach 127.0.0.1; with 0.0.0.0 others on the network can, too.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7433")]
    bind: SocketAddr,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    store: ServerStore,
    /// The address that people use, if it is another one: behind a proxy, or with a name.
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// A proxy whose X-Forwarded-For is believed; can be given several times.
    #[arg(long, value_name = "ADDRESS")]
    trust_proxy: Vec<IpAddr>,
    /// Don't answer programs at /rpc.
    #[arg(long)]
    no_rpc: bool,
    /// Archive tables that nobody has played for this many days: they leave all lists until somebody opens their link; 0
    /// is never.
    #[arg(long, value_name = "DAYS", default_value = "90")]
    archive_after: u32,
    /// What is logged to standard error.
    #[arg(long, value_enum, default_value = "faults")]
    log: LogLevel,
    #[command(flatten)]
    limits: LimitOptions,
}

/// What is logged.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogLevel {
    /// What goes wrong in this program.
    Faults,
    /// Every request as well: its route, status and time, without names, secrets or addresses.
    Requests,
    /// And the addresses that they come from.
    Addresses,
}

#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct LimitOptions {
    /// Connections at the same time.
    #[arg(long, value_name = "NUMBER")]
    max_connections: Option<usize>,
    /// Connections from one address at the same time; from this machine or a trusted proxy there can be more.
    #[arg(long, value_name = "NUMBER")]
    connections_per_address: Option<usize>,
    /// Tables in memory; the others wait in the store.
    #[arg(long, value_name = "NUMBER")]
    max_rooms: Option<usize>,
    /// Tables that one browser can have.
    #[arg(long, value_name = "NUMBER")]
    tables_per_browser: Option<usize>,
    /// Tables that one browser can begin in a minute.
    #[arg(long, value_name = "NUMBER")]
    new_tables_per_browser: Option<u32>,
    /// Tables that can be begun from one address in a minute.
    #[arg(long, value_name = "NUMBER")]
    new_tables_per_address: Option<u32>,
    /// Requests that one browser can make in a second.
    #[arg(long, value_name = "NUMBER")]
    requests_per_browser: Option<u32>,
    /// Requests that can come from one address in a second.
    #[arg(long, value_name = "NUMBER")]
    requests_per_address: Option<u32>,
    /// Pages that one browser can have open.
    #[arg(long, value_name = "NUMBER")]
    streams_per_browser: Option<usize>,
    /// Threads that think for the computer player. With a database it can be 0: then only workers think.
    #[arg(long, value_name = "NUMBER")]
    thinkers: Option<usize>,
    /// Questions of each kind that can wait for a thread that thinks.
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
            thinkers: self.thinkers.unwrap_or(usual.thinkers),
            waiting: self.max_waiting.unwrap_or(usual.waiting),
        }
    }
}

impl Web {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        let server = Server::start(Options {
            bind: self.bind,
            store: self.store.address()?,
            public_url: self.public_url,
            trusted_proxies: self.trust_proxy,
            rpc: !self.no_rpc,
            log_addresses: self.log == LogLevel::Addresses,
            archive_after: (self.archive_after > 0).then(|| Duration::from_hours(24) * self.archive_after),
            limits: self.limits.limits(),
        })
        .map_err(|error| Failure::Error(error.to_string()))?;
        // Before anybody can know that the server is there.
        let told_to_end = server.told_to_end()?;
        crate::log::to_stderr(self.log != LogLevel::Faults);
        let here = PublicUrl::of(server.on_this_machine()).link("/");
        let public = server.url().link("/");
        let others = if public == here { String::new() } else { format!("Others can use {public}\n") };
        to_stdout(|out| write!(out, "Parlor is at {here} (Ctrl-C ends it)\n{others}"))?;
        if self.open
            && let Err(error) = open::that_detached(&here)
        {
            stderr_line(&format!("the browser can't be opened: {error}"));
        }
        server.run_until(told_to_end);
        Ok(Exit::Fine)
    }
}
