//! How fast animations are.

use std::time::Duration;

/// How fast animations are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Speed {
    /// Half as fast as normal.
    Slow,
    /// As fast as most people like it.
    #[default]
    Normal,
    /// Three times as fast as normal.
    Fast,
    /// No animation: the result is in sight at once.
    Off,
}

impl Speed {
    /// All of them, the slowest first.
    pub const ALL: [Speed; 4] = [Speed::Slow, Speed::Normal, Speed::Fast, Speed::Off];

    /// How long something takes that takes this long at normal speed.
    pub(crate) fn scale(self, lasts: Duration) -> Duration {
        match self {
            Speed::Slow => lasts * 2,
            Speed::Normal => lasts,
            Speed::Fast => lasts / 3,
            Speed::Off => Duration::ZERO,
        }
    }

    /// The next faster speed, or this one if it is the fastest.
    pub(crate) fn faster(self) -> Speed {
        Self::ALL.into_iter().find(|speed| *speed > self).unwrap_or(self)
    }

    /// The next slower speed, or this one if it is the slowest.
    pub(crate) fn slower(self) -> Speed {
        Self::ALL.into_iter().rev().find(|speed| *speed < self).unwrap_or(self)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Speed::Slow => "slow",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::Off => "off",
        }
    }
}
