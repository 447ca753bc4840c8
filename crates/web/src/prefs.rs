//! What a browser remembers: a name, and how it likes tables to be shown.

use std::fmt;
use std::str::FromStr;

use parlor_review::Tutor;

/// The longest name that is remembered, in characters.
pub const LONGEST_NAME: usize = 20;

/// What a browser remembers. Its text form fits into a cookie and reads back as itself.
///
/// ```
/// use parlor_web::prefs::{Prefs, Speed};
///
/// let prefs =
///     Prefs { name: "Ada & Zoë".to_owned(), speed: Speed::Fast, value_bar: false, ..Prefs::default() };
/// assert_eq!(prefs.to_string(), "fast.off.Ada%20%26%20Zo%C3%AB");
/// assert_eq!(Prefs::read(&prefs.to_string()), prefs);
/// assert_eq!(Prefs::read("anything"), Prefs::default());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prefs {
    /// What the person wants to be called; may be empty.
    pub name: String,
    /// How fast things move.
    pub speed: Speed,
    /// Whether the value bar is shown.
    pub value_bar: bool,
    /// How soon the tutor speaks up.
    pub tutor: Tutor,
}

/// How fast things move on the board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Speed {
    /// Nothing moves: the new board is there at once.
    Off,
    /// Half as fast as normal.
    Slow,
    /// As fast as most people like it.
    #[default]
    Normal,
    /// Three times as fast as normal.
    Fast,
}

impl Speed {
    /// All of them, from none to fast.
    pub const ALL: [Speed; 4] = [Speed::Off, Speed::Slow, Speed::Normal, Speed::Fast];
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Speed::Off => "off",
            Speed::Slow => "slow",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
        })
    }
}

/// The word isn't a speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not a speed: off, slow, normal or fast")]
pub struct BadSpeed;

impl FromStr for Speed {
    type Err = BadSpeed;
    fn from_str(word: &str) -> Result<Speed, BadSpeed> {
        Speed::ALL.into_iter().find(|speed| speed.to_string() == word).ok_or(BadSpeed)
    }
}

impl Default for Prefs {
    fn default() -> Prefs {
        Prefs { name: String::new(), speed: Speed::default(), value_bar: true, tutor: Tutor::Off }
    }
}

impl Prefs {
    /// Reads the text form. What can't be understood is as usual, because a cookie may hold anything.
    pub fn read(text: &str) -> Prefs {
        let mut parts = text.splitn(3, '.');
        let mut next = || parts.next().unwrap_or_default();
        let Ok(speed) = next().parse() else { return Prefs::default() };
        let bar = next();
        let (bar, tutor) = bar.split_once('-').unwrap_or((bar, ""));
        let tutor = Tutor::ALL.into_iter().find(|known| known.name() == tutor).unwrap_or_default();
        Prefs { speed, value_bar: bar != "off", tutor, name: name(&decoded(next())) }
    }
}

impl fmt::Display for Prefs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.speed, if self.value_bar { "on" } else { "off" })?;
        if self.tutor != Tutor::Off {
            write!(f, "-{}", self.tutor.name())?;
        }
        write!(f, ".{}", encoded(&self.name))
    }
}

/// A name as it is kept: without control characters, not too long.
pub fn name(typed: &str) -> String {
    parlor_saves::printable(typed.trim()).chars().take(LONGEST_NAME).collect::<String>().trim().to_owned()
}

/// The text with everything but letters, digits and a few marks written as `%` and two hexadecimal digits.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let hex = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        match (first, after.get(..2).and_then(hex)) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_cookie_can_be_read() {
        for text in ["", "fast", "fast.", "fast.off", "fast.on.%", "fast.on.%zz%e", "fast.on.%FF%00x", "....."] {
            let prefs = Prefs::read(text);
            assert_eq!(Prefs::read(&prefs.to_string()), prefs, "{text}");
        }
        assert_eq!(
            Prefs::read("slow.off.A.b"),
            Prefs { name: "A.b".to_owned(), speed: Speed::Slow, value_bar: false, tutor: Tutor::Off }
        );
        for tutor in Tutor::ALL {
            let prefs = Prefs { tutor, name: "A-b".to_owned(), ..Prefs::default() };
            assert_eq!(Prefs::read(&prefs.to_string()), prefs);
        }
    }

    #[test]
    fn names_are_short_and_plain() {
        assert_eq!(name("  Ada "), "Ada");
        assert_eq!(name(&"é".repeat(50)).chars().count(), LONGEST_NAME);
        assert!(!name("a\u{1b}[2Jb\n").contains(['\u{1b}', '\n']));
    }
}
