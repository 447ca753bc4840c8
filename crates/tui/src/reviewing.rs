//! The review of a game: the cost of each decision, the best choice with its reasons, and the luck.
//!
//! Two questions are answered at a time, each as a separate job, and results are shown as they arrive.

mod graph;

use std::sync::Arc;

use parlor_review::{Exercise, Mark, Mistake, Review, ReviewStep, RoundReview};
use parlor_rules::{Pair, Seat};
use parlor_store::{JournalName, Store};
use parlor_table::Table;
use parlor_view::{
    Names, StepBoard, StepRow, StepText, review_result, review_summary, short_size, signed_number, step_title,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::ListState;

use crate::board;
use crate::job::{Job, JobQueue, JobResult};
use crate::kit::{
    self, LineKey, Scroll, inset, number, panel, part, put, put_raw, put_roles, row, visible_lines, wrapped,
};
use crate::review_jobs::ReviewJobs;
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};
use graph::{Graph, LEGEND};

/// The number of lines by which Page Up and Page Down scroll.
const PAGE: isize = 10;

/// The number of questions answered at the same time.
const AT_ONCE: usize = 2;

pub(crate) struct ReviewScreen {
    table: Table,
    names: Names,
    jobs: ReviewJobs,
    review: Review,
    /// The indices of the round and the step on screen. A review has at least one step.
    at: (usize, usize),
    /// The board of the step, if the step was opened from the list.
    looked_at: Option<StepBoard>,
    scroll: Scroll,
    to_run: JobQueue,
    trouble: Option<String>,
}

/// The layout of the list view.
struct ReviewLayout {
    summary: Rect,
    title: Rect,
    graph: Rect,
    heads: Rect,
    list: Rect,
}

/// The width of the progress bar in columns.
const PROGRESS: usize = 24;

/// The minimum number of lines of the list.
const LIST: u16 = 4;

impl ReviewScreen {
    /// The review of a game with at least one decision. It starts with the last round.
    pub(crate) fn new(table: Table, kept: Option<(Arc<dyn Store>, JournalName)>) -> ReviewScreen {
        let jobs = ReviewJobs::new(&table, kept);
        let review = jobs.run.review();
        let mut screen = ReviewScreen {
            names: Names::for_player(&table.setup().players),
            at: (review.rounds.len().saturating_sub(1), 0),
            table,
            jobs,
            review,
            looked_at: None,
            scroll: Scroll::default(),
            to_run: JobQueue::default(),
            trouble: None,
        };
        screen.jobs.start(AT_ONCE, &mut screen.to_run);
        screen
    }

    /// Shows notices about damage to the journal.
    pub(crate) fn noting(mut self, notices: &[String]) -> ReviewScreen {
        self.trouble = (!notices.is_empty()).then(|| notices.join(" "));
        self
    }

    fn round(&self) -> &RoundReview {
        &self.review.rounds[self.at.0]
    }

    fn step(&self) -> ReviewStep<'_> {
        self.round().steps()[self.at.1]
    }

    /// The step as an exercise, if the step is a mistake.
    fn mistake(&self) -> Option<Mistake> {
        let entry = Exercise::entry_of(self.step().decision?)?;
        let all = Exercise::all(&self.review, Pair { human: true, computer: true });
        let exercise = all.into_iter().find(|exercise| exercise.revision == entry)?;
        let journal = self.jobs.journal().map(ToString::to_string);
        Some(Mistake { journal, players: self.table.setup().players.clone(), exercise })
    }

    fn go_to(&mut self, round: usize, step: usize) {
        self.at = (round, step.min(self.review.rounds[round].steps().len().saturating_sub(1)));
        self.scroll = Scroll::default();
        if self.looked_at.is_some() {
            self.look();
        }
    }

    /// Moves by a number of steps, across rounds.
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

    /// Moves to the next or previous costly decision of a person in any round; if no person plays, of any player.
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
            None if back => self.trouble = Some("You have no costly decision before this one.".to_owned()),
            None => self.trouble = Some("You have no costly decision after this one.".to_owned()),
        }
    }

    fn turn_round(&mut self, back: bool) {
        let (round, _) = self.at;
        let next = if back { round.checked_sub(1) } else { Some(round + 1) };
        if let Some(next) = next.filter(|next| *next < self.review.rounds.len()) {
            self.go_to(next, 0);
        }
    }

    fn look(&mut self) {
        self.looked_at = Some(StepBoard::of(&self.table, &self.step()));
    }

    fn places(&self, area: Rect) -> ReviewLayout {
        let body = kit::body(area);
        let most = body.height.saturating_sub(graph::LEAST + LIST + 2);
        let summary = (self.summary(Theme::default(), body.width).len() as u16).min(most);
        let rest = body.height.saturating_sub(summary + 2);
        let graph = (rest / 2).clamp(graph::LEAST.min(rest), 18);
        ReviewLayout {
            summary: part(body, 0, 0, body.width, summary),
            title: row(body, summary),
            graph: part(body, 0, summary + 1, body.width, graph),
            heads: row(body, summary + 1 + graph),
            list: part(body, 0, summary + 2 + graph, body.width, rest.saturating_sub(graph)),
        }
    }

    /// Paints the review's progress until it is complete.
    fn paint_progress(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let (done, of) = self.jobs.run.progress();
        if done == of {
            return;
        }
        let filled = PROGRESS * done / of.max(1);
        let (full, empty) = theme.pick(("\u{2588}", "\u{2591}"), ("#", "-"));
        let bar = format!("{}{}", full.repeat(filled), empty.repeat(PROGRESS - filled));
        let taken = put_raw(&bar, theme.style(Role::Key), area, buffer) + 1;
        let now = if self.jobs.is_running() { "Thinking" } else { "Incomplete" };
        let words = format!("{now}: {done} of {of}. Results so far are shown.");
        put(&words, Role::Quiet, theme, part(area, taken, 0, area.width, 1), buffer);
    }

    fn summary(&self, theme: Theme, columns: u16) -> Vec<(Role, String)> {
        let (game, round, names) = (self.review.game, self.round(), &self.names);
        let of = if self.review.rounds.len() > 1 { format!(" of {}", self.review.rounds.len()) } else { String::new() };
        let mut lines =
            vec![(Role::Prompt, format!("Round {}{of}. {}", round.round, review_result(game, round, names)))];
        lines.extend(review_summary(game, round, names).into_iter().map(|line| (Role::Text, line)));
        wrapped(&lines, theme, columns)
    }

    fn paint_list(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let places = self.places(area);
        put_roles(&self.summary(theme, places.summary.width), theme, places.summary, buffer);
        let luck = if self.round().luck().is_some() { theme.pick("  \u{2588} luck", "  | luck") } else { "" };
        let title = format!("Expected result for {}{luck}  {LEGEND}", self.names.label(Seat::Human));
        panel(&title, theme, places.title, buffer);
        self.graph().paint(theme, places.graph, buffer);
        let steps = self.round().steps();
        let room = places.list.width.saturating_sub(3);
        let heads = columns(["entry", "player", "dice", "played", "best", "luck", "cost", "mark"], room);
        put(&heads, Role::Quiet, theme, part(places.heads, 1, 0, room, 1), buffer);
        let (_, here) = self.at;
        let listed = |step: &ReviewStep<'_>| {
            let role = if step.is_costly() { Role::Prompt } else { Role::Text };
            (role, columns(self.cells(step).each_ref().map(String::as_str), room))
        };
        let rows: Vec<(Role, String)> = steps.iter().map(listed).collect();
        let first = visible_lines(here, steps.len(), places.list.height).start;
        let mut selection = ListState::default().with_offset(first).with_selected(Some(here));
        kit::put_list(&rows, &mut selection, theme, places.list, buffer);
    }

    fn graph(&self) -> Graph<'_> {
        let steps = self.round().steps();
        let placed = || steps.iter().enumerate();
        let mut values: Vec<(f64, f64)> =
            placed().filter_map(|(place, step)| Some((number(place), step.value()?))).collect();
        if self.round().given_up.is_none() {
            values.extend(self.round().points.map(|points| (number(steps.len()), f64::from(points))));
        }
        Graph {
            names: Pair::from_fn(|seat| self.names.short(seat)),
            steps: steps.len(),
            values,
            luck: placed().filter_map(|(place, step)| Some((number(place), step.luck()?))).collect(),
            marks: placed().filter_map(|(place, step)| Some((place, step.seat, step.mark()?))).collect(),
            at: self.at.1,
        }
    }

    fn cells(&self, step: &ReviewStep<'_>) -> [String; 8] {
        let row = StepRow::of(self.review.game, step);
        let is_best = row.mark == Some(Mark::Best);
        [
            row.entry.to_string(),
            self.names.short(row.seat).to_owned(),
            row.throw.map_or_else(String::new, |throw| throw.to_string()),
            row.played,
            row.best,
            row.luck.map_or_else(String::new, |luck| signed_number(luck, 2)),
            if is_best { String::new() } else { row.cost },
            row.mark_words,
        ]
    }

    fn paint_step(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let Some(shown) = &self.looked_at else { return };
        let body = kit::board_body(area);
        let text = match &shown.scene {
            Some(scene) => {
                let (place, text) = board::with_text(&scene.board.layout, body);
                let mut scene = scene.clone();
                scene.board.changed.clone_from(&shown.played);
                scene.advised.clone_from(&shown.best);
                board::paint(&scene, &self.names, theme, place, buffer);
                text
            }
            None => inset(body, 2),
        };
        let title = format!("Round {}. {}", self.round().round, step_title(&self.step(), &self.names));
        let inside = panel(&title, theme, text, buffer);
        let lines = wrapped(&self.step_words(shown), theme, inside.width.saturating_sub(1));
        self.scroll.paint(&lines, theme, inside, buffer);
    }

    fn step_words(&self, shown: &StepBoard) -> Vec<(Role, String)> {
        let step = self.step();
        let text = StepText::of(self.review.game, &step, &self.names).lines().into_iter().enumerate();
        let mut lines: Vec<(Role, String)> =
            text.map(|(at, line)| (if at == 0 { Role::Prompt } else { Role::Text }, line)).collect();
        if let Some(scene) = shown.scene.as_ref().filter(|_| !shown.played.is_empty()) {
            let played = board::changed_mark(&scene.board.layout);
            let best = if shown.best.is_empty() { "" } else { ", ! the best" };
            lines.insert(1, (Role::Quiet, format!("On the board, {played} marks the played choice{best}.")));
        }
        if !shown.in_common.is_empty() {
            let plays: Vec<String> = shown.in_common.iter().map(ToString::to_string).collect();
            let words = format!("Both turns begin with {}; the board shows the position after that.", plays.join(", "));
            lines.insert(lines.len().min(2), (Role::Quiet, words));
        }
        lines
    }
}

impl Screen for ReviewScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        let Some(code) = kit::pressed(key) else { return Request::Stay };
        self.trouble = None;
        match (kit::arrow_of(code), self.looked_at.is_some()) {
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
            let shown = visible_lines(here, steps, places.list.height);
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
            [(kit::left_right(theme), "step"), (kit::up_down(theme), "text")]
        } else {
            [(kit::up_down(theme), "choose"), ("Enter", "look")]
        });
        let costly = LineKey::from(("m M", "costly"));
        keys.push(costly.explained("next or previous costly decision of a person"));
        if self.review.rounds.len() > 1 {
            keys.push(LineKey::from(("n p", "round")).explained("next or previous round"));
        }
        if self.mistake().is_some() {
            keys.push(LineKey::from(("f", "better move")).explained("find a better move yourself"));
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
        let Some(taken) = self.jobs.take(result) else { return };
        if let Err(why) = taken {
            self.trouble = Some(why);
        }
        self.jobs.start(AT_ONCE, &mut self.to_run);
        self.review = self.jobs.run.review();
        if self.looked_at.is_some() {
            self.look();
        }
    }
}

fn columns(cells: [&str; 8], room: u16) -> String {
    let spare = usize::from(room.saturating_sub(73));
    kit::columns(cells, [5, 8, 4, 13 + spare / 2, 10 + spare / 2, 6, 10, 10])
}
