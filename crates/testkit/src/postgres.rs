//! A real `PostgreSQL` for tests, of the package that the system has.
//!
//! Its programs aren't on the path, and they refuse to run as root; both are taken care of here. A server lives in a
//! folder of its own and ends with the program that started it, however that ends: a shell waits for its standard input
//! to be closed.

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

/// The password of [`USER`] over TCP. Over the socket nobody is asked.
pub const PASSWORD: &str = "correct horse";

/// The one user there is, who may do everything.
pub const USER: &str = "postgres";

/// How a server is started.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether what is committed is on the disk. Tests of anything else are faster without.
    pub fsync: bool,
    /// A certificate and its key, as PEM, for connections by TLS.
    pub certificate: Option<(String, String)>,
}

/// A server of its own.
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

/// The server that the tests of one program share. It is started by the first who asks.
///
/// # Panics
/// If there is no `PostgreSQL`.
pub fn shared() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(|| Server::start(Options::default()))
}

/// Where the programs of the newest version are that is installed.
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
    /// Makes a server and starts it.
    ///
    /// # Panics
    /// If there is no `PostgreSQL`, or it doesn't start.
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

    /// A program of the package, as a user who may run it.
    fn program(&self, name: &str) -> Command {
        as_user(&self.programs.join(name))
    }

    fn configure(&self) {
        let mut text = format!(
            "listen_addresses = '127.0.0.1'\nport = {}\nunix_socket_directories = '{}'\nmax_connections = 200\n\
             fsync = {}\nlogging_collector = off\n",
            self.port,
            self.folder.display(),
            if self.options.fsync { "on" } else { "off" },
        );
        if let Some((certificate, key)) = &self.options.certificate {
            text.push_str("ssl = on\n");
            for (name, content) in [("server.crt", certificate), ("server.key", key)] {
                let path = self.data().join(name);
                fs::write(&path, content).expect("there is room for a file");
                // It must be its user's alone.
                run(Command::new("chmod").arg("600").arg(&path));
                if is_root() {
                    run(Command::new("chown").arg(USER).arg(&path));
                }
            }
        }
        let file = self.data().join("postgresql.conf");
        let usual = fs::read_to_string(&file).expect("initdb has written it");
        fs::write(&file, usual + &text).expect("there is room for a file");
    }

    /// Starts it, and waits until it answers.
    ///
    /// # Panics
    /// If it doesn't start; what it says is in the message.
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

    /// Stops it as a person would, and starts it again.
    ///
    /// # Panics
    /// If that doesn't succeed.
    pub fn restart(&self) {
        run(self.program("pg_ctl").arg("-D").arg(self.data()).args(["-m", "fast", "-w", "stop"]));
        self.begin();
    }

    /// Kills it and everything that belongs to it, as a power failure would. [`Server::begin`] starts it again.
    ///
    /// # Panics
    /// If it isn't running.
    pub fn kill(&self) {
        let process = self.process();
        self.signal(Signal::KILL);
        // Until it is gone, another one can't take its place. Where nobody buries the dead, it never seems to be.
        for _ in 0..500 {
            if rustix::process::test_kill_process(process).is_err() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        // What says that it is running. A dead process that nobody has buried counts as running, too.
        let socket = format!(".s.PGSQL.{}", self.port);
        let left =
            [self.data().join("postmaster.pid"), self.folder.join(format!("{socket}.lock")), self.folder.join(socket)];
        for file in left {
            let _ = fs::remove_file(file);
        }
    }

    /// Lets it hang: connections stay open, and nothing is answered.
    ///
    /// # Panics
    /// If it isn't running.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    /// Goes on after a pause.
    ///
    /// # Panics
    /// If it isn't running.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// Sends a signal to the server and to its processes.
    fn signal(&self, signal: Signal) {
        let first = self.process();
        // The first process makes the others: while it hangs, there are no new ones.
        kill_process(first, Signal::STOP).expect("it is running");
        for process in processes_of(first) {
            // It may have ended by itself.
            let _ = kill_process(process, signal);
        }
        kill_process(first, signal).expect("it was running just now");
    }

    fn process(&self) -> Pid {
        let file = fs::read_to_string(self.data().join("postmaster.pid")).expect("it is running");
        let number = file.lines().next().and_then(|line| line.parse().ok());
        number.and_then(Pid::from_raw).expect("its file has its number")
    }

    /// A new and empty database.
    ///
    /// # Panics
    /// If it can't be made.
    pub fn database(&self) -> String {
        let name = format!("test{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        name
    }

    /// Has statements run in a database, by psql; returns what they give, with bars between columns.
    ///
    /// # Panics
    /// If they fail.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let output = run(self
            .program("psql")
            .arg("-h")
            .arg(&self.folder)
            .args(["-p", &self.port.to_string(), "-U", USER, "-d", database])
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql]));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// The address of a database over the socket, where no password is asked.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://{USER}@/{database}?host={}&port={}", self.folder.display(), self.port)
    }

    /// The address of a database over TCP, with any password and parameters.
    pub fn tcp_address(&self, database: &str, password: &str, parameters: &str) -> String {
        let password = password.replace(' ', "%20");
        format!("postgres://{USER}:{password}@127.0.0.1:{}/{database}?{parameters}", self.port)
    }

    /// The port that it listens at.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// A folder for whatever a test needs. It goes with the server.
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

/// Stops the server and removes its folder when this program has ended or doesn't need it any more.
fn keeper(programs: &Path, folder: &Path) -> io::Result<Child> {
    // Paused processes can't be stopped, so they go on first.
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
        // What interrupts the tests mustn't interrupt this.
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
