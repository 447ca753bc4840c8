//! Standard output and standard error, either of which may be full or closed.

use std::io::{self, BufWriter, Write};

use parlor_saves::printable;

use crate::exit::{Exit, Failure};

/// Writes to standard output.
pub(crate) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::stdout(&error))?;
    Ok(Exit::Fine)
}

/// Writes a line, or several, to standard error, without control characters. `eprintln!` would panic if
/// standard error is full or closed; there is no other place to report that, so it is ignored.
pub(crate) fn stderr_line(text: &str) {
    let lines: Vec<String> = text.split('\n').map(printable).collect();
    let _ = writeln!(io::stderr().lock(), "{}", lines.join("\n"));
}
