//! Addresses of stores, and opening them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use super::{DumpStore, FileStore, SqliteStore, StoreError};
#[cfg(feature = "postgres")]
use super::{PostgresAddress, PostgresStore};
use crate::registry::Registry;

/// The location of a server's tables; the scheme selects the kind of store.
///
/// ```
/// use parlor_store::StoreAddress;
/// let file: StoreAddress = "tables.sqlite".parse().unwrap();
/// assert!(matches!(file, StoreAddress::File(_)));
/// let database: StoreAddress = "postgres://ada:secret@db.example/tables".parse().unwrap();
/// assert_eq!(database.to_string(), "postgres://ada@db.example:5432/tables");
/// ```
#[derive(Clone, Debug)]
pub enum StoreAddress {
    /// An SQLite file, for one server.
    File(PathBuf),
    /// A database, for any number of servers.
    #[cfg(feature = "postgres")]
    Postgres(PostgresAddress),
}

/// The text isn't the address of a store. The error doesn't repeat it, because it may contain a password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAddress {
    #[error("the address of the store is empty")]
    Empty,
    /// The text looks like an address with another scheme.
    #[error("a store is a file or an address that begins with postgres://")]
    OtherScheme,
    /// The text is the address of a database, which this build doesn't support.
    #[error("this program was built without PostgreSQL; build it with cargo build --release --features postgres")]
    NoPostgres,
    #[error("this isn't a valid database address ({0}); an address looks like postgres://USER@HOST/DATABASE")]
    NotAUrl(String),
    /// The address has an unknown parameter.
    #[error("{key} is not a parameter of a database address; the parameters are {known}")]
    UnknownParameter { key: String, known: String },
    /// The address has an unknown TLS mode.
    #[error("sslmode can be {0}")]
    UnknownSslMode(String),
}

impl StoreAddress {
    pub fn has_password(&self) -> bool {
        match self {
            StoreAddress::File(_) => false,
            #[cfg(feature = "postgres")]
            StoreAddress::Postgres(address) => address.has_password(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenMode {
    /// Read-only, possibly while a server has it open.
    ReadOnly,
    Change,
    /// For writing; created if missing.
    Create,
}

/// Opens a store. A path is a folder of journals or a file of tables; if it doesn't exist, its name decides which.
pub fn open_store(address: &StoreAddress, mode: OpenMode) -> Result<Arc<dyn DumpStore>, StoreError> {
    match address {
        #[cfg(feature = "postgres")]
        StoreAddress::Postgres(address) if mode == OpenMode::ReadOnly => {
            Ok(Arc::new(PostgresStore::open_read_only(address)?))
        }
        #[cfg(feature = "postgres")]
        StoreAddress::Postgres(address) => Ok(Arc::new(PostgresStore::open(address)?)),
        StoreAddress::File(path) => open_path(path, mode),
    }
}

fn open_path(path: &Path, mode: OpenMode) -> Result<Arc<dyn DumpStore>, StoreError> {
    let is_new = mode == OpenMode::Create && !path.exists();
    if path.is_dir() || (is_new && path.as_os_str().as_encoded_bytes().ends_with(b"/")) {
        Ok(Arc::new(FileStore::at(path)))
    } else if mode == OpenMode::ReadOnly && path.is_file() {
        Ok(Arc::new(SqliteStore::open_read_only(path)?))
    } else if path.is_file() || (is_new && path.extension().is_some_and(|ending| ending == "sqlite")) {
        Ok(Arc::new(SqliteStore::open(path)?))
    } else {
        let path = path.display().to_string();
        Err(if is_new { StoreError::NoEnding(path) } else { StoreError::NoStore(path) })
    }
}

/// Opens the store of a server, and creates it if it doesn't exist. A path is a file of tables, whatever its
/// extension.
pub fn open_registry(address: &StoreAddress) -> Result<Arc<dyn Registry>, StoreError> {
    Ok(match address {
        StoreAddress::File(path) => Arc::new(SqliteStore::open(path)?),
        #[cfg(feature = "postgres")]
        StoreAddress::Postgres(address) => Arc::new(PostgresStore::open(address)?),
    })
}

impl From<PathBuf> for StoreAddress {
    fn from(path: PathBuf) -> StoreAddress {
        StoreAddress::File(path)
    }
}

impl FromStr for StoreAddress {
    type Err = BadAddress;
    fn from_str(text: &str) -> Result<StoreAddress, BadAddress> {
        match text.split_once("://") {
            #[cfg(feature = "postgres")]
            Some(("postgres" | "postgresql", _)) => text.parse().map(StoreAddress::Postgres),
            #[cfg(not(feature = "postgres"))]
            Some(("postgres" | "postgresql", _)) => Err(BadAddress::NoPostgres),
            // A file could have such a name, but a mistyped scheme is more likely, and must not create a file.
            Some((scheme, _)) if scheme.chars().all(char::is_alphanumeric) => Err(BadAddress::OtherScheme),
            _ if text.is_empty() => Err(BadAddress::Empty),
            _ => Ok(StoreAddress::File(text.into())),
        }
    }
}

/// A database's password isn't shown.
impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreAddress::File(path) => write!(f, "{}", path.display()),
            #[cfg(feature = "postgres")]
            StoreAddress::Postgres(address) => write!(f, "{address}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_chooses() {
        let read = |text: &str| text.parse::<StoreAddress>();
        assert!(matches!(read("/var/lib/parlor/tables.sqlite"), Ok(StoreAddress::File(path)) if path.is_absolute()));
        assert!(matches!(read("a:b/c"), Ok(StoreAddress::File(_))));
        assert!(matches!(read("postgresql://db/tables"), Ok(StoreAddress::Postgres(_))));
        assert_eq!(read("mysql://ada:s3cret@db/tables").err(), Some(BadAddress::OtherScheme));
        assert_eq!(read("Postgres://ada:s3cret@db/tables").err(), Some(BadAddress::OtherScheme));
        assert_eq!(read("").err(), Some(BadAddress::Empty));
        assert!(read("postgres://ada:s3cret@db/t").unwrap().has_password());
    }
}
