//! How somebody played over many games.

use std::collections::BTreeMap;
use std::fmt;

use parlor_rules::{Game, Level, Seat};
use parlor_table::Player;

use crate::{Review, SeatReview};

/// What games are told apart by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TallyKey {
    /// Which game.
    pub game: Game,
    /// Squares, pits or points a side.
    pub size: i64,
    /// Who the opponent is.
    pub against: Against,
}

/// Who somebody plays against, as far as games are told apart by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Against {
    /// Another person.
    Person,
    /// The engine.
    Level(Level),
    /// Another program.
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

/// What is known about the rounds of one kind.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Tally {
    /// How many rounds are over.
    pub played: u32,
    /// How many of them were won.
    pub won: u32,
    /// How many nobody won.
    pub tied: u32,
    /// What the decisions cost.
    pub seat: SeatReview,
    /// Net luck, in points (Canoga), and of how many rounds.
    pub luck: f64,
    /// How many rounds that is about.
    pub luck_rounds: u32,
}

/// The rounds of one game, for a plot over time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlotPoint {
    /// When the game was last played, in seconds since 1970.
    pub at: u64,
    /// Which game.
    pub game: Game,
    /// How the person played.
    pub seat: SeatReview,
}

/// How a person played over all reviewed games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Statistics {
    tallies: BTreeMap<TallyKey, Tally>,
    points: Vec<PlotPoint>,
    /// Games with a decision of this person that have no review yet.
    pub without_review: usize,
}

impl Statistics {
    /// Adds what a person in this seat did in a reviewed game.
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

    /// Each kind with what is known about it, in the order of games, sizes and levels.
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
    /// Net luck for each round.
    pub fn mean_luck(&self) -> Option<f64> {
        (self.luck_rounds > 0).then(|| self.luck / f64::from(self.luck_rounds))
    }
}
