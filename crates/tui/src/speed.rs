//! How fast things move on the stage.

use std::time::Duration;

/// How fast things move on the stage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Speed {
    /// Everybody can follow.
    Slow,
    /// As most people like it.
    #[default]
    Normal,
    /// Just so that it can be seen.
    Fast,
    /// Nothing moves: what happened is there at once.
    Off,
}

impl Speed {
    const ALL: [Speed; 4] = [Speed::Slow, Speed::Normal, Speed::Fast, Speed::Off];

    /// How long something lasts that ordinarily lasts so long.
    pub(crate) fn scale(self, lasts: Duration) -> Duration {
        match self {
            Speed::Slow => lasts * 2,
            Speed::Normal => lasts,
            Speed::Fast => lasts / 3,
            Speed::Off => Duration::ZERO,
        }
    }

    /// The next faster one, if there is one.
    pub(crate) fn faster(self) -> Speed {
        Self::ALL.into_iter().find(|speed| *speed > self).unwrap_or(self)
    }

    /// The next slower one, if there is one.
    pub(crate) fn slower(self) -> Speed {
        Self::ALL.into_iter().rev().find(|speed| *speed < self).unwrap_or(self)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Speed::Slow => "slow",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::Off => "off",
        }
    }
}
