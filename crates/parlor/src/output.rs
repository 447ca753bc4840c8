//! Standard output and standard error. Both may be full or closed.

use std::io::{self, BufWriter, Write};

use parlor_saves::printable;

use crate::exit::{Exit, Failure};

pub(crate) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))?;
    Ok(Exit::Fine)
}

/// Writes one or more lines to standard error, without control characters. If standard error is full or closed, that
/// can't be reported anywhere, so it is ignored; `eprintln!` would panic.
pub(crate) fn stderr_line(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable_lines(text));
}

/// The text without control characters other than newlines. Text from a bot or a file must not control the terminal.
pub(crate) fn printable_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(printable).collect();
    lines.join("\n")
}
