//! What can be learned from all games that are kept: the mistakes that people made, and how they played.

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

use parlor_engine::StopFlag;
use parlor_host::{JournalName, Store};
use parlor_review::{Course, Effort, Exercise, Matter, Review, Spread, Statistics, kept_answers};
use parlor_rules::{Pair, Seat};
use parlor_table::Table;
use parlor_view::Names;

/// What all reviewed games have for those who want to learn.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Collection {
    /// The mistakes of people, game by game.
    pub(crate) tasks: Vec<Task>,
    /// How people played. Of two people it is the first.
    pub(crate) statistics: Statistics,
}

/// A mistake, and where it was made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Task {
    /// The game's journal; `None` if it has none.
    pub(crate) journal: Option<JournalName>,
    /// Who played it.
    pub(crate) names: Names,
    pub(crate) exercise: Exercise,
}

/// When a mistake was last practised: a number that grows.
#[derive(Clone, Default, Debug)]
pub(crate) struct Seen {
    last: HashMap<(Option<JournalName>, u64), u64>,
    count: u64,
}

impl Collection {
    /// Reads every game that can be read.
    pub(crate) fn of(store: &dyn Store, stop: &StopFlag) -> Collection {
        let mut found = Collection::default();
        // What can't be listed has nothing to teach; the screen of kept games says why.
        for listed in store.list().unwrap_or_default() {
            if stop.is_set() {
                break;
            }
            if listed.about.as_ref().is_ok_and(|about| about.setup.has_people())
                && let Ok(read) = store.look(&listed.name)
            {
                let text = store.review(&listed.name).ok().flatten();
                found.add(&listed.name, &read.table, text.as_deref(), listed.modified);
            }
        }
        found
    }

    fn add(&mut self, journal: &JournalName, table: &Table, review: Option<&str>, modified: SystemTime) {
        let course = Course::of(table);
        let people = Pair::from_fn(|seat| table.player(seat).is_person());
        let decided = |seat: Seat| {
            let by = |question: &parlor_review::Question| {
                question.seat == seat && matches!(question.matter, Matter::Decision(_))
            };
            people[seat] && course.questions().any(by)
        };
        if !Seat::BOTH.into_iter().any(decided) {
            return;
        }
        let Some(answers) = review.and_then(|text| kept_answers(&course, Effort::Help, text)) else {
            self.statistics.without_review += 1;
            return;
        };
        let review = Review::of(&course, &answers);
        let seconds = modified.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        self.statistics.add(table, &review, table.setup().keeper(), seconds);
        let names = Names::of(&table.setup().players);
        let task = |exercise| Task { journal: Some(journal.clone()), names: names.clone(), exercise };
        self.tasks.extend(Exercise::all(&review, people).into_iter().map(task));
    }

    /// The mistakes in the order of practice: the worst of those that weren't seen yet, then the long unseen.
    pub(crate) fn to_practise(&self, seen: &Seen) -> Vec<Task> {
        let mut tasks = self.tasks.clone();
        let worst = |task: &Task| -task.share();
        tasks.sort_by(|one, other| {
            seen.last_time(one).cmp(&seen.last_time(other)).then(worst(one).total_cmp(&worst(other)))
        });
        tasks
    }
}

impl Task {
    /// What it cost, as a share of how much results vary, so that games can be compared.
    fn share(&self) -> f64 {
        self.exercise.cost / Spread::of(self.exercise.game(), self.exercise.size).deviation
    }
}

impl Seen {
    /// A mistake is practised now.
    pub(crate) fn note(&mut self, task: &Task) {
        self.count += 1;
        self.last.insert((task.journal.clone(), task.exercise.revision), self.count);
    }

    /// `None`, which comes first, if it never was.
    fn last_time(&self, task: &Task) -> Option<u64> {
        self.last.get(&(task.journal.clone(), task.exercise.revision)).copied()
    }
}
