//! `parlor convert`: writes a save in another dialect.

use std::path::PathBuf;

use clap::Args;
use parlor_saves::Dialect;

use crate::exit::{Exit, Failure};
use crate::files::{read_save, write_output};
use crate::options::dialect;
use crate::output::stderr_line;

/// Write a save in another dialect, or reformat it in its original dialect.
///
/// Reports accepted variations, and anything that the dialect can't express, on standard error.
#[derive(Args)]
pub(crate) struct Convert {
    /// The save; - is standard input.
    file: PathBuf,
    /// The dialect to write: text, lisp or prolog.
    #[arg(long, value_name = "DIALECT", value_parser = dialect(), hide_possible_values = true)]
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
        write_output(&self.output, written.text.as_bytes(), self.force)
    }
}
