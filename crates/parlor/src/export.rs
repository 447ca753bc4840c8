//! `parlor export`: a game as the text of its journal.

use clap::Args;
use parlor_host::JournalName;
use parlor_table::{public_journal, read_journal};

use crate::exit::{Exit, Failure};
use crate::output::{stderr_line, to_stdout};
use crate::stores::StoreOption;

/// Print the journal of a game.
#[derive(Args)]
pub(crate) struct Export {
    /// A name that parlor journals lists.
    name: JournalName,
    /// For everybody's eyes: a commitment stands in place of a seed that isn't revealed yet.
    #[arg(long)]
    public: bool,
    #[command(flatten)]
    store: StoreOption,
}

impl Export {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let bytes = self.store.to_look()?.text(&self.name)?;
        let text = if self.public { public(&bytes)?.into_bytes() } else { bytes };
        to_stdout(|out| out.write_all(&text))?;
        Ok(Exit::Fine)
    }
}

/// The journal without what is still to be hidden. What is damaged is left out, and said.
fn public(bytes: &[u8]) -> Result<String, Failure> {
    let mut entries = Vec::new();
    let read = read_journal(bytes, |_, entry, _| entries.extend(entry.cloned())).map_err(|error| error.to_string())?;
    for notice in &read.notices {
        stderr_line(notice);
    }
    Ok(public_journal(read.table.setup(), &entries))
}
