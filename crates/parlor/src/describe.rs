//! Shell completions and manual pages.

use std::io;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Arguments;
use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

/// Print the completion script for a shell.
///
/// For bash: parlor completions bash > ~/.local/share/bash-completion/completions/parlor
#[derive(Args)]
pub(crate) struct CompletionsCommand {
    shell: Shell,
}

impl CompletionsCommand {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "parlor", &mut script);
        to_stdout(|out| out.write_all(&script))
    }
}

/// Write the manual pages into a folder.
#[derive(Args)]
pub(crate) struct Man {
    /// The folder, created if missing.
    folder: PathBuf,
}

impl Man {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let failed = |error: io::Error| Failure::Error(format!("{}: {error}", self.folder.display()));
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        clap_mangen::generate_to(Arguments::command(), &self.folder).map_err(failed)?;
        Ok(Exit::Fine)
    }
}
