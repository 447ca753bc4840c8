//! Screens, and their requests to the [`App`](crate::App).

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

/// One of the views that fill the terminal. The [`App`](crate::App) has a stack of screens, and the topmost one gets
/// the input.
pub(crate) trait Screen {
    fn key(&mut self, key: KeyEvent) -> Request;

    /// Handles the mouse. By default, a click on the name of a key presses the key.
    fn mouse(&mut self, event: MouseEvent, area: Rect) -> Request {
        match event.kind {
            MouseEventKind::ScrollUp => self.scroll(-1),
            MouseEventKind::ScrollDown => self.scroll(1),
            MouseEventKind::Down(MouseButton::Right) => {
                self.right_click(Position::new(event.column, event.row), area);
            }
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

    /// Handles the mouse wheel: 1 is down, -1 is up.
    fn scroll(&mut self, _by: isize) {}

    fn click(&mut self, _at: Position, _area: Rect) -> Request {
        Request::Stay
    }

    fn right_click(&mut self, _at: Position, _area: Rect) {}

    /// The keys that work now, for the line along the bottom.
    fn keys(&self, theme: Theme) -> Vec<LineKey>;

    /// True if letters and `?` have a meaning on this screen, so that they don't open a box over it.
    fn takes_letters(&self) -> bool {
        false
    }

    fn paste(&mut self, _text: &str) {}

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer);

    /// Advances everything to the given time.
    fn advance(&mut self, _looks: Looks, _now: Duration) {}

    /// The latest time of the next change without input; `None` if nothing changes.
    fn wake(&self, _now: Duration) -> Option<Duration> {
        None
    }

    fn take_bell(&mut self) -> bool {
        false
    }

    fn take_jobs(&mut self) -> Vec<Job> {
        Vec::new()
    }

    /// Handles the result of a job, which another screen may have started.
    fn job_done(&mut self, _result: &JobResult) {}

    /// Handles the newly collected games.
    fn collected(&mut self, _games: &Arc<ReviewedGames>) {}

    /// Called when the screen above this one was closed.
    fn uncovered(&mut self) {}

    /// Shows the reason why a request failed.
    fn refuse(&mut self, _why: String) {}

    /// The game on this screen.
    fn game(&self) -> Option<&GameScreen> {
        None
    }

    /// The mistake that has been shown for practice since the last call.
    fn take_practised(&mut self) -> Option<Mistake> {
        None
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Request {
    Stay,
    /// Go back to the screen below.
    Back,
    /// Go back to the start screen.
    Start,
    Quit,
    /// Change the looks.
    SetLooks(Looks),
    Begin(Box<Setup>),
    /// Start the same game again, replacing this one.
    BeginAgain(Box<Setup>),
    /// Start a game with a guide for its first round.
    BeginGuided(Box<Setup>),
    Resume(Box<Resumed>),
    /// Continue the game in a journal, or show it if it is over or has different rules.
    Continue(JournalName),
    /// Choose a save file to resume with these settings.
    Open(Box<Settings>),
    Kept,
    How(Game),
    /// Review the game in a journal.
    Review(JournalName),
    /// Review an open game, and store the review with its journal.
    ReviewTable(Box<Table>, Option<JournalName>),
    /// Practise the mistakes of all reviewed games.
    Practice,
    /// Practise the mistakes of the next person in the filter.
    PracticeOfNext,
    Practise(Vec<Mistake>),
    Statistics,
    /// Show the statistics of the next person in the filter.
    StatisticsOfNext,
    /// Set up a position of this game and size by hand, for analysis.
    SetUp(Game, i64),
    Analyse(Box<Table>),
}

/// A save file to resume.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Resumed {
    pub(crate) setup: Setup,
    /// Notes from reading the file.
    pub(crate) notes: Vec<Note>,
    pub(crate) file: PathBuf,
}
