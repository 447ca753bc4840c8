//! A small HTTP server for monitoring: health, readiness and metrics, on a separate address.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::metrics::CONTENT_TYPE;

/// An answer to a request for one of the paths.
pub enum MonitorAnswer {
    /// `/metrics`.
    Metrics(String),
    Fine(&'static str),
    /// The program can't do its work now.
    Unavailable(&'static str),
}

/// Answers `/healthz`, `/readyz` and `/metrics`, one request at a time, on a separate thread. Dropping it ends the
/// thread.
pub struct Monitor {
    address: SocketAddr,
    ending: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// The time limit for a client to send its request, or to read the answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The maximum size of a request, in bytes.
const MOST: u64 = 8 << 10;

impl Monitor {
    /// Starts the server. `answer` is called for `/readyz` and `/metrics`.
    pub fn start(address: SocketAddr, answer: impl Fn(&str) -> MonitorAnswer + Send + 'static) -> io::Result<Monitor> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let ending = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&ending);
        let serve = move || {
            for stream in listener.incoming() {
                if ends.load(Ordering::Acquire) {
                    return;
                }
                // Nothing can be done about a client that left.
                let _ = stream.and_then(|stream| reply(&stream, &answer));
            }
        };
        let thread = thread::Builder::new().name("monitor".to_owned()).spawn(serve)?;
        Ok(Monitor { address, ending, thread: Some(thread) })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        self.ending.store(true, Ordering::Release);
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
        }
        // Wakes the thread.
        if TcpStream::connect_timeout(&address, PATIENCE).is_ok()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}

fn reply(mut stream: &TcpStream, answer: &impl Fn(&str) -> MonitorAnswer) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let (status, kind, body) = match read_path(stream) {
        Ok(path) => match path.as_str() {
            "/healthz" => (200, "text/plain", "fine\n".to_owned()),
            "/readyz" | "/metrics" => match answer(&path) {
                MonitorAnswer::Metrics(text) => (200, CONTENT_TYPE, text),
                MonitorAnswer::Fine(text) => (200, "text/plain", text.to_owned()),
                MonitorAnswer::Unavailable(text) => (503, "text/plain", text.to_owned()),
            },
            _ => (404, "text/plain", "not found; the paths are /healthz, /readyz and /metrics\n".to_owned()),
        },
        Err(Refused::Host) => (421, "text/plain", "the host has to be an address, not a name\n".to_owned()),
        Err(Refused::Request) => (400, "text/plain", "only GET requests are answered\n".to_owned()),
        Err(Refused::Io(error)) => return Err(error),
    };
    let reason = if status == 200 { "OK" } else { "Error" };
    let head = format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes())
}

enum Refused {
    /// The host is a foreign name. If it resolves to this address, a page under that name could read the answer.
    Host,
    Request,
    Io(io::Error),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        Refused::Io(error)
    }
}

/// Reads the head of a request.
fn read_path(stream: &TcpStream) -> Result<String, Refused> {
    let mut lines = BufReader::new(stream.take(MOST)).lines();
    let mut next = || lines.next().unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()));
    let first = next().map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => Refused::Request,
        _ => Refused::Io(error),
    })?;
    let mut words = first.split(' ');
    let (Some("GET"), Some(path), Some(version)) = (words.next(), words.next(), words.next()) else {
        return Err(Refused::Request);
    };
    if !version.starts_with("HTTP/1.") {
        return Err(Refused::Request);
    }
    let mut hosts = Vec::new();
    loop {
        let line = next()?;
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("host")
        {
            hosts.push(value.trim().to_ascii_lowercase());
        }
    }
    match &hosts[..] {
        [host] if is_address(host) => Ok(path.split('?').next().unwrap_or_default().to_owned()),
        _ => Err(Refused::Host),
    }
}

/// True if a host is an address or this machine, with or without a port.
fn is_address(host: &str) -> bool {
    let name = match host.parse::<SocketAddr>() {
        Ok(_) => return true,
        Err(_) => host.rsplit_once(':').filter(|_| !host.ends_with(']')).map_or(host, |(name, _)| name),
    };
    name == "localhost" || name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(monitor: &Monitor, request: &str) -> String {
        let mut stream = TcpStream::connect(monitor.address()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn a_monitor_answers_its_paths_and_refuses_names() {
        let monitor = Monitor::start(([127, 0, 0, 1], 0).into(), |path| match path {
            "/metrics" => MonitorAnswer::Metrics("x 1\n".to_owned()),
            _ => MonitorAnswer::Unavailable("the store is unavailable\n"),
        })
        .unwrap();
        let get = |path: &str, host: &str| ask(&monitor, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        assert!(get("/healthz", "127.0.0.1:9100").ends_with("\r\n\r\nfine\n"));
        let metrics = get("/metrics", "[::1]:9100");
        assert!(metrics.starts_with("HTTP/1.1 200 ") && metrics.ends_with("\r\n\r\nx 1\n"), "{metrics}");
        assert!(metrics.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"), "{metrics}");
        assert!(get("/readyz?x", "localhost").starts_with("HTTP/1.1 503 "));
        assert!(get("/other", "10.0.0.7").starts_with("HTTP/1.1 404 "));
        for host in ["evil.example", "evil.example:9100", "127.0.0.1.evil.example", ""] {
            assert!(get("/metrics", host).starts_with("HTTP/1.1 421 "), "{host}");
        }
        assert!(ask(&monitor, "GET /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 421 "));
        let two = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n";
        assert!(ask(&monitor, two).starts_with("HTTP/1.1 421 "));
        assert!(ask(&monitor, "POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").starts_with("HTTP/1.1 400 "));
        assert!(ask(&monitor, "rubbish\r\n").starts_with("HTTP/1.1 400 "));
        drop(TcpStream::connect(monitor.address()).unwrap());
        assert!(get("/healthz", "localhost").starts_with("HTTP/1.1 200 "), "a client that leaves does no harm");
    }
}
