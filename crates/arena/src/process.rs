//! A program as a child process: lines to it, lines from it, all bounded, and nothing left behind.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The longest line that is read, in bytes without its end: as long as the protocol's.
const MAX_LINE: usize = parlor_rpc::MAX_LINE;

/// How many lines may wait to be read. A program that writes more has to wait.
const LINES_WAITING: usize = 16;

/// How much of its standard error is kept, in bytes: the last that it wrote.
const ERRORS_KEPT: usize = 8 << 10;

/// How long a program that has closed its output is waited for before it is killed.
const ENDING: Duration = Duration::from_millis(500);

/// What a program wrote.
#[derive(Debug)]
pub(crate) enum BotOutput {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line that is longer than any answer.
    Flood,
    /// Its output is closed.
    End,
}

/// A running program. When it is dropped, the program and everything that it has started are killed.
pub(crate) struct Process {
    child: Child,
    requests: Option<Sender<String>>,
    heard: Receiver<BotOutput>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// How it ended, once it has been waited for.
    ended: Option<ExitStatus>,
    /// Outlives us if we are killed, and ends the program then.
    guard: Option<Guard>,
    /// Its own folder for temporary files, removed with it.
    _folder: TempDir,
}

impl Process {
    /// Starts a program where this one was started. Of the environment it gets PATH and LANG, and a TMPDIR of its own.
    pub(crate) fn start(words: &[String], memory_mib: u64) -> io::Result<Process> {
        let folder = tempfile::Builder::new().prefix("parlor-bot-").tempdir()?;
        let (program, arguments) = words.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
        let mut command = Command::new(program);
        command.args(arguments).env_clear().env("TMPDIR", folder.path());
        for name in ["PATH", "LANG"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        in_own_group(&mut command);
        let mut guard = Guard::new(folder.path());
        let mut child = command.spawn()?;
        limit_memory(&child, memory_mib);
        if let Some(guard) = &mut guard {
            guard.watch(&child);
        }
        let (requests, to_write) = channel::<String>();
        let (said, heard) = sync_channel(LINES_WAITING);
        let errors = Arc::new(Mutex::new(Vec::new()));
        // Each stream has a thread of its own, so that a program which doesn't read, or never stops writing, can't hold up
        // the referee. The threads end when the program does.
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for request in to_write {
                    if stdin.write_all(request.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || listen(stdout, &said));
        }
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_last(stderr, &errors));
        }
        Ok(Process { child, requests: Some(requests), heard, errors, ended: None, guard, _folder: folder })
    }

    /// Sends a line. If the program doesn't read it, its silence will tell.
    pub(crate) fn send(&self, line: String) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(line);
        }
    }

    /// What it says next; nothing if it says nothing for so long.
    pub(crate) fn hear(&self, timeout: Duration) -> Option<BotOutput> {
        match self.heard.recv_timeout(timeout) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(BotOutput::End),
        }
    }

    /// Whether it has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.ended.is_some() || has_ended(&mut self.child)
    }

    /// Closes its input, and waits until it has ended; nothing if it goes on for longer than this.
    pub(crate) fn finish(&mut self, timeout: Duration) -> Option<ExitStatus> {
        self.requests = None;
        let begun = Instant::now();
        loop {
            if self.has_ended() {
                self.end();
                return self.ended;
            }
            if begun.elapsed() >= timeout {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills everything that is left of it.
    fn end(&mut self) {
        if self.ended.is_none() {
            kill_group(&mut self.child);
            // Before the program is waited for: from then on its number can be another's.
            self.guard = None;
            self.ended = self.child.wait().ok();
        }
    }

    /// How it ended, in words, once its output is closed.
    pub(crate) fn how_it_ended(&mut self) -> String {
        let how = match self.finish(ENDING) {
            None => "it closed its output and went on running".to_owned(),
            Some(status) => told(status),
        };
        match self.last_words() {
            Some(words) => format!("{how}; it said: {words}"),
            None => how,
        }
    }

    /// What it last wrote to standard error.
    pub(crate) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    /// The last line of its standard error, shortened.
    fn last_words(&self) -> Option<String> {
        // Its streams are closed together, but read by different threads.
        thread::sleep(Duration::from_millis(20));
        let errors = self.errors();
        let last = errors.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        Some(parlor_saves::printable(&last.chars().take(200).collect::<String>()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.requests = None;
        self.end();
    }
}

/// A shell that waits until we tell it to go home. If we end without that, however it happens, it kills the program with everything
/// that it has started, and removes its folder.
struct Guard {
    shell: Child,
}

impl Guard {
    /// What the shell does: it is told the program's number. With another line from us it ends, and if its input ends without one it
    /// cleans up.
    #[cfg(unix)]
    const SCRIPT: &str = "read -r group || exit; read -r line && exit; kill -s KILL -- \"-$group\"; rm -rf -- \"$1\"";

    /// Nothing where there is no such shell; then a program is only killed by us.
    #[cfg(unix)]
    fn new(folder: &Path) -> Option<Guard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", Guard::SCRIPT, "parlor-guard"]).arg(folder);
        command.env_clear().env("PATH", "/usr/bin:/bin").current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        in_own_group(&mut command);
        command.spawn().ok().map(|shell| Guard { shell })
    }

    #[cfg(not(unix))]
    fn new(_: &Path) -> Option<Guard> {
        None
    }

    /// From now on it watches over this program.
    fn watch(&mut self, child: &Child) {
        if let Some(stdin) = &mut self.shell.stdin {
            // Without its shell, the program is only killed by us.
            let _ = stdin.write_all(format!("{}\n", child.id()).as_bytes());
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(mut stdin) = self.shell.stdin.take() {
            let _ = stdin.write_all(b"\n");
        }
        let _ = self.shell.wait();
    }
}

/// Passes on what a program writes, line by line.
fn listen(stdout: ChildStdout, said: &SyncSender<BotOutput>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut stdout).take(MAX_LINE as u64 + 2).read_until(b'\n', &mut line);
        let heard = match read {
            Ok(0) | Err(_) => BotOutput::End,
            Ok(_) if line.last() == Some(&b'\n') || line.len() <= MAX_LINE => {
                line.pop_if(|last| *last == b'\n');
                line.pop_if(|last| *last == b'\r');
                BotOutput::Line(line)
            }
            Ok(_) => BotOutput::Flood,
        };
        let last = !matches!(heard, BotOutput::Line(_));
        if said.send(heard).is_err() || last {
            return;
        }
    }
}

/// Keeps the last that is written to standard error.
fn keep_last(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = stderr.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..read]);
        let too_many = kept.len().saturating_sub(ERRORS_KEPT);
        kept.drain(..too_many);
    }
}

/// How a process ended.
fn told(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return format!("signal {signal} ended it");
        }
    }
    match status.code() {
        Some(code) => format!("it ended with exit code {code}"),
        None => "it ended".to_owned(),
    }
}

/// A group of its own, so that what it starts can be killed with it, and a key that interrupts us doesn't reach it first.
#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_own_group(_: &mut Command) {}

/// Whether it has ended. It isn't waited for, so that its number stays its own until its group has been killed: what it has
/// started may still be running.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Pid::from_raw(child.id().cast_signed()).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// Whether the memory of programs is limited on this system.
pub const LIMITS_MEMORY: bool = cfg!(target_os = "linux");

/// Limits what a program may write to of memory of its own: not its address space, which some languages reserve by the
/// terabyte.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, mib: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let bytes = Some(mib.saturating_mul(1 << 20));
    // It fails only if the program has ended already, which will be noticed.
    let _ = prlimit(Pid::from_raw(child.id().cast_signed()), Resource::Data, Rlimit { current: bytes, maximum: bytes });
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child, _: u64) {}
