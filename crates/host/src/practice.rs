//! The reviewed games of a store, and the file that records which mistakes were practised.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use parlor_engine::StopFlag;
use parlor_review::{PracticeLog, ReviewedGames, StudyGame};
use parlor_rules::Pair;
use parlor_saves::disk::{DiskError, Existing, write_file};

use parlor_store::{JournalInfo, JournalName, Listed, Store, StoreError, data_folder};

/// A cache of the games that were read for practice and statistics, so that only changed ones are replayed.
#[derive(Default)]
pub struct StudyCache {
    games: Mutex<HashMap<JournalName, (Stamp, Arc<StudyGame>)>>,
}

/// The time when a journal was last written, and a hash of its review and players.
type Stamp = (SystemTime, u64);

/// The maximum number of cached games.
const MOST_GAMES: usize = 1000;

impl StudyCache {
    /// A journal's game for practice and statistics. If it isn't cached, `read` makes it from the text of the stored
    /// review.
    pub fn game(
        &self,
        store: &dyn Store,
        listed: &Listed,
        read: impl FnOnce(&str) -> Result<StudyGame, StoreError>,
    ) -> Result<Arc<StudyGame>, StoreError> {
        let review = store.review(&listed.name)?.unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        // Renaming a person doesn't change the journal, so names are hashed as well.
        (&review, listed.about.as_ref().map(JournalInfo::players)).hash(&mut hasher);
        let stamp = (listed.modified, hasher.finish());
        let games = || self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, game)) = games().get(&listed.name).filter(|(known, _)| *known == stamp) {
            return Ok(Arc::clone(game));
        }
        let game = Arc::new(read(&review)?);
        let mut games = games();
        if games.len() >= MOST_GAMES {
            games.clear();
        }
        games.insert(listed.name.clone(), (stamp, Arc::clone(&game)));
        Ok(game)
    }

    /// All games with people, newest first. Journals that can't be read are left out. If the stop flag is set,
    /// games that haven't been read yet are missing.
    pub fn reviewed_games(&self, store: &dyn Store, stop: &StopFlag) -> Result<ReviewedGames, StoreError> {
        let mut found = ReviewedGames::default();
        for listed in store.list()? {
            if stop.is_set() {
                break;
            }
            if !listed.about.as_ref().is_ok_and(|about| about.setup.has_people()) {
                continue;
            }
            let read = |review: &str| {
                let table = store.look(&listed.name)?.table;
                Ok(StudyGame::new(listed.name.to_string(), seconds(listed.modified), &table, review))
            };
            if let Ok(game) = self.game(store, &listed, read) {
                found.add(&game, Pair { human: true, computer: true });
            }
        }
        Ok(found)
    }
}

/// The file of a [`PracticeLog`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PracticeFile(PathBuf);

impl PracticeFile {
    pub fn at(path: PathBuf) -> PracticeFile {
        PracticeFile(path)
    }

    /// In the data folder of this computer's user.
    pub fn standard() -> Result<PracticeFile, StoreError> {
        Ok(PracticeFile(data_folder()?.join("practice.txt")))
    }

    /// An empty log if the file can't be read.
    pub fn read(&self) -> PracticeLog {
        PracticeLog::read(&fs::read_to_string(&self.0).unwrap_or_default())
    }

    pub fn write(&self, log: &PracticeLog) -> Result<(), DiskError> {
        write_file(&self.0, log.to_string().as_bytes(), Existing::Replace)
    }
}

pub fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
