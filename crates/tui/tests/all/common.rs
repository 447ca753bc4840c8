//! Drives the full screen without a terminal: keys go in, pictures come out, the test sets the time, and engine jobs
//! finish at once.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]
#![allow(dead_code, reason = "each test uses a part of it")]

use std::sync::Arc;
use std::time::Duration;

use parlor_host::{Looks, Palette, Settings, Speed};
use parlor_rules::{Game, Level, Pair};
use parlor_store::FileStore;
use parlor_table::{DiceSource, Player, Setup};
use parlor_tui::{App, Opening, TerminalAction};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use tempfile::TempDir;

pub struct Sitter {
    pub app: App,
    pub home: TempDir,
    now: Duration,
    size: (u16, u16),
}

pub fn app(opening: Opening, home: &TempDir, looks: Looks) -> App {
    App::new(opening, &Settings::new(Game::Canoga), Ok(Arc::new(FileStore::at(home.path()))), looks).unwrap()
}

pub fn looks(palette: Palette, ascii: bool, speed: Speed) -> Looks {
    Looks { palette, ascii, speed, ..Looks::default() }
}

/// No colours, and no animation.
pub fn still() -> Looks {
    looks(Palette::Mono, false, Speed::Off)
}

impl Sitter {
    /// A new game with these looks.
    pub fn playing(setup: Setup, looks: Looks) -> Sitter {
        let home = TempDir::new().unwrap();
        let app = app(Opening::Game(Box::new(setup), Vec::new()), &home, looks);
        Sitter::before(app, home)
    }

    pub fn before(app: App, home: TempDir) -> Sitter {
        let mut sitter = Sitter { app, home, now: Duration::ZERO, size: (80, 24) };
        sitter.resize(80, 24);
        sitter
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.size = (width, height);
        self.event(&Event::Resize(width, height));
    }

    /// Sends input, and advances everything.
    pub fn event(&mut self, event: &Event) -> TerminalAction {
        if let Event::Resize(width, height) = event {
            self.size = (*width, *height);
        }
        let flow = self.app.input(event);
        self.settle();
        flow
    }

    fn settle(&mut self) {
        loop {
            self.app.advance(self.now);
            let jobs = self.app.take_jobs();
            if jobs.is_empty() {
                return;
            }
            for job in jobs {
                self.app.job_done(&job.run());
            }
        }
    }

    pub fn wait(&mut self, millis: u64) {
        self.now += Duration::from_millis(millis);
        self.settle();
    }

    pub fn key(&mut self, code: KeyCode) -> TerminalAction {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    pub fn ctrl(&mut self, letter: char) -> TerminalAction {
        self.event(&Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)))
    }

    /// Types letters; a newline is Enter.
    pub fn keys(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.key(if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) });
        }
    }

    pub fn click(&mut self, column: u16, row: u16) -> TerminalAction {
        let kind = MouseEventKind::Down(MouseButton::Left);
        self.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
    }

    pub fn log_lines(&self) -> Vec<String> {
        self.app.log_lines().into_iter().map(|line| line.text).collect()
    }

    pub fn picture(&mut self) -> Buffer {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let mut buffer = Buffer::empty(area);
        self.app.paint(area, &mut buffer);
        buffer
    }

    pub fn text(&mut self) -> String {
        text(&self.picture())
    }

    /// Clicks the middle of a text on the screen.
    pub fn click_on(&mut self, words: &str) {
        let text = self.text();
        let found = text.lines().enumerate().find_map(|(row, line)| Some((row, line.find(words)?, line)));
        let Some((row, at, line)) = found else { panic!("no \u{201c}{words}\u{201d} on\n{text}") };
        let column = line[..at].chars().count() + words.chars().count() / 2;
        self.click(column as u16, row as u16);
    }
}

/// The characters of a picture, without trailing blanks.
pub fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        for x in 0..buffer.area.width {
            line.push_str(buffer[(x, y)].symbol());
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A person with this name.
pub fn person(name: &str) -> Player {
    Player::Human(name.to_owned())
}

pub fn setup(game: Game, size: i64, seed: u64) -> Setup {
    let players = Pair { human: person("Anna"), computer: Player::Computer(Level::Novice) };
    Setup { seed: seed.into(), size: Some(size), players, ..Setup::new(game) }
}

/// A new game of Anna against the novice.
pub fn playing(game: Game, size: i64, seed: u64) -> Sitter {
    Sitter::playing(setup(game, size, seed), still())
}

/// A new game of Anna and Ben.
pub fn two_people(game: Game, size: i64, seed: u64) -> Sitter {
    let players = Pair { human: person("Anna"), computer: person("Ben") };
    Sitter::playing(Setup { players, ..setup(game, size, seed) }, still())
}

pub fn two_programs(game: Game, size: i64) -> Setup {
    let program = Player::Computer(Level::Novice);
    Setup { players: Pair { human: program.clone(), computer: program }, ..setup(game, size, 3) }
}

/// Presses Enter until these words are on screen.
pub fn enter_until(sitter: &mut Sitter, words: &str) {
    for _ in 0..600 {
        if sitter.text().contains(words) {
            return;
        }
        sitter.key(KeyCode::Enter);
        sitter.wait(2000);
    }
    panic!("never came to {words}:\n{}", sitter.text());
}

pub fn boxed_words(sitter: &mut Sitter, title: &str) -> String {
    let rows: Vec<Vec<char>> = sitter.text().lines().map(|line| line.chars().collect()).collect();
    let head: Vec<char> = format!("\u{256d}\u{2500} {title} ").chars().collect();
    let corner =
        rows.iter().enumerate().find_map(|(y, row)| Some((y, row.windows(head.len()).position(|at| at == head)?)));
    let (top, left) = corner.unwrap_or_else(|| panic!("no box {title} in\n{}", sitter.text()));
    let right = rows[top].iter().rposition(|&sign| sign == '\u{256e}').unwrap();
    let inside = rows[top + 1..].iter().take_while(|row| row[left] == '\u{2502}').map(|row| &row[left + 1..right]);
    let words =
        inside.flat_map(|row| row.iter().collect::<String>().split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    words.collect::<Vec<_>>().join(" ")
}

/// The keys along the bottom.
pub fn key_line(sitter: &mut Sitter) -> String {
    sitter.text().lines().last().unwrap().to_owned()
}

/// The line with these words.
pub fn line_with(sitter: &mut Sitter, words: &str) -> String {
    let text = sitter.text();
    text.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("no {words} in\n{text}")).to_owned()
}

pub fn by_hand(game: Game) -> Sitter {
    Sitter::playing(
        Setup { dice: DiceSource::Manual, ..setup(game, if game == Game::Kono { 5 } else { 9 }, 7) },
        still(),
    )
}

/// Moves to the name on the start screen, in Canoga's settings.
pub fn enter_names(sitter: &mut Sitter) {
    for _ in 0..9 {
        sitter.key(KeyCode::Up);
    }
    sitter.key(KeyCode::Right);
    for _ in 0..9 {
        if sitter.text().lines().any(|line| line.contains("\u{25b8}Name")) {
            return;
        }
        sitter.key(KeyCode::Down);
    }
    panic!("there is no name:\n{}", sitter.text());
}
