use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use etcetera::BaseStrategy;
use parlor_table::{BadJournal, Entry, Progress, Setup, Summary, Table};

use crate::JournalName;

/// A place that keeps journals.
///
/// Every call blocks until it is done; servers call it from threads of their own.
pub trait Store: Send + Sync {
    /// Begins a journal, which is then open.
    fn create(&self, setup: &Setup) -> Result<JournalName, StoreError>;

    /// Opens a journal to be played on, mending or cutting off what is damaged. Nothing is lost by that: the
    /// original is kept, and the notices say what happened. A store that only one program can write to locks it; in
    /// others the revision alone decides who wins.
    fn open(&self, name: &JournalName) -> Result<ReadBack, StoreError> {
        self.look(name)
    }

    /// Closes an open journal, so that another program can open it.
    fn close(&self, _: &JournalName) {}

    /// Adds entries to an open journal that is at this revision: all of them, or none.
    fn append(&self, name: &JournalName, append: Append<'_>) -> Result<(), StoreError>;

    /// Reads a journal without opening, locking or changing it.
    fn look(&self, name: &JournalName) -> Result<ReadBack, StoreError>;

    /// The entries after a revision, those that were taken back included.
    fn read(&self, name: &JournalName, from: u64) -> Result<Vec<Entry>, StoreError>;

    /// The journal as text, with everything that was ever appended to it.
    fn text(&self, name: &JournalName) -> Result<Vec<u8>, StoreError>;

    /// Whether another program plays it, so that it can't be opened now.
    fn is_busy(&self, _: &JournalName) -> bool {
        false
    }

    /// Every journal, the last played first. It goes by summaries and replays nothing but journals that have none.
    fn list(&self) -> Result<Vec<Listed>, StoreError>;

    /// Removes a journal that isn't open in another program.
    fn remove(&self, name: &JournalName) -> Result<(), StoreError>;

    /// The review that was kept of a journal, if there is one: a text that says itself what it is about.
    fn review(&self, name: &JournalName) -> Result<Option<String>, StoreError>;

    /// Keeps a review in place of an earlier one. It goes with its journal when that is removed.
    fn keep_review(&self, name: &JournalName, text: &str) -> Result<(), StoreError>;
}

/// Where this program keeps its data: `parlor` in the folder of the platform.
pub fn data_folder() -> Result<PathBuf, StoreError> {
    let places = etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?;
    Ok(places.data_dir().join("parlor"))
}

/// Where a server keeps its tables unless it is told otherwise.
pub fn default_tables_path() -> Result<PathBuf, StoreError> {
    Ok(data_folder()?.join("tables.sqlite"))
}

/// The journal that was last played and can be played on: one that isn't open elsewhere.
pub fn newest_unfinished(store: &dyn Store) -> Result<Option<Listed>, StoreError> {
    let unfinished = |listed: &Listed| {
        let about = listed.about.as_ref();
        about.is_ok_and(|about| about.summary.progress != Progress::Finished) && !store.is_busy(&listed.name)
    };
    Ok(store.list()?.into_iter().find(unfinished))
}

/// Entries to be added to a journal.
#[derive(Clone, Copy, Debug)]
pub struct Append<'a> {
    /// The revision that the journal must be at.
    pub revision: u64,
    /// What happened.
    pub entries: &'a [Entry],
    /// The tournament after them.
    pub summary: Summary,
    /// Whether they must survive a power failure, where the store has a cheaper way that doesn't.
    pub lasting: bool,
}

/// A journal that was read.
#[derive(Clone, Debug)]
pub struct ReadBack {
    /// Its table, rebuilt.
    pub table: Table,
    /// What was damaged and what was done about it, in sentences.
    pub notices: Vec<String>,
}

/// A journal in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its name.
    pub name: JournalName,
    /// When it was last written.
    pub modified: SystemTime,
    /// What it is about; a sentence if it can't be read.
    pub about: Result<JournalInfo, String>,
}

impl Listed {
    pub(crate) fn last_played_first(&self, other: &Listed) -> std::cmp::Ordering {
        let key = |listed: &Listed| (listed.modified, listed.name.clone());
        key(other).cmp(&key(self))
    }
}

impl JournalInfo {
    /// Who plays, in a few words.
    pub fn players(&self) -> String {
        format!("{} against {}", self.setup.players.human, self.setup.players.computer)
    }
}

/// What a list says about a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalInfo {
    /// What it was set up with.
    pub setup: Setup,
    /// How it stands.
    pub summary: Summary,
}

/// What went wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no folder to keep journals in.
    #[error("there is no folder for journals: the home folder isn't known")]
    NoHome,
    /// Reading or writing failed.
    #[error("{path}: {error}")]
    Io {
        /// Which file or folder, or the address of a database without its password.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// Another program plays it.
    #[error("{0} is open in another program")]
    Busy(JournalName),
    /// There is no such journal.
    #[error("there is no game called {0:.60}; parlor journals lists those that are kept")]
    Unknown(JournalName),
    /// It isn't a journal.
    #[error("{name} is not a journal that this program understands: {why}")]
    NotAJournal {
        /// Which.
        name: JournalName,
        /// Why not.
        why: String,
    },
    /// It was played by other rules, so it can be read but not replayed.
    #[error("{name} was played by rules {rules}, which this program doesn't know: it can be read, but not played on")]
    OtherRules {
        /// Which.
        name: JournalName,
        /// By which rules.
        rules: u32,
        /// Its lines as they were told.
        lines: Vec<String>,
    },
    /// The journal has moved on since.
    #[error("{name} has moved on to revision {now}; this was for revision {given}")]
    Stale {
        /// Which.
        name: JournalName,
        /// The revision that was expected.
        given: u64,
        /// The journal's revision.
        now: u64,
    },
    /// It must be opened before it is written to.
    #[error("{0} isn't open")]
    NotOpen(JournalName),
    /// Another program has the whole store.
    #[error("{0} is open in another program")]
    StoreBusy(String),
    /// There is no store.
    #[error("{0} is neither a file nor a folder")]
    NoStore(String),
    /// There is no store, and the path doesn't say which kind to make.
    #[error("there is no {0}; {0}.sqlite would become a file of tables, and {0}/ a folder of journals")]
    NoEnding(String),
    /// It is a table of a server that is running.
    #[error("{0} is a table of the server, which is running: play it on its page, or stop the server first")]
    AtServer(JournalName),
    /// The store was written by a newer program.
    #[error("{path} was written by a newer version of this program (schema {found}; this one knows {known})")]
    NewerSchema {
        /// Which store.
        path: String,
        /// Its schema.
        found: i64,
        /// The newest one that this program knows.
        known: i64,
    },
    /// The seat belongs to another holder.
    #[error("the seat is taken")]
    SeatTaken,
    /// As many hold the seat as can.
    #[error("the seat is held on {} devices already", crate::registry::MAX_HOLDERS)]
    SeatFull,
    /// A new table has links that it can't have.
    #[error("the links of a table must be new, and at most one for each purpose")]
    BadLinks,
    /// A browser's list of exercises is too long to be kept.
    #[error("a list of exercises has at most {} KiB", crate::registry::MAX_SEEN >> 10)]
    SeenTooLong,
}

impl StoreError {
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
