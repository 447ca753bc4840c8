//! How a table is written in the rows of a database, whichever that is.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parlor_rules::{Pair, Seat};
use parlor_table::{
    Entry, JournalLines, JournalWriter, Setup, Summary, Table, read_entry, read_header, write_entry, write_journal,
};

use super::{About, JournalName, Listed, People, ReadBack, StoreError, Whole};
use crate::registry::{Holder, NewTable, Purpose, Token};

/// What is written for a new table.
pub(super) struct NewRows {
    pub(super) header: String,
    pub(super) lines: Vec<String>,
    pub(super) summary: String,
    pub(super) links: Vec<(Purpose, Token)>,
    pub(super) seats: Pair<Vec<Holder>>,
    pub(super) maker: Option<Holder>,
    pub(super) note: String,
}

impl NewRows {
    /// A journal at which nothing has happened, and of which nothing else is known.
    pub(super) fn journal(setup: &Setup) -> Result<NewRows, StoreError> {
        let (table, _) = Table::new(setup.clone()).map_err(|error| super::bad_setup(setup, &error))?;
        let (_, header) = JournalWriter::begin(setup);
        Ok(NewRows {
            header,
            lines: Vec::new(),
            summary: table.summary().to_string(),
            links: Vec::new(),
            seats: Pair::default(),
            maker: None,
            note: String::new(),
        })
    }

    /// A table with everything that it begins with.
    pub(super) fn table(
        setup: &Setup,
        entries: &[Entry],
        summary: Summary,
        new: &NewTable,
    ) -> Result<NewRows, StoreError> {
        let (_, header) = JournalWriter::begin(setup);
        Ok(NewRows {
            header,
            lines: entries.iter().map(write_entry).collect(),
            summary: summary.to_string(),
            links: new.links.clone(),
            seats: new.seats()?,
            maker: Some(new.maker),
            note: new.note.clone(),
        })
    }

    /// What is written of a table that comes from another store.
    pub(super) fn whole(whole: &Whole) -> NewRows {
        let JournalLines { header, lines, summary } = whole.journal.clone();
        let People { links, seats, maker, note, archived: _ } = whole.people.clone().unwrap_or_default();
        NewRows { header, lines, summary, links, seats, maker, note }
    }
}

/// A journal as it is kept.
pub(super) struct JournalRows {
    pub(super) header: String,
    pub(super) lines: Vec<String>,
}

/// The table that a journal leads to.
pub(super) fn read_back(name: &JournalName, rows: &JournalRows) -> Result<ReadBack, StoreError> {
    let setup = read_header(rows.header.as_bytes()).map_err(|error| super::bad_journal(name, error))?;
    let table = Table::replay(setup, entries(name, &rows.lines)?, |_, _, _| ());
    let table = table.map_err(|error| StoreError::NotAJournal { name: name.clone(), why: error.to_string() })?;
    Ok(ReadBack { table, notices: Vec::new() })
}

pub(super) fn entries(name: &JournalName, lines: &[String]) -> Result<Vec<Entry>, StoreError> {
    let entries: Result<Vec<Entry>, _> = lines.iter().map(|line| read_entry(line)).collect();
    entries.map_err(|error| StoreError::NotAJournal { name: name.clone(), why: error.to_string() })
}

/// The journal as text.
pub(super) fn text(name: &JournalName, rows: &JournalRows) -> Result<Vec<u8>, StoreError> {
    let setup = read_header(rows.header.as_bytes()).map_err(|error| super::bad_journal(name, error))?;
    Ok(write_journal(&setup, &entries(name, &rows.lines)?).into_bytes())
}

/// What a list says; the time is in microseconds since 1970. `None` if that is not the name of a journal.
pub(super) fn listed(name: &str, header: &str, summary: &str, modified: i64) -> Option<Listed> {
    let about = match (read_header(header.as_bytes()), summary.parse::<Summary>()) {
        (Ok(setup), Ok(summary)) => Ok(About { setup, summary }),
        (Err(error), _) => Err(error.to_string()),
        (_, Err(error)) => Err(error.to_string()),
    };
    let modified = UNIX_EPOCH + Duration::from_micros(modified.max(0).unsigned_abs());
    name.parse().ok().map(|name| Listed { name, modified, about })
}

/// How purposes are written.
pub(super) fn purpose_text(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Watch => "watch",
        Purpose::Invite(Seat::Human) => "invite human",
        Purpose::Invite(Seat::Computer) => "invite computer",
        Purpose::Seat(Seat::Human) => "seat human",
        Purpose::Seat(Seat::Computer) => "seat computer",
    }
}

pub(super) fn read_purpose(text: &str) -> Option<Purpose> {
    Purpose::ALL.into_iter().find(|&purpose| purpose_text(purpose) == text)
}

/// Links as they are listed.
pub(super) fn in_order(mut links: Vec<(Purpose, Token)>) -> Vec<(Purpose, Token)> {
    links.sort_by_key(|&(purpose, _)| Purpose::ALL.iter().position(|&other| other == purpose));
    links
}

/// How seats are written.
pub(super) fn seat_text(seat: Seat) -> &'static str {
    match seat {
        Seat::Human => "Human",
        Seat::Computer => "Computer",
    }
}

pub(super) fn read_seat(text: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|&seat| seat_text(seat) == text)
}

/// Microseconds since 1970.
pub(super) fn micros(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

/// That long before a time, in microseconds since 1970.
pub(super) fn micros_before(time: SystemTime, duration: Duration) -> i64 {
    let duration = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
    micros(time).saturating_sub(duration)
}

/// Numbers in a database have a sign, and no journal has that many entries.
pub(super) fn signed(revision: u64) -> i64 {
    i64::try_from(revision).unwrap_or(i64::MAX)
}
