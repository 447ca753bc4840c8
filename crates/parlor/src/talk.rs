//! Prompts and answers as lines of text. Neither output nor input can send control characters to the terminal.

use std::io::{self, BufRead, Read, Write};

use parlor_saves::printable;
use parlor_view::wrap;
use rustyline::error::ReadlineError;

use crate::editor::LineEditor;

/// The columns that the last line of a prompt leaves free for " > " and an answer.
const ANSWER_COLUMNS: usize = 7;

/// The maximum length of a line, in bytes. No person would type more.
const MAX_LINE: u64 = 4096;

pub(crate) struct Talk<R, W> {
    input: Input<R>,
    output: W,
    /// Repeat the input in the output, because there is no terminal that shows it.
    echo: bool,
    pub(crate) interrupted: bool,
}

enum Input<R> {
    Stream(R),
    Editor(Box<LineEditor>),
}

pub(crate) enum TypedInput {
    /// A line, trimmed and without control characters.
    Line(String),
    TooLong,
    End,
}

#[derive(Clone, Default)]
pub(crate) struct Completions {
    pub(crate) words: Vec<String>,
    /// Complete the names of files as well.
    pub(crate) files: bool,
}

impl Completions {
    pub(crate) fn words(words: &[&str]) -> Completions {
        Completions { words: words.iter().map(ToString::to_string).collect(), files: false }
    }
}

impl<R: BufRead, W: Write> Talk<R, W> {
    pub(crate) fn new(input: R, output: W, echo: bool) -> Talk<R, W> {
        Talk { input: Input::Stream(input), output, echo, interrupted: false }
    }

    pub(crate) fn edited(editor: LineEditor, output: W) -> Talk<R, W> {
        Talk { input: Input::Editor(Box::new(editor)), output, echo: false, interrupted: false }
    }

    /// Prints one or more lines without control characters, because the text may come from any file. Wraps lines on a
    /// terminal.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        let columns = match &mut self.input {
            Input::Editor(editor) => editor.columns(),
            Input::Stream(_) => None,
        };
        for line in text.split('\n') {
            let line = printable(line);
            match columns {
                Some(columns) if line.chars().count() > columns => {
                    for part in wrap(&line, columns) {
                        writeln!(self.output, "{part}")?;
                    }
                }
                _ => writeln!(self.output, "{line}")?,
            }
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// True if the input comes from a file or another program.
    pub(crate) fn is_scripted(&self) -> bool {
        self.echo
    }

    /// Like `ask`, with completions for `words`, but a line that is too long counts as empty. `None` if the input
    /// ended.
    pub(crate) fn ask_for(&mut self, prompt: &str, words: &[&str]) -> io::Result<Option<String>> {
        Ok(match self.ask(prompt, &Completions::words(words))? {
            TypedInput::Line(line) => Some(line),
            TypedInput::TooLong => Some(String::new()),
            TypedInput::End => None,
        })
    }

    pub(crate) fn ask(&mut self, prompt: &str, completions: &Completions) -> io::Result<TypedInput> {
        let mut prompt = printable(prompt);
        let heard = match &mut self.input {
            Input::Editor(editor) => {
                // The editor would break a long prompt within a word.
                if let Some(columns) = editor.columns() {
                    let mut parts = wrap(&prompt, columns.saturating_sub(ANSWER_COLUMNS).max(1));
                    prompt = parts.pop().unwrap_or_default();
                    parts.iter().try_for_each(|part| writeln!(self.output, "{part}"))?;
                }
                self.output.flush()?;
                match editor.read(&format!("{prompt} > "), completions) {
                    Ok(line) if line.len() as u64 >= MAX_LINE => TypedInput::TooLong,
                    Ok(line) => TypedInput::Line(clean(&line)),
                    Err(ReadlineError::Eof) => TypedInput::End,
                    Err(ReadlineError::Interrupted) => {
                        self.interrupted = true;
                        TypedInput::End
                    }
                    Err(ReadlineError::Io(error)) => return Err(error),
                    Err(error) => return Err(io::Error::other(error)),
                }
            }
            Input::Stream(input) => {
                write!(self.output, "{prompt} > ")?;
                self.output.flush()?;
                let heard = read_line(input)?;
                match &heard {
                    TypedInput::End => writeln!(self.output)?,
                    TypedInput::Line(line) if self.echo => writeln!(self.output, "{line}")?,
                    TypedInput::TooLong if self.echo => writeln!(self.output)?,
                    TypedInput::Line(_) | TypedInput::TooLong => {}
                }
                heard
            }
        };
        Ok(heard)
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<TypedInput> {
    let mut line = Vec::new();
    let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(TypedInput::End);
    }
    if line.last() != Some(&b'\n') && read as u64 == MAX_LINE {
        input.skip_until(b'\n')?;
        return Ok(TypedInput::TooLong);
    }
    Ok(TypedInput::Line(clean(&String::from_utf8_lossy(&line))))
}

/// Trims and removes control characters.
fn clean(line: &str) -> String {
    let kept: String = line.chars().filter(|letter| !letter.is_control() || *letter == '\t').collect();
    kept.trim().to_owned()
}
