//! `parlor import`: a journal from elsewhere is checked and kept.

use std::path::PathBuf;

use clap::Args;
use parlor_saves::printable;
use parlor_store::Append;
use parlor_table::{Table, read_journal};

use crate::exit::{Exit, Failure};
use crate::files::{input_name, read_journal_file};
use crate::journals::described;
use crate::output::to_stdout;
use crate::stores::StoreOption;

/// Check a journal and keep its game.
///
/// Every entry is played again by the rules, so a journal that is damaged or doesn't follow them is refused. Exit code:
/// 0 it is kept, 1 something is wrong with it, 2 it can't be read.
#[derive(Args)]
pub(crate) struct Import {
    /// A journal, as parlor export --journal prints it; - is standard input.
    file: PathBuf,
    #[command(flatten)]
    store: StoreOption,
}

impl Import {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let bytes = read_journal_file(&self.file)?;
        let name = input_name(&self.file);
        let read = read_journal(&bytes).map_err(|error| {
            Failure::NotFine(format!("{name} is not a journal that this program understands: {error}"))
        })?;
        if let Some(damage) = read.damage {
            let notice = damage.notice;
            return Err(Failure::NotFine(format!("{name} is damaged, so it is not kept. What was found: {notice}")));
        }
        let store = self.store.to_change()?;
        let (setup, summary) = (read.table.setup(), read.table.summary());
        let kept = store.create(setup)?;
        // One by one, as they were played, so that the copy is the same to the byte.
        let (mut table, _) = Table::new(setup.clone());
        let appended = read.entries.iter().try_for_each(|entry| {
            let revision = table.revision();
            table.apply(entry.clone()).expect("the table took this entry before");
            let lasting = table.revision() == read.table.revision();
            let entries = std::slice::from_ref(entry);
            store.append(&kept, Append { revision, entries, summary: table.summary(), lasting })
        });
        store.close(&kept);
        if let Err(error) = appended {
            // Half a game would look like a whole one.
            let _ = store.remove(&kept);
            return Err(error.into());
        }
        to_stdout(|out| writeln!(out, "Kept as {kept}: {}", printable(&described(setup, &summary))))
    }
}
