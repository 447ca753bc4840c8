//! Draws the full screen as SVG: `cargo run -p parlor-tui --example pictures [FOLDER]`. The default folder is
//! `target/pictures`; `screen-canoga.svg` is the picture in `docs/play/pictures`.

#[path = "../tests/all/common.rs"]
mod common;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use common::{Sitter, app, looks};
use parlor_host::{Palette, Speed};
use parlor_rules::{Game, Level, Pair};
use parlor_table::{Player, Setup};
use parlor_tui::Opening;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};
use tempfile::TempDir;

const CELL: (usize, usize) = (9, 18);
const PAPER: &str = "#16181d";
const INK: &str = "#d8dee9";

fn hex(color: Color, reset: &'static str) -> &'static str {
    match color {
        Color::Black => "#16181d",
        Color::Red | Color::LightRed => "#e06c75",
        Color::Green | Color::LightGreen => "#98c379",
        Color::Yellow | Color::LightYellow => "#e5c07b",
        Color::Blue => "#61afef",
        Color::Magenta | Color::LightMagenta => "#c678dd",
        Color::Cyan => "#56b6c2",
        Color::Gray | Color::DarkGray => "#7f848e",
        Color::White => "#f5f5f5",
        _ => reset,
    }
}

/// A buffer as an SVG picture: first the background of each cell, then its letter.
fn svg(buffer: &Buffer) -> String {
    let (width, height) = (usize::from(buffer.area.width) * CELL.0, usize::from(buffer.area.height) * CELL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{PAPER}\"/>\n"
    );
    let mut letters = String::new();
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let (left, top) = (usize::from(x) * CELL.0, usize::from(y) * CELL.1);
            let reversed = cell.modifier.contains(Modifier::REVERSED);
            let (ink, paper) = (hex(cell.fg, INK), hex(cell.bg, PAPER));
            let (ink, paper) = if reversed { (paper, ink) } else { (ink, paper) };
            if paper != PAPER {
                let _ = writeln!(svg, "<rect x=\"{left}\" y=\"{top}\" width=\"9\" height=\"18\" fill=\"{paper}\"/>");
            }
            let symbol = match cell.symbol() {
                " " => continue,
                "<" => "&lt;",
                "&" => "&amp;",
                symbol => symbol,
            };
            let bold = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
            let line = if cell.modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
            let base = top + 14;
            let _ = writeln!(letters, "<text x=\"{left}\" y=\"{base}\" fill=\"{ink}\"{bold}{line}>{symbol}</text>");
        }
    }
    svg + &letters + "</svg>\n"
}

fn main() {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/pictures");
    let folder = env::args_os().nth(1).map_or_else(default, PathBuf::from);
    fs::create_dir_all(&folder).expect("the folder can be made");
    let save = |name: &str, sitter: &mut Sitter| {
        fs::write(folder.join(format!("screen-{name}.svg")), svg(&sitter.picture()))
            .expect("the picture can be written");
    };
    let looks = looks(Palette::Color, false, Speed::Off);
    let home = TempDir::new().expect("there is a folder for a while");
    save("start", &mut Sitter::before(app(Opening::Welcome, &home, looks), home));
    for game in Game::ALL {
        let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Club) };
        let (size, seed, enters) = match game {
            Game::Canoga => (9, 5, 6),
            Game::Congkak => (7, 5, 3),
            Game::Kono => (5, 7, 22),
        };
        let mut sitter =
            Sitter::playing(Setup { seed: u64::into(seed), size: Some(size), players, ..Setup::new(game) }, looks);
        for _ in 0..enters {
            sitter.key(KeyCode::Enter);
        }
        sitter.keys("h");
        save(&game.to_string().to_lowercase(), &mut sitter);
    }
}
