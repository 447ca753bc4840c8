//! Starting and ending browsers.

use super::chromium;
use super::failure::{Failure, Result, here};
use super::firefox;
use super::person::{Options, Person};
use super::wire::{Wire, lock};
use std::env;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// The browsers that tests can use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Program {
    #[default]
    Chromium,
    Firefox,
}

/// Options for starting a browser.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    pub program: Program,
    /// Addresses for host names, as in `MAP parlor.example 127.0.0.1:8080`; several are separated by commas. Chromium
    /// only.
    pub host_resolver_rules: Option<String>,
    /// More arguments, such as `--ignore-certificate-errors`.
    pub arguments: Vec<String>,
}

/// A running browser. It ends when the last handle and the last [`Person`] are dropped, or with the test's process.
#[derive(Clone)]
pub struct Browser {
    pub(crate) running: Arc<Running>,
}

pub(crate) struct Running {
    pub(crate) program: Program,
    pub(crate) wire: Wire,
    shell: Mutex<Child>,
    /// Also removed by the shell. Dropped last.
    folder: TempDir,
}

static CHROMIUM: OnceCell<Browser> = OnceCell::const_new();
static FIREFOX: OnceCell<Browser> = OnceCell::const_new();

impl Program {
    pub const ALL: [Program; 2] = [Program::Chromium, Program::Firefox];

    /// The names of its executable, in the order in which they are tried.
    fn names(self) -> &'static [&'static str] {
        match self {
            Program::Chromium => &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
            Program::Firefox => &["firefox-esr", "firefox"],
        }
    }

    fn find(self) -> Result<PathBuf> {
        if self == Program::Chromium
            && let Some(named) = env::var_os("PARLOR_CHROMIUM")
        {
            return Ok(named.into());
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let mut programs =
            self.names().iter().flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)));
        programs.find(|program| program.is_file()).ok_or_else(|| {
            let package = self.names()[0];
            Failure::new(format!("there is no {self}: install it (Debian: apt-get install {package})"))
        })
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Browser {
    /// The shared Chromium or Firefox of this test program, started at the first call. People in it share no data.
    #[track_caller]
    pub fn shared(program: Program) -> impl Future<Output = Result<Self>> {
        let cell = match program {
            Program::Chromium => &CHROMIUM,
            Program::Firefox => &FIREFOX,
        };
        let how = Launch { program, ..Launch::default() };
        here(async move { cell.get_or_try_init(|| launch(how)).await.cloned() })
    }

    /// Starts a separate browser.
    #[track_caller]
    pub fn start(how: Launch) -> impl Future<Output = Result<Self>> {
        here(launch(how))
    }

    /// A new person with the usual options.
    #[track_caller]
    pub fn person(&self) -> impl Future<Output = Result<Person>> {
        here(Person::new(self, Options::default()))
    }

    /// The process that runs the browser.
    pub fn process(&self) -> u32 {
        lock(&self.running.shell).id()
    }

    /// The folder of the browser's profile. It is removed with the browser.
    pub fn profile(&self) -> PathBuf {
        self.running.folder.path().to_owned()
    }
}

async fn launch(how: Launch) -> Result<Browser> {
    let folder = tempfile::Builder::new()
        .prefix("parlor-browser-")
        .tempdir()
        .map_err(|error| Failure::new(format!("no folder for the browser's profile: {error}")))?;
    let program = how.program;
    let running = match program {
        Program::Chromium => chromium::launch(how, folder).await?,
        Program::Firefox => firefox::launch(how, folder).await?,
    };
    Ok(Browser { running: Arc::new(running) })
}

/// A shell that runs a browser. It cleans up even if the test was killed: it removes the profile and kills its process
/// group, because some of the browser's helper processes outlive the browser.
pub(crate) struct Shell {
    pub(crate) child: Child,
    complaints: File,
    program: PathBuf,
}

impl Shell {
    /// Starts a shell script. `run` is its part that starts the browser, `"$@"`, and waits until the browser has to
    /// end.
    pub(crate) fn start(
        program: Program,
        run: &str,
        folder: &Path,
        arguments: impl IntoIterator<Item = String>,
    ) -> Result<Shell> {
        let program = program.find()?;
        // An unnamed file, because the folder is gone once the browser has ended.
        let no_file = |error: io::Error| Failure::new(format!("no file for the browser's error output: {error}"));
        let complaints = tempfile::tempfile().map_err(no_file)?;
        let stderr = complaints.try_clone().map_err(no_file)?;
        let script = format!("profile=$1\nshift\n{run}\nrm -rf \"$profile\"\nkill -KILL 0");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "parlor-browser"]).arg(folder).arg(&program).args(arguments);
        // A separate process group can be killed as a whole.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr).process_group(0);
        // Firefox refuses to run in another user's home folder, such as that of the user who became root.
        command.env("HOME", folder);
        let child = command
            .spawn()
            .map_err(|error| Failure::new(format!("sh, which starts the browser, can't start: {error}")))?;
        Ok(Shell { child, complaints, program })
    }

    pub(crate) fn running(self, program: Program, wire: Wire, folder: TempDir) -> Running {
        Running { program, wire, shell: Mutex::new(self.child), folder }
    }

    /// Adds the browser's error output to a failure.
    pub(crate) fn doesnt_start(&mut self, failure: &Failure) -> Failure {
        let mut output = String::new();
        let _ = self.complaints.rewind().and_then(|()| self.complaints.read_to_string(&mut output));
        let (program, output) = (self.program.display(), output.trim_end());
        Failure::new(format!("{program} doesn't start: {failure}\n{output}").trim_end())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.wire.close();
        let shell = self.shell.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        // The shell ends, because its standard input is closed. It is killed only if it hangs.
        drop(shell.stdin.take());
        let patience = Instant::now() + Duration::from_secs(10);
        while Instant::now() < patience {
            match shell.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                _ => return,
            }
        }
        let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", shell.id())]).status();
        let _ = shell.wait();
    }
}
