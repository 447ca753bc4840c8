//! Saving, and leaving during a game.

use std::fs;

use parlor_rules::Game;
use parlor_store::{FileStore, Store};
use parlor_tui::TerminalAction;
use ratatui::crossterm::event::KeyCode;

use crate::common::{Sitter, enter_until, playing};

#[test]
fn saving_over_an_existing_file_asks_whether_to_replace_it() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    let file = sitter.home.path().join("mine.txt");
    fs::write(&file, "something else").unwrap();
    sitter.keys("s");
    sitter.keys(&format!("{}\n", file.display()));
    let shown = sitter.text();
    assert!(shown.contains("Replace it?"), "{shown}");
    sitter.keys("n");
    assert_eq!(fs::read_to_string(&file).unwrap(), "something else");
    assert!(sitter.text().contains("Save in which file?"), "the name is still open: {}", sitter.text());
    sitter.keys("\ny");
    assert!(fs::read_to_string(&file).unwrap().contains("Round"), "it is a save now");
    assert!(sitter.text().contains("Keep playing"), "{}", sitter.text());
}

#[test]
fn a_game_that_was_saved_proposes_the_same_name_again() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    let file = sitter.home.path().join("mine.txt").display().to_string();
    sitter.keys("s");
    sitter.keys(&format!("{file}\n"));
    sitter.key(KeyCode::Enter);
    sitter.keys("s");
    assert!(sitter.text().contains("mine.txt"), "{}", sitter.text());
    sitter.keys("\n");
    assert!(sitter.text().contains("Replace it?"), "{}", sitter.text());
}

#[test]
fn saving_is_offered_at_another_round_where_the_file_can_hold_it() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4");
    assert!(sitter.text().contains("Another round?"), "{}", sitter.text());
    sitter.keys("s");
    // A file can't hold a round that was given up, and the screen says so.
    assert!(sitter.text().contains("No: "), "{}", sitter.text());
}

#[test]
fn leaving_in_the_middle_loses_nothing() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    sitter.keys("p");
    let logged = sitter.log_lines().len();
    assert_eq!(sitter.ctrl('c'), TerminalAction::End);
    let Sitter { app: left, home, .. } = sitter;
    drop(left);
    let store = FileStore::at(home.path());
    let [kept] = &store.list().unwrap()[..] else { panic!("one game, one journal") };
    assert!(kept.about.is_ok() && logged > 3);
}
