use std::fmt;
use std::str::FromStr;

use parlor_rules::kono::Color;
use parlor_rules::{Coin, DiceCount, canoga, congkak, kono};

/// What somebody decided. Its text form stands in the journal and reads back as itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A size.
    Size(i64),
    /// A call.
    Coin(Coin),
    /// A colour.
    Color(Color),
    /// An item of a menu.
    Menu(MenuItem),
    /// One die or two.
    Dice(DiceCount),
    /// A move in Canoga.
    Canoga(canoga::Move),
    /// A pit.
    Congkak(congkak::Pit),
    /// A step, or a pass.
    Kono(kono::Move),
    /// Whether another round is played.
    Another(bool),
    /// A file's name.
    File(String),
    /// No file: the save isn't wanted after all.
    Cancel,
}

impl Answer {
    /// Whether it decides something of the tournament. The others lead through a menu, or to a save.
    pub fn decides(&self) -> bool {
        !matches!(
            self,
            Answer::Menu(MenuItem::Save | MenuItem::Play | MenuItem::Help) | Answer::File(_) | Answer::Cancel
        )
    }
}

/// What can be done before a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MenuItem {
    /// Save the game, which ends it for now.
    Save,
    /// Make the move, throw the dice, hear the result.
    Play,
    /// Ask for advice. It decides nothing, so it is never an answer.
    Help,
    /// Give up.
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
            Answer::Coin(Coin::Heads) => f.write_str("heads"),
            Answer::Coin(Coin::Tails) => f.write_str("tails"),
            Answer::Color(Color::White) => f.write_str("white"),
            Answer::Color(Color::Black) => f.write_str("black"),
            Answer::Menu(item) => item.fmt(f),
            Answer::Dice(DiceCount::One) => f.write_str("one die"),
            Answer::Dice(DiceCount::Two) => f.write_str("two dice"),
            Answer::Canoga(chosen) => chosen.fmt(f),
            Answer::Congkak(pit) => write!(f, "pit {pit}"),
            Answer::Kono(kono::Move::Pass) => f.write_str("pass"),
            Answer::Kono(step) => write!(f, "step {step}"),
            Answer::Another(true) => f.write_str("another round"),
            Answer::Another(false) => f.write_str("no more"),
            Answer::File(name) => write!(f, "file {name}"),
            Answer::Cancel => f.write_str("cancel"),
        }
    }
}

/// The text is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\u{201c}{0}\u{201d} is no answer")]
pub struct BadAnswer(String);

impl FromStr for Answer {
    type Err = BadAnswer;
    fn from_str(text: &str) -> Result<Answer, BadAnswer> {
        let bad = || BadAnswer(text.chars().take(60).collect());
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match (word, rest) {
            ("size", size) => Answer::Size(size.parse().map_err(|_| bad())?),
            ("heads", "") => Answer::Coin(Coin::Heads),
            ("tails", "") => Answer::Coin(Coin::Tails),
            ("white", "") => Answer::Color(Color::White),
            ("black", "") => Answer::Color(Color::Black),
            ("save", "") => Answer::Menu(MenuItem::Save),
            ("play", "") => Answer::Menu(MenuItem::Play),
            ("quit", "") => Answer::Menu(MenuItem::Quit),
            ("one", "die") => Answer::Dice(DiceCount::One),
            ("two", "dice") => Answer::Dice(DiceCount::Two),
            ("cover" | "uncover", _) => Answer::Canoga(text.parse().map_err(|_| bad())?),
            ("pit", pit) => Answer::Congkak(pit.parse().map_err(|_| bad())?),
            ("pass", "") => Answer::Kono(kono::Move::Pass),
            ("step", step) => Answer::Kono(step.parse().map_err(|_| bad())?),
            ("another", "round") => Answer::Another(true),
            ("no", "more") => Answer::Another(false),
            ("cancel", "") => Answer::Cancel,
            ("file", name) if !name.is_empty() => Answer::File(name.to_owned()),
            _ => return Err(bad()),
        })
    }
}
