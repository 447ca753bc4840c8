//! How a command ends: the program's exit codes are decided here and nowhere else.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use parlor_saves::disk::DiskError;

use crate::output::stderr_line;

/// How a command ended, if it has already told everything. A greater value is worse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// All is well.
    Fine = 0,
    /// Something that was checked is wrong.
    NotFine = 1,
    /// Wrong usage, or a file that can't be read or written.
    Trouble = 2,
}

/// Why a command stopped.
pub(crate) enum Failure {
    /// The reader of standard output has closed it. Most have seen enough, like `head`, so this is not an error.
    ReaderGone,
    /// Something that was checked is wrong, with a complete report.
    NotFine(String),
    /// Wrong usage, or a file or stream that can't be read or written.
    Error(String),
}

impl Failure {
    /// An error of writing to standard output.
    pub(crate) fn stdout(error: &io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::Error(format!("standard output: {error}")),
        }
    }
}

/// Errors of standard input and output. An error of a file is worded where the file's name is known.
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

/// Tells what stopped a command, and gives the exit code.
pub(crate) fn code(result: Result<Exit, Failure>) -> ExitCode {
    let exit = match result {
        Ok(exit) => exit,
        Err(Failure::ReaderGone) => Exit::Fine,
        Err(Failure::NotFine(report)) => {
            stderr_line(report.trim_end());
            Exit::NotFine
        }
        Err(Failure::Error(message)) => {
            stderr_line(&format!("error: {message}"));
            Exit::Trouble
        }
    };
    ExitCode::from(exit as u8)
}
