//! nginx with the configuration in `docs/host/parlor.conf`.

use std::fmt::Write as _;
use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use parlor_testkit::AT_MOST;

/// The configuration recommended in the documentation.
const DOCUMENTED: &str = include_str!("../../../../docs/host/parlor.conf");

/// nginx in front of servers. It is killed on drop.
pub(crate) struct Nginx {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The address for plain http.
    pub(crate) plain: SocketAddr,
    _folder: TempDir,
}

impl Nginx {
    pub(crate) fn start(servers: &[SocketAddr]) -> Nginx {
        let folder = TempDir::new().unwrap();
        let [address, plain] = free_addresses();
        fs::write(folder.path().join("parlor.conf"), adapted(address, plain, servers)).unwrap();
        let main = folder.path().join("nginx.conf");
        fs::write(&main, around(folder.path())).unwrap();
        let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].map(PathBuf::from);
        let program = program.into_iter().find(|program| program.is_file());
        let program = program.expect("nginx is missing: install it (Debian: apt-get install nginx)");
        let mut command = Command::new(program);
        command.arg("-p").arg(folder.path()).arg("-c").arg(&main).args(["-e", "stderr"]).stdin(Stdio::null());
        let child = command.spawn().unwrap();
        let nginx = Nginx { child, address, plain, _folder: folder };
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(begun.elapsed() < AT_MOST, "nginx doesn't listen");
            thread::sleep(Duration::from_millis(10));
        }
        nginx
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_addresses() -> [SocketAddr; 2] {
    let listeners = [0, 1].map(|_| TcpListener::bind(("127.0.0.1", 0)).unwrap());
    listeners.map(|listener| listener.local_addr().unwrap())
}

/// The documented configuration with the ports of this test and without a certificate.
fn adapted(address: SocketAddr, plain: SocketAddr, servers: &[SocketAddr]) -> String {
    let mut text = String::new();
    let mut replaced = [0; 3];
    for line in DOCUMENTED.lines() {
        let words = line.trim();
        if words.starts_with("server 127.0.0.1:") {
            // Replace only the first documented server; the other ones have the same options.
            if replaced[0] == 0 {
                let rest = words.split_once(":7433").unwrap().1;
                text.extend(servers.iter().map(|server| format!("server {server}{rest}\n")));
            }
            replaced[0] += 1;
        } else if words == "listen 80;" {
            let _ = writeln!(text, "listen {plain};");
            replaced[1] += 1;
        } else if words.starts_with("listen 443 ssl") {
            let _ = writeln!(text, "listen {address};");
            replaced[2] += 1;
        } else if !words.starts_with("ssl_certificate") && !words.starts_with("listen [::]:") {
            text.push_str(line);
            text.push('\n');
        }
    }
    assert_eq!(replaced, [2, 1, 1], "the documented text has changed; these tests have to follow");
    text
}

/// Debian's main configuration, which includes this one, in a separate folder.
pub(crate) fn around(folder: &Path) -> String {
    let folder = folder.display();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary: String = temporary.map(|kind| format!("{kind}_temp_path {folder}/{kind};\n")).concat();
    format!(
        "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/errors warn;\n\
         events {{ worker_connections 4096; }}\nhttp {{\naccess_log off;\n{temporary}include {folder}/parlor.conf;\n}}\n"
    )
}
