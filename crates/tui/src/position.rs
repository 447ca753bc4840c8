//! A position set up by hand for analysis: on its board, or in the text of a save beside it, with all faults of the text.

use parlor_review::{CustomPosition, Start, write_position};
use parlor_rules::{Game, Standing};
use parlor_saves::{Dialect, ReadError, Save};
use parlor_view::{
    BoardView, Content, Names, PositionEdit, Scene, Spot, capitalised, editable_spots, notation, seat_settings,
    short_size,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

use crate::board;
use crate::kit::{self, LineKey, Scroll, more_marks, next_of, panel, part, put, row, visible_lines, wrapped};
use crate::screen::{Request, Screen};
use crate::text_input::TextInput;
use crate::theme::{Role, Theme};

/// The maximum number of lines in the text. Saves have far fewer.
const MOST_LINES: usize = 200;

/// The width of the line numbers, in columns.
const NUMBERS: u16 = 4;

pub(crate) struct PositionScreen {
    game: Game,
    size: i64,
    /// The text; it always has at least one line.
    lines: Vec<TextInput>,
    at: PositionField,
    /// The row and column of the cursor on the board, in [`places`].
    cursor: (usize, usize),
    /// The digits typed at the cursor so far: a number of seeds.
    typed: Option<u8>,
    read: Result<Box<Save>, ReadError>,
    /// The last position without faults.
    last: Standing,
    /// The reason why the last change on the board was refused.
    refused: Option<String>,
    scroll: Scroll,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PositionField {
    Game,
    Size,
    /// A setting that chooses a player, by its index.
    Seat(usize),
    Board,
    Line(usize),
}

/// A field with one of several values, above the text.
struct ValueField {
    field: PositionField,
    label: &'static str,
    value: String,
}

impl ValueField {
    /// The width of the label, the value and the marks around it, in columns.
    fn width(&self) -> u16 {
        (kit::width(self.label) + kit::width(&self.value) + 5) as u16
    }
}

struct PositionLayout {
    board: Rect,
    values: Rect,
    text: Rect,
    faults: Rect,
}

/// The places of a board in rows, for the arrow keys. Congkak's stores are at the ends of both rows.
fn places(standing: &Standing) -> Vec<Vec<Spot>> {
    let is_store = |spot: &Spot| matches!(spot, Spot::Store(_));
    let (stores, others): (Vec<Spot>, Vec<Spot>) = editable_spots(standing).into_iter().partition(is_store);
    let in_row = usize::try_from(standing.size()).unwrap_or(1);
    let ends = |row: &[Spot]| match stores[..] {
        [left, right] => [&[left], row, &[right]].concat(),
        _ => row.to_vec(),
    };
    others.chunks(in_row).map(ends).collect()
}

/// The content that a key puts on a place: a piece, or a digit of a number of seeds.
fn content_of(game: Game, letter: char) -> Option<Content> {
    let word = match (game, letter) {
        (Game::Kono, 'w') => "W",
        (Game::Kono, 'W') => "WW",
        (Game::Kono, 'b') => "B",
        (Game::Kono, 'B') => "BB",
        (Game::Kono, 'o' | 'O' | '0') => "O",
        (Game::Congkak, digit @ '0'..='9') => return digit.to_string().parse().ok(),
        _ => return None,
    };
    word.parse().ok()
}

impl PositionScreen {
    /// Starts with the initial position of a round in this game.
    pub(crate) fn new(game: Game, size: i64) -> PositionScreen {
        let last = Start { game, size }.standing();
        let text = write_position(&last);
        let mut screen = PositionScreen {
            game,
            size,
            lines: Vec::new(),
            at: PositionField::Board,
            cursor: (0, 0),
            typed: None,
            read: parlor_saves::read(&text, None).map(Box::new),
            last,
            refused: None,
            scroll: Scroll::default(),
        };
        screen.cursor = screen.first_cursor();
        screen.write(&text);
        screen
    }

    /// The cursor starts at a place of Human's row.
    fn first_cursor(&self) -> (usize, usize) {
        let places = places(&self.last);
        let stores = usize::from(self.game == Game::Congkak);
        (places.len() - 1, stores)
    }

    /// Replaces the text.
    fn write(&mut self, text: &str) {
        self.lines = text.lines().take(MOST_LINES).map(TextInput::new).collect();
        self.read_again();
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

    /// Changes the position and its text, or shows why it can't be changed. Throws in the text stay.
    fn edit(&mut self, edit: PositionEdit) {
        let Ok(save) = &self.read else {
            self.refused = Some("Correct the text first, or choose a game or size for a new one.".to_owned());
            return;
        };
        match edit.apply(&self.last) {
            Ok(standing) => {
                let text = Save { standing, ..(**save).clone() }.write(Dialect::Text).text;
                self.write(&text);
            }
            Err(why) => self.refused = Some(why.to_string()),
        }
    }

    /// The place under the cursor. The board may have become smaller.
    fn here(&self) -> Option<Spot> {
        let places = places(&self.last);
        let row = places.get(self.cursor.0).or(places.last())?;
        row.get(self.cursor.1).or(row.last()).copied()
    }

    fn fields(&self) -> Vec<PositionField> {
        let mut fields = vec![PositionField::Game, PositionField::Size];
        fields.extend((0..seat_settings(&self.last).len()).map(PositionField::Seat));
        fields.push(PositionField::Board);
        fields.extend((0..self.lines.len()).map(PositionField::Line));
        fields
    }

    fn step(&mut self, by: isize) {
        self.at = kit::stepped(self.at, &self.fields(), by);
    }

    /// Changes the value of a field. Another game or size replaces the text with its starting position.
    fn turn(&mut self, back: bool) {
        let (game, size) = match self.at {
            PositionField::Game => {
                let game = next_of(self.game, &Game::ALL, back);
                (game, game.usual_size())
            }
            PositionField::Size => (self.game, next_of(self.size, &self.game.sizes(), back)),
            PositionField::Seat(index) => {
                if let Some(setting) = seat_settings(&self.last).get(index) {
                    self.edit((setting.edit)(setting.seat.other()));
                }
                return;
            }
            PositionField::Board | PositionField::Line(_) => return,
        };
        *self = PositionScreen { at: self.at, ..PositionScreen::new(game, size) };
    }

    /// Handles a key on the board. From the first and last rows, the arrow keys move to the other fields.
    fn key_on_board(&mut self, code: KeyCode) {
        let typed = self.typed.take();
        let places = places(&self.last);
        let (last_row, last_column) = (places.len() - 1, places[0].len() - 1);
        let (row, column) = (self.cursor.0.min(last_row), self.cursor.1.min(last_column));
        let Some(here) = self.here() else { return };
        match kit::arrow_of(code) {
            KeyCode::Up if row == 0 => self.step(-1),
            KeyCode::Up => self.cursor = (row - 1, column),
            KeyCode::Down if row == last_row => self.step(1),
            KeyCode::Down => self.cursor = (row + 1, column),
            KeyCode::Left => self.cursor = (row, column.saturating_sub(1)),
            KeyCode::Right => self.cursor = (row, (column + 1).min(last_column)),
            KeyCode::Char(' ' | '+') => self.edit(PositionEdit::Next(here)),
            KeyCode::Backspace | KeyCode::Char('-') => self.edit(PositionEdit::Previous(here)),
            KeyCode::Char(letter) => {
                let Some(mut content) = content_of(self.game, letter) else { return };
                if let Content::Seeds(digit) = content {
                    let whole = typed.and_then(|tens| tens.checked_mul(10)?.checked_add(digit)).unwrap_or(digit);
                    self.typed = Some(whole);
                    content = Content::Seeds(whole);
                }
                self.edit(PositionEdit::Put(here, content));
            }
            _ => {}
        }
    }

    /// Changes the place at this position on the screen, if there is one.
    fn edit_at(&mut self, at: Position, area: Rect, edit: fn(Spot) -> PositionEdit) {
        let layout = BoardView::of_standing(&self.last).layout;
        let spots = board::spots(&layout, self.layout(area).board);
        let Some((spot, _)) = spots.into_iter().find(|(_, place)| place.contains(at)) else { return };
        for (row, places) in (0..).zip(places(&self.last)) {
            if let Some(column) = places.iter().position(|place| *place == spot) {
                (self.at, self.cursor) = (PositionField::Board, (row, column));
            }
        }
        self.edit(edit(spot));
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

    fn layout(&self, area: Rect) -> PositionLayout {
        let layout = BoardView::of_standing(&self.last).layout;
        let (board, rest) = board::with_text(&layout, kit::board_body(area));
        let rows = self.value_places(rest).last().map_or(1, |(_, place)| place.bottom() - rest.y);
        let values = part(rest, 0, 0, rest.width, rows);
        let rest = part(rest, 0, rows, rest.width, rest.height);
        let (text, faults) = if board::is_tall(&layout) {
            let lines = (rest.height * 3 / 5).max(rest.height.saturating_sub(9));
            (part(rest, 0, 0, rest.width, lines), part(rest, 0, lines, rest.width, rest.height))
        } else {
            let columns = rest.width * 3 / 5;
            (part(rest, 0, 0, columns, rest.height), part(rest, columns + 1, 0, rest.width, rest.height))
        };
        PositionLayout { board, values, text, faults }
    }

    fn values(&self) -> Vec<ValueField> {
        let mut values = vec![
            ValueField { field: PositionField::Game, label: "Game", value: self.game.to_string() },
            ValueField { field: PositionField::Size, label: "Size", value: short_size(self.game, self.size) },
        ];
        let seats = seat_settings(&self.last).into_iter().enumerate().map(|(index, setting)| ValueField {
            field: PositionField::Seat(index),
            label: setting.label,
            value: setting.seat.to_string(),
        });
        values.extend(seats);
        values
    }

    /// The fields side by side, in as many lines as they need.
    fn value_places(&self, area: Rect) -> Vec<(ValueField, Rect)> {
        const BETWEEN: u16 = 2;
        let (mut x, mut y) = (BETWEEN, 0);
        let mut places = Vec::new();
        for value in self.values() {
            let width = value.width();
            if x > BETWEEN && x + width > area.width {
                (x, y) = (BETWEEN, y + 1);
            }
            let place = part(area, x, y, width, 1);
            x += width + BETWEEN;
            places.push((value, place));
        }
        places
    }

    fn paint_values(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        for (ValueField { field, label, value }, place) in self.value_places(area) {
            let here = self.at == field;
            let mut x = 0;
            let mut put_next = |text: &str, role| {
                x += put(text, role, theme, part(place, x, 0, place.width, 1), buffer);
            };
            put_next(&format!("{label} "), if here { Role::Prompt } else { Role::Quiet });
            put_next(theme.pick("\u{2039}", "<"), Role::Key);
            put_next(&format!(" {value} "), if here { Role::Cursor } else { Role::Text });
            put_next(theme.pick("\u{203a}", ">"), Role::Key);
        }
    }

    /// The lines of the text that fit, around the edited one.
    fn shown_lines(&self, inside: Rect) -> std::ops::Range<usize> {
        let at = if let PositionField::Line(at) = self.at { at } else { 0 };
        visible_lines(at, self.lines.len(), inside.height)
    }

    fn paint_text(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let inside = panel("Text", theme, area, buffer);
        let shown = self.shown_lines(inside);
        for (y, place) in (0..).zip(shown.clone()) {
            let line = row(inside, y);
            let wrong = self
                .read
                .as_ref()
                .err()
                .is_some_and(|error| error.faults().iter().any(|fault| fault.line == place + 1));
            let role = if wrong { Role::Wrong } else { Role::Quiet };
            put(&format!("{:>2}{}", place + 1, if wrong { "!" } else { " " }), role, theme, line, buffer);
            let text = part(line, NUMBERS, 0, line.width.saturating_sub(2), 1);
            if self.at == PositionField::Line(place) {
                self.lines[place].paint("", theme, text.intersection(buffer.area), buffer);
            } else {
                put(self.lines[place].text(), Role::Text, theme, text, buffer);
            }
        }
        more_marks(&shown, self.lines.len(), theme, inside, buffer);
    }

    fn paint_faults(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut lines: Vec<(Role, String)> = self.refused.iter().map(|why| (Role::Wrong, why.clone())).collect();
        let title = match &self.read {
            Ok(_) => {
                let how = "Click a place or press Space to change it; a right click or Backspace changes it back.";
                lines.extend([how, notation(self.game)].map(|words| (Role::Quiet, words.to_owned())));
                "No faults".to_owned()
            }
            Err(error) => {
                let count = error.faults().len() + error.more();
                for fault in error.faults() {
                    lines.push((Role::Wrong, format!("Line {}: {}.", fault.line, fault.problem)));
                    // All faults are listed, but there is only room for the fixes of one line.
                    if matches!(self.at, PositionField::Line(at) if fault.line == at + 1) {
                        lines.push((Role::Quiet, format!("Expected {}. {}.", fault.expected, capitalised(&fault.fix))));
                    }
                }
                if error.more() > 0 {
                    lines.push((Role::Wrong, format!("And {} more.", error.more())));
                }
                lines.push((Role::Quiet, "The board shows the last version without faults.".to_owned()));
                if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") }
            }
        };
        let inside = panel(&title, theme, area, buffer);
        let lines = wrapped(&lines, theme, inside.width.saturating_sub(2));
        self.scroll.paint(&lines, theme, inside, buffer);
    }
}

impl Screen for PositionScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        self.refused = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, self.at) {
            (KeyCode::Esc, _) => return Request::Back,
            (KeyCode::Enter, _) => return self.analyse(),
            (KeyCode::Tab, _) | (KeyCode::Down, PositionField::Line(_)) => self.step(1),
            (KeyCode::BackTab, _) | (KeyCode::Up, PositionField::Line(_)) => self.step(-1),
            (KeyCode::PageUp, _) => self.scroll.by(-1),
            (KeyCode::PageDown, _) => self.scroll.by(1),
            (KeyCode::Char('n'), _) if control => self.add_line(),
            (KeyCode::Char('x'), PositionField::Line(at)) if control => self.remove_line(at),
            (_, PositionField::Board) => {
                if let Some(code) = kit::pressed(key) {
                    self.key_on_board(code);
                }
            }
            (_, PositionField::Line(at)) => {
                if self.lines[at].key(key) {
                    self.read_again();
                }
            }
            (code, _) => match kit::arrow_of(code) {
                KeyCode::Up => self.step(-1),
                KeyCode::Down => self.step(1),
                KeyCode::Left => self.turn(true),
                KeyCode::Right | KeyCode::Char(' ') => self.turn(false),
                _ => {}
            },
        }
        Request::Stay
    }

    fn scroll(&mut self, by: isize) {
        self.step(by);
    }

    fn click(&mut self, at: Position, area: Rect) -> Request {
        self.refused = None;
        let PositionLayout { values, text, .. } = self.layout(area);
        if let Some((value, _)) = self.value_places(values).into_iter().find(|(_, place)| place.contains(at)) {
            self.at = value.field;
            self.turn(false);
        } else if text.contains(at) {
            // The first line of the panel is its title.
            let inside = part(text, 0, 1, text.width, text.height);
            let line = self.shown_lines(inside).nth(usize::from(at.y.saturating_sub(inside.y)));
            if let Some(line) = line.filter(|_| inside.contains(at)) {
                self.at = PositionField::Line(line);
            }
        } else {
            self.edit_at(at, area, PositionEdit::Next);
        }
        Request::Stay
    }

    fn right_click(&mut self, at: Position, area: Rect) {
        self.refused = None;
        self.edit_at(at, area, PositionEdit::Previous);
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        let mut keys = match self.at {
            PositionField::Board => {
                let mut keys = kit::line_keys([(theme.pick("\u{2190}\u{2191}\u{2192}\u{2193}", "arrows"), "move")]);
                keys.push(("Space", if self.game == Game::Canoga { "cover or uncover" } else { "change" }).into());
                match self.game {
                    Game::Canoga => {}
                    Game::Congkak => keys.push(("0-9", "seeds").into()),
                    Game::Kono => keys.push(("wWbBo", "put").into()),
                }
                keys.push(("Tab", "text").into());
                keys
            }
            PositionField::Line(_) => {
                kit::line_keys([(kit::up_down(theme), "line"), ("^N", "new line"), ("^X", "remove it")])
            }
            PositionField::Seat(_) => {
                kit::line_keys([(kit::up_down(theme), "line"), (kit::left_right(theme), "change")])
            }
            PositionField::Game | PositionField::Size => {
                kit::line_keys([(kit::up_down(theme), "line"), (kit::left_right(theme), "change (resets the text)")])
            }
        };
        let done = if self.read.is_ok() { ("Enter", "analyse") } else { ("PgUp/PgDn", "faults") };
        keys.extend(kit::line_keys([done, ("Esc", "back")]));
        keys
    }

    fn takes_letters(&self) -> bool {
        matches!(self.at, PositionField::Line(_))
    }

    fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if text.trim_end_matches('\n').contains('\n') {
            self.at = PositionField::Line(0);
            self.write(&text);
        } else if let PositionField::Line(at) = self.at {
            self.lines[at].insert(&text);
            self.read_again();
        }
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading("Analysis: set up a position", theme, area, buffer);
        let PositionLayout { board, values, text, faults } = self.layout(area);
        let cursor = if self.at == PositionField::Board { self.here() } else { None };
        let scene = Scene { cursor, ..Scene::of(BoardView::of_standing(&self.last)) };
        board::paint(&scene, &Names::plain(), theme, board, buffer);
        self.paint_values(theme, values, buffer);
        self.paint_text(theme, text, buffer);
        self.paint_faults(theme, faults, buffer);
        kit::keys(&self.keys(theme), theme, area, buffer);
    }
}
