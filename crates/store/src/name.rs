use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use parlor_rules::Game;

/// A journal's name. It can't be a path, because it consists of letters, digits, hyphens and underscores.
///
/// ```
/// use parlor_store::JournalName;
/// assert!("kono-2026-11-15-20-07-08-1".parse::<JournalName>().is_ok());
/// assert!("../kono".parse::<JournalName>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct JournalName(String);

/// The text can't be a journal's name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\u{201c}{0}\u{201d} can't be the name of a journal: a name can contain only letters, digits, hyphens and underscores"
)]
pub struct BadName(String);

/// The maximum length of a file name, minus our longest suffix.
const MAX_LENGTH: usize = 200;

impl JournalName {
    /// The name for a game that begins at this time; `number` distinguishes games that begin in the same second.
    pub(super) fn new(game: Game, begun: Timestamp, number: u32) -> JournalName {
        let game = game.to_string().to_lowercase();
        JournalName(format!("{game}-{}-{number}", begun.strftime("%Y-%m-%d-%H-%M-%S")))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// By date, and within the same second by number, so that 10 comes after 9.
impl Ord for JournalName {
    fn cmp(&self, other: &JournalName) -> Ordering {
        let key = |name: &JournalName| {
            let (_, moment) = name.0.split_once('-').unwrap_or(("", &name.0));
            let (date, number) = moment.rsplit_once('-').unwrap_or((moment, ""));
            (date.to_owned(), number.parse::<u64>().ok(), name.0.clone())
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for JournalName {
    fn partial_cmp(&self, other: &JournalName) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FromStr for JournalName {
    type Err = BadName;
    fn from_str(text: &str) -> Result<JournalName, BadName> {
        let fine = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        if text.is_empty() || text.len() > MAX_LENGTH || !text.chars().all(fine) {
            let shown = text.chars().filter(|letter| !letter.is_control()).take(60).collect();
            return Err(BadName(shown));
        }
        Ok(JournalName(text.to_owned()))
    }
}

impl fmt::Display for JournalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
