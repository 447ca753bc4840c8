//! Starting and ending the browser.

use super::failure::{Failure, Result, here};
use super::person::{Options, Person};
use super::wire::{Wire, lock};
use serde_json::json;
use std::env;
use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// The programs that will do, in the order in which they are looked for.
const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const FLAGS: [&str; 14] = [
    "--headless=new",
    "--remote-debugging-pipe",
    // The pages are our own, and the sandbox can't start as root, nor in most containers.
    "--no-sandbox",
    // Containers often have a very small /dev/shm.
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    // Pictures of pages are the same on every screen.
    "--force-color-profile=srgb",
    "--lang=en-US",
];

/// The browser speaks on file descriptors 3 and 4, and a program in safe Rust can only give it 0 to 2. The shell stays,
/// to clean up also when the test was killed: it removes the profile, and ends the group of processes that it leads,
/// for some of the browser's helpers end later than the browser.
const SCRIPT: &str = r#"
profile=$1
shift
"$@" 3<&0 4>&1 0</dev/null 1>&2
rm -rf "$profile"
kill -KILL 0
"#;

/// How a browser is started.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// Other addresses for host names, as in `MAP parlor.example 127.0.0.1:8080`; several are separated by commas.
    pub host_resolver_rules: Option<String>,
    /// More arguments, such as `--ignore-certificate-errors`.
    pub arguments: Vec<String>,
}

/// A running browser. It ends when the last handle and the last [`Person`] are dropped, or with the test's process.
#[derive(Clone)]
pub struct Chromium {
    pub(crate) running: Arc<Running>,
}

pub(crate) struct Running {
    pub(crate) wire: Wire,
    shell: Mutex<Child>,
    /// Also removed by the shell. Dropped last.
    folder: TempDir,
}

static SHARED: OnceCell<Chromium> = OnceCell::const_new();

impl Chromium {
    /// The one browser of this test program, started when it is first asked for. People in it share nothing.
    #[track_caller]
    pub fn shared() -> impl Future<Output = Result<Self>> {
        here(async { SHARED.get_or_try_init(|| launch(Launch::default())).await.cloned() })
    }

    /// A browser of one's own.
    #[track_caller]
    pub fn start() -> impl Future<Output = Result<Self>> {
        here(launch(Launch::default()))
    }

    /// A browser of one's own, started in a special way.
    #[track_caller]
    pub fn start_with(how: Launch) -> impl Future<Output = Result<Self>> {
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

    /// The folder of the browser's profile. It goes with the browser.
    pub fn profile(&self) -> PathBuf {
        self.running.folder.path().to_owned()
    }
}

async fn launch(how: Launch) -> Result<Chromium> {
    let program = find()?;
    let folder = tempfile::Builder::new()
        .prefix("parlor-browser-")
        .tempdir()
        .map_err(|error| Failure::new(format!("no folder for the browser's profile: {error}")))?;
    // The folder is gone when the browser has ended, and a file without a name isn't.
    let no_file = |error: io::Error| Failure::new(format!("no file for the browser's complaints: {error}"));
    let mut complaints = tempfile::tempfile().map_err(no_file)?;
    let stderr = complaints.try_clone().map_err(no_file)?;
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT, "parlor-browser"]).arg(folder.path()).arg(&program).args(FLAGS);
    command.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
    if let Some(rules) = how.host_resolver_rules {
        command.arg(format!("--host-resolver-rules={rules}"));
    }
    command.args(how.arguments).arg("about:blank");
    // A group of its own can be killed as a whole.
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr).process_group(0);
    let mut shell =
        command.spawn().map_err(|error| Failure::new(format!("sh, which starts the browser, can't start: {error}")))?;
    let to_browser = shell.stdin.take().expect("stdin is piped");
    let from_browser = shell.stdout.take().expect("stdout is piped");
    let wire = Wire::new(to_browser, from_browser);
    let running = Arc::new(Running { wire, shell: Mutex::new(shell), folder });
    if let Err(failure) = running.wire.call(None, "Browser.getVersion", json!({})).await {
        let mut said = String::new();
        let _ = complaints.rewind().and_then(|()| complaints.read_to_string(&mut said));
        let said = said.trim_end();
        return Err(Failure::new(format!("{} doesn't start: {failure}\n{said}", program.display()).trim_end()));
    }
    Ok(Chromium { running })
}

/// Where the browser is.
fn find() -> Result<PathBuf> {
    if let Some(named) = env::var_os("PARLOR_CHROMIUM") {
        return Ok(named.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    PROGRAMS
        .iter()
        .flat_map(|program| env::split_paths(&path).map(move |folder| folder.join(program)))
        .find(|program| program.is_file())
        .ok_or_else(|| {
            Failure::new(
                "there is no browser: install Chromium (Debian: apt-get install chromium), or name its program in \
                 PARLOR_CHROMIUM",
            )
        })
}

impl Drop for Running {
    fn drop(&mut self) {
        self.wire.close();
        let shell = self.shell.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        // It ends by itself. It is killed only if it hangs.
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
