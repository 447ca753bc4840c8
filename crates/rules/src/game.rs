use std::fmt;
use std::str::FromStr;

use crate::{canoga, congkak, kono};

/// One of the three games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Game {
    /// A dice game with rows of squares to cover.
    Canoga,
    /// A mancala game with relay sowing.
    Congkak,
    /// A board game with pieces that step diagonally.
    Kono,
}

impl Game {
    /// All three games in alphabetical order.
    pub const ALL: [Game; 3] = [Game::Canoga, Game::Congkak, Game::Kono];

    /// The available sizes (rules can-row, con-board, kon-board).
    ///
    /// ```
    /// use parlor_rules::Game;
    /// assert_eq!(Game::Kono.sizes(), [5, 7, 9]);
    /// assert_eq!(Game::Canoga.sizes_in_words(), "rows of 9, 10 or 11 squares");
    /// ```
    pub fn sizes(self) -> Vec<i64> {
        match self {
            Game::Canoga => canoga::Size::ALL.map(|size| size.squares().into()).to_vec(),
            Game::Congkak => congkak::Size::ALL.map(|size| size.pits() as i64).to_vec(),
            Game::Kono => kono::Size::ALL.map(|size| size.points().into()).to_vec(),
        }
    }

    /// The size offered as the default.
    pub fn usual_size(self) -> i64 {
        match self {
            Game::Canoga => canoga::Size::USUAL.squares().into(),
            Game::Congkak => congkak::Size::USUAL.pits() as i64,
            Game::Kono => kono::Size::USUAL.points().into(),
        }
    }

    /// The sizes in words, to continue "Canoga has …".
    pub fn sizes_in_words(self) -> String {
        match self {
            Game::Canoga => format!("rows of {} squares", canoga::Size::CHOICES),
            Game::Congkak => format!("{} pits a side", congkak::Size::CHOICES),
            Game::Kono => format!("{} points a side", kono::Size::CHOICES),
        }
    }

    /// The version of the game's rules.
    pub fn rules(self) -> u32 {
        match self {
            Game::Canoga => canoga::RULES,
            Game::Congkak => congkak::RULES,
            Game::Kono => kono::RULES,
        }
    }

    /// The unit in which rounds and tournaments are scored.
    pub fn unit(self) -> &'static str {
        match self {
            Game::Canoga | Game::Kono => "points",
            Game::Congkak => "seeds",
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Game::Canoga => "Canoga",
            Game::Congkak => "Congkak",
            Game::Kono => "Kono",
        })
    }
}

/// The word isn't one of the three games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\u{201c}{0}\u{201d} is not a game: canoga, congkak or kono")]
pub struct BadGame(String);

impl FromStr for Game {
    type Err = BadGame;
    fn from_str(word: &str) -> Result<Game, BadGame> {
        let named = |game: &Game| game.to_string().eq_ignore_ascii_case(word);
        Self::ALL.into_iter().find(named).ok_or_else(|| BadGame(word.chars().take(20).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_in_words_are_the_sizes() {
        let or = |sizes: Vec<i64>| {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            let (last, others) = sizes.split_last().unwrap();
            format!("{} or {last}", others.join(", "))
        };
        assert_eq!(canoga::Size::CHOICES, or(Game::Canoga.sizes()));
        assert_eq!(kono::Size::CHOICES, or(Game::Kono.sizes()));
        let congkak = Game::Congkak.sizes();
        assert_eq!(congkak, (congkak[0]..=congkak[congkak.len() - 1]).collect::<Vec<_>>());
        assert_eq!(congkak::Size::CHOICES, format!("{} to {}", congkak[0], congkak[congkak.len() - 1]));
        for game in Game::ALL {
            assert!(game.sizes().contains(&game.usual_size()));
        }
    }
}
