//! The reviewed games of a store, and the file that remembers which mistakes were practised.

use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use parlor_engine::StopFlag;
use parlor_review::{PracticeLog, ReviewedGames};
use parlor_rules::Pair;
use parlor_saves::disk::{DiskError, Existing, write_file};

use parlor_store::{Store, StoreError, data_folder};

/// All games with people, the newest first. Journals that can't be read are left out. Once the stop flag is set, games that
/// were not read yet are missing.
pub fn reviewed_games(store: &dyn Store, stop: &StopFlag) -> Result<ReviewedGames, StoreError> {
    let mut found = ReviewedGames::default();
    for listed in store.list()? {
        if stop.is_set() {
            break;
        }
        let has_people = listed.about.as_ref().is_ok_and(|about| about.setup.has_people());
        let Some(read) = has_people.then(|| store.look(&listed.name).ok()).flatten() else { continue };
        let stored = store.review(&listed.name).ok().flatten().unwrap_or_default();
        let seats = Pair { human: true, computer: true };
        found.add(listed.name.to_string(), seconds(listed.modified), read.table, seats, &stored);
    }
    Ok(found)
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

/// Seconds since 1970.
pub fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
