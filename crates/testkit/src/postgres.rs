//! A real PostgreSQL for tests, from the system's package.
//!
//! Its programs aren't on the path, and they refuse to run as root; this module handles both. A server has its own
//! folder and ends when the program that started it ends, even if it is killed: a shell waits until its input is
//! closed.

use std::env;
use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// The password of [`USER`] over TCP. The socket needs none.
pub const PASSWORD: &str = "correct horse";

/// The only user, with all permissions.
pub const USER: &str = "postgres";

/// Options for starting a server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// True if commits wait for the disk, which makes tests slower.
    pub fsync: bool,
    /// A certificate and its key, as PEM, for connections by TLS.
    pub certificate: Option<(String, String)>,
    /// An additional address to listen on, and the network that may connect to it, by TLS only.
    pub network: Option<(String, String)>,
}

pub struct Server {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    options: Options,
    /// Stops the server and removes its folder when its standard input is closed.
    keeper: Mutex<Child>,
}

/// Databases are numbered, so that each test has its own.
static DATABASES: AtomicU32 = AtomicU32::new(1);

/// The server that the tests of one program share. The first call starts it.
///
/// # Panics
/// If there is no PostgreSQL.
pub fn shared() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(|| Server::start(Options::default()))
}

/// The folder with the programs of the newest installed version.
fn programs() -> Option<PathBuf> {
    let has = |folder: &PathBuf| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file();
    let configured = Command::new("pg_config").arg("--bindir").output().ok().filter(|output| output.status.success());
    let configured = configured.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort();
    let on_path = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let found = versions.into_iter().rev().map(|(_, folder)| folder);
    found.chain(configured).chain(on_path).find(has)
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

impl Server {
    /// Creates a server and starts it.
    ///
    /// # Panics
    /// If there is no PostgreSQL, or it doesn't start.
    pub fn start(options: Options) -> Server {
        let programs = programs().expect(
            "PostgreSQL is missing, and these tests need a real one: install it (Debian: apt-get install postgresql)",
        );
        let folder =
            tempfile::Builder::new().prefix("parlor-pg-").tempdir().expect("there is room for a folder").keep();
        if is_root() {
            run(Command::new("chown").arg(USER).arg(&folder));
        }
        let keeper = keeper(&programs, &folder).expect("there is a shell");
        let server = Server { programs, folder, port: free_port(), options, keeper: Mutex::new(keeper) };
        let password = server.folder.join("password");
        fs::write(&password, PASSWORD).expect("there is room for a file");
        if is_root() {
            run(Command::new("chown").arg(USER).arg(&password));
        }
        run(server
            .program("initdb")
            .arg("-D")
            .arg(server.data())
            .args(["-U", USER, "-E", "UTF8", "--locale=C.UTF-8", "--auth-local=trust", "--auth-host=scram-sha-256"])
            .arg("--pwfile")
            .arg(&password)
            .arg("--no-sync"));
        server.configure();
        server.begin();
        server
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// A program of the package, run as a user who is allowed to run it.
    fn program(&self, name: &str) -> Command {
        as_user(&self.programs.join(name))
    }

    fn configure(&self) {
        let mut text = format!(
            "listen_addresses = '127.0.0.1{}'\nport = {}\nunix_socket_directories = '{}'\nmax_connections = 200\n\
             fsync = {}\nlogging_collector = off\n",
            self.options.network.as_ref().map_or_else(String::new, |(address, _)| format!(",{address}")),
            self.port,
            self.folder.display(),
            if self.options.fsync { "on" } else { "off" },
        );
        if let Some((certificate, key)) = &self.options.certificate {
            text.push_str("ssl = on\n");
            for (name, content) in [("server.crt", certificate), ("server.key", key)] {
                let path = self.data().join(name);
                fs::write(&path, content).expect("there is room for a file");
                // Only its user may have access to it.
                run(Command::new("chmod").arg("600").arg(&path));
                if is_root() {
                    run(Command::new("chown").arg(USER).arg(&path));
                }
            }
        }
        if let Some((_, network)) = &self.options.network {
            let file = self.data().join("pg_hba.conf");
            let usual = fs::read_to_string(&file).expect("initdb has written it");
            fs::write(&file, format!("{usual}hostssl all all {network} scram-sha-256\n"))
                .expect("there is room for a file");
        }
        let file = self.data().join("postgresql.conf");
        let usual = fs::read_to_string(&file).expect("initdb has written it");
        fs::write(&file, usual + &text).expect("there is room for a file");
    }

    /// Starts the server, and waits until it answers.
    ///
    /// # Panics
    /// If it doesn't start; the message contains its output.
    pub fn begin(&self) {
        let log = self.folder.join("log");
        let started = self
            .program("pg_ctl")
            .arg("-D")
            .arg(self.data())
            .arg("-l")
            .arg(&log)
            .args(["-w", "-t", "60", "start"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("pg_ctl can be started");
        assert!(started.success(), "PostgreSQL doesn't start:\n{}", fs::read_to_string(log).unwrap_or_default());
    }

    /// Shuts the server down cleanly, and starts it again.
    ///
    /// # Panics
    /// If the restart fails.
    pub fn restart(&self) {
        run(self.program("pg_ctl").arg("-D").arg(self.data()).args(["-m", "fast", "-w", "stop"]));
        self.begin();
    }

    /// Kills the server with all its processes, as in a power failure. [`Server::begin`] starts it again.
    ///
    /// # Panics
    /// If it isn't running.
    pub fn kill(&self) {
        let process = self.process();
        self.signal(Signal::KILL);
        // The server can't be started again before the process is gone. In a container without an init process, a
        // zombie remains.
        for _ in 0..500 {
            if rustix::process::test_kill_process(process).is_err() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        // Remove its lock files, because a zombie counts as running, too.
        let socket = format!(".s.PGSQL.{}", self.port);
        let left =
            [self.data().join("postmaster.pid"), self.folder.join(format!("{socket}.lock")), self.folder.join(socket)];
        for file in left {
            let _ = fs::remove_file(file);
        }
    }

    /// Makes the server hang: connections stay open, but get no answers.
    ///
    /// # Panics
    /// If it isn't running.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    /// Continues after a pause.
    ///
    /// # Panics
    /// If it isn't running.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// Sends a signal to the server and to its processes.
    fn signal(&self, signal: Signal) {
        let first = self.process();
        // The first process starts the others: while it is stopped, there are no new ones.
        kill_process(first, Signal::STOP).expect("it is running");
        for process in processes_of(first) {
            // It may have ended in the meantime.
            let _ = kill_process(process, signal);
        }
        kill_process(first, signal).expect("it was running just now");
    }

    fn process(&self) -> Pid {
        let file = fs::read_to_string(self.data().join("postmaster.pid")).expect("it is running");
        let number = file.lines().next().and_then(|line| line.parse().ok());
        number.and_then(Pid::from_raw).expect("its file has its number")
    }

    /// Creates an empty database.
    ///
    /// # Panics
    /// If it can't be created.
    pub fn database(&self) -> String {
        let name = format!("test{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        name
    }

    /// Runs statements in a database with psql; returns their output, with bars between columns.
    ///
    /// # Panics
    /// If the statements fail.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let output = run(self
            .program("psql")
            .arg("-h")
            .arg(&self.folder)
            .args(["-p", &self.port.to_string(), "-U", USER, "-d", database])
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql]));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// The address of a database over the socket, which needs no password.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://{USER}@/{database}?host={}&port={}", self.folder.display(), self.port)
    }

    /// The address of a database over TCP, with any password and parameters.
    pub fn tcp_address(&self, database: &str, password: &str, parameters: &str) -> String {
        let password = password.replace(' ', "%20");
        format!("postgres://{USER}:{password}@127.0.0.1:{}/{database}?{parameters}", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// A folder for the files of a test. It is removed with the server.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let keeper = self.keeper.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Waiting closes its standard input first.
        let _ = keeper.wait();
    }
}

/// Starts the shell that stops the server and removes its folder when this program has ended or doesn't need the server
/// any more.
fn keeper(programs: &Path, folder: &Path) -> io::Result<Child> {
    // Paused processes can't be stopped, so they are resumed first.
    let script = r#"
        read -r _
        pid=$(head -n 1 "$2/data/postmaster.pid" 2>/dev/null)
        if [ -n "$pid" ]; then
            pkill -CONT -P "$pid"; kill -CONT "$pid"
            kill -QUIT "$pid"
            while kill -0 "$pid"; do sleep 0.05; done
        fi 2>/dev/null
        rm -rf "$2"
    "#;
    Command::new("sh")
        .args(["-c", script, "keeper"])
        .arg(programs)
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // Ctrl-C for the tests must not interrupt the shell.
        .process_group(0)
        .spawn()
}

/// The processes that another one has started.
fn processes_of(parent: Pid) -> Vec<Pid> {
    let mut ps = Command::new("ps");
    let list = ps.args(["-o", "pid=", "--ppid", &parent.as_raw_nonzero().to_string()]).output();
    let list = list.expect("there is a program ps");
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    list.split_whitespace().filter_map(|number| Pid::from_raw(number.parse().ok()?)).collect()
}

/// Root may not run the database, but may become its user.
fn as_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", USER, "--regid", USER, "--init-groups", "--"]).arg(program).current_dir("/");
    command
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
    listener.local_addr().expect("it has an address").port()
}

fn run(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    output
}
