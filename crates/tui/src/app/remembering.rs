//! Remembered settings, and the writing of their file.

use parlor_host::{Looks, Preferences, PreferencesFile, Seats};
use parlor_rules::Game;

use super::App;

impl App {
    /// From now on, remembers settings in a file. Shows a warning about invalid lines in it.
    #[must_use]
    pub fn remembering(mut self, file: PreferencesFile) -> App {
        self.start.remember_sizes(|game| file.preferences.size(game));
        if !file.wrong.is_empty() {
            self.top().refuse(file.wrong.join(" "));
        }
        self.remembered = Some(file);
        self
    }

    /// Writes the settings that have changed. Settings from the command line are written only if they are changed
    /// later.
    pub(super) fn remember_looks(&mut self, before: Looks) {
        if self.looks == before {
            return;
        }
        let Some(file) = &mut self.remembered else { return };
        let before = Preferences { looks: before, ..file.preferences.clone() };
        let after = Preferences { looks: self.looks, ..file.preferences.clone() };
        // Settings are optional, so an error is ignored.
        let _ = file.write(&before, &after);
    }

    /// Remembers the settings chosen on the start screen for this game.
    pub(super) fn remember_game(&mut self, game: Game) {
        let settings = self.start.settings_of(game);
        let Some(file) = &mut self.remembered else { return };
        let before = file.preferences.clone();
        let mut after = before.clone();
        after.name = settings.name.filter(|name| name != "Human").or(after.name);
        after.name2 = settings.name2.filter(|name| name != "Human 2").or(after.name2);
        if settings.seats == Seats::HumanComputer {
            after.level = settings.levels.computer;
        }
        after.set_size(game, settings.size);
        // Settings are optional, so an error is ignored.
        let _ = file.write(&before, &after);
        file.preferences = after;
    }
}
