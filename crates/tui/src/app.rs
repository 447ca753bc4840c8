//! The full screen as a whole: which screen is up, and what leads from one to another.

mod learning;
mod opening;
mod remembering;

use std::sync::Arc;
use std::time::Duration;

use parlor_host::{Looks, Opponent, PreferencesFile, Settings};
use parlor_saves::Dialect;
use parlor_store::{JournalName, Store, StoreError, newest_unfinished};
use parlor_table::Setup;
use parlor_view::{Line, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;

use crate::game::GameScreen;
use crate::how::How;
use crate::job::{Job, JobQueue, JobResult};
use crate::kept::KeptScreen;
use crate::open::OpenScreen;
use crate::position::PositionScreen;
use crate::practice::PracticeScreen;
use crate::reviewing::ReviewScreen;
use crate::screen::{Request, Screen};
use crate::start::StartScreen;
use crate::theme::{Role, Theme};
use learning::Learning;

/// The smallest width and height that everything fits into.
pub const LEAST: (u16, u16) = (80, 24);

/// What is to be done with the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminalAction {
    /// Go on.
    Continue,
    /// Suspend the program and give the terminal back, as Ctrl-Z asks for.
    Suspend,
    /// End.
    End,
}

/// The full screen as a whole. What it paints depends on its state and on the time that it is given.
pub struct App {
    /// The first screen, with its settings: the bottom of the stack.
    start: StartScreen,
    /// The screens that were opened over it. The last one is visible and takes the input.
    stack: Vec<Box<dyn Screen>>,
    looks: Looks,
    /// Where settings are remembered; `None` if they aren't.
    remembered: Option<PreferencesFile>,
    /// What saves are written in, whatever their file is called.
    dialect: Option<Dialect>,
    /// Who plays against the person instead of the engine, until the first screen is up again.
    opponent: Option<Arc<dyn Opponent>>,
    /// Where games are kept, or why they can't be.
    store: Result<Arc<dyn Store>, String>,
    learning: Learning,
    /// Jobs of no screen.
    to_run: JobQueue,
    area: Rect,
}

/// What the full screen begins with.
pub enum Opening {
    /// The first screen.
    Welcome,
    /// A game that begins or is resumed, with notes about it.
    Game(Box<Setup>, Vec<String>),
    /// The same with another opponent than the engine.
    Against(Box<Setup>, Vec<String>, Arc<dyn Opponent>),
    /// A game that begins with a guide for its first round.
    Guided(Box<Setup>),
    /// The game in the journal with this name, to be continued.
    Continue(JournalName),
    /// The same with the other program that it is against.
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

    /// How it looks now: the person can change that.
    pub fn looks(&self) -> Looks {
        self.looks
    }

    /// Takes input from the terminal.
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
        let request = self.top().key(key);
        self.perform(request)
    }

    /// Does what a screen asked for. If that fails, the screen says why.
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
                self.open(KeptScreen::new(self.store.clone()?));
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
                self.learning.whose.turn();
                self.practise_all()?;
            }
            Request::Practise(tasks) => self.open(PracticeScreen::new(tasks)),
            Request::Statistics => {
                // Another program may have reviewed games meanwhile.
                self.learning.is_current = false;
                self.collect();
                self.show_statistics()?;
            }
            Request::StatisticsOfNext => {
                self.stack.pop();
                self.learning.whose.turn();
                self.show_statistics()?;
            }
            Request::SetUp(game, size) => self.open(PositionScreen::new(game, size)),
            Request::Analyse(table) => self.open(GameScreen::analysing(&table)),
        }
        Ok(())
    }

    /// The screen that is visible.
    fn top(&mut self) -> &mut dyn Screen {
        match self.stack.last_mut() {
            Some(screen) => &mut **screen,
            None => &mut self.start,
        }
    }

    /// Opens a screen over the one that is visible.
    fn open(&mut self, screen: impl Screen + 'static) {
        self.stack.push(Box::new(screen));
    }

    /// Closes the screen that is visible.
    fn close(&mut self) {
        self.stack.pop();
        match self.stack.last_mut() {
            Some(screen) => screen.uncovered(),
            None => self.welcome(),
        }
    }

    /// Goes to the first screen, which offers to continue the last game.
    fn welcome(&mut self) {
        // Closing a game unlocks its journal, which may be the one that is offered.
        self.stack.clear();
        self.opponent = None;
        self.collect();
        let last = self.store.as_ref().ok().and_then(|store| newest_unfinished(&**store).ok().flatten());
        self.start.set_last(last);
    }

    fn fits(&self) -> bool {
        self.area.width >= LEAST.0 && self.area.height >= LEAST.1
    }

    /// Lets everything happen that can happen by now.
    pub fn advance(&mut self, now: Duration) {
        let looks = self.looks;
        self.top().advance(looks, now);
    }

    /// The jobs that are to be run, each on a thread of its own.
    pub fn take_jobs(&mut self) -> Vec<Job> {
        let mut jobs = self.to_run.take();
        jobs.extend(self.top().take_jobs());
        jobs
    }

    /// Takes what came of a job. It may be for a screen below the one that is visible.
    pub fn job_done(&mut self, result: &JobResult) {
        self.take_collection(result);
        for screen in &mut self.stack {
            screen.job_done(result);
        }
    }

    /// Whether the terminal's bell is to ring now.
    pub fn take_bell(&mut self) -> bool {
        self.top().take_bell() && self.looks.bell
    }

    /// Whether colours are used. This overrides the environment.
    pub(crate) fn in_color(&self) -> bool {
        self.looks.palette != parlor_host::Palette::Mono
    }

    /// When the screen changes by itself; `None` if it doesn't.
    pub fn wake(&self, now: Duration) -> Option<Duration> {
        self.stack.last()?.wake(now)
    }

    /// Paints the screen.
    pub fn paint(&mut self, area: Rect, buffer: &mut Buffer) {
        let theme = Theme::from(self.looks);
        buffer.set_style(area, theme.base());
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return too_small(self.kept_words(), theme, area, buffer);
        }
        self.top().paint(theme, area, buffer);
    }

    /// What leaving does to the game that is up, in a few words; `None` if no game can be lost.
    fn kept_words(&self) -> Option<&'static str> {
        let game = self.played()?;
        (game.is_kept() || game.is_open()).then(|| game.kept_words())
    }

    /// The game that is played, which may lie below another screen.
    fn played(&self) -> Option<&GameScreen> {
        self.stack.iter().find_map(|screen| screen.game())
    }

    /// What the table has told so far, as line mode tells it.
    pub fn told(&self) -> Vec<Line> {
        if let Some(game) = self.played() { game.log.told().cloned().collect() } else { Vec::new() }
    }

    /// What is printed once the screen is gone.
    pub fn farewell(&self) -> Option<String> {
        let game = self.played()?;
        if game.is_open() && !game.is_saved() { Some(game.kept()) } else { game.farewell().map(str::to_owned) }
    }
}

/// Asks for a larger window. `kept` says what leaving does to a game, if one is played.
fn too_small(kept: Option<&str>, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let (width, height) = LEAST;
    let kept = kept.map_or_else(String::new, |kept| format!(": {kept}"));
    let words = format!(
        "Parlor needs {width} columns and {height} rows; here are {} and {}. Make the window larger, or press q to \
         leave{kept}. (parlor --plain needs less.)",
        area.width, area.height
    );
    let lines = wrap(&words, area.width.saturating_sub(2).max(1).into());
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.into_iter().zip(top..area.bottom()) {
        buffer.set_stringn(area.x + 1, y, line, usize::from(area.width).saturating_sub(1), theme.style(Role::Text));
    }
}
