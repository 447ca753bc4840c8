//! Reviews that are being made, a question at a time. Moves, help and values go first, and one thread is always left to
//! them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_engine::StopFlag;
use parlor_host::{JournalName, Priority, Registry, panic_message};
use parlor_review::{Answer, Course, Effort, Exercise, Question, Review, keep, kept_answers};
use parlor_rules::{Pair, Seat};
use parlor_table::Table;

use crate::app::App;
use crate::room::Room;

/// A review asks with the effort of help, so that the two never disagree.
pub(crate) const EFFORT: Effort = Effort::Help;

/// The most reviews that can wait for a thread.
const MOST: usize = 64;

/// Questions that are answered quickly are answered together.
const TOGETHER: Duration = Duration::from_millis(100);

/// What is being reviewed.
pub(crate) struct Reviews {
    /// How many threads may be at it.
    threads: usize,
    line: Mutex<Line>,
}

#[derive(Default)]
struct Line {
    /// Each is asked one question and goes to the end of the line.
    waiting: VecDeque<(Arc<Room>, Arc<Reviewing>)>,
    at_work: usize,
}

/// The review of a table at one revision, as far as it is made.
pub(crate) struct Reviewing {
    course: Course,
    questions: Vec<Question>,
    progress: Mutex<Progress>,
    stop: StopFlag,
}

struct Progress {
    answers: Vec<Option<Answer>>,
    /// Everything before it is answered or is being answered.
    next: usize,
    /// How often it is in the line or worked on.
    workers: usize,
}

/// How far a review is.
pub(crate) struct SoFar {
    /// What is known.
    pub(crate) review: Review,
    /// How many questions are answered.
    pub(crate) answered: usize,
    /// Of how many.
    pub(crate) all: usize,
    /// Whether somebody is at it, or will be.
    pub(crate) under_way: bool,
}

impl SoFar {
    /// The mistake that led to a revision.
    pub(crate) fn exercise(&self, revision: u64) -> Option<Exercise> {
        let all = Exercise::all(&self.review, Pair { human: true, computer: true });
        all.into_iter().find(|exercise| exercise.revision == revision)
    }
}

/// Why a game can't be reviewed or analysed yet; `None` if it can be.
pub(crate) fn not_yet(table: &Table) -> Option<&'static str> {
    let people = Seat::BOTH.into_iter().all(|seat| table.player(seat).is_person());
    (people && !table.is_over()).then_some(
        "A game between two people is reviewed and analysed when it is over: before that it would help one of them.",
    )
}

impl Reviewing {
    fn new(course: Course, answers: Vec<Option<Answer>>) -> Reviewing {
        let questions = course.questions().cloned().collect();
        let progress = Mutex::new(Progress { answers, next: 0, workers: 0 });
        Reviewing { course, questions, progress, stop: StopFlag::default() }
    }

    /// Of a table as it is: what was kept of it or found out about an earlier revision is used again. It blocks.
    pub(crate) fn of(
        table: &Table,
        earlier: Option<&Reviewing>,
        registry: &dyn Registry,
        name: &JournalName,
    ) -> Reviewing {
        let course = Course::of(table);
        let kept = registry.review(name).unwrap_or_else(|error| {
            tracing::warn!(table = %name, %error, "a review can't be read");
            None
        });
        if let Some(answers) = kept.and_then(|text| kept_answers(&course, EFFORT, &text)) {
            return Reviewing::new(course, answers);
        }
        let known = |question: &Question| {
            let earlier = earlier?;
            let place = earlier.questions.iter().position(|other| other == question)?;
            earlier.progress().answers[place].clone()
        };
        let answers = course.questions().map(known).collect();
        Reviewing::new(course, answers)
    }

    /// What was kept of a table, if that is about the table as it is. It blocks.
    pub(crate) fn kept(table: &Table, text: &str) -> Option<Review> {
        let course = Course::of(table);
        let answers = kept_answers(&course, EFFORT, text)?;
        Some(Review::of(&course, &answers))
    }

    /// The revision that it is about.
    pub(crate) fn revision(&self) -> u64 {
        self.course.revision
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far it is.
    pub(crate) fn so_far(&self) -> SoFar {
        let (answers, under_way) = {
            let progress = self.progress();
            (progress.answers.clone(), progress.workers > 0)
        };
        let answered = answers.iter().flatten().count();
        SoFar { review: Review::of(&self.course, &answers), answered, all: answers.len(), under_way }
    }

    /// Nobody needs it any more.
    pub(crate) fn stop(&self) {
        self.stop.set();
    }

    /// The next question that nobody is at.
    fn take(&self) -> Option<usize> {
        let mut progress = self.progress();
        let next = (progress.next..progress.answers.len()).find(|place| progress.answers[*place].is_none())?;
        progress.next = next + 1;
        Some(next)
    }

    /// Answers a question, or several if they need little time. It thinks.
    fn work(&self, room: &Room) {
        let begun = Instant::now();
        while begun.elapsed() < TOGETHER
            && let Some(place) = self.take()
        {
            let answer = catch_unwind(AssertUnwindSafe(|| self.questions[place].answer(EFFORT, &self.stop)));
            match answer {
                Ok(Ok(answer)) => self.progress().answers[place] = Some(answer),
                Ok(Err(_)) => return,
                Err(panic) => {
                    let why = panic_message(&*panic);
                    let revision = self.questions[place].revision;
                    tracing::error!(table = %room.name, revision, why, "a question of a review has failed");
                }
            }
        }
    }

    /// Keeps it, if it is complete. It blocks.
    fn keep(&self, app: &App, room: &Room) {
        let Some(text) = keep(&self.course, EFFORT, &self.progress().answers) else { return };
        if let Err(error) = app.registry.keep_review(&room.name, &text) {
            tracing::warn!(table = %room.name, %error, "a review can't be kept");
        }
    }
}

impl Reviews {
    /// With this many threads that think, most of them may review.
    pub(crate) fn new(thinkers: usize) -> Reviews {
        Reviews { threads: thinkers.saturating_sub(1).max(1), line: Mutex::default() }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a review made, unless it is complete, under way, or there are too many.
    pub(crate) fn begin(&self, app: &Arc<App>, room: &Arc<Room>, reviewing: &Arc<Reviewing>) {
        let mut line = self.line();
        let mut progress = reviewing.progress();
        let missing = progress.answers.iter().filter(|answer| answer.is_none()).count();
        if progress.workers > 0 || missing == 0 || line.waiting.len() >= MOST {
            return;
        }
        progress.next = 0;
        progress.workers = missing.min(self.threads);
        let work = (Arc::clone(room), Arc::clone(reviewing));
        line.waiting.extend(std::iter::repeat_n(work, progress.workers));
        drop(progress);
        drop(line);
        self.go_on(app);
    }

    /// Gives free threads something to do.
    fn go_on(&self, app: &Arc<App>) {
        loop {
            let mut line = self.line();
            if line.at_work >= self.threads {
                return;
            }
            let Some((room, reviewing)) = line.waiting.pop_front() else { return };
            line.at_work += 1;
            drop(line);
            let (app_, room_, reviewing_) = (Arc::clone(app), Arc::clone(&room), Arc::clone(&reviewing));
            let submitted = app.pool.submit(Priority::Review, move || {
                reviewing_.work(&room_);
                app_.reviews.after(&app_, room_, reviewing_);
            });
            if submitted.is_err() {
                // Who looks at it again begins it again.
                self.line().at_work -= 1;
                reviewing.progress().workers -= 1;
            }
        }
    }

    /// A piece of work is done.
    fn after(&self, app: &Arc<App>, room: Arc<Room>, reviewing: Arc<Reviewing>) {
        let (left, last) = {
            let mut progress = reviewing.progress();
            let left = (progress.next..progress.answers.len()).any(|place| progress.answers[place].is_none());
            let left = left && !reviewing.stop.is_set();
            progress.workers -= usize::from(!left);
            (left, progress.workers == 0)
        };
        if last {
            reviewing.keep(app, &room);
        }
        room.tell_aside();
        let mut line = self.line();
        line.at_work -= 1;
        if left {
            line.waiting.push_back((room, reviewing));
        }
        drop(line);
        self.go_on(app);
    }
}
