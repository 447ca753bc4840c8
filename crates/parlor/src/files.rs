//! What the commands about files share: reading one, speaking without choking on a closed pipe.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use parlor_saves::{ReadError, Save, disk, read_bytes};

/// All is well.
pub(crate) const FINE: u8 = 0;
/// What was looked at isn't well.
pub(crate) const NOT_FINE: u8 = 1;
/// Wrong usage, or a file that can't be read or written.
pub(crate) const TROUBLE: u8 = 2;

/// What `-` stands for.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What people call a file.
pub(crate) fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { harmless(&path.display().to_string(), "") }
}

/// A text in which no file's name can steer the terminal.
fn harmless(text: &str, but: &str) -> String {
    text.chars().map(|c| if c.is_control() && !but.contains(c) { '\u{fffd}' } else { c }).collect()
}

/// A file that was looked at.
pub(crate) enum Looked {
    Good(Save),
    /// With the report for people.
    Bad(ReadError, String),
    /// Why it couldn't be read.
    Unreadable(String),
}

/// Reads a save from a file, or from standard input.
pub(crate) fn look(path: &Path) -> Looked {
    let bytes = if is_standard(path) {
        disk::read_all(io::stdin().lock()).map_err(|error| format!("standard input: {error}"))
    } else {
        disk::read_file(path).map_err(|error| error.to_string())
    };
    match bytes {
        Err(error) => Looked::Unreadable(error),
        Ok(bytes) => match read_bytes(&bytes, None) {
            Ok(save) => Looked::Good(save),
            Err(refusal) => {
                let picture = refusal.picture(&name(path), &String::from_utf8_lossy(&bytes));
                Looked::Bad(refusal, picture)
            }
        },
    }
}

/// A save that a command needs, or its exit code after what is wrong was said.
pub(crate) fn need(path: &Path) -> Result<Save, ExitCode> {
    match look(path) {
        Looked::Good(save) => Ok(save),
        Looked::Bad(_, picture) => {
            complain(picture.trim_end());
            Err(NOT_FINE.into())
        }
        Looked::Unreadable(error) => {
            complain(&format!("error: {error}"));
            Err(TROUBLE.into())
        }
    }
}

/// Writes to standard output. A reader that has seen enough and closed the pipe is no trouble.
pub(crate) fn speak(speech: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), ExitCode> {
    let mut out = BufWriter::new(io::stdout().lock());
    match speech(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain(&format!("error: standard output: {error}"));
            Err(TROUBLE.into())
        }
        _ => Ok(()),
    }
}

/// Writes to standard error; where even that is closed, nobody can be told.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", harmless(line, "\n"));
}
