use std::fmt;
use std::str::FromStr;

/// The strength of the computer player. Every level plays to win, and deterministically.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Level {
    /// Makes human-like mistakes.
    Novice,
    /// A good opponent for a person.
    #[default]
    Club,
    /// A strong opponent that can be beaten.
    Expert,
    /// The best play we know.
    Master,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::Novice, Level::Club, Level::Expert, Level::Master];

    /// The level's name, as it is typed and stored.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Novice => "novice",
            Level::Club => "club",
            Level::Expert => "expert",
            Level::Master => "master",
        }
    }

    /// "novice, club, expert or master"
    pub fn names_in_words() -> String {
        let [names @ .., last] = Level::ALL.map(Level::name);
        format!("{} or {last}", names.join(", "))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The word isn't a level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\u{201c}{0}\u{201d} is not a level: {levels}", levels = Level::names_in_words())]
pub struct BadLevel(String);

impl FromStr for Level {
    type Err = BadLevel;
    fn from_str(word: &str) -> Result<Level, BadLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(word))
            .ok_or_else(|| BadLevel(word.chars().take(20).collect()))
    }
}
