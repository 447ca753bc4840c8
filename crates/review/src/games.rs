use std::sync::Arc;

use parlor_rules::{Game, Pair, Seat};
use parlor_table::{Player, Table};

use crate::{Effort, Exercise, Mistake, PracticeLog, Review, ReviewRun, Statistics};

/// The contribution of a game to practice and statistics.
#[derive(Clone, PartialEq, Debug)]
pub struct StudyGame {
    pub journal: String,
    /// The time when it was last played, in seconds since 1970.
    pub at: u64,
    pub game: Game,
    pub players: Pair<Player>,
    pub study: Study,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Study {
    /// It has no decisions, or may not be reviewed yet.
    Nothing,
    /// Its review isn't complete.
    Unreviewed,
    Reviewed(Review),
}

impl StudyGame {
    /// A game with the stored text of its review.
    pub fn new(journal: String, at: u64, table: &Table, stored: &str) -> StudyGame {
        let run = ReviewRun::new(table, Effort::Help, stored);
        let study = if run.course().rounds.is_empty() {
            Study::Nothing
        } else if run.is_complete() {
            Study::Reviewed(run.review())
        } else {
            Study::Unreviewed
        };
        StudyGame { study, ..StudyGame::without_study(journal, at, table) }
    }

    /// A game that may not be reviewed yet.
    pub fn without_study(journal: String, at: u64, table: &Table) -> StudyGame {
        StudyGame { journal, at, game: table.game(), players: table.setup().players.clone(), study: Study::Nothing }
    }
}

/// All games to learn from.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct ReviewedGames {
    games: Vec<ReviewedGame>,
    /// The number of games with a decision but without a complete review.
    pub without_review: usize,
}

/// A reviewed game, and the seats of the people it belongs to.
#[derive(Clone, PartialEq, Debug)]
struct ReviewedGame {
    game: Arc<StudyGame>,
    seats: Pair<bool>,
}

impl ReviewedGames {
    /// Adds a game of people in these seats. Leaves out games without a person among them or without decisions.
    pub fn add(&mut self, game: &Arc<StudyGame>, seats: Pair<bool>) {
        let seats = Pair::from_fn(|seat| seats[seat] && game.players[seat].is_person());
        if !(seats.human || seats.computer) {
            return;
        }
        match game.study {
            Study::Nothing => {}
            Study::Unreviewed => self.without_review += 1,
            Study::Reviewed(_) => self.games.push(ReviewedGame { game: Arc::clone(game), seats }),
        }
    }

    /// The names of all people, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        let people = self.games.iter().flat_map(|game| Seat::BOTH.map(|seat| game.person(seat)));
        let mut names: Vec<String> = people.flatten().map(str::to_owned).collect();
        names.sort_by_key(|name| name.to_lowercase());
        names.dedup_by_key(|name| name.to_lowercase());
        names
    }

    /// The mistakes to practise, most urgent first; only those of one person if a name is given.
    pub fn mistakes(&self, name: Option<&str>, log: &PracticeLog, now: u64) -> Vec<Mistake> {
        let mut mistakes: Vec<Mistake> = self.games.iter().flat_map(|game| game.mistakes(name)).collect();
        log.sort(&mut mistakes, now);
        mistakes
    }

    pub fn statistics(&self, name: Option<&str>) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.without_review = self.without_review;
        for own in &self.games {
            if let Study::Reviewed(review) = &own.game.study {
                for seat in Seat::BOTH.into_iter().filter(|seat| own.is_of(*seat, name)) {
                    let against = (&own.game.players[seat.other()]).into();
                    statistics.add(own.game.game, against, review, seat, own.game.at);
                }
            }
        }
        statistics
    }
}

impl ReviewedGame {
    fn person(&self, seat: Seat) -> Option<&str> {
        match &self.game.players[seat] {
            Player::Human(name) if self.seats[seat] => Some(name),
            _ => None,
        }
    }

    fn is_of(&self, seat: Seat, name: Option<&str>) -> bool {
        let same = |person: &str| name.is_none_or(|name| name.to_lowercase() == person.to_lowercase());
        self.person(seat).is_some_and(same)
    }

    fn mistakes(&self, name: Option<&str>) -> Vec<Mistake> {
        let StudyGame { journal, players, study: Study::Reviewed(review), .. } = &*self.game else {
            return Vec::new();
        };
        let mistake = |exercise| Mistake { journal: Some(journal.clone()), players: players.clone(), exercise };
        Exercise::all(review, Pair::from_fn(|seat| self.is_of(seat, name))).into_iter().map(mistake).collect()
    }
}
