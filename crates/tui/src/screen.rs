//! Screens, and what they ask the [`App`](crate::App) to do.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parlor_host::Settings;
use parlor_review::{Mistake, ReviewedGames};
use parlor_rules::Game;
use parlor_saves::Note;
use parlor_store::JournalName;
use parlor_table::{Setup, Table};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::game::GameScreen;
use crate::job::{Job, JobResult};
use crate::kit::{LineKey, line_key_at};
use crate::theme::Theme;
use parlor_host::Looks;

/// One of the views that fill the terminal. The [`App`](crate::App) has a stack of them; input goes to the topmost.
pub(crate) trait Screen {
    fn key(&mut self, key: KeyEvent) -> Request;

    /// A click on a key's name presses the key.
    fn mouse(&mut self, event: MouseEvent, area: Rect) -> Request {
        match event.kind {
            MouseEventKind::ScrollUp => self.scroll(-1),
            MouseEventKind::ScrollDown => self.scroll(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let at = Position::new(event.column, event.row);
                return match line_key_at(&self.keys(Theme::default()), at, area) {
                    Some(code) => self.key(code.into()),
                    None => self.click(at, area),
                };
            }
            _ => {}
        }
        Request::Stay
    }

    /// The wheel was turned: down by one, or up by minus one.
    fn scroll(&mut self, _by: isize) {}

    fn click(&mut self, _at: Position, _area: Rect) -> Request {
        Request::Stay
    }

    /// The keys that work now, for the line along the bottom.
    fn keys(&self, theme: Theme) -> Vec<LineKey>;

    fn paste(&mut self, _text: &str) {}

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer);

    /// Lets everything happen that can happen by now.
    fn advance(&mut self, _looks: Looks, _now: Duration) {}

    /// When the screen changes by itself, at the latest; `None` if it doesn't.
    fn wake(&self, _now: Duration) -> Option<Duration> {
        None
    }

    /// Whether a person was asked something since the last call.
    fn take_bell(&mut self) -> bool {
        false
    }

    /// The jobs to start.
    fn take_jobs(&mut self) -> Vec<Job> {
        Vec::new()
    }

    /// The result of a job, which another screen may have started.
    fn job_done(&mut self, _result: &JobResult) {}

    /// All games that are kept have been read again.
    fn collected(&mut self, _games: &Arc<ReviewedGames>) {}

    /// The screen above this one was closed.
    fn uncovered(&mut self) {}

    /// Shows why a request failed.
    fn refuse(&mut self, _why: String) {}

    /// The game that is played on this screen.
    fn game(&self) -> Option<&GameScreen> {
        None
    }

    /// The mistake that has come up for practice since the last call.
    fn take_practised(&mut self) -> Option<Mistake> {
        None
    }
}

/// What a screen asks for after a key or a click.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Request {
    /// Nothing.
    Stay,
    /// Go back to the screen below.
    Back,
    /// Go back to the start screen.
    Start,
    /// Leave the program.
    Quit,
    /// Change how everything looks and moves.
    SetLooks(Looks),
    Begin(Box<Setup>),
    /// Begin the same game again, in the place of this one.
    BeginAgain(Box<Setup>),
    /// Begin a game with a guide for its first round.
    BeginGuided(Box<Setup>),
    /// Resume a save file.
    Resume(Box<Resumed>),
    /// Continue the game in a journal, or show it if it is over or of other rules.
    Continue(JournalName),
    /// Choose a save file, to be resumed with these settings.
    Open(Box<Settings>),
    /// List the saved games.
    Kept,
    /// Show the rules.
    How(Game),
    /// Review the game in a journal.
    Review(JournalName),
    /// Review a game that is open, and keep the review with its journal.
    ReviewTable(Box<Table>, Option<JournalName>),
    /// Practise the mistakes of all reviewed games.
    Practice,
    /// Practise those of the next person.
    PracticeOfNext,
    /// Practise these mistakes.
    Practise(Vec<Mistake>),
    Statistics,
    /// The statistics of the next person.
    StatisticsOfNext,
    /// Set up a position of this game and size by hand, to be analysed.
    SetUp(Game, i64),
    Analyse(Box<Table>),
}

/// A save file that is to be resumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resumed {
    pub(crate) setup: Setup,
    /// Notes about how it was read.
    pub(crate) notes: Vec<Note>,
    pub(crate) file: PathBuf,
}
