//! Positions that don't come from a table: the start of a game, or a position written by hand.

use std::fmt;
use std::str::FromStr;

use parlor_rules::{Game, Seat, Standing, canoga, congkak, kono};
use parlor_saves::{Dialect, ReadError, Save};
use parlor_table::{Setup, Table};

/// The start of a game. `Display` writes a form like `canoga-9`, which can be parsed again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    pub game: Game,
    /// Squares per row, or pits or points per side.
    pub size: i64,
}

impl Start {
    /// Every game in every size.
    pub fn all() -> impl Iterator<Item = Start> {
        Game::ALL.into_iter().flat_map(|game| game.sizes().into_iter().map(move |size| Start { game, size }))
    }

    pub fn table(self) -> Table {
        Table::new(Setup { size: Some(self.size), ..Setup::new(self.game) }).0
    }

    /// The starting board; `None` if the game doesn't have that size.
    pub fn laid_out(self) -> Option<Standing> {
        Some(match self.game {
            Game::Canoga => canoga::Standing::new(canoga::Size::new(self.size)?, Seat::Human).into(),
            Game::Congkak => congkak::Standing::new(congkak::Size::new(self.size)?, Seat::Human).into(),
            Game::Kono => kono::Standing::new(kono::Size::new(self.size)?).into(),
        })
    }

    /// The position at the start of a round, with Human first. Unknown sizes are replaced by the usual one.
    pub fn standing(self) -> Standing {
        let usual = Start { size: self.game.usual_size(), ..self };
        match self.laid_out().or_else(|| usual.laid_out()).expect("every game has its usual size") {
            Standing::Kono(standing) => standing.choose(Seat::Human, kono::Color::White).into(),
            standing => standing,
        }
    }
}

impl Default for Start {
    fn default() -> Start {
        let game = Game::Canoga;
        Start { game, size: game.usual_size() }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.game.to_string().to_lowercase(), self.size)
    }
}

/// Not the name of a game and one of its sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadStart;

impl FromStr for Start {
    type Err = BadStart;
    fn from_str(text: &str) -> Result<Start, BadStart> {
        Start::all().find(|start| start.to_string() == text).ok_or(BadStart)
    }
}

/// A position set up by hand.
#[derive(Clone, PartialEq, Debug)]
pub struct CustomPosition {
    /// A table that continues from it.
    pub table: Table,
    /// The position in the format of saves, without throws.
    pub text: String,
}

/// The reason why a text isn't a position.
#[derive(Clone, PartialEq, Debug)]
pub enum BadPosition {
    Empty,
    Journal,
    TooLong,
    /// All errors in the text.
    Unreadable(ReadError),
}

impl CustomPosition {
    /// The longest text, in bytes: ten times as much as any position needs.
    pub const LONGEST: usize = 4 << 10;

    /// Parses a position written as a save, in any dialect.
    pub fn read(text: &str) -> Result<CustomPosition, BadPosition> {
        if text.trim().is_empty() {
            return Err(BadPosition::Empty);
        }
        if text.starts_with("parlor journal") {
            return Err(BadPosition::Journal);
        }
        if text.len() > CustomPosition::LONGEST {
            return Err(BadPosition::TooLong);
        }
        let save = parlor_saves::read(text, None).map_err(BadPosition::Unreadable)?;
        Ok(CustomPosition { table: CustomPosition::table_of(&save), text: write_position(&save.standing) })
    }

    /// A table that continues from a save.
    pub fn table_of(save: &Save) -> Table {
        Table::new(Setup::new(save.standing.game()).resuming(save)).0
    }
}

/// A position as the text of a save, for editing.
pub fn write_position(standing: &Standing) -> String {
    parlor_saves::write(standing, Dialect::Text).text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_is_a_readable_position() {
        for start in Start::all() {
            let text = write_position(&start.standing());
            let save = parlor_saves::read(&text, Some(start.game)).unwrap();
            assert_eq!(save.standing, start.standing(), "{text}");
            assert_eq!(save.standing.size(), start.size, "{start}");
            assert_eq!(CustomPosition::read(&text).unwrap().text, text);
        }
        for game in Game::ALL {
            assert_eq!(Start { game, size: 1 }.standing(), Start { game, size: game.usual_size() }.standing());
        }
    }
}
