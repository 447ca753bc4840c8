use std::fs;
use std::net::SocketAddr;
use std::process::Command;

use tempfile::TempDir;

/// The server. Its limits are too high to have an effect, because all browsers share one address.
pub(crate) struct Server {
    process: parlor_testkit::Server,
    pub(crate) address: SocketAddr,
    /// The server's store, which is deleted on drop.
    _store: Option<TempDir>,
}

impl Server {
    /// Starts a server with an empty store in a temporary file.
    pub(crate) fn start(program: &str) -> Server {
        let store = tempfile::tempdir().expect("there is room for a store");
        let file = store.path().join("tables.sqlite");
        Server { _store: Some(store), ..Server::on(program, &file.to_string_lossy()) }
    }

    /// Starts a server with the caller's store.
    pub(crate) fn on(program: &str, store: &str) -> Server {
        let mut command = Command::new(program);
        command.args(["web", "--bind", "127.0.0.1:0"]).args(parlor_testkit::Server::UNLIMITED);
        let process = parlor_testkit::Server::start(command.env("PARLOR_STORE", store));
        Server { address: process.address, process, _store: None }
    }

    /// Like `start`, but with the default limits, and this machine as a trusted proxy.
    pub(crate) fn limited(program: &str) -> Server {
        let store = tempfile::tempdir().expect("there is room for a store");
        let mut command = Command::new(program);
        command.args(["web", "--bind", "127.0.0.1:0", "--trust-proxy", "127.0.0.1"]);
        command.env("PARLOR_STORE", store.path().join("tables.sqlite"));
        let process = parlor_testkit::Server::start(&mut command);
        Server { address: process.address, process, _store: Some(store) }
    }

    /// Resident memory in KiB.
    pub(crate) fn memory(&self) -> i32 {
        self.process.memory().try_into().unwrap_or(i32::MAX)
    }

    /// The server's CPU time in seconds.
    pub(crate) fn cpu(&self) -> f64 {
        cpu(&self.process.id().to_string())
    }
}

/// The CPU time of this program in seconds.
pub(crate) fn own_cpu() -> f64 {
    cpu("self")
}

/// The CPU time of all programs on all cores in seconds.
pub(crate) fn all_cpu() -> f64 {
    let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
    // user, nice and system; the following values are idle time.
    seconds(stat.split_whitespace().skip(1).take(3))
}

/// The CPU time of a process in seconds.
pub(crate) fn cpu(process: &str) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The program's name can contain any characters, so start after the last bracket.
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    seconds(after_name.split_whitespace().skip(11).take(2))
}

/// Linux reports these times in hundredths of a second, whatever its clock frequency.
fn seconds<'a>(ticks: impl Iterator<Item = &'a str>) -> f64 {
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
