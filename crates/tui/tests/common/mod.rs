//! A person in front of the full screen, without a terminal: keys go in, pictures come out, time passes when the
//! test says so, and thinking takes no time.

#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use std::sync::Arc;
use std::time::Duration;

use parlor_host::{FileStore, Settings};
use parlor_rules::Game;
use parlor_table::Setup;
use parlor_tui::{App, Looks, Opening, Palette, Speed, TerminalAction, Theme};
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
    Looks { theme: Theme { palette, ascii }, speed, ..Looks::default() }
}

/// No colours, and nothing moves.
pub fn still() -> Looks {
    looks(Palette::Mono, false, Speed::Off)
}

impl Sitter {
    /// In front of a new game.
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

    /// Sends input, and lets everything happen that can.
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
                self.app.job_done(job.run());
            }
        }
    }

    /// Time passes.
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

    /// What was told, line by line.
    pub fn told(&self) -> Vec<String> {
        self.app.told().into_iter().map(|line| line.text).collect()
    }

    /// What is on the screen now.
    pub fn picture(&self) -> Buffer {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let mut buffer = Buffer::empty(area);
        self.app.paint(self.now, area, &mut buffer);
        buffer
    }

    /// The same as text.
    pub fn text(&self) -> String {
        text(&self.picture())
    }

    /// Clicks the middle of a text that is on the screen.
    pub fn click_on(&mut self, words: &str) {
        let text = self.text();
        let found = text.lines().enumerate().find_map(|(row, line)| Some((row, line.find(words)?, line)));
        let Some((row, at, line)) = found else { panic!("no \u{201c}{words}\u{201d} on\n{text}") };
        let column = line[..at].chars().count() + words.chars().count() / 2;
        self.click(column as u16, row as u16);
    }
}

/// The characters of a picture, without blanks at the ends of lines.
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
