//! How the game screen looks: a pure function of its state.

use std::time::Duration;

use parlor_host::{Advice, Ranked};
use parlor_rules::{Game, Seat};
use parlor_table::{Ask, DiceSource, MenuItem, Need, Player, Question};
use parlor_view::BoardView;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::layout::{Layout, layout};
use super::{Bar, Dialog, GameScreen, Help, Open};
use crate::board;
use crate::choose::Chooser;
use crate::kit::{self, boxed, cut, panel};
use crate::theme::{Role, Theme};
use crate::wrap::{width, wrap};

impl GameScreen {
    pub(super) fn layout(&self, area: Rect) -> Layout {
        layout(area, self.scene.as_ref().map(|scene| &scene.board), self.bar != Bar::Off)
    }

    /// Paints everything.
    pub(crate) fn paint(&self, theme: Theme, now: Duration, area: Rect, buffer: &mut Buffer) {
        let parts = self.layout(area);
        self.paint_title(theme, parts.title, buffer);
        self.paint_status(theme, parts.status, buffer);
        self.paint_board(theme, parts.board, buffer);
        self.paint_bar(theme, parts.bar, buffer);
        self.paint_prompt(theme, now, parts.prompt, buffer);
        self.paint_choice(theme, parts.choice, buffer);
        self.paint_panels(theme, parts, buffer);
        kit::keys(&self.keys(theme), theme, parts.keys, buffer);
        self.paint_dialog(theme, area, buffer);
    }

    fn paint_title(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let setup = self.host.setup();
        let dot = theme.pick(" \u{b7} ", " - ");
        let mut parts = vec![setup.game.to_string()];
        if let Some(standing) = self.host.table().standing() {
            let size = standing.size();
            parts.push(match setup.game {
                Game::Canoga => format!("{size} squares"),
                Game::Congkak => format!("{size} pits"),
                Game::Kono => format!("{size}{}{size}", theme.pick("\u{d7}", "x")),
            });
        }
        if self.replay.is_none() {
            parts.push(format!("round {}", self.round));
        }
        let levels: Vec<String> = Seat::BOTH
            .into_iter()
            .filter_map(|seat| match self.host.table().player(seat) {
                Player::Computer(level) => Some(level.to_string()),
                Player::Human(_) => None,
            })
            .collect();
        if !levels.is_empty() {
            parts.push(levels.join(" against "));
        }
        parts.push(match setup.dice {
            DiceSource::Random => format!("seed {}", setup.seed),
            DiceSource::Manual => "dice by hand".to_owned(),
        });
        let right = "? keys ";
        let room = usize::from(area.width).saturating_sub(right.len() + 1);
        buffer.set_style(area, theme.style(Role::Line));
        buffer.set_stringn(area.x, area.y, format!(" {}", parts.join(dot)), room, theme.style(Role::Title));
        let x = area.right().saturating_sub(right.len() as u16).max(area.x);
        buffer.set_stringn(x, area.y, right, area.width.into(), theme.style(Role::Key));
    }

    /// Whose turn it is, what both have, and the dice; names give way to numbers.
    fn paint_status(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let lines = [20, 12, 8, 4].map(|name| self.status(name, theme));
        let line = lines.iter().find(|line| line.width() <= area.width.into()).unwrap_or(&lines[3]);
        buffer.set_line(area.x, area.y, line, area.width);
    }

    fn status(&self, name: usize, theme: Theme) -> Line<'static> {
        let turn = if self.replay.is_some() { None } else { self.turn() };
        let mut spans = vec![Span::raw(" ")];
        for seat in Seat::BOTH {
            let role = if seat == Seat::Human { Role::Human } else { Role::Computer };
            let mut style = theme.style(role);
            let mark = if turn == Some(seat) {
                style = style.bold();
                theme.pick("\u{25b6} ", "> ")
            } else {
                "  "
            };
            spans.push(Span::styled(mark, style));
            spans.push(Span::styled(theme.text(&cut(self.names.label(seat), name)), style));
            spans.push(Span::styled(self.tally(seat), theme.style(Role::Text)));
            spans.push(Span::raw("   "));
        }
        let dice = match &self.replay {
            Some(replay) => replay.step().scene.as_ref().and_then(|scene| scene.dice),
            None => self.dice,
        };
        if let Some(dice) = dice {
            let faces: Vec<String> = dice.throw.dice().iter().map(ToString::to_string).collect();
            let shown = match (dice.rolling, faces.len()) {
                (true, _) => "dice: rolling".to_owned(),
                (false, 1) => format!("{} threw {}", cut(self.names.label(dice.seat), name), faces[0]),
                (false, _) => {
                    let name = cut(self.names.label(dice.seat), name);
                    format!("{name} threw {} = {}", faces.join(" + "), dice.throw.sum())
                }
            };
            spans.push(Span::styled(theme.text(&shown), theme.style(Role::Dice)));
        }
        Line::from(spans)
    }

    fn turn(&self) -> Option<Seat> {
        match &self.open {
            Open::Question(Question { ask: Ask::Menu { turn, .. }, .. }) => *turn,
            Open::Question(Question {
                seat,
                ask: Ask::Dice | Ask::Canoga { .. } | Ask::Congkak { .. } | Ask::Kono { .. } | Ask::Color,
            })
            | Open::Throw(seat, _) => Some(*seat),
            Open::Question(_) | Open::Coin | Open::End(_) => None,
            Open::Nothing => match self.host.table().need() {
                Need::Answer(question) if self.deciding.is_some() => Some(question.seat),
                _ => self
                    .scene
                    .as_ref()
                    .and_then(|scene| scene.hand.map(|(seat, _)| seat))
                    .or(self.dice.map(|dice| dice.seat)),
            },
        }
    }

    /// What a player has, in a few words.
    fn tally(&self, seat: Seat) -> String {
        let scene = match &self.replay {
            Some(replay) => replay.step().scene.as_ref(),
            None => self.scene.as_ref(),
        };
        // Between two rounds the board still shows the one that is over.
        let between = match &self.open {
            Open::Question(Question { ask, .. }) => matches!(ask, Ask::Another | Ask::Size { .. }),
            Open::End(_) => true,
            _ => false,
        };
        match scene.map(|scene| &scene.board) {
            Some(BoardView::Kono(view)) if between => format!(" score {}", view.scores[seat]),
            Some(BoardView::Canoga(view)) => format!(" score {}", view.scores[seat]),
            Some(BoardView::Congkak(view)) => {
                let s = if view.seeds[seat] == 1 { "" } else { "s" };
                format!(": {} seed{s}, {} won", view.seeds[seat], view.rounds[seat])
            }
            Some(BoardView::Kono(view)) => {
                let color = view.colors[seat].map_or(String::new(), |color| format!(" ({color})"));
                let now = view.now.map_or(String::new(), |now| format!(", now {:+}", now[seat]));
                format!("{color} score {}{now}", view.scores[seat])
            }
            None => " score 0".to_owned(),
        }
    }

    fn paint_board(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        if let Some(replay) = &self.replay {
            if let Some(scene) = &replay.step().scene {
                board::paint(scene, &self.names, theme, area, buffer);
            }
            return;
        }
        let Some(scene) = &self.scene else {
            let shown = "The board is laid out once its size is known.";
            let x = area.x + area.width.saturating_sub(shown.len() as u16) / 2;
            buffer.set_stringn(x, area.y + area.height / 2, shown, area.width.into(), theme.style(Role::Quiet));
            return;
        };
        match &self.chooser {
            Some(chooser) if !self.is_moving() => {
                let mut scene = scene.clone();
                let changed = std::mem::take(&mut scene.marks.changed);
                scene.marks = chooser.marks();
                scene.marks.changed = changed;
                board::paint(&scene, &self.names, theme, area, buffer);
            }
            _ => board::paint(scene, &self.names, theme, area, buffer),
        }
    }

    /// How the round stands, as the engine sees it.
    fn paint_bar(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let Bar::On { asked, worth } = &self.bar else { return };
        if area.is_empty() || self.replay.is_some() {
            return;
        }
        let (unit, half) = match self.host.setup().game {
            Game::Canoga => ("points", 10.0),
            Game::Congkak => ("seeds", 25.0),
            Game::Kono => ("points", 8.0),
        };
        let roomy = area.width >= 60;
        let words = match (worth, asked) {
            (Some(worth), _) => {
                let seat = if worth.human >= 0.0 { Seat::Human } else { Seat::Computer };
                let name = cut(self.names.label(seat), if roomy { 20 } else { 9 });
                let sure = if worth.exact { "" } else { "about " };
                let unit = if roomy { unit } else { "" };
                format!(" {name} {sure}{:+.1} {unit}", worth.human.abs())
            }
            (None, Some(_)) => " thinking".to_owned(),
            (None, None) => " known when somebody is to play".to_owned(),
        };
        let width = area.width.saturating_sub(if roomy { 40 } else { 22 }).clamp(6, 60);
        // Half full is even; each more step of points moves it less.
        let share = worth.map_or(0.5, |worth| 0.5 + 0.5 * worth.human / (worth.human.abs() + half));
        let filled = (0..width).filter(|&cell| f64::from(cell) + 0.5 < share * f64::from(width)).count();
        let full = theme.pick("\u{2588}", "#").repeat(filled);
        let rest = theme.pick("\u{2591}", ".").repeat(usize::from(width) - filled);
        let line = Line::from(vec![
            Span::raw(" "),
            Span::styled(full, theme.style(Role::Human)),
            Span::styled(rest, theme.style(Role::Computer)),
            Span::styled(theme.text(&words), theme.style(Role::Text)),
        ]);
        buffer.set_line(area.x, area.y, &line, area.width);
    }

    fn paint_prompt(&self, theme: Theme, now: Duration, area: Rect, buffer: &mut Buffer) {
        let mut role = Role::Prompt;
        let shown = if let Some(notice) = &self.notice {
            role = Role::Wrong;
            notice.clone()
        } else if let Some(replay) = &self.replay {
            let (at, of) = replay.place();
            format!("Replay, step {at} of {of}: {}", replay.step().told.first().map_or("", String::as_str))
        } else if let Some((_, since)) = self.deciding {
            let beat = now.saturating_sub(since).as_millis() / super::SPINNER.as_millis();
            let faces = theme.pick(["\u{25d0}", "\u{25d3}", "\u{25d1}", "\u{25d2}"], ["|", "/", "-", "\\"]);
            format!("{} {}  (q leaves, the game is kept)", self.caption, faces[(beat % 4) as usize])
        } else {
            self.caption.clone()
        };
        // The row below is free while something moves or is leafed through.
        let rows = if self.is_moving() || self.replay.is_some() { 2 } else { 1 };
        let shown = if theme.ascii && self.deciding.is_some() { shown } else { theme.text(&shown) };
        let lines = wrap(&shown, area.width.saturating_sub(2).into());
        let cut_off = lines.len() > rows;
        for (i, line) in lines.into_iter().take(rows).enumerate() {
            let more = if cut_off && i + 1 == rows { theme.pick("\u{2026}", "...") } else { "" };
            let room = usize::from(area.width).saturating_sub(1);
            buffer.set_stringn(area.x + 1, area.y + i as u16, format!("{line}{more}"), room, theme.style(role));
        }
    }

    fn paint_choice(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        if self.replay.is_some() {
            return;
        }
        if let Some(input) = &self.typing {
            let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
            input.paint("> ", theme, inner, buffer);
            return;
        }
        if self.is_moving() {
            return;
        }
        let Some(chooser) = &self.chooser else { return };
        for (number, rect) in self.buttons(area) {
            let (label, role) = match chooser {
                Chooser::Buttons { at, .. } if *at != number => (self.button(number), Role::Text),
                _ => (self.button(number), Role::Cursor),
            };
            let (left, right) = if role == Role::Cursor { ("[ ", " ]") } else { ("  ", "  ") };
            buffer.set_stringn(
                rect.x,
                rect.y,
                format!("{left}{}{right}", theme.text(&label)),
                rect.width.into(),
                theme.style(role),
            );
        }
        if let Some(progress) = chooser.progress() {
            buffer.set_stringn(
                area.x + 1,
                area.y,
                theme.text(&progress),
                usize::from(area.width) - 2,
                theme.style(Role::Text),
            );
        }
    }

    /// What a word that can be chosen says, after the number that chooses it. Sizes are numbers themselves.
    fn button(&self, number: usize) -> String {
        match &self.chooser {
            Some(Chooser::Buttons { buttons, .. }) => {
                let sizes = matches!(&self.open, Open::Question(Question { ask: Ask::Size { .. }, .. }));
                let label = buttons.get(number).map_or("", |button| &button.label);
                if sizes { label.to_owned() } else { format!("{} {label}", number + 1) }
            }
            _ => "Play".to_owned(),
        }
    }

    /// Where the words that can be chosen stand.
    pub(super) fn buttons(&self, area: Rect) -> Vec<(usize, Rect)> {
        if self.typing.is_some() || self.replay.is_some() {
            return Vec::new();
        }
        let mut x = area.x + 1;
        let mut place = |width: u16| {
            let rect = Rect::new(x, area.y, width, 1).intersection(area);
            x = x.saturating_add(width + 1);
            rect
        };
        match &self.chooser {
            Some(Chooser::Buttons { buttons, .. }) => {
                let room = |number: usize| width(&self.button(number)) as u16 + 4;
                (0..buttons.len()).map(|number| (number, place(room(number)))).collect()
            }
            Some(chooser @ Chooser::Squares(squares)) if squares.complete().is_some() => {
                let after = chooser.progress().map_or(0, |progress| progress.len() as u16);
                place(after + 1);
                vec![(0, place(8))]
            }
            _ => Vec::new(),
        }
    }

    /// The log, and beside it what helps. Advice that is too long for its place takes both.
    fn paint_panels(&self, theme: Theme, parts: Layout, buffer: &mut Buffer) {
        let both = parts.log.union(parts.hint);
        if let (Help::Ranked(advice, down), None) = (&self.help, &self.replay) {
            return paint_ranking(advice, *down, theme, both, buffer);
        }
        let title = match (&self.replay, &self.help) {
            (Some(_), _) => "This step",
            (None, Help::Words(advice)) if advice.ranked.len() > 1 => "Advice (h: all choices)",
            (None, Help::Words(_)) => "Advice (h: no more)",
            (None, _) => "Here",
        };
        let lines = |area: Rect| wrapped(&self.hints(), theme, area.width.saturating_sub(1));
        let advice = matches!((&self.replay, &self.help), (None, Help::Words(_)));
        let fits = !advice || lines(parts.hint).len() < parts.hint.height.into();
        let area = if fits { parts.hint } else { both };
        if fits {
            let log = panel("What happened", theme, parts.log, buffer);
            self.log.paint(theme, log, buffer);
        }
        let lines = lines(area);
        let inner = panel(title, theme, area, buffer);
        for ((role, line), y) in lines.into_iter().zip(inner.y..inner.bottom()) {
            buffer.set_stringn(inner.x, y, line, inner.width.into(), theme.style(role));
        }
    }

    /// What stands beside the log: a step of a replay, advice, or what can be done here.
    fn hints(&self) -> Vec<(Role, String)> {
        // What doesn't fit its line is said here in full.
        if let Some(notice) = self.notice.as_ref().filter(|notice| width(notice) > LINE) {
            return vec![(Role::Wrong, notice.clone())];
        }
        let told = |lines: &[String]| lines.iter().map(|line| (told_role(line), line.clone())).collect();
        match (&self.replay, &self.help) {
            (Some(replay), _) => told(&replay.step().told),
            (None, Help::Asked(_)) => vec![(Role::Quiet, "Thinking about it\u{2026}".to_owned())],
            (None, Help::Words(advice)) => told(&advice.words),
            (None, _) => self.possible().into_iter().map(|line| (Role::Text, line.to_owned())).collect(),
        }
    }

    /// What can be done here, for somebody who has read nothing.
    fn possible(&self) -> Vec<&'static str> {
        if self.wanted == Some(MenuItem::Save) {
            return vec!["The game will be saved between this turn and the next; s takes that back."];
        }
        if self.wanted == Some(MenuItem::Quit) {
            return vec![
                "The round will be given up between this turn and the next; q and Give up again take that back.",
            ];
        }
        if self.is_moving() {
            return vec!["Space skips what moves.", "+ and - change the speed."];
        }
        match (&self.open, &self.chooser) {
            (Open::Nothing, _) => vec!["Nothing is asked of you now.", "q leaves; the game is kept."],
            (Open::Throw(..), _) => vec![
                "Type what the dice show, like 4 3, and press Enter.",
                "Esc leaves the line, for q, u, ? and the other keys.",
            ],
            (Open::Question(Question { ask: Ask::FileName, .. }), _) => {
                vec!["Type a file's name. Tab completes it, Enter saves, Esc goes back."]
            }
            (_, Some(Chooser::Squares(_))) => vec![
                "Arrows move, Enter takes a square, and plays once the sum is right.",
                "Esc takes the last one back.",
                "Or type them, like 4 2 or uncover 9.",
                "h gives advice.",
            ],
            (_, Some(Chooser::Pits { .. })) => {
                vec!["Arrows move, Enter sows from that pit.", "A capital letter goes to its pit.", "h gives advice."]
            }
            (_, Some(Chooser::Steps { piece: None, .. })) => vec![
                "Arrows move, Enter lifts a piece.",
                "Or type row, column and direction, like 2 1 se.",
                "WW and BB may capture. Small numbers: the worth of home points.",
                "h gives advice.",
            ],
            (_, Some(Chooser::Steps { piece: Some(_), .. })) => {
                vec!["Arrows choose where it goes, Enter plays, Esc takes the piece back."]
            }
            (_, Some(Chooser::Buttons { .. })) => vec!["Arrows move, Enter chooses; or press its number."],
            (_, None) => Vec::new(),
        }
    }

    /// The keys along the bottom.
    pub(super) fn keys(&self, theme: Theme) -> Vec<(&'static str, &'static str)> {
        let keys: &[(&str, &str)] = if self.replay.is_some() {
            &[("PgUp PgDn", "ten steps"), ("Home End", "start, end"), ("Esc", "back")]
        } else if self.typing.is_some() {
            &[("Enter", "done"), ("Esc", "back")]
        } else if self.is_moving() || !self.host.setup().has_people() {
            &[("Space", "skip"), ("+ -", "speed"), ("e", "value"), ("r", "replay"), ("?", "keys"), ("q", "quit")]
        } else if self.letters_choose() {
            &[("Enter", "choose"), ("u", "undo"), ("?", "keys"), ("q", "quit")]
        } else {
            &[
                ("Enter", "choose"),
                ("h", "help"),
                ("u", "undo"),
                ("s", "save"),
                ("?", "keys"),
                ("q", "quit"),
                ("e", "value"),
                ("r", "replay"),
                ("i", "rules"),
                (":", "type"),
            ]
        };
        let step = (kit::left_right(theme), "step");
        if self.replay.is_some() { [&[step], keys].concat() } else { keys.to_vec() }
    }

    fn paint_dialog(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        match &self.dialog {
            None => {}
            Some(Dialog::Keys) => {
                let lines: Vec<(Role, String)> =
                    KEYS.iter().map(|(key, what)| (Role::Text, format!("{key:<12}{what}"))).collect();
                boxed("Every key", &lines, theme, area, buffer);
            }
            Some(Dialog::Quit { at }) => {
                let line = |(i, (word, what)): (usize, &(&str, &str))| {
                    let mark = if i == *at { theme.pick("\u{25b6}", ">") } else { " " };
                    (if i == *at { Role::Cursor } else { Role::Text }, format!("{mark} {} {word}: {what}", i + 1))
                };
                let lines: Vec<(Role, String)> = self.quit_answers().iter().enumerate().map(line).collect();
                boxed("Quit?", &lines, theme, area, buffer);
            }
            Some(Dialog::Rules(how)) => {
                Clear.render(area, buffer);
                buffer.set_style(area, theme.base());
                how.paint(theme, area, buffer);
            }
        }
    }

    /// The rows of a box, for clicks.
    pub(super) fn dialog_rows(&self, area: Rect) -> Vec<Rect> {
        match &self.dialog {
            Some(Dialog::Quit { .. }) => {
                let answers = self.quit_answers();
                let line = |(word, what): &(&str, &str)| (Role::Text, format!("  1 {word}: {what}"));
                let lines: Vec<(Role, String)> = answers.iter().map(line).collect();
                let inner = kit::box_area("Quit?", &lines, area);
                (inner.y..inner.bottom()).map(|y| Rect { y, height: 1, ..inner }).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// All choices, the best first, with what each costs.
fn paint_ranking(advice: &Advice, down: u16, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let area = panel("All choices (h: no more)", theme, area, buffer);
    let choice = |(ranked, place): (&Ranked, usize)| {
        let cost = if ranked.cost.is_empty() { String::new() } else { format!(": {}", ranked.cost) };
        (if place == 1 { Role::Prompt } else { Role::Text }, format!("{place}. {}{cost}", ranked.name))
    };
    let mut lines: Vec<(Role, String)> = advice.ranked.iter().zip(1..).map(choice).collect();
    lines.extend(advice.more.iter().map(|line| (Role::Quiet, line.clone())));
    let lines = wrapped(&lines, theme, area.width);
    let most = lines.len().saturating_sub(area.height.into());
    for ((role, line), y) in lines.into_iter().skip(most.min(down.into())).zip(area.y..area.bottom()) {
        buffer.set_stringn(area.x, y, line, area.width.into(), theme.style(role));
    }
}

/// Lines broken to a width.
fn wrapped(lines: &[(Role, String)], theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let broken = |(role, line): &(Role, String)| {
        let role = *role;
        wrap(&theme.text(line), columns.into()).into_iter().map(move |line| (role, line))
    };
    lines.iter().flat_map(broken).collect()
}

fn told_role(line: &str) -> Role {
    if line.starts_with("  ") { Role::Why } else { Role::Text }
}

/// What surely fits a line of the screen.
const LINE: usize = 76;

/// Every key of the game screen.
const KEYS: [(&str, &str); 18] = [
    ("arrows, Tab", "move the cursor"),
    ("Enter", "choose, play"),
    ("Space", "skip what moves; take a square in or out"),
    ("Esc", "take back a part of the choice"),
    ("1 to 9", "choose a word, or begin to type a move"),
    ("A to Z", "(large) go to that pit"),
    (":", "type anything that line mode takes"),
    ("h", "help: advice; again: all choices ranked; again: none"),
    ("u", "undo your last decision"),
    ("s", "save to a file"),
    ("e", "value bar on and off"),
    ("r", "replay this round step by step"),
    ("i", "the rules of this game"),
    ("+ -", "faster, slower"),
    ("PgUp PgDn", "read what happened earlier; End: back to now"),
    ("q", "quit: leave (the game is kept) or give up"),
    ("Ctrl-C", "leave at once; the game is kept"),
    ("mouse", "click what can be chosen; the wheel scrolls"),
];
