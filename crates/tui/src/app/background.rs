//! Reviews of finished games in the background, so that their mistakes can be practised. They stop while a game is played
//! or another screen is open, and continue afterwards.

use std::sync::Arc;

use parlor_store::JournalName;

use super::App;
use crate::job::JobResult;
use crate::review_jobs::ReviewJobs;

#[derive(Default)]
pub(super) struct BackgroundReviews {
    is_on: bool,
    /// Reviews to complete, the current one last.
    reviews: Vec<ReviewJobs>,
    /// The last finished game that was seen, with its revision.
    seen: Option<(JournalName, u64)>,
    is_paused: bool,
}

impl App {
    /// Reviews finished games in the background.
    #[must_use]
    pub fn reviewing_in_background(mut self) -> App {
        self.background.is_on = true;
        self
    }

    /// Starts or continues a review, or stops it if the engine may be needed for something else.
    pub(super) fn review_in_background(&mut self) {
        let Ok(store) = &self.store else { return };
        if !self.background.is_on {
            return;
        }
        let background = &mut self.background;
        match &self.stack[..] {
            [] => {}
            [screen] if let Some((table, journal)) = screen.game().and_then(|game| game.finished()) => {
                let seen = Some((journal.clone(), table.revision()));
                if background.seen != seen {
                    background.seen = seen;
                    background.reviews.retain(|review| review.journal() != Some(journal));
                    let review = ReviewJobs::new(table, Some((Arc::clone(store), journal.clone())));
                    background.reviews.push(review);
                }
            }
            _ => {
                background.is_paused = true;
                background.reviews.iter_mut().for_each(ReviewJobs::stop);
                return;
            }
        }
        if std::mem::take(&mut background.is_paused) {
            background.reviews.iter_mut().for_each(ReviewJobs::read_stored);
        }
        background.reviews.retain(|review| !review.run.is_complete());
        if let Some(review) = background.reviews.last_mut() {
            review.start(1, &mut self.to_run);
        }
    }

    /// Handles an answer for a review in the background. A failed review is dropped; the review screen shows the reason.
    pub(super) fn take_review_answer(&mut self, result: &JobResult) {
        let reviews = &mut self.background.reviews;
        let Some(taken) = reviews.last_mut().and_then(|review| review.take(result)) else { return };
        if taken.is_err() {
            reviews.pop();
        } else if reviews.last().is_some_and(|review| review.run.is_complete()) {
            reviews.pop();
            self.learning.is_current = false;
            self.collect();
        }
    }
}
