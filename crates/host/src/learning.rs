//! What can be learned from the games that are kept: their reviews, and mistakes to practise.

use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use parlor_engine::StopFlag;
use parlor_review::{Course, Effort, Exercise, Kept, Review, Seen, Statistics, known_answers};
use parlor_rules::{Pair, Seat};
use parlor_saves::disk::{DiskError, Existing, write_file};
use parlor_table::{Player, Table};

use crate::store::{JournalName, Store, StoreError, data_folder};

/// A game of people with its review.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// The game's name.
    pub name: JournalName,
    /// When it was last played, in seconds since 1970.
    pub at: u64,
    /// The game.
    pub table: Table,
    /// Its review.
    pub review: Review,
}

/// All games of people that have a review.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct ReviewedGames {
    /// The games, the last played first.
    pub games: Vec<Reviewed>,
    /// How many have no review yet, or one that they have outgrown.
    pub without: usize,
}

/// All games of people in a store that have a review. What can't be read is left out, and once the flag is set, so is
/// everything that wasn't read yet.
pub fn reviewed_games(store: &dyn Store, stop: &StopFlag) -> Result<ReviewedGames, StoreError> {
    let mut found = ReviewedGames::default();
    for listed in store.list()? {
        if stop.is_set() {
            break;
        }
        let has_people = listed.about.as_ref().is_ok_and(|about| about.setup.has_people());
        let Some(read) = has_people.then(|| store.look(&listed.name).ok()).flatten() else { continue };
        let course = Course::of(&read.table);
        if course.rounds.is_empty() {
            continue;
        }
        let text = store.review(&listed.name).ok().flatten().unwrap_or_default();
        let review = Review::of(&course, &known_answers(&course, Effort::Help, &text));
        if review.is_complete() {
            found.games.push(Reviewed { name: listed.name, at: seconds(listed.modified), table: read.table, review });
        } else {
            found.without += 1;
        }
    }
    Ok(found)
}

impl ReviewedGames {
    /// What the people in these games are called, in the order of the alphabet, each name once.
    pub fn names(&self) -> Vec<String> {
        let name = |player: &Player| match player {
            Player::Human(name) => Some(name.clone()),
            Player::Computer(_) | Player::Bot(_) => None,
        };
        let named = self.games.iter().flat_map(|game| Seat::BOTH.map(|seat| name(game.table.player(seat))));
        let mut names: Vec<String> = named.flatten().collect();
        names.sort_by_key(|name| name.to_lowercase());
        names.dedup_by_key(|name| name.to_lowercase());
        names
    }

    /// The mistakes of people, or of the one with this name, in the order in which they are to be practised now: the worst
    /// and the long-unseen first. Each comes with its game.
    pub fn to_practise(&self, name: Option<&str>, seen: &Seen, now: u64) -> Vec<(Kept, &Reviewed)> {
        let mut exercises: Vec<Kept> = self.games.iter().flat_map(|game| game.exercises(name)).collect();
        seen.sort(&mut exercises, now);
        let of = |kept: &Kept| self.games.iter().find(|game| game.name.to_string() == kept.journal);
        exercises.into_iter().filter_map(|kept| of(&kept).map(|game| (kept.clone(), game))).collect()
    }

    /// How people, or the one with this name, played in these games.
    pub fn statistics(&self, name: Option<&str>) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.without_review = self.without as u32;
        for game in &self.games {
            let people = game.people(name);
            for seat in Seat::BOTH.into_iter().filter(|seat| people[*seat]) {
                statistics.add(&game.table, &game.review, seat, game.at);
            }
        }
        statistics
    }
}

impl Reviewed {
    /// Which seats are a person's, or that of the person with this name.
    pub fn people(&self, name: Option<&str>) -> Pair<bool> {
        Pair::from_fn(|seat| match self.table.player(seat) {
            Player::Human(person) => name.is_none_or(|name| name.to_lowercase() == person.to_lowercase()),
            Player::Computer(_) | Player::Bot(_) => false,
        })
    }

    /// The mistakes of people, or of one of them.
    pub fn exercises(&self, name: Option<&str>) -> Vec<Kept> {
        let kept = |exercise| Kept { journal: self.name.to_string(), exercise };
        Exercise::all(&self.review, self.people(name)).into_iter().map(kept).collect()
    }
}

/// Where it is kept which exercises were seen when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenFile(PathBuf);

impl SeenFile {
    /// This file.
    pub fn at(path: PathBuf) -> SeenFile {
        SeenFile(path)
    }

    /// That of this computer's user.
    pub fn standard() -> Result<SeenFile, StoreError> {
        Ok(SeenFile(data_folder()?.join("practice.txt")))
    }

    /// What was seen; nothing if that can't be read.
    pub fn read(&self) -> Seen {
        Seen::read(&fs::read_to_string(&self.0).unwrap_or_default())
    }

    /// Keeps what was seen.
    pub fn write(&self, seen: &Seen) -> Result<(), DiskError> {
        write_file(&self.0, seen.to_string().as_bytes(), Existing::Replace)
    }
}

/// Seconds since 1970.
pub fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
