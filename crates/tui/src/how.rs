//! The screen with the rules of each game and a picture.

use parlor_rules::Game;
use parlor_view::{Names, Scene, rules_page, sample_board, wrap_indented};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

use crate::board;
use crate::kit::{self, LineKey, Scroll, part, put, row, width};
use crate::picture;
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};

/// The number of lines by which Page Up and Page Down scroll.
const PAGE: isize = 8;

/// The minimum number of columns for the text beside a picture.
const NARROW: u16 = 36;

/// The maximum number of columns for the text, so that it is easy to read.
const WIDE: u16 = 84;

pub(crate) struct How {
    game: Game,
    scroll: Scroll,
}

impl How {
    /// Opens the page of this game.
    pub(crate) fn new(game: Game) -> How {
        How { game, scroll: Scroll::default() }
    }

    fn show(&mut self, game: Game) {
        self.game = game;
        self.scroll = Scroll::default();
    }
}

impl Screen for How {
    fn key(&mut self, key: KeyEvent) -> Request {
        let Some(code) = kit::pressed(key) else { return Request::Stay };
        match kit::arrow_of(code) {
            KeyCode::Right | KeyCode::Tab => self.show(kit::next_of(self.game, &Game::ALL, false)),
            KeyCode::Left | KeyCode::BackTab => self.show(kit::next_of(self.game, &Game::ALL, true)),
            KeyCode::Char(digit @ '1'..='3') => self.show(Game::ALL[digit as usize - '1' as usize]),
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return Request::Back,
            code => self.scroll.key(code, PAGE),
        }
        Request::Stay
    }

    fn scroll(&mut self, by: isize) {
        self.scroll.by(by);
    }

    fn click(&mut self, at: Position, area: Rect) -> Request {
        if let Some((game, _)) = tabs(area).into_iter().find(|(_, place)| place.contains(at)) {
            self.show(game);
        }
        Request::Stay
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        let mut keys = kit::line_keys([(kit::left_right(theme), "another game")]);
        if self.scroll.has_more {
            keys.push((kit::up_down(theme), "scroll").into());
        }
        keys.push(("Esc", "back").into());
        keys
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading("How to play", theme, area, buffer);
        for (game, place) in tabs(area) {
            let here = game == self.game;
            let (role, text) =
                if here { (Role::Cursor, format!("[{game}]")) } else { (Role::Text, format!(" {game} ")) };
            put(&text, role, theme, place, buffer);
        }
        let scene = Scene::of(sample_board(self.game));
        let HowLayout { text, board, small } = places(&scene, self.game, theme, kit::body(area));
        board::paint(&scene, &Names::plain(), theme, board, buffer);
        if !small.is_empty() {
            picture::paint(self.game, theme, small, buffer);
        }
        let lines = page(self.game, theme, text.width.saturating_sub(2));
        self.scroll.paint(&lines, theme, text, buffer);
        kit::keys(&self.keys(theme), theme, area, buffer);
    }
}

/// The areas of the games' names.
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

/// The areas of the text and of the picture, which is either a board or a small illustration.
struct HowLayout {
    text: Rect,
    board: Rect,
    small: Rect,
}

/// Puts the board beside the text if enough space remains for the text, or else below it. If that would make the text
/// scroll, there is only a small picture, or none.
fn places(scene: &Scene, game: Game, theme: Theme, body: Rect) -> HowLayout {
    let least = board::least(&scene.board.layout);
    let nowhere = Rect::default();
    if body.width >= least.width + NARROW + 2 && body.height >= least.height {
        let most = body.width - least.width - 2;
        let fits = |columns: &u16| page(game, theme, columns.saturating_sub(2)).len() <= body.height.into();
        let beside = ((body.width / 2).clamp(NARROW, WIDE).min(most)..=most).find(fits);
        if beside.is_some() || !fits(&body.width.min(WIDE)) {
            let columns = beside.unwrap_or(most);
            let text = part(body, 0, 0, columns, body.height);
            return HowLayout { text, board: part(body, columns + 2, 0, body.width, body.height), small: nowhere };
        }
    }
    let columns = body.width.min(WIDE);
    let wanted = page(game, theme, columns.saturating_sub(2)).len() as u16;
    let (rows, below) = (wanted.min(body.height), body.height.saturating_sub(wanted + 1));
    let text = part(body, 0, 0, columns, rows);
    let rest = part(body, 0, rows + 1, body.width, below);
    if body.width >= least.width && below >= least.height {
        HowLayout { text, board: rest, small: nowhere }
    } else if below >= picture::ROWS {
        HowLayout { text, board: nowhere, small: rest }
    } else {
        HowLayout { text, board: nowhere, small: nowhere }
    }
}

fn page(game: Game, theme: Theme, columns: u16) -> Vec<(Role, String)> {
    let mark = theme.pick("\u{2022} ", "- ");
    let mut lines = Vec::new();
    for paragraph in rules_page(game).paragraphs() {
        let first = lines.len();
        lines.extend(wrap_indented(&theme.text(paragraph), "  ", columns.into()));
        lines[first].replace_range(..2, mark);
    }
    lines.into_iter().map(|line| (Role::Text, line)).collect()
}

#[cfg(test)]
mod tests;
