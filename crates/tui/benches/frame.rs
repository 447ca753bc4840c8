//! The time for one frame: painting a full screen into a buffer, and finding the changed cells.

#[path = "../tests/all/common.rs"]
mod common;

use common::{Sitter, looks};
use divan::Bencher;
use parlor_host::{Palette, Speed};
use parlor_rules::Game;
use parlor_table::Setup;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;

fn main() {
    divan::main();
}

const SCREENS: [(Game, i64, u16, u16); 6] = [
    (Game::Canoga, 11, 80, 24),
    (Game::Congkak, 11, 80, 24),
    (Game::Kono, 9, 80, 24),
    (Game::Canoga, 11, 200, 60),
    (Game::Congkak, 11, 200, 60),
    (Game::Kono, 9, 200, 60),
];

#[divan::bench(args = SCREENS)]
fn frame(bencher: Bencher, (game, size, width, height): (Game, i64, u16, u16)) {
    let setup = Setup { seed: 7.into(), size: Some(size), ..Setup::new(game) };
    let mut sitter = Sitter::playing(setup, looks(Palette::Color, false, Speed::Off));
    for _ in 0..8 {
        sitter.key(KeyCode::Enter);
    }
    sitter.resize(width, height);
    let before = sitter.picture();
    sitter.key(KeyCode::Right);
    bencher.bench_local(|| {
        let now: Buffer = sitter.picture();
        before.diff(&now).len()
    });
}
