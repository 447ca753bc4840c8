use askama::Template;

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
}

struct SpeedView {
    value: String,
    words: &'static str,
    chosen: bool,
}

/// Name, speed and value bar. `saved` says that they have just been kept.
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
    })
}
