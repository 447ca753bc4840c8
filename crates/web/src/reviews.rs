//! Reviews that are being made, some questions at a time. Moves, help and values go first, and one thread is always left
//! to them.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_host::{JournalName, Outcome, Registry};
use parlor_review::{
    Answer, Course, Effort, Exercise, Question, Review, answered_before, keep, kept_answers, known_answers,
    read_answers,
};
use parlor_rules::{Game, Pair, Seat};
use parlor_table::Table;

use crate::app::App;
use crate::questions;
use crate::room::Room;

/// A review asks with the effort of help, so that the two never disagree.
pub(crate) const EFFORT: Effort = Effort::Help;

/// A review waits for this many answers at a time: enough for several workers, and few enough to be left at any time.
const AT_A_TIME: usize = 4;

/// Canoga is solved, so its questions are answered together.
const TOGETHER: usize = 200;

/// The review of a table at one revision, as far as it is made.
pub(crate) struct Reviewing {
    course: Course,
    questions: Vec<Question>,
    /// The places of the questions, in the order in which they are asked.
    order: Vec<usize>,
    progress: Mutex<Progress>,
}

struct Progress {
    answers: Vec<Option<Answer>>,
    /// Everything before it in the order is answered or was asked.
    next: usize,
    /// How many answers are waited for.
    waiting: usize,
    /// Nobody needs it any more, or the engine has no time for it.
    stopped: bool,
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
        let order = course.order();
        let progress = Mutex::new(Progress { answers, next: 0, waiting: 0, stopped: false });
        Reviewing { course, questions, order, progress }
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
        let mut answers = match kept {
            Some(text) => known_answers(&course, EFFORT, &text),
            None => vec![None; course.questions().count()],
        };
        if let Some(earlier) = earlier {
            let before = answered_before(&course, &earlier.course, &earlier.progress().answers);
            for (answer, before) in answers.iter_mut().zip(before) {
                *answer = answer.take().or(before);
            }
        }
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
            (progress.answers.clone(), progress.waiting > 0)
        };
        let answered = answers.iter().flatten().count();
        SoFar { review: Review::of(&self.course, &answers), answered, all: answers.len(), under_way }
    }

    /// Nobody needs it any more.
    pub(crate) fn stop(&self) {
        self.progress().stopped = true;
    }

    /// Has it made, unless it is complete or under way.
    pub(crate) fn begin(self: &Arc<Reviewing>, app: &Arc<App>, room: &Arc<Room>) {
        {
            let mut progress = self.progress();
            if progress.waiting > 0 {
                return;
            }
            (progress.next, progress.stopped) = (0, false);
        }
        self.go_on(app, room);
    }

    /// Asks for as much as is answered at a time.
    fn go_on(self: &Arc<Reviewing>, app: &Arc<App>, room: &Arc<Room>) {
        while let Some(places) = self.take() {
            let question = questions::Question::Review { from: places.start, to: places.end };
            let (reviewing, app_, room_, asked) = (Arc::clone(self), Arc::clone(app), Arc::clone(room), places.clone());
            let then = move |outcome| {
                reviewing.answered(&app_, &room_, asked, outcome);
                reviewing.go_on(&app_, &room_);
            };
            if let Some(outcome) = app.ask(question.about(&room.name, self.revision()), then) {
                self.answered(app, room, places, outcome);
            }
        }
    }

    /// The next places that nobody has asked about.
    fn take(&self) -> Option<Range<usize>> {
        let together = if self.course.game == Game::Canoga { TOGETHER } else { 1 };
        let mut progress = self.progress();
        if progress.stopped || progress.waiting >= AT_A_TIME {
            return None;
        }
        let open = |place: usize| progress.answers[place].is_none();
        let first = (progress.next..self.order.len()).find(|at| open(self.order[*at]))?;
        let from = self.order[first];
        let follow = |(place, next): &(&usize, usize)| *place == next && open(*next);
        let count = self.order[first..].iter().zip(from..).take(together).take_while(follow).count();
        progress.next = first + count;
        progress.waiting += 1;
        Some(from..from + count)
    }

    /// Some questions are answered, or will not be for now. It blocks.
    fn answered(&self, app: &App, room: &Room, places: Range<usize>, outcome: Outcome) {
        let mut progress = self.progress();
        progress.waiting -= 1;
        match outcome {
            Outcome::Answer(text) => {
                for (place, answer) in
                    places.clone().zip(read_answers(&self.questions[places], &text).into_iter().flatten())
                {
                    progress.answers[place] = Some(answer);
                }
            }
            Outcome::Failed(why) => {
                let revision = self.questions[places.start].revision;
                tracing::error!(table = %room.name, revision, why, "a question of a review has failed");
            }
            // Who looks at it again begins it again.
            Outcome::Busy | Outcome::Dropped => progress.stopped = true,
        }
        let text = keep(&self.course, EFFORT, &progress.answers);
        drop(progress);
        if let Some(text) = text
            && let Err(error) = app.registry.keep_review(&room.name, &text)
        {
            tracing::warn!(table = %room.name, %error, "a review can't be kept");
        }
        room.tell_aside();
    }
}
