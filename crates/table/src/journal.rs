//! The journal as text: a header, then one entry a line, each line with a checksum. `docs/journal.md` shows one.

mod checksum;
mod lines;

use std::str::FromStr;

use parlor_rules::Game;
use parlor_saves::ReadError as BadSave;

use crate::{BadSummary, Commitment, Entry, Setup, Summary, Table};
use checksum::Chain;
use lines::{END_OF_HEADER, HeaderLines, header_lines};

pub use checksum::with_checksums;
pub use lines::{BadEntry, read_entry, write_entry};

/// The first line.
const FORMAT: &str = "parlor journal 1";

/// A summary stands among the entries wherever it has changed.
const SUMMARY: &str = "summary ";

/// Writes a journal, line by line.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalWriter {
    chain: Chain,
    /// The summary that was last written.
    summary: Option<Summary>,
}

impl JournalWriter {
    /// Begins a journal; the text is its header.
    pub fn begin(setup: &Setup) -> (JournalWriter, String) {
        let mut writer = JournalWriter { chain: Chain::default(), summary: None };
        let first = [FORMAT.to_owned(), format!("rules {}", setup.game.rules())];
        let text = first.into_iter().chain(header_lines(setup)).map(|line| writer.chain.write(&line)).collect();
        (writer, text)
    }

    /// The lines for some entries that led to this summary.
    pub fn entries(&mut self, entries: &[Entry], summary: &Summary) -> String {
        let mut text: String = entries.iter().map(|entry| self.chain.write(&write_entry(entry))).collect();
        if self.summary != Some(*summary) {
            text.push_str(&self.chain.write(&format!("{SUMMARY}{summary}")));
            self.summary = Some(*summary);
        }
        text
    }
}

/// A journal as text, with everything that was ever appended to it. Entries that don't fit are written as well: a
/// reader finds out.
pub fn write_journal(setup: &Setup, entries: &[Entry]) -> String {
    let (mut writer, mut text) = JournalWriter::begin(setup);
    let (mut table, _) = Table::new(setup.clone());
    for entry in entries {
        let _ = table.apply(entry.clone());
        text.push_str(&writer.entries(std::slice::from_ref(entry), &table.summary()));
    }
    text
}

/// The journal without secrets: until the seed is revealed, its commitment stands in its place.
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
    /// Everything that was ever appended, with what was taken back.
    pub entries: Vec<Entry>,
    /// The line of each entry, counted from 1.
    pub lines: Vec<usize>,
    /// Goes on writing it.
    pub writer: JournalWriter,
    /// Everything from here on is left out.
    pub damage: Option<Damage>,
}

/// The first line of a journal that is damaged or doesn't fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Where it begins, in bytes. The file must be cut there before it is written to again.
    pub start: usize,
    /// A sentence about it, and about how much is left out.
    pub notice: String,
}

/// Why a journal can't be replayed at all.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BadJournal {
    /// The file isn't a journal of ours, or one of a format that we don't know.
    #[error("its first line must be \u{201c}{FORMAT}\u{201d} with its checksum")]
    Format,
    /// A line of the header that can't be understood.
    #[error("line {0} can't be understood: {1}")]
    Header(usize, String),
    /// The header breaks off.
    #[error("it breaks off in its header, before the first entry")]
    Unfinished,
    /// A line that every header has is missing.
    #[error("its header has no {0} line")]
    Missing(&'static str),
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
        /// The lines after that of the rules, as they stand.
        lines: Vec<String>,
    },
}

/// The header alone, for lists.
pub fn read_header(bytes: &[u8]) -> Result<Setup, BadJournal> {
    JournalReader::new(bytes)?.header()
}

/// The last summary that the journal has, without replaying it; `None` if nothing has been played.
pub fn read_summary(bytes: &[u8]) -> Option<Summary> {
    let start = format!("\n{SUMMARY}");
    let at = bytes.windows(start.len()).rposition(|window| window == start.as_bytes())? + start.len();
    let line = bytes[at..].split(|&byte| byte == b'\n').next()?;
    let text = std::str::from_utf8(line).ok()?;
    text.split(" #").next()?.parse().ok()
}

/// Reads a journal and rebuilds its table. From the first line that is damaged or doesn't fit everything is left out.
pub fn read_journal(bytes: &[u8]) -> Result<ReadJournal, BadJournal> {
    read_journal_within(bytes, u64::MAX)
}

/// Like [`read_journal`], for untrusted journals: refuses one whose table takes too many steps to rebuild. Every line
/// is a step, and every entry that it takes back or lets count again is another one, so that a short journal can take
/// very many.
pub fn read_journal_within(bytes: &[u8], most_steps: u64) -> Result<ReadJournal, BadJournal> {
    let mut reader = JournalReader::new(bytes)?;
    let (table, _) = Table::new(reader.header()?);
    let writer = JournalWriter { chain: reader.chain, summary: None };
    let mut read = ReadJournal { table, entries: Vec::new(), lines: Vec::new(), writer, damage: None };
    let mut steps = 0;
    while let Some(line) = reader.next_line() {
        match line.and_then(|line| read.apply(line, reader.number)) {
            Ok(more) => steps += more,
            Err(why) => {
                read.damage = Some(reader.damage(&why));
                break;
            }
        }
        if steps > most_steps {
            return Err(BadJournal::TooLong);
        }
        read.writer.chain = reader.chain;
    }
    Ok(read)
}

impl ReadJournal {
    /// Applies a line after the header; returns the steps that it took.
    fn apply(&mut self, line: &str, number: usize) -> Result<u64, String> {
        if let Some(text) = line.strip_prefix(SUMMARY) {
            self.writer.summary = Some(text.parse().map_err(|error: BadSummary| error.to_string())?);
            return Ok(1);
        }
        let entry = read_entry(line).map_err(|error| error.to_string())?;
        let counted = self.table.counts();
        self.table.apply(entry.clone()).map_err(|refusal| refusal.to_string())?;
        let counts = self.table.counts();
        let looks_back = matches!(entry, Entry::Undo | Entry::Offer { .. } | Entry::Accept { .. } | Entry::Correct(_));
        // Looking for what is taken back is much less work than replaying it.
        let looking = if looks_back { counts / LOOKED_AT_IN_A_STEP } else { 0 };
        self.entries.push(entry);
        self.lines.push(number);
        Ok(1 + (counts.abs_diff(counted) + looking) as u64)
    }
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
    let mut reader = JournalReader::new(bytes).ok()?;
    while reader.next_line()?.ok()? != END_OF_HEADER {}
    let header = std::str::from_utf8(&bytes[..reader.at]).ok()?.to_owned();
    let (mut lines, mut summary) = (Vec::new(), String::new());
    while let Some(Ok(line)) = reader.next_line() {
        match line.strip_prefix(SUMMARY) {
            Some(text) => text.clone_into(&mut summary),
            None => lines.push(line.to_owned()),
        }
    }
    Some(JournalLines { header, lines, summary })
}

/// Undoes [`split_journal`], with the last summary at the end. `None` if the text can't be split again.
pub fn join_journal(journal: &JournalLines) -> Option<String> {
    let mut reader = JournalReader::new(journal.header.as_bytes()).ok()?;
    while let Some(line) = reader.next_line() {
        line.ok()?;
    }
    let mut chain = reader.chain;
    let mut text = journal.header.clone();
    text.extend(journal.lines.iter().map(|line| chain.write(line)));
    if !journal.summary.is_empty() {
        text.push_str(&chain.write(&format!("{SUMMARY}{}", journal.summary)));
    }
    (split_journal(text.as_bytes()).as_ref() == Some(journal)).then_some(text)
}

/// Reads a journal line by line.
struct JournalReader<'a> {
    bytes: &'a [u8],
    /// Where the line that was read last begins.
    start: usize,
    /// Where the next line begins.
    at: usize,
    /// The line that was read last, counted from 1.
    number: usize,
    chain: Chain,
}

impl<'a> JournalReader<'a> {
    /// Reads the first line, which tells the format.
    fn new(bytes: &'a [u8]) -> Result<JournalReader<'a>, BadJournal> {
        let mut reader = JournalReader { bytes, start: 0, at: 0, number: 0, chain: Chain::default() };
        match reader.next_line() {
            Some(Ok(FORMAT)) => Ok(reader),
            _ => Err(BadJournal::Format),
        }
    }

    /// The next line without its checksum; `Err` if it is damaged, `None` at the end.
    fn next_line(&mut self) -> Option<Result<&'a str, String>> {
        self.start = self.at;
        let rest = &self.bytes[self.start..];
        if rest.is_empty() {
            return None;
        }
        self.number += 1;
        let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
            return Some(Err(HALF_WRITTEN.to_owned()));
        };
        let Some(text) = self.chain.read(&rest[..end]) else {
            return Some(Err("its checksum is wrong".to_owned()));
        };
        self.at += end + 1;
        Some(std::str::from_utf8(text).map_err(|_| "it isn't text".to_owned()))
    }

    fn header_line(&mut self) -> Result<&'a str, BadJournal> {
        let line = self.next_line().ok_or(BadJournal::Unfinished)?;
        line.map_err(|why| BadJournal::Header(self.number, why))
    }

    fn header_value<T: FromStr>(&mut self, key: &'static str) -> Result<T, BadJournal> {
        let line = self.header_line()?;
        let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' ')).ok_or(BadJournal::Missing(key))?;
        value.parse().map_err(|_| self.not_understood(line))
    }

    fn not_understood(&self, line: &str) -> BadJournal {
        let start = line.chars().filter(|letter| !letter.is_control()).take(60).collect();
        BadJournal::Header(self.number, start)
    }

    fn header(&mut self) -> Result<Setup, BadJournal> {
        let rules: u32 = self.header_value("rules")?;
        let game: Game = self.header_value("game")?;
        if rules != game.rules() {
            let first = format!("game {}", game.to_string().to_lowercase());
            let lines = std::iter::once(first).chain(self.remaining_lines()).collect();
            return Err(BadJournal::OtherRules { rules, lines });
        }
        let mut lines = HeaderLines::new(game);
        loop {
            let line = self.header_line()?;
            if line == END_OF_HEADER {
                return lines.finish();
            }
            lines.line(line).ok_or_else(|| self.not_understood(line))?;
        }
    }

    /// The lines that are left, as far as they can be read.
    fn remaining_lines(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next_line() {
            match line {
                Ok(line) => lines.push(line.to_owned()),
                Err(why) => {
                    lines.push(format!("(Line {} can't be read: {why}. What follows is left out.)", self.number));
                    break;
                }
            }
        }
        lines
    }

    /// The line that was read last isn't good, and nothing after it counts.
    fn damage(&self, why: &str) -> Damage {
        let lines = self.bytes[self.start..].split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count();
        let left_out = match lines.saturating_sub(1) {
            0 => "It is".to_owned(),
            1 => "It and the line after it are".to_owned(),
            more => format!("It and the {more} lines after it are"),
        };
        let notice = if why == HALF_WRITTEN {
            "The last line of the journal was only half written and is left out.".to_owned()
        } else {
            let number = self.number;
            format!(
                "Line {number} of the journal doesn't fit ({why}). {left_out} left out. The game goes on from just before it."
            )
        };
        Damage { start: self.start, notice }
    }
}

/// The number of entries that can be looked at in the time that it takes to replay one.
const LOOKED_AT_IN_A_STEP: usize = 32;

/// Why an unfinished last line is damaged.
const HALF_WRITTEN: &str = "it is only half written";
