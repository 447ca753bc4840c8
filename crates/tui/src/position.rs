//! A position set up by hand for analysis: the text of a save, edited line by line, with its board and all its faults.

use parlor_review::{CustomPosition, Start, write_position};
use parlor_rules::{Game, Standing};
use parlor_saves::{ReadError, Save};
use parlor_view::{BoardView, Names, Scene, short_size};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use crate::board;
use crate::kit::{self, LineKey, Scroll, more_marks, next_of, panel, part, put, put_raw, row, visible_lines, wrapped};
use crate::screen::{Request, Screen};
use crate::text_input::TextInput;
use crate::theme::{Role, Theme};

/// The maximum number of lines of the text. Saves have far fewer.
const MOST_LINES: usize = 200;

pub(crate) struct PositionScreen {
    game: Game,
    size: i64,
    /// The text; it always has at least one line.
    lines: Vec<TextInput>,
    at: PositionField,
    read: Result<Box<Save>, ReadError>,
    /// The last position without faults.
    last: Standing,
    scroll: Scroll,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PositionField {
    Game,
    Size,
    Line(usize),
}

impl PositionScreen {
    /// Starts with the initial position of a round of this game.
    pub(crate) fn new(game: Game, size: i64) -> PositionScreen {
        let last = Start { game, size }.standing();
        let text = write_position(&last);
        let read = parlor_saves::read(&text, None).map(Box::new);
        let lines = text.lines().map(TextInput::new).collect();
        PositionScreen { game, size, lines, at: PositionField::Game, read, last, scroll: Scroll::default() }
    }

    /// Parses the text again after a change. The change may have been to another game.
    fn read_again(&mut self) {
        let text: String = self.lines.iter().map(|line| line.text().to_owned() + "\n").collect();
        self.read = parlor_saves::read(&text, None).map(Box::new);
        self.scroll = Scroll::default();
        if let Ok(save) = &self.read {
            self.last = save.standing.clone();
            self.game = save.standing.game();
            self.size = self.last.size();
        }
    }

    /// Requests an analysis of the position, if it has no faults.
    fn analyse(&mut self) -> Request {
        let Ok(save) = &self.read else { return Request::Stay };
        Request::Analyse(Box::new(CustomPosition::table_of(save)))
    }

    fn step(&mut self, by: isize) {
        let fields = 2 + self.lines.len();
        let now = match self.at {
            PositionField::Game => 0,
            PositionField::Size => 1,
            PositionField::Line(at) => 2 + at,
        };
        self.at = match now.saturating_add_signed(by).min(fields - 1) {
            0 => PositionField::Game,
            1 => PositionField::Size,
            at => PositionField::Line(at - 2),
        };
    }

    /// Changes the game or the size, and replaces the text with its starting position.
    fn turn(&mut self, back: bool) {
        let (game, size) = if self.at == PositionField::Game {
            let game = next_of(self.game, &Game::ALL, back);
            (game, game.usual_size())
        } else {
            (self.game, next_of(self.size, &self.game.sizes(), back))
        };
        *self = PositionScreen { at: self.at, ..PositionScreen::new(game, size) };
    }

    fn add_line(&mut self) {
        if self.lines.len() < MOST_LINES {
            let next = if let PositionField::Line(at) = self.at { at + 1 } else { 0 };
            self.lines.insert(next, TextInput::default());
            self.at = PositionField::Line(next);
            self.read_again();
        }
    }

    fn remove_line(&mut self, at: usize) {
        self.lines.remove(at);
        if self.lines.is_empty() {
            self.lines.push(TextInput::default());
        }
        self.at = PositionField::Line(at.min(self.lines.len() - 1));
        self.read_again();
    }

    /// Paints the game and the size side by side.
    fn paint_choice(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut x = 2;
        let values = [
            (PositionField::Game, "Game", self.game.to_string()),
            (PositionField::Size, "Size", short_size(self.game, self.size)),
        ];
        for (field, label, value) in values {
            let here = self.at == field;
            let part_of = |x: u16| part(area, x, 0, area.width, 1);
            x += put(&format!("{label} "), if here { Role::Prompt } else { Role::Quiet }, theme, part_of(x), buffer);
            x += put_raw(theme.pick("\u{2039}", "<"), theme.style(Role::Key), part_of(x), buffer);
            let role = if here { Role::Cursor } else { Role::Text };
            x += put(&format!(" {value} "), role, theme, part_of(x), buffer);
            x += put_raw(theme.pick("\u{203a}", ">"), theme.style(Role::Key), part_of(x), buffer) + 3;
        }
    }

    fn paint_text(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let inside = panel("Text", theme, area, buffer);
        let at = if let PositionField::Line(at) = self.at { at } else { 0 };
        let shown = visible_lines(at, self.lines.len(), inside.height);
        for (y, place) in (0..).zip(shown.clone()) {
            let line = row(inside, y);
            let wrong = self
                .read
                .as_ref()
                .err()
                .is_some_and(|error| error.faults().iter().any(|fault| fault.line == place + 1));
            let role = if wrong { Role::Wrong } else { Role::Quiet };
            put(&format!("{:>2}{}", place + 1, if wrong { "!" } else { " " }), role, theme, line, buffer);
            let text = part(line, 4, 0, line.width.saturating_sub(2), 1);
            if self.at == PositionField::Line(place) {
                self.lines[place].paint("", theme, text.intersection(buffer.area), buffer);
            } else {
                put(self.lines[place].text(), Role::Text, theme, text, buffer);
            }
        }
        more_marks(&shown, self.lines.len(), theme, inside, buffer);
    }

    fn paint_faults(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let (title, lines) = match &self.read {
            Ok(_) => {
                let words = "No faults. Enter analyses the position.";
                ("Faults".to_owned(), vec![(Role::Quiet, words.to_owned())])
            }
            Err(error) => {
                let count = error.faults().len() + error.more();
                let mut lines = Vec::new();
                for fault in error.faults() {
                    lines.push((Role::Wrong, format!("Line {}: {}.", fault.line, fault.problem)));
                    // All faults are listed, but there is only room for the fixes of one line.
                    if matches!(self.at, PositionField::Line(at) if fault.line == at + 1) {
                        lines.push((Role::Quiet, format!("Expected {}: {}.", fault.expected, fault.fix)));
                    }
                }
                if error.more() > 0 {
                    lines.push((Role::Wrong, format!("And {} more.", error.more())));
                }
                lines.push((Role::Quiet, "The board shows the last version without faults.".to_owned()));
                (if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") }, lines)
            }
        };
        let inside = panel(&title, theme, area, buffer);
        let lines = wrapped(&lines, theme, inside.width.saturating_sub(2));
        self.scroll.paint(&lines, theme, inside, buffer);
    }
}

impl Screen for PositionScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, self.at) {
            (KeyCode::Esc, _) => return Request::Back,
            (KeyCode::Enter, _) => return self.analyse(),
            (KeyCode::Up, _) => self.step(-1),
            (KeyCode::Down | KeyCode::Tab, _) => self.step(1),
            (KeyCode::PageUp, _) => self.scroll.by(-1),
            (KeyCode::PageDown, _) => self.scroll.by(1),
            (KeyCode::Left, PositionField::Game | PositionField::Size) => self.turn(true),
            (KeyCode::Right | KeyCode::Char(' '), PositionField::Game | PositionField::Size) => self.turn(false),
            (KeyCode::Char('n'), _) if control => self.add_line(),
            (KeyCode::Char('x'), PositionField::Line(at)) if control => self.remove_line(at),
            (_, PositionField::Line(at)) if self.lines[at].key(key) => self.read_again(),
            _ => {}
        }
        Request::Stay
    }

    fn scroll(&mut self, by: isize) {
        self.step(by);
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        let mut keys = kit::line_keys([(kit::up_down(theme), "line")]);
        if let PositionField::Line(_) = self.at {
            keys.extend(kit::line_keys([("^N", "new line"), ("^X", "remove it")]));
        } else {
            keys.push((kit::left_right(theme), "change (resets the text)").into());
        }
        let done = if self.read.is_ok() { ("Enter", "analyse") } else { ("PgUp/PgDn", "faults") };
        keys.extend(kit::line_keys([done, ("Esc", "back")]));
        keys
    }

    fn takes_letters(&self) -> bool {
        true
    }

    fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text.trim_end_matches('\n').contains('\n') {
            self.lines = text.lines().take(MOST_LINES).map(TextInput::new).collect();
            self.at = PositionField::Line(0);
        } else if let PositionField::Line(at) = self.at {
            self.lines[at].insert(&text);
        }
        self.read_again();
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading("Analysis: set up a position", theme, area, buffer);
        let view = BoardView::of_standing(&self.last);
        let (place, rest) = board::with_text(&view.layout, kit::board_body(area));
        let is_tall = board::is_tall(&view.layout);
        board::paint(&Scene::of(view), &Names::plain(), theme, place, buffer);
        self.paint_choice(theme, row(rest, 0), buffer);
        let rest = part(rest, 0, 1, rest.width, rest.height);
        let (text, faults) = if is_tall {
            let lines = (rest.height * 3 / 5).max(rest.height.saturating_sub(8));
            (part(rest, 0, 0, rest.width, lines), part(rest, 0, lines, rest.width, rest.height))
        } else {
            let columns = rest.width * 3 / 5;
            (part(rest, 0, 0, columns, rest.height), part(rest, columns + 1, 0, rest.width, rest.height))
        };
        self.paint_text(theme, text, buffer);
        self.paint_faults(theme, faults, buffer);
        kit::keys(&self.keys(theme), theme, area, buffer);
    }
}
