use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use crate::envelope::{RequestBounds, answer_within, refuse};
use crate::error::Error;

/// The longest line that is read, in bytes without the line end.
pub const MAX_LINE: usize = 1 << 20;

/// Answers every line of the input until it ends.
///
/// The output is flushed when no complete line is left in the input buffer: a program that sends many requests at
/// once gets its answers quickly, and one that waits for each answer gets it at once.
pub fn serve(input: impl Read, output: impl Write) -> io::Result<()> {
    serve_within(input, output, RequestBounds::default())
}

/// Like [`serve`], with limits on the work of one line.
pub fn serve_within(input: impl Read, output: impl Write, bounds: RequestBounds) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::with_capacity(1 << 16, output);
    let mut line = Vec::new();
    loop {
        line.clear();
        // Room for either line end, and one byte more to recognise a line that is too long.
        let most = MAX_LINE as u64 + 3;
        if (&mut input).take(most).read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        let ended = line.pop_if(|last| *last == b'\n').is_some();
        line.pop_if(|last| *last == b'\r');
        let reply = if line.len() > MAX_LINE {
            if !ended {
                input.skip_until(b'\n')?;
            }
            Some(refuse(Error::request(format!("the line is longer than {MAX_LINE} bytes"))))
        } else if line.iter().all(u8::is_ascii_whitespace) {
            None
        } else {
            answer_within(&line, bounds)
        };
        if let Some(reply) = reply {
            output.write_all(reply.as_bytes())?;
            output.write_all(b"\n")?;
        }
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
}
