//! A conversation in lines: what is said goes out, what is answered comes in, and nothing that is typed can do
//! harm.

use std::io::{self, BufRead, Read, Write};

use parlor_saves::printable;

/// The longest line that a person would type.
const MAX_LINE: u64 = 4096;

/// Lines in, lines out.
pub(crate) struct Talk<R, W> {
    input: R,
    output: W,
    /// Whether what is typed has to be repeated, because no terminal shows it.
    echo: bool,
}

/// What a person typed.
pub(crate) enum Heard {
    /// A line, trimmed and without control characters.
    Line(String),
    /// More than a line should have.
    TooLong,
    /// The input has ended.
    End,
}

impl<R: BufRead, W: Write> Talk<R, W> {
    pub(crate) fn new(input: R, output: W, echo: bool) -> Talk<R, W> {
        Talk { input, output, echo }
    }

    /// Says a line, or several. Control characters, which may come from any file, never reach the terminal.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        for line in text.split('\n') {
            writeln!(self.output, "{}", printable(line))?;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Shows a prompt and waits for a line.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Heard> {
        write!(self.output, "{} > ", printable(prompt))?;
        self.output.flush()?;
        let mut line = Vec::new();
        let read = self.input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            writeln!(self.output)?;
            return Ok(Heard::End);
        }
        if line.last() != Some(&b'\n') && read as u64 == MAX_LINE {
            self.input.skip_until(b'\n')?;
            if self.echo {
                writeln!(self.output)?;
            }
            return Ok(Heard::TooLong);
        }
        let text = String::from_utf8_lossy(&line);
        let kept: String = text.chars().filter(|letter| !letter.is_control() || *letter == '\t').collect();
        if self.echo {
            writeln!(self.output, "{}", kept.trim())?;
        }
        Ok(Heard::Line(kept.trim().to_owned()))
    }
}
