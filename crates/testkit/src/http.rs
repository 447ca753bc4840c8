//! A browser without images and scripts: requests, cookies, forms, uploads and event streams.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};

use crate::page::{BOUNDARY, Field, Page, encoded, parts};
use crate::server::AT_MOST;

/// A browser without scripts, with its cookies.
#[derive(Clone)]
pub struct FormBrowser {
    pub address: SocketAddr,
    /// The server's host name, if it isn't its address.
    pub host: Option<&'static str>,
    cookies: BTreeMap<String, String>,
    /// The connection for all requests; without one, each request has its own.
    kept: Option<Arc<Mutex<BufReader<TcpStream>>>>,
}

impl FormBrowser {
    pub fn new(address: SocketAddr) -> FormBrowser {
        FormBrowser { address, host: None, cookies: BTreeMap::new(), kept: None }
    }

    /// Uses one connection for all requests.
    #[must_use]
    pub fn keeping_a_connection(mut self) -> FormBrowser {
        self.kept = Some(Arc::new(Mutex::new(BufReader::new(self.connect().unwrap()))));
        self
    }

    pub fn remember(&mut self, name: &str, value: &str) {
        self.cookies.insert(name.to_owned(), value.to_owned());
    }

    /// Opens a separate connection.
    pub fn connect(&self) -> io::Result<TcpStream> {
        connect(self.address)
    }

    /// The head of a request from this browser, up to where more headers could follow.
    pub fn head(&self, method: &str, path: &str) -> String {
        let close = if self.kept.is_some() { "" } else { "Connection: close\r\n" };
        let host = self.host.map_or_else(|| self.address.to_string(), str::to_owned);
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{close}");
        if !self.cookies.is_empty() {
            let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let _ = write!(head, "Cookie: {}\r\n", cookies.join("; "));
        }
        head
    }

    pub fn get(&mut self, path: &str) -> io::Result<Page> {
        let head = self.head("GET", path);
        self.send(format!("{head}\r\n").as_bytes())
    }

    pub fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> io::Result<Page> {
        let body = encoded(fields.iter().copied());
        self.post_as("application/x-www-form-urlencoded", path, body.as_bytes())
    }

    /// Sends a form, with a file if there is one.
    pub fn upload(&mut self, path: &str, fields: &[(&str, &str)], file: Option<&[u8]>) -> io::Result<Page> {
        let mut fields: Vec<(String, Field)> =
            fields.iter().map(|(name, value)| ((*name).to_owned(), Field::from(*value))).collect();
        fields.extend(file.map(|file| ("file".to_owned(), Field::File("game".to_owned(), file.to_vec()))));
        let body = parts(&fields);
        self.post_as(&format!("multipart/form-data; boundary={BOUNDARY}"), path, &body)
    }

    pub fn post_as(&mut self, kind: &str, path: &str, body: &[u8]) -> io::Result<Page> {
        let head = self.head("POST", path);
        let mut request = format!("{head}Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n", body.len()).into_bytes();
        request.extend_from_slice(body);
        self.send(&request)
    }

    /// Sends a complete request, and stores the cookies of the response.
    pub fn send(&mut self, request: &[u8]) -> io::Result<Page> {
        let own = match &self.kept {
            Some(kept) => Arc::clone(kept),
            None => Arc::new(Mutex::new(BufReader::new(self.connect()?))),
        };
        let mut connection = own.lock().unwrap();
        // A server may answer before it has read everything, and then stop reading.
        let sent = connection.get_mut().write_all(request);
        let reply = read_reply(&mut *connection).map_err(|error| sent.err().unwrap_or(error))?;
        for (name, value) in &reply.headers {
            if name == "set-cookie"
                && let Some((name, value)) = value.split(';').next().unwrap().split_once('=')
            {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        Ok(reply)
    }

    /// Opens the event stream of a table.
    pub fn follow(&self, table: &str) -> io::Result<Stream> {
        let mut stream = self.connect()?;
        stream.write_all(format!("{}\r\n", self.head("GET", &format!("{table}/events"))).as_bytes())?;
        let mut reader = BufReader::new(stream);
        let (status, headers) = read_head(&mut reader)?;
        if status != 200 || !headers.contains(&("transfer-encoding".to_owned(), "chunked".to_owned())) {
            return Err(io::Error::other(format!("a stream is refused: {status} {headers:?}")));
        }
        Ok(Stream { reader, waiting: String::new() })
    }
}

pub fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(AT_MOST))?;
    stream.set_write_timeout(Some(AT_MOST))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    match reader.read_line(&mut line)? {
        0 => Err(ErrorKind::UnexpectedEof.into()),
        _ if !line.ends_with('\n') => Err(ErrorKind::UnexpectedEof.into()),
        _ => Ok(line.trim_end().to_owned()),
    }
}

type Headers = Vec<(String, String)>;

fn read_head(reader: &mut impl BufRead) -> io::Result<(u16, Headers)> {
    let line = read_line(reader)?;
    let status = line.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5)).and_then(|code| code.parse().ok());
    let status = status.ok_or_else(|| io::Error::other(format!("not an answer: {line:?}")))?;
    let mut headers = Vec::new();
    loop {
        let line = read_line(reader)?;
        let Some((name, value)) = line.split_once(':') else { return Ok((status, headers)) };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
}

/// Reads a response to its end; fails if it breaks off before that.
pub fn read_reply(reader: &mut impl BufRead) -> io::Result<Page> {
    let (status, headers) = read_head(reader)?;
    let header = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let mut body = Vec::new();
    if header("transfer-encoding") == Some("chunked") {
        while let Some(mut chunk) = read_chunk(reader)? {
            body.append(&mut chunk);
        }
    } else {
        body.resize(header("content-length").map_or(0, |length| length.parse().unwrap()), 0);
        reader.read_exact(&mut body)?;
    }
    Ok(Page { status, headers, body })
}

/// `None` after the last one.
fn read_chunk(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let line = read_line(reader)?;
    let length = usize::from_str_radix(&line, 16).map_err(|_| io::Error::other(format!("not a chunk: {line:?}")))?;
    let mut chunk = vec![0; length + 2];
    reader.read_exact(&mut chunk)?;
    chunk.truncate(length);
    Ok((length > 0).then_some(chunk))
}

pub struct Stream {
    reader: BufReader<TcpStream>,
    waiting: String,
}

impl Stream {
    /// The next event about a revision: its name and the revision. `None` if the stream ended cleanly.
    pub fn next_event(&mut self) -> io::Result<Option<(String, u64)>> {
        loop {
            while let Some(end) = self.waiting.find("\n\n") {
                let event: String = self.waiting.drain(..end + 2).collect();
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                // A comment only shows that the stream is alive, and presence isn't about a revision.
                if let Some(id) = field("id:") {
                    assert_eq!(field("data:"), Some(id));
                    return Ok(Some((field("event:").unwrap_or("message").to_owned(), id.parse().unwrap())));
                }
            }
            match read_chunk(&mut self.reader)? {
                Some(chunk) => self.waiting.push_str(std::str::from_utf8(&chunk).unwrap()),
                None => return Ok(None),
            }
        }
    }
}

impl Stream {
    /// The rest of the stream, up to its clean end.
    pub fn until_it_ends(mut self) -> io::Result<String> {
        while let Some(chunk) = read_chunk(&mut self.reader)? {
            self.waiting.push_str(std::str::from_utf8(&chunk).unwrap());
        }
        Ok(self.waiting)
    }
}

/// Reads until the other side closes or resets the connection.
pub fn read_to_end(stream: &mut TcpStream) -> Vec<u8> {
    let mut all = Vec::new();
    let mut some = [0; 16 << 10];
    while let Ok(count @ 1..) = stream.read(&mut some) {
        all.extend_from_slice(&some[..count]);
    }
    all
}
