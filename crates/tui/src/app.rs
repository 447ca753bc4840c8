//! The full screen as a whole: which screen is up, and what leads from one to another.

mod learning;
mod opening;
mod remembering;

use std::sync::Arc;
use std::time::Duration;

use parlor_host::{
    AdviceFrom, JournalName, Opponent, ReviewedGames, SeenFile, Settings, Store, StoreError, any_seed,
    newest_unfinished,
};
use parlor_review::{Seen, Tutor};
use parlor_saves::Dialect;
use parlor_table::Setup;
use parlor_view::{Line, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;

use crate::collection::Whose;
use crate::game::{After, GameScreen};
use crate::how::How;
use crate::job::{Job, JobResult, Ticket};
use crate::kept::KeptScreen;
use crate::open::Open;
use crate::position::PositionScreen;
use crate::practice::PracticeScreen;
use crate::preferences::{Preferences, PreferencesFile};
use crate::reading::ReadingScreen;
use crate::reviewing::ReviewScreen;
use crate::speed::Speed;
use crate::start::Start;
use crate::statistics::StatisticsScreen;
use crate::theme::{Palette, Role, Theme};
use crate::wish::Wish;

/// The smallest width and height that everything fits into.
pub const LEAST: (u16, u16) = (80, 24);

/// How the full screen looks and moves, and whose advice it gives.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Looks {
    /// Colours and characters.
    pub theme: Theme,
    /// How fast things move.
    pub speed: Speed,
    /// Whether the terminal's bell rings when a person is asked.
    pub bell: bool,
    /// Whose view help gives.
    pub advice: AdviceFrom,
    /// How soon the tutor speaks up.
    pub tutor: Tutor,
}

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
    screen: Screen,
    /// The first screen, with its settings, while others are up.
    start: Start,
    looks: Looks,
    /// Where settings are remembered, and as they are there; `None` if they aren't remembered.
    remembered: Option<(PreferencesFile, Preferences)>,
    /// What saves are written in, whatever their file is called.
    dialect: Option<Dialect>,
    /// Who plays against the person instead of the engine, until the first screen is up again.
    opponent: Option<Arc<dyn Opponent>>,
    /// The list that the game in sight was chosen from, to go back to.
    list: Option<Box<KeptScreen>>,
    /// Where games are kept, or why they can't be.
    store: Result<Arc<dyn Store>, String>,
    /// The screens below the one that is up, to go back to.
    beneath: Vec<Screen>,
    /// What can be learned from all games that are kept, as last collected.
    collection: Option<Arc<ReviewedGames>>,
    collecting: Option<Ticket>,
    /// Jobs of no screen.
    to_run: Vec<Job>,
    /// Whose mistakes are practised, and whose statistics are shown.
    whose: Whose,
    /// When mistakes were practised.
    seen: Seen,
    /// Where that is remembered; `None` if it isn't.
    seen_file: Option<SeenFile>,
    area: Rect,
}

enum Screen {
    Start,
    Open(Box<Open>),
    Kept(Box<KeptScreen>),
    How(How),
    /// A journal that can only be read, and the list that it was chosen from.
    Reading {
        reading: Box<ReadingScreen>,
        list: Option<Box<KeptScreen>>,
    },
    Game(Box<GameScreen>),
    Review(Box<ReviewScreen>),
    Practice(Box<PracticeScreen>),
    Statistics(StatisticsScreen),
    Position(Box<PositionScreen>),
}

impl Screen {
    /// Takes what came of a job. Who didn't ask for it ignores it.
    fn job_done(&mut self, result: JobResult) {
        match self {
            Screen::Game(game) => game.job_done(result),
            Screen::Review(review) => review.job_done(&result),
            Screen::Practice(practice) => practice.job_done(&result),
            _ => {}
        }
    }
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
        let mut start = Start::new(settings, None, "");
        if let Err(why) = &store {
            start = start.without_store(why);
        }
        let mut app = App {
            screen: Screen::Start,
            start,
            looks,
            remembered: None,
            dialect: settings.dialect,
            opponent: None,
            list: None,
            store,
            beneath: Vec::new(),
            collection: None,
            collecting: None,
            to_run: Vec::new(),
            whose: Whose::default(),
            seen: Seen::default(),
            seen_file: None,
            area,
        };
        match opening {
            Opening::Welcome => app.welcome(),
            Opening::Game(setup, notes) => app.play(&setup, &notes)?,
            Opening::Against(setup, notes, opponent) => {
                app.opponent = Some(opponent);
                app.play(&setup, &notes)?;
            }
            Opening::Guided(setup) => app.play_guided(&setup)?,
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
                let wish = match &mut self.screen {
                    Screen::Start => self.start.mouse(*event, self.area),
                    Screen::Open(open) => open.mouse(*event, self.area),
                    Screen::Kept(kept) => kept.mouse(*event, self.area),
                    Screen::How(how) => how.mouse(*event, self.area),
                    Screen::Reading { reading, .. } => reading.mouse(*event),
                    Screen::Position(position) => position.mouse(*event, self.area),
                    Screen::Review(review) => review.mouse(*event, self.area),
                    Screen::Practice(practice) => practice.mouse(*event, self.area),
                    Screen::Statistics(statistics) => statistics.mouse(*event, self.area),
                    Screen::Game(game) => {
                        let after = game.mouse(*event, self.area, &mut self.looks);
                        return self.after(after);
                    }
                };
                return self.grant(wish);
            }
            Input::Paste(text) => match &mut self.screen {
                Screen::Start => self.start.paste(text),
                Screen::Open(open) => open.paste(text),
                Screen::Game(game) => game.paste(text),
                Screen::Position(position) => position.paste(text),
                _ => {}
            },
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
        let wish = match &mut self.screen {
            Screen::Start => self.start.key(key),
            Screen::Open(open) => open.key(key),
            Screen::Kept(kept) => kept.key(key),
            Screen::How(how) => how.key(key),
            Screen::Reading { reading, .. } => reading.key(key),
            Screen::Review(review) => review.key(key),
            Screen::Practice(practice) => practice.key(key),
            Screen::Statistics(statistics) => statistics.key(key),
            Screen::Position(position) => position.key(key),
            Screen::Game(game) => {
                let after = game.key(key, &mut self.looks);
                return self.after(after);
            }
        };
        self.grant(wish)
    }

    /// Does what a screen asked for. If it can't be done, that screen says why.
    fn grant(&mut self, wish: Wish) -> TerminalAction {
        let done = match wish {
            Wish::Stay => Ok(()),
            Wish::Quit => return TerminalAction::End,
            Wish::Back => {
                self.go_back();
                Ok(())
            }
            Wish::Begin(setup) => {
                self.remember_game(setup.game);
                self.play(&setup, &[])
            }
            Wish::BeginGuided(setup) => self.play_guided(&setup),
            Wish::Resume(resumed) => {
                let mut notes = vec![format!("From {}.", resumed.file.display())];
                notes.extend(resumed.notes.iter().map(|note| format!("Note: {note}")));
                self.play(&resumed.setup, &notes)
            }
            Wish::Continue(name) | Wish::Look(name) => self.continue_journal(&name),
            Wish::Open(settings) => {
                self.screen = Screen::Open(Box::new(Open::new(*settings, "")));
                Ok(())
            }
            Wish::Kept => self.store.clone().map(|store| {
                self.screen = Screen::Kept(Box::new(KeptScreen::new(store)));
            }),
            Wish::How(game) => {
                self.screen = Screen::How(How::new(game));
                Ok(())
            }
            Wish::Review(name) => self.review_journal(&name),
            Wish::Practice => self.practise_all(),
            Wish::Practise(tasks) => {
                self.practise(tasks);
                Ok(())
            }
            Wish::Statistics => self.show_statistics(),
            Wish::TurnWhose => {
                self.turn_whose();
                Ok(())
            }
            Wish::SetUp(game, size) => {
                self.open_over(Screen::Position(Box::new(PositionScreen::new(game, size))));
                Ok(())
            }
            Wish::Analyse(table) => {
                self.analyse(&table);
                Ok(())
            }
        };
        self.note_practised();
        if let Err(why) = done {
            match &mut self.screen {
                Screen::Open(open) => open.refuse(why),
                Screen::Kept(kept) => kept.refuse(why),
                _ => self.start.refuse(why),
            }
        }
        TerminalAction::Continue
    }

    /// Does what the game screen asked for.
    fn after(&mut self, after: After) -> TerminalAction {
        // Whatever leaves an analysis goes back to where it was opened from.
        let is_analysis = matches!(&self.screen, Screen::Game(game) if game.is_analysis());
        let leaves = after == After::Back || is_analysis && matches!(after, After::Leave | After::Start);
        if leaves && self.uncover() {
            return TerminalAction::Continue;
        }
        let Screen::Game(game) = &mut self.screen else { return TerminalAction::Continue };
        match after {
            After::Stay => game.bound_log(self.area),
            After::Leave => return TerminalAction::End,
            After::PlayOn => game.go_on_playing(),
            After::Start => self.welcome(),
            After::Review => self.review_game(),
            After::Analyse => {
                let table = game.table_to_analyse();
                self.analyse(&table);
            }
            After::Back => match self.list.take() {
                Some(mut list) => {
                    list.reload();
                    self.screen = Screen::Kept(list);
                }
                None => self.welcome(),
            },
            After::Again => {
                let setup = Setup { seed: any_seed().into(), queue: Vec::new(), save: None, ..game.setup().clone() };
                let game = self.begin(&setup, &[]).expect("a game that was played can be played again");
                self.screen = Screen::Game(Box::new(game));
            }
        }
        TerminalAction::Continue
    }

    /// Goes back to where the screen that is up was opened from.
    fn go_back(&mut self) {
        if self.uncover() {
            return;
        }
        match std::mem::replace(&mut self.screen, Screen::Start) {
            Screen::Reading { list: Some(list), .. } => self.screen = Screen::Kept(list),
            _ => self.welcome(),
        }
    }

    /// Goes to the first screen, which offers to continue the last game.
    fn welcome(&mut self) {
        // Closing the game that is up unlocks its journal, which may be the one that is offered.
        self.screen = Screen::Start;
        self.opponent = None;
        self.beneath.clear();
        self.collect();
        let last = self.store.as_ref().ok().and_then(|store| newest_unfinished(&**store).ok().flatten());
        self.start.set_last(last);
    }

    fn fits(&self) -> bool {
        self.area.width >= LEAST.0 && self.area.height >= LEAST.1
    }

    fn game(&mut self) -> Option<&mut GameScreen> {
        if let Screen::Game(game) = &mut self.screen { Some(game) } else { None }
    }

    /// Lets everything happen that can happen by now.
    pub fn advance(&mut self, now: Duration) {
        let Looks { speed, tutor, .. } = self.looks;
        if let Some(game) = self.game() {
            game.set_tutor(tutor);
            game.advance(speed, now);
        }
    }

    /// The jobs that are to be run, each on a thread of its own.
    pub fn take_jobs(&mut self) -> Vec<Job> {
        let mut jobs = std::mem::take(&mut self.to_run);
        jobs.extend(match &mut self.screen {
            Screen::Game(game) => game.take_jobs(),
            Screen::Review(review) => review.take_jobs(),
            Screen::Practice(practice) => practice.take_jobs(),
            _ => Vec::new(),
        });
        jobs
    }

    /// Takes what came of a job. It may be for a screen below the one that is up.
    pub fn job_done(&mut self, result: JobResult) {
        if self.take_collection(&result) {
            return;
        }
        for screen in &mut self.beneath {
            screen.job_done(result.clone());
        }
        self.screen.job_done(result);
    }

    /// Whether the terminal's bell is to ring now.
    pub fn take_bell(&mut self) -> bool {
        let bell = self.looks.bell;
        self.game().is_some_and(GameScreen::take_just_asked) && bell
    }

    /// Whether colours are used. This overrides the environment.
    pub(crate) fn in_color(&self) -> bool {
        self.looks.theme.palette != Palette::Mono
    }

    /// When the screen changes by itself; `None` if it doesn't.
    pub fn wake(&self, now: Duration) -> Option<Duration> {
        if let Screen::Game(game) = &self.screen { game.wake(now) } else { None }
    }

    /// Paints the screen.
    pub fn paint(&self, now: Duration, area: Rect, buffer: &mut Buffer) {
        let theme = self.looks.theme;
        buffer.set_style(area, theme.base());
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return too_small(self.kept_words(), theme, area, buffer);
        }
        match &self.screen {
            Screen::Start => self.start.paint(theme, area, buffer),
            Screen::Open(open) => open.paint(theme, area, buffer),
            Screen::Kept(kept) => kept.paint(theme, area, buffer),
            Screen::How(how) => how.paint(theme, area, buffer),
            Screen::Reading { reading, .. } => reading.paint(theme, area, buffer),
            Screen::Game(game) => game.paint(self.looks, now, area, buffer),
            Screen::Review(review) => review.paint(theme, area, buffer),
            Screen::Practice(practice) => practice.paint(theme, area, buffer),
            Screen::Statistics(statistics) => statistics.paint(theme, area, buffer),
            Screen::Position(position) => position.paint(theme, area, buffer),
        }
    }

    /// What leaving does to the game that is up, in a few words; `None` if no game can be lost.
    fn kept_words(&self) -> Option<&'static str> {
        let game = self.played()?;
        (game.is_kept() || game.is_open()).then(|| game.kept_words())
    }

    /// The game that is played, which may lie below another screen. An analysis isn't one.
    fn played(&self) -> Option<&GameScreen> {
        self.beneath.iter().chain([&self.screen]).find_map(|screen| match screen {
            Screen::Game(game) if !game.is_analysis() => Some(&**game),
            _ => None,
        })
    }

    /// What the table has told so far, as line mode tells it.
    pub fn told(&self) -> Vec<Line> {
        if let Some(game) = self.played() { game.told().cloned().collect() } else { Vec::new() }
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
