//! Saves on disk: the only part of this crate that touches files.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::MAX_BYTES;

/// Why a file couldn't be read or written. A file that was there before is whole.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// A folder where a file has to be.
    #[error("{} is a folder, not a file", .0.display())]
    Folder(PathBuf),
    /// There is no such file.
    #[error("there is no file {}", .0.display())]
    NoFile(PathBuf),
    /// The folder to write into isn't there.
    #[error("there is no folder {} to save into", .0.display())]
    NoFolder(PathBuf),
    /// A file is there already, and nobody said that it may go.
    #[error("{} is there already, and stays as it is", .0.display())]
    Exists(PathBuf),
    /// No room left.
    #[error("the disk is full: {} was not written", .0.display())]
    Full(PathBuf),
    /// Nothing may be changed there.
    #[error("the disk can only be read: {} was not written", .0.display())]
    ReadOnly(PathBuf),
    /// The user may not.
    #[error("no permission for {}", .0.display())]
    NoPermission(PathBuf),
    /// Anything else, in the system's words.
    #[error("{}: {reason}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

/// What may happen to a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It stays.
    Keep,
    /// It is replaced as a whole, in one step.
    Replace,
}

/// The bytes of a file, or so many of them that it is clear that it is no save.
pub fn read_file(path: &Path) -> Result<Vec<u8>, DiskError> {
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => DiskError::NoFile(path.to_owned()),
        ErrorKind::IsADirectory => DiskError::Folder(path.to_owned()),
        _ => other(path, &error),
    };
    let file = File::open(path).map_err(failed)?;
    read_all(file).map_err(failed)
}

/// The bytes of any source, or so many of them that it is clear that it is no save.
pub fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a file as a whole or not at all: beside its place first, flushed to disk, then moved there in
/// one step. Whatever goes wrong, a file that was there before is whole.
pub fn write_file(path: &Path, contents: &[u8], existing: Existing) -> Result<(), DiskError> {
    // Through a link to the file itself, so that the link stays one.
    let target = match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        _ => path.to_owned(),
    };
    let old = fs::metadata(&target).ok();
    match (&old, existing) {
        (Some(old), _) if old.is_dir() => return Err(DiskError::Folder(path.to_owned())),
        (Some(_), Existing::Keep) => return Err(DiskError::Exists(path.to_owned())),
        _ => {}
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(DiskError::NoFolder(folder.to_owned()));
    }
    let failed = |error: io::Error| other(path, &error);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".parlor-").suffix(".tmp");
    // As any new file, unless an old one says otherwise.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut new = builder.tempfile_in(folder).map_err(failed)?;
    if let Some(old) = old {
        new.as_file().set_permissions(old.permissions()).map_err(failed)?;
    }
    new.write_all(contents).map_err(failed)?;
    new.as_file().sync_all().map_err(failed)?;
    match existing {
        Existing::Replace => new.persist(&target).map_err(|refused| failed(refused.error))?,
        // Somebody else may have been faster since we looked.
        Existing::Keep => new.persist_noclobber(&target).map_err(|refused| match refused.error.kind() {
            ErrorKind::AlreadyExists => DiskError::Exists(path.to_owned()),
            _ => failed(refused.error),
        })?,
    };
    // The file is there and safe; this makes its name safe too, on systems that know how.
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error)
            if !matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied
            ) =>
        {
            Err(failed(error))
        }
        _ => Ok(()),
    }
}

fn other(path: &Path, error: &io::Error) -> DiskError {
    // What is wrapped around the system's error names a file that nobody has asked for.
    let system = error.get_ref().and_then(|wrapped| wrapped.source()).map(ToString::to_string);
    let path = path.to_owned();
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => DiskError::Full(path),
        ErrorKind::ReadOnlyFilesystem => DiskError::ReadOnly(path),
        ErrorKind::PermissionDenied => DiskError::NoPermission(path),
        _ => DiskError::Other { path, reason: system.unwrap_or_else(|| error.to_string()) },
    }
}
