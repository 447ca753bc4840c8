//! Where games are kept: the usual places of this computer, or another one.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use parlor_host::{FileStore, Shelf, SqliteStore, Store, StoreError};

use crate::exit::Failure;
use crate::output::stderr_line;

/// A place for games.
#[derive(Args, Clone)]
pub(crate) struct StoreOption {
    /// Where the games are kept: a server's file of tables, or a folder of journals.
    #[arg(long, value_name = "PATH")]
    store: Option<PathBuf>,
}

/// All games of this computer.
pub(crate) fn shelf() -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(Shelf::standard()?))
}

impl StoreOption {
    /// To be looked at only, also while a server has it open.
    pub(crate) fn to_look(&self) -> Result<Arc<dyn Store>, Failure> {
        match &self.store {
            Some(path) if path.is_file() => Ok(Arc::new(SqliteStore::look_at(path)?)),
            _ => self.to_change(),
        }
    }

    /// To be played on or tidied.
    pub(crate) fn to_change(&self) -> Result<Arc<dyn Store>, Failure> {
        match &self.store {
            None => {
                let shelf = Shelf::standard()?;
                if let Some(trouble) = shelf.trouble() {
                    stderr_line(&format!("The tables of the server can't be listed: {trouble}"));
                }
                Ok(Arc::new(shelf))
            }
            Some(path) if path.is_dir() => Ok(Arc::new(FileStore::at(path))),
            Some(path) if path.is_file() => Ok(Arc::new(SqliteStore::open(path)?)),
            Some(path) => Err(Failure::Error(format!("--store: {} is neither a file nor a folder", path.display()))),
        }
    }

    /// Where it is, for people.
    pub(crate) fn place(&self) -> Result<String, Failure> {
        match &self.store {
            Some(path) => Ok(path.display().to_string()),
            None => Ok(FileStore::standard()?.folder().display().to_string()),
        }
    }

    /// Whether another place than the usual one was asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.store.is_some()
    }
}
