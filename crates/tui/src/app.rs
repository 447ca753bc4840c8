//! The full screen as a whole: the stack of screens, and the requests that lead from one to another.

mod learning;
mod opening;
mod over;
mod remembering;

use std::sync::Arc;
use std::time::Duration;

use parlor_host::{Looks, Opponent, PreferencesFile, Settings};
use parlor_saves::Dialect;
use parlor_store::{JournalName, Store, StoreError, newest_begun};
use parlor_table::Setup;
use parlor_view::{Line, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind};
use ratatui::layout::Rect;

use crate::game::GameScreen;
use crate::games::GamesScreen;
use crate::how::How;
use crate::job::{Job, JobQueue, JobResult};
use crate::open::OpenScreen;
use crate::position::PositionScreen;
use crate::practice::PracticeScreen;
use crate::reviewing::ReviewScreen;
use crate::screen::{Request, Screen};
use crate::start::StartScreen;
use crate::theme::{Role, Theme};
use learning::Learning;
use over::Over;

/// The smallest width and height with room for everything.
pub const LEAST: (u16, u16) = (80, 24);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminalAction {
    Continue,
    /// Suspend the program and restore the terminal, after Ctrl-Z.
    Suspend,
    End,
}

/// The full screen. Painting depends only on its state and on the given time.
pub struct App {
    /// The first screen, with its settings: the bottom of the stack.
    start: StartScreen,
    /// The screens opened over it. The last one is visible and takes the input.
    stack: Vec<Box<dyn Screen>>,
    /// A box over the visible screen.
    over: Option<Over>,
    looks: Looks,
    /// The file of remembered settings; `None` if they aren't remembered.
    remembered: Option<PreferencesFile>,
    /// The dialect of all saves, whatever the file name; `None` to choose it by file name.
    dialect: Option<Dialect>,
    /// Plays instead of the engine, until the next return to the start screen.
    opponent: Option<Arc<dyn Opponent>>,
    /// The store of games, or why there is none.
    store: Result<Arc<dyn Store>, String>,
    learning: Learning,
    to_run: JobQueue,
    area: Rect,
}

pub enum Opening {
    Welcome,
    /// Starts or resumes a game, with notes about it.
    Game(Box<Setup>, Vec<String>),
    /// Like `Game`, against a bot instead of the engine.
    Against(Box<Setup>, Vec<String>, Arc<dyn Opponent>),
    /// Starts a game with a guide for its first round.
    Guided(Box<Setup>),
    /// Continues the game in this journal.
    Continue(JournalName),
    /// Like `Continue`, against a bot instead of the engine.
    ContinueAgainst(JournalName, Arc<dyn Opponent>),
}

impl App {
    /// The full screen, with the settings from the command line.
    pub fn new(
        opening: Opening,
        settings: &Settings,
        store: Result<Arc<dyn Store>, StoreError>,
        looks: Looks,
    ) -> Result<App, String> {
        let store = store.map_err(|error| error.to_string());
        let area = Rect::new(0, 0, LEAST.0, LEAST.1);
        let mut start = StartScreen::new(settings, None, "");
        start.kept.no_store = store.as_ref().err().cloned();
        let mut app = App {
            start,
            stack: Vec::new(),
            over: None,
            looks,
            remembered: None,
            dialect: settings.dialect,
            opponent: None,
            store,
            learning: Learning::default(),
            to_run: JobQueue::default(),
            area,
        };
        match opening {
            Opening::Welcome => app.welcome(),
            Opening::Game(setup, notes) => app.play(&setup, &notes),
            Opening::Against(setup, notes, opponent) => {
                app.opponent = Some(opponent);
                app.play(&setup, &notes);
            }
            Opening::Guided(setup) => app.play_guided(&setup),
            Opening::Continue(name) => app.continue_journal(&name)?,
            Opening::ContinueAgainst(name, opponent) => {
                app.opponent = Some(opponent);
                app.continue_journal(&name)?;
            }
        }
        Ok(app)
    }

    /// The current settings of looks, which the user can change.
    pub fn looks(&self) -> Looks {
        self.looks
    }

    /// Handles input from the terminal.
    pub fn input(&mut self, input: &Input) -> TerminalAction {
        let before = self.looks;
        let action = self.take_input(input);
        self.remember_looks(before);
        action
    }

    fn take_input(&mut self, input: &Input) -> TerminalAction {
        match input {
            Input::Resize(width, height) => self.area = Rect::new(0, 0, *width, *height),
            Input::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Input::Mouse(event) if self.over.is_some() => {
                if let MouseEventKind::Down(_) = event.kind {
                    self.over = None;
                }
            }
            Input::Mouse(event) if self.fits() => {
                let area = self.area;
                let request = self.top().mouse(*event, area);
                return self.perform(request);
            }
            Input::Paste(text) => self.top().paste(text),
            _ => {}
        }
        TerminalAction::Continue
    }

    fn key(&mut self, key: KeyEvent) -> TerminalAction {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return TerminalAction::End,
                KeyCode::Char('z') => return TerminalAction::Suspend,
                _ => {}
            }
        }
        if !self.fits() {
            return if key.code == KeyCode::Char('q') { TerminalAction::End } else { TerminalAction::Continue };
        }
        if self.key_over(key) {
            return TerminalAction::Continue;
        }
        let request = self.top().key(key);
        self.perform(request)
    }

    /// Carries out a screen's request. If that fails, the screen shows why.
    fn perform(&mut self, request: Request) -> TerminalAction {
        if request == Request::Quit {
            return TerminalAction::End;
        }
        let done = self.try_to(request);
        self.note_practised();
        if let Err(why) = done {
            self.top().refuse(why);
        }
        TerminalAction::Continue
    }

    fn try_to(&mut self, request: Request) -> Result<(), String> {
        match request {
            Request::Stay | Request::Quit => {}
            Request::Back => self.close(),
            Request::Start => self.welcome(),
            Request::SetLooks(looks) => self.looks = looks,
            Request::Begin(setup) => {
                self.remember_game(setup.game);
                self.play(&setup, &[]);
            }
            Request::BeginAgain(setup) => {
                self.stack.pop();
                let game = self.begin(&setup, &[]);
                self.open(game);
            }
            Request::BeginGuided(setup) => self.play_guided(&setup),
            Request::Resume(resumed) => {
                let mut notes = vec![format!("From {}.", resumed.file.display())];
                notes.extend(resumed.notes.iter().map(|note| format!("Note: {note}")));
                self.play(&resumed.setup, &notes);
            }
            Request::Continue(name) => self.continue_journal(&name)?,
            Request::Open(settings) => self.open(OpenScreen::new(*settings, "")),
            Request::Kept => {
                self.learning.is_current = false;
                self.open(GamesScreen::new(self.store.clone()?));
            }
            Request::How(game) => self.open(How::new(game)),
            Request::Review(name) => self.review_journal(&name)?,
            Request::ReviewTable(table, journal) => {
                self.learning.is_current = false;
                self.open(ReviewScreen::new(*table, self.store.clone().ok().zip(journal)));
            }
            Request::Practice => self.practise_all()?,
            Request::PracticeOfNext => {
                self.stack.pop();
                self.learning.filter.next();
                self.practise_all()?;
            }
            Request::Practise(tasks) => self.open(PracticeScreen::new(tasks)),
            Request::Statistics => {
                // Another instance may have reviewed games meanwhile.
                self.learning.is_current = false;
                self.collect();
                self.show_statistics()?;
            }
            Request::StatisticsOfNext => {
                self.stack.pop();
                self.learning.filter.next();
                self.show_statistics()?;
            }
            Request::SetUp(game, size) => self.open(PositionScreen::new(game, size)),
            Request::Analyse(table) => self.open(GameScreen::analysing(&table)),
        }
        Ok(())
    }

    /// The visible screen.
    fn top(&mut self) -> &mut dyn Screen {
        match self.stack.last_mut() {
            Some(screen) => &mut **screen,
            None => &mut self.start,
        }
    }

    /// Opens a screen over the visible one.
    fn open(&mut self, screen: impl Screen + 'static) {
        self.stack.push(Box::new(screen));
    }

    /// Closes the visible screen.
    fn close(&mut self) {
        self.stack.pop();
        match self.stack.last_mut() {
            Some(screen) => screen.uncovered(),
            None => self.welcome(),
        }
    }

    /// Returns to the start screen, which offers to continue the last game.
    fn welcome(&mut self) {
        // Closing a game unlocks its journal, which may be the one to offer.
        self.stack.clear();
        self.opponent = None;
        self.collect();
        let last = self.store.as_ref().ok().and_then(|store| newest_begun(&**store).ok().flatten());
        self.start.set_last(last);
    }

    fn fits(&self) -> bool {
        self.area.width >= LEAST.0 && self.area.height >= LEAST.1
    }

    /// Advances everything to the given time.
    pub fn advance(&mut self, now: Duration) {
        let looks = self.looks;
        self.top().advance(looks, now);
    }

    /// Takes the jobs to run, each on its own thread.
    pub fn take_jobs(&mut self) -> Vec<Job> {
        let mut jobs = self.to_run.take();
        jobs.extend(self.top().take_jobs());
        jobs
    }

    /// Handles a job's result. It may be for a screen below the visible one.
    pub fn job_done(&mut self, result: &JobResult) {
        self.take_collection(result);
        for screen in &mut self.stack {
            screen.job_done(result);
        }
    }

    pub fn take_bell(&mut self) -> bool {
        self.top().take_bell() && self.looks.bell
    }

    /// Overrides `NO_COLOR` of the environment.
    pub(crate) fn in_color(&self) -> bool {
        self.looks.palette != parlor_host::Palette::Mono
    }

    /// When the screen changes without input; `None` if it doesn't.
    pub fn wake(&self, now: Duration) -> Option<Duration> {
        self.stack.last()?.wake(now)
    }

    pub fn paint(&mut self, area: Rect, buffer: &mut Buffer) {
        let theme = Theme::from(self.looks);
        buffer.set_style(area, theme.base());
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return too_small(self.leaving_note(), theme, area, buffer);
        }
        self.top().paint(theme, area, buffer);
        self.paint_over(theme, area, buffer);
    }

    /// The effect of leaving on the current game, in a few words; `None` if no game can be lost.
    fn leaving_note(&self) -> Option<&'static str> {
        let game = self.played()?;
        (game.is_kept() || game.is_open()).then(|| game.leaving_note())
    }

    /// The game in progress, which may be below another screen.
    fn played(&self) -> Option<&GameScreen> {
        self.stack.iter().find_map(|screen| screen.game())
    }

    /// The table's log so far, with the lines that line mode prints.
    pub fn log_lines(&self) -> Vec<Line> {
        if let Some(game) = self.played() { game.log.lines().cloned().collect() } else { Vec::new() }
    }

    /// The message to print once the terminal is restored.
    pub fn farewell(&self) -> Option<String> {
        let game = self.played()?;
        if game.is_open() && !game.is_saved() { Some(game.kept()) } else { game.farewell().map(str::to_owned) }
    }
}

/// Asks for a larger window. `kept` describes the effect of leaving on the current game, if any.
fn too_small(kept: Option<&str>, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let (width, height) = LEAST;
    let kept = kept.map_or_else(String::new, |kept| format!(": {kept}"));
    let words = format!(
        "Parlor needs {width} columns and {height} rows; this window has {} and {}. Make the window larger, or press q to \
         leave{kept}. (parlor --plain needs less.)",
        area.width, area.height
    );
    let lines = wrap(&words, area.width.saturating_sub(2).max(1).into());
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.into_iter().zip(top..area.bottom()) {
        buffer.set_stringn(area.x + 1, y, line, usize::from(area.width).saturating_sub(1), theme.style(Role::Text));
    }
}
