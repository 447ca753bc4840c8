use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use parlor_engine::StopFlag;
use parlor_table::Table;

use crate::{Course, Effort, Review, ReviewAnswer, ReviewQuestion, keep, known_answers};

/// A review in progress: its answers so far, and the order of the remaining questions. Front ends run it in their own
/// threads or jobs.
#[derive(Clone, Debug)]
pub struct ReviewRun {
    course: Course,
    effort: Effort,
    answers: Vec<Option<ReviewAnswer>>,
    /// Indices of the questions in the order of answering.
    order: Vec<usize>,
    /// Every question before this place in the order is answered or taken.
    next: usize,
}

impl ReviewRun {
    /// A review of a table in its current state. `stored` is the stored text of an earlier review, or empty.
    pub fn new(table: &Table, effort: Effort, stored: &str) -> ReviewRun {
        ReviewRun::of(Course::of(table), effort, stored)
    }

    pub fn of(course: Course, effort: Effort, stored: &str) -> ReviewRun {
        let answers = known_answers(&course, effort, stored);
        let order = course.order();
        ReviewRun { course, effort, answers, order, next: 0 }
    }

    /// Reuses the answers of a run of the same game at an earlier revision.
    pub fn reuse(&mut self, earlier: &ReviewRun) {
        for (question, answer) in self.course.questions().zip(&mut self.answers).filter(|(_, answer)| answer.is_none())
        {
            let same = earlier.course.questions().zip(&earlier.answers).find(|(other, _)| *other == question);
            *answer = same.and_then(|(_, known)| known.clone());
        }
    }

    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Questions by index, in the order of the game.
    pub fn questions(&self, places: Range<usize>) -> Vec<&ReviewQuestion> {
        self.course.questions().skip(places.start).take(places.len()).collect()
    }

    /// Takes the next unanswered questions: one, or up to `most` consecutive ones.
    pub fn take(&mut self, most: usize) -> Option<Range<usize>> {
        let open = |place: usize| self.answers[place].is_none();
        let first = (self.next..self.order.len()).find(|at| open(self.order[*at]))?;
        let from = self.order[first];
        let follow = |(place, next): &(&usize, usize)| *place == next && open(*next);
        let count = self.order[first..].iter().zip(from..).take(most).take_while(follow).count();
        self.next = first + count;
        Some(from..from + count)
    }

    /// Returns taken but unanswered questions to the queue.
    pub fn restart(&mut self) {
        self.next = 0;
    }

    pub fn answer(&mut self, place: usize, answer: ReviewAnswer) {
        if let Some(known) = self.answers.get_mut(place) {
            *known = Some(answer);
        }
    }

    /// Answers all remaining questions on `threads` threads, until the stop flag is set.
    pub fn finish(&mut self, threads: usize, stop: &StopFlag, progress: &(dyn Fn(usize, &ReviewAnswer) + Sync)) {
        let questions: Vec<&ReviewQuestion> = self.course.questions().collect();
        let open: Vec<usize> = self.order.iter().copied().filter(|place| self.answers[*place].is_none()).collect();
        let (found, next) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
        let work = || {
            while let Some(&place) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Ok(answer) = questions[place].answer(self.effort, stop) else { return };
                progress(place, &answer);
                found.lock().unwrap_or_else(PoisonError::into_inner).push((place, answer));
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.clamp(1, open.len().max(1)) {
                scope.spawn(work);
            }
            work();
        });
        for (place, answer) in found.into_inner().unwrap_or_else(PoisonError::into_inner) {
            self.answers[place] = Some(answer);
        }
    }

    /// The number of answered questions, and of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.answers.iter().flatten().count(), self.answers.len())
    }

    pub fn is_complete(&self) -> bool {
        !self.answers.contains(&None)
    }

    /// The review as far as questions are answered.
    pub fn review(&self) -> Review {
        Review::of(&self.course, &self.answers)
    }

    pub fn answers(&self) -> &[Option<ReviewAnswer>] {
        &self.answers
    }

    /// The text for a store, once everything is answered.
    pub fn stored(&self) -> Option<String> {
        keep(&self.course, self.effort, &self.answers)
    }
}
