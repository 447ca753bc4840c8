//! What a front end says about each game before anything is played.

use parlor_rules::Game;

/// What decides who plays first, and in some games what can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceDevice {
    /// Dice, which can come from a file.
    Dice,
    /// A coin.
    Coin,
}

/// What is left to chance in a game.
pub fn chance(game: Game) -> ChanceDevice {
    match game {
        Game::Canoga | Game::Kono => ChanceDevice::Dice,
        Game::Congkak => ChanceDevice::Coin,
    }
}

/// A game in a few words, with its name.
pub fn game_line(game: Game) -> &'static str {
    match game {
        Game::Canoga => "Canoga: dice, and two rows of squares",
        Game::Congkak => "Congkak: seeds sown around two rows of pits",
        Game::Kono => "Kono: diagonal steps to the other side",
    }
}

/// A size where there is little room: "9 squares", "5×5".
pub fn short_size(game: Game, size: i64) -> String {
    match game {
        Game::Canoga => format!("{size} squares"),
        Game::Congkak => format!("{size} pits"),
        Game::Kono => format!("{size}\u{d7}{size}"),
    }
}

/// A size in full: "9 squares a row", "5×5 points".
pub fn size_in_words(game: Game, size: i64) -> String {
    match game {
        Game::Canoga => format!("{size} squares a row"),
        Game::Congkak => format!("{size} pits a side"),
        Game::Kono => format!("{size}\u{d7}{size} points"),
    }
}

/// The lead, in points or seeds, at which a value bar is three quarters full. A lead that decides a round in one
/// game is small in another.
pub fn decisive_lead(game: Game) -> f64 {
    match game {
        Game::Canoga => 10.0,
        Game::Congkak => 25.0,
        Game::Kono => 8.0,
    }
}
