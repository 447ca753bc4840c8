//! `parlor journals`: the games that are kept.

use clap::Args;
use parlor_host::{FileStore, JournalName, Listed, Store, StoreError, local_time};
use parlor_saves::printable;

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

/// List the games that are kept, or remove some.
#[derive(Args)]
pub(crate) struct Journals {
    /// Remove the journals of these names.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    remove: Vec<JournalName>,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Error(error.to_string())
    }
}

impl Journals {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let store = FileStore::standard()?;
        if self.remove.is_empty() { list(&store) } else { self.remove_all(&store) }
    }

    fn remove_all(&self, store: &FileStore) -> Result<Exit, Failure> {
        for name in &self.remove {
            store.remove(name)?;
            to_stdout(|out| writeln!(out, "{name} is removed."))?;
        }
        Ok(Exit::Fine)
    }
}

fn list(store: &FileStore) -> Result<Exit, Failure> {
    let list = store.list()?;
    to_stdout(|out| {
        if list.is_empty() {
            writeln!(out, "There are no journals in {}.", store.folder().display())?;
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
