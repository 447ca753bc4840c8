//! Analyses, and positions set up by hand.

use parlor_rules::Game;
use parlor_testkit::Random;
use parlor_tui::Opening;
use ratatui::crossterm::event::{Event, KeyCode, MouseButton};
use tempfile::TempDir;

use super::after_a_round;
use crate::common::{Sitter, app, enter_until, line_with, setup, still};

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

/// The screen on which a position can be set up by hand.
fn setting_up() -> Sitter {
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    sitter.keys("9");
    sitter
}

/// Goes to the list of games and chooses one.
fn choose_game(sitter: &mut Sitter, game: &str) {
    for _ in 0..8 {
        sitter.key(KeyCode::Up);
    }
    for _ in 0..3 {
        if sitter.text().contains(&format!("Game \u{2039} {game} \u{203a}")) {
            return;
        }
        sitter.key(KeyCode::Right);
    }
    panic!("no {game} in\n{}", sitter.text());
}

/// Goes from the list of games to the board, at its top left.
fn go_to_board(sitter: &mut Sitter) {
    for _ in 0..5 {
        sitter.key(KeyCode::Tab);
        if sitter.text().contains("Tab text") {
            break;
        }
    }
    for _ in 0..8 {
        sitter.key(KeyCode::Left);
    }
}

#[test]
fn a_position_of_canoga_is_set_up_on_its_board_with_keys() {
    let mut sitter = setting_up();
    // The cursor starts on Human's first square.
    sitter.keys(" ll ");
    assert!(sitter.text().contains("Squares: * 2 * 4 5 6 7 8 9"), "{}", sitter.text());
    sitter.key(KeyCode::Up);
    sitter.keys(" ");
    assert_eq!(sitter.text().matches("Squares: 1 2 * 4 5 6 7 8 9").count(), 1, "{}", sitter.text());
    sitter.key(KeyCode::Down);
    sitter.key(KeyCode::Backspace);
    assert!(sitter.text().contains("Squares: * 2 3 4 5 6 7 8 9"), "{}", sitter.text());
    // The reason for a refusal is shown until the next key press.
    for _ in 0..8 {
        sitter.keys(" l");
    }
    assert!(sitter.text().contains("No faults"), "{}", sitter.text());
    // From the top row, the arrow keys move to the settings.
    sitter.key(KeyCode::Up);
    sitter.key(KeyCode::Up);
    assert!(sitter.text().contains("\u{2190}\u{2192} change"), "{}", sitter.text());
}

#[test]
fn seeds_and_pieces_are_typed_at_their_places() {
    let mut sitter = setting_up();
    choose_game(&mut sitter, "Congkak");
    go_to_board(&mut sitter);
    // Human's store is at the left, and beside it pit V.
    sitter.keys("6");
    let refused = sitter.text();
    assert!(refused.contains("The board can hold at most"), "{refused}");
    sitter.keys("l0h6");
    assert!(sitter.text().contains("Human Player: 6 0 7 7 7 7 7 7 0"), "{}", sitter.text());
    // Only one seed is left, so 1 is possible and 12 isn't.
    sitter.keys("l12");
    let refused = sitter.text();
    assert!(refused.contains("The board can hold at most"), "{refused}");
    assert!(refused.contains("Human Player: 6 1 7 7 7 7 7 7 0"), "{refused}");
    sitter.keys("-");
    assert!(sitter.text().contains("Human Player: 6 0 7 7 7 7 7 7 0"), "{}", sitter.text());
    assert!(!sitter.text().contains("at most"), "{}", sitter.text());

    choose_game(&mut sitter, "Kono");
    go_to_board(&mut sitter);
    sitter.keys("o");
    sitter.key(KeyCode::Right);
    sitter.keys("W");
    assert!(sitter.text().contains("White can have at most 7 pieces."), "{}", sitter.text());
    sitter.keys("B");
    // High enough to show the whole text.
    sitter.resize(80, 50);
    let kono = sitter.text();
    let line = line_with(&mut sitter, " 16 ");
    let south: Vec<&str> = line.split_whitespace().skip_while(|word| *word != "16").skip(1).collect();
    assert_eq!(south, ["O", "BB", "B", "B", "B"], "{kono}");
    sitter.key(KeyCode::Enter);
    assert!(!sitter.text().contains("set up a position"), "{}", sitter.text());
    sitter.keys("q");
    assert_eq!(sitter.text(), kono);
}

#[test]
fn a_position_is_set_up_with_the_mouse() {
    let mut sitter = setting_up();
    // The first row is Computer's.
    sitter.click_on("\u{2502} 4 \u{2502}");
    assert!(sitter.text().contains("Squares: 1 2 3 * 5 6 7 8 9"), "{}", sitter.text());
    sitter.click_on("Next \u{2039} Human \u{203a}");
    assert!(sitter.text().contains("Next Turn: Computer") || sitter.text().contains("Next \u{2039} Computer"));
    // Clicking the text moves the cursor into it.
    sitter.click_on("Squares: 1 2 3 4 5");
    sitter.keys("x");
    assert!(sitter.text().contains("1 fault"), "{}", sitter.text());
    // The board can't be changed while the text has faults, because the text would be lost.
    let faulty = sitter.text();
    sitter.click_on("\u{2502} 7 \u{2502}");
    assert!(sitter.text().contains("Correct the text first"), "{}", sitter.text());
    assert!(faulty.lines().filter(|line| line.contains("Squares:")).all(|line| sitter.text().contains(&line[..40])));

    // A click adds a seed, and a right click takes one away.
    let mut sitter = setting_up();
    choose_game(&mut sitter, "Congkak");
    let seeds = |sitter: &mut Sitter| line_with(sitter, "Human Player:").replace("  ", " ");
    assert!(seeds(&mut sitter).contains("0 7 7 7 7 7 7 7 0"), "{}", sitter.text());
    sitter.click_on_with(MouseButton::Right, "Q");
    assert!(seeds(&mut sitter).contains("0 7 7 7 7 7 6 7 0"), "{}", sitter.text());
    sitter.click_on("Q");
    assert!(seeds(&mut sitter).contains("0 7 7 7 7 7 7 7 0"), "{}", sitter.text());
}

#[test]
fn a_position_is_set_up_by_hand_with_all_faults_named() {
    let mut sitter = setting_up();
    let start = sitter.text();
    for words in ["Analysis: set up a position", "Game \u{2039} Canoga \u{203a}", "Squares: 1 2 3", "Enter analyse"] {
        assert!(start.contains(words), "no {words} in\n{start}");
    }
    // Congkak: two wrong lines, both named, and the board stays unchanged.
    choose_game(&mut sitter, "Congkak");
    assert!(sitter.text().contains("Human Player: 0 7"), "{}", sitter.text());
    // Tab leads to the size, the next player, the board and the text.
    for _ in 0..4 {
        sitter.key(KeyCode::Tab);
    }
    sitter.keys(" many");
    sitter.key(KeyCode::Down);
    sitter.keys(" x");
    let wrong = sitter.text();
    assert!(wrong.contains("2 faults") && wrong.contains("Line 1: ") && wrong.contains("Line 2: "), "{wrong}");
    assert!(!wrong.contains("Enter analyse"), "{wrong}");
    sitter.key(KeyCode::Enter);
    assert!(sitter.text().contains("set up a position"), "nothing is analysed:\n{}", sitter.text());
    // After a correction, the position can be analysed, and q returns to the same text.
    for _ in 0..2 {
        sitter.key(KeyCode::Backspace);
    }
    sitter.key(KeyCode::Up);
    for _ in 0..5 {
        sitter.key(KeyCode::Backspace);
    }
    let repaired = sitter.text();
    assert!(repaired.contains("No faults"), "{repaired}");
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
    assert!(kono.contains("\u{2039} Kono \u{203a}") && kono.contains("No faults"), "{kono}");
    let lines = sitter.text();
    sitter.ctrl('x');
    assert!(sitter.text().contains("fault"), "{}", sitter.text());
    sitter.key(KeyCode::Up);
    sitter.ctrl('n');
    sitter.event(&Event::Paste(text.lines().next().unwrap().to_owned()));
    assert!(sitter.text().contains("No faults"), "{}\n{lines}", sitter.text());
    sitter.key(KeyCode::Esc);
    assert!(sitter.text().contains("Your games"), "{}", sitter.text());
}

/// Whatever the text and the screen size, nothing panics, and a text without faults can be analysed.
#[test]
fn any_text_is_read_live() {
    let mut numbers = Random::new(5);
    let mut random = |most: usize| numbers.below(most);
    let letters: Vec<char> = "0123456789 *WBOx:()[],.\u{4e2d}".chars().collect();
    let codes = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::Tab,
        KeyCode::BackTab,
    ];
    let mut sitter = setting_up();
    for _ in 0..1500 {
        match random(12) {
            0 => sitter.resize(80 + random(60) as u16, 24 + random(20) as u16),
            1 => {
                sitter.ctrl(['n', 'x', 'u', 'w'][random(4)]);
            }
            2 => {
                let button = [MouseButton::Left, MouseButton::Right][random(2)];
                // Not on the names of keys, one of which leaves the screen.
                sitter.click_with(button, random(80) as u16, random(23) as u16);
            }
            3..6 => sitter.keys(&letters[random(letters.len())].to_string()),
            _ => {
                sitter.key(codes[random(codes.len())]);
            }
        }
        let shown = sitter.text();
        assert!(shown.contains("set up a position"), "{shown}");
        assert_eq!(shown.contains("No faults"), shown.contains("Enter analyse"), "{shown}");
    }
}
