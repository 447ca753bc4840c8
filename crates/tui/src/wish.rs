//! What a screen asks the [`App`](crate::App) to do.

use std::path::PathBuf;

use parlor_host::{JournalName, Settings};
use parlor_rules::Game;
use parlor_saves::Note;
use parlor_table::{Setup, Table};

use crate::collection::Task;

/// What a screen asks for after a key or a click.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Wish {
    /// Nothing.
    Stay,
    /// Go back to where this screen was opened from.
    Back,
    /// Leave the program.
    Quit,
    /// Begin a game.
    Begin(Box<Setup>),
    /// Begin a game with a guide for its first round.
    BeginGuided(Box<Setup>),
    /// Go on from a save file.
    Resume(Box<Resumed>),
    /// Continue the game in the journal with this name.
    Continue(JournalName),
    /// Show the game in the journal with this name, which is over or of other rules.
    Look(JournalName),
    /// Choose a save file, to be played on with these settings.
    Open(Box<Settings>),
    /// Show the games that are kept.
    Kept,
    /// Show how a game is played.
    How(Game),
    /// Review the game in the journal with this name.
    Review(JournalName),
    /// Practise the mistakes of all reviewed games.
    Practice,
    /// Find something better than these mistakes.
    Practise(Vec<Task>),
    /// Show how people played.
    Statistics,
    /// Look at the next person's mistakes or statistics.
    TurnWhose,
    /// Set up a position of this game and size by hand, to be analysed.
    SetUp(Game, i64),
    /// Try things out from here.
    Analyse(Box<Table>),
}

/// A save file that is to be played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resumed {
    /// The setup that continues it.
    pub(crate) setup: Setup,
    /// Notes about how it was read.
    pub(crate) notes: Vec<Note>,
    /// The file.
    pub(crate) file: PathBuf,
}
