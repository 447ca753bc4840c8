//! `parlor health`: asks a server whether it is ready.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

/// Ask a server whether it is ready. Exit code: 0 ready, 1 not ready.
#[derive(Args)]
pub(crate) struct Health {
    /// The address on which the server listens.
    #[arg(value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7433")]
    address: SocketAddr,
}

/// A server that can't reach its store reports that after 12 seconds.
const PATIENCE: Duration = Duration::from_secs(15);

/// The maximum number of bytes that are read from the response.
const MAX_ANSWER: u64 = 4096;

impl Health {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let answer =
            self.ask().map_err(|error| Failure::CheckFailed(format!("{} doesn't answer: {error}", self.address)))?;
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).trim();
        if answer.starts_with("HTTP/1.1 200 ") {
            to_stdout(|out| writeln!(out, "{} is ready", self.address))
        } else {
            Err(Failure::CheckFailed(format!("{} isn't ready: {}", self.address, parlor_saves::printable(body))))
        }
    }

    fn ask(&self) -> io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&self.address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        write!(stream, "GET /readyz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address)?;
        let mut answer = String::new();
        stream.take(MAX_ANSWER).read_to_string(&mut answer)?;
        Ok(answer)
    }
}
