use askama::Template;
use parlor_review::Tutor;
use parlor_view::{capitalised, tutor_in_words};

use super::{Place, Shell, Site, render};
use crate::prefs::{LONGEST_NAME, Speed};

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsView<'a> {
    shell: Shell<'a>,
    saved: bool,
    name: &'a str,
    longest: usize,
    value_bar: bool,
    speeds: Vec<SpeedView>,
    /// Name, words, and whether it is chosen.
    tutors: Vec<(&'static str, String, bool)>,
}

struct SpeedView {
    value: String,
    words: &'static str,
    chosen: bool,
}

/// Name, speed, value bar and tutor. `saved` says that they have just been kept.
pub fn settings_page(site: Site<'_>, saved: bool) -> String {
    let words = |speed| match speed {
        Speed::Off => "Off: nothing moves",
        Speed::Slow => "Slow",
        Speed::Normal => "Normal",
        Speed::Fast => "Fast",
    };
    let speed =
        |speed: Speed| SpeedView { value: speed.to_string(), words: words(speed), chosen: speed == site.prefs.speed };
    render(&SettingsView {
        shell: Shell::new(site, "Settings \u{2013} Parlor", Place::Settings),
        saved,
        name: &site.prefs.name,
        longest: LONGEST_NAME,
        value_bar: site.prefs.value_bar,
        speeds: Speed::ALL.map(speed).into(),
        tutors: Tutor::ALL
            .map(|tutor| (tutor.name(), capitalised(tutor_in_words(tutor)), tutor == site.prefs.tutor))
            .into(),
    })
}
