//! Where games are kept: the usual places of this computer, or another one.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use parlor_store::{DumpStore, OpenMode, open_store};
use parlor_store::{FileStore, Shelf, Store, StoreAddress, StoreError, default_tables_path};

use crate::exit::Failure;
use crate::output::stderr_line;

/// A place for games.
#[derive(Args, Clone)]
pub(crate) struct StoreOption {
    /// Where the games are kept: a server's file of tables, a folder of journals, or the address of a database.
    #[arg(long, value_name = "PATH")]
    store: Option<OsString>,
}

/// All games of this computer.
pub(crate) fn shelf() -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(Shelf::standard()?))
}

impl StoreOption {
    fn address(&self) -> Result<Option<StoreAddress>, Failure> {
        self.store.as_deref().map(|text| on_command_line("--store", text)).transpose()
    }

    /// To be looked at only, also while a server has it open.
    pub(crate) fn to_look(&self) -> Result<Arc<dyn Store>, Failure> {
        self.open(OpenMode::Look)
    }

    /// To be played on or tidied.
    pub(crate) fn to_change(&self) -> Result<Arc<dyn Store>, Failure> {
        self.open(OpenMode::Change)
    }

    fn open(&self, mode: OpenMode) -> Result<Arc<dyn Store>, Failure> {
        if let Some(address) = self.address()? {
            return Ok(open("--store", &address, mode)?);
        }
        let shelf = Shelf::standard()?;
        if let Some(trouble) = shelf.trouble() {
            stderr_line(&format!("The tables of the server can't be listed: {trouble}"));
        }
        Ok(Arc::new(shelf))
    }

    /// Where it is, for people.
    pub(crate) fn place(&self) -> Result<String, Failure> {
        match self.address()? {
            Some(address) => Ok(address.to_string()),
            None => Ok(FileStore::standard()?.folder().display().to_string()),
        }
    }

    /// Whether another place than the usual one was asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.store.is_some()
    }
}

/// Opens a store that an option or argument names.
pub(crate) fn open(which: &str, address: &StoreAddress, mode: OpenMode) -> Result<Arc<dyn DumpStore>, Failure> {
    open_store(address, mode).map_err(|error| match error {
        StoreError::NoStore(_) | StoreError::NoEnding(_) => Failure::Error(format!("{which}: {error}")),
        error => error.into(),
    })
}

const STORE: &str = "Where the tables are kept: a file, or postgres://USER@HOST/DATABASE for several servers. By default \
    tables.sqlite in the data folder. The variable PARLOR_STORE can say it too";

const STORE_FILE: &str = "A file with that address, if there is a password in it. The variable PARLOR_STORE_FILE can name it \
    too";

/// Where a server keeps its tables.
#[derive(Args, Clone)]
pub(crate) struct ServerStore {
    #[arg(long, value_name = "ADDRESS", help = STORE)]
    store: Option<OsString>,
    #[arg(long, value_name = "FILE", conflicts_with = "store", help = STORE_FILE)]
    store_file: Option<PathBuf>,
}

impl ServerStore {
    /// What was said, on the command line first of all.
    pub(crate) fn address(&self) -> Result<StoreAddress, Failure> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        if let Some(text) = &self.store {
            seen_by_all("--store", text, "PARLOR_STORE or --store-file keeps it to yourself")
        } else if let Some(file) = &self.store_file {
            in_file(file)
        } else if let Some(text) = variable("PARLOR_STORE") {
            on_command_line("PARLOR_STORE", &text)
        } else if let Some(file) = variable("PARLOR_STORE_FILE") {
            in_file(Path::new(&file))
        } else {
            Ok(default_tables_path()?.into())
        }
    }
}

/// A store that is named on the command line, or by @FILE.
pub(crate) fn address_argument(which: &str, text: &OsStr) -> Result<StoreAddress, Failure> {
    if let Some(file) = text.to_str().and_then(|text| text.strip_prefix('@')) {
        return in_file(Path::new(file));
    }
    seen_by_all(which, text, &format!("{which} can be @FILE, a file with the address in it"))
}

/// An address on the command line, with a hint if there is a password in it.
fn seen_by_all(which: &str, text: &OsStr, instead: &str) -> Result<StoreAddress, Failure> {
    let address = on_command_line(which, text)?;
    if address.has_password() {
        let why = "everybody on this machine can see the password on the command line";
        stderr_line(&format!("hint: {why}. {instead}"));
    }
    Ok(address)
}

/// An address that was given as text. A mistake doesn't repeat it, because a password may be in it.
fn on_command_line(option: &str, text: &OsStr) -> Result<StoreAddress, Failure> {
    match text.to_str() {
        Some(text) => text.parse().map_err(|error| Failure::Error(format!("{option}: {error}"))),
        // Only a path can be anything.
        None => Ok(PathBuf::from(text).into()),
    }
}

/// The address in a file.
fn in_file(path: &Path) -> Result<StoreAddress, Failure> {
    let wrong = |why: &dyn std::fmt::Display| Failure::Error(format!("{}: {why}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let address: StoreAddress = text.trim().parse().map_err(|error| wrong(&error))?;
    if address.has_password() && others_can_read(path) {
        let path = path.display();
        stderr_line(&format!("hint: everybody on this machine can read the password in {path}: chmod o= {path}"));
    }
    Ok(address)
}

#[cfg(unix)]
fn others_can_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o004 != 0)
}

#[cfg(not(unix))]
fn others_can_read(_: &Path) -> bool {
    false
}
