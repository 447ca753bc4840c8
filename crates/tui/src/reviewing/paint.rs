//! How a review looks: a graph with a list, or one moment with its board.

use parlor_review::Mark;
use parlor_rules::{Decision, Pair, Seat};
use parlor_view::{
    display_width, review_best, review_chance, review_cost, review_equation, review_moment, review_played,
    review_result, review_seat, review_throw, short_size,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::ReviewScreen;
use super::graph::{self, Graph, LEGEND};
use super::moments::{Matter, Moment, Shown};
use crate::board;
use crate::kit::{self, cut, in_sight, inset, more_marks, number, panel, part, put, put_raw, put_roles, row, wrapped};
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

    /// Paints the screen.
    pub(crate) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let size = short_size(self.review.game, self.round().size);
        let players = format!("{} against {}", self.names.short(Seat::Human), self.names.short(Seat::Computer));
        let title = format!("Review: {} {size}, {players}", self.review.game);
        kit::heading(&title, theme, area, buffer);
        match &self.looked_at {
            Some(shown) => self.paint_moment(shown, theme, area, buffer),
            None => self.paint_list(theme, area, buffer),
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

    /// How far the review is, while it isn't complete.
    fn paint_progress(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let (done, of) = self.progress();
        if done == of {
            return;
        }
        let filled = PROGRESS * done / of.max(1);
        let (full, empty) = theme.pick(("\u{2588}", "\u{2591}"), ("#", "-"));
        let bar = format!("{}{}", full.repeat(filled), empty.repeat(PROGRESS - filled));
        let taken = put_raw(&bar, theme.style(Role::Key), area, buffer) + 1;
        let now = if self.working.is_on() { "Thinking" } else { "Incomplete" };
        let words = format!("{now}: {done} of {of}. What is known so far is shown.");
        put(&words, Role::Quiet, theme, part(area, taken, 0, area.width, 1), buffer);
    }

    /// What there is to say about the round as a whole.
    fn summary(&self, theme: Theme, columns: u16) -> Vec<(Role, String)> {
        let (game, round, names) = (self.review.game, self.round(), &self.names);
        let of = if self.review.rounds.len() > 1 { format!(" of {}", self.review.rounds.len()) } else { String::new() };
        let mut lines =
            vec![(Role::Prompt, format!("Round {}{of}. {}", round.round, review_result(game, round, names)))];
        lines.extend(review_equation(round, names).into_iter().map(|line| (Role::Text, line)));
        lines.extend(review_chance(game, round, names).map(|line| (Role::Text, line)));
        let seats = Seat::BOTH.map(|seat| review_seat(game, seat, &round.seat(game, seat), names));
        let judged = round.decisions.iter().any(|decision| decision.judged.is_some());
        if judged || round.unanswered == 0 {
            lines.extend(seats.map(|line| (Role::Text, line)));
        }
        wrapped(&lines, theme, columns)
    }

    fn paint_list(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let places = self.places(area);
        put_roles(&self.summary(theme, places.summary.width), theme, places.summary, buffer);
        let luck = if self.round().luck().is_some() { theme.pick("  \u{2588} luck", "  | luck") } else { "" };
        let title = format!("What {} could expect{luck}  {LEGEND}", self.names.label(Seat::Human));
        panel(&title, theme, places.title, buffer);
        self.graph().paint(theme, places.graph, buffer);
        let round = self.of_round();
        let room = places.list.width.saturating_sub(3);
        let heads = columns(["", "player", "what", "best", "cost", "mark"], room);
        put(&heads, Role::Quiet, theme, part(places.heads, 1, 0, room, 1), buffer);
        let shown = in_sight(self.at - round.start, round.len(), places.list.height);
        for (y, place) in (0..).zip(shown.clone()) {
            let at = round.start + place;
            let cells = self.cells(at, place + 1);
            let line = columns(cells.each_ref().map(String::as_str), room);
            let here = at == self.at;
            let role = match (here, self.is_costly(self.moments[at])) {
                (true, _) => Role::Cursor,
                (false, true) => Role::Prompt,
                (false, false) => Role::Text,
            };
            let line_area = row(places.list, y);
            if here {
                put_raw(theme.pick("\u{25b8}", ">"), theme.style(Role::Key), line_area, buffer);
            }
            put(&line, role, theme, part(line_area, 1, 0, line_area.width.saturating_sub(2), 1), buffer);
        }
        more_marks(&shown, round.len(), theme, places.list, buffer);
    }

    fn graph(&self) -> Graph<'_> {
        let round = self.of_round();
        let (mut values, mut luck, mut marks) = (Vec::new(), Vec::new(), Vec::new());
        for (place, moment) in self.moments[round.clone()].iter().enumerate() {
            let x = number(place);
            match moment.matter {
                Matter::Throw(number) => {
                    let throw = &self.round().throws[number];
                    luck.extend(throw.luck.map(|luck| (x, luck)));
                    values.extend(throw.value.map(|value| (x, value)));
                }
                Matter::Decision(number) => {
                    let decision = &self.round().decisions[number];
                    values.extend(decision.judged.as_ref().map(|judged| (x, judged.value)));
                    marks.extend(decision.mark.map(|mark| (place, decision.seat, mark)));
                }
            }
        }
        if self.round().given_up.is_none() {
            values.extend(self.round().points.map(|points| (number(round.len()), f64::from(points))));
        }
        let names = Pair::from_fn(|seat| self.names.short(seat));
        Graph { names, moments: round.len(), values, luck, marks, at: self.at - round.start }
    }

    /// A line of the list: number, player, what, best, cost, mark.
    fn cells(&self, at: usize, number: usize) -> [String; 6] {
        let Moment { round, matter } = self.moments[at];
        let round = &self.review.rounds[round];
        let number = number.to_string();
        match matter {
            Matter::Throw(throw) => {
                let throw = &round.throws[throw];
                let luck = throw.luck.map_or(String::new(), |luck| format!("luck {luck:+.2}"));
                let who = self.names.short(throw.seat).to_owned();
                [number, who, format!("threw {}", throw.throw), String::new(), luck, String::new()]
            }
            Matter::Decision(decision) => {
                let decision = &round.decisions[decision];
                let what = match &decision.decided.decision {
                    Decision::Canoga(thrown) => format!("{}: {}", thrown.throw().sum(), review_played(decision)),
                    _ => review_played(decision),
                };
                let (best, cost) = match &decision.judged {
                    Some(judged) if decision.mark > Some(Mark::Best) => {
                        let cost = review_cost(self.review.game, judged.cost(), judged.exact);
                        (review_best(judged), without_unit(&cost, self.review.game.unit()))
                    }
                    _ => (String::new(), String::new()),
                };
                let mark = match decision.mark {
                    Some(mark) => mark.to_string(),
                    None if decision.decided.is_forced() => "forced".to_owned(),
                    None => "thinking".to_owned(),
                };
                [number, self.names.short(decision.seat).to_owned(), what, best, cost, mark]
            }
        }
    }

    fn paint_moment(&self, shown: &Shown, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let body = kit::board_body(area);
        let text = match &shown.scene {
            Some(scene) => {
                let (place, text) = board::with_text(&scene.board.layout, body);
                board::paint(scene, &self.names, theme, place, buffer);
                text
            }
            None => inset(body, 2),
        };
        let round = self.of_round();
        let title = format!("Round {}, moment {} of {}", self.round().round, self.at - round.start + 1, round.len());
        let inside = panel(&title, theme, text, buffer);
        let lines = wrapped(&self.moment_words(shown), theme, inside.width.saturating_sub(1));
        kit::put_scrolled(&lines, &self.scroll, theme, inside, buffer);
    }

    fn moment_words(&self, shown: &Shown) -> Vec<(Role, String)> {
        let game = self.review.game;
        let mut lines = Vec::new();
        match self.moment().matter {
            Matter::Throw(number) => {
                let throw = &self.round().throws[number];
                lines.extend(review_throw(game, throw, &self.names).into_iter().map(|line| (Role::Text, line)));
            }
            Matter::Decision(number) => {
                let decision = &self.round().decisions[number];
                if decision.judged.is_none() && !decision.decided.is_forced() {
                    let who = self.names.label(decision.seat);
                    let played = review_played(decision);
                    lines.push((Role::Text, format!("{who} played {played}. What that cost isn't known yet.")));
                } else {
                    let words = review_moment(game, decision, &self.names).into_iter().enumerate();
                    lines.extend(words.map(|(at, line)| (if at == 0 { Role::Prompt } else { Role::Text }, line)));
                }
                if shown.is_marked {
                    let played = shown.scene.as_ref().map_or("*", |scene| board::changed_mark(&scene.board.layout));
                    let best = if decision.mark > Some(Mark::Best) { ", ! the best" } else { "" };
                    lines.insert(1, (Role::Quiet, format!("On the board {played} marks what was played{best}.")));
                }
                if !shown.alike.is_empty() {
                    let plays: Vec<String> = shown.alike.iter().map(ToString::to_string).collect();
                    let words = format!("The board is shown after {}, with which both turns begin.", plays.join(", "));
                    lines.insert(lines.len().min(2), (Role::Quiet, words));
                }
            }
        }
        lines
    }

    /// The keys that work now.
    fn keys(&self, theme: Theme) -> Vec<(&'static str, &'static str)> {
        let looks = self.looked_at.is_some();
        let mut keys = if looks {
            vec![(kit::left_right(theme), "step"), (kit::up_down(theme), "text")]
        } else {
            vec![(kit::up_down(theme), "choose"), ("Enter", "look")]
        };
        keys.push(("m M", "costly"));
        if self.review.rounds.len() > 1 {
            keys.push(("n p", "round"));
        }
        if self.task().is_some() {
            keys.push(("f", "find better"));
        }
        keys.push(("x", "analyse"));
        keys.push(("Esc", if looks { "list" } else { "back" }));
        keys
    }

    /// The key whose name is at this place along the bottom.
    pub(super) fn line_key_at(&self, at: Position, area: Rect) -> Option<KeyCode> {
        kit::line_key_at(&self.keys(Theme::default()), at, area)
    }
}

/// A cost as a number: the list has only one unit.
fn without_unit(cost: &str, unit: &str) -> String {
    cost.trim_end_matches(unit).trim_end_matches(unit.trim_end_matches('s')).trim_end().to_owned()
}

/// A line of the list in this many columns.
fn columns(cells: [&str; 6], room: u16) -> String {
    let spare = usize::from(room.saturating_sub(73));
    let widths = [3, 8, 20 + spare / 2, 16 + spare / 2, 11, 10];
    let cell = |(text, columns): (&str, usize)| {
        let text =
            if display_width(text) > columns { format!("{}\u{2026}", cut(text, columns - 1)) } else { text.to_owned() };
        format!("{text}{} ", " ".repeat(columns.saturating_sub(display_width(&text))))
    };
    cells.into_iter().zip(widths).map(cell).collect::<String>().trim_end().to_owned()
}
