//! Reviews in progress. A review asks a few questions at a time. Moves, help and values go first, and one thread is
//! always reserved for them.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_host::REVIEW_EFFORT;
use parlor_host::questions::EngineQuestion;
use parlor_review::{Exercise, Review, ReviewRun, read_answers};
use parlor_rules::{Game, Pair};
use parlor_store::{JournalName, Registry, TaskOutcome};
use parlor_table::Table;

use crate::app::AppState;
use crate::room::Room;

/// The number of concurrent questions of a review: enough for several workers, but few enough that a review can be
/// stopped at any time.
const AT_A_TIME: usize = 4;

/// Canoga is solved, so many of its questions are answered together.
const TOGETHER: usize = 200;

/// The current progress of the review of a table at one revision.
pub(crate) struct Reviewing {
    pub(crate) revision: u64,
    progress: Mutex<ReviewState>,
}

struct ReviewState {
    run: ReviewRun,
    /// The number of answers that haven't arrived yet.
    waiting: usize,
    /// The review is outdated, or the engine was too busy.
    stopped: bool,
}

/// The progress of a review.
pub(crate) struct ReviewSnapshot {
    pub(crate) review: Review,
    pub(crate) answered: usize,
    pub(crate) all: usize,
    pub(crate) under_way: bool,
}

impl ReviewSnapshot {
    /// The mistake that led to a revision.
    pub(crate) fn exercise(&self, revision: u64) -> Option<Exercise> {
        let all = Exercise::all(&self.review, Pair { human: true, computer: true });
        all.into_iter().find(|exercise| exercise.revision == revision)
    }
}

impl Reviewing {
    /// Loads a review. Reuses stored answers and the answers of an earlier revision. Blocking.
    pub(crate) fn of(
        table: &Table,
        earlier: Option<&Reviewing>,
        registry: &dyn Registry,
        name: &JournalName,
    ) -> Reviewing {
        let stored = registry.review(name).unwrap_or_else(|error| {
            tracing::warn!(table = %name, %error, "a review can't be read");
            None
        });
        let mut run = ReviewRun::new(table, REVIEW_EFFORT, &stored.unwrap_or_default());
        if let Some(earlier) = earlier {
            run.reuse(&earlier.progress().run);
        }
        let progress = Mutex::new(ReviewState { run, waiting: 0, stopped: false });
        Reviewing { revision: table.revision(), progress }
    }

    fn progress(&self) -> MutexGuard<'_, ReviewState> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn so_far(&self) -> ReviewSnapshot {
        let progress = self.progress();
        let (answered, all) = progress.run.progress();
        ReviewSnapshot { review: progress.run.review(), answered, all, under_way: progress.waiting > 0 }
    }

    /// The number of its questions.
    pub(crate) fn questions(&self) -> usize {
        self.progress().run.answers().len()
    }

    pub(crate) fn stop(&self) {
        self.progress().stopped = true;
    }

    /// Starts the review, unless it is complete or running.
    pub(crate) fn begin(self: &Arc<Reviewing>, app: &Arc<AppState>, room: &Arc<Room>) {
        {
            let mut progress = self.progress();
            if progress.waiting > 0 {
                return;
            }
            progress.run.restart();
            progress.stopped = false;
        }
        self.resume(app, room);
    }

    fn resume(self: &Arc<Reviewing>, app: &Arc<AppState>, room: &Arc<Room>) {
        while let Some(places) = self.take() {
            let question = EngineQuestion::Review { from: places.start, to: places.end };
            let (reviewing, app_, room_, asked) = (Arc::clone(self), Arc::clone(app), Arc::clone(room), places.clone());
            let then = move |outcome| {
                reviewing.answered(&app_, &room_, asked, outcome);
                reviewing.resume(&app_, &room_);
            };
            if let Some(outcome) = app.ask(question.about(&room.name, self.revision), room.asker(), then) {
                self.answered(app, room, places, outcome);
            }
        }
    }

    /// The next places that need an answer.
    fn take(&self) -> Option<Range<usize>> {
        let mut progress = self.progress();
        if progress.stopped || progress.waiting >= AT_A_TIME {
            return None;
        }
        let together = if progress.run.course().game == Game::Canoga { TOGETHER } else { 1 };
        let places = progress.run.take(together)?;
        progress.waiting += 1;
        Some(places)
    }

    fn answered(&self, app: &AppState, room: &Room, places: Range<usize>, outcome: TaskOutcome) {
        let mut progress = self.progress();
        progress.waiting -= 1;
        match outcome {
            TaskOutcome::Answer(text) => {
                let answers = read_answers(&progress.run.questions(places.clone()), &text);
                for (place, answer) in places.zip(answers.into_iter().flatten()) {
                    progress.run.answer(place, answer);
                }
            }
            TaskOutcome::Failed(why) => {
                tracing::error!(table = %room.name, place = places.start, why, "a question of a review failed");
            }
            // The next page view restarts it.
            TaskOutcome::Busy | TaskOutcome::Dropped => progress.stopped = true,
        }
        let text = progress.run.stored();
        let (answered, all) = progress.run.progress();
        let goes_on = answered < all && !progress.stopped;
        drop(progress);
        if let Some(text) = text
            && let Err(error) = app.registry.keep_review(&room.name, &text)
        {
            tracing::warn!(table = %room.name, %error, "a review can't be stored");
        }
        if goes_on {
            room.changes.send_modify(|change| change.reviewed = (answered, all));
        } else {
            room.notify_extra();
        }
    }
}
