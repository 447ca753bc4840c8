//! What a screen wants done that it can't do itself.

use parlor_rules::Game;
use std::path::PathBuf;

use parlor_host::Settings;
use parlor_saves::Note;
use parlor_table::Setup;

/// What came of a key or a click.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Wish {
    /// Nothing that others need to know of.
    Stay,
    /// Back to where this screen was opened from.
    Back,
    /// Out of the program.
    Quit,
    /// Begin a game.
    Begin(Box<Setup>),
    /// Go on from a save file.
    Resume(Box<Resumed>),
    /// Go on with the journal of this name.
    Continue(String),
    /// Look at the journal of this name, which is over.
    Look(String),
    /// Choose a save file, to go on from it with these settings.
    Open(Box<Settings>),
    /// See the games that are kept.
    Kept,
    /// See how a game is played.
    How(Game),
}

/// A save file that is to be played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resumed {
    /// The setup that goes on from it.
    pub(crate) setup: Setup,
    /// What was read generously, and what is worth knowing.
    pub(crate) notes: Vec<Note>,
    /// Where it was.
    pub(crate) file: PathBuf,
}
