//! Settings that are stored.

use std::fs;
use std::path::Path;

use parlor_host::{AdviceFrom, Looks, Palette, PreferencesFile, Speed};
use parlor_rules::Game;
use parlor_tui::Opening;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;
use tempfile::TempDir;

use crate::common::{Sitter, app, enter_until, looks, setup, still};

/// The start screen with settings that are stored in this file.
fn remembering(path: &Path, home: TempDir) -> Sitter {
    let app = app(Opening::Welcome, &home, still()).remembering(PreferencesFile::read(path));
    Sitter::before(app, home)
}

#[test]
fn settings_are_remembered_in_a_small_readable_file() {
    let home = TempDir::new().unwrap();
    let path = home.path().join("settings.txt");
    let mut sitter = remembering(&path, home);
    // On the start screen, change Kono's size, level and name.
    sitter.keys("k");
    for code in [KeyCode::Right, KeyCode::Right, KeyCode::Down, KeyCode::Down, KeyCode::Right] {
        sitter.key(code);
    }
    sitter.key(KeyCode::Down);
    sitter.key(KeyCode::Down);
    sitter.keys("Zo\u{eb}\n");
    // During a game, change the colours, characters, speed, bell and help.
    sitter.keys("t");
    for _ in 0..5 {
        sitter.key(KeyCode::Right);
        sitter.key(KeyCode::Down);
    }
    sitter.key(KeyCode::Esc);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let expected = [
        "name = Zo\u{eb}",
        "level = expert",
        "size of kono = 7",
        "theme = colour",
        "ascii = yes",
        "speed = slow",
        "bell = yes",
        "advice = level",
    ];
    for line in expected {
        assert!(lines.contains(&line), "no {line} in\n{text}");
    }
    let PreferencesFile { preferences, wrong, .. } = PreferencesFile::read(&path);
    assert_eq!((preferences.name.as_deref(), preferences.looks.advice), (Some("Zo\u{eb}"), AdviceFrom::Level));
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_broken_file_is_named_with_its_line_and_the_game_starts() {
    let home = TempDir::new().unwrap();
    let path = home.path().join("settings.txt");
    fs::write(&path, "speed = fast\nlevel = genius\n").unwrap();
    let mut sitter = remembering(&path, home);
    sitter.resize(160, 40);
    assert!(sitter.text().contains("line 2:"), "{}", sitter.text());
    sitter.key(KeyCode::Enter);
    assert!(sitter.log_lines().iter().any(|line| line.starts_with("Round 1")), "{}", sitter.text());
    // Unknown lines are preserved.
    assert!(fs::read_to_string(&path).unwrap().contains("level = "));
}

#[test]
fn help_can_give_the_opponents_view() {
    let mut sitter = Sitter::playing(setup(Game::Kono, 5, 7), Looks { advice: AdviceFrom::Level, ..still() });
    enter_until(&mut sitter, "which piece");
    sitter.keys("h");
    assert!(sitter.text().contains("As a novice sees it"), "{}", sitter.text());
    // The setting takes effect at the next request for help.
    sitter.keys("t");
    for _ in 0..4 {
        sitter.key(KeyCode::Down);
    }
    sitter.key(KeyCode::Left);
    sitter.key(KeyCode::Esc);
    sitter.keys("hhh");
    assert!(sitter.text().contains("I suggest") && !sitter.text().contains("As a novice"), "{}", sitter.text());
}

#[test]
fn a_bell_rings_when_it_is_your_turn_if_wanted() {
    for bell in [false, true] {
        let mut sitter = Sitter::playing(setup(Game::Kono, 5, 7), Looks { bell, ..still() });
        enter_until(&mut sitter, "which piece");
        assert_eq!(sitter.app.take_bell(), bell);
        assert!(!sitter.app.take_bell(), "once");
        sitter.keys("\n");
        assert!(!sitter.app.take_bell(), "it is still the same turn");
        sitter.keys("\n");
        assert_eq!(sitter.app.take_bell(), bell);
    }
}

#[test]
fn no_colour_equals_the_background() {
    // The terminal's own colours may be black on white or white on black, so neither is used as a foreground colour
    // alone.
    for palette in [Palette::Color, Palette::Light, Palette::Contrast] {
        for (game, size, words) in
            [(Game::Canoga, 9, "which squares"), (Game::Congkak, 7, "which pit"), (Game::Kono, 5, "which piece")]
        {
            let mut sitter = Sitter::playing(setup(game, size, 7), looks(palette, false, Speed::Off));
            enter_until(&mut sitter, words);
            for cell in sitter.picture().content() {
                let risky = matches!(cell.fg, Color::Black | Color::White) && cell.bg == Color::Reset;
                assert!(!risky && (cell.fg != cell.bg || cell.fg == Color::Reset), "{palette:?}: {cell:?}");
            }
        }
    }
}
