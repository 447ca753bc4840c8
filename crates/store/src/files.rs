use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use parlor_saves::disk::{Existing, write_file};
use parlor_table::{
    Damage, Entry, JournalWriter, ReadJournal, Setup, Summary, read_header, read_journal, read_summary, write_journal,
};

use super::{Append, DumpStore, JournalInfo, JournalName, Listed, ReadBack, Store, StoreError, TableDump};

/// Journals as files in a folder, one per tournament.
///
/// A journal that is open is locked against other programs. Threads of this program may share it.
#[derive(Clone, Debug)]
pub struct FileStore {
    folder: PathBuf,
    open: Arc<Mutex<HashMap<JournalName, OpenJournal>>>,
}

/// A journal that is open for writing, and locked.
#[derive(Debug)]
struct OpenJournal {
    file: File,
    writer: JournalWriter,
    revision: u64,
    /// The length of the valid part of the file, in bytes.
    length: u64,
    /// Set if a failed write left bytes that couldn't be removed.
    broken: bool,
}

/// Even a journal of millions of plays is shorter. A longer file is refused, never truncated.
const MAX_BYTES: u64 = 1 << 30;

/// The number of bytes that listing reads from each end of a long journal, before it reads all of it.
const PEEK: u64 = 1 << 16;

const ENDING: &str = "journal";

/// The maximum size of a review. A longer file isn't a review.
const MAX_REVIEW: u64 = 1 << 27;

impl FileStore {
    /// The platform's standard location: `parlor/journals` in the user's data folder.
    pub fn standard() -> Result<FileStore, StoreError> {
        Ok(FileStore::at(super::data_folder()?.join("journals")))
    }

    /// A store in any folder, which is created with the first journal.
    pub fn at(folder: impl Into<PathBuf>) -> FileStore {
        FileStore { folder: folder.into(), open: Arc::default() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn path(&self, name: &JournalName) -> PathBuf {
        self.folder.join(format!("{name}.{ENDING}"))
    }

    fn review_path(&self, name: &JournalName) -> PathBuf {
        self.folder.join(format!("{name}.review.json"))
    }

    fn open_journals(&self) -> MutexGuard<'_, HashMap<JournalName, OpenJournal>> {
        // A panic can't leave an entry of the map half changed.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a journal's file. Anything but a regular file is refused before opening it, because opening a
    /// named pipe would block.
    fn file(&self, name: &JournalName, options: &OpenOptions) -> Result<(PathBuf, File), StoreError> {
        let path = self.path(name);
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => StoreError::Unknown(name.clone()),
            _ => StoreError::io(&path, error),
        };
        if !fs::metadata(&path).map_err(failed)?.is_file() {
            return Err(StoreError::NotAJournal { name: name.clone(), why: "it isn't a regular file".to_owned() });
        }
        let file = options.open(&path).map_err(failed)?;
        Ok((path, file))
    }

    fn bytes(name: &JournalName, path: &Path, mut file: &File) -> Result<Vec<u8>, StoreError> {
        let length = file.metadata().map_err(|error| StoreError::io(path, error))?.len();
        if length > MAX_BYTES {
            let why = format!("it has {length} bytes; the limit is {MAX_BYTES}");
            return Err(StoreError::NotAJournal { name: name.clone(), why });
        }
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0))
            .and_then(|_| file.read_to_end(&mut bytes))
            .map_err(|error| StoreError::io(path, error))?;
        Ok(bytes)
    }

    fn look_bytes(&self, name: &JournalName) -> Result<Vec<u8>, StoreError> {
        let (path, file) = self.file(name, OpenOptions::new().read(true))?;
        Self::bytes(name, &path, &file)
    }

    fn about(&self, name: &JournalName) -> Result<JournalInfo, StoreError> {
        let (path, mut file) = self.file(name, OpenOptions::new().read(true))?;
        let failed = |error: io::Error| StoreError::io(&path, error);
        let bad = |error| super::bad_journal(name, error);
        let length = file.metadata().map_err(failed)?.len();
        if length > 2 * PEEK {
            let (mut head, mut tail) = (Vec::new(), Vec::new());
            (&mut file).take(PEEK).read_to_end(&mut head).map_err(failed)?;
            file.seek(SeekFrom::End(-(PEEK as i64))).map_err(failed)?;
            (&mut file).take(PEEK).read_to_end(&mut tail).map_err(failed)?;
            if let (Ok(setup), Some(summary)) = (read_header(&head), read_summary(&tail)) {
                return Ok(JournalInfo { setup, summary });
            }
        }
        let bytes = Self::bytes(name, &path, &file)?;
        if let Some(summary) = read_summary(&bytes) {
            return Ok(JournalInfo { setup: read_header(&bytes).map_err(bad)?, summary });
        }
        let table = read_journal(&bytes).map_err(bad)?.table;
        Ok(JournalInfo { setup: table.setup().clone(), summary: table.summary() })
    }

    /// Copies a damaged journal to a new file, and waits until the copy is on disk.
    fn keep_original(&self, name: &JournalName, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        for number in 1.. {
            let path = self.folder.join(format!("{name}.damaged-{number}"));
            let mut copy = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(copy) => copy,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(StoreError::io(&path, error)),
            };
            let copied = copy.write_all(bytes).and_then(|()| copy.sync_all()).and_then(|()| sync_folder(&self.folder));
            if let Err(error) = copied {
                // A partial copy would look like an original.
                let _ = fs::remove_file(&path);
                return Err(StoreError::io(&path, error));
            }
            return Ok(path);
        }
        unreachable!("there are more numbers than files")
    }
}

impl Store for FileStore {
    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError> {
        fs::create_dir_all(&self.folder).map_err(|error| StoreError::io(&self.folder, error))?;
        let now = Timestamp::now();
        for number in 1.. {
            let name = JournalName::new(setup.game, now, number);
            let path = self.path(&name);
            let failed = |error| StoreError::io(&path, error);
            let mut file = match OpenOptions::new().append(true).read(true).create_new(true).open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(failed(error)),
            };
            let (writer, header) = JournalWriter::begin(setup);
            let begun = lock(&file, &name, &path).and_then(|()| {
                let written = file.write_all(header.as_bytes()).and_then(|()| file.sync_data());
                written.and_then(|()| sync_folder(&self.folder)).map_err(failed)
            });
            if let Err(error) = begun {
                // A journal without its header is useless.
                let _ = fs::remove_file(&path);
                return Err(error);
            }
            let journal = OpenJournal { file, writer, revision: 0, length: header.len() as u64, broken: false };
            self.open_journals().insert(name.clone(), journal);
            return Ok(name);
        }
        unreachable!("there are more numbers than files")
    }

    fn import(&self, setup: &Setup, entries: &[Entry], _: Summary) -> Result<JournalName, StoreError> {
        fs::create_dir_all(&self.folder).map_err(|error| StoreError::io(&self.folder, error))?;
        let (text, now) = (write_journal(setup, entries), Timestamp::now());
        for number in 1.. {
            let name = JournalName::new(setup.game, now, number);
            let path = self.path(&name);
            if !path.exists() {
                write(&path, text.as_bytes(), Existing::Keep)?;
                return Ok(name);
            }
        }
        unreachable!("there are more numbers than files")
    }

    fn open(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        let mut open = self.open_journals();
        if open.contains_key(name) {
            return Err(StoreError::Busy(name.clone()));
        }
        let (path, file) = self.file(name, OpenOptions::new().append(true).read(true))?;
        lock(&file, name, &path)?;
        let bytes = Self::bytes(name, &path, &file)?;
        let ReadJournal { table, writer, damage, .. } =
            read_journal(&bytes).map_err(|error| super::bad_journal(name, error))?;
        let mut length = bytes.len() as u64;
        let mut notices = Vec::new();
        if let Some(Damage { start, notice }) = damage {
            let kept = self.keep_original(name, &bytes)?;
            let file_name = kept.file_name().unwrap_or_default().to_string_lossy().into_owned();
            notices.extend([notice, format!("The journal as it was is kept in {file_name}.")]);
            length = start as u64;
            cut(&path, length).map_err(|error| StoreError::io(&path, error))?;
        }
        let revision = table.revision();
        open.insert(name.clone(), OpenJournal { file, writer, revision, length, broken: false });
        Ok(ReadBack { table, notices })
    }

    fn close(&self, name: &JournalName) {
        self.open_journals().remove(name);
    }

    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError> {
        let mut open = self.open_journals();
        let journal = open.get_mut(name).ok_or_else(|| StoreError::NotOpen(name.clone()))?;
        let path = self.path(name);
        if append.revision != journal.revision {
            let (given, now) = (append.revision, journal.revision);
            return Err(StoreError::Stale { name: name.clone(), given, now });
        }
        if journal.broken {
            return Err(StoreError::io(&path, io::Error::other("an earlier write failed")));
        }
        let mut writer = journal.writer.clone();
        let text = writer.entries(append.entries, &append.summary);
        if journal.length + text.len() as u64 > MAX_BYTES {
            let why = format!("a journal can have at most {MAX_BYTES} bytes");
            return Err(StoreError::io(&path, io::Error::other(why)));
        }
        let written = journal.file.write_all(text.as_bytes());
        let lasting = written.and_then(|()| if append.lasting { journal.file.sync_data() } else { Ok(()) });
        if let Err(error) = lasting {
            // A partial line must not stay, or the next entry would be appended to it.
            journal.broken = journal.file.set_len(journal.length).is_err();
            return Err(StoreError::io(&path, error));
        }
        journal.writer = writer;
        journal.length += text.len() as u64;
        journal.revision += append.entries.len() as u64;
        Ok(())
    }

    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        let bytes = self.look_bytes(name)?;
        let read = read_journal(&bytes).map_err(|error| super::bad_journal(name, error))?;
        Ok(ReadBack { table: read.table, notices: read.damage.into_iter().map(|damage| damage.notice).collect() })
    }

    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError> {
        let bytes = self.look_bytes(name)?;
        let mut read = read_journal(&bytes).map_err(|error| super::bad_journal(name, error))?;
        Ok(read.entries.split_off(read.entries.len().min(from as usize)))
    }

    fn text(&self, name: &JournalName) -> Result<Vec<u8>, StoreError> {
        self.look_bytes(name)
    }

    fn is_busy(&self, name: &JournalName) -> bool {
        let found = self.file(name, OpenOptions::new().read(true));
        found.is_ok_and(|(_, file)| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let found = match fs::read_dir(&self.folder) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(StoreError::io(&self.folder, error)),
        };
        let listed = |entry: fs::DirEntry| {
            let path = entry.path();
            let name: JournalName = path.file_stem()?.to_str()?.parse().ok()?;
            let modified = entry.metadata().and_then(|data| data.modified()).unwrap_or(std::time::UNIX_EPOCH);
            (path.extension()? == ENDING).then_some((name, modified))
        };
        let list = found.flatten().filter_map(listed).map(|(name, modified)| {
            let about = self.about(&name).map_err(|error| match error {
                StoreError::NotAJournal { why, .. } => why,
                StoreError::OtherRules { rules, .. } => format!("it was played with version {rules} of the rules"),
                error => error.to_string(),
            });
            Listed { name, modified, about }
        });
        let mut list: Vec<Listed> = list.collect();
        list.sort_by(Listed::last_played_first);
        Ok(list)
    }

    fn remove(&self, name: &JournalName) -> Result<(), StoreError> {
        let (path, file) = self.file(name, OpenOptions::new().read(true))?;
        lock(&file, name, &path)?;
        fs::remove_file(&path).map_err(|error| StoreError::io(&path, error))?;
        // Without its journal the review is never read, so a failure is harmless.
        let _ = fs::remove_file(self.review_path(name));
        Ok(())
    }

    fn review(&self, name: &JournalName) -> Result<Option<String>, StoreError> {
        self.file(name, OpenOptions::new().read(true))?;
        let path = self.review_path(name);
        match fs::metadata(&path) {
            Ok(data) if data.is_file() && data.len() <= MAX_REVIEW => {}
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(StoreError::io(&path, error)),
            _ => return Ok(None),
        }
        // Bytes that aren't UTF-8 aren't a review.
        fs::read(&path).map(|bytes| String::from_utf8(bytes).ok()).map_err(|error| StoreError::io(&path, error))
    }

    fn keep_review(&self, name: &JournalName, text: &str) -> Result<(), StoreError> {
        self.file(name, OpenOptions::new().read(true))?;
        let path = self.review_path(name);
        write(&path, text.as_bytes(), Existing::Replace)
    }
}

impl DumpStore for FileStore {
    fn dump(&self, name: &JournalName) -> Result<TableDump, StoreError> {
        let (path, file) = self.file(name, OpenOptions::new().read(true))?;
        if self.is_busy(name) {
            return Err(StoreError::Busy(name.clone()));
        }
        let modified =
            file.metadata().and_then(|data| data.modified()).map_err(|error| StoreError::io(&path, error))?;
        Ok(TableDump::of_text(name, Self::bytes(name, &path, &file)?, modified, self.review(name)?))
    }

    fn restore(&self, dump: &TableDump) -> Result<(), StoreError> {
        let unwritable = || StoreError::NotAJournal {
            name: dump.name.clone(),
            why: "its lines can't be written as the text of a journal".to_owned(),
        };
        let text = dump.text().ok_or_else(unwritable)?;
        fs::create_dir_all(&self.folder).map_err(|error| StoreError::io(&self.folder, error))?;
        // The journal comes last: once it exists, the table exists and is complete.
        if let Some(review) = &dump.review {
            write(&self.review_path(&dump.name), review.as_bytes(), Existing::Replace)?;
        }
        let path = self.path(&dump.name);
        write(&path, &text, Existing::Keep)?;
        let dated = File::options().write(true).open(&path).and_then(|file| file.set_modified(dump.modified));
        dated.map_err(|error| StoreError::io(&path, error))
    }
}

fn lock(file: &File, name: &JournalName, path: &Path) -> Result<(), StoreError> {
    match file.try_lock() {
        // Another program may have removed the file between opening and locking.
        Ok(()) if !is_still_there(file, path) => Err(StoreError::Unknown(name.clone())),
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy(name.clone())),
        Err(TryLockError::Error(error)) => Err(StoreError::io(path, error)),
    }
}

fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |data: &fs::Metadata| (data.dev(), data.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(open), Ok(named)) if id(&open) == id(&named))
}

fn write(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), StoreError> {
    write_file(path, bytes, existing).map_err(|error| StoreError::io(path, io::Error::other(error.to_string())))
}

fn cut(path: &Path, length: u64) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(path)?;
    file.set_len(length)?;
    file.sync_data()
}

/// A new or renamed file is safe only once its folder is synced.
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
