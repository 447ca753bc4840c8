use std::fmt::Write as _;
use std::io;
use std::net::{IpAddr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::page::Page;

/// The reason why a request failed.
#[derive(Debug)]
pub(crate) struct Failed(pub(crate) String);

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        Failed(error.to_string())
    }
}

/// The parts of a browser that the benchmark needs: two cookies, and a connection that stays open.
pub(crate) struct Browser {
    server: SocketAddr,
    /// The cookie that identifies the browser, once the server has issued it.
    secret: Option<String>,
    settings: &'static str,
    /// The address that a trusted proxy would report.
    address: Option<IpAddr>,
    connection: Option<Connection>,
}

struct Connection {
    socket: TcpStream,
    read: Vec<u8>,
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    location: Option<String>,
    /// The cookie that identifies the browser from now on.
    secret: Option<String>,
    pub(crate) body: String,
}

impl Browser {
    /// A new browser with these settings.
    pub(crate) fn new(server: SocketAddr, settings: &'static str) -> Browser {
        Browser { server, secret: None, settings, address: None, connection: None }
    }

    /// This browser at another address, for a server that trusts this machine as a proxy.
    pub(crate) fn at(self, address: IpAddr) -> Browser {
        Browser { address: Some(address), ..self }
    }

    /// Another browser, or tab, with the same cookies.
    pub(crate) fn twin(&self) -> Browser {
        Browser { secret: self.secret.clone(), connection: None, ..*self }
    }

    /// Forgets the cookie that identifies it.
    pub(crate) fn forget(&mut self) {
        self.secret = None;
    }

    pub(crate) fn head(&self, method: &str, path: &str) -> String {
        let (server, settings) = (self.server, self.settings);
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {server}\r\nSec-Fetch-Site: same-origin\r\n");
        let secret = self.secret.as_ref().map(|secret| format!("parlor={secret}; ")).unwrap_or_default();
        let _ = write!(head, "Cookie: {secret}parlor-settings={settings}\r\n");
        if let Some(address) = self.address {
            let _ = write!(head, "X-Forwarded-For: {address}\r\n");
        }
        head
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<Reply, Failed> {
        let request = self.head("GET", path) + "\r\n";
        self.send(&request).await
    }

    pub(crate) async fn page(&mut self, path: &str) -> Result<Page, Failed> {
        let reply = self.get(path).await?;
        if reply.status != 200 {
            return Err(Failed(format!("GET {path}: {}", reply.status)));
        }
        Page::read(path, reply.body)
    }

    /// Posts a form. Returns the page in the response, or the one that it redirects to.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(String, String)]) -> Result<Page, Failed> {
        let mut body = String::new();
        for (name, value) in fields {
            let between = if body.is_empty() { "" } else { "&" };
            let _ = write!(body, "{between}{name}={}", value.replace(' ', "+").replace(',', "%2C"));
        }
        self.send_form(path, "application/x-www-form-urlencoded", &body).await
    }

    /// Like `post`, but encoded as an upload.
    pub(crate) async fn post_parts(&mut self, path: &str, fields: &[(&str, &str)]) -> Result<Page, Failed> {
        let mut body = String::new();
        for (name, value) in fields {
            let _ = write!(body, "--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        }
        body.push_str("--XX--\r\n");
        self.send_form(path, "multipart/form-data; boundary=XX", &body).await
    }

    pub(crate) async fn send_form(&mut self, path: &str, kind: &str, body: &str) -> Result<Page, Failed> {
        let reply = self.post_as(path, kind, body).await?;
        match reply.location {
            Some(location) if reply.status == 303 => self.page(&location).await,
            None if reply.status == 200 => Page::read(path, reply.body),
            _ => Err(Failed(format!("POST {path} with {} bytes: {}", body.len(), reply.status))),
        }
    }

    /// Posts a body with the content type `kind`.
    pub(crate) async fn post_as(&mut self, path: &str, kind: &str, body: &str) -> Result<Reply, Failed> {
        let (head, length) = (self.head("POST", path), body.len());
        self.send(&format!("{head}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}")).await
    }

    async fn send(&mut self, request: &str) -> Result<Reply, Failed> {
        let mut reply = match self.connection.take() {
            // The server may have closed an idle connection.
            Some(connection) => self.send_on(connection, request).await.ok(),
            None => None,
        };
        if reply.is_none() {
            let connection = Connection::open(self.server).await?;
            reply = Some(self.send_on(connection, request).await?);
        }
        let reply = reply.expect("it has arrived");
        if reply.secret.is_some() {
            self.secret.clone_from(&reply.secret);
        }
        Ok(reply)
    }

    async fn send_on(&mut self, mut connection: Connection, request: &str) -> io::Result<Reply> {
        connection.socket.write_all(request.as_bytes()).await?;
        let reply = connection.reply().await?;
        self.connection = Some(connection);
        Ok(reply)
    }

    /// Closes the connection; the next request opens another.
    pub(crate) fn hang_up(&mut self) {
        self.connection = None;
    }

    /// Opens the event stream of a table.
    pub(crate) async fn events(&self, table: &str) -> Result<Events, Failed> {
        let mut connection = Connection::open(self.server).await?;
        let request = self.head("GET", &format!("{table}/events")) + "Accept: text/event-stream\r\n\r\n";
        connection.socket.write_all(request.as_bytes()).await?;
        let head = connection.head().await?;
        if status(&head) != 200 {
            return Err(Failed(format!("GET {table}/events: {}", status(&head))));
        }
        Ok(Events(connection))
    }
}

impl Connection {
    async fn open(server: SocketAddr) -> io::Result<Connection> {
        let socket = TcpStream::connect(server).await?;
        socket.set_nodelay(true)?;
        Ok(Connection { socket, read: Vec::new() })
    }

    /// Reads more bytes. Cancellation is safe.
    async fn more(&mut self) -> io::Result<()> {
        if self.socket.read_buf(&mut self.read).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    async fn head(&mut self) -> io::Result<String> {
        loop {
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                let rest = self.read.split_off(end + 4);
                let head = std::mem::replace(&mut self.read, rest);
                return String::from_utf8(head).map_err(io::Error::other);
            }
            self.more().await?;
        }
    }

    async fn reply(&mut self) -> io::Result<Reply> {
        let head = self.head().await?;
        let header = |start: &str| {
            let line =
                head.lines().find(|line| line.get(..start.len()).is_some_and(|key| key.eq_ignore_ascii_case(start)));
            line.map(|line| line[start.len()..].trim().to_owned())
        };
        let length = header("content-length:").and_then(|length| length.parse().ok());
        let length: usize = length.ok_or_else(|| io::Error::other("an answer without a length"))?;
        self.read.reserve(length.saturating_sub(self.read.len()));
        while self.read.len() < length {
            self.more().await?;
        }
        let rest = self.read.split_off(length);
        let body = String::from_utf8(std::mem::replace(&mut self.read, rest)).map_err(io::Error::other)?;
        let secret = header("set-cookie: parlor=").and_then(|cookie| Some(cookie.split(';').next()?.to_owned()));
        Ok(Reply { status: status(&head), location: header("location:"), secret, body })
    }
}

fn status(head: &str) -> u16 {
    head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

pub(crate) struct Events(Connection);

/// An event from the stream.
#[derive(Clone, Copy)]
pub(crate) struct News {
    revision: u64,
    /// Something outside the game has changed, too.
    extra: bool,
}

impl News {
    /// True if a page with this revision is outdated.
    pub(crate) fn is_after(self, revision: u64) -> bool {
        self.revision > revision || (self.extra && self.revision == revision)
    }
}

impl Events {
    /// The next event, or the newest one if several are waiting.
    pub(crate) async fn next(&mut self) -> Result<News, Failed> {
        loop {
            let Events(connection) = self;
            if let Some(end) = connection.read.windows(2).rposition(|two| two == b"\n\n") {
                let rest = connection.read.split_off(end + 2);
                let events = std::mem::replace(&mut connection.read, rest);
                let events = String::from_utf8_lossy(&events);
                let revisions = events.lines().filter_map(|line| line.strip_prefix("data: ")?.parse().ok());
                if let Some(revision) = revisions.max() {
                    return Ok(News { revision, extra: events.lines().any(|line| line == "event: extra") });
                }
            }
            connection.more().await?;
        }
    }
}
