//! How a tournament of each game goes: what comes after what, and what is told.

mod canoga;
mod congkak;
mod kono;

use parlor_rules::{CantGoOn, Coin, Game, Pair, Seat, Standing, Throw};

use crate::question::MenuKind;
use crate::{Answer, Ask, Event, Thought};

/// Where a tournament is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// A size is to be chosen.
    Size { sizes: Vec<i64>, usual: i64 },
    /// A menu, for whoever may use it.
    Menu { before: MenuKind, turn: Option<Seat> },
    /// A question to a player.
    Ask { seat: Seat, ask: Ask },
    /// Dice are to be thrown.
    Throw {
        seat: Seat,
        /// As many as the thrower chose, or must throw.
        dice: parlor_rules::DiceCount,
        /// Whether a single die would be allowed.
        may_be_one: bool,
    },
    /// A coin is to be tossed.
    Coin,
    /// The round is over, and that is told.
    Declared,
}

/// What happened goes here.
pub(crate) type Told = Vec<Event>;

/// One of the three games as a tournament.
pub(crate) trait Tournament {
    fn step(&self) -> Step;
    /// A size was chosen from those of [`Step::Size`].
    fn size(&mut self, size: i64, told: &mut Told);
    /// The menu's answer was to go on.
    fn go_on(&mut self, told: &mut Told);
    /// The answer to [`Step::Ask`], of the right kind. A refusal says why and changes nothing.
    fn answer(&mut self, answer: &Answer, thought: Option<&Thought>, told: &mut Told) -> Result<(), String>;
    fn throw(&mut self, throw: Throw, told: &mut Told) -> Result<(), String>;
    fn coin(&mut self, shown: Coin, told: &mut Told);
    /// Somebody gave up at a menu; tells whether the whole tournament is over.
    fn quit(&mut self, quitter: Seat, told: &mut Told) -> bool;
    /// Another round is wanted.
    fn another(&mut self, told: &mut Told) -> Result<(), CantGoOn>;
    /// What a save holds; nothing before there is anything to save.
    fn standing(&self) -> Option<Standing>;
    fn totals(&self) -> Pair<u32>;
    fn rounds_won(&self) -> Option<Pair<u32>> {
        None
    }
}

/// A new tournament of a game.
pub(crate) fn new(game: Game, told: &mut Told, size: Option<i64>) -> Box<dyn Tournament> {
    let mut tournament: Box<dyn Tournament> = match game {
        Game::Canoga => Box::new(canoga::Canoga::new()),
        Game::Congkak => Box::new(congkak::Congkak::new()),
        Game::Kono => Box::new(kono::Kono::new()),
    };
    if let (Some(size), Step::Size { sizes, .. }) = (size, tournament.step())
        && sizes.contains(&size)
    {
        tournament.size(size, told);
    }
    tournament
}

/// A tournament that goes on from a save.
pub(crate) fn resume(standing: Standing, told: &mut Told) -> Box<dyn Tournament> {
    match standing {
        Standing::Canoga(standing) => Box::new(canoga::Canoga::resume(standing, told)),
        Standing::Congkak(standing) => Box::new(congkak::Congkak::resume(standing, told)),
        Standing::Kono(standing) => Box::new(kono::Kono::resume(standing, told)),
    }
}
