//! Which position is to be analysed: the start of a game, or one that is written by hand.

use std::fmt;
use std::str::FromStr;

use askama::Template;
use parlor_rules::Game;
use parlor_view::size_in_words;

use super::lobby::slug;
use super::{Place, Shell, Site, render};
use crate::position::LONGEST;

/// The start of a game of one of its sizes. Its `Display` is like `canoga-9`, which can be read again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    game: Game,
    size: i64,
}

impl Start {
    /// Which game.
    pub fn game(self) -> Game {
        self.game
    }

    /// Squares a row, pits or points a side.
    pub fn size(self) -> i64 {
        self.size
    }

    /// Every game in every size.
    fn all() -> impl Iterator<Item = Start> {
        Game::ALL.into_iter().flat_map(|game| game.sizes().into_iter().map(move |size| Start { game, size }))
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
        write!(f, "{}-{}", slug(self.game), self.size)
    }
}

/// The text doesn't name a game and one of its sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadStart;

impl FromStr for Start {
    type Err = BadStart;
    fn from_str(text: &str) -> Result<Start, BadStart> {
        Start::all().find(|start| start.to_string() == text).ok_or(BadStart)
    }
}

/// Why what was written by hand is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionFaults {
    /// In a sentence.
    pub sentence: String,
    /// Every fault with its line, as `parlor check` shows it; may be empty.
    pub picture: String,
}

/// The page on which a position is chosen or written.
#[derive(Clone, Copy, Debug)]
pub struct SetUpPage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// The start that is chosen in the list.
    pub start: Start,
    /// What stands in the field for the position.
    pub text: &'a str,
    /// What is wrong with it.
    pub faults: Option<&'a PositionFaults>,
}

#[derive(Template)]
#[template(path = "set-up.html")]
struct SetUpView<'a> {
    shell: Shell<'a>,
    starts: Vec<(String, String, bool)>,
    text: &'a str,
    rows: usize,
    longest: usize,
    faults: Option<&'a PositionFaults>,
}

/// The page on which a position is chosen or written.
pub fn set_up_page(page: &SetUpPage<'_>) -> String {
    let words = |start: Start| format!("{}, {}", start.game, size_in_words(start.game, start.size));
    render(&SetUpView {
        shell: Shell::new(page.site, "Analyse a position \u{2013} Parlor", Place::Elsewhere),
        starts: Start::all().map(|start| (start.to_string(), words(start), start == page.start)).collect(),
        text: page.text,
        rows: page.text.lines().count().clamp(8, 20) + 1,
        longest: LONGEST,
        faults: page.faults,
    })
}
