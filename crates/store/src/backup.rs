//! Backups of a server's store. Whatever the kind of store, a backup is one SQLite file.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::{JournalName, SqliteStore, StoreAddress, StoreError};
use crate::copying::CantCopy;

/// The outcome of a backup or of restoring one.
#[derive(Debug, Default)]
pub struct BackupReport {
    /// The number of copied tables, if they were copied one by one.
    pub tables: Option<usize>,
    /// The tables that couldn't be read, and why.
    pub failed: Vec<(JournalName, String)>,
    /// The new path of the file that was replaced.
    pub before: Option<PathBuf>,
}

/// A path with a suffix appended to its name.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes a file if it exists.
fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::io(path, error)),
        _ => Ok(()),
    }
}

/// Syncs a complete file to disk and replaces another one with it.
fn replace(new: &Path, path: &Path) -> Result<(), StoreError> {
    let synced = File::open(new).and_then(|file| file.sync_all()).and_then(|()| fs::rename(new, path));
    let synced = synced.and_then(|()| File::open(folder(path))?.sync_all());
    synced.map_err(|error| StoreError::io(path, error))
}

/// Makes a consistent copy of a store, even while servers write. An earlier backup of that name is replaced when the
/// new one is complete.
pub fn back_up(
    address: &StoreAddress,
    file: &Path,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<BackupReport, StoreError> {
    let new = with_suffix(file, ".new");
    for suffix in ["", "-wal", "-shm", ".lock"] {
        remove(&with_suffix(&new, suffix))?;
    }
    let report = match address {
        StoreAddress::File(path) if path.is_dir() => return Err(StoreError::NoStore(path.display().to_string())),
        StoreAddress::File(path) => {
            SqliteStore::copy_to(path, &new)?;
            BackupReport::default()
        }
        #[cfg(feature = "postgres")]
        StoreAddress::Postgres(_) => copy_database(address, &new, progress)?,
    };
    progress(1, 1);
    SqliteStore::check_file(&new)?;
    replace(&new, file)?;
    Ok(report)
}

/// Copies a database, table by table, to a new file.
#[cfg(feature = "postgres")]
fn copy_database(
    address: &StoreAddress,
    new: &Path,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<BackupReport, StoreError> {
    use crate::{DumpStore, OpenMode, open_store};

    let mut report = BackupReport::default();
    let store = open_store(address, OpenMode::ReadOnly)?;
    let copy = SqliteStore::open(new)?;
    let rest = store.dump_all(&mut |(done, all), name, dump| {
        progress(done, all);
        match dump {
            Ok(dump) => {
                copy.restore(&dump)?;
                *report.tables.get_or_insert_default() += 1;
            }
            // The store is unreachable, so further reads would fail too.
            Err(error) if error.is_temporary() => return Err(error),
            Err(error) => report.failed.push((name.clone(), error.to_string())),
        }
        Ok(())
    })?;
    copy.restore_secrets(rest.secrets)?;
    let registry = copy.registry();
    for (holder, seen) in rest.seen {
        registry.map_or(Ok(()), |registry| registry.keep_seen(holder, &seen))?;
    }
    drop(copy);
    remove(&with_suffix(new, ".lock"))?;
    Ok(report)
}

/// Replaces a store with a backup. No server may have it open. A file that is replaced is kept under another name, with
/// its accompanying files: a remaining `-wal` would be applied to the restored tables. A database has to be empty.
pub fn restore(
    file: &Path,
    address: &StoreAddress,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<BackupReport, CantCopy> {
    SqliteStore::check_file(file)?;
    #[allow(clippy::infallible_destructuring_match, reason = "only with PostgreSQL there is another kind of address")]
    let path = match address {
        StoreAddress::File(path) => path,
        #[cfg(feature = "postgres")]
        StoreAddress::Postgres(_) => {
            let from = SqliteStore::open_read_only(file)?;
            let to = crate::open_store(address, crate::OpenMode::Change)?;
            let report = crate::copy_store(&from, &*to, progress)?;
            let crate::CopyReport { copied, already_there, failed, .. } = report;
            return Ok(BackupReport { tables: Some(copied + already_there), failed, before: None });
        }
    };
    fs::create_dir_all(folder(path)).map_err(|error| StoreError::io(path, error))?;
    let _lock = SqliteStore::lock(path)?;
    let new = with_suffix(path, ".restoring");
    fs::copy(file, &new).map_err(|error| StoreError::io(&new, error))?;
    SqliteStore::check_file(&new)?;
    let before = with_suffix(path, ".before-restore");
    let is_replaced = path.exists();
    // The file comes last: without its accompanying files it is older, but complete.
    for suffix in ["-wal", "-shm", ""] {
        let (old, kept) = (with_suffix(path, suffix), with_suffix(&before, suffix));
        remove(&kept)?;
        if old.exists() {
            fs::rename(&old, &kept).map_err(|error| StoreError::io(&old, error))?;
        }
    }
    replace(&new, path)?;
    progress(1, 1);
    Ok(BackupReport { before: is_replaced.then_some(before), ..BackupReport::default() })
}
