use askama::Template;
use parlor_host::{ColorScheme, Named, Speed};
use parlor_review::Tutor;
use parlor_view::{capitalised, tutor_in_words};

use super::{NavItem, Shell, Site};
use crate::prefs::LONGEST_NAME;

/// Name, colours, speed, value bar and tutor.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "settings.html")]
pub struct SettingsPage<'a> {
    pub site: Site<'a>,
    /// The settings were just saved.
    pub saved: bool,
}

impl SettingsPage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, "Settings \u{2013} Parlor", NavItem::Settings)
    }

    /// Each speed with its name and description, and whether it is selected.
    fn speeds(&self) -> [(&'static str, &'static str, bool); 4] {
        let words = |speed| match speed {
            Speed::Off => "Off: nothing moves",
            Speed::Slow => "Slow",
            Speed::Normal => "Normal",
            Speed::Fast => "Fast",
        };
        let chosen = self.site.prefs.looks.speed;
        [Speed::Off, Speed::Slow, Speed::Normal, Speed::Fast]
            .map(|speed| (Named::name(speed), words(speed), speed == chosen))
    }

    fn schemes(&self) -> Vec<(&'static str, &'static str, bool)> {
        let chosen = self.site.prefs.looks.scheme;
        ColorScheme::NAMES.iter().map(|(scheme, name, words)| (*name, *words, *scheme == chosen)).collect()
    }

    fn tutors(&self) -> Vec<(&'static str, String, bool)> {
        let chosen = self.site.prefs.looks.tutor;
        Tutor::all().map(|tutor| (Named::name(tutor), capitalised(tutor_in_words(tutor)), tutor == chosen)).collect()
    }
}
