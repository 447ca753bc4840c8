//! `parlor export`: prints a game as a readable record, or the text of its journal, or paints it.

mod json;
#[cfg(feature = "web")]
mod picture;

use std::io::{self, IsTerminal};

use clap::Args;
use parlor_saves::printable;
use parlor_store::JournalName;
use parlor_table::{ReadJournal, public_journal, read_journal};
use parlor_view::record;

use crate::exit::{Exit, Failure};
use crate::output::{printable_lines, stderr_line, to_stdout};
use crate::stores::StoreOption;

/// Print the record of a game: the players, every move with its number and value, and the results. Or paint pictures.
#[derive(Args)]
pub(crate) struct Export {
    /// The name of the game, as listed by parlor journals. With --json, any number of names; without one, all games.
    #[arg(value_name = "NAME", required_unless_present = "json")]
    names: Vec<JournalName>,
    /// Print JSON: one game per line, with the position of each decision.
    #[arg(long, conflicts_with_all = ["journal", "public"])]
    json: bool,
    /// Print the journal instead. It can be read by parlor import.
    #[arg(long)]
    journal: bool,
    /// Print the journal without secrets: a seed that hasn't been revealed yet is replaced by its commitment.
    #[arg(long)]
    public: bool,
    #[cfg(feature = "web")]
    #[command(flatten)]
    pictures: picture::PictureOptions,
    #[command(flatten)]
    store: StoreOption,
}

impl Export {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if self.json {
            return self.print_json();
        }
        let [name] = &self.names[..] else {
            return Err(Failure::Error("name one game; --json prints several".to_owned()));
        };
        let bytes = self.store.read_only()?.text(name)?;
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
        #[cfg(feature = "web")]
        if self.pictures.are_wanted() {
            return self.pictures.paint(&table);
        }
        let text: String = if self.public {
            public_journal(table.setup(), &entries)
        } else {
            record(&table).iter().map(|line| printable(line) + "\n").collect()
        };
        to_stdout(|out| out.write_all(text.as_bytes()))
    }

    /// Games that can't be read are reported, and the others printed.
    fn print_json(&self) -> Result<Exit, Failure> {
        let store = self.store.read_only()?;
        let names = if self.names.is_empty() {
            store.list()?.into_iter().map(|listed| listed.name).collect()
        } else {
            self.names.clone()
        };
        let mut worst = Exit::Fine;
        for name in names {
            match store.look(&name) {
                Ok(read) => {
                    read.notices.iter().for_each(|notice| stderr_line(notice));
                    let line = json::line(name.as_str(), &read.table);
                    to_stdout(|out| out.write_all(line.as_bytes()))?;
                }
                Err(error) => {
                    stderr_line(&format!("error: {name}: {error}"));
                    worst = Exit::Usage;
                }
            }
        }
        Ok(worst)
    }
}
