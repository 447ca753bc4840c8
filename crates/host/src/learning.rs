//! What can be learned from the games that are kept: their reviews, and mistakes to practise.

use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use parlor_review::{Course, Effort, Exercise, Kept, Review, Seen, Statistics, kept_answers};
use parlor_rules::{Pair, Seat};
use parlor_saves::disk::{DiskError, Existing, write_file};
use parlor_table::{Player, Table};

use crate::store::{JournalName, Store, StoreError, data_folder};

/// A game with its review.
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

/// All games of a store that have a review, the last played first, and how many don't that could have one.
pub fn reviewed_games(store: &dyn Store) -> Result<(Vec<Reviewed>, usize), StoreError> {
    let (mut games, mut without) = (Vec::new(), 0);
    for listed in store.list()? {
        let Ok(read) = store.look(&listed.name) else { continue };
        let course = Course::of(&read.table);
        if course.rounds.is_empty() {
            continue;
        }
        let kept = store.review(&listed.name)?.and_then(|text| kept_answers(&course, Effort::Help, &text));
        let Some(answers) = kept else {
            without += 1;
            continue;
        };
        let review = Review::of(&course, &answers);
        games.push(Reviewed { name: listed.name, at: seconds(listed.modified), table: read.table, review });
    }
    Ok((games, without))
}

impl Reviewed {
    /// Which seats are a person's; of two people, only one of this name, if a name is given.
    pub fn people(&self, name: Option<&str>) -> Pair<bool> {
        Pair::from_fn(|seat| match self.table.player(seat) {
            Player::Human(person) => name.is_none_or(|name| name.to_lowercase() == person.to_lowercase()),
            Player::Computer(_) => false,
        })
    }

    /// The mistakes of people, or of one of them.
    pub fn exercises(&self, name: Option<&str>) -> Vec<Kept> {
        let kept = |exercise| Kept { journal: self.name.to_string(), exercise };
        Exercise::all(&self.review, self.people(name)).into_iter().map(kept).collect()
    }
}

/// How people, or one of them, played in these games.
pub fn statistics(games: &[Reviewed], without_review: usize, name: Option<&str>) -> Statistics {
    let mut statistics = Statistics::default();
    statistics.without_review = without_review as u32;
    for game in games {
        let people = game.people(name);
        for seat in Seat::BOTH.into_iter().filter(|seat| people[*seat]) {
            statistics.add(&game.table, &game.review, seat, game.at);
        }
    }
    statistics
}

/// Where it is kept which exercises were seen when.
pub struct SeenFile(PathBuf);

impl SeenFile {
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
