//! `parlor journals`: the games that are kept.

use clap::Args;
use parlor_host::{JournalName, Listed, Store, StoreError, local_time};
use parlor_saves::printable;

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;
use crate::stores::StoreOption;

/// List the games that are kept, or remove some.
#[derive(Args)]
pub(crate) struct Journals {
    /// Remove the journals of these names.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    remove: Vec<JournalName>,
    #[command(flatten)]
    store: StoreOption,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Error(error.to_string())
    }
}

impl Journals {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if self.remove.is_empty() { self.list() } else { self.remove_all(&*self.store.to_change()?) }
    }

    fn remove_all(&self, store: &dyn Store) -> Result<Exit, Failure> {
        for name in &self.remove {
            store.remove(name)?;
            to_stdout(|out| writeln!(out, "{name} is removed."))?;
        }
        Ok(Exit::Fine)
    }

    fn list(&self) -> Result<Exit, Failure> {
        let list = self.store.to_look()?.list()?;
        let place = self.store.place()?;
        to_stdout(|out| {
            if list.is_empty() {
                writeln!(out, "There are no journals in {}.", printable(&place))?;
            }
            for Listed { name, modified, about } in &list {
                let date = local_time(*modified);
                match about {
                    Ok(about) => {
                        let state = about.summary.progress;
                        let (game, players) = (about.setup.game, printable(&about.players()));
                        writeln!(out, "{date}  {game:8} {name}  {state}, {players}")?;
                    }
                    Err(why) => writeln!(out, "{date}  {:8} {name}  can't be read: {}", "?", printable(why))?,
                }
            }
            Ok(())
        })?;
        Ok(Exit::Fine)
    }
}
