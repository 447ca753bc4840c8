//! The full screen: whether it is wanted, and how it is to look.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use parlor_host::{Settings, Store, StoreError};
use parlor_tui::{App, Gone, Looks, Opening, Palette, Speed, Theme};

use crate::exit::{Exit, Failure};

/// How a game is shown.
#[derive(Args, Clone)]
pub(crate) struct ScreenOptions {
    /// Plain lines, even on a terminal.
    #[arg(long)]
    plain: bool,
    /// How fast things move on the full screen.
    #[arg(long, value_enum, default_value = "normal", value_name = "SPEED")]
    speed: SpeedName,
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

    fn looks(&self) -> Looks {
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let palette = match self.theme {
            Some(ThemeName::Contrast) => Palette::Contrast,
            Some(ThemeName::Mono) => Palette::Mono,
            None if no_color => Palette::Mono,
            Some(ThemeName::Colour) | None => Palette::Color,
        };
        let speed = match self.speed {
            SpeedName::Slow => Speed::Slow,
            SpeedName::Normal => Speed::Normal,
            SpeedName::Fast => Speed::Fast,
            SpeedName::Off => Speed::Off,
        };
        Looks { theme: Theme { palette, ascii: self.ascii }, speed }
    }

    /// Shows the first screen, or what was asked for right away.
    pub(crate) fn show(
        &self,
        opening: Opening,
        settings: &Settings,
        store: Result<Arc<dyn Store>, StoreError>,
    ) -> Result<Exit, Failure> {
        show(App::new(opening, settings, store, self.looks())?)
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
