//! Settings that are remembered: on a computer in a file, in a browser in a cookie.
//!
//! A setting is a field of [`Preferences`] and a line in [`Preferences::settings`], which gives it its key. Reading,
//! writing and the messages about invalid values all follow from that.

mod file;
mod values;

use parlor_review::Tutor;
use parlor_rules::{Game, Level};

use crate::check_name;

pub use file::PreferencesFile;
pub use values::{AdviceFrom, ColorScheme, Named, Palette, Speed};

/// The settings; those that weren't chosen have their defaults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preferences {
    pub name: Option<String>,
    /// The second person's name, if two people play at one computer.
    pub name2: Option<String>,
    pub level: Level,
    pub sizes: [BoardSize; 3],
    pub looks: Looks,
}

/// Settings for the display of a game and for help.
#[allow(clippy::struct_excessive_bools, reason = "settings that are on or off")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looks {
    pub palette: Palette,
    /// The colours of the page.
    pub scheme: ColorScheme,
    pub ascii: bool,
    pub speed: Speed,
    /// Rings the terminal's bell when it is a person's turn.
    pub bell: bool,
    pub advice: AdviceFrom,
    pub tutor: Tutor,
    pub value_bar: bool,
    /// Turns boards on the page round, away from the side of their viewer.
    pub flip: bool,
    /// Sounds on the page.
    pub sounds: bool,
    /// The other player's preset phrases on the page.
    pub phrases: bool,
}

/// The size of a game's board, if one was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    pub game: Game,
    pub size: Option<i64>,
}

/// The reason why a setting is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSetting {
    #[error("there is no such setting")]
    NoSuchKey,
    #[error("it must be {wanted}")]
    Value { wanted: String },
    #[error(transparent)]
    Name(#[from] crate::BadSettings),
}

/// A value that can be written as text; empty if nothing was chosen.
trait Setting {
    fn text(&self) -> String;
    fn read(&mut self, text: &str) -> Result<(), BadSetting>;
}

impl Default for Preferences {
    fn default() -> Preferences {
        let sizes = Game::ALL.map(|game| BoardSize { game, size: None });
        Preferences { name: None, name2: None, level: Level::default(), sizes, looks: Looks::default() }
    }
}

impl Default for Looks {
    fn default() -> Looks {
        Looks {
            palette: Palette::default(),
            scheme: ColorScheme::default(),
            ascii: false,
            speed: Speed::default(),
            bell: false,
            advice: AdviceFrom::default(),
            tutor: Tutor::default(),
            value_bar: true,
            flip: false,
            sounds: false,
            phrases: true,
        }
    }
}

impl Preferences {
    /// Every setting with its key, in the order in which they are written.
    fn settings(&mut self) -> [(&'static str, &mut dyn Setting); 17] {
        let [canoga, congkak, kono] = &mut self.sizes;
        let looks = &mut self.looks;
        [
            ("name", &mut self.name),
            ("name2", &mut self.name2),
            ("level", &mut self.level),
            ("size of canoga", canoga),
            ("size of congkak", congkak),
            ("size of kono", kono),
            ("theme", &mut looks.palette),
            ("page", &mut looks.scheme),
            ("ascii", &mut looks.ascii),
            ("speed", &mut looks.speed),
            ("bell", &mut looks.bell),
            ("advice", &mut looks.advice),
            ("tutor", &mut looks.tutor),
            ("value_bar", &mut looks.value_bar),
            ("flip", &mut looks.flip),
            ("sounds", &mut looks.sounds),
            ("phrases", &mut looks.phrases),
        ]
    }

    pub fn size(&self, game: Game) -> Option<i64> {
        self.sizes.iter().find(|size| size.game == game)?.size
    }

    pub fn set_size(&mut self, game: Game, size: Option<i64>) {
        for one in self.sizes.iter_mut().filter(|one| one.game == game) {
            one.size = size;
        }
    }

    /// Sets the setting with this key. If the value is refused, nothing changes.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), BadSetting> {
        let found = self.settings().into_iter().find(|(known, _)| *known == key);
        found.ok_or(BadSetting::NoSuchKey)?.1.read(value)
    }

    /// Keys and values of the settings that differ from earlier ones. Removed values are left out.
    pub fn changes_since(&self, before: &Preferences) -> Vec<(&'static str, String)> {
        let (mut old, mut new) = (before.clone(), self.clone());
        let both = old.settings().into_iter().zip(new.settings());
        both.map(|((_, old), (key, new))| (key, old.text(), new.text()))
            .filter(|(_, old, new)| !new.is_empty() && new != old)
            .map(|(key, _, new)| (key, new))
            .collect()
    }
}

impl<T: Named> Setting for T {
    fn text(&self) -> String {
        self.name().to_owned()
    }

    fn read(&mut self, text: &str) -> Result<(), BadSetting> {
        *self = T::named(text)?;
        Ok(())
    }
}

impl Setting for Option<String> {
    fn text(&self) -> String {
        self.clone().unwrap_or_default()
    }

    fn read(&mut self, text: &str) -> Result<(), BadSetting> {
        check_name(text)?;
        *self = Some(text.to_owned());
        Ok(())
    }
}

impl Setting for Level {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(&mut self, text: &str) -> Result<(), BadSetting> {
        *self = text.parse().map_err(|_| BadSetting::value(&Level::ALL))?;
        Ok(())
    }
}

impl Setting for BoardSize {
    fn text(&self) -> String {
        self.size.map(|size| size.to_string()).unwrap_or_default()
    }

    fn read(&mut self, text: &str) -> Result<(), BadSetting> {
        let sizes = self.game.sizes();
        let size = text.parse().ok().filter(|size| sizes.contains(size));
        self.size = Some(size.ok_or_else(|| BadSetting::value(&sizes))?);
        Ok(())
    }
}

impl BadSetting {
    fn value<T: ToString>(wanted: &[T]) -> BadSetting {
        let words: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        let wanted = match &words[..] {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            _ => words.concat(),
        };
        BadSetting::Value { wanted }
    }
}
