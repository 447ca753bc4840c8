//! Everything that a store holds about a table, for copying and checking.

use std::time::SystemTime;

use parlor_rules::Pair;
use parlor_table::{
    Entry, JournalLines, JournalWriter, join_journal, read_entry, read_header, read_journal, read_summary,
    split_journal, write_entry, write_journal,
};

use super::{JournalName, Store, StoreError};
use crate::registry::{BrowserId, LinkKind, Registry, Token};

/// The stored data of a table.
#[derive(Clone, Debug)]
pub struct TableDump {
    pub name: JournalName,
    /// The time at which it was last played.
    pub modified: SystemTime,
    /// The journal, line by line.
    pub journal: JournalLines,
    /// The imported text, if the parsed lines don't reproduce it: it is damaged or formatted in another
    /// way.
    pub original: Option<Vec<u8>>,
    /// The revision recorded by the store.
    pub revision: u64,
    /// The number of its last entry.
    pub last: u64,
    pub review: Option<String>,
    /// Missing in stores without seats and links.
    pub people: Option<People>,
}

/// Seats, links and note of a server's table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct People {
    pub links: Vec<(LinkKind, Token)>,
    pub seats: Pair<Vec<BrowserId>>,
    /// The browser that created the table.
    pub maker: Option<BrowserId>,
    pub note: String,
    pub archived: bool,
    /// The number of entries that the table was created with, from an uploaded journal.
    pub begun: u64,
}

/// Called with the number of tables done and the total, and with each table or the reason why it can't be read.
pub type DumpVisitor<'a> =
    dyn FnMut((usize, usize), &JournalName, Result<TableDump, StoreError>) -> Result<(), StoreError> + 'a;

/// The data of a server's store other than its tables.
#[derive(Clone, Default)]
pub struct DumpRest {
    pub secrets: Vec<(String, Vec<u8>)>,
    pub seen: Vec<(BrowserId, String)>,
}

/// A store whose tables can be dumped and restored.
pub trait DumpStore: Store {
    /// Reads all data of a table.
    fn dump(&self, name: &JournalName) -> Result<TableDump, StoreError>;

    /// Atomically writes a table under its name, which must be free.
    fn restore(&self, dump: &TableDump) -> Result<(), StoreError>;

    fn all_seen(&self) -> Result<Vec<(BrowserId, String)>, StoreError> {
        Ok(Vec::new())
    }

    /// The names of all tables, and the faults of the store itself. For a damaged store, as many names as can be found.
    fn find_names(&self) -> Result<(Vec<JournalName>, Vec<String>), StoreError> {
        Ok((self.list()?.into_iter().map(|listed| listed.name).collect(), Vec::new()))
    }

    /// Dumps a consistent snapshot of everything, even while servers write.
    fn dump_all(&self, visit: &mut DumpVisitor<'_>) -> Result<DumpRest, StoreError> {
        let (names, _) = self.find_names()?;
        for (done, name) in names.iter().enumerate() {
            visit((done, names.len()), name, self.dump(name))?;
        }
        Ok(DumpRest { secrets: self.secrets()?, seen: self.all_seen()? })
    }

    /// The random keys of a server's store, with their names.
    fn secrets(&self) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        Ok(Vec::new())
    }

    /// Replaces the keys with these names.
    fn restore_secrets(&self, _: Vec<(String, Vec<u8>)>) -> Result<(), StoreError> {
        Ok(())
    }

    /// The store as a registry, if it is one.
    fn registry(&self) -> Option<&dyn Registry> {
        None
    }
}

impl TableDump {
    /// A table from the text of a journal file.
    pub(super) fn of_text(
        name: &JournalName,
        bytes: Vec<u8>,
        modified: SystemTime,
        review: Option<String>,
    ) -> TableDump {
        let journal = lines_of(&bytes);
        let reproduced = text_of(&journal).is_some_and(|text| text.as_bytes() == bytes);
        let original = (!reproduced).then_some(bytes);
        TableDump {
            original,
            review,
            people: None,
            ..TableDump::new(name.clone(), modified, journal, People::default())
        }
    }

    /// A table without a review.
    pub(super) fn new(name: JournalName, modified: SystemTime, journal: JournalLines, people: People) -> TableDump {
        let last = journal.lines.len() as u64;
        TableDump { name, modified, journal, original: None, revision: last, last, review: None, people: Some(people) }
    }

    /// The journal as text. `None` if its lines can't be written as text.
    pub fn text(&self) -> Option<Vec<u8>> {
        // Outdated once the table has new entries.
        let original = self.original.as_ref().filter(|bytes| {
            let JournalLines { header, lines, .. } = lines_of(bytes);
            (&header, &lines) == (&self.journal.header, &self.journal.lines)
        });
        original.cloned().or_else(|| text_of(&self.journal).map(String::into_bytes))
    }

    /// Compares the data that both stores can hold.
    pub fn is_same(&self, other: &TableDump) -> bool {
        let (text, other_text) = (self.text(), other.text());
        let same_journal = if text.is_some() { text == other_text } else { self.journal == other.journal };
        let people = |dump: &TableDump| dump.people.clone().unwrap_or_default();
        let same_people = self.people.is_none() || other.people.is_none() || people(self) == people(other);
        self.name == other.name && same_journal && self.review == other.review && same_people
    }
}

/// A journal as the lines that a database stores.
fn lines_of(bytes: &[u8]) -> JournalLines {
    match read_journal(bytes) {
        Ok(read) => {
            let lines = read.entries.iter().map(write_entry).collect();
            let (_, header) = JournalWriter::begin(read.table.setup());
            // The summary of a damaged journal may cover lines that are cut off.
            let written = if read.damage.is_none() { read_summary(bytes) } else { None };
            let summary = written.unwrap_or_else(|| read.table.summary()).to_string();
            JournalLines { header, lines, summary }
        }
        Err(_) => split_journal(bytes).unwrap_or_else(|| {
            let header = String::from_utf8_lossy(bytes).replace('\0', "\u{fffd}");
            JournalLines { header, lines: Vec::new(), summary: String::new() }
        }),
    }
}

/// The text of a journal: as this program writes it, or line by line if the program can't parse it.
fn text_of(journal: &JournalLines) -> Option<String> {
    let setup = read_header(journal.header.as_bytes());
    let entries: Result<Vec<Entry>, _> = journal.lines.iter().map(|line| read_entry(line)).collect();
    match (setup, entries) {
        (Ok(setup), Ok(entries)) => Some(write_journal(&setup, &entries)),
        _ => join_journal(journal),
    }
}
