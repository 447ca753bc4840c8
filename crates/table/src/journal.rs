//! The journal as text: a header, then one entry a line, each line with a checksum. `docs/journal.md` shows one.

mod checksum;
mod lines;

use std::cell::Cell;

use parlor_rules::Game;
use parlor_saves::ReadError as BadSave;

use crate::{BadReplay, BadSummary, Commitment, Entry, Event, Setup, Summary, Table};
use checksum::Chain;
use lines::{BadSeed, END_OF_HEADER, HeaderReader, header_lines};

pub use lines::{BadEntry, read_entry, write_entry};

/// The first line of a journal whose lines have checksums.
const FORMAT: &str = "parlor journal 2";

/// The first line of a journal from before there were checksums.
const UNCHECKED_FORMAT: &str = "parlor journal 1";

/// The rules of journals that don't say by which they were played.
const FIRST_RULES: u32 = 1;

/// The last line of early journals whose table was closed.
const CLOSED: &str = "closed";

/// A summary stands among the entries wherever it has changed.
const SUMMARY: &str = "summary ";

/// Writes a journal, line by line.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalWriter {
    /// Nothing in a journal without checksums.
    chain: Option<Chain>,
    /// The summary that was last written.
    summary: Option<Summary>,
}

impl JournalWriter {
    /// Begins a journal; the text is its header.
    pub fn begin(setup: &Setup) -> (JournalWriter, String) {
        let mut writer = JournalWriter { chain: Some(Chain::default()), summary: None };
        let first = [FORMAT.to_owned(), format!("rules {}", setup.game.rules())];
        let text = first.into_iter().chain(header_lines(setup)).map(|line| writer.line(&line)).collect();
        (writer, text)
    }

    /// The lines for some entries that led to this summary.
    pub fn entries(&mut self, entries: &[Entry], summary: &Summary) -> String {
        let mut text: String = entries.iter().map(|entry| self.line(&write_entry(entry))).collect();
        if self.summary != Some(*summary) {
            text.push_str(&self.line(&format!("{SUMMARY}{summary}")));
            self.summary = Some(*summary);
        }
        text
    }

    fn line(&mut self, text: &str) -> String {
        match &mut self.chain {
            Some(chain) => chain.write(text),
            None => format!("{text}\n"),
        }
    }
}

/// A journal as text, with everything that was ever appended to it. Entries that don't fit are written as well: a
/// reader finds out.
pub fn write_journal(setup: &Setup, entries: &[Entry]) -> String {
    let (mut writer, mut text) = JournalWriter::begin(setup);
    let write = |table: &Table, entry: Option<&Entry>, _: &[Event]| {
        if let Some(entry) = entry {
            text.push_str(&writer.entries(std::slice::from_ref(entry), &table.summary()));
        }
    };
    let written = match Table::replay(setup.clone(), entries, write) {
        Ok(_) => entries.len(),
        Err(BadReplay::Entry { index, .. }) => index,
        Err(BadReplay::Save(_)) => 0,
    };
    text.extend(entries[written..].iter().map(|entry| writer.line(&write_entry(entry))));
    text
}

/// The same for everybody's eyes: until the seed is revealed, a commitment stands where seed and salt would be.
pub fn public_journal(setup: &Setup, entries: &[Entry]) -> String {
    if entries.contains(&Entry::Reveal) {
        return write_journal(setup, entries);
    }
    let setup = Setup { seed: setup.seed.hidden(), save_name: None, ..setup.clone() };
    let entries: Vec<Entry> = entries.iter().map(hidden).collect();
    write_journal(&setup, &entries)
}

fn hidden(entry: &Entry) -> Entry {
    match entry {
        Entry::NewSeed(seed) => Entry::NewSeed(seed.hidden()),
        entry => entry.clone(),
    }
}

/// A journal that was read, as far as it is whole.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadJournal {
    /// Its table, rebuilt.
    pub table: Table,
    /// Goes on writing it.
    pub writer: JournalWriter,
    /// What was damaged, in sentences; empty if it is whole.
    pub notices: Vec<String>,
    /// What the file must become before it is written to again.
    pub repair: Option<Repair>,
}

/// How a damaged journal becomes whole again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// How many bytes at its start stay as they are.
    pub keep: usize,
    /// What follows them instead of the rest.
    pub then: String,
}

/// Why a journal can't be replayed at all.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BadJournal {
    /// The file isn't a journal of ours, or one of a format that we don't know.
    #[error("its first line must be \u{201c}{FORMAT}\u{201d} or \u{201c}{UNCHECKED_FORMAT}\u{201d}")]
    Format,
    /// A line of the header that can't be understood.
    #[error("line {0} can't be understood: {1}")]
    Header(usize, String),
    /// The header breaks off.
    #[error("it breaks off in its header, before the first entry")]
    Unfinished,
    /// The save that it goes on from can't be read.
    #[error("the save that it goes on from can't be read: {0}")]
    Save(#[from] BadSave),
    /// Its header has a salt without what belongs to it, or a commitment and a seed without a salt.
    #[error("its header must have a seed, or a commitment, or a seed with its salt and its commitment")]
    Seed,
    /// The header's commitment isn't to its seed and salt.
    #[error("its commitment {0} doesn't fit its seed and salt")]
    Commitment(Commitment),
    /// Rebuilding its table takes too many steps.
    #[error("it takes too many steps: it is very long, or very much of it is taken back again and again")]
    TooLong,
    /// It was played by other rules.
    #[error("it was played by rules {rules} of its game, which this program doesn't know")]
    OtherRules {
        /// Which rules.
        rules: u32,
        /// The lines as they were told, the header's included.
        lines: Vec<String>,
    },
}

/// The header alone, for lists.
pub fn read_header(bytes: &[u8]) -> Result<Setup, BadJournal> {
    let mut source = Source::new(bytes)?;
    source.header()
}

/// The last summary that the journal has, if it has one, without replaying it. Early journals have none.
pub fn read_summary(bytes: &[u8]) -> Option<Summary> {
    let start = format!("\n{SUMMARY}");
    let at = bytes.windows(start.len()).rposition(|window| window == start.as_bytes())? + start.len();
    let line = bytes[at..].split(|&byte| byte == b'\n').next()?;
    let text = std::str::from_utf8(line).ok()?;
    text.split(" #").next()?.parse().ok()
}

/// Reads a journal and rebuilds its table. From the first line that is damaged or doesn't fit everything is left out.
/// `visit` sees the table after each entry, as [`Table::replay`] does.
pub fn read_journal(
    bytes: &[u8],
    visit: impl FnMut(&Table, Option<&Entry>, &[Event]),
) -> Result<ReadJournal, BadJournal> {
    read_journal_within(bytes, u64::MAX, visit)
}

/// The same for a journal from anybody: it is refused if rebuilding its table takes too many steps. Every entry is a
/// step, and every entry that it takes back or lets count again is another one, so that a short journal can take very
/// many.
pub fn read_journal_within(
    bytes: &[u8],
    most_steps: u64,
    mut visit: impl FnMut(&Table, Option<&Entry>, &[Event]),
) -> Result<ReadJournal, BadJournal> {
    let mut source = Source::new(bytes)?;
    let setup = source.header()?;
    let too_long = Cell::new(false);
    let mut entries = Entries { source, too_long: &too_long, summary: None, read: false, damage: None };
    let (mut steps, mut counted) = (0, 0);
    let visit = |table: &Table, entry: Option<&Entry>, told: &[Event]| {
        let counts = table.counts();
        let looks_back =
            matches!(entry, Some(Entry::Undo | Entry::Offer { .. } | Entry::Accept { .. } | Entry::Correct(_)));
        // Looking for what is taken back is much less work than replaying it.
        let looking = if looks_back { counts / LOOKED_AT_IN_A_STEP } else { 0 };
        steps += 1 + (counts.abs_diff(counted) + looking) as u64;
        counted = counts;
        too_long.set(steps > most_steps);
        visit(table, entry, told);
    };
    let (table, refusal) = match Table::replay(setup, &mut entries, visit) {
        Ok(table) => (table, None),
        Err(BadReplay::Entry { refusal, table, .. }) => (*table, Some(refusal.to_string())),
        Err(BadReplay::Save(error)) => return Err(BadJournal::Save(error)),
    };
    let Entries { mut source, summary, read, damage, .. } = entries;
    if too_long.get() {
        return Err(BadJournal::TooLong);
    }
    match refusal.or(damage) {
        Some(why) => source.leave_out(&why),
        None if read => source.keep(),
        None => {}
    }
    let writer = JournalWriter { chain: source.checked.then_some(source.chain), summary };
    let repair = source.repair();
    Ok(ReadJournal { table, writer, notices: source.notices, repair })
}

/// A journal line by line, whatever the lines say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalLines {
    /// The header, as text with its checksums.
    pub header: String,
    /// A line for each entry, without checksums.
    pub lines: Vec<String>,
    /// The last summary; empty if there is none.
    pub summary: String,
}

/// The lines of a journal that need not be understood, as far as they are whole. `None` if its header isn't.
pub fn split_journal(bytes: &[u8]) -> Option<JournalLines> {
    let mut source = Source::new(bytes).ok()?;
    loop {
        let line = source.next_line()?.ok()?;
        source.keep();
        if line == END_OF_HEADER {
            break;
        }
    }
    let header = std::str::from_utf8(&bytes[..source.at]).ok()?.to_owned();
    let (mut lines, mut summary) = (Vec::new(), String::new());
    while let Some(Ok(line)) = source.next_line() {
        source.keep();
        match line.strip_prefix(SUMMARY) {
            Some(text) => text.clone_into(&mut summary),
            None if line == CLOSED => {}
            None => lines.push(line),
        }
    }
    Some(JournalLines { header, lines, summary })
}

/// The other way round: a journal as text, with its last summary at its end. `None` if it can't be read again.
pub fn join_journal(journal: &JournalLines) -> Option<String> {
    let mut source = Source::new(journal.header.as_bytes()).ok()?;
    while let Some(line) = source.next_line() {
        line.ok()?;
        source.keep();
    }
    let mut writer = JournalWriter { chain: source.checked.then_some(source.chain), summary: None };
    let mut text = journal.header.clone();
    text.extend(journal.lines.iter().map(|line| writer.line(line)));
    if !journal.summary.is_empty() {
        text.push_str(&writer.line(&format!("{SUMMARY}{}", journal.summary)));
    }
    (split_journal(text.as_bytes()).as_ref() == Some(journal)).then_some(text)
}

/// The line of each entry, counted from 1, as far as the journal is whole.
pub fn entry_lines(bytes: &[u8]) -> Vec<usize> {
    let mut lines = Vec::new();
    let Ok(mut source) = Source::new(bytes) else { return lines };
    if source.header().is_err() {
        return lines;
    }
    let too_long = Cell::new(false);
    let mut entries = Entries { source, too_long: &too_long, summary: None, read: false, damage: None };
    while entries.next().is_some() {
        lines.push(entries.source.number);
    }
    lines
}

/// The entries of a journal up to the first damage.
struct Entries<'a> {
    source: Source<'a>,
    /// Set when rebuilding the table has taken too many steps.
    too_long: &'a Cell<bool>,
    /// The last summary so far.
    summary: Option<Summary>,
    /// Whether a line has been read that isn't known to be good yet. The table takes an entry before it asks for the
    /// next one, so asking says that the one before was good.
    read: bool,
    /// Why there are no more.
    damage: Option<String>,
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            if std::mem::take(&mut self.read) {
                self.source.keep();
            }
            if self.too_long.get() {
                return None;
            }
            let line = match self.source.next_line()? {
                Ok(line) => line,
                Err(why) => {
                    self.damage = Some(why);
                    return None;
                }
            };
            self.read = true;
            if line == CLOSED {
                continue;
            }
            let read = match line.strip_prefix(SUMMARY) {
                Some(text) => {
                    text.parse().map(|read| self.summary = Some(read)).map_err(|error: BadSummary| error.to_string())
                }
                None => match read_entry(&line) {
                    Ok(entry) => return Some(entry),
                    Err(error) => Err(error.to_string()),
                },
            };
            if let Err(why) = read {
                (self.damage, self.read) = (Some(why), false);
                return None;
            }
        }
    }
}

/// A journal's bytes, line by line.
struct Source<'a> {
    bytes: &'a [u8],
    /// Where the next line begins.
    at: usize,
    /// How much of the file is good: where the line begins that was read last.
    good: usize,
    /// The line that was read last, counted from 1.
    number: usize,
    /// Whether lines have checksums.
    checked: bool,
    /// The checksum up to what is good, and up to the line that was read last.
    chain: Chain,
    read_chain: Chain,
    /// From the first mended line on: where that was, and what the file holds from there on.
    mended: Option<(usize, String)>,
    last_line: Option<String>,
    notices: Vec<String>,
}

impl<'a> Source<'a> {
    /// Begins to read: the first line tells the format.
    fn new(bytes: &'a [u8]) -> Result<Source<'a>, BadJournal> {
        let mut source = Source {
            bytes,
            at: 0,
            good: 0,
            number: 0,
            checked: true,
            chain: Chain::default(),
            read_chain: Chain::default(),
            mended: None,
            last_line: None,
            notices: Vec::new(),
        };
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if first.trim_ascii_end() == UNCHECKED_FORMAT.as_bytes() {
            source.checked = false;
        }
        match source.next_line() {
            Some(Ok(line)) if line == FORMAT || line == UNCHECKED_FORMAT => source.keep(),
            _ => return Err(BadJournal::Format),
        }
        Ok(source)
    }

    fn header(&mut self) -> Result<Setup, BadJournal> {
        let mut reader = HeaderReader::new();
        let mut rules = FIRST_RULES;
        while let Some(line) = self.next_line() {
            let line = line.map_err(|why| BadJournal::Header(self.number, why))?;
            self.keep();
            if line == END_OF_HEADER {
                if reader.game().is_none() {
                    return Err(BadJournal::Header(self.number, "it doesn't say which game is played".to_owned()));
                }
                return reader.finish().map_err(|bad| match bad {
                    BadSeed::Parts => BadJournal::Seed,
                    BadSeed::Commitment(given) => BadJournal::Commitment(given),
                });
            }
            if let Some(number) = line.strip_prefix("rules ").and_then(|number| number.parse().ok()) {
                rules = number;
                continue;
            }
            let understood = reader.line(&line).is_some();
            // A game that isn't known yet may well have other rules, too.
            let known = reader.game().map(Game::rules);
            if rules != known.unwrap_or(FIRST_RULES) {
                let lines = std::iter::once(line).chain(self.remaining_lines()).collect();
                return Err(BadJournal::OtherRules { rules, lines });
            }
            if !understood {
                let start = line.chars().filter(|letter| !letter.is_control()).take(60).collect();
                return Err(BadJournal::Header(self.number, start));
            }
        }
        Err(BadJournal::Unfinished)
    }

    /// What is left, as it can be read.
    fn remaining_lines(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next_line() {
            match line {
                Ok(line) => {
                    self.keep();
                    lines.push(line);
                }
                Err(why) => {
                    lines.push(format!("(Line {} can't be read: {why}. What follows is left out.)", self.number));
                    break;
                }
            }
        }
        lines
    }

    /// The next line; `Err` if it is damaged, `None` at the end.
    fn next_line(&mut self) -> Option<Result<String, String>> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return None;
        }
        self.number += 1;
        if !self.checked {
            let end = rest.iter().position(|&byte| byte == b'\n');
            let Some(end) = end else { return Some(Err(HALF_WRITTEN.to_owned())) };
            self.at += end + 1;
            return Some(match std::str::from_utf8(&rest[..end]) {
                Ok(line) => Ok(line.strip_suffix('\r').unwrap_or(line).to_owned()),
                Err(_) => Err("it isn't text".to_owned()),
            });
        }
        self.read_chain = self.chain;
        let Some(read) = self.read_chain.read(rest) else {
            let half = !rest.contains(&b'\n');
            return Some(Err(if half { HALF_WRITTEN } else { "its checksum is wrong" }.to_owned()));
        };
        let Ok(line) = String::from_utf8(read.text) else { return Some(Err("it isn't text".to_owned())) };
        self.at += read.length;
        if read.mended {
            self.notices.push(format!("Line {} of the journal was damaged and has been put right.", self.number));
            self.mended.get_or_insert((self.good, String::new()));
        }
        self.last_line = Some(line.clone());
        Some(Ok(line))
    }

    /// The line that was read last is good.
    fn keep(&mut self) {
        if let (Some((_, text)), Some(line)) = (&mut self.mended, &self.last_line) {
            let mut chain = self.chain;
            text.push_str(&chain.write(line));
        }
        self.chain = self.read_chain;
        self.good = self.at;
    }

    /// The line that was read last isn't good, and nothing after it counts.
    fn leave_out(&mut self, why: &str) {
        let lines = self.bytes[self.good..].split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count();
        let left_out = match lines.saturating_sub(1) {
            0 => "It is".to_owned(),
            1 => "It and the line after it are".to_owned(),
            more => format!("It and the {more} lines after it are"),
        };
        let number = self.number;
        self.notices.push(if why == HALF_WRITTEN {
            "The last line of the journal was only half written and is left out.".to_owned()
        } else {
            format!(
                "Line {number} of the journal doesn't fit ({why}). {left_out} left out. The game goes on from just before it."
            )
        });
    }

    fn repair(&mut self) -> Option<Repair> {
        match self.mended.take() {
            Some((keep, then)) => Some(Repair { keep, then }),
            None => (self.good < self.bytes.len()).then(|| Repair { keep: self.good, then: String::new() }),
        }
    }
}

/// How many entries can be looked at in the time that it takes to replay one.
const LOOKED_AT_IN_A_STEP: usize = 32;

/// Why an unfinished last line is damaged.
const HALF_WRITTEN: &str = "it is only half written";
