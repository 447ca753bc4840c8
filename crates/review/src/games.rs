use parlor_rules::{Pair, Seat};
use parlor_table::{Player, Table};

use crate::{Effort, Exercise, Mistake, PracticeLog, Review, ReviewRun, Statistics};

/// A game with its review, for practice and statistics.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedGame {
    /// The name of its journal.
    pub journal: String,
    /// When it was last played, in seconds since 1970.
    pub at: u64,
    pub table: Table,
    /// The seats of the people whose games these are.
    pub seats: Pair<bool>,
    pub review: Review,
}

/// The games that one can learn from.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct ReviewedGames {
    pub games: Vec<ReviewedGame>,
    /// The number of games with a decision that have no complete review yet.
    pub without_review: usize,
}

impl ReviewedGames {
    /// Adds a game of people in these seats, with the text of its review as it was stored. A game without a person among
    /// them, or in which nothing was decided, is left out.
    pub fn add(&mut self, journal: String, at: u64, table: Table, seats: Pair<bool>, stored: &str) {
        let seats = Pair::from_fn(|seat| seats[seat] && table.player(seat).is_person());
        if !(seats.human || seats.computer) {
            return;
        }
        let run = ReviewRun::new(&table, Effort::Help, stored);
        if run.course().rounds.is_empty() {
            return;
        }
        if run.is_complete() {
            let review = run.review();
            self.games.push(ReviewedGame { journal, at, table, seats, review });
        } else {
            self.without_review += 1;
        }
    }

    /// The names of all people, in the order of the alphabet.
    pub fn names(&self) -> Vec<String> {
        let people = self.games.iter().flat_map(|game| Seat::BOTH.map(|seat| game.person(seat)));
        let mut names: Vec<String> = people.flatten().map(str::to_owned).collect();
        names.sort_by_key(|name| name.to_lowercase());
        names.dedup_by_key(|name| name.to_lowercase());
        names
    }

    /// The mistakes to practise, the most urgent first; only those of the person with this name, if one is given.
    pub fn mistakes(&self, name: Option<&str>, log: &PracticeLog, now: u64) -> Vec<Mistake> {
        let mut mistakes: Vec<Mistake> = self.games.iter().flat_map(|game| game.mistakes(name)).collect();
        log.sort(&mut mistakes, now);
        mistakes
    }

    pub fn statistics(&self, name: Option<&str>) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.without_review = self.without_review;
        for game in &self.games {
            for seat in Seat::BOTH.into_iter().filter(|seat| game.is_of(*seat, name)) {
                statistics.add(&game.table, &game.review, seat, game.at);
            }
        }
        statistics
    }
}

impl ReviewedGame {
    fn person(&self, seat: Seat) -> Option<&str> {
        match self.table.player(seat) {
            Player::Human(name) if self.seats[seat] => Some(name),
            _ => None,
        }
    }

    fn is_of(&self, seat: Seat, name: Option<&str>) -> bool {
        let same = |person: &str| name.is_none_or(|name| name.to_lowercase() == person.to_lowercase());
        self.person(seat).is_some_and(same)
    }

    fn mistakes(&self, name: Option<&str>) -> Vec<Mistake> {
        let mistake = |exercise| Mistake {
            journal: Some(self.journal.clone()),
            players: self.table.setup().players.clone(),
            exercise,
        };
        Exercise::all(&self.review, Pair::from_fn(|seat| self.is_of(seat, name))).into_iter().map(mistake).collect()
    }
}
