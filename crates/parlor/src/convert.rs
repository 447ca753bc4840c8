//! `parlor convert`: writes a save in another dialect.

use std::path::PathBuf;

use clap::Args;
use parlor_saves::Dialect;
use parlor_saves::disk::{DiskError, Existing, write_file};

use crate::exit::{Exit, Failure};
use crate::files::{is_stdio, read_save};
use crate::output::{stderr_line, to_stdout};

/// Write a save in another dialect, or reformat it in its original dialect.
///
/// Reports accepted variations, and anything that the dialect can't express, on standard error.
#[derive(Args)]
pub(crate) struct Convert {
    /// The save; - is standard input.
    file: PathBuf,
    /// The dialect to write: text, lisp or prolog.
    #[arg(long, value_name = "DIALECT")]
    to: Dialect,
    /// The output file; - is standard output.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace an existing output file. Only regular files are replaced, never devices, pipes or folders.
    #[arg(long)]
    force: bool,
}

impl Convert {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let save = read_save(&self.file)?;
        let written = save.write(self.to);
        for note in &save.notes {
            stderr_line(&format!("note: {note}"));
        }
        for lost in &written.lost {
            stderr_line(&format!("lost: {lost}"));
        }
        if is_stdio(&self.output) {
            return to_stdout(|out| out.write_all(written.text.as_bytes()));
        }
        let existing = if self.force { Existing::Replace } else { Existing::Keep };
        match write_file(&self.output, written.text.as_bytes(), existing) {
            Ok(()) => Ok(Exit::Fine),
            Err(error @ DiskError::Exists(_)) => Err(Failure::Error(format!("{error}; --force replaces it"))),
            Err(error) => Err(error.into()),
        }
    }
}
