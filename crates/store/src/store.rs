use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use etcetera::BaseStrategy;
use parlor_table::{Answer, BadJournal, Entry, Progress, Setup, Summary, Table};

use crate::JournalName;

/// A store of journals.
///
/// Calls block; servers make them on blocking threads.
pub trait Store: Send + Sync {
    /// Creates a journal and opens it.
    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError>;

    /// Creates a journal with entries that fit its setup, all of them or none. The journal isn't opened.
    fn import(&self, setup: &Setup, entries: &[Entry], summary: Summary) -> Result<JournalName, StoreError>;

    /// Opens a journal for writing, and repairs or cuts off damaged lines. Nothing is lost: the
    /// original is kept, and the notices describe the damage. A store with a single writer locks the journal; in
    /// others, the revision decides which writer wins.
    fn open(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        self.look(name)
    }

    /// Closes an open journal, so that another program can open it.
    fn close(&self, _: &JournalName) {}

    /// Atomically adds entries to an open journal that is at `append.revision`.
    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError>;

    /// Reads a journal without opening, locking or changing it.
    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError>;

    /// The entries after a revision, including undone ones.
    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError>;

    /// The complete journal as text.
    fn text(&self, name: &JournalName) -> Result<Vec<u8>, StoreError>;

    /// True if another program has it open.
    fn is_busy(&self, _: &JournalName) -> bool {
        false
    }

    /// Every journal, most recently played first. Reads the summaries; only journals without a summary are replayed.
    fn list(&self) -> Result<Vec<Listed>, StoreError>;

    /// Removes a journal; fails if another program has it open.
    fn remove(&self, name: &JournalName) -> Result<(), StoreError>;

    /// The stored review of a journal; its text names the revision it belongs to.
    fn review(&self, name: &JournalName) -> Result<Option<String>, StoreError>;

    /// Stores a review, replacing an earlier one. It is removed with its journal.
    fn keep_review(&self, name: &JournalName, text: &str) -> Result<(), StoreError>;
}

/// `parlor` in the platform's data folder.
pub fn data_folder() -> Result<PathBuf, StoreError> {
    let places = etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?;
    Ok(places.data_dir().join("parlor"))
}

/// The default store of a server.
pub fn default_tables_path() -> Result<PathBuf, StoreError> {
    Ok(data_folder()?.join("tables.sqlite"))
}

/// The most recent unfinished journal that no other program has open.
pub fn newest_unfinished(store: &dyn Store) -> Result<Option<Listed>, StoreError> {
    let unfinished = |listed: &Listed| {
        let about = listed.about.as_ref();
        about.is_ok_and(|about| about.summary.progress != Progress::Finished) && !store.is_busy(&listed.name)
    };
    Ok(store.list()?.into_iter().find(unfinished))
}

/// The most recent unfinished journal in which a choice was made, and which no other program has open.
pub fn newest_begun(store: &dyn Store) -> Result<Option<Listed>, StoreError> {
    let chooses = |entry: &Entry| matches!(entry, Entry::Decision { answer: Answer::Choice(_), .. });
    let begun = |listed: &Listed| {
        let unfinished = listed.about.as_ref().is_ok_and(|about| about.summary.progress != Progress::Finished);
        let chosen =
            || store.look(&listed.name).is_ok_and(|read| read.table.records().any(|made| chooses(&made.entry)));
        unfinished && !store.is_busy(&listed.name) && chosen()
    };
    Ok(store.list()?.into_iter().find(begun))
}

/// Entries to be added to a journal.
#[derive(Clone, Copy, Debug)]
pub struct Append<'a> {
    /// The expected revision of the journal.
    pub revision: u64,
    pub entries: &'a [Entry],
    pub summary: Summary,
    /// True if they must survive a power failure; otherwise the store may skip the sync.
    pub lasting: bool,
}

/// A journal that was read.
#[derive(Clone, Debug)]
pub struct ReadBack {
    pub table: Table,
    /// Sentences about damage and its repair.
    pub notices: Vec<String>,
}

/// A journal in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    pub name: JournalName,
    /// The time at which it was last written.
    pub modified: SystemTime,
    /// A sentence if the journal can't be read.
    pub about: Result<JournalInfo, String>,
}

impl Listed {
    pub(crate) fn last_played_first(&self, other: &Listed) -> std::cmp::Ordering {
        let key = |listed: &Listed| (listed.modified, listed.name.clone());
        key(other).cmp(&key(self))
    }
}

impl JournalInfo {
    /// The players' names or levels.
    pub fn players(&self) -> String {
        format!("{} against {}", self.setup.players.human, self.setup.players.computer)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalInfo {
    pub setup: Setup,
    pub summary: Summary,
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("no folder for journals: the home folder is unknown")]
    NoHome,
    #[error("{path}: {error}")]
    Io {
        /// A file, a folder, or the address of a database without its password.
        path: String,
        error: io::Error,
    },
    #[error("{0} is open in another program")]
    Busy(JournalName),
    #[error("there is no game called {0:.60}; parlor journals lists your games")]
    Unknown(JournalName),
    #[error("{name} is not a journal that this program understands: {why}")]
    NotAJournal { name: JournalName, why: String },
    /// Played by another version of the rules: readable, but not replayable.
    #[error(
        "{name} was played with version {rules} of the rules, which this program doesn't know: it can be read, but not continued"
    )]
    OtherRules {
        name: JournalName,
        rules: u32,
        /// The text of its events.
        lines: Vec<String>,
    },
    /// The journal is at another revision.
    #[error("{name} has moved on to revision {now}; this was for revision {given}")]
    Stale { name: JournalName, given: u64, now: u64 },
    #[error("{0} isn't open")]
    NotOpen(JournalName),
    /// The file itself is damaged.
    #[error(
        "{path} is damaged: {why}. Restore a backup with parlor store restore; parlor store check says which tables can still be read"
    )]
    Damaged { path: String, why: String },
    /// Another program has locked the whole store.
    #[error("{0} is open in another program")]
    StoreBusy(String),
    #[error("{0} is neither a file nor a folder")]
    NoStore(String),
    /// The path doesn't exist, and doesn't show which kind of store to create.
    #[error("there is no {0}; use {0}.sqlite for a new file of tables, or {0}/ for a new folder of journals")]
    NoEnding(String),
    #[error("{0} belongs to a server that is running: play at the table's own page, or stop the server first")]
    AtServer(JournalName),
    #[error("{path} was written by another version of this program (schema {found}; this one supports {known})")]
    NewerSchema { path: String, found: i64, known: i64 },
    #[error("the seat is taken")]
    SeatTaken,
    #[error("the seat is already held on {} devices", crate::registry::MAX_HOLDERS)]
    SeatFull,
    #[error("the links of a table must be new, with at most one for each purpose")]
    BadLinks,
    #[error("a list of exercises can be at most {} KiB long", crate::registry::MAX_SEEN >> 10)]
    SeenTooLong,
}

impl StoreError {
    /// True if the store can't be reached now and may be there later.
    pub fn is_temporary(&self) -> bool {
        let away = [io::ErrorKind::NotConnected, io::ErrorKind::TimedOut];
        matches!(self, StoreError::Io { error, .. } if away.contains(&error.kind()))
    }

    pub(crate) fn io(path: &std::path::Path, error: io::Error) -> StoreError {
        StoreError::Io { path: path.display().to_string(), error }
    }
}

pub(crate) fn bad_journal(name: &JournalName, error: BadJournal) -> StoreError {
    let name = name.clone();
    match error {
        BadJournal::OtherRules { rules, lines } => StoreError::OtherRules { name, rules, lines },
        error => StoreError::NotAJournal { name, why: error.to_string() },
    }
}
