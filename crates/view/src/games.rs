//! Descriptions of each game, before it starts.

use parlor_rules::{Game, Level};

/// The device that decides who plays first. In Canoga it also decides which moves are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceDevice {
    /// Can be read from a file.
    Dice,
    Coin,
}

pub fn chance(game: Game) -> ChanceDevice {
    match game {
        Game::Canoga | Game::Kono => ChanceDevice::Dice,
        Game::Congkak => ChanceDevice::Coin,
    }
}

/// One line about a game, starting with its name.
pub fn game_line(game: Game) -> &'static str {
    match game {
        Game::Canoga => "Canoga: dice, and two rows of squares",
        Game::Congkak => "Congkak: seeds sown around two rows of pits",
        Game::Kono => "Kono: diagonal steps to the other side",
    }
}

/// Describes how strongly a level plays: "a good game".
pub fn level_in_words(game: Game, level: Level) -> &'static str {
    match level {
        Level::Novice => "for beginners",
        Level::Club => "a good game",
        Level::Expert => "a strong game",
        // A turn is planned as a whole, and a single turn can bank nearly all seeds.
        Level::Master if game == Game::Congkak => "may win in its first turn",
        Level::Master => "at full strength",
    }
}

/// Short form of a size: "9 squares", "5×5".
pub fn short_size(game: Game, size: i64) -> String {
    match game {
        Game::Canoga => format!("{size} squares"),
        Game::Congkak => format!("{size} pits"),
        Game::Kono => format!("{size}\u{d7}{size}"),
    }
}

/// Full form of a size: "9 squares a row", "5×5 points".
pub fn size_in_words(game: Game, size: i64) -> String {
    match game {
        Game::Canoga => format!("{size} squares a row"),
        Game::Congkak => format!("{size} pits a side"),
        Game::Kono => format!("{size}\u{d7}{size} points"),
    }
}

/// The lead, in points or seeds, at which a value bar is three quarters full.
pub fn decisive_lead(game: Game) -> f64 {
    match game {
        Game::Canoga => 10.0,
        Game::Congkak => 25.0,
        Game::Kono => 8.0,
    }
}
