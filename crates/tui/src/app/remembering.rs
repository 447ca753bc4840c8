//! Settings that are remembered: what is written to their file, and when.

use parlor_host::Seats;
use parlor_rules::Game;

use super::{App, Looks, Screen};
use crate::preferences::{Preferences, PreferencesFile};

impl App {
    /// Remembers settings in a file from now on. What was wrong in it is said, and nothing is harmed by it.
    #[must_use]
    pub fn remembering(mut self, file: PreferencesFile, preferences: Preferences, wrong: &[String]) -> App {
        self.start.remember_sizes(self.start.given_size(), |game| preferences.size(game));
        self.remembered = Some((file, preferences));
        if !wrong.is_empty() {
            match &mut self.screen {
                Screen::Game(game) => game.warn(wrong),
                _ => self.start.refuse(wrong.join(" ")),
            }
        }
        self
    }

    /// Writes settings that have changed. If that can't be done, they are simply not remembered.
    pub(super) fn remember(&mut self, change: impl FnOnce(&mut Preferences)) {
        let Some((file, preferences)) = &mut self.remembered else { return };
        let mut changed = preferences.clone();
        change(&mut changed);
        if changed != *preferences {
            // The program works as well without the file.
            let _ = file.write(&changed);
            *preferences = changed;
        }
    }

    pub(super) fn remember_looks(&mut self, before: Looks) {
        let Looks { theme, speed, bell, advice, tutor } = self.looks;
        if self.looks == before {
            return;
        }
        self.remember(|preferences| {
            if theme.palette != before.theme.palette {
                preferences.theme = Some(theme.palette);
            }
            if theme.ascii != before.theme.ascii {
                preferences.ascii = Some(theme.ascii);
            }
            if speed != before.speed {
                preferences.speed = Some(speed);
            }
            if bell != before.bell {
                preferences.bell = Some(bell);
            }
            if advice != before.advice {
                preferences.advice = Some(advice);
            }
            if tutor != before.tutor {
                preferences.tutor = Some(tutor);
            }
        });
    }

    /// Remembers what a game was begun with on the start screen.
    pub(super) fn remember_game(&mut self, game: Game) {
        let settings = self.start.settings_of(game);
        self.remember(|preferences| {
            preferences.name = settings.name.filter(|name| name != "Human").or(preferences.name.take());
            preferences.name2 = settings.name2.filter(|name| name != "Human 2").or(preferences.name2.take());
            if settings.seats == Seats::HumanComputer {
                preferences.level = Some(settings.levels.computer);
            }
            preferences.set_size(game, settings.size);
        });
    }
}
