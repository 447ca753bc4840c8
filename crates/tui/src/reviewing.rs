//! The review of a game: the cost of each decision, what was best and why, and what was luck.
//!
//! The questions of the review are answered two at a time, each as a job of its own, and what is known is shown at once.

mod graph;
mod paint;

use std::sync::Arc;

use parlor_engine::{NoAnswer, StopFlag};
use parlor_host::{JournalName, Store};
use parlor_review::{Effort, Exercise, Mistake, Review, ReviewAnswer, ReviewRun, ReviewStep, RoundReview, Stopped};
use parlor_rules::{Pair, Seat};
use parlor_table::Table;
use parlor_view::{Names, StepBoard, short_size};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

use crate::job::{Job, JobQueue, JobResult, Ticket};
use crate::kit::{self, LineKey, Scroll, in_sight, inset, put, row};
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};
use graph::Graph;

/// How far Page Up and Page Down go.
const PAGE: isize = 10;

/// How many questions are answered at once.
const AT_ONCE: usize = 2;

/// The review of a game.
pub(crate) struct ReviewScreen {
    table: Table,
    names: Names,
    run: ReviewRun,
    review: Review,
    /// The round and the step that are shown; there is always one.
    at: (usize, usize),
    /// The board of the step, if it is looked at and not only listed.
    looked_at: Option<StepBoard>,
    scroll: Scroll,
    running: Vec<(usize, Ticket<ReviewAnswer>)>,
    to_run: JobQueue,
    /// Where the review is kept, if the game is.
    kept: Option<(Arc<dyn Store>, JournalName)>,
    /// What went wrong, or can't be done.
    trouble: Option<String>,
}

impl ReviewScreen {
    /// The review of a game in which something was decided. It begins with the last round.
    pub(crate) fn new(table: Table, kept: Option<(Arc<dyn Store>, JournalName)>) -> ReviewScreen {
        let stored = kept.as_ref().and_then(|(store, name)| store.review(name).ok().flatten());
        let run = ReviewRun::new(&table, Effort::Help, &stored.unwrap_or_default());
        let review = run.review();
        let mut screen = ReviewScreen {
            names: Names::of(&table.setup().players),
            at: (review.rounds.len().saturating_sub(1), 0),
            table,
            run,
            review,
            looked_at: None,
            scroll: Scroll::default(),
            running: Vec::new(),
            to_run: JobQueue::default(),
            kept,
            trouble: None,
        };
        screen.start_jobs();
        screen
    }

    /// Shows what was damaged in the journal.
    pub(crate) fn noting(mut self, notices: &[String]) -> ReviewScreen {
        self.trouble = (!notices.is_empty()).then(|| notices.join(" "));
        self
    }

    fn start_jobs(&mut self) {
        while self.running.len() < AT_ONCE
            && let Some(places) = self.run.take(1)
        {
            for (place, question) in places.clone().zip(self.run.questions(places)) {
                let question = question.clone();
                let answer =
                    move |stop: &StopFlag| question.answer(Effort::Help, stop).map_err(|Stopped| NoAnswer::Stopped);
                self.running.push((place, self.to_run.start(StopFlag::default(), answer)));
            }
        }
    }

    fn round(&self) -> &RoundReview {
        &self.review.rounds[self.at.0]
    }

    fn step(&self) -> ReviewStep<'_> {
        self.round().steps()[self.at.1]
    }

    /// The step as an exercise, if it was a mistake.
    fn mistake(&self) -> Option<Mistake> {
        let entry = Exercise::entry_of(self.step().decision?)?;
        let all = Exercise::all(&self.review, Pair { human: true, computer: true });
        let exercise = all.into_iter().find(|exercise| exercise.revision == entry)?;
        let journal = self.kept.as_ref().map(|(_, name)| name.to_string());
        Some(Mistake { journal, players: self.table.setup().players.clone(), exercise })
    }

    fn go_to(&mut self, round: usize, step: usize) {
        self.at = (round, step.min(self.review.rounds[round].steps().len().saturating_sub(1)));
        self.scroll = Scroll::default();
        if self.looked_at.is_some() {
            self.look();
        }
    }

    /// Steps forward or back, and on into the next round or the one before.
    fn move_by(&mut self, by: isize) {
        let (round, step) = self.at;
        let steps = self.round().steps().len();
        match step.checked_add_signed(by) {
            Some(step) if step < steps => self.go_to(round, step),
            Some(_) if round + 1 < self.review.rounds.len() => self.go_to(round + 1, 0),
            Some(_) => self.go_to(round, steps - 1),
            None if round > 0 && step == 0 => self.go_to(round - 1, usize::MAX),
            None => self.go_to(round, 0),
        }
    }

    /// The next or the previous costly decision of a person, in any round; of anyone if no person plays.
    fn next_costly(&mut self, back: bool) {
        let is_person = |seat| self.table.player(seat).is_person() || !self.table.setup().has_people();
        let mut costly = Vec::new();
        for (round, review) in self.review.rounds.iter().enumerate() {
            let steps = review.steps();
            let wanted = steps.iter().enumerate().filter(|(_, step)| step.is_costly() && is_person(step.seat));
            costly.extend(wanted.map(|(step, _)| (round, step)));
        }
        let found = if back {
            costly.into_iter().rev().find(|place| *place < self.at)
        } else {
            costly.into_iter().find(|place| *place > self.at)
        };
        match found {
            Some((round, step)) => self.go_to(round, step),
            None if back => self.trouble = Some("There is no costly decision of yours before this one.".to_owned()),
            None => self.trouble = Some("There is no costly decision of yours after this one.".to_owned()),
        }
    }

    fn turn_round(&mut self, back: bool) {
        let (round, _) = self.at;
        if back && round > 0 {
            self.go_to(round - 1, 0);
        } else if !back && round + 1 < self.review.rounds.len() {
            self.go_to(round + 1, 0);
        }
    }

    fn look(&mut self) {
        self.looked_at = Some(StepBoard::of(&self.table, &self.step()));
    }
}

impl Screen for ReviewScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        let Some(code) = kit::pressed(key) else { return Request::Stay };
        self.trouble = None;
        match (code, self.looked_at.is_some()) {
            (KeyCode::Up, true) => self.scroll.by(-1),
            (KeyCode::Down, true) => self.scroll.by(1),
            (KeyCode::Up | KeyCode::Left, _) => self.move_by(-1),
            (KeyCode::Down | KeyCode::Right, _) => self.move_by(1),
            (KeyCode::PageUp, _) => self.move_by(-PAGE),
            (KeyCode::PageDown, _) => self.move_by(PAGE),
            (KeyCode::Home, _) => self.go_to(self.at.0, 0),
            (KeyCode::End, _) => self.go_to(self.at.0, usize::MAX),
            (KeyCode::Enter, false) => self.look(),
            (KeyCode::Char('m'), _) => self.next_costly(false),
            (KeyCode::Char('M'), _) => self.next_costly(true),
            (KeyCode::Char('n'), _) => self.turn_round(false),
            (KeyCode::Char('p'), _) => self.turn_round(true),
            (KeyCode::Char('f') | KeyCode::Enter, _) => match self.mistake() {
                Some(mistake) => return Request::Practise(vec![mistake]),
                None if code == KeyCode::Enter => {}
                None => self.trouble = Some("This wasn't a mistake.".to_owned()),
            },
            (KeyCode::Char('x'), _) => {
                return Request::Analyse(Box::new(self.table.at(self.step().shown_at())));
            }
            (KeyCode::Esc | KeyCode::Char('q'), true) => self.looked_at = None,
            (KeyCode::Esc | KeyCode::Char('q'), false) => return Request::Back,
            _ => {}
        }
        Request::Stay
    }

    fn click(&mut self, at: Position, area: Rect) -> Request {
        self.trouble = None;
        if self.looked_at.is_some() {
            return Request::Stay;
        }
        let places = self.places(area);
        let (round, here) = self.at;
        let steps = self.round().steps().len();
        if places.graph.contains(at)
            && let Some(step) = Graph::step_at(steps, at.x, places.graph)
        {
            self.go_to(round, step);
        } else if places.list.contains(at) {
            let shown = in_sight(here, steps, places.list.height);
            let clicked = shown.start + usize::from(at.y - places.list.y);
            if clicked == here {
                self.look();
            } else if clicked < steps {
                self.go_to(round, clicked);
            }
        }
        Request::Stay
    }

    fn scroll(&mut self, by: isize) {
        self.move_by(by);
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        let looks = self.looked_at.is_some();
        let mut keys = kit::line_keys(if looks {
            [(kit::left_right(theme), "step"), (kit::up_down(theme), "text"), ("m M", "costly")]
        } else {
            [(kit::up_down(theme), "choose"), ("Enter", "look"), ("m M", "costly")]
        });
        if self.review.rounds.len() > 1 {
            keys.push(("n p", "round").into());
        }
        if self.mistake().is_some() {
            keys.push(("f", "find better").into());
        }
        keys.extend(kit::line_keys([("x", "analyse"), ("Esc", if looks { "list" } else { "back" })]));
        keys
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let size = short_size(self.review.game, self.round().size);
        let players = format!("{} against {}", self.names.short(Seat::Human), self.names.short(Seat::Computer));
        let title = format!("Review: {} {size}, {players}", self.review.game);
        kit::heading(&title, theme, area, buffer);
        if self.looked_at.is_some() {
            self.paint_step(theme, area, buffer);
        } else {
            self.paint_list(theme, area, buffer);
        }
        let below = inset(row(area, area.height.saturating_sub(2)), 2);
        match &self.trouble {
            Some(why) => {
                put(why, Role::Wrong, theme, below, buffer);
            }
            None => self.paint_progress(theme, below, buffer),
        }
        kit::keys(&self.keys(theme), theme, area, buffer);
    }

    fn take_jobs(&mut self) -> Vec<Job> {
        self.to_run.take()
    }

    fn job_done(&mut self, result: &JobResult) {
        let claimed = self.running.iter().enumerate().find_map(|(at, (_, ticket))| Some((at, ticket.claim(result)?)));
        let Some((at, answer)) = claimed else { return };
        let (place, _) = self.running.swap_remove(at);
        self.start_jobs();
        match answer {
            Ok(answer) => self.run.answer(place, answer.clone()),
            Err(why) => {
                self.trouble = Some(format!("A decision isn't judged, because the computer player has failed: {why}"));
            }
        }
        self.review = self.run.review();
        if self.looked_at.is_some() {
            self.look();
        }
        if let (Some((store, name)), Some(text)) = (&self.kept, self.run.stored())
            && let Err(error) = store.keep_review(name, &text)
        {
            self.trouble = Some(format!("The review isn't kept: {error}"));
        }
    }
}
