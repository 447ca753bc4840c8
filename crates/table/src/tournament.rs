//! How a tournament of each game goes: what comes after what, and what is told.

mod canoga;
mod congkak;
mod kono;

use std::sync::Arc;

use parlor_rules::{CantGoOn, Choice, Coin, Decision, DiceCount, Game, Pair, Seat, Standing, Throw};

use crate::question::MenuKind;
use crate::{Event, Rationale};

/// A tournament of one of the three games.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tournament {
    Canoga(canoga::Canoga),
    Congkak(congkak::Congkak),
    Kono(kono::Kono),
}

/// Where a tournament is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// A size is to be chosen; this was the one of the round before.
    Size { previous: Option<i64> },
    /// A menu, for the person who may use it.
    Menu { before: MenuKind, turn: Option<Seat> },
    /// A player decides.
    Decide { seat: Seat, decision: Decision },
    /// Dice are to be thrown.
    Throw {
        seat: Seat,
        /// The number that the thrower chose, or must throw.
        dice: DiceCount,
        /// Whether a single die would be allowed.
        may_be_one: bool,
    },
    /// A coin is to be tossed.
    Toss,
    /// The round is over, and that is told.
    Declared,
}

/// What happened goes here.
pub(crate) type Told = Vec<Event>;

/// What each game does in its own way.
pub(crate) trait Flow {
    fn step(&self) -> Step;
    /// A size was chosen from those of the game.
    fn size(&mut self, size: i64, told: &mut Told);
    /// The menu was answered with "play".
    fn pass_menu(&mut self, told: &mut Told);
    /// The answer to [`Step::Decide`]. A refusal says why and changes nothing.
    fn decide(&mut self, choice: Choice, rationale: Option<&Arc<Rationale>>, told: &mut Told) -> Result<(), String>;
    fn throw(&mut self, throw: Throw, told: &mut Told) -> Result<(), String>;
    fn coin(&mut self, shown: Coin, told: &mut Told);
    /// A person gave up at a menu; returns whether the whole tournament is over.
    fn quit(&mut self, quitter: Seat, told: &mut Told) -> bool;
    /// Both players agreed to call the round (rule kon-offer).
    fn call(&mut self, _: &mut Told) -> Result<(), String> {
        Err("only a round of Kono can be called".to_owned())
    }
    /// Another round is wanted.
    fn another(&mut self, told: &mut Told) -> Result<(), CantGoOn>;
    /// What a save holds; nothing before there is anything to save.
    fn standing(&self) -> Option<Standing>;
    /// Why a save file can't hold what [`Flow::standing`] says, if it can't.
    fn cant_hold(&self) -> Option<&'static str> {
        None
    }
    /// Whether the number of the round counts from a save that has no number.
    fn counts_since_save(&self) -> bool {
        false
    }
    /// Which round it is, from 1.
    fn round(&self) -> u32;
    /// The size of the round, once it is chosen.
    fn round_size(&self) -> Option<i64>;
    fn totals(&self) -> Pair<u32>;
    fn rounds_won(&self) -> Option<Pair<u32>> {
        None
    }
}

impl Tournament {
    /// A new tournament of a game, with the size of its first round if that is known already.
    pub(crate) fn new(game: Game, size: Option<i64>, told: &mut Told) -> Tournament {
        let mut tournament = match game {
            Game::Canoga => Tournament::Canoga(canoga::Canoga::new()),
            Game::Congkak => Tournament::Congkak(congkak::Congkak::new()),
            Game::Kono => Tournament::Kono(kono::Kono::new()),
        };
        if let Some(size) = size.filter(|size| game.sizes().contains(size)) {
            tournament.flow_mut().size(size, told);
        }
        tournament
    }

    /// A tournament that goes on from a save.
    pub(crate) fn resume(standing: Standing, told: &mut Told) -> Tournament {
        match standing {
            Standing::Canoga(standing) => Tournament::Canoga(canoga::Canoga::resume(standing, told)),
            Standing::Congkak(standing) => Tournament::Congkak(congkak::Congkak::resume(standing, told)),
            Standing::Kono(standing) => Tournament::Kono(kono::Kono::resume(standing, told)),
        }
    }

    pub(crate) fn flow(&self) -> &dyn Flow {
        match self {
            Tournament::Canoga(flow) => flow,
            Tournament::Congkak(flow) => flow,
            Tournament::Kono(flow) => flow,
        }
    }

    pub(crate) fn flow_mut(&mut self) -> &mut dyn Flow {
        match self {
            Tournament::Canoga(flow) => flow,
            Tournament::Congkak(flow) => flow,
            Tournament::Kono(flow) => flow,
        }
    }
}
