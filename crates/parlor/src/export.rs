//! `parlor export`: prints a game as a readable record, or the text of its journal.

use std::io::{self, IsTerminal};

use clap::Args;
use parlor_saves::printable;
use parlor_store::JournalName;
use parlor_table::{ReadJournal, public_journal, read_journal};
use parlor_view::record;

use crate::exit::{Exit, Failure};
use crate::output::{printable_lines, stderr_line, to_stdout};
use crate::stores::StoreOption;

/// Print the record of a game: the players, every move with its number and value, and the results.
#[derive(Args)]
pub(crate) struct Export {
    /// The name of the game, as listed by parlor journals.
    name: JournalName,
    /// Print the journal instead. It can be read by parlor import.
    #[arg(long)]
    journal: bool,
    /// Print the journal without secrets: a seed that hasn't been revealed yet is replaced by its commitment.
    #[arg(long)]
    public: bool,
    #[command(flatten)]
    store: StoreOption,
}

impl Export {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let bytes = self.store.to_look()?.text(&self.name)?;
        if self.journal && !self.public {
            if io::stdout().is_terminal() {
                return to_stdout(|out| out.write_all(printable_lines(&String::from_utf8_lossy(&bytes)).as_bytes()));
            }
            return to_stdout(|out| out.write_all(&bytes));
        }
        let ReadJournal { table, entries, damage, .. } = read_journal(&bytes).map_err(|error| error.to_string())?;
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
