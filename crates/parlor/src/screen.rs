//! The full screen: whether it is wanted, and how it is to look.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use parlor_host::{SeenFile, Settings, Store, StoreError};
use parlor_tui::{App, Gone, Looks, Opening, Palette, Preferences, PreferencesFile, Speed, Theme};

use crate::exit::{Exit, Failure};
use crate::options::TableOptions;

/// How a game is shown.
#[derive(Args, Clone)]
pub(crate) struct ScreenOptions {
    /// Plain lines, even on a terminal.
    #[arg(long)]
    plain: bool,
    /// How fast things move on the full screen; normal if left out.
    #[arg(long, value_enum, value_name = "SPEED")]
    speed: Option<SpeedName>,
    /// The colours of the full screen. With `NO_COLOR` set it is mono unless asked for.
    #[arg(long, value_enum, value_name = "THEME")]
    theme: Option<ThemeName>,
    /// Only ASCII characters on the full screen.
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum SpeedName {
    Slow,
    Normal,
    Fast,
    /// Nothing moves.
    Off,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    /// Quiet colours.
    #[value(alias = "color")]
    Colour,
    /// Dark colours, for a light background.
    Light,
    /// Few and strong colours.
    Contrast,
    /// No colours.
    Mono,
}

impl ScreenOptions {
    /// Whether there is a terminal that can show it, and plain lines weren't asked for.
    pub(crate) fn wanted(&self) -> bool {
        let dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        !self.plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// An option counts more than what is remembered, and that more than what is usual.
    fn looks(&self, remembered: &Preferences, table: &TableOptions) -> Looks {
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let palette = match self.theme {
            Some(ThemeName::Colour) => Palette::Color,
            Some(ThemeName::Light) => Palette::Light,
            Some(ThemeName::Contrast) => Palette::Contrast,
            Some(ThemeName::Mono) => Palette::Mono,
            None if no_color => Palette::Mono,
            None => remembered.theme.unwrap_or_default(),
        };
        let speed = match self.speed {
            Some(SpeedName::Slow) => Speed::Slow,
            Some(SpeedName::Normal) => Speed::Normal,
            Some(SpeedName::Fast) => Speed::Fast,
            Some(SpeedName::Off) => Speed::Off,
            None => remembered.speed.unwrap_or_default(),
        };
        let ascii = self.ascii || remembered.ascii.unwrap_or(false);
        Looks {
            theme: Theme { palette, ascii },
            speed,
            bell: remembered.bell.unwrap_or(false),
            advice: table.advice(),
            tutor: table.tutor(),
        }
    }

    /// Shows the first screen, or what was asked for right away.
    pub(crate) fn show(
        &self,
        opening: Opening,
        settings: &Settings,
        table: &TableOptions,
        store: Result<Arc<dyn Store>, StoreError>,
        remembered: Remembered,
    ) -> Result<Exit, Failure> {
        let mut app = App::new(opening, settings, store, self.looks(&remembered.preferences, table))?;
        // Without a folder for it, what was practised is remembered until the program ends.
        if let Ok(file) = SeenFile::standard() {
            app = app.practising(file);
        }
        show(match remembered.file {
            Some(file) => app.remembering(file, remembered.preferences, &remembered.wrong),
            None => app,
        })
    }
}

/// Settings from the last time.
#[derive(Default)]
pub(crate) struct Remembered {
    file: Option<PreferencesFile>,
    pub(crate) preferences: Preferences,
    /// What is wrong in their file.
    wrong: Vec<String>,
}

impl Remembered {
    /// Reads them. Where there is no place for them, nothing is remembered.
    pub(crate) fn read() -> Remembered {
        let Some(path) = PreferencesFile::usual_path() else { return Remembered::default() };
        let (file, preferences, wrong) = PreferencesFile::read(&path);
        Remembered { file: Some(file), preferences, wrong }
    }
}

/// Shows it until the person leaves, and then prints the farewell.
fn show(mut app: App) -> Result<Exit, Failure> {
    let gone = parlor_tui::run(&mut app).map_err(|error| format!("the terminal: {error}"))?;
    if let Some(farewell) = app.farewell() {
        // A terminal that is gone can't be told.
        let _ = writeln!(io::stdout(), "{farewell}");
    }
    if gone == Gone::Ended {
        std::process::exit(130);
    }
    Ok(Exit::Fine)
}
