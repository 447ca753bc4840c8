//! The review of a game: what every decision cost, what was best and why, and what was luck.
//!
//! The questions of the review are answered two at a time, each as a job of its own, and what is known is shown at once.

mod graph;
mod moments;
mod paint;
mod work;

use std::cell::Cell;
use std::sync::Arc;

use parlor_host::{JournalName, Store};
use parlor_review::{Answer, Course, DecisionReview, Effort, Exercise, Mark, Review, RoundReview, keep, known_answers};
use parlor_rules::Pair;
use parlor_table::{Player, Table};
use parlor_view::Names;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::{Position, Rect};

use crate::collection::Task;
use crate::job::{Job, JobOutcome, JobResult};
use crate::kit::{self, Pointed, in_sight};
use crate::wish::Wish;
use graph::Graph;
pub(crate) use graph::plain;
use moments::{Matter, Moment, Shown, moments};
use work::Working;

/// How far Page Up and Page Down go.
const PAGE: isize = 10;

/// Why a game isn't reviewed now; `None` if it can be.
pub(crate) fn why_not_yet(table: &Table) -> Option<&'static str> {
    let people = |player: &Player| player.is_person();
    let players = &table.setup().players;
    if people(&players.human) && people(&players.computer) && !table.is_over() {
        return Some("A game between two people is reviewed when it is over.");
    }
    Course::of(table).rounds.is_empty().then_some("Nothing was thrown or decided in this game yet.")
}

/// The review of a game.
pub(crate) struct ReviewScreen {
    table: Table,
    names: Names,
    course: Course,
    answers: Vec<Option<Answer>>,
    review: Review,
    /// Every throw and decision.
    moments: Vec<Moment>,
    /// The one in sight; there is always one.
    at: usize,
    /// What is shown of it, if it is looked at and not only listed.
    looked_at: Option<Shown>,
    /// How many lines of its text lie above those in sight.
    scroll: Cell<usize>,
    working: Working,
    /// Where the review is kept, if the game is.
    kept: Option<(Arc<dyn Store>, JournalName)>,
    /// What went wrong, or can't be done.
    trouble: Option<String>,
}

impl ReviewScreen {
    /// The review of a game in which something has happened. It begins with the last round.
    pub(crate) fn new(table: Table, kept: Option<(Arc<dyn Store>, JournalName)>) -> ReviewScreen {
        let course = Course::of(&table);
        let read = kept.as_ref().and_then(|(store, name)| store.review(name).ok().flatten());
        let answers = known_answers(&course, Effort::Help, &read.unwrap_or_default());
        let moments = moments(&course);
        let last = moments.last().map_or(0, |moment| moment.round);
        let at = moments.iter().position(|moment| moment.round == last).unwrap_or(0);
        let mut working = Working::default();
        // The round that is in sight comes first.
        let (earlier, shown): (Vec<usize>, Vec<usize>) = course.order().into_iter().partition(|place| *place < at);
        let missing = shown.into_iter().chain(earlier).filter(|place| answers[*place].is_none());
        working.want(&course, missing);
        ReviewScreen {
            names: Names::of(&table.setup().players),
            review: Review::of(&course, &answers),
            table,
            course,
            answers,
            moments,
            at,
            looked_at: None,
            scroll: Cell::new(0),
            working,
            kept,
            trouble: None,
        }
    }

    /// The same, with what was damaged in the journal.
    pub(crate) fn noting(mut self, notices: &[String]) -> ReviewScreen {
        self.trouble = (!notices.is_empty()).then(|| notices.join(" "));
        self
    }

    fn moment(&self) -> Moment {
        self.moments[self.at]
    }

    fn round(&self) -> &RoundReview {
        &self.review.rounds[self.moment().round]
    }

    /// The moments of the round in sight.
    fn of_round(&self) -> std::ops::Range<usize> {
        let round = self.moment().round;
        let first = self.moments.iter().position(|moment| moment.round == round).unwrap_or(0);
        first..first + self.moments[first..].iter().take_while(|moment| moment.round == round).count()
    }

    fn decision(&self, moment: Moment) -> Option<&DecisionReview> {
        match moment.matter {
            Matter::Decision(number) => self.review.rounds[moment.round].decisions.get(number),
            Matter::Throw(_) => None,
        }
    }

    fn is_costly(&self, moment: Moment) -> bool {
        self.decision(moment).is_some_and(|decision| decision.mark >= Some(Mark::Inaccuracy))
    }

    /// The exercise that the moment in sight is, if it is a mistake.
    fn task(&self) -> Option<Task> {
        let decision = self.decision(self.moment())?;
        let revisions: Vec<u64> = decision.decided.plays.iter().map(|play| play.revision).collect();
        let all = Exercise::all(&self.review, Pair { human: true, computer: true });
        let exercise = all.into_iter().find(|exercise| revisions.contains(&exercise.revision))?;
        let journal = self.kept.as_ref().map(|(_, name)| name.clone());
        Some(Task { journal, names: self.names.clone(), exercise })
    }

    fn go_to(&mut self, at: usize) {
        self.at = at.min(self.moments.len() - 1);
        self.scroll.set(0);
        if self.looked_at.is_some() {
            self.look();
        }
    }

    fn step(&mut self, by: isize) {
        self.go_to(self.at.saturating_add_signed(by));
    }

    /// Goes to the next costly decision of a person, or to the one before. Two programs learn nothing, so there any
    /// decision will do.
    fn next_costly(&mut self, back: bool) {
        let is_person = |seat| self.table.player(seat).is_person() || !self.table.setup().has_people();
        let by_person = |moment| self.decision(moment).is_some_and(|decision| is_person(decision.seat));
        let costly = |at: &usize| self.is_costly(self.moments[*at]) && by_person(self.moments[*at]);
        let found = if back { (0..self.at).rev().find(costly) } else { (self.at + 1..self.moments.len()).find(costly) };
        match found {
            Some(at) => self.go_to(at),
            None if back => self.trouble = Some("There is no costly decision of yours before this one.".to_owned()),
            None => self.trouble = Some("There is no costly decision of yours after this one.".to_owned()),
        }
    }

    fn turn_round(&mut self, back: bool) {
        let here = self.of_round();
        if back && here.start > 0 {
            let before = self.moments[here.start - 1].round;
            let first = self.moments.iter().position(|moment| moment.round == before);
            self.go_to(first.unwrap_or(0));
        } else if !back && here.end < self.moments.len() {
            self.go_to(here.end);
        }
    }

    /// Shows the moment with its board.
    fn look(&mut self) {
        self.looked_at = Some(Shown::of(&self.table, self.moment(), &self.review));
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Wish {
        let Some(code) = kit::pressed(key) else { return Wish::Stay };
        self.trouble = None;
        match (code, self.looked_at.is_some()) {
            (KeyCode::Up, true) => self.scroll.set(self.scroll.get().saturating_sub(1)),
            (KeyCode::Down, true) => self.scroll.set(self.scroll.get() + 1),
            (KeyCode::Up | KeyCode::Left, _) => self.step(-1),
            (KeyCode::Down | KeyCode::Right, _) => self.step(1),
            (KeyCode::PageUp, _) => self.step(-PAGE),
            (KeyCode::PageDown, _) => self.step(PAGE),
            (KeyCode::Home, _) => self.go_to(self.of_round().start),
            (KeyCode::End, _) => self.go_to(self.of_round().end - 1),
            (KeyCode::Enter, false) => self.look(),
            (KeyCode::Char('m'), _) => self.next_costly(false),
            (KeyCode::Char('M'), _) => self.next_costly(true),
            (KeyCode::Char('n'), _) => self.turn_round(false),
            (KeyCode::Char('p'), _) => self.turn_round(true),
            (KeyCode::Char('f') | KeyCode::Enter, _) => match self.task() {
                Some(task) => return Wish::Practise(vec![task]),
                None if code == KeyCode::Enter => {}
                None => self.trouble = Some("This was no mistake, so there is nothing better to find.".to_owned()),
            },
            (KeyCode::Char('x'), _) => {
                let before = Shown::of(&self.table, self.moment(), &self.review).before;
                return Wish::Analyse(Box::new(before));
            }
            (KeyCode::Esc | KeyCode::Char('q'), true) => self.looked_at = None,
            (KeyCode::Esc | KeyCode::Char('q'), false) => return Wish::Back,
            _ => {}
        }
        Wish::Stay
    }

    /// Takes a click or the wheel.
    pub(crate) fn mouse(&mut self, event: MouseEvent, area: Rect) -> Wish {
        match Pointed::of(event) {
            Some(Pointed::Up) => self.step(-1),
            Some(Pointed::Down) => self.step(1),
            Some(Pointed::Click(at)) => return self.click(at, area),
            None => {}
        }
        Wish::Stay
    }

    fn click(&mut self, at: Position, area: Rect) -> Wish {
        self.trouble = None;
        if let Some(code) = self.line_key_at(at, area) {
            return self.key(code.into());
        }
        if self.looked_at.is_some() {
            return Wish::Stay;
        }
        let places = self.places(area);
        let round = self.of_round();
        if places.graph.contains(at)
            && let Some(moment) = Graph::moment_at(round.len(), at.x, places.graph)
        {
            self.go_to(round.start + moment);
        } else if places.list.contains(at) {
            let shown = in_sight(self.at - round.start, round.len(), places.list.height);
            let clicked = round.start + shown.start + usize::from(at.y - places.list.y);
            if clicked == self.at {
                self.look();
            } else if clicked < round.end {
                self.go_to(clicked);
            }
        }
        Wish::Stay
    }

    /// The jobs that are to be run.
    pub(crate) fn take_jobs(&mut self) -> Vec<Job> {
        self.working.take()
    }

    /// Takes what came of a job.
    pub(crate) fn job_done(&mut self, result: &JobResult) {
        let Some(place) = self.working.done(result, &self.course) else { return };
        match &result.outcome {
            JobOutcome::Reviewed(answer) => self.answers[place] = Some(answer.clone()),
            JobOutcome::Failed(why) => {
                self.trouble = Some(format!("A decision isn't judged, because the computer player has failed: {why}"));
            }
            _ => return,
        }
        self.review = Review::of(&self.course, &self.answers);
        if self.looked_at.is_some() && place == self.at {
            self.look();
        }
        if self.review.is_complete()
            && let Some((store, name)) = &self.kept
            && let Some(text) = keep(&self.course, Effort::Help, &self.answers)
            && let Err(error) = store.keep_review(name, &text)
        {
            self.trouble = Some(format!("The review isn't kept: {error}"));
        }
    }

    /// How many questions are answered, of how many.
    fn progress(&self) -> (usize, usize) {
        (self.answers.iter().flatten().count(), self.answers.len())
    }
}
