//! A player's results over many games.

use std::collections::BTreeMap;
use std::fmt;

use parlor_rules::{Game, Level, Seat};
use parlor_table::Player;

use crate::{Review, SeatReview};

/// The categories of games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TallyKey {
    pub game: Game,
    /// Squares, pits or points per side.
    pub size: i64,
    pub against: Against,
}

/// The opponent's category.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Against {
    Person,
    Level(Level),
    Bot,
}

impl From<&Player> for Against {
    fn from(player: &Player) -> Against {
        match player {
            Player::Human(_) => Against::Person,
            Player::Computer(level) => Against::Level(*level),
            Player::Bot(_) => Against::Bot,
        }
    }
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Against::Person => f.write_str("a person"),
            Against::Level(level) => level.fmt(f),
            Against::Bot => f.write_str("a bot"),
        }
    }
}

/// The results of one category.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Tally {
    pub played: u32,
    pub won: u32,
    pub tied: u32,
    pub seat: SeatReview,
    /// Net luck, in points (Canoga).
    pub luck: f64,
    /// The number of rounds in `luck`.
    pub luck_rounds: u32,
}

/// The rounds of one game, for a plot over time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlotPoint {
    /// The time when the game was last played, in seconds since 1970.
    pub at: u64,
    pub game: Game,
    pub seat: SeatReview,
}

/// A person's results in all reviewed games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Statistics {
    tallies: BTreeMap<TallyKey, Tally>,
    points: Vec<PlotPoint>,
    /// Games with a decision of this person that have no review yet.
    pub without_review: usize,
}

impl Statistics {
    /// Adds a reviewed game in which the person had this seat.
    pub fn add(&mut self, game: Game, against: Against, review: &Review, seat: Seat, at: u64) {
        for round in &review.rounds {
            let tally = self.tallies.entry(TallyKey { game, size: round.size, against }).or_default();
            tally.seat = tally.seat.and(round.seat(game, seat));
            let own = |human: f64| if seat == Seat::Human { human } else { -human };
            if round.points.is_some() {
                tally.played += 1;
                tally.won += u32::from(round.winner == Some(seat));
                tally.tied += u32::from(round.winner.is_none());
            }
            if let Some(luck) = round.luck() {
                tally.luck += own(luck);
                tally.luck_rounds += 1;
            }
        }
        self.points.push(PlotPoint { at, game, seat: review.seat(seat) });
    }

    /// The results of each category, ordered by game, size and level.
    pub fn tallies(&self) -> impl Iterator<Item = (TallyKey, Tally)> {
        self.tallies.iter().map(|(kind, tally)| (*kind, *tally))
    }

    /// The reviewed games of one kind of game, oldest first.
    pub fn over_time(&self, game: Game) -> Vec<PlotPoint> {
        let mut points: Vec<PlotPoint> = self.points.iter().copied().filter(|point| point.game == game).collect();
        points.sort_by_key(|point| point.at);
        points
    }
}

impl Tally {
    pub fn mean_luck(&self) -> Option<f64> {
        (self.luck_rounds > 0).then(|| self.luck / f64::from(self.luck_rounds))
    }
}
