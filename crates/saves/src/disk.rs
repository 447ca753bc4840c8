//! Saves on disk: the only part of this crate that touches files.

use std::fs::{self, File, FileType};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::{MAX_BYTES, printable};

/// The reason why a file couldn't be read or written. If the file existed before, it is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The path is a folder.
    #[error("{} is a folder, not a file", shown(.0))]
    Folder(PathBuf),
    /// The path is a device, a pipe or a socket. Reading some of them would never end, and writing would replace them.
    #[error("{} is {kind}, not a file", shown(.path))]
    Special {
        /// The path that was given.
        path: PathBuf,
        /// Its kind with an article, like "a pipe".
        kind: &'static str,
    },
    /// The file to read doesn't exist.
    #[error("file not found: {}", shown(.0))]
    NoFile(PathBuf),
    /// The folder to write into doesn't exist.
    #[error("folder not found: {}", shown(.0))]
    NoFolder(PathBuf),
    /// The file exists and must not be replaced.
    #[error("{} exists already", shown(.0))]
    Exists(PathBuf),
    /// The disk is full, or a quota is used up.
    #[error("the disk is full: {} was not written", shown(.0))]
    Full(PathBuf),
    /// The file system is read-only.
    #[error("the disk is read-only: {} was not written", shown(.0))]
    ReadOnly(PathBuf),
    /// The user lacks the permission.
    #[error("you don't have permission to access {}", shown(.0))]
    NoPermission(PathBuf),
    /// Any other error, with the system's message.
    #[error("{}: {reason}", shown(.path))]
    Other {
        /// The path that was given.
        path: PathBuf,
        /// The error message of the system.
        reason: String,
    },
}

/// A path for a message, without control characters. Only the end of a long path is shown.
pub fn shown(path: &Path) -> String {
    let name = printable(&path.display().to_string());
    let length = name.chars().count();
    if length <= LONGEST_SHOWN {
        return name;
    }
    let end: String = name.chars().skip(length + 1 - LONGEST_SHOWN).collect();
    format!("\u{2026}{end}")
}

/// The longest part of a path or other input that a message repeats, in characters.
const LONGEST_SHOWN: usize = 60;

/// The treatment of an existing file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It stays, and writing is an error.
    Keep,
    /// It is replaced in one step.
    Replace,
}

/// Reads a file or a pipe, up to one byte more than the largest save.
pub fn read_file(path: &Path) -> Result<Vec<u8>, DiskError> {
    read_at_most(path, MAX_BYTES as u64 + 1)
}

/// Opens a file or a pipe for reading. Devices are refused: some are endless, and a terminal waits for input.
pub fn open_source(path: &Path) -> Result<File, DiskError> {
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => DiskError::NoFile(path.to_owned()),
        ErrorKind::IsADirectory => DiskError::Folder(path.to_owned()),
        _ => other(path, &error),
    };
    // Checked before opening, because opening can do anything to a device.
    let found = fs::metadata(path).map_err(failed)?.file_type();
    if !is_pipe(found) {
        check_kind(path, found)?;
    }
    File::open(path).map_err(failed)
}

/// Reads at most `most` bytes of a file or a pipe.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, DiskError> {
    read_some(open_source(path)?, most).map_err(|error| other(path, &error))
}

/// Reads any source, up to one byte more than the largest save.
pub fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    read_some(source, MAX_BYTES as u64 + 1)
}

/// Reads at most `most` bytes from any source.
pub fn read_some(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a file completely or not at all: to a temporary file beside it, which is flushed to disk and then
/// renamed. Only regular files are ever replaced.
pub fn write_file(path: &Path, contents: &[u8], existing: Existing) -> Result<(), DiskError> {
    let failed = |error: io::Error| other(path, &error);
    // A link stays a link, and the file that it points to is replaced.
    let target = match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => match fs::canonicalize(path) {
            // The link points nowhere, so only the link itself can be replaced.
            Err(error) if error.kind() == ErrorKind::NotFound => path.to_owned(),
            target => target.map_err(failed)?,
        },
        _ => path.to_owned(),
    };
    let old = fs::metadata(&target).ok();
    if let Some(old) = &old {
        check_kind(path, old.file_type())?;
        if existing == Existing::Keep {
            return Err(DiskError::Exists(path.to_owned()));
        }
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(DiskError::NoFolder(folder.to_owned()));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".parlor-").suffix(".tmp");
    // Temporary files are private by default; this one should have the permissions of any new file.
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut new = builder.tempfile_in(folder).map_err(failed)?;
    if let Some(old) = old {
        new.as_file().set_permissions(old.permissions()).map_err(failed)?;
    }
    new.write_all(contents).map_err(failed)?;
    new.as_file().sync_all().map_err(failed)?;
    match existing {
        Existing::Replace => new.persist(&target).map_err(|error| failed(error.error))?,
        // Another program may have created the file since the check.
        Existing::Keep => new.persist_noclobber(&target).map_err(|error| match error.error.kind() {
            ErrorKind::AlreadyExists => DiskError::Exists(path.to_owned()),
            _ => failed(error.error),
        })?,
    };
    // The contents are on disk; this flushes the file's name too, on systems that can.
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

/// Refuses everything but regular files.
fn check_kind(path: &Path, found: FileType) -> Result<(), DiskError> {
    if found.is_file() {
        Ok(())
    } else if found.is_dir() {
        Err(DiskError::Folder(path.to_owned()))
    } else {
        Err(DiskError::Special { path: path.to_owned(), kind: special_kind(found) })
    }
}

fn is_pipe(found: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&found)
}

fn special_kind(found: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if found.is_fifo() {
        "a pipe"
    } else if found.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

fn other(path: &Path, error: &io::Error) -> DiskError {
    // tempfile wraps the system's error and adds the name of the temporary file, which means nothing to users.
    let system = error.get_ref().and_then(|wrapped| wrapped.source()).map(ToString::to_string);
    let path = path.to_owned();
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => DiskError::Full(path),
        ErrorKind::ReadOnlyFilesystem => DiskError::ReadOnly(path),
        ErrorKind::PermissionDenied => DiskError::NoPermission(path),
        _ => DiskError::Other { path, reason: system.unwrap_or_else(|| error.to_string()) },
    }
}
