//! The questions of a review that aren't answered yet.

use parlor_engine::StopFlag;
use parlor_review::Course;

use crate::job::{Job, JobResult, Ticket, Work};

/// How many questions are answered at a time.
const AT_ONCE: usize = 2;

/// What is still to be found out. Dropping it stops what is under way.
#[derive(Default)]
pub(super) struct Working {
    /// The places of questions, the next one last.
    waiting: Vec<usize>,
    running: Vec<(usize, Ticket)>,
    to_run: Vec<Job>,
}

impl Working {
    /// Starts to answer questions in this order.
    pub(super) fn want(&mut self, course: &Course, places: impl Iterator<Item = usize>) {
        self.waiting = places.collect();
        self.waiting.reverse();
        self.go_on(course);
    }

    fn go_on(&mut self, course: &Course) {
        while self.running.len() < AT_ONCE
            && let Some(place) = self.waiting.pop()
        {
            let Some(question) = course.questions().nth(place) else { continue };
            let (job, ticket) = Job::new(Work::Review(Box::new(question.clone()), StopFlag::default()));
            self.to_run.push(job);
            self.running.push((place, ticket));
        }
    }

    /// The jobs that are to be run.
    pub(super) fn take(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.to_run)
    }

    /// Which question this is the result of; then the next one is begun.
    pub(super) fn done(&mut self, result: &JobResult, course: &Course) -> Option<usize> {
        let at = self.running.iter().position(|(_, ticket)| ticket.is_for(result))?;
        let (place, _) = self.running.swap_remove(at);
        self.go_on(course);
        Some(place)
    }

    /// Whether anything is still to come.
    pub(super) fn is_on(&self) -> bool {
        !self.running.is_empty()
    }
}
