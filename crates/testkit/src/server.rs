//! The program's servers and workers as processes.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::FormBrowser;

/// The time limit for anything before a test fails. It is far longer than anything should take.
pub const AT_MOST: Duration = Duration::from_mins(2);

/// A running server. Dropping it kills it.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// Its first line on standard output.
    pub first_line: String,
    stdout: BufReader<ChildStdout>,
    stderr: Arc<Mutex<String>>,
    listening: Option<JoinHandle<()>>,
}

impl Server {
    /// Arguments without limits, because in tests all browsers share an address and answer quickly.
    pub const UNLIMITED: [&str; 8] = [
        "--requests-per-browser",
        "1000000",
        "--requests-per-address",
        "1000000",
        "--new-tables-per-browser",
        "1000000",
        "--new-tables-per-address",
        "1000000",
    ];

    /// Starts a server, and waits until it has printed its address.
    pub fn start(command: &mut Command) -> Server {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
        let mut first_line = String::new();
        stdout.read_line(&mut first_line).unwrap();
        let listening = Some(listening);
        let unknown = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut server = Server { child, address: unknown, first_line, stdout, stderr, listening };
        let address = server.first_line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        server.address = address.and_then(|address| address.parse().ok()).unwrap_or_else(|| {
            let _ = server.child.kill();
            panic!("it doesn't say where it is: {:?} {:?}", server.first_line, server.stderr())
        });
        server
    }

    /// A new browser without cookies.
    pub fn browser(&self) -> FormBrowser {
        FormBrowser::new(self.address)
    }

    /// The next line on standard output.
    pub fn next_line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    /// Its standard error so far.
    pub fn stderr(&self) -> String {
        self.stderr.lock().unwrap().clone()
    }

    /// The memory that it uses, in KiB.
    pub fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The CPU time of its engine threads, in clock ticks.
    pub fn engine_ticks(&self) -> u64 {
        let mut ticks = 0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap() {
            let stat = fs::read_to_string(thread.unwrap().path().join("stat")).unwrap_or_default();
            // The name is in parentheses; the times are the twelfth and thirteenth fields after it.
            if let Some((_, rest)) = stat.split_once("(engine").and_then(|(_, rest)| rest.split_once(") ")) {
                ticks += rest.split(' ').skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum::<u64>();
            }
        }
        ticks
    }

    /// Checks that it runs and answers, and that nothing in it has panicked.
    pub fn assert_healthy(&mut self, after: &str) {
        assert!(self.child.try_wait().unwrap().is_none(), "after {after} it is gone: {}", self.stderr());
        let fine = self.browser().get("/healthz").unwrap();
        assert_eq!((fine.status, fine.text().as_str()), (200, "fine\n"), "after {after}");
        let log = self.stderr();
        assert!(!log.contains("panicked") && !log.contains("ERROR"), "after {after}: {log}");
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Kills it, like `kill -9`.
    pub fn kill(mut self) {
        self.kill_in_place();
    }

    /// Like [`Server::kill`], but without consuming `self`, so that the caller can put another server in its
    /// place.
    pub fn kill_in_place(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for its end; returns the exit code, the duration, and its standard error.
    pub fn wait(mut self) -> (Option<i32>, Duration, String) {
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

    /// Asks it to shut down, and expects that it does so cleanly.
    pub fn end(self) -> Duration {
        self.signal(Signal::TERM);
        let (code, took, log) = self.wait();
        assert_eq!((code, log.as_str()), (Some(0), ""));
        took
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A worker that runs searches for servers. Dropping it kills it.
pub struct Worker(Child);

impl Worker {
    /// Starts a worker, and waits until it has printed the address of its store.
    pub fn start(command: &mut Command) -> Worker {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().unwrap();
        let mut first_line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first_line).unwrap();
        // Benchmarks start workers of other versions, too.
        assert!(first_line.contains(" for postgres://"), "{first_line}");
        Worker(child)
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// Kills it, like `kill -9`.
    pub fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
