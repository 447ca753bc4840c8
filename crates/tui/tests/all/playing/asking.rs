//! Keys, messages and the mouse.

use parlor_host::{Palette, Speed};
use parlor_rules::Game;
use parlor_tui::Opening;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Modifier;
use tempfile::TempDir;

use crate::common::{
    Sitter, app, by_hand, enter_names, enter_until, key_line, line_with, looks, playing, still, two_programs,
};

#[test]
fn messages_never_replace_the_question() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "which squares add up to");
    let question = line_with(&mut sitter, "which squares add up to");
    sitter.keys("z");
    assert!(sitter.text().contains("That key does nothing here"), "{}", sitter.text());
    assert_eq!(line_with(&mut sitter, "which squares add up to"), question);
    sitter.keys(":cover 1 2 3\n");
    assert!(sitter.text().contains("No: "), "{}", sitter.text());
    assert_eq!(line_with(&mut sitter, "which squares add up to"), question);
}

#[test]
fn an_illegal_choice_is_explained() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    let text = sitter.text();
    let row = text.lines().position(|line| line.contains(" A ") && line.ends_with(" G")).unwrap();
    let column = text.lines().nth(row).unwrap().chars().position(|letter| letter == 'A').unwrap();
    sitter.click(column as u16, row as u16);
    assert!(sitter.text().contains("Pit A is the computer's: you sow from your own row."), "{}", sitter.text());
}

#[test]
fn two_programs_can_be_paused_and_stepped() {
    let mut sitter = Sitter::playing(two_programs(Game::Kono, 5), looks(Palette::Mono, false, Speed::Normal));
    sitter.wait(3000);
    sitter.keys("p");
    assert!(
        key_line(&mut sitter).contains("p continue") && key_line(&mut sitter).contains("Enter one step"),
        "{}",
        key_line(&mut sitter)
    );
    let logged = sitter.log_lines();
    for _ in 0..50 {
        sitter.wait(1000);
    }
    assert_eq!(sitter.log_lines(), logged, "nothing happens");
    let mut steps = Vec::new();
    for _ in 0..4 {
        sitter.key(KeyCode::Enter);
        for _ in 0..20 {
            sitter.wait(1000);
        }
        steps.push(sitter.log_lines().len());
    }
    assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "each step tells something, and then it waits: {steps:?}");
    sitter.keys("p");
    for _ in 0..20 {
        sitter.wait(1000);
    }
    assert!(sitter.log_lines().len() > steps[3] + 4, "{steps:?}");
}

#[test]
fn the_mouse_needs_no_more_steps_than_enter() {
    for seed in 0..20 {
        let mut sitter = playing(Game::Canoga, 9, seed);
        enter_until(&mut sitter, "which squares add up to");
        let text = sitter.text();
        let sum: usize = text.split("add up to ").nth(1).unwrap().split('?').next().unwrap().parse().unwrap();
        if sum > 9 {
            continue;
        }
        let label = format!("\u{2502} {sum} \u{2502}");
        // Anna's row is the lower one.
        let Some(row) = text.lines().collect::<Vec<_>>().iter().rposition(|line| line.contains(&label)) else {
            continue;
        };
        let line = text.lines().nth(row).unwrap();
        let column = line[..line.find(&label).unwrap()].chars().count() + 2;
        sitter.click(column as u16, row as u16);
        assert!(sitter.log_lines().contains(&format!("You covered {sum}.")), "one click plays: {}", sitter.text());
        return;
    }
    panic!("no throw that one square makes up");
}

#[test]
fn every_input_line_shows_a_caret() {
    let caret = |sitter: &mut Sitter, words: &str| {
        let picture = sitter.picture();
        let has = |line: &str| if words.starts_with(' ') { line.starts_with(words) } else { line.contains(words) };
        let row = sitter.text().lines().position(has).unwrap_or_else(|| panic!("{}", sitter.text()));
        (0..picture.area.width).any(|x| picture[(x, row as u16)].modifier.contains(Modifier::REVERSED))
    };
    let mut sitter = by_hand(Game::Canoga);
    assert!(caret(&mut sitter, " >"), "a throw by hand");
    sitter.keys("4");
    assert!(caret(&mut sitter, " > 4"));
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys(":");
    assert!(caret(&mut sitter, " >"), "a typed move");
    sitter.key(KeyCode::Esc);
    sitter.keys("s");
    assert!(caret(&mut sitter, " > kono-"), "the name of a save");
    let home = TempDir::new().unwrap();
    let mut sitter = Sitter::before(app(Opening::Welcome, &home, still()), home);
    sitter.keys("4");
    assert!(caret(&mut sitter, "File:"), "a save to be opened");
    sitter.key(KeyCode::Esc);
    enter_names(&mut sitter);
    assert!(caret(&mut sitter, "Name "), "{}", sitter.text());
}

#[test]
fn typing_replaces_a_proposed_name() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("smine");
    assert!(line_with(&mut sitter, "> ").contains("> mine") && !sitter.text().contains("kono-1"), "{}", sitter.text());
}

#[test]
fn the_key_line_shows_what_works_now_and_nothing_else() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.resize(160, 40);
    let keys = key_line(&mut sitter);
    assert!(!keys.contains("undo") || sitter.log_lines().iter().any(|line| line.contains("plays white")), "{keys}");
    assert!(!keys.contains("Esc"), "nothing is chosen that could be taken back: {keys}");
    sitter.key(KeyCode::Enter);
    assert!(
        key_line(&mut sitter).contains("Esc take it back") && key_line(&mut sitter).contains("Enter move there"),
        "{}",
        key_line(&mut sitter)
    );
    sitter.keys("q");
    assert_eq!(key_line(&mut sitter).trim(), "Enter choose   Esc back");
    sitter.key(KeyCode::Esc);
    sitter.keys("t");
    assert!(key_line(&mut sitter).contains("Esc back"), "{}", key_line(&mut sitter));
    sitter.key(KeyCode::Esc);
    sitter.keys("i");
    sitter.key(KeyCode::Esc);
    sitter.keys(":");
    assert_eq!(key_line(&mut sitter).trim(), "Enter done   Esc back");
}
