//! A review in progress: a few of its questions at a time, each as a job.

use std::sync::Arc;

use parlor_engine::{NoAnswer, StopFlag};
use parlor_review::{Effort, ReviewAnswer, ReviewRun, Stopped};
use parlor_store::{JournalName, Store};
use parlor_table::Table;

use crate::job::{JobQueue, JobResult, Ticket};

pub(crate) struct ReviewJobs {
    pub(crate) run: ReviewRun,
    running: Vec<(usize, Ticket<ReviewAnswer>)>,
    /// The store and name for the review, if the game is stored.
    kept: Option<(Arc<dyn Store>, JournalName)>,
}

impl ReviewJobs {
    /// The review of a table, with the answers that are already stored.
    pub(crate) fn new(table: &Table, kept: Option<(Arc<dyn Store>, JournalName)>) -> ReviewJobs {
        let run = ReviewRun::new(table, Effort::Help, "");
        let mut jobs = ReviewJobs { run, running: Vec::new(), kept };
        jobs.read_stored();
        jobs
    }

    /// Adds answers that are stored, perhaps by another screen.
    pub(crate) fn read_stored(&mut self) {
        let Some((store, name)) = &self.kept else { return };
        let Ok(Some(stored)) = store.review(name) else { return };
        let mut run = ReviewRun::of(self.run.course().clone(), Effort::Help, &stored);
        run.reuse(&self.run);
        self.run = run;
    }

    pub(crate) fn journal(&self) -> Option<&JournalName> {
        self.kept.as_ref().map(|(_, name)| name)
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// Starts jobs up to this number of running ones.
    pub(crate) fn start(&mut self, at_once: usize, queue: &mut JobQueue) {
        while self.running.len() < at_once
            && let Some(places) = self.run.take(1)
        {
            for (place, question) in places.clone().zip(self.run.questions(places)) {
                let question = question.clone();
                let answer =
                    move |stop: &StopFlag| question.answer(Effort::Help, stop).map_err(|Stopped| NoAnswer::Stopped);
                self.running.push((place, queue.start(StopFlag::default(), answer)));
            }
        }
    }

    /// Stops all jobs. Their questions are asked again later.
    pub(crate) fn stop(&mut self) {
        self.running.clear();
        self.run.restart();
    }

    /// Handles the result of a job, and stores the review once it is complete; an error says what failed. `None` if the
    /// result belongs to another job.
    pub(crate) fn take(&mut self, result: &JobResult) -> Option<Result<(), String>> {
        let mut running = self.running.iter().enumerate();
        let (at, answer) = running.find_map(|(at, (_, ticket))| Some((at, ticket.claim(result)?)))?;
        let (place, _) = self.running.swap_remove(at);
        Some(match answer {
            Ok(answer) => {
                self.run.answer(place, answer.clone());
                self.keep()
            }
            Err(why) => Err(format!("A decision wasn't judged: the computer player failed: {why}")),
        })
    }

    fn keep(&self) -> Result<(), String> {
        let (Some((store, name)), Some(text)) = (&self.kept, self.run.stored()) else { return Ok(()) };
        store.keep_review(name, &text).map_err(|error| format!("Can't save the review: {error}"))
    }
}
