//! Positions that don't come from a table: the start of a game, and what somebody wrote by hand.

use std::fmt;
use std::str::FromStr;

use parlor_rules::{Choice, Coin, Decision, Game, Seat, Throw};
use parlor_saves::Dialect;
use parlor_table::{Answer, Ask, Entry, Next, Question, Setup, Table};

use crate::fault::FileFaults;
use crate::fields::slug;
use crate::lines::Tried;

/// The longest position, in bytes. Those that a game can have take a tenth of it.
pub(crate) const LONGEST: usize = 4 << 10;

/// The start of a game of one of its sizes. Its `Display` is like `canoga-9`, which can be read again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    pub(crate) game: Game,
    /// Squares a row, pits or points a side.
    pub(crate) size: i64,
}

impl Start {
    /// Every game in every size.
    pub(crate) fn all() -> impl Iterator<Item = Start> {
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
pub(crate) struct BadStart;

impl FromStr for Start {
    type Err = BadStart;
    fn from_str(text: &str) -> Result<Start, BadStart> {
        Start::all().find(|start| start.to_string() == text).ok_or(BadStart)
    }
}

/// A position that was read.
pub(crate) struct Position {
    /// A table that goes on from it.
    pub(crate) table: Table,
    /// The position as saves are written, without throws.
    pub(crate) text: String,
}

impl Position {
    /// Reads a position that was written as a save, in any dialect.
    pub(crate) fn read(text: &str) -> Result<Position, FileFaults> {
        let because = |sentence: &str| FileFaults { sentence: sentence.to_owned(), picture: String::new() };
        if text.trim().is_empty() {
            return Err(because("There is nothing in it. Choose a game to begin with its first position."));
        }
        if text.starts_with("parlor journal") {
            return Err(because("This is a journal. Open it in the lobby: each of its moments can be analysed there."));
        }
        if text.len() > LONGEST {
            return Err(because(&format!("It is too long: a position has at most {} KiB.", LONGEST >> 10)));
        }
        let save = parlor_saves::read(text, None).map_err(|refusal| FileFaults {
            sentence: "This isn\u{2019}t a position yet. Here is what is wrong, with what would be right:".to_owned(),
            picture: refusal.picture("position", text).trim_end().to_owned(),
        })?;
        let setup = Setup::new(save.standing.game()).resuming(&save);
        let (table, _) = Table::new(setup);
        Ok(Position { table, text: parlor_saves::write(&save.standing, Dialect::Text).text })
    }
}

/// A table at which nothing has happened yet.
pub(crate) fn at_start(start: Start) -> Table {
    let setup = Setup { size: Some(start.size), ..Setup::new(start.game) };
    Table::new(setup).0
}

/// The first position in which there is something to play, as a save.
pub(crate) fn start_in_words(start: Start) -> String {
    let mut tried = Tried::from(&at_start(start));
    while let Some(entry) = before_play(&tried.table)
        && tried.play(entry).is_ok()
    {}
    position_in_words(&tried.table).unwrap_or_default()
}

/// What somebody is to write who wants to begin from this position; `None` if there is no board yet.
pub(crate) fn position_in_words(table: &Table) -> Option<String> {
    Some(parlor_saves::write(&table.standing()?, Dialect::Text).text)
}

/// What makes Human the first player; `None` once somebody is.
fn before_play(table: &Table) -> Option<Entry> {
    if table.standing().is_some_and(|standing| standing.turn().is_some()) {
        return None;
    }
    match table.next() {
        Next::Throw { seat, .. } => {
            let throw = if seat == Seat::Human { "6 6" } else { "1 1" };
            Some(Entry::Throw { throw: throw.parse::<Throw>().ok()?, queued: false })
        }
        Next::Toss => Some(Entry::Coin(Coin::Heads)),
        Next::Ask(Question { seat, ask: Ask::Decide(decision @ (Decision::Call | Decision::Color(_))) }) => {
            let first: Choice = *decision.choices().first()?;
            Some(Entry::decision(seat, Answer::Choice(first)))
        }
        _ => None,
    }
}
