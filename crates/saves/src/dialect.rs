use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// One of the three notations of save files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Dialect {
    /// Labelled lines, for C++ and Java programs.
    Text,
    /// One parenthesised list, for Lisp programs.
    Lisp,
    /// One bracketed list with commas and a full stop, for Prolog programs.
    Prolog,
}

impl Dialect {
    /// All three dialects, text first.
    pub const ALL: [Dialect; 3] = [Dialect::Text, Dialect::Lisp, Dialect::Prolog];

    /// The dialect for a file name's extension: `.lisp` or `.pl`.
    ///
    /// ```
    /// use std::path::Path;
    /// use parlor_saves::Dialect;
    /// assert_eq!(Dialect::of_extension(Path::new("game.PL")), Some(Dialect::Prolog));
    /// assert_eq!(Dialect::of_extension(Path::new("game.txt")), None);
    /// ```
    pub fn of_extension(path: &Path) -> Option<Dialect> {
        let extension = path.extension()?.to_ascii_lowercase();
        match extension.to_str()? {
            "lisp" => Some(Dialect::Lisp),
            "pl" => Some(Dialect::Prolog),
            _ => None,
        }
    }

    /// The usual extension of a file in this dialect.
    pub fn extension(self) -> &'static str {
        match self {
            Dialect::Text => "txt",
            Dialect::Lisp => "lisp",
            Dialect::Prolog => "pl",
        }
    }

    /// The dialect of a text without a byte-order mark, recognised by its first visible character.
    pub(crate) fn of(text: &str) -> Dialect {
        match text.trim_start().chars().next() {
            Some('(' | ';') => Dialect::Lisp,
            Some('[' | '%') => Dialect::Prolog,
            _ => Dialect::Text,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Dialect::Text => "text",
            Dialect::Lisp => "lisp",
            Dialect::Prolog => "prolog",
        })
    }
}

/// The word isn't one of the three dialects.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\u{201c}{0}\u{201d} is not a dialect: text, lisp or prolog")]
pub struct BadDialect(String);

impl FromStr for Dialect {
    type Err = BadDialect;
    fn from_str(word: &str) -> Result<Dialect, BadDialect> {
        let named = |dialect: &Dialect| dialect.to_string().eq_ignore_ascii_case(word);
        Self::ALL.into_iter().find(named).ok_or_else(|| BadDialect(word.chars().take(20).collect()))
    }
}
