//! `parlor export`: a game as a readable record, or as the text of its journal.

use clap::Args;
use parlor_saves::printable;
use parlor_store::JournalName;
use parlor_table::{ReadJournal, public_journal, read_journal};
use parlor_view::record;

use crate::exit::{Exit, Failure};
use crate::output::{stderr_line, to_stdout};
use crate::stores::StoreOption;

/// Print the record of a game: who played, every move with its number and value, and the results.
#[derive(Args)]
pub(crate) struct Export {
    /// A name that parlor journals lists.
    name: JournalName,
    /// The journal instead, which can be imported again.
    #[arg(long)]
    journal: bool,
    /// The journal for everybody's eyes: a commitment stands in place of a seed that isn't revealed yet.
    #[arg(long)]
    public: bool,
    #[command(flatten)]
    store: StoreOption,
}

impl Export {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let bytes = self.store.to_look()?.text(&self.name)?;
        if self.journal && !self.public {
            return to_stdout(|out| out.write_all(&bytes));
        }
        let ReadJournal { table, entries, damage, .. } = read_journal(&bytes).map_err(|error| error.to_string())?;
        // What is damaged is left out.
        if let Some(damage) = damage {
            stderr_line(&damage.notice);
        }
        let text: String = if self.public {
            public_journal(table.setup(), &entries)
        } else {
            record(&table).iter().map(|line| printable(line) + "\n").collect()
        };
        to_stdout(|out| out.write_all(text.as_bytes()))
    }
}
