//! The screen with the rules of each game and a picture.

use std::cell::Cell;

use parlor_rules::Game;
use parlor_view::{Names, Scene, rules_page, sample_board, wrap_indented};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use crate::board;
use crate::kit::{self, Pointed, more_marks, part, put, row, width};
use crate::picture;
use crate::theme::{Role, Theme};
use crate::wish::Wish;

/// How far Page Up and Page Down go.
const PAGE: isize = 8;

/// The fewest columns for the text beside a picture.
const NARROW: u16 = 36;

/// The most columns for the text, so that it is easy to read.
const WIDE: u16 = 84;

/// The screen with the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct How {
    game: Game,
    /// The first line of text in sight. Painting limits it to the lines there are.
    scroll: Cell<usize>,
}

impl How {
    /// The page of a game.
    pub(crate) fn new(game: Game) -> How {
        How { game, scroll: Cell::new(0) }
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Wish {
        let Some(code) = kit::pressed(key) else { return Wish::Stay };
        match code {
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::PageUp => self.step(-PAGE),
            KeyCode::PageDown | KeyCode::Char(' ') => self.step(PAGE),
            KeyCode::Home => self.scroll.set(0),
            KeyCode::End => self.scroll.set(usize::MAX),
            KeyCode::Right | KeyCode::Tab => self.turn(1),
            KeyCode::Left | KeyCode::BackTab => self.turn(Game::ALL.len() - 1),
            KeyCode::Char(digit @ '1'..='3') => self.show(Game::ALL[digit as usize - '1' as usize]),
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => return Wish::Back,
            _ => {}
        }
        Wish::Stay
    }

    /// Takes a click or the wheel.
    pub(crate) fn mouse(&mut self, event: MouseEvent, area: Rect) -> Wish {
        match Pointed::of(event) {
            Some(Pointed::Up) => self.step(-1),
            Some(Pointed::Down) => self.step(1),
            Some(Pointed::Click(at)) => {
                if let Some((game, _)) = tabs(area).into_iter().find(|(_, place)| place.contains(at)) {
                    self.show(game);
                }
            }
            None => {}
        }
        Wish::Stay
    }

    fn step(&mut self, by: isize) {
        self.scroll.set(self.scroll.get().saturating_add_signed(by));
    }

    fn turn(&mut self, by: usize) {
        let now = Game::ALL.iter().position(|game| *game == self.game).expect("all games are listed");
        self.show(Game::ALL[(now + by) % Game::ALL.len()]);
    }

    fn show(&mut self, game: Game) {
        self.game = game;
        self.scroll.set(0);
    }

    /// Paints the screen.
    pub(crate) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading("How to play", theme, area, buffer);
        for (game, place) in tabs(area) {
            let here = game == self.game;
            let (role, text) =
                if here { (Role::Cursor, format!("[{game}]")) } else { (Role::Text, format!(" {game} ")) };
            put(&text, role, theme, place, buffer);
        }
        let scene = Scene::of(sample_board(self.game));
        let Places { text, board, small } = places(&scene, self.game, theme, kit::body(area));
        board::paint(&scene, &Names::plain(), theme, board, buffer);
        if !small.is_empty() {
            picture::paint(self.game, theme, small, buffer);
        }
        let lines = page(self.game, theme, text.width.saturating_sub(2));
        let first = self.scroll.get().min(lines.len().saturating_sub(text.height.into()));
        self.scroll.set(first);
        let shown = first..(first + usize::from(text.height)).min(lines.len());
        kit::put_lines(&lines[shown.clone()], Role::Text, theme, text, buffer);
        more_marks(&shown, lines.len(), theme, text, buffer);
        let mut keys = vec![(kit::left_right(theme), "another game")];
        if shown.len() < lines.len() {
            keys.push((kit::up_down(theme), "scroll"));
        }
        keys.push(("Esc", "back"));
        kit::keys(&keys, theme, area, buffer);
    }
}

/// Where the names of the games are.
fn tabs(area: Rect) -> Vec<(Game, Rect)> {
    let line = row(area, 0);
    let mut x = 18;
    let mut tabs = Vec::new();
    for game in Game::ALL {
        let columns = width(&game.to_string()) as u16 + 2;
        tabs.push((game, part(line, x, 0, columns, 1)));
        x += columns + 1;
    }
    tabs
}

/// Where the text is, and where one of the two pictures is.
struct Places {
    text: Rect,
    board: Rect,
    small: Rect,
}

/// Puts the board beside the text if that leaves the text enough room, or else below it. If the text would have to
/// scroll then, there is only a small picture, or none.
fn places(scene: &Scene, game: Game, theme: Theme, body: Rect) -> Places {
    let least = board::least(&scene.board.layout);
    let nowhere = Rect::default();
    if body.width >= least.width + NARROW + 2 && body.height >= least.height {
        let most = body.width - least.width - 2;
        let fits = |columns: &u16| page(game, theme, columns.saturating_sub(2)).len() <= body.height.into();
        let beside = ((body.width / 2).clamp(NARROW, WIDE).min(most)..=most).find(fits);
        if beside.is_some() || !fits(&body.width.min(WIDE)) {
            let columns = beside.unwrap_or(most);
            let text = part(body, 0, 0, columns, body.height);
            return Places { text, board: part(body, columns + 2, 0, body.width, body.height), small: nowhere };
        }
    }
    let columns = body.width.min(WIDE);
    let wanted = page(game, theme, columns.saturating_sub(2)).len() as u16;
    let (rows, below) = (wanted.min(body.height), body.height.saturating_sub(wanted + 1));
    let text = part(body, 0, 0, columns, rows);
    let rest = part(body, 0, rows + 1, body.width, below);
    if body.width >= least.width && below >= least.height {
        Places { text, board: rest, small: nowhere }
    } else if below >= picture::ROWS {
        Places { text, board: nowhere, small: rest }
    } else {
        Places { text, board: nowhere, small: nowhere }
    }
}

/// The rules, as lines of at most this many columns.
fn page(game: Game, theme: Theme, columns: u16) -> Vec<String> {
    let mark = theme.pick("\u{2022} ", "- ");
    let mut lines = Vec::new();
    for paragraph in rules_page(game).paragraphs() {
        let first = lines.len();
        lines.extend(wrap_indented(&theme.text(paragraph), "  ", columns.into()));
        lines[first].replace_range(..2, mark);
    }
    lines
}

#[cfg(test)]
mod tests;
