//! A bot's process, with bounded input and output, and no processes or files left behind.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::player::BotCommand;

/// The maximum length of a line in bytes, without the newline, as in the protocol.
const MAX_LINE: usize = parlor_rpc::MAX_LINE;

/// The maximum number of buffered lines of output. A program that writes more has to wait.
const LINES_WAITING: usize = 16;

/// Bytes of standard error that are kept, from the end.
const ERRORS_KEPT: usize = 8 << 10;

/// Time to exit after closing the output, before the program is killed.
const ENDING: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(crate) enum BotOutput {
    /// A line without its newline.
    Line(Vec<u8>),
    /// A line longer than [`MAX_LINE`].
    Flood,
    /// The program closed its output.
    End,
}

/// A running program. Dropping it kills the program and its descendants.
pub(crate) struct Process {
    child: Child,
    requests: Option<Sender<String>>,
    heard: Receiver<BotOutput>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Set once the child has been waited for.
    ended: Option<ExitStatus>,
    /// Kills the program if we are killed.
    guard: Option<Guard>,
    /// The program's TMPDIR, removed with it.
    _folder: TempDir,
}

impl Process {
    /// Starts a program. Its environment has only PATH, LANG, its own TMPDIR, and the variables that were given.
    pub(crate) fn start(bot: &BotCommand, memory_mib: u64) -> io::Result<Process> {
        let folder = tempfile::Builder::new().prefix("parlor-bot-").tempdir()?;
        let (program, arguments) = bot.words.split_first().ok_or_else(|| io::Error::other("the command is empty"))?;
        let mut command = match &bot.folder {
            None => Command::new(program),
            Some(folder) => {
                let folder = std::path::absolute(folder)?;
                if !folder.is_dir() {
                    return Err(io::Error::other(format!("there is no folder {}", folder.display())));
                }
                // A relative path is relative to the bot's folder, as if it were typed there. `Command` alone
                // would behave differently on different systems.
                let is_path = Path::new(program).components().count() > 1;
                let program = if is_path { folder.join(program) } else { program.into() };
                let mut command = Command::new(program);
                command.current_dir(folder);
                command
            }
        };
        command.args(arguments).env_clear().env("TMPDIR", folder.path());
        for name in ["PATH", "LANG"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.envs(bot.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        in_own_group(&mut command);
        let mut guard = Guard::new(folder.path());
        let mut child = command.spawn()?;
        limit_memory(&child, memory_mib);
        if let Some(guard) = &mut guard {
            guard.watch(&child);
        }
        let (requests, to_write) = channel::<String>();
        let (sender, heard) = sync_channel(LINES_WAITING);
        let errors = Arc::new(Mutex::new(Vec::new()));
        // Each stream has its own thread, so that a program that doesn't read or never stops writing can't block the referee.
        // The threads end with the program.
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
            thread::spawn(move || listen(stdout, &sender));
        }
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_last(stderr, &errors));
        }
        Ok(Process { child, requests: Some(requests), heard, errors, ended: None, guard, _folder: folder })
    }

    /// Sends a line. If the bot doesn't read it, its time runs out.
    pub(crate) fn send(&self, line: String) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(line);
        }
    }

    /// The next output; `None` after the timeout.
    pub(crate) fn receive(&self, timeout: Duration) -> Option<BotOutput> {
        match self.heard.recv_timeout(timeout) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(BotOutput::End),
        }
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.ended.is_some() || has_ended(&mut self.child)
    }

    /// Closes the program's input and waits for its exit; `None` after the timeout.
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

    /// Kills the whole process group.
    fn end(&mut self) {
        if self.ended.is_none() {
            kill_group(&mut self.child);
            // Before waiting: afterwards the process id can be reused.
            self.guard = None;
            self.ended = self.child.wait().ok();
        }
    }

    /// A description of the exit, once the output is closed.
    pub(crate) fn exit_description(&mut self) -> String {
        let how = match self.finish(ENDING) {
            None => "it closed its output but kept running".to_owned(),
            Some(status) => describe(status),
        };
        match self.last_words() {
            Some(words) => format!("{how}; its last line on standard error: {words}"),
            None => how,
        }
    }

    /// The end of the program's standard error.
    pub(crate) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    /// The last line of standard error, shortened.
    fn last_words(&self) -> Option<String> {
        // Standard output has ended, but another thread may not have read all of standard error yet.
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

/// A watchdog shell. If we exit without dismissing it, for whatever reason, it kills the bot's process group and removes the
/// bot's folder.
struct Guard {
    shell: Child,
}

impl Guard {
    /// Reads the process group's id. A second line dismisses the shell; if its input ends without one, it cleans up.
    const SCRIPT: &str = "read -r group || exit; read -r line && exit; kill -s KILL -- \"-$group\"; rm -rf -- \"$1\"";

    /// `None` without /bin/sh; in that case bots survive if we are killed.
    fn new(folder: &Path) -> Option<Guard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", Guard::SCRIPT, "parlor-guard"]).arg(folder);
        command.env_clear().env("PATH", "/usr/bin:/bin").current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        in_own_group(&mut command);
        command.spawn().ok().map(|shell| Guard { shell })
    }

    fn watch(&mut self, child: &Child) {
        if let Some(stdin) = &mut self.shell.stdin {
            // Without the watchdog, only we can kill the program.
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

/// Forwards a program's output line by line.
fn listen(stdout: ChildStdout, output: &SyncSender<BotOutput>) {
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
        if output.send(heard).is_err() || last {
            return;
        }
    }
}

/// Keeps the end of standard error.
fn keep_last(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = stderr.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..read]);
        let too_many = kept.len().saturating_sub(ERRORS_KEPT);
        kept.drain(..too_many);
    }
}

fn describe(status: ExitStatus) -> String {
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return format!("it was killed by signal {signal}");
        }
    }
    match status.code() {
        Some(code) => format!("it exited with code {code}"),
        None => "it exited".to_owned(),
    }
}

/// Starts a separate process group, so that descendants can be killed with it, and Ctrl-C reaches only us.
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Doesn't reap the child, so that its process id stays valid until the group, which may still be running, is killed.
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Pid::from_raw(child.id().cast_signed()).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Limits `RLIMIT_DATA`, not the address space, which some languages reserve by the terabyte.
fn limit_memory(child: &Child, mib: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let bytes = Some(mib.saturating_mul(1 << 20));
    // Fails only if the program has already exited, which is detected later.
    let _ = prlimit(Pid::from_raw(child.id().cast_signed()), Resource::Data, Rlimit { current: bytes, maximum: bytes });
}
