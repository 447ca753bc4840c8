//! A server process.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::browser::Browser;

/// How long anything may take before a test fails. Nothing is expected to take nearly as long.
pub(crate) const AT_MOST: Duration = Duration::from_mins(2);

/// A folder with a store in it.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Home {
        Home(TempDir::new().unwrap())
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.file("tables.sqlite")
    }

    /// The program with a store that isn't the person's own.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("parlor").unwrap();
        command.args(arguments).current_dir(self.0.path()).env("XDG_DATA_HOME", self.file("data"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// A server on the home's store that takes as many requests as come.
    pub(crate) fn serve(&self, more: &[&str]) -> Server {
        self.serve_at("127.0.0.1:0", more)
    }

    pub(crate) fn serve_at(&self, bind: &str, more: &[&str]) -> Server {
        let store = self.store();
        let mut arguments = vec!["web", "--bind", bind, "--store", store.to_str().unwrap()];
        for limit in ["--requests-per-browser", "--requests-per-address", "--new-tables-per-browser"] {
            arguments.extend([limit, "1000000"]);
        }
        arguments.extend(["--new-tables-per-address", "1000000"]);
        arguments.extend(more);
        Server::start(self.command(&arguments))
    }
}

/// A server that runs. Dropping it kills it.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// What it said on standard output when it was started.
    pub(crate) said: String,
    stdout: BufReader<ChildStdout>,
    stderr: Arc<Mutex<String>>,
    listening: Option<JoinHandle<()>>,
}

impl Server {
    /// Waits until it says where it is.
    pub(crate) fn start(mut command: Command) -> Server {
        let mut child = command.spawn().unwrap();
        let stderr = Arc::new(Mutex::new(String::new()));
        let (mut pipe, heard) = (child.stderr.take().unwrap(), Arc::clone(&stderr));
        let listening = thread::spawn(move || {
            let mut some = [0; 4096];
            while let Ok(count @ 1..) = pipe.read(&mut some) {
                heard.lock().unwrap().push_str(&String::from_utf8_lossy(&some[..count]));
            }
        });
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        stdout.read_line(&mut said).unwrap();
        let listening = Some(listening);
        let unknown = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut server = Server { child, address: unknown, said, stdout, stderr, listening };
        let address = server.said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        server.address = address.and_then(|address| address.parse().ok()).unwrap_or_else(|| {
            let _ = server.child.kill();
            panic!("it doesn't say where it is: {:?} {:?}", server.said, server.stderr())
        });
        server
    }

    /// Somebody who hasn't been there before.
    pub(crate) fn browser(&self) -> Browser {
        Browser::new(self.address)
    }

    /// The next line on standard output.
    pub(crate) fn next_line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    /// What it has written on standard error so far.
    pub(crate) fn stderr(&self) -> String {
        self.stderr.lock().unwrap().clone()
    }

    /// The memory that it uses, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// How long its threads have been thinking, in ticks of the system.
    pub(crate) fn thought(&self) -> u64 {
        let mut ticks = 0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap() {
            let stat = fs::read_to_string(thread.unwrap().path().join("stat")).unwrap_or_default();
            // The name stands in parentheses; the times are the twelfth and thirteenth fields after it.
            if let Some((_, rest)) = stat.split_once("(engine").and_then(|(_, rest)| rest.split_once(") ")) {
                ticks += rest.split(' ').skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum::<u64>();
            }
        }
        ticks
    }

    /// It runs, answers, and nothing in it has panicked.
    pub(crate) fn is_well(&mut self, after: &str) {
        assert!(self.child.try_wait().unwrap().is_none(), "after {after} it is gone: {}", self.stderr());
        let fine = self.browser().get("/healthz").unwrap();
        assert_eq!((fine.status, fine.text().as_str()), (200, "fine\n"), "after {after}");
        let said = self.stderr();
        assert!(!said.contains("panicked") && !said.contains("ERROR"), "after {after}: {said}");
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// As `kill -9` does it.
    pub(crate) fn kill(mut self) {
        self.dies();
    }

    /// The same for one that another will take the place of.
    pub(crate) fn dies(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for its end. The exit code, how long it took, and what it wrote on standard error.
    pub(crate) fn wait(mut self) -> (Option<i32>, Duration, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < AT_MOST, "it doesn't end: {}", self.stderr());
            thread::sleep(Duration::from_millis(5));
        };
        let took = begun.elapsed();
        self.listening.take().unwrap().join().unwrap();
        (status.code(), took, self.stderr())
    }

    /// Tells it to end, and expects that it does so in good order.
    pub(crate) fn end(self) -> Duration {
        self.signal(Signal::TERM);
        let (code, took, said) = self.wait();
        assert_eq!((code, said.as_str()), (Some(0), ""));
        took
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
