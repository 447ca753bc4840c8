//! `parlor import`: checks a journal and saves its game.

use std::path::PathBuf;

use clap::Args;
use parlor_saves::printable;

use crate::exit::{Exit, Failure};
use crate::files::{input_name, read_journal_file};
use crate::journals::described;
use crate::output::to_stdout;
use crate::stores::StoreOption;

/// Check a journal and add its game to your games.
///
/// Every entry is replayed. A journal is refused if it is damaged, breaks the rules, or is larger than 16 MiB. The game
/// is saved completely or not at all. Exit code: 0 imported, 1 the journal has faults, 2 it can't be read.
#[derive(Args)]
pub(crate) struct Import {
    /// A journal, as printed by parlor export --journal; - is standard input.
    file: PathBuf,
    #[command(flatten)]
    store: StoreOption,
}

impl Import {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let name = input_name(&self.file);
        let read = read_journal_file(&self.file)?;
        let read = read.map_err(|error| Failure::CheckFailed(format!("{name} is not a journal: {error}")))?;
        if let Some(damage) = read.damage {
            let notice = damage.notice;
            return Err(Failure::CheckFailed(format!("{name} is damaged, so it wasn't imported. {notice}")));
        }
        let store = self.store.writable()?;
        let (setup, summary) = (read.table.setup(), read.table.summary());
        let kept = store.import(setup, &read.entries, summary)?;
        to_stdout(|out| writeln!(out, "Imported as {kept}: {}", printable(&described(setup, &summary))))
    }
}
