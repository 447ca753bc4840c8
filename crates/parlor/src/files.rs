//! Reading and writing files for commands.

use std::io::{self, BufReader};
use std::path::Path;

use parlor_saves::disk::{DiskError, Existing, write_file};
use parlor_saves::{ReadError, Save, disk, printable, read_bytes};
use parlor_table::{BadJournal, ReadJournal, read_journal_from};

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

/// `-` means standard input or output.
pub(crate) fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a file, or standard output. `force` replaces an existing file.
pub(crate) fn write_output(path: &Path, contents: &[u8], force: bool) -> Result<Exit, Failure> {
    if is_stdio(path) {
        return to_stdout(|out| out.write_all(contents));
    }
    let existing = if force { Existing::Replace } else { Existing::Keep };
    match write_file(path, contents, existing) {
        Ok(()) => Ok(Exit::Fine),
        Err(error @ DiskError::Exists(_)) => Err(Failure::Error(format!("{error}; --force replaces it"))),
        Err(error) => Err(error.into()),
    }
}

/// The name of an input file, for display.
pub(crate) fn input_name(path: &Path) -> String {
    if is_stdio(path) { "standard input".to_owned() } else { printable(&path.display().to_string()) }
}

/// The result of checking a file.
pub(crate) enum Checked {
    Good(Box<Save>),
    /// A bad file, with the report to print.
    Bad(ReadError, String),
    Unreadable(String),
}

/// Reads a file, or standard input, and checks whether it is a save.
pub(crate) fn check_file(path: &Path) -> Checked {
    let bytes = if is_stdio(path) {
        disk::read_all(io::stdin().lock()).map_err(|error| format!("standard input: {error}"))
    } else {
        disk::read_file(path).map_err(|error| match error {
            disk::DiskError::Special { .. } => format!("{error}; - reads standard input"),
            _ => error.to_string(),
        })
    };
    match bytes {
        Err(error) => Checked::Unreadable(error),
        Ok(bytes) => match read_bytes(&bytes, None) {
            Ok(save) => Checked::Good(Box::new(save)),
            Err(error) => {
                let report = error.picture(&input_name(path), &String::from_utf8_lossy(&bytes));
                Checked::Bad(error, report)
            }
        },
    }
}

/// The maximum length of a journal, in bytes: some hundred thousand entries.
const MAX_JOURNAL: u64 = 16 << 20;

/// Reads a journal from a file, a pipe or standard input, line by line up to that length.
pub(crate) fn read_journal_file(path: &Path) -> Result<Result<ReadJournal, BadJournal>, Failure> {
    let read = if is_stdio(path) {
        read_journal_from(io::stdin().lock(), MAX_JOURNAL)
    } else {
        read_journal_from(BufReader::new(disk::open_source(path)?), MAX_JOURNAL)
    };
    match read {
        Err(error @ (BadJournal::TooLarge(_) | BadJournal::Unreadable(_))) => {
            Err(Failure::Error(format!("{}: {error}", input_name(path))))
        }
        read => Ok(read),
    }
}

pub(crate) fn read_save(path: &Path) -> Result<Save, Failure> {
    match check_file(path) {
        Checked::Good(save) => Ok(*save),
        Checked::Bad(_, report) => Err(Failure::CheckFailed(report)),
        Checked::Unreadable(error) => Err(Failure::Error(error)),
    }
}
