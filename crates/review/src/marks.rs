//! Marks and grades. All thresholds are shares of the spread, the measured variation of a round's result between two
//! masters, and are defined only in this file.

use std::fmt;

use parlor_rules::Game;

/// The standard deviation of a round's result between two masters, in points or seeds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    pub game: Game,
    pub size: i64,
    pub deviation: f64,
    /// The number of rounds measured.
    pub rounds: u32,
}

/// Measured by `cargo xtask prove`, which fails if one of them is off by more than two standard errors. Congkak and
/// Kono rounds start with a few random plays, because two masters would otherwise repeat the same round.
pub(crate) const SPREADS: [Spread; 13] = [
    spread(Game::Canoga, 9, 32.0, 10_000),
    spread(Game::Canoga, 10, 37.0, 10_000),
    spread(Game::Canoga, 11, 42.0, 10_000),
    spread(Game::Congkak, 5, 28.0, 20),
    spread(Game::Congkak, 6, 50.0, 20),
    spread(Game::Congkak, 7, 76.0, 20),
    spread(Game::Congkak, 8, 95.0, 20),
    spread(Game::Congkak, 9, 114.0, 10),
    spread(Game::Congkak, 10, 173.0, 10),
    spread(Game::Congkak, 11, 199.0, 10),
    spread(Game::Kono, 5, 9.0, 20),
    spread(Game::Kono, 7, 20.0, 60),
    spread(Game::Kono, 9, 11.0, 60),
];

const fn spread(game: Game, size: i64, deviation: f64, rounds: u32) -> Spread {
    Spread { game, size, deviation, rounds }
}

impl Spread {
    pub fn of(game: Game, size: i64) -> Spread {
        let found = SPREADS.into_iter().find(|spread| (spread.game, spread.size) == (game, size));
        found.expect("every size that can be chosen has a spread")
    }

    pub fn all() -> impl Iterator<Item = Spread> {
        SPREADS.into_iter()
    }
}

/// Costs below this limit, in points or seeds, can't be distinguished from zero at the effort of help and aren't
/// counted. Measured by `prove_costs_of_congkak_are_within_the_noise_of_a_longer_search` and its twin for Kono.
pub const fn noise(game: Game, size: i64) -> f64 {
    match (game, size) {
        (Game::Canoga, _) | (Game::Congkak, ..=5) => 0.0,
        (Game::Congkak, 6) => 2.0,
        (Game::Congkak, 7..=10) => 4.0,
        (Game::Congkak, _) => 9.0,
        (Game::Kono, _) => 0.4,
    }
}

/// The quality of a decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    Best,
    /// Costs next to nothing.
    Good,
    /// Costs at least 2 % of the spread.
    Inaccuracy,
    /// Costs at least 5 %.
    Mistake,
    /// Costs at least 10 %.
    Blunder,
}

impl Mark {
    /// Best first.
    pub const ALL: [Mark; 5] = [Mark::Best, Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The sign known to chess players, for narrow columns.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Best | Mark::Good => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Mark::Best => "best",
            Mark::Good => "good",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        })
    }
}

/// The lowest costs of an inaccuracy, a mistake and a blunder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Marks {
    pub inaccuracy: f64,
    pub mistake: f64,
    pub blunder: f64,
}

/// A cost that rounds to zero in every printed form.
const NOTHING: f64 = 0.0005;

impl Marks {
    /// The thresholds for a game and a size: 2, 5 and 10 % of the spread, to a twentieth of a point; in Congkak to half
    /// a seed.
    pub fn of(game: Game, size: i64) -> Marks {
        let deviation = Spread::of(game, size).deviation;
        let step = if game == Game::Congkak { 0.5 } else { 0.05 };
        let share = |percent: f64| ((deviation * percent / 100.0 / step).round() * step).max(step);
        Marks { inaccuracy: share(2.0), mistake: share(5.0), blunder: share(10.0) }
    }

    /// The mark for a cost.
    pub fn mark(self, cost: f64) -> Mark {
        match cost {
            _ if cost < NOTHING => Mark::Best,
            // Rounding may leave a sum of costs just below a threshold.
            _ if cost + 1e-9 >= self.blunder => Mark::Blunder,
            _ if cost + 1e-9 >= self.mistake => Mark::Mistake,
            _ if cost + 1e-9 >= self.inaccuracy => Mark::Inaccuracy,
            _ => Mark::Good,
        }
    }
}

/// The quality of a player's decisions: by the mean cost of those that weren't forced, see [`Grade::share`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    Excellent,
    Strong,
    /// The level of a club player.
    Fair,
    Casual,
    Beginner,
}

impl Grade {
    /// Best first.
    pub const ALL: [Grade; 5] = [Grade::Excellent, Grade::Strong, Grade::Fair, Grade::Casual, Grade::Beginner];

    /// A grade from fewer decisions would be down to chance.
    pub const LEAST_DECISIONS: u32 = 10;

    /// The contribution of a decision to a grade, in per cent of the spread: its cost, limited to [`Self::most`].
    pub fn share(spread: Spread, cost: f64) -> f64 {
        (100.0 * cost / spread.deviation).min(Grade::most(spread.game))
    }

    /// True if a round is decided for a player who can expect this value with the best choice; decisions then don't
    /// count for the grade. In a lost round there is little left to lose, and a weak player makes many such decisions.
    /// In a won Kono round the search finds many more points than even a good player needs, and every step that
    /// doesn't take them has a cost.
    pub fn is_decided(spread: Spread, value: f64) -> bool {
        let percent = 100.0 * value / spread.deviation;
        let most = Grade::most(spread.game);
        percent < -most || spread.game == Game::Kono && percent > most
    }

    /// The limit of one decision's contribution, so that one blunder doesn't outweigh twenty good choices; a round is
    /// decided if the value of the best choice exceeds this for one of the players. In per cent of the spread. A novice
    /// at Kono loses by three times the spread, usually with a few blunders, which a low limit would hide. In Canoga
    /// dice can turn any round and every cost is exact, so all of it counts.
    pub const fn most(game: Game) -> f64 {
        match game {
            Game::Canoga => f64::INFINITY,
            Game::Congkak => 30.0,
            Game::Kono => 150.0,
        }
    }

    /// The highest mean of [`Self::share`] for each grade but the last. A Congkak turn can win or lose nearly
    /// everything, so its costs are much higher.
    pub const fn limits(game: Game) -> [f64; 4] {
        match game {
            Game::Canoga => [0.2, 0.4, 1.0, 1.5],
            Game::Congkak => [2.0, 6.0, 13.0, 14.5],
            Game::Kono => [2.0, 3.5, 8.5, 9.5],
        }
    }

    /// The grade for a mean of [`Self::share`].
    pub fn of(game: Game, percent: f64) -> Grade {
        let place = Grade::limits(game).iter().position(|most| percent <= *most);
        place.map_or(Grade::Beginner, |place| Grade::ALL[place])
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Grade::Excellent => "excellent",
            Grade::Strong => "strong",
            Grade::Fair => "fair",
            Grade::Casual => "casual",
            Grade::Beginner => "beginner",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Mark::{Best, Blunder, Good, Inaccuracy, Mistake};
    use super::*;

    #[test]
    fn marks_rise_for_every_game_and_size() {
        for game in Game::ALL {
            for size in game.sizes() {
                assert_eq!(Spread::of(game, size).size, size, "{game} {size} has its own spread");
                let Marks { inaccuracy, mistake, blunder } = Marks::of(game, size);
                assert!(0.0 < inaccuracy && inaccuracy < mistake && mistake < blunder, "{game} {size}");
            }
        }
    }

    #[test]
    fn one_blunder_counts_up_to_the_limit_and_not_in_a_decided_round() {
        let canoga = Spread::of(Game::Canoga, 9);
        assert!((Grade::share(canoga, 1000.0) - 100_000.0 / canoga.deviation).abs() < 1e-9, "all of it counts");
        assert!(!Grade::is_decided(canoga, -1000.0));
        for game in [Game::Congkak, Game::Kono] {
            let (spread, most) = (Spread::of(game, 9), Grade::most(game));
            for (percent, expected) in [(0.0, 0.0), (10.0, 10.0), (most, most), (5.0 * most, most)] {
                let found = Grade::share(spread, percent / 100.0 * spread.deviation);
                assert!((found - expected).abs() < 1e-9, "{game} {percent}: {found}");
            }
            let decided = [1.01, 0.99, 0.0, -0.99, -1.01]
                .map(|times| Grade::is_decided(spread, times * most / 100.0 * spread.deviation));
            assert_eq!(decided, [game == Game::Kono, false, false, false, true], "{game}");
        }
    }

    #[test]
    fn costs_within_the_noise_are_no_mistake() {
        for Spread { game, size, .. } in Spread::all() {
            assert!(noise(game, size) <= Marks::of(game, size).mistake, "{game} {size}");
        }
    }

    #[test]
    fn marks_and_grades_follow_their_thresholds() {
        let marks = Marks { inaccuracy: 0.4, mistake: 1.0, blunder: 2.0 };
        let found = [0.0, 0.0004, 0.39, 0.4, 0.99, 1.0, 2.0, 30.0].map(|cost| marks.mark(cost));
        assert_eq!(found, [Best, Best, Good, Inaccuracy, Inaccuracy, Mistake, Blunder, Blunder]);
        assert_eq!(Grade::of(Game::Kono, 0.0), Grade::Excellent);
        assert_eq!(Grade::of(Game::Kono, 1e9), Grade::Beginner);
    }
}
