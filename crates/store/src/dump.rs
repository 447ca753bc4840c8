//! A table as a whole: everything that any store keeps of it, to be copied and checked.

use std::time::SystemTime;

use parlor_rules::Pair;
use parlor_table::{
    Entry, JournalLines, JournalWriter, join_journal, read_entry, read_header, read_journal, read_summary,
    split_journal, write_entry, write_journal,
};

use super::{JournalName, Store, StoreError};
use crate::registry::{Holder, LinkKind, Registry, Token};

/// Everything that is kept of a table.
#[derive(Clone, Debug)]
pub struct TableDump {
    /// Its journal's name.
    pub name: JournalName,
    /// When it was last played.
    pub modified: SystemTime,
    /// The journal, line by line.
    pub journal: JournalLines,
    /// The journal as it came from elsewhere, where its lines don't say everything: it is damaged, or written in another
    /// way.
    pub original: Option<Vec<u8>>,
    /// The revision that the store says it is at.
    pub revision: u64,
    /// The number of its last entry.
    pub last: u64,
    /// Its review.
    pub review: Option<String>,
    /// What else a server keeps; nothing in stores that have no place for it.
    pub people: Option<People>,
}

/// What a server keeps of a table besides its journal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct People {
    /// The links to it.
    pub links: Vec<(LinkKind, Token)>,
    /// Who holds the seats.
    pub seats: Pair<Vec<Holder>>,
    /// The browser that made it.
    pub maker: Option<Holder>,
    /// The note about it.
    pub note: String,
    /// Whether it is archived.
    pub archived: bool,
}

/// A store whose tables can be read and written as a whole.
pub trait DumpStore: Store {
    /// Reads everything of a table.
    fn dump(&self, name: &JournalName) -> Result<TableDump, StoreError>;

    /// Writes everything of a table, under its name, at once or not at all. There must be no table of that name.
    fn restore(&self, dump: &TableDump) -> Result<(), StoreError>;

    /// What browsers have seen.
    fn all_seen(&self) -> Result<Vec<(Holder, String)>, StoreError> {
        Ok(Vec::new())
    }

    /// The store as a place for people, if it is one.
    fn registry(&self) -> Option<&dyn Registry> {
        None
    }
}

impl TableDump {
    /// A journal that was a file.
    pub(super) fn of_text(
        name: &JournalName,
        bytes: Vec<u8>,
        modified: SystemTime,
        review: Option<String>,
    ) -> TableDump {
        let journal = lines_of(&bytes);
        let said = text_of(&journal).is_some_and(|text| text.as_bytes() == bytes);
        let original = (!said).then_some(bytes);
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

    /// The journal as text. `None` if its lines can't be written as one.
    pub fn text(&self) -> Option<Vec<u8>> {
        // Once the table has gone on, what it was before is of no use.
        let original = self.original.as_ref().filter(|bytes| {
            let JournalLines { header, lines, .. } = lines_of(bytes);
            (&header, &lines) == (&self.journal.header, &self.journal.lines)
        });
        original.cloned().or_else(|| text_of(&self.journal).map(String::into_bytes))
    }

    /// Whether another store's table is the same, as far as both have places for it.
    pub fn is_same(&self, other: &TableDump) -> bool {
        let (text, other_text) = (self.text(), other.text());
        let same_journal = if text.is_some() { text == other_text } else { self.journal == other.journal };
        let people = |dump: &TableDump| dump.people.clone().unwrap_or_default();
        let same_people = self.people.is_none() || other.people.is_none() || people(self) == people(other);
        self.name == other.name && same_journal && self.review == other.review && same_people
    }
}

/// The lines that a database keeps of a journal.
fn lines_of(bytes: &[u8]) -> JournalLines {
    match read_journal(bytes) {
        Ok(read) => {
            let lines = read.entries.iter().map(write_entry).collect();
            let (_, header) = JournalWriter::begin(read.table.setup());
            // What is damaged may have a summary of what is left out.
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

/// The text of a journal: as this program writes it, or line by line if it doesn't understand it.
fn text_of(journal: &JournalLines) -> Option<String> {
    let setup = read_header(journal.header.as_bytes());
    let entries: Result<Vec<Entry>, _> = journal.lines.iter().map(|line| read_entry(line)).collect();
    match (setup, entries) {
        (Ok(setup), Ok(entries)) => Some(write_journal(&setup, &entries)),
        _ => join_journal(journal),
    }
}
