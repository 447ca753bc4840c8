//! Options for the full screen.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use clap::Args;
use parlor_host::{Looks, Palette, PracticeFile, PreferencesFile, Settings, Speed};
use parlor_store::{Store, StoreError};
use parlor_tui::{App, Gone, Opening};

use crate::exit::{Exit, Failure};
use crate::options::{TableOptions, named};

#[derive(Args, Clone)]
pub(crate) struct ScreenOptions {
    /// Use line mode, even on a terminal.
    #[arg(long)]
    plain: bool,
    /// The speed of animations on the full screen; by default normal.
    #[arg(long, value_parser = named::<Speed>(), value_name = "SPEED")]
    speed: Option<Speed>,
    /// The colours of the full screen. The default is mono if `NO_COLOR` is set.
    #[arg(long, value_parser = named::<Palette>(), value_name = "THEME")]
    theme: Option<Palette>,
    /// Use only ASCII characters on the full screen.
    #[arg(long)]
    ascii: bool,
}

impl ScreenOptions {
    pub(crate) fn wanted(&self) -> bool {
        let dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        !self.plain && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Options override remembered settings.
    fn looks(&self, remembered: Looks, table: &TableOptions) -> Looks {
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let palette = if no_color { Palette::Mono } else { remembered.palette };
        Looks {
            palette: self.theme.unwrap_or(palette),
            ascii: self.ascii || remembered.ascii,
            speed: self.speed.unwrap_or(remembered.speed),
            ..table.looks(remembered)
        }
    }

    pub(crate) fn show(
        &self,
        opening: Opening,
        settings: &Settings,
        table: &TableOptions,
        store: Result<Arc<dyn Store>, StoreError>,
        remembered: PreferencesFile,
    ) -> Result<Exit, Failure> {
        let looks = self.looks(remembered.preferences.looks, table);
        let mut app = App::new(opening, settings, store, looks)?.reviewing_in_background();
        // Without a folder for the file, the practice log lasts until the program ends.
        if let Ok(file) = PracticeFile::standard() {
            app = app.practising(file);
        }
        show(app.remembering(remembered))
    }
}

fn show(mut app: App) -> Result<Exit, Failure> {
    let gone = parlor_tui::run(&mut app).map_err(|error| format!("the terminal: {error}"))?;
    if let Some(farewell) = app.farewell() {
        // This fails if the terminal was closed.
        let _ = writeln!(io::stdout(), "{farewell}");
    }
    if gone == Gone::Ended {
        std::process::exit(130);
    }
    Ok(Exit::Fine)
}
