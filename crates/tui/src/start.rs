//! The first screen: what to play, and how.

mod paint;
mod panel;

use std::path::PathBuf;

use parlor_host::{Dice, Listed, Settings};
use parlor_rules::{Game, Pair};
use parlor_view::{Chance, chance, guided_setup};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

use self::paint::{LABEL, Places};
use self::panel::{Setting, Turn, checked};
use crate::kit::LineKey;
use crate::paths::{Completion, Paths};
use crate::screen::{Request, Screen};
use crate::text_input::TextInput;
use crate::theme::Theme;

/// The first screen.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Start {
    /// The newest game that can be continued.
    last: Option<Listed>,
    /// The settings for each game, in the order of [`Game::ALL`].
    games: [Settings; 3],
    /// The settings for a save that is played on.
    saved: Settings,
    entry: MenuEntry,
    /// The setting that the arrow keys are on, if they are in the panel.
    setting: Option<Setting>,
    /// The name of the dice file, as far as it is typed.
    file: TextInput,
    /// What people are called.
    names: Pair<TextInput>,
    /// The size from the command line.
    given_size: Option<i64>,
    paths: Paths,
    completion: Completion,
    trouble: Option<String>,
    /// Why games can't be kept.
    no_store: Option<String>,
    /// The game that was last begun.
    game: Game,
    /// How many mistakes can be practised, once that is known.
    mistakes: Option<usize>,
}

/// An item of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MenuEntry {
    Continue,
    Play(Game),
    Open,
    Kept,
    Practice,
    Statistics,
    Analysis,
    How,
    Quit,
}

/// What was clicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hit {
    Entry(MenuEntry),
    Setting(Setting, Turn),
    Go,
    Guided,
}

/// The key that begins a guided round.
const GUIDED_KEY: char = 'g';

impl Start {
    /// The screen with the settings from the command line, and the newest game that can be continued. File names are
    /// relative to the folder.
    pub(crate) fn new(settings: &Settings, last: Option<Listed>, folder: impl Into<PathBuf>) -> Start {
        let games = Game::ALL.map(|game| {
            let mut settings = Settings { game, ..settings.clone() };
            settings.size = settings.size.filter(|size| game.sizes().contains(size)).or(Some(game.usual_size()));
            if chance(game) == Chance::Coin && matches!(settings.dice, Dice::File(_)) {
                settings.dice = Dice::Random;
            }
            settings
        });
        let file = match &settings.dice {
            Dice::File(file) => TextInput::new(&file.display().to_string()),
            _ => TextInput::default(),
        };
        let mut start = Start {
            last: None,
            games,
            saved: Settings { size: None, ..settings.clone() },
            entry: MenuEntry::Play(Game::Canoga),
            setting: None,
            file,
            given_size: settings.size,
            names: Pair {
                human: TextInput::proposing(settings.name.as_deref().unwrap_or("Human")),
                computer: TextInput::proposing(settings.name2.as_deref().unwrap_or("Human 2")),
            },
            paths: Paths::new(folder),
            completion: Completion::default(),
            trouble: None,
            no_store: None,
            game: Game::Canoga,
            mistakes: None,
        };
        start.set_last(last);
        start
    }

    /// Sizes that are remembered from the last time, where the command line says nothing else.
    pub(crate) fn remember_sizes(&mut self, given: Option<i64>, size: impl Fn(Game) -> Option<i64>) {
        for settings in &mut self.games {
            if given.is_none_or(|given| !settings.game.sizes().contains(&given)) {
                settings.size = size(settings.game).or(settings.size);
            }
        }
    }

    /// The size from the command line.
    pub(crate) fn given_size(&self) -> Option<i64> {
        self.given_size
    }

    /// The settings that a game of this kind was begun with.
    pub(crate) fn settings_of(&self, game: Game) -> Settings {
        let settings = self.games.iter().find(|settings| settings.game == game);
        self.named(settings.cloned().unwrap_or_else(|| Settings::new(game)))
    }

    /// Forgets the seed from the command line, which was for one game.
    pub(crate) fn forget_seed(&mut self) {
        for settings in self.games.iter_mut().chain([&mut self.saved]) {
            settings.seed = None;
        }
    }

    /// The same where no game can be kept, and why.
    pub(crate) fn without_store(self, why: &str) -> Start {
        Start { no_store: Some(why.to_owned()), ..self }
    }

    /// How many mistakes can be practised.
    pub(crate) fn set_mistakes(&mut self, mistakes: usize) {
        self.mistakes = Some(mistakes);
    }

    /// Offers a game to be continued.
    pub(crate) fn set_last(&mut self, last: Option<Listed>) {
        self.setting = None;
        self.entry = if last.is_some() { MenuEntry::Continue } else { MenuEntry::Play(self.game) };
        self.last = last;
    }

    fn entries(&self) -> Vec<MenuEntry> {
        let mut entries = Vec::from(Game::ALL.map(MenuEntry::Play));
        if self.last.is_some() {
            entries.insert(0, MenuEntry::Continue);
        }
        entries.extend([MenuEntry::Open, MenuEntry::Kept, MenuEntry::How]);
        entries.extend([MenuEntry::Practice, MenuEntry::Statistics, MenuEntry::Analysis, MenuEntry::Quit]);
        entries
    }

    /// The key that chooses an entry at once. Numbers don't depend on whether there is a game to continue.
    fn key_of(&self, entry: MenuEntry) -> Option<char> {
        match entry {
            MenuEntry::Continue => return Some('c'),
            MenuEntry::Quit => return Some('q'),
            _ => {}
        }
        let numbered = self.entries().into_iter().filter(|entry| *entry != MenuEntry::Continue);
        numbered.zip('1'..).find(|(numbered, _)| *numbered == entry).map(|(_, digit)| digit)
    }

    fn letter(&mut self, letter: char, setting: Option<Setting>, key: KeyEvent) -> Request {
        if setting == Some(Setting::Dice) && self.shown().is_some_and(|shown| matches!(shown.dice, Dice::File(_))) {
            self.setting = Some(Setting::File);
            self.file_key(key);
            return Request::Stay;
        }
        let entries = self.entries();
        let meant = entries.iter().find(|entry| self.key_of(**entry) == Some(letter));
        // Among the settings, a slip of the finger doesn't leave the program.
        if let Some(entry) = meant.filter(|entry| setting.is_none() || **entry != MenuEntry::Quit) {
            self.choose(*entry);
            return self.go();
        }
        match (letter.to_ascii_lowercase(), setting) {
            ('?', _) => {
                return Request::How(if let MenuEntry::Play(game) = self.entry { game } else { self.game });
            }
            (GUIDED_KEY, _) => return self.begin_guided(),
            (_, Some(_)) => {}
            (letter, _) => {
                let now = entries.iter().position(|entry| *entry == self.entry).expect("the cursor is on an entry");
                let begins = |entry: &&MenuEntry| entry.title().to_lowercase().starts_with(letter);
                if let Some(entry) = entries.iter().cycle().skip(now + 1).take(entries.len()).find(begins) {
                    self.choose(*entry);
                }
            }
        }
        Request::Stay
    }

    /// Takes a key for the name of the dice file; `false` if the key means something else.
    fn file_key(&mut self, key: KeyEvent) -> bool {
        if key.code == KeyCode::Tab {
            self.file = TextInput::new(&self.paths.complete(self.file.text()).common);
        } else if !self.file.key(key) {
            return false;
        }
        self.file_changed();
        true
    }

    fn file_changed(&mut self) {
        self.trouble = None;
        self.completion = self.paths.complete(self.file.text());
    }

    fn choose(&mut self, entry: MenuEntry) {
        self.entry = entry;
        self.setting = None;
        self.trouble = None;
    }

    fn step_entry(&mut self, by: isize) {
        let entries = self.entries();
        let now = entries.iter().position(|entry| *entry == self.entry).expect("the cursor is on an entry");
        let next = now.saturating_add_signed(by).min(entries.len() - 1);
        self.choose(entries[next]);
    }

    /// Does what the chosen item of the list says.
    fn go(&mut self) -> Request {
        match self.entry {
            MenuEntry::Continue => {
                self.last.as_ref().map_or(Request::Stay, |last| Request::Continue(last.name.clone()))
            }
            MenuEntry::Play(game) => match self.wanted().and_then(|settings| checked(&settings)) {
                Ok(setup) => {
                    self.game = game;
                    Request::Begin(Box::new(setup))
                }
                Err(refused) => self.refuse_settings(refused),
            },
            // The dice file is read now, while its name can still be corrected.
            MenuEntry::Open => match self.wanted().and_then(|settings| checked(&settings).map(|_| settings)) {
                Ok(settings) => Request::Open(Box::new(settings)),
                Err(refused) => self.refuse_settings(refused),
            },
            MenuEntry::Kept => Request::Kept,
            MenuEntry::Practice => Request::Practice,
            MenuEntry::Statistics => Request::Statistics,
            MenuEntry::Analysis => {
                let size = self.settings_of(self.game).size;
                Request::SetUp(self.game, size.unwrap_or_else(|| self.game.usual_size()))
            }
            MenuEntry::How => Request::How(self.game),
            MenuEntry::Quit => Request::Quit,
        }
    }

    /// Begins a guided round of the game that the cursor is on, or else of the last one. Its settings are fixed.
    fn begin_guided(&mut self) -> Request {
        let game = if let MenuEntry::Play(game) = self.entry { game } else { self.game };
        let name = self.named(Settings::new(game)).name;
        match checked(&Settings { name: name.clone(), ..Settings::new(game) }) {
            Ok(_) => {
                self.game = game;
                Request::BeginGuided(Box::new(guided_setup(game, name.as_deref())))
            }
            Err(refused) => self.refuse_settings(refused),
        }
    }

    fn hit(&self, at: Position, area: Rect) -> Option<Hit> {
        let places = Places::new(self, area);
        let entry = places.entries.iter().find(|(_, place)| place.contains(at)).map(|(entry, _)| Hit::Entry(*entry));
        let setting = places.settings.iter().find(|(_, place)| place.contains(at)).map(|(setting, place)| {
            let back = at.x < place.x + LABEL + 2 && at.x >= place.x + LABEL;
            Hit::Setting(*setting, if back { Turn::BackAround } else { Turn::On })
        });
        let go = places.go.contains(at).then_some(Hit::Go);
        entry.or(setting).or(go).or(places.guided.contains(at).then_some(Hit::Guided))
    }
}

impl Screen for Start {
    fn key(&mut self, key: KeyEvent) -> Request {
        if self.setting == Some(Setting::File) && self.file_key(key) {
            return Request::Stay;
        }
        if let Some(Setting::Name(seat)) = self.setting
            && self.names[seat].key(key)
        {
            self.trouble = None;
            return Request::Stay;
        }
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match (key.code, self.setting) {
            (KeyCode::Enter, _) => return self.go(),
            (KeyCode::Up, None) => self.step_entry(-1),
            (KeyCode::Down, None) => self.step_entry(1),
            (KeyCode::Home | KeyCode::PageUp, None) => self.step_entry(-99),
            (KeyCode::End | KeyCode::PageDown, None) => self.step_entry(99),
            (KeyCode::Right | KeyCode::Tab, None) => self.setting = self.settings().first().copied(),
            (KeyCode::Up, Some(now)) => self.step_setting(now, -1),
            (KeyCode::Down, Some(now)) => self.step_setting(now, 1),
            (KeyCode::Right | KeyCode::Char(' '), Some(now)) => {
                self.turn(now, Turn::On);
            }
            (KeyCode::Left, Some(now)) => self.setting = self.turn(now, Turn::Back).then_some(now),
            (KeyCode::Esc | KeyCode::Tab | KeyCode::BackTab, Some(_)) => self.setting = None,
            (KeyCode::Char(letter), setting) if plain => return self.letter(letter, setting, key),
            _ => {}
        }
        Request::Stay
    }

    fn paste(&mut self, text: &str) {
        let file = matches!(self.shown(), Some(Settings { dice: Dice::File(_), .. }));
        if let Some(Setting::Name(seat)) = self.setting {
            self.names[seat].insert(text);
        } else if file && matches!(self.setting, Some(Setting::File | Setting::Dice)) {
            self.setting = Some(Setting::File);
            self.file.insert(text);
            self.file_changed();
        }
    }

    fn scroll(&mut self, by: isize) {
        match self.setting {
            Some(now) => self.step_setting(now, by),
            None => self.step_entry(by),
        }
    }

    fn click(&mut self, at: Position, area: Rect) -> Request {
        match self.hit(at, area) {
            Some(Hit::Entry(entry)) => {
                let at_once = self.entry == entry || !matches!(entry, MenuEntry::Play(_));
                self.choose(entry);
                if at_once {
                    return self.go();
                }
            }
            Some(Hit::Setting(setting, turn)) => {
                self.setting = Some(setting);
                self.turn(setting, turn);
                if setting == Setting::File {
                    self.file_changed();
                }
            }
            Some(Hit::Go) => return self.go(),
            Some(Hit::Guided) => return self.begin_guided(),
            None => {}
        }
        Request::Stay
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        self.line_keys(theme)
    }

    fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        Start::paint(self, theme, area, buffer);
    }
}

impl MenuEntry {
    fn title(self) -> &'static str {
        match self {
            MenuEntry::Continue => "Continue the last game",
            MenuEntry::Play(Game::Canoga) => "Canoga",
            MenuEntry::Play(Game::Congkak) => "Congkak",
            MenuEntry::Play(Game::Kono) => "Kono",
            MenuEntry::Open => "Open a save file",
            MenuEntry::Kept => "Games that are kept",
            MenuEntry::Practice => "Practice: your mistakes",
            MenuEntry::Statistics => "Statistics",
            MenuEntry::Analysis => "Analysis",
            MenuEntry::How => "How to play",
            MenuEntry::Quit => "Quit",
        }
    }
}

#[cfg(test)]
mod tests;
