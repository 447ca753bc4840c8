//! The stores of games: the usual ones on this computer, or another one.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueHint};
use parlor_store::{DumpStore, OpenMode, Registry, open_registry, open_store};
use parlor_store::{FileStore, LocalGames, Store, StoreAddress, StoreError, default_tables_path};

use crate::exit::Failure;
use crate::output::stderr_line;

/// The store option of a command.
#[derive(Args, Clone)]
pub(crate) struct StoreOption {
    /// The store of the games: a server's file of tables, a folder of journals, or the address of a database.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    store: Option<OsString>,
}

/// All games on this computer.
pub(crate) fn local_games() -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(LocalGames::standard()?))
}

impl StoreOption {
    fn address(&self) -> Result<Option<StoreAddress>, Failure> {
        self.store.as_deref().map(|text| on_command_line("--store", text)).transpose()
    }

    /// Opens the store read-only, which is possible even while a server has it open.
    pub(crate) fn read_only(&self) -> Result<Arc<dyn Store>, Failure> {
        self.open(OpenMode::ReadOnly)
    }

    /// Opens the store for playing or deleting games.
    pub(crate) fn writable(&self) -> Result<Arc<dyn Store>, Failure> {
        self.open(OpenMode::Change)
    }

    fn open(&self, mode: OpenMode) -> Result<Arc<dyn Store>, Failure> {
        if let Some(address) = self.address()? {
            return Ok(open("--store", &address, mode)?);
        }
        let games = LocalGames::standard()?;
        if let Some(trouble) = games.tables_error() {
            stderr_line(&format!("The tables of the server can't be listed: {trouble}"));
        }
        Ok(Arc::new(games))
    }

    /// The location of the store, for display.
    pub(crate) fn place(&self) -> Result<String, Failure> {
        match self.address()? {
            Some(address) => Ok(address.to_string()),
            None => Ok(FileStore::standard()?.folder().display().to_string()),
        }
    }

    /// True if the user named a store.
    pub(crate) fn is_given(&self) -> bool {
        self.store.is_some()
    }
}

/// Opens a store that was named by an option or argument.
pub(crate) fn open(which: &str, address: &StoreAddress, mode: OpenMode) -> Result<Arc<dyn DumpStore>, Failure> {
    open_store(address, mode).map_err(|error| match error {
        StoreError::NoStore(_) | StoreError::NoEnding(_) => Failure::Error(format!("{which}: {error}")),
        error => error.into(),
    })
}

const STORE: &str = "The store of the tables: a file, or postgres://USER@HOST/DATABASE for several servers. By default \
    tables.sqlite in the data folder. Or set the variable PARLOR_STORE";

const STORE_FILE: &str = "A file that contains that address, so that a password stays off the command line. Or set the variable \
    PARLOR_STORE_FILE";

/// The option for the store of a server.
#[derive(Args, Clone)]
pub(crate) struct ServerStore {
    #[arg(long, value_name = "ADDRESS", help = STORE, value_hint = ValueHint::AnyPath)]
    store: Option<OsString>,
    #[arg(long, value_name = "FILE", conflicts_with = "store", help = STORE_FILE)]
    store_file: Option<PathBuf>,
}

impl ServerStore {
    /// The address from the command line, or else from the environment.
    pub(crate) fn address(&self) -> Result<StoreAddress, Failure> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        if let Some(text) = &self.store {
            parse_visible("--store", text, "PARLOR_STORE or --store-file hides it")
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

/// The interval between attempts to connect to a database.
const PAUSE: Duration = Duration::from_secs(1);

/// Opens the store of a server or worker. Waits for a database that isn't running yet.
pub(crate) fn open_when_ready(address: &StoreAddress) -> Result<Arc<dyn Registry>, StoreError> {
    let mut reported = None;
    loop {
        match open_registry(address) {
            Err(error) if error.is_temporary() => {
                let why = error.to_string();
                if reported.as_ref() != Some(&why) {
                    stderr_line(&format!("Waiting for the database: {why}"));
                    reported = Some(why);
                }
                thread::sleep(PAUSE);
            }
            opened => {
                if reported.is_some() && opened.is_ok() {
                    stderr_line("Connected to the database.");
                }
                return opened;
            }
        }
    }
}

/// A store named on the command line, directly or by @FILE.
pub(crate) fn address_argument(which: &str, text: &OsStr) -> Result<StoreAddress, Failure> {
    if let Some(file) = text.to_str().and_then(|text| text.strip_prefix('@')) {
        return in_file(Path::new(file));
    }
    parse_visible(which, text, &format!("{which} can be @FILE, a file that contains the address"))
}

/// Parses an address on the command line, with a hint if it contains a password.
fn parse_visible(which: &str, text: &OsStr, instead: &str) -> Result<StoreAddress, Failure> {
    let address = on_command_line(which, text)?;
    if address.has_password() {
        let why = "other users of this machine can see the password on the command line";
        stderr_line(&format!("hint: {why}. {instead}"));
    }
    Ok(address)
}

/// Parses an address that was given as text. Errors don't repeat it, because it may contain a password.
fn on_command_line(option: &str, text: &OsStr) -> Result<StoreAddress, Failure> {
    match text.to_str() {
        Some(text) => text.parse().map_err(|error| Failure::Error(format!("{option}: {error}"))),
        // Only paths can be invalid Unicode.
        None => Ok(PathBuf::from(text).into()),
    }
}

/// Reads the address in a file.
fn in_file(path: &Path) -> Result<StoreAddress, Failure> {
    let wrong = |why: &dyn std::fmt::Display| Failure::Error(format!("{}: {why}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let address: StoreAddress = text.trim().parse().map_err(|error| wrong(&error))?;
    if address.has_password() && others_can_read(path) {
        let path = path.display();
        stderr_line(&format!("hint: other users of this machine can read the password in {path}: run chmod o= {path}"));
    }
    Ok(address)
}

fn others_can_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o004 != 0)
}
