use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// The program, with limits that don't count: here, all browsers have one address.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// Where its own store is, which goes with it.
    store: Option<TempDir>,
}

impl Server {
    /// With an empty store in a file.
    pub(crate) fn start(program: &str) -> Server {
        let store = tempfile::tempdir().expect("there is room for a store");
        let file = store.path().join("tables.sqlite");
        let mut server = Server::on(program, &file.to_string_lossy());
        server.store = Some(store);
        server
    }

    /// With a store that somebody else keeps.
    pub(crate) fn on(program: &str, store: &str) -> Server {
        let mut child = Command::new(program)
            .args(["web", "--bind", "127.0.0.1:0"])
            .env("PARLOR_STORE", store)
            .args(["--new-tables-per-address", "100000", "--requests-per-address", "100000"])
            .args(["--new-tables-per-browser", "1000", "--requests-per-browser", "1000"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("it has an output"));
        output.read_line(&mut line).expect("it says where it is");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok()).expect("it says its address");
        Server { child, address, store: None }
    }

    /// What is in memory, in KiB.
    pub(crate) fn memory(&self) -> i32 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
    }

    /// Seconds that it has worked.
    pub(crate) fn cpu(&self) -> f64 {
        cpu(&self.child.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Seconds that this program has worked.
pub(crate) fn own_cpu() -> f64 {
    cpu("self")
}

/// Seconds that all cores have worked, for whatever program.
pub(crate) fn all_cpu() -> f64 {
    let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
    // user, nice, system, and then idle and waiting, which isn't work.
    seconds(stat.split_whitespace().skip(1).take(3))
}

/// Seconds that a process has worked.
pub(crate) fn cpu(process: &str) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program may have anything in it, up to the last bracket.
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    seconds(after_name.split_whitespace().skip(11).take(2))
}

/// Linux counts in hundredths of a second here, whatever its clock does.
fn seconds<'a>(ticks: impl Iterator<Item = &'a str>) -> f64 {
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
