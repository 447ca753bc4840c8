//! How a review looks: a graph with a list, or one step with its board.

use parlor_review::{Mark, ReviewStep};
use parlor_rules::{Pair, Seat};
use parlor_view::{StepBoard, StepRow, StepText, review_result, review_summary, signed_number, step_title};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::ListState;

use super::ReviewScreen;
use super::graph::{self, Graph, LEGEND};
use crate::board;
use crate::kit::{self, in_sight, inset, number, panel, part, put, put_raw, put_roles, row, wrapped};
use crate::theme::{Role, Theme};

/// Where everything of the list's view is.
pub(super) struct Places {
    summary: Rect,
    title: Rect,
    pub(super) graph: Rect,
    heads: Rect,
    pub(super) list: Rect,
}

/// The columns of the progress bar.
const PROGRESS: usize = 24;

/// The fewest lines of the list.
const LIST: u16 = 4;

impl ReviewScreen {
    pub(super) fn places(&self, area: Rect) -> Places {
        let body = kit::body(area);
        let most = body.height.saturating_sub(graph::LEAST + LIST + 2);
        let summary = (self.summary(Theme::default(), body.width).len() as u16).min(most);
        let rest = body.height.saturating_sub(summary + 2);
        let graph = (rest / 2).clamp(graph::LEAST.min(rest), 18);
        Places {
            summary: part(body, 0, 0, body.width, summary),
            title: row(body, summary),
            graph: part(body, 0, summary + 1, body.width, graph),
            heads: row(body, summary + 1 + graph),
            list: part(body, 0, summary + 2 + graph, body.width, rest.saturating_sub(graph)),
        }
    }

    /// How far the review is, while it isn't complete.
    pub(super) fn paint_progress(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let (done, of) = self.run.progress();
        if done == of {
            return;
        }
        let filled = PROGRESS * done / of.max(1);
        let (full, empty) = theme.pick(("\u{2588}", "\u{2591}"), ("#", "-"));
        let bar = format!("{}{}", full.repeat(filled), empty.repeat(PROGRESS - filled));
        let taken = put_raw(&bar, theme.style(Role::Key), area, buffer) + 1;
        let now = if self.running.is_empty() { "Incomplete" } else { "Thinking" };
        let words = format!("{now}: {done} of {of}. What is known so far is shown.");
        put(&words, Role::Quiet, theme, part(area, taken, 0, area.width, 1), buffer);
    }

    /// What there is to say about the round as a whole.
    fn summary(&self, theme: Theme, columns: u16) -> Vec<(Role, String)> {
        let (game, round, names) = (self.review.game, self.round(), &self.names);
        let of = if self.review.rounds.len() > 1 { format!(" of {}", self.review.rounds.len()) } else { String::new() };
        let mut lines =
            vec![(Role::Prompt, format!("Round {}{of}. {}", round.round, review_result(game, round, names)))];
        lines.extend(review_summary(game, round, names).into_iter().map(|line| (Role::Text, line)));
        wrapped(&lines, theme, columns)
    }

    pub(super) fn paint_list(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let places = self.places(area);
        put_roles(&self.summary(theme, places.summary.width), theme, places.summary, buffer);
        let luck = if self.round().luck().is_some() { theme.pick("  \u{2588} luck", "  | luck") } else { "" };
        let title = format!("What {} could expect{luck}  {LEGEND}", self.names.label(Seat::Human));
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
        let first = in_sight(here, steps.len(), places.list.height).start;
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

    pub(super) fn paint_step(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
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
            lines.insert(1, (Role::Quiet, format!("On the board {played} marks what was played{best}.")));
        }
        if !shown.in_common.is_empty() {
            let plays: Vec<String> = shown.in_common.iter().map(ToString::to_string).collect();
            let words = format!("The board is shown after {}, with which both turns begin.", plays.join(", "));
            lines.insert(lines.len().min(2), (Role::Quiet, words));
        }
        lines
    }
}

/// A row of the list.
fn columns(cells: [&str; 8], room: u16) -> String {
    let spare = usize::from(room.saturating_sub(73));
    kit::columns(cells, [5, 8, 4, 13 + spare / 2, 10 + spare / 2, 6, 10, 10])
}
