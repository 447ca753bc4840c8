use parlor_rules::Game;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use etcetera::BaseStrategy;
use parlor_table::{Ending, Entry, Need, Setup, Table, read_entry, read_header, write_entry, write_header};

/// The folder that has the journals, one file a tournament.
#[derive(Clone, Debug)]
pub struct Journals {
    folder: PathBuf,
}

/// What went wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// There is nowhere to keep journals.
    #[error("there is no folder for journals: the home folder isn't known")]
    NoHome,
    /// Reading or writing failed.
    #[error("{path}: {error}")]
    Io {
        /// Which file or folder.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// Another program plays it.
    #[error("{0} is open in another program")]
    Busy(String),
    /// It isn't a journal.
    #[error("{name} is no journal that this program understands: {why}")]
    NotAJournal {
        /// Which.
        name: String,
        /// Why not.
        why: String,
    },
    /// There is no such journal.
    #[error("there is no journal {0}")]
    Unknown(String),
}

/// A journal that is open for writing, and locked.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    name: String,
}

/// A journal that was opened to be played on.
pub struct Opened {
    /// The journal, locked.
    pub journal: Journal,
    /// Its table, rebuilt.
    pub table: Table,
    /// What had to be left out, and why.
    pub notices: Vec<String>,
}

/// A journal in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// When it was last written, as a date and time of the world's clock (UTC).
    pub date: String,
    /// Seconds since 1970, for sorting.
    pub modified: u64,
    /// The game, if it could be read.
    pub game: Option<Game>,
    /// Who plays it, in a few words.
    pub players: String,
    /// How far it came.
    pub state: State,
}

/// How far a journal came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// It can be continued.
    Unfinished,
    /// The tournament is over.
    Finished,
    /// It was saved to a file.
    Saved,
    /// It can't be read.
    Unreadable(String),
}

/// No journal is nearly as long.
const MAX_BYTES: u64 = 64 << 20;

const ENDING: &str = "journal";

/// The last line of a journal whose table is closed, so that a list of them needn't play them all again.
const CLOSED: &str = "closed";

impl Journals {
    /// The folder of the platform: `parlor/journals` where programs keep their data.
    pub fn standard() -> Result<Journals, JournalError> {
        let places = etcetera::choose_base_strategy().map_err(|_| JournalError::NoHome)?;
        Ok(Journals::at(places.data_dir().join("parlor").join("journals")))
    }

    /// Any folder.
    pub fn at(folder: impl Into<PathBuf>) -> Journals {
        Journals { folder: folder.into() }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ENDING}"))
    }

    /// Begins a journal with its header.
    pub fn create(&self, setup: &Setup) -> Result<Journal, JournalError> {
        let trouble = |path: &Path, error| JournalError::Io { path: path.display().to_string(), error };
        fs::create_dir_all(&self.folder).map_err(|error| trouble(&self.folder, error))?;
        let stamp = stamp(seconds(SystemTime::now()));
        let game = setup.game.to_string().to_lowercase();
        for number in 1.. {
            let name = format!("{game}-{}-{number}", stamp.replace([':', ' '], "-"));
            let path = self.path(&name);
            let mut file = match OpenOptions::new().append(true).read(true).create_new(true).open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(trouble(&path, error)),
            };
            lock(&file, &name, &path)?;
            file.write_all(write_header(setup).as_bytes()).map_err(|error| trouble(&path, error))?;
            return Ok(Journal { file, path, name });
        }
        Err(JournalError::NoHome)
    }

    /// Opens a journal and rebuilds its table. A half-written last line is left out; so is everything from
    /// an entry on that no longer fits, which is kept in a file beside it.
    pub fn open(&self, name: &str) -> Result<Opened, JournalError> {
        let path = self.path(name);
        let trouble = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => JournalError::Unknown(name.to_owned()),
            _ => JournalError::Io { path: path.display().to_string(), error },
        };
        let file = OpenOptions::new().append(true).read(true).open(&path).map_err(trouble)?;
        lock(&file, name, &path)?;
        let bytes = read_bounded(&file).map_err(trouble)?;
        let Replayed { table, good_bytes, notices, rest } =
            replay(&bytes).map_err(|why| JournalError::NotAJournal { name: name.to_owned(), why })?;
        if good_bytes < bytes.len() {
            if rest {
                let kept = path.with_extension("damaged");
                fs::write(&kept, &bytes).map_err(trouble)?;
            }
            file.set_len(good_bytes as u64).map_err(trouble)?;
        }
        let journal = Journal { file, path, name: name.to_owned() };
        Ok(Opened { journal, table, notices })
    }

    /// The newest journal that can be continued.
    pub fn last(&self) -> Result<Option<Listed>, JournalError> {
        let mut files = self.files()?;
        files.sort_by(|a, b| b.cmp(a));
        Ok(files.into_iter().map(|file| self.listed(file)).find(|listed| listed.state == State::Unfinished))
    }

    /// The name of the newest journal that can be continued.
    pub fn last_unfinished(&self) -> Result<Option<String>, JournalError> {
        Ok(self.last()?.map(|listed| listed.name))
    }

    fn listed(&self, (modified, name): (u64, String)) -> Listed {
        let (setup, state) = look(&self.path(&name));
        let game = setup.as_ref().map(|setup| setup.game);
        let players = setup.map(|setup| format!("{} against {}", setup.players.human, setup.players.computer));
        Listed { name, date: stamp(modified), modified, game, players: players.unwrap_or_default(), state }
    }

    /// Every journal's file: when it was last written, and its name.
    fn files(&self) -> Result<Vec<(u64, String)>, JournalError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(JournalError::Io { path: self.folder.display().to_string(), error }),
        };
        let is_journal = |path: &Path| path.extension().is_some_and(|ending| ending == ENDING);
        let file = |entry: fs::DirEntry| {
            let path = entry.path();
            let name = path.file_stem()?.to_str()?.to_owned();
            let modified = entry.metadata().and_then(|data| data.modified()).map_or(0, seconds);
            is_journal(&path).then_some((modified, name))
        };
        Ok(entries.flatten().filter_map(file).collect())
    }

    /// Every journal, the newest first.
    pub fn list(&self) -> Result<Vec<Listed>, JournalError> {
        let mut list: Vec<Listed> = self.files()?.into_iter().map(|file| self.listed(file)).collect();
        list.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| b.name.cmp(&a.name)));
        Ok(list)
    }

    /// Removes a journal, unless another program plays it.
    pub fn remove(&self, name: &str) -> Result<(), JournalError> {
        let path = self.path(name);
        let trouble = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => JournalError::Unknown(name.to_owned()),
            _ => JournalError::Io { path: path.display().to_string(), error },
        };
        // A name comes from the list; anything else would be a path.
        if name.contains(['/', '\\']) || name.contains("..") {
            return Err(JournalError::Unknown(name.to_owned()));
        }
        let file = File::open(&path).map_err(trouble)?;
        lock(&file, name, &path)?;
        fs::remove_file(&path).map_err(trouble)
    }
}

fn lock(file: &File, name: &str, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(JournalError::Busy(name.to_owned())),
        Err(TryLockError::Error(error)) => Err(JournalError::Io { path: path.display().to_string(), error }),
    }
}

fn read_bounded(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn look(path: &Path) -> (Option<Setup>, State) {
    let bytes = match File::open(path).and_then(|file| read_bounded(&file)) {
        Ok(bytes) => bytes,
        Err(error) => return (None, State::Unreadable(error.to_string())),
    };
    if let Some(played) = bytes.strip_suffix(format!("{CLOSED}\n").as_bytes()) {
        let header = String::from_utf8_lossy(&played[..played.len().min(MAX_HEADER)]);
        if let Ok((setup, _)) = read_header(header.lines()) {
            let saved = played.ends_with(format!("\n{}\n", write_entry(&Entry::Saved)).as_bytes());
            return (Some(setup), if saved { State::Saved } else { State::Finished });
        }
    }
    match replay(&bytes) {
        Err(why) => (None, State::Unreadable(why)),
        Ok(Replayed { table, .. }) => {
            let state = match table.need() {
                Need::Nothing(Ending::Finished) => State::Finished,
                Need::Nothing(Ending::Saved) => State::Saved,
                _ => State::Unfinished,
            };
            (Some(table.setup().clone()), state)
        }
    }
}

/// A header with a save and a long dice file in it is shorter.
const MAX_HEADER: usize = 1 << 20;

struct Replayed {
    table: Table,
    good_bytes: usize,
    notices: Vec<String>,
    /// Whether whole lines were left out.
    rest: bool,
}

fn replay(bytes: &[u8]) -> Result<Replayed, String> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let text = match std::str::from_utf8(&bytes[..whole]) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    let mut notices = Vec::new();
    if whole < bytes.len() {
        notices.push("The last line of the journal was only half written and is left out.".to_owned());
    }
    let (setup, header) = read_header(text.lines()).map_err(|error| error.to_string())?;
    let (mut table, _) = Table::new(setup).map_err(|refusal| refusal.to_string())?;
    let mut good_bytes: usize = text.split_inclusive('\n').take(header).map(str::len).sum();
    let mut rest = text.len() < whole;
    for (line, number) in text.split_inclusive('\n').skip(header).zip(header + 1..) {
        if line.trim_end() == CLOSED {
            good_bytes += line.len();
            continue;
        }
        let entry = read_entry(line.trim_end_matches('\n')).map_err(|error| error.to_string());
        let applied = entry.and_then(|entry| table.apply(entry).map_err(|error| error.to_string()));
        if let Err(why) = applied {
            notices.push(format!(
                "Line {number} of the journal doesn't fit ({why}). The game goes on from just before it; what came \
                 after is kept in a file beside the journal."
            ));
            rest = true;
            break;
        }
        good_bytes += line.len();
    }
    Ok(Replayed { table, good_bytes, notices, rest })
}

impl Journal {
    /// Its name, by which it can be opened again.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes an entry. It is with the operating system when this returns, so that it survives the process;
    /// where it is `lasting`, it is on the disk.
    pub fn append(&mut self, entry: &Entry, lasting: bool) -> Result<(), JournalError> {
        self.write_line(&write_entry(entry), lasting)
    }

    /// Says that nothing more will come.
    pub fn close(&mut self) -> Result<(), JournalError> {
        self.write_line(CLOSED, true)
    }

    fn write_line(&mut self, line: &str, lasting: bool) -> Result<(), JournalError> {
        let line = format!("{line}\n");
        let written = self.file.write_all(line.as_bytes());
        let flushed = written.and_then(|()| if lasting { self.file.sync_data() } else { Ok(()) });
        flushed.map_err(|error| JournalError::Io { path: self.path.display().to_string(), error })
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// A moment as `2026-11-15 20:07:08`, by the world's clock.
fn stamp(seconds: u64) -> String {
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    // Years are counted from March, so that a leap day is a year's last day.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", time / 3_600, time / 60 % 60, time % 60)
}

#[cfg(test)]
mod tests {
    use super::stamp;

    #[test]
    fn moments_are_dates() {
        assert_eq!(stamp(0), "1970-01-01 00:00:00");
        assert_eq!(stamp(951_782_400), "2000-02-29 00:00:00");
        assert_eq!(stamp(1_794_773_228), "2026-11-15 20:07:08");
    }
}
