//! `parlor convert`: a save in another dialect.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use parlor_saves::{Dialect, disk};

use crate::files::{FINE, TROUBLE, complain, is_standard, need, speak};

/// Write a save in another dialect, or tidily in its own.
///
/// What was read generously and what the dialect can't hold is said on standard error.
#[derive(Args)]
pub(crate) struct Convert {
    /// The save; - is standard input.
    file: PathBuf,
    /// The dialect to write: text, lisp or prolog.
    #[arg(long, value_name = "DIALECT")]
    to: Dialect,
    /// Where to write it; - is standard output.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace the output file if it is there already.
    #[arg(long)]
    force: bool,
}

impl Convert {
    pub(crate) fn run(&self) -> ExitCode {
        self.convert().map_or_else(|code| code, |()| FINE.into())
    }

    fn convert(&self) -> Result<(), ExitCode> {
        let save = need(&self.file)?;
        let written = save.write(self.to);
        for note in &save.notes {
            complain(&format!("note: {note}"));
        }
        for lost in &written.lost {
            complain(&format!("lost: {lost}"));
        }
        if is_standard(&self.output) {
            return speak(|out| out.write_all(written.text.as_bytes()));
        }
        self.save(&self.output, &written.text)
    }

    fn save(&self, output: &Path, text: &str) -> Result<(), ExitCode> {
        let existing = if self.force { disk::Existing::Replace } else { disk::Existing::Keep };
        disk::write_file(output, text.as_bytes(), existing).map_err(|error| {
            let hint = match error {
                disk::DiskError::Exists(_) => "; --force replaces it",
                _ => "",
            };
            complain(&format!("error: {error}{hint}"));
            TROUBLE.into()
        })
    }
}
