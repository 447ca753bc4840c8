//! Runs the program on a pseudo-terminal. Tests type keys and read the painted screen.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, waitpid};
use tempfile::TempDir;
use vt100::{MouseProtocolMode, Parser, Screen};

/// Long enough for any machine. No test asserts anything about time.
const PATIENCE: Duration = Duration::from_mins(1);

/// The time to wait for more bytes if the bytes so far don't end a frame.
const PAUSE: Duration = Duration::from_millis(20);

/// The folders for a test: a working folder, and a folder for saved games.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Place {
        let place = Place { folder: TempDir::new().unwrap() };
        fs::create_dir(place.work()).unwrap();
        place
    }

    /// The folder in which the program starts.
    pub fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    /// The folder of saved games.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts the program on a terminal of 80×24.
    pub fn start(&self, arguments: &[&str]) -> Pty {
        self.start_with(arguments, &[], (80, 24))
    }

    /// Starts the program with additional environment variables, on a terminal of `size` columns and rows.
    pub fn start_with(&self, arguments: &[&str], environment: &[(&str, &str)], size: (u16, u16)) -> Pty {
        let mut command = self.command(&cargo_bin("parlor"), arguments);
        for (name, value) in environment {
            command.env(name, value);
        }
        Pty::start(command, size)
    }

    /// Starts another program on a terminal of 80×24, with an additional environment variable.
    pub fn start_program(&self, program: &Path, arguments: &[&str], (name, value): (&str, &Path)) -> Pty {
        let mut command = self.command(program, arguments);
        command.env(name, value);
        Pty::start(command, (80, 24))
    }

    fn command(&self, program: &Path, arguments: &[&str]) -> CommandBuilder {
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(self.work());
        command.env("XDG_DATA_HOME", self.data());
        command.env("XDG_CONFIG_HOME", self.data());
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        command
    }
}

/// A terminal in which the program is running.
pub struct Pty {
    master: Option<Box<dyn MasterPty + Send>>,
    input: Option<Box<dyn Write + Send>>,
    output: Receiver<Vec<u8>>,
    /// Output that isn't on the screen yet.
    ahead: Vec<u8>,
    parser: Parser,
    /// Every byte that the program has written.
    pub bytes: Vec<u8>,
    /// The terminal's settings before the start, in a form that can be compared.
    before: String,
    pid: Pid,
    end: Option<WaitStatus>,
}

impl Pty {
    fn start(command: CommandBuilder, (columns, rows): (u16, u16)) -> Pty {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let before = modes(pair.master.as_ref());
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let pid = Pid::from_raw(child.process_id().unwrap().try_into().unwrap()).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Pty {
            input: Some(pair.master.take_writer().unwrap()),
            master: Some(pair.master),
            output,
            ahead: Vec::new(),
            parser: Parser::new(rows, columns, 0),
            bytes: Vec::new(),
            before,
            pid,
            end: None,
        }
    }

    pub fn keys(&mut self, keys: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(keys.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// Clicks with the left mouse button at a position that `find` has returned.
    pub fn click(&mut self, (column, row): (usize, usize)) {
        self.keys(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    pub fn screen(&self) -> &Screen {
        self.parser.screen()
    }

    pub fn text(&self) -> String {
        let (_, columns) = self.screen().size();
        self.screen().rows(0, columns).map(|row| row.trim_end().to_owned() + "\n").collect()
    }

    /// The column and row at which a text starts. If the text occurs several times, the first one.
    pub fn find(&self, text: &str) -> (usize, usize) {
        self.text()
            .lines()
            .enumerate()
            .find_map(|(y, row)| Some((row[..row.find(text)?].chars().count(), y)))
            .unwrap_or_else(|| panic!("no {text:?} on\n{}", self.text()))
    }

    /// Waits until `right` returns true for the screen.
    #[track_caller]
    pub fn until(&mut self, what: &str, right: impl Fn(&Pty) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !right(self) {
            if !self.listen(deadline) {
                // The last output may have fulfilled the condition.
                assert!(right(self), "never came: {what}; the screen shows\n{}", self.description());
                return;
            }
        }
    }

    /// The screen, and the first terminal setting that isn't restored.
    fn description(&self) -> String {
        format!("{}\nand what isn't as it was before is: {:?}", self.text(), self.trouble())
    }

    /// Waits until the screen shows all these texts.
    #[track_caller]
    pub fn shows(&mut self, texts: &[&str]) {
        let what = texts.join(" and ");
        self.until(&what, |pty| texts.iter().all(|text| pty.text().contains(text)));
    }

    /// Reads output up to the end of a frame. Returns `false` if there is no more output.
    fn listen(&mut self, deadline: Instant) -> bool {
        loop {
            let cursor = |window: &[u8]| window == b"\x1b[?25l" || window == b"\x1b[?25h";
            if let Some(end) = self.ahead.windows(6).position(cursor) {
                return self.take(end + 6);
            }
            // The rest of a frame arrives at once; the end of other output can't be recognised.
            let patience = if self.ahead.is_empty() { deadline } else { deadline.min(Instant::now() + PAUSE) };
            match self.output.recv_timeout(patience.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.ahead.extend(bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return self.take(self.ahead.len()),
            }
        }
    }

    /// Puts the next `count` bytes on the screen. Returns `false` if there are none.
    fn take(&mut self, count: usize) -> bool {
        let bytes: Vec<u8> = self.ahead.drain(..count).collect();
        self.parser.process(&bytes);
        self.bytes.extend(&bytes);
        count > 0
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(rows, columns);
        self.master.as_ref().unwrap().resize(size(columns, rows)).unwrap();
    }

    /// Closes the window of the terminal.
    pub fn close(&mut self) {
        // The reading thread ends when it receives output that has no receiver.
        self.output = mpsc::channel().1;
        self.keys("?");
        self.input = None;
        self.master = None;
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid, signal).unwrap();
    }

    /// Waits until the program has stopped, for example after Ctrl-Z.
    #[track_caller]
    pub fn stopped(&mut self) {
        self.status_like("stopped", WaitStatus::stopped);
    }

    /// Waits until the program has ended, and returns its exit code.
    #[track_caller]
    pub fn ended(&mut self) -> i32 {
        // Keep reading, because the program would block if nothing reads from the terminal.
        let deadline = Instant::now() + PATIENCE;
        while self.listen(deadline) {}
        self.status_like("ended", |status| status.exited() || status.signaled());
        self.end.and_then(WaitStatus::exit_status).unwrap_or(-1)
    }

    #[track_caller]
    fn status_like(&mut self, what: &str, right: impl Fn(WaitStatus) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let found = waitpid(Some(self.pid), WaitOptions::UNTRACED | WaitOptions::NOHANG).unwrap();
            if let Some((_, status)) = found {
                if status.exited() || status.signaled() {
                    self.end = Some(status);
                }
                assert!(right(status), "not {what} but {status:?}:\n{}", self.text());
                return;
            }
            assert!(Instant::now() < deadline, "never {what}:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// True if the program controls the terminal: raw mode, alternate screen, captured mouse, hidden cursor.
    pub fn is_taken(&self) -> bool {
        let screen = self.screen();
        screen.alternate_screen()
            && screen.hide_cursor()
            && screen.mouse_protocol_mode() != MouseProtocolMode::None
            && screen.bracketed_paste()
            && self.master.as_ref().is_some_and(|master| modes(master.as_ref()) != self.before)
    }

    /// Waits until the settings of the terminal are restored. The last output may not have arrived yet.
    #[track_caller]
    pub fn restored(&mut self) {
        self.until("the terminal as it was", |pty| pty.trouble().is_none());
    }

    /// The first setting of the terminal that isn't restored.
    fn trouble(&self) -> Option<String> {
        let screen = self.screen();
        let last = |set: &str| {
            let bytes = set.as_bytes();
            self.bytes.windows(bytes.len()).rposition(|window| window == bytes)
        };
        // Every mode that was turned on must later be turned off with the same number.
        let modes_on = ["1049", "1000", "1002", "1003", "1006", "1015", "2004"]
            .into_iter()
            .find(|mode| last(&format!("\x1b[?{mode}h")) > last(&format!("\x1b[?{mode}l")));
        if screen.alternate_screen() {
            Some("the other screen".to_owned())
        } else if screen.hide_cursor() || last("\x1b[?25l") > last("\x1b[?25h") {
            Some("no cursor".to_owned())
        } else if screen.mouse_protocol_mode() != MouseProtocolMode::None {
            Some("the mouse is captured".to_owned())
        } else if screen.bracketed_paste() {
            Some("pasted text is bracketed".to_owned())
        } else if let Some(mode) = modes_on {
            Some(format!("mode {mode} is on"))
        } else if self.master.as_ref().is_some_and(|master| modes(master.as_ref()) != self.before) {
            Some("raw".to_owned())
        } else {
            None
        }
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        if self.end.is_none() && waitpid(Some(self.pid), WaitOptions::NOHANG).is_ok_and(|found| found.is_none()) {
            // The program may end in the meantime.
            let _ = kill_process(self.pid, Signal::KILL);
            let _ = waitpid(Some(self.pid), WaitOptions::empty());
        }
    }
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// The settings of the terminal: canonical mode, echo and so on.
fn modes(master: &dyn MasterPty) -> String {
    let modes = master.get_termios().unwrap();
    format!(
        "{:?}",
        (modes.input_flags, modes.output_flags, modes.control_flags, modes.local_flags, modes.control_chars)
    )
}
