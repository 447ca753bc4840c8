//! Follows the guide for several machines in network namespaces with the addresses from the guide. Only root can create
//! namespaces; for other users this test fails with a message.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use parlor_testkit::postgres::{Options, PASSWORD, Server as Database};
use parlor_testkit::{AT_MOST, Home};
use tempfile::TempDir;

const GUIDE: &str = include_str!("../../../../docs/host/hosting.md");
const PROXY: &str = include_str!("../../../../docs/host/parlor.conf");
const SERVER: &str = include_str!("../../../../docs/host/parlor-web@.service");
const WORKER: &str = include_str!("../../../../docs/host/parlor-worker@.service");

const NAME: &str = "games.example.org";

/// The machines in the guide with their addresses, and one machine for the players.
const MACHINES: [(&str, &str); 6] =
    [("db", "5"), ("nginx", "2"), ("web1", "11"), ("web2", "12"), ("worker", "21"), ("people", "99")];

/// The environment variable that tells the database's process the folder of the certificate.
const CERTIFICATE: &str = "PARLOR_TEST_CERTIFICATE";

fn run(program: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    let output = command.args(arguments).output().unwrap_or_else(|error| panic!("{program}: {error}"));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{program} {}: {printed}", arguments.join(" "));
    output
}

/// Machines in one network. They are namespaces that are removed on drop.
struct Network {
    tag: String,
}

impl Network {
    fn new() -> Network {
        assert!(
            rustix::process::geteuid().is_root(),
            "this test makes network namespaces, which only root can do: run it as root, or in a container with CAP_NET_ADMIN"
        );
        let network = Network { tag: format!("parlor{}", std::process::id()) };
        let switch = network.namespace("switch");
        run("ip", &["netns", "add", &switch]);
        run("ip", &["-n", &switch, "link", "add", "br0", "type", "bridge"]);
        run("ip", &["-n", &switch, "link", "set", "br0", "up"]);
        for (machine, number) in MACHINES {
            let own = network.namespace(machine);
            run("ip", &["netns", "add", &own]);
            let port = format!("p{number}");
            let link = ["link", "add", "eth0", "type", "veth", "peer", "name", &port, "netns", &switch];
            run("ip", &[&["-n", own.as_str()][..], &link].concat());
            run("ip", &["-n", &switch, "link", "set", &port, "master", "br0", "up"]);
            run("ip", &["-n", &own, "address", "add", &format!("10.0.0.{number}/24"), "dev", "eth0"]);
            run("ip", &["-n", &own, "address", "add", &format!("fd00::{number}/64"), "dev", "eth0", "nodad"]);
            run("ip", &["-n", &own, "link", "set", "lo", "up"]);
            run("ip", &["-n", &own, "link", "set", "eth0", "up"]);
        }
        network
    }

    fn namespace(&self, machine: &str) -> String {
        format!("{}-{machine}", self.tag)
    }

    /// A command that runs on a machine.
    fn on(&self, machine: &str, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.namespace(machine), program]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for machine in MACHINES.map(|(machine, _)| machine).into_iter().chain(["switch"]) {
            let _ = Command::new("ip").args(["netns", "delete", &self.namespace(machine)]).output();
        }
    }
}

/// A program that is killed on drop, with its output.
struct Running {
    child: Child,
    printed: Arc<Mutex<String>>,
}

impl Running {
    /// Waits until the program has written these words.
    fn start(mut command: Command, until: &str) -> Running {
        let mut child = command.spawn().unwrap();
        let printed = Arc::new(Mutex::new(String::new()));
        let pipes: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for pipe in pipes {
            let received = Arc::clone(&printed);
            thread::spawn(move || {
                for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                    received.lock().unwrap().push_str(&(line + "\n"));
                }
            });
        }
        let mut running = Running { child, printed };
        let begun = Instant::now();
        while !running.printed().contains(until) {
            let ended = running.child.try_wait().unwrap();
            assert!(ended.is_none() && begun.elapsed() < AT_MOST, "{command:?}: {ended:?} {}", running.printed());
            thread::sleep(Duration::from_millis(20));
        }
        running
    }

    fn printed(&self) -> String {
        self.printed.lock().unwrap().clone()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The database shuts down cleanly when its standard input is closed.
        drop(self.child.stdin.take());
        if !self.printed().contains(DATABASE_READY) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

const DATABASE_READY: &str = "the database is at ";

/// Not a test itself: the test below runs it on the machine of the database.
#[test]
#[ignore = "another test runs it in a namespace"]
fn the_database_of_the_namespaces() {
    let Some(folder) = env::var_os(CERTIFICATE) else { return };
    let read = |name: &str| fs::read_to_string(Path::new(&folder).join(name)).unwrap();
    let database = Database::start(Options {
        certificate: Some((read("cert.pem"), read("key.pem"))),
        network: Some(("10.0.0.5".to_owned(), "10.0.0.0/24".to_owned())),
        ..Options::default()
    });
    let name = database.database();
    println!("{DATABASE_READY}{}/{name}.", database.port());
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}

/// A line from the guide's file of variables, with another server's address.
fn variable(name: &str, server: &str) -> String {
    let mut line = GUIDE.lines().filter_map(|line| line.trim().strip_prefix(name)?.strip_prefix('='));
    let line = line.next_back().unwrap_or_else(|| panic!("the guide doesn't set {name}"));
    line.replace("10.0.0.11", server)
}

/// The command in a systemd unit, to be run by a shell.
fn exec_start(unit: &str, port: u16, home: &Home) -> String {
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let program = home.command(&[]).get_program().to_str().unwrap().to_owned();
    format!("exec {}", line.replace("%i", &port.to_string()).replace("/usr/local/bin/parlor", &program))
}

/// The documented configuration of nginx, with the servers in the guide and another port for https.
fn proxy(folder: &Path, https: u16) -> String {
    let mut text = String::new();
    for line in PROXY.lines() {
        let line = line
            .replace("127.0.0.1:7433", "10.0.0.11:7433")
            .replace("127.0.0.1:7434", "10.0.0.12:7433")
            .replace(
                "/etc/letsencrypt/live/games.example.org/fullchain.pem",
                &folder.join("cert.pem").to_string_lossy(),
            )
            .replace("/etc/letsencrypt/live/games.example.org/privkey.pem", &folder.join("key.pem").to_string_lossy())
            .replace("listen 443 ", &format!("listen {https} "))
            .replace("listen [::]:443 ", &format!("listen [::]:{https} "));
        text.push_str(&(line + "\n"));
    }
    text
}

struct People<'a> {
    network: &'a Network,
    folder: &'a Path,
    https: u16,
}

impl People<'_> {
    /// Requests a page from nginx by host name at one of its addresses. Returns curl's output with the headers.
    fn curl(&self, address: &str, path: &str, more: &[&str]) -> String {
        let https = self.https;
        let usual = if https == 443 { String::new() } else { format!(":{https}") };
        let mut command = self.network.on("people", "curl");
        command.args(["-s", "-S", "-i", "--max-time", "60", "--cacert"]).arg(self.folder.join("cert.pem"));
        command.args(["--resolve", &format!("{NAME}:{https}:{address}"), "-w", "\nHTTP %{http_version}\n"]);
        for option in ["-b", "-c"] {
            command.arg(option).arg(self.folder.join("cookies"));
        }
        let output = command.args(more).arg(format!("https://{NAME}{usual}{path}")).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "curl {path} at {address}: {printed}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

#[test]
fn the_guide_to_several_machines_works_as_written() {
    let network = Network::new();
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (key, certificate) = (file("key.pem").display().to_string(), file("cert.pem").display().to_string());
    let names = format!("subjectAltName=DNS:{NAME},DNS:db.example.org,IP:10.0.0.5");
    let subject = format!("/CN={NAME}");
    let request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    let parts = ["-keyout", &key, "-out", &certificate, "-subj", &subject, "-addext", &names];
    // The certificate of a server can't be that of an authority, which is what openssl makes by default.
    let end_entity = ["-addext", "basicConstraints=critical,CA:FALSE"];
    run("openssl", &[&request[..], &parts, &end_entity].concat());

    let mut database = network.on("db", env::current_exe().unwrap().to_str().unwrap());
    database.args(["--ignored", "--exact", "--nocapture", "namespaces::the_database_of_the_namespaces"]);
    database.env(CERTIFICATE, folder.path());
    let database = Running::start(database, DATABASE_READY);
    let printed = database.printed();
    let (port, name) =
        printed.split(DATABASE_READY).nth(1).and_then(|rest| rest.split('.').next()?.split_once('/')).unwrap();
    let password = PASSWORD.replace(' ', "%20");
    let address =
        format!("postgres://postgres:{password}@10.0.0.5:{port}/{name}?sslmode=verify-full&sslrootcert={certificate}");
    fs::write(file("store"), address).unwrap();

    let home = Home::new();
    let unit = |machine: &str, unit: &str, variables: &[(&str, String)]| {
        let mut command = network.on(machine, "/bin/sh");
        command.args(["-c", &exec_start(unit, 7433, &home)]).env("PARLOR_STORE_FILE", file("store"));
        command.envs(variables.iter().map(|(name, value)| (*name, value.as_str())));
        command
    };
    let _worker = Running::start(unit("worker", WORKER, &[("PARLOR_OPTIONS", String::new())]), "Working for ");
    // Test a port other than the default, too.
    for https in [443, 8443] {
        let serve = |machine: &str, address: &str| {
            // The log shows the address of the client as the server sees it. The worker runs all engine jobs.
            let options = variable("PARLOR_OPTIONS", address) + " --log addresses --thinkers 0";
            let public = if https == 443 { String::new() } else { format!(":{https}") };
            let options = options.replace(NAME, &format!("{NAME}{public}"));
            let variables = [("PARLOR_BIND", variable("PARLOR_BIND", address)), ("PARLOR_OPTIONS", options)];
            Running::start(unit(machine, SERVER, &variables), "Parlor is at ")
        };
        let servers = [serve("web1", "10.0.0.11"), serve("web2", "10.0.0.12")];
        fs::write(file("parlor.conf"), proxy(folder.path(), https)).unwrap();
        fs::write(file("nginx.conf"), crate::nginx::around(folder.path())).unwrap();
        let mut command = network.on("nginx", "/usr/sbin/nginx");
        let ready = Instant::now();
        command.arg("-p").arg(folder.path()).arg("-c").arg(file("nginx.conf")).args(["-e", "stderr"]);
        let nginx = Running::start(command, "");
        let people = People { network: &network, folder: folder.path(), https };
        let healthz = format!("https://10.0.0.2:{https}/healthz");
        while !network.on("people", "curl").args(["-s", "-k", &healthz]).output().unwrap().status.success() {
            assert!(ready.elapsed() < AT_MOST, "nginx doesn't answer: {}", nginx.printed());
            thread::sleep(Duration::from_millis(50));
        }

        let lobby = people.curl("10.0.0.2", "/", &[]);
        assert!(lobby.contains("HTTP/2 200") && lobby.ends_with("HTTP 2\n"), "{lobby}");
        assert!(lobby.contains("__Host-parlor=") && lobby.contains("strict-transport-security: "), "{lobby}");
        assert!(people.curl("[fd00::2]", "/", &[]).contains("HTTP/2 200"), "version 6 of IP works");
        assert!(people.curl("10.0.0.2", "/metrics", &[]).contains("HTTP/2 404"));

        let fields =
            ["-F", "game=congkak", "-F", "seats=programs", "-F", "rounds=1", "-H", "sec-fetch-site: same-origin"];
        let begun = people.curl("10.0.0.2", "/tables/options", &fields);
        let table = begun.lines().find_map(|line| line.strip_prefix("location: ")).unwrap_or_else(|| panic!("{begun}"));
        let since = Instant::now();
        while !people.curl("10.0.0.2", table.trim(), &[]).contains("id=\"result\"") {
            assert!(since.elapsed() < AT_MOST, "the worker doesn't play");
            thread::sleep(Duration::from_millis(200));
        }
        let logs: String = servers.iter().map(Running::printed).collect();
        assert!(logs.contains("address=10.0.0.99") && logs.contains("address=fd00::99"), "{logs}");

        // Monitoring requests go directly to each server, not through nginx.
        let metrics = network.on("people", "curl").args(["-s", "http://10.0.0.11:9433/metrics"]).output().unwrap();
        assert!(String::from_utf8_lossy(&metrics.stdout).contains("parlor_build_info{"), "{metrics:?}");
    }
}
