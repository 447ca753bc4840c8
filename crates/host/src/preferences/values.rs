use std::time::Duration;

use parlor_review::Tutor;

use super::BadSetting;
use crate::{FirstPlayer, Seats};

/// A type with a few values that have names in options, files and forms.
pub trait Named: Copy + PartialEq + Send + Sync + 'static {
    /// Each value with its name, and with its description for the help of the command line.
    const NAMES: &'static [(Self, &'static str, &'static str)];

    /// Other spellings that are accepted.
    const ALIASES: &'static [(Self, &'static str)] = &[];

    fn all() -> impl DoubleEndedIterator<Item = Self> {
        Self::NAMES.iter().map(|(value, ..)| *value)
    }

    fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(value, ..)| *value == self);
        found.map(|(_, name, _)| *name).expect("every value has a name")
    }

    /// The value with this name, ignoring case.
    fn named(name: &str) -> Result<Self, BadSetting> {
        let names = Self::NAMES.iter().map(|(value, name, _)| (*value, *name));
        let mut known = names.chain(Self::ALIASES.iter().copied());
        let found = known.find(|(_, known)| known.eq_ignore_ascii_case(name));
        found
            .map(|(value, _)| value)
            .ok_or_else(|| BadSetting::value(&Self::all().map(Named::name).collect::<Vec<_>>()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Speed {
    Slow,
    #[default]
    Normal,
    Fast,
    Off,
}

impl Named for Speed {
    const NAMES: &'static [(Speed, &'static str, &'static str)] = &[
        (Speed::Slow, "slow", ""),
        (Speed::Normal, "normal", ""),
        (Speed::Fast, "fast", ""),
        (Speed::Off, "off", "Nothing moves"),
    ];
}

impl Speed {
    /// The duration at this speed of something that takes `lasts` at normal speed.
    pub fn scale(self, lasts: Duration) -> Duration {
        match self {
            Speed::Slow => lasts * 2,
            Speed::Normal => lasts,
            Speed::Fast => lasts / 3,
            Speed::Off => Duration::ZERO,
        }
    }

    /// The next faster speed, or this one if it is the fastest.
    #[must_use]
    pub fn faster(self) -> Speed {
        Speed::all().find(|speed| *speed > self).unwrap_or(self)
    }

    /// The next slower speed, or this one if it is the slowest.
    #[must_use]
    pub fn slower(self) -> Speed {
        Speed::all().rev().find(|speed| *speed < self).unwrap_or(self)
    }
}

/// The colours of full-screen mode.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Palette {
    #[default]
    Color,
    Light,
    Contrast,
    Mono,
}

impl Named for Palette {
    const NAMES: &'static [(Palette, &'static str, &'static str)] = &[
        (Palette::Color, "colour", "Quiet colours"),
        (Palette::Light, "light", "Dark colours, for a light background"),
        (Palette::Contrast, "contrast", "A few strong colours"),
        (Palette::Mono, "mono", "No colours"),
    ];
    const ALIASES: &'static [(Palette, &'static str)] = &[(Palette::Color, "color")];
}

/// The colours of a page: light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ColorScheme {
    #[default]
    System,
    Light,
    Dark,
}

impl Named for ColorScheme {
    const NAMES: &'static [(ColorScheme, &'static str, &'static str)] = &[
        (ColorScheme::System, "system", "Same as the device"),
        (ColorScheme::Light, "light", "Light"),
        (ColorScheme::Dark, "dark", "Dark"),
    ];
}

/// The player whose evaluation help shows (rule levels).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum AdviceFrom {
    /// The engine at full strength. The value bar uses the same search, so the two never contradict each other.
    #[default]
    FullStrength,
    /// The computer player at its level.
    Level,
}

impl Named for AdviceFrom {
    const NAMES: &'static [(AdviceFrom, &'static str, &'static str)] = &[
        (AdviceFrom::FullStrength, "full", "Advice at the engine's full strength"),
        (AdviceFrom::Level, "level", "Advice at your opponent's level"),
    ];
}

impl Named for Tutor {
    const NAMES: &'static [(Tutor, &'static str, &'static str)] = &[
        (Tutor::Off, "off", "Never"),
        (Tutor::Mild, "mild", "Before blunders"),
        (Tutor::Strict, "strict", "Before mistakes and blunders"),
    ];
}

impl Named for FirstPlayer {
    const NAMES: &'static [(FirstPlayer, &'static str, &'static str)] = &[
        (FirstPlayer::Coin, "coin", "A coin decides"),
        (FirstPlayer::You, "you", "You, or the first of two people or computers"),
        (FirstPlayer::Computer, "computer", "The computer, or the second of two people or computers"),
    ];
}

impl Named for Seats {
    const NAMES: &'static [(Seats, &'static str, &'static str)] = &[
        (Seats::HumanComputer, "human,computer", "You against the computer"),
        (Seats::HumanHuman, "human,human", "Two people at one keyboard"),
        (Seats::ComputerComputer, "computer,computer", "Two computers, without any questions"),
    ];
}

impl Named for bool {
    const NAMES: &'static [(bool, &'static str, &'static str)] = &[(true, "yes", ""), (false, "no", "")];
    const ALIASES: &'static [(bool, &'static str)] = &[(true, "on"), (true, "true"), (false, "off"), (false, "false")];
}
