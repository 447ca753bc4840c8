use std::fmt;
use std::str::FromStr;

use parlor_rules::Choice;

/// A player's decision. Its text form is the one used in journals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Size(i64),
    Menu(MenuItem),
    /// A choice within the game: a move, a call, a colour, a number of dice.
    Choice(Choice),
    /// `true` to play another round.
    Another(bool),
    File(String),
    Cancel,
}

impl Answer {
    /// True if the answer changes the tournament. Other answers only concern menus and saves.
    pub fn decides(&self) -> bool {
        !matches!(
            self,
            Answer::Menu(MenuItem::Save | MenuItem::Play | MenuItem::Help) | Answer::File(_) | Answer::Cancel
        )
    }
}

impl From<Choice> for Answer {
    fn from(choice: Choice) -> Answer {
        Answer::Choice(choice)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MenuItem {
    /// Save the game to a file.
    Save,
    /// Make the move, throw the dice, or see the result.
    Play,
    /// Ask for advice. The front end handles it, so it is never applied as an answer.
    Help,
    Quit,
}

impl fmt::Display for MenuItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MenuItem::Save => "save",
            MenuItem::Play => "play",
            MenuItem::Help => "help",
            MenuItem::Quit => "quit",
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Size(size) => write!(f, "size {size}"),
            Answer::Menu(item) => item.fmt(f),
            Answer::Choice(choice) => choice.fmt(f),
            Answer::Another(true) => f.write_str("another round"),
            Answer::Another(false) => f.write_str("no more"),
            Answer::File(name) => write!(f, "file {name}"),
            Answer::Cancel => f.write_str("cancel"),
        }
    }
}

/// The text isn't an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\u{201c}{0}\u{201d} is not an answer")]
pub struct BadAnswer(String);

impl FromStr for Answer {
    type Err = BadAnswer;
    fn from_str(text: &str) -> Result<Answer, BadAnswer> {
        let bad = || BadAnswer(text.chars().take(60).collect());
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match (word, rest) {
            ("size", size) => Answer::Size(size.parse().map_err(|_| bad())?),
            ("save", "") => Answer::Menu(MenuItem::Save),
            ("play", "") => Answer::Menu(MenuItem::Play),
            ("quit", "") => Answer::Menu(MenuItem::Quit),
            ("another", "round") => Answer::Another(true),
            ("no", "more") => Answer::Another(false),
            ("cancel", "") => Answer::Cancel,
            ("file", name) if !name.is_empty() => Answer::File(name.to_owned()),
            _ => Answer::Choice(text.parse().map_err(|_| bad())?),
        })
    }
}
