//! Exit codes. They are all determined in this module.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use parlor_saves::disk::DiskError;

use crate::output::stderr_line;

/// The exit code of a command that has already printed its result. A higher code is worse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Fine = 0,
    CheckFailed = 1,
    /// Wrong usage, or a file that can't be read or written.
    Usage = 2,
    /// The answer depends on information that save files don't contain, or it wasn't found.
    Unsure = 3,
}

pub(crate) enum Failure {
    /// Standard output was closed, for example by `head`. This isn't an error.
    ReaderGone,
    /// A check failed. Contains the complete report.
    CheckFailed(String),
    /// Wrong usage, or a file or stream that can't be read or written.
    Error(String),
    /// A required file is invalid. Contains the complete report.
    Report(String),
}

impl Failure {
    pub(crate) fn stdout(error: &io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::Error(format!("standard output: {error}")),
        }
    }
}

/// Only for errors of standard input and output; other errors must name the file.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::Error(error.to_string()),
        }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Error(message)
    }
}

impl From<DiskError> for Failure {
    fn from(error: DiskError) -> Failure {
        Failure::Error(error.to_string())
    }
}

/// Prints the error, if any.
pub(crate) fn code(result: Result<Exit, Failure>) -> ExitCode {
    ExitCode::from(print(result) as u8)
}

/// Prints the error, if any, and returns what the program would exit with.
pub(crate) fn print(result: Result<Exit, Failure>) -> Exit {
    match result {
        Ok(exit) => exit,
        Err(Failure::ReaderGone) => Exit::Fine,
        Err(Failure::CheckFailed(report)) => {
            stderr_line(report.trim_end());
            Exit::CheckFailed
        }
        Err(Failure::Report(report)) => {
            stderr_line(report.trim_end());
            Exit::Usage
        }
        Err(Failure::Error(message)) => {
            stderr_line(&format!("error: {message}"));
            Exit::Usage
        }
    }
}
