//! Reviews, practice, statistics and analyses: screens that open over others and return to them.

use std::sync::Arc;
use std::time::SystemTime;

use parlor_engine::StopFlag;
use parlor_host::{PracticeFile, StudyCache, seconds};
use parlor_review::{NotReviewed, PracticeLog, ReviewedGames};
use parlor_store::JournalName;
use parlor_view::not_reviewed;

use super::App;
use crate::job::{JobResult, Ticket};
use crate::player_filter::PlayerFilter;
use crate::practice::PracticeScreen;
use crate::reviewing::ReviewScreen;
use crate::statistics::StatisticsScreen;

#[derive(Default)]
pub(super) struct Learning {
    cache: Arc<StudyCache>,
    /// The games from the last collection.
    collection: Option<Arc<ReviewedGames>>,
    collecting: Option<Ticket<Arc<ReviewedGames>>>,
    /// No game or review has changed since the last collection.
    pub(super) is_current: bool,
    pub(super) filter: PlayerFilter,
    seen: PracticeLog,
    /// The file of the practice log; `None` if it isn't stored.
    seen_file: Option<PracticeFile>,
}

impl App {
    /// Reviews the game in a journal.
    pub(super) fn review_journal(&mut self, name: &JournalName) -> Result<(), String> {
        let store = self.store.clone()?;
        let read = store.look(name).map_err(|error| error.to_string())?;
        if let Some(why) = NotReviewed::at_one_screen(&read.table) {
            return Err(not_reviewed(why).to_owned());
        }
        self.learning.is_current = false;
        self.open(ReviewScreen::new(read.table, Some((store, name.clone()))).noting(&read.notices));
        Ok(())
    }

    /// Stores the practice log in a file.
    #[must_use]
    pub fn practising(self, file: PracticeFile) -> App {
        App { learning: Learning { seen: file.read(), seen_file: Some(file), ..self.learning }, ..self }
    }

    /// The mistakes of all reviewed games.
    pub(super) fn practise_all(&mut self) -> Result<(), String> {
        self.store.as_ref().map_err(Clone::clone)?;
        let Some(collection) = self.learning.collection.clone() else {
            return Err("Your games are still being read. Try again in a moment.".to_owned());
        };
        let mistakes =
            collection.mistakes(self.learning.filter.name(), &self.learning.seen, seconds(SystemTime::now()));
        self.open(PracticeScreen::of_all(mistakes, self.learning.filter.clone(), collection.without_review));
        Ok(())
    }

    /// Records the mistake that was just shown in the practice log.
    pub(super) fn note_practised(&mut self) {
        let Some(kept) = self.top().take_practised() else { return };
        if let Some(file) = &self.learning.seen_file {
            // Another instance may have written to the log in the meantime.
            self.learning.seen = file.read();
        }
        self.learning.seen.note(&kept, seconds(SystemTime::now()));
        if let Some(Err(error)) = self.learning.seen_file.as_ref().map(|file| file.write(&self.learning.seen)) {
            self.top().refuse(format!("Can't save your practice log: {error}"));
        }
    }

    pub(super) fn show_statistics(&mut self) -> Result<(), String> {
        self.store.as_ref().map_err(Clone::clone)?;
        self.open(StatisticsScreen::new(self.learning.collection.clone(), self.learning.filter.clone()));
        Ok(())
    }

    /// Starts reading all saved games, for practice and statistics, if any of them may have changed.
    pub(super) fn collect(&mut self) {
        if let Ok(store) = &self.store
            && !std::mem::replace(&mut self.learning.is_current, true)
        {
            let (store, cache) = (Arc::clone(store), Arc::clone(&self.learning.cache));
            // The error is shown in the list of games; here the collection is simply empty.
            let collect = move |stop: &StopFlag| {
                Ok::<_, String>(Arc::new(cache.reviewed_games(&*store, stop).unwrap_or_default()))
            };
            self.learning.collecting = Some(self.to_run.start(StopFlag::default(), collect));
        }
    }

    pub(super) fn take_collection(&mut self, result: &JobResult) {
        if let Some(Ok(collection)) = self.learning.collecting.as_ref().and_then(|ticket| ticket.claim(result)) {
            self.start.kept.mistakes = Some(collection.mistakes(None, &self.learning.seen, 0).len());
            self.learning.filter = self.learning.filter.among(collection.names());
            self.learning.collection = Some(Arc::clone(collection));
            self.learning.collecting = None;
            self.top().collected(collection);
        }
    }
}
