//! Analyses, and positions set up by hand.

use parlor_rules::Game;
use parlor_testkit::Random;
use parlor_tui::Opening;
use ratatui::crossterm::event::{Event, KeyCode};
use tempfile::TempDir;

use super::after_a_round;
use crate::common::{Sitter, app, enter_until, setup, still};

#[test]
fn an_analysis_has_values_and_both_sides_and_changes_nothing() {
    let mut sitter = Sitter::playing(setup(Game::Kono, 5, 3), still());
    enter_until(&mut sitter, "lift");
    let (before, logged) = (sitter.text(), sitter.log_lines());
    sitter.keys("x");
    let analysis = sitter.text();
    assert!(analysis.contains("Analysis") && analysis.contains("q back"), "{analysis}");
    sitter.keys("h");
    assert!(sitter.text().contains("! marks it on the board."), "{}", sitter.text());
    sitter.key(KeyCode::Enter);
    sitter.key(KeyCode::Enter);
    sitter.wait(5000);
    let moved = sitter.text();
    assert_ne!(moved, analysis);
    assert!(moved.contains("lift"), "the other side is asked too:\n{moved}");
    sitter.keys("u");
    sitter.keys("U");
    sitter.keys("q");
    assert_eq!(sitter.text(), before, "the game is as it was");
    assert_eq!(sitter.log_lines(), logged);
}

#[test]
fn a_moment_of_a_replay_or_a_review_can_be_analysed() {
    let mut sitter = after_a_round();
    let end = sitter.text();
    sitter.keys("vmx");
    assert!(sitter.text().contains("Analysis"), "{}", sitter.text());
    sitter.keys("q");
    assert!(sitter.text().contains("Review: Canoga"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    sitter.keys("r");
    for _ in 0..6 {
        sitter.key(KeyCode::Right);
    }
    let step = sitter.text();
    sitter.keys("x");
    assert!(sitter.text().contains("Analysis"), "{}", sitter.text());
    sitter.keys("q");
    assert_eq!(sitter.text(), step);
    sitter.key(KeyCode::Esc);
    assert_eq!(sitter.text(), end);
}

/// The screen for setting up a position by hand.
fn setting_up() -> Sitter {
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    sitter.keys("9");
    sitter
}

#[test]
fn a_position_is_set_up_by_hand_with_all_faults_named() {
    let mut sitter = setting_up();
    let start = sitter.text();
    for words in ["Analysis: set up a position", "Game \u{2039} Canoga \u{203a}", "Squares: 1 2 3", "Enter analyse"] {
        assert!(start.contains(words), "no {words} in\n{start}");
    }
    // Congkak: two wrong lines, both named, and the board stays unchanged.
    sitter.key(KeyCode::Right);
    assert!(sitter.text().contains("Human Player: 0 7"), "{}", sitter.text());
    for _ in 0..2 {
        sitter.key(KeyCode::Down);
    }
    sitter.keys(" many");
    sitter.key(KeyCode::Down);
    sitter.keys(" x");
    let wrong = sitter.text();
    assert!(wrong.contains("2 faults") && wrong.contains("Line 1: ") && wrong.contains("Line 2: "), "{wrong}");
    assert!(!wrong.contains("Enter analyse"), "{wrong}");
    sitter.key(KeyCode::Enter);
    assert!(sitter.text().contains("set up a position"), "nothing is analysed:\n{}", sitter.text());
    // Once fixed, it can be analysed, and q returns to the same text.
    for _ in 0..2 {
        sitter.key(KeyCode::Backspace);
    }
    sitter.key(KeyCode::Up);
    for _ in 0..5 {
        sitter.key(KeyCode::Backspace);
    }
    let repaired = sitter.text();
    assert!(repaired.contains("No faults."), "{repaired}");
    sitter.key(KeyCode::Enter);
    sitter.wait(2000);
    assert!(!sitter.text().contains("set up a position"), "{}", sitter.text());
    assert!(sitter.text().contains("back"), "{}", sitter.text());
    sitter.key(KeyCode::Char('Q'));
    assert_eq!(sitter.text(), repaired);
}

#[test]
fn a_save_of_any_game_can_be_pasted_and_lines_come_and_go() {
    let mut sitter = setting_up();
    let text = parlor_review::write_position(&parlor_review::Start { game: Game::Kono, size: 7 }.standing());
    sitter.event(&Event::Paste(text.replace('\n', "\r")));
    let kono = sitter.text();
    assert!(kono.contains("\u{2039} Kono \u{203a}") && kono.contains("No faults."), "{kono}");
    let lines = sitter.text();
    sitter.ctrl('x');
    assert!(sitter.text().contains("fault"), "{}", sitter.text());
    sitter.key(KeyCode::Up);
    sitter.ctrl('n');
    sitter.event(&Event::Paste(text.lines().next().unwrap().to_owned()));
    assert!(sitter.text().contains("No faults."), "{}\n{lines}", sitter.text());
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Your games"), "{}", sitter.text());
}

/// With any text, every screen size works, nothing panics, and a text without faults can be analysed.
#[test]
fn any_text_is_read_live() {
    let mut numbers = Random::new(5);
    let mut random = |most: usize| numbers.below(most);
    let letters: Vec<char> = "0123456789 *WBOx:()[],.\u{4e2d}".chars().collect();
    let codes = [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right, KeyCode::Backspace, KeyCode::Delete];
    let mut sitter = setting_up();
    for _ in 0..1500 {
        match random(12) {
            0 => sitter.resize(80 + random(60) as u16, 24 + random(20) as u16),
            1 => {
                sitter.ctrl(['n', 'x', 'u', 'w'][random(4)]);
            }
            2..6 => sitter.keys(&letters[random(letters.len())].to_string()),
            _ => {
                sitter.key(codes[random(codes.len())]);
            }
        }
        let shown = sitter.text();
        assert!(shown.contains("fault") || shown.contains("Enter analyse"), "{shown}");
    }
}
