//! The first screen: a list of games, and their settings.

mod paint;
mod panel;

use std::path::PathBuf;

use parlor_host::{Dice, Settings};
use parlor_rules::{Game, Pair};
use parlor_store::Listed;
use parlor_view::{ChanceDevice, chance, guided_setup};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

use self::paint::{GUIDED, LABEL, MOST_SETTINGS_OF_A_NEWCOMER, StartLayout, WORDMARK, WORDMARK_ASCII};
use self::panel::{PanelItem, ValueChange, checked};
use crate::kit::{self, LineKey, frame, part, put, put_raw, row, stepped};
use crate::paths::{FileInput, Paths};
use crate::screen::{Request, Screen};
use crate::text_input::TextInput;
use crate::theme::{Role, Theme};

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StartScreen {
    pub(crate) kept: KeptGames,
    /// The settings for each game, in the order of [`Game::ALL`], and for resuming a save.
    settings: [Settings; 4],
    entry: MenuEntry,
    /// The setting under the cursor, if the cursor is in the panel.
    setting: Option<PanelItem>,
    /// The name of the dice file that is being typed.
    file: FileInput,
    names: Pair<TextInput>,
    given_size: Option<i64>,
    trouble: Option<String>,
    /// The game that was last started.
    game: Game,
}

#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct KeptGames {
    /// The newest unfinished game.
    last: Option<Listed>,
    /// The reason why games can't be saved.
    pub(crate) no_store: Option<String>,
    /// The number of mistakes to practise; `None` until it is known.
    pub(crate) mistakes: Option<usize>,
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

/// The key for the rules, as during a game.
const RULES_KEY: char = 'i';

/// The key for a guided round.
const GUIDED_KEY: char = 'g';

impl StartScreen {
    /// Creates the screen with the settings from the command line, and with the newest unfinished game. File names are
    /// relative to the folder.
    pub(crate) fn new(settings: &Settings, last: Option<Listed>, folder: impl Into<PathBuf>) -> StartScreen {
        let [canoga, congkak, kono] = Game::ALL.map(|game| {
            let mut settings = Settings { game, ..settings.clone() };
            settings.size = settings.size.filter(|size| game.sizes().contains(size)).or(Some(game.usual_size()));
            if chance(game) == ChanceDevice::Coin && matches!(settings.dice, Dice::File(_)) {
                settings.dice = Dice::Random;
            }
            settings
        });
        let file = if let Dice::File(file) = &settings.dice { file.display().to_string() } else { String::new() };
        let mut start = StartScreen {
            kept: KeptGames::default(),
            settings: [canoga, congkak, kono, Settings { size: None, ..settings.clone() }],
            entry: MenuEntry::Play(Game::Canoga),
            setting: None,
            file: FileInput::new(Paths::new(folder), &file),
            given_size: settings.size,
            names: Pair {
                human: TextInput::proposing(settings.name.as_deref().unwrap_or("Human")),
                computer: TextInput::proposing(settings.name2.as_deref().unwrap_or("Human 2")),
            },
            trouble: None,
            game: Game::Canoga,
        };
        start.set_last(last);
        start
    }

    /// Restores the last sizes, unless the command line specifies one.
    pub(crate) fn remember_sizes(&mut self, size: impl Fn(Game) -> Option<i64>) {
        for (settings, game) in self.settings.iter_mut().zip(Game::ALL) {
            if self.given_size.is_none_or(|given| !game.sizes().contains(&given)) {
                settings.size = size(game).or(settings.size);
            }
        }
    }

    /// The settings with which a game of this kind was last started.
    pub(crate) fn settings_of(&self, game: Game) -> Settings {
        self.named(self.settings[game as usize].clone())
    }

    /// Forgets the seed from the command line, which applies to only one game.
    pub(crate) fn forget_seed(&mut self) {
        for settings in &mut self.settings {
            settings.seed = None;
        }
    }

    /// Offers to continue a game.
    pub(crate) fn set_last(&mut self, last: Option<Listed>) {
        self.setting = None;
        self.entry = if last.is_some() { MenuEntry::Continue } else { MenuEntry::Play(self.game) };
        self.kept.last = last;
    }

    fn entries(&self) -> Vec<MenuEntry> {
        let mut entries = Vec::from(Game::ALL.map(MenuEntry::Play));
        if self.kept.last.is_some() {
            entries.insert(0, MenuEntry::Continue);
        }
        entries.extend([MenuEntry::Open, MenuEntry::Kept, MenuEntry::How]);
        entries.extend([MenuEntry::Practice, MenuEntry::Statistics, MenuEntry::Analysis, MenuEntry::Quit]);
        entries
    }

    /// The key that selects an entry directly. Numbers don't depend on whether there is a game to continue.
    fn key_of(&self, entry: MenuEntry) -> Option<char> {
        match entry {
            MenuEntry::Continue => return Some('c'),
            MenuEntry::Quit => return Some('q'),
            _ => {}
        }
        let numbered = self.entries().into_iter().filter(|entry| *entry != MenuEntry::Continue);
        numbered.zip('1'..).find(|(numbered, _)| *numbered == entry).map(|(_, digit)| digit)
    }

    fn letter(&mut self, letter: char, setting: Option<PanelItem>, key: KeyEvent) -> Request {
        if setting == Some(PanelItem::Dice) && self.shown().is_some_and(|shown| matches!(shown.dice, Dice::File(_))) {
            self.setting = Some(PanelItem::File);
            self.file_key(key);
            return Request::Stay;
        }
        let entries = self.entries();
        let meant = entries.iter().find(|entry| self.key_of(**entry) == Some(letter));
        // When the cursor is in the panel, a mistyped letter must not quit the program.
        if let Some(entry) = meant.filter(|entry| setting.is_none() || **entry != MenuEntry::Quit) {
            self.choose(*entry);
            return self.go();
        }
        match (letter.to_ascii_lowercase(), setting) {
            (RULES_KEY, _) => return Request::How(self.pointed_game()),
            (GUIDED_KEY, _) if self.offers_guide() => return self.begin_guided(),
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

    /// Handles a key for the name of the dice file; returns `false` if the key isn't for the name.
    fn file_key(&mut self, key: KeyEvent) -> bool {
        let taken = self.file.key(key);
        if taken {
            self.trouble = None;
        }
        taken
    }

    /// The game under the cursor, or else the game last started.
    fn pointed_game(&self) -> Game {
        if let MenuEntry::Play(game) = self.entry { game } else { self.game }
    }

    fn choose(&mut self, entry: MenuEntry) {
        self.entry = entry;
        self.setting = None;
        self.trouble = None;
    }

    fn step_entry(&mut self, by: isize) {
        self.choose(stepped(self.entry, &self.entries(), by));
    }

    /// Carries out the selected item of the list.
    fn go(&mut self) -> Request {
        match self.entry {
            MenuEntry::Continue => {
                self.kept.last.as_ref().map_or(Request::Stay, |last| Request::Continue(last.name.clone()))
            }
            MenuEntry::Play(game) => match self.wanted().and_then(|settings| checked(&settings)) {
                Ok(setup) => {
                    self.game = game;
                    Request::Begin(Box::new(setup))
                }
                Err(refused) => self.refuse_settings(refused),
            },
            // Read the dice file now, so that its name can still be corrected.
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

    /// True if a guided round is offered beside a game: unless the game's panel is full of settings.
    fn offers_guide(&self) -> bool {
        matches!(self.entry, MenuEntry::Play(_)) && self.settings().len() <= MOST_SETTINGS_OF_A_NEWCOMER
    }

    /// Starts a guided round, which has special settings.
    fn begin_guided(&mut self) -> Request {
        let game = self.pointed_game();
        let settings = self.named(Settings::new(game));
        match checked(&settings) {
            Ok(_) => {
                self.game = game;
                Request::BeginGuided(Box::new(guided_setup(game, settings.name.as_deref())))
            }
            Err(refused) => self.refuse_settings(refused),
        }
    }
}

impl Screen for StartScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        if self.setting == Some(PanelItem::File) && self.file_key(key) {
            return Request::Stay;
        }
        if let Some(PanelItem::Name(seat)) = self.setting
            && self.names[seat].key(key)
        {
            self.trouble = None;
            return Request::Stay;
        }
        let plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        // Beside the panel, letters choose entries.
        let are_arrows = plain && self.setting.is_some() && !self.takes_letters();
        match (if are_arrows { kit::arrow_of(key.code) } else { key.code }, self.setting) {
            (KeyCode::Enter, _) => return self.go(),
            (code, None) if let Some(by) = kit::steps(code, 99) => self.step_entry(by),
            (KeyCode::Right | KeyCode::Tab, None) => self.setting = self.settings().first().copied(),
            (KeyCode::Up, Some(now)) => self.step_setting(now, -1),
            (KeyCode::Down, Some(now)) => self.step_setting(now, 1),
            (KeyCode::Right | KeyCode::Char(' '), Some(now)) => {
                self.turn(now, ValueChange::On);
            }
            (KeyCode::Left, Some(now)) => self.setting = self.turn(now, ValueChange::Back).then_some(now),
            (KeyCode::Esc | KeyCode::Tab | KeyCode::BackTab, Some(_)) => self.setting = None,
            (KeyCode::Esc, None) => self.choose(MenuEntry::Quit),
            (KeyCode::Char(letter), setting) if plain => return self.letter(letter, setting, key),
            _ => {}
        }
        Request::Stay
    }

    /// True while the name of a player or a file is being typed.
    fn takes_letters(&self) -> bool {
        let file = matches!(self.shown(), Some(Settings { dice: Dice::File(_), .. }));
        match self.setting {
            Some(PanelItem::Name(_) | PanelItem::File) => true,
            Some(PanelItem::Dice) => file,
            _ => false,
        }
    }

    fn paste(&mut self, text: &str) {
        let file = matches!(self.shown(), Some(Settings { dice: Dice::File(_), .. }));
        if let Some(PanelItem::Name(seat)) = self.setting {
            self.names[seat].insert(text);
        } else if file && matches!(self.setting, Some(PanelItem::File | PanelItem::Dice)) {
            self.setting = Some(PanelItem::File);
            self.file.insert(text);
            self.trouble = None;
        }
    }

    fn scroll(&mut self, by: isize) {
        match self.setting {
            Some(now) => self.step_setting(now, by),
            None => self.step_entry(by),
        }
    }

    fn click(&mut self, at: Position, area: Rect) -> Request {
        let places = StartLayout::new(self, area);
        let entry = places.entries.into_iter().find(|(_, place)| place.contains(at));
        let setting = places.settings.into_iter().find(|(_, place)| place.contains(at));
        if let Some((entry, _)) = entry {
            let at_once = self.entry == entry || !matches!(entry, MenuEntry::Play(_));
            self.choose(entry);
            if at_once {
                return self.go();
            }
        } else if let Some((setting, place)) = setting {
            let back = at.x < place.x + LABEL + 2 && at.x >= place.x + LABEL;
            self.go_to_setting(Some(setting));
            self.turn(setting, if back { ValueChange::BackAround } else { ValueChange::On });
        } else if places.go.contains(at) {
            return self.go();
        } else if places.guided.contains(at) {
            return self.begin_guided();
        }
        Request::Stay
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        let up_down = kit::up_down(theme);
        let enter = match self.entry {
            MenuEntry::Continue => "continue",
            MenuEntry::Play(_) => "play",
            MenuEntry::Quit => "quit",
            _ => "open",
        };
        let first = match self.setting {
            None => {
                let mut keys = kit::line_keys([(up_down, "choose"), ("Enter", enter)]);
                if self.shown().is_some() {
                    let right = LineKey::from((theme.pick("\u{2192}", "right"), "set up"));
                    keys.push(right.explained("change the size, the players and the level"));
                }
                keys.push(LineKey::from(("1-9", "at once")).explained("open a line of the list at once"));
                keys.extend(kit::line_keys([("i", "rules"), ("t", "settings"), ("?", "keys"), ("q", "quit")]));
                return keys;
            }
            Some(PanelItem::File) => [("Tab", "complete"), (up_down, "setting")],
            Some(PanelItem::Name(_)) => [("type", "a name"), (up_down, "setting")],
            Some(_) => [(up_down, "setting"), (kit::left_right(theme), "change")],
        };
        [kit::line_keys(first), kit::line_keys([("Enter", enter), ("Esc", "back")])].concat()
    }

    fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let places = StartLayout::new(self, area);
        for (y, line) in (0..).zip(theme.pick(WORDMARK, WORDMARK_ASCII)) {
            put_raw(line, theme.style(Role::Title), row(places.title, y), buffer);
        }
        put("Canoga, Congkak and Kono", Role::Quiet, theme, part(places.title, 27, 2, 60, 1), buffer);
        for (entry, place) in &places.entries {
            self.paint_entry(*entry, theme, *place, buffer);
        }
        frame(self.entry.title(), theme, places.panel, buffer);
        for (setting, place) in &places.settings {
            self.paint_setting(*setting, theme, *place, buffer);
        }
        let what = if self.entry == MenuEntry::Open { "Choose the file" } else { "Play" };
        if !places.go.is_empty() {
            let button = format!("[ {what} ]");
            put_raw(&button, theme.style(Role::Can), places.go, buffer);
        }
        if !places.guided.is_empty() {
            let taken = put_raw(GUIDED_KEY.encode_utf8(&mut [0; 4]), theme.style(Role::Key), places.guided, buffer) + 1;
            put(GUIDED, Role::Text, theme, part(places.guided, taken, 0, places.guided.width, 1), buffer);
        }
        self.paint_rest(theme, places.rest, buffer);
        kit::keys(&self.keys(theme), theme, area, buffer);
    }
}

impl MenuEntry {
    /// The index of the entry's settings, if it has any.
    fn place(self) -> Option<usize> {
        match self {
            MenuEntry::Play(game) => Some(game as usize),
            MenuEntry::Open => Some(Game::ALL.len()),
            _ => None,
        }
    }

    fn title(self) -> &'static str {
        match self {
            MenuEntry::Continue => "Continue the last game",
            MenuEntry::Play(Game::Canoga) => "Canoga",
            MenuEntry::Play(Game::Congkak) => "Congkak",
            MenuEntry::Play(Game::Kono) => "Kono",
            MenuEntry::Open => "Open a save file",
            MenuEntry::Kept => "Your games",
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
