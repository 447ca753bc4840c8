//! The journal as text: a header, then one entry per line, each with a checksum. `docs/play/journal.md` has an example.

mod checksum;
mod lines;

use std::io::{BufRead, Read};
use std::str::FromStr;

use parlor_rules::Game;
use parlor_saves::ReadError as BadSave;

use crate::{BadSummary, Commitment, Entry, Setup, Summary, Table};
use checksum::Chain;
use lines::{END_OF_HEADER, HeaderLines, header_lines};

pub use checksum::with_checksums;
pub use lines::{BadEntry, read_entry, write_entry};

const FORMAT: &str = "parlor journal 1";

/// A summary follows the entries whenever it has changed.
const SUMMARY: &str = "summary ";

/// Writes a journal line by line.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalWriter {
    chain: Chain,
    /// The summary written last.
    summary: Option<Summary>,
}

impl JournalWriter {
    /// Starts a journal; the text is its header.
    pub fn begin(setup: &Setup) -> (JournalWriter, String) {
        let mut writer = JournalWriter { chain: Chain::default(), summary: None };
        let first = [FORMAT.to_owned(), format!("rules {}", setup.game.rules())];
        let text = first.into_iter().chain(header_lines(setup)).map(|line| writer.chain.write(&line)).collect();
        (writer, text)
    }

    /// The lines of new entries that led to this summary.
    pub fn entries(&mut self, entries: &[Entry], summary: &Summary) -> String {
        let mut text: String = entries.iter().map(|entry| self.chain.write(&write_entry(entry))).collect();
        if self.summary != Some(*summary) {
            text.push_str(&self.chain.write(&format!("{SUMMARY}{summary}")));
            self.summary = Some(*summary);
        }
        text
    }
}

/// A journal as text, with everything ever appended, including entries that a reader will reject.
pub fn write_journal(setup: &Setup, entries: &[Entry]) -> String {
    let (mut writer, mut text) = JournalWriter::begin(setup);
    let (mut table, _) = Table::new(setup.clone());
    for entry in entries {
        let _ = table.apply(entry.clone());
        text.push_str(&writer.entries(std::slice::from_ref(entry), &table.summary()));
    }
    text
}

/// The journal without its secrets: until the seed is revealed, only its commitment appears.
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

/// A journal up to its first damage.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadJournal {
    pub table: Table,
    /// All entries ever appended, including undone ones.
    pub entries: Vec<Entry>,
    /// The line number of each entry, from 1.
    pub lines: Vec<usize>,
    pub writer: JournalWriter,
    /// If present, the rest of the file was ignored.
    pub damage: Option<Damage>,
}

/// The first damaged or illegal line of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Byte offset of the line. Truncate the file here before appending to it.
    pub start: usize,
    /// A sentence about the damage and the extent of the loss.
    pub notice: String,
}

/// The reason why a journal can't be replayed at all.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BadJournal {
    /// Not a journal of this program, or a journal in an unknown format.
    #[error("its first line must be \u{201c}{FORMAT}\u{201d} with its checksum")]
    Format,
    #[error("line {0} can't be understood: {1}")]
    Header(usize, String),
    #[error("it ends in its header, before the first entry")]
    Unfinished,
    #[error("its header lacks the {0} line")]
    Missing(&'static str),
    #[error("the save that it starts from can't be read: {0}")]
    Save(#[from] BadSave),
    /// The header has a salt without the parts that belong to it, or a commitment and a seed without a salt.
    #[error("its header must have a seed, or a commitment, or a seed with its salt and its commitment")]
    Seed,
    #[error("its commitment {0} doesn't match its seed and salt")]
    Commitment(Commitment),
    #[error("replaying it takes too many steps: it is very long, or has a great many undos and redos")]
    TooLong,
    #[error("it is too long: the limit is {} MiB", .0 >> 20)]
    TooLarge(u64),
    /// The source failed.
    #[error("{0}")]
    Unreadable(String),
    /// Played under different rules.
    #[error("it was played with version {rules} of its game's rules, which this program doesn't support")]
    OtherRules {
        rules: u32,
        /// The lines after the one with the rules, verbatim.
        lines: Vec<String>,
    },
}

/// Reads only the header, for lists.
pub fn read_header(bytes: &[u8]) -> Result<Setup, BadJournal> {
    JournalReader::new(bytes)?.header()
}

/// The last summary of a journal, without replaying it; `None` if nothing has been played.
pub fn read_summary(bytes: &[u8]) -> Option<Summary> {
    let start = format!("\n{SUMMARY}");
    let at = bytes.windows(start.len()).rposition(|window| window == start.as_bytes())? + start.len();
    let line = bytes[at..].split(|&byte| byte == b'\n').next()?;
    let text = std::str::from_utf8(line).ok()?;
    text.split(" #").next()?.parse().ok()
}

/// Reads a journal and rebuilds its table. Ignores everything from the first damaged or illegal line on.
pub fn read_journal(bytes: &[u8]) -> Result<ReadJournal, BadJournal> {
    read_journal_within(bytes, u64::MAX)
}

/// Like [`read_journal`], for untrusted journals: refuses to spend more than `most_steps` on the replay. Each line is a
/// step, and so is each entry undone or restored, so even a short journal can take a great many steps.
pub fn read_journal_within(bytes: &[u8], most_steps: u64) -> Result<ReadJournal, BadJournal> {
    replayed(JournalReader::new(bytes)?, most_steps)
}

/// Like [`read_journal`], line by line from any source. Reads no further than `most_bytes`.
pub fn read_journal_from(source: impl BufRead, most_bytes: u64) -> Result<ReadJournal, BadJournal> {
    replayed(JournalReader::within(source, most_bytes)?, u64::MAX)
}

fn replayed(mut reader: JournalReader<impl BufRead>, most_steps: u64) -> Result<ReadJournal, BadJournal> {
    let (table, _) = Table::new(reader.header()?);
    let writer = JournalWriter { chain: reader.chain, summary: None };
    let mut read = ReadJournal { table, entries: Vec::new(), lines: Vec::new(), writer, damage: None };
    let mut steps = 0;
    while let Some(line) = reader.next_line() {
        match line.and_then(|line| read.apply(&line, reader.number)) {
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
    reader.failed.map_or(Ok(read), Err)
}

impl ReadJournal {
    /// Applies a line after the header; returns the number of steps it took.
    fn apply(&mut self, line: &str, number: usize) -> Result<u64, String> {
        if let Some(text) = line.strip_prefix(SUMMARY) {
            self.writer.summary = Some(text.parse().map_err(|error: BadSummary| error.to_string())?);
            return Ok(1);
        }
        let entry = read_entry(line).map_err(|error| error.to_string())?;
        let counted = self.table.record_count();
        self.table.apply(entry.clone()).map_err(|refusal| refusal.to_string())?;
        let counts = self.table.record_count();
        let looks_back = matches!(entry, Entry::Undo | Entry::Offer { .. } | Entry::Accept { .. } | Entry::Correct(_));
        // Searching for the entries to undo is much cheaper than replaying them.
        let looking = if looks_back { counts / LOOKED_AT_IN_A_STEP } else { 0 };
        self.entries.push(entry);
        self.lines.push(number);
        Ok(1 + (counts.abs_diff(counted) + looking) as u64)
    }
}

/// A journal split into lines, without regard to their meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalLines {
    /// The header with its checksums.
    pub header: String,
    /// The entries, without checksums.
    pub lines: Vec<String>,
    /// The last summary, or empty.
    pub summary: String,
}

/// Splits a journal into lines up to its first damage, without parsing them. `None` if the header is damaged.
pub fn split_journal(bytes: &[u8]) -> Option<JournalLines> {
    let mut reader = JournalReader::new(bytes).ok()?;
    while reader.next_line()?.ok()? != END_OF_HEADER {}
    let header = std::str::from_utf8(&bytes[..usize::try_from(reader.at).ok()?]).ok()?.to_owned();
    let (mut lines, mut summary) = (Vec::new(), String::new());
    while let Some(Ok(line)) = reader.next_line() {
        match line.strip_prefix(SUMMARY) {
            Some(text) => text.clone_into(&mut summary),
            None => lines.push(line),
        }
    }
    Some(JournalLines { header, lines, summary })
}

/// The inverse of [`split_journal`], with the last summary at the end. `None` if the text couldn't be split again.
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

struct JournalReader<R> {
    source: R,
    /// The maximum number of bytes to read.
    most: u64,
    /// The number of bytes read.
    read: u64,
    /// The start of the last line read.
    start: u64,
    /// The start of the next line.
    at: u64,
    /// The number of the last line read, from 1.
    number: usize,
    chain: Chain,
    /// Set if the source failed or is too long. Then there are no more lines.
    failed: Option<BadJournal>,
}

impl<'a> JournalReader<&'a [u8]> {
    fn new(bytes: &'a [u8]) -> Result<JournalReader<&'a [u8]>, BadJournal> {
        JournalReader::within(bytes, u64::MAX)
    }
}

impl<R: BufRead> JournalReader<R> {
    /// Reads the first line, which names the format.
    fn within(source: R, most: u64) -> Result<JournalReader<R>, BadJournal> {
        let mut reader =
            JournalReader { source, most, read: 0, start: 0, at: 0, number: 0, chain: Chain::default(), failed: None };
        match reader.next_line() {
            Some(Ok(line)) if line == FORMAT => Ok(reader),
            _ => Err(reader.failed.unwrap_or(BadJournal::Format)),
        }
    }

    /// The bytes of the next line, with its newline; `None` at the end.
    fn next_bytes(&mut self) -> Option<Vec<u8>> {
        if self.failed.is_some() {
            return None;
        }
        let mut bytes = Vec::new();
        // One byte more than allowed shows that there are too many.
        let left = (self.most - self.read).saturating_add(1);
        match self.source.by_ref().take(left).read_until(b'\n', &mut bytes) {
            Err(error) => self.failed = Some(BadJournal::Unreadable(error.to_string())),
            Ok(_) if bytes.len() as u64 > self.most - self.read => self.failed = Some(BadJournal::TooLarge(self.most)),
            Ok(_) => self.read += bytes.len() as u64,
        }
        (self.failed.is_none() && !bytes.is_empty()).then_some(bytes)
    }

    /// The next line without its checksum; `Err` if it is damaged, `None` at the end.
    fn next_line(&mut self) -> Option<Result<String, String>> {
        self.start = self.at;
        let mut bytes = self.next_bytes()?;
        self.number += 1;
        let length = bytes.len() as u64;
        if bytes.pop() != Some(b'\n') {
            return Some(Err(HALF_WRITTEN.to_owned()));
        }
        let Some(text) = self.chain.read(&bytes) else {
            return Some(Err("its checksum is wrong".to_owned()));
        };
        let length_of_text = text.len();
        self.at += length;
        bytes.truncate(length_of_text);
        Some(String::from_utf8(bytes).map_err(|_| "it isn't text".to_owned()))
    }

    fn header_line(&mut self) -> Result<String, BadJournal> {
        let line = self.next_line().ok_or_else(|| self.failed.clone().unwrap_or(BadJournal::Unfinished))?;
        line.map_err(|why| BadJournal::Header(self.number, why))
    }

    fn header_value<T: FromStr>(&mut self, key: &'static str) -> Result<T, BadJournal> {
        let line = self.header_line()?;
        let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' ')).ok_or(BadJournal::Missing(key))?;
        value.parse().map_err(|_| self.not_understood(&line))
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
            lines.line(&line).ok_or_else(|| self.not_understood(&line))?;
        }
    }

    /// The remaining lines up to the first damage.
    fn remaining_lines(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next_line() {
            match line {
                Ok(line) => lines.push(line),
                Err(why) => {
                    lines.push(format!("(Line {} can't be read: {why}. The rest is ignored.)", self.number));
                    break;
                }
            }
        }
        lines
    }

    /// Reports the last line read as damaged, and counts the lines after it.
    fn damage(&mut self, why: &str) -> Damage {
        let mut lines = 0;
        while let Some(bytes) = self.next_bytes() {
            lines += usize::from(bytes != b"\n");
        }
        let left_out = match lines {
            0 => "It is".to_owned(),
            1 => "It and the line after it are".to_owned(),
            more => format!("It and the {more} lines after it are"),
        };
        let notice = if why == HALF_WRITTEN {
            "The last line of the journal was only half written and is ignored.".to_owned()
        } else {
            let number = self.number;
            format!(
                "Line {number} of the journal doesn't fit ({why}). {left_out} ignored. The game resumes just before it."
            )
        };
        Damage { start: usize::try_from(self.start).unwrap_or(usize::MAX), notice }
    }
}

/// The number of entries that can be searched in the time of replaying one.
const LOOKED_AT_IN_A_STEP: usize = 32;

/// Describes an incomplete last line.
const HALF_WRITTEN: &str = "it is only half written";
