//! The menu with fixed numbers, and letters that choose pits.

use parlor_host::{Palette, Speed};
use parlor_rules::Game;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Modifier;

use crate::common::{Sitter, boxed_words, enter_until, key_line, line_with, looks, playing, setup};

#[test]
fn the_four_menu_commands_are_always_keys_and_do_not_stop_every_turn() {
    for (game, size, words, keys) in [
        (Game::Canoga, 9, "which squares", ["s save", "Enter take a square", "h help", "q quit"]),
        (Game::Congkak, 7, "which pit", ["S save", "Enter sow", "H help", "Q quit"]),
        (Game::Kono, 5, "which piece", ["s save", "Enter lift", "h help", "q quit"]),
    ] {
        let mut sitter = playing(game, size, 7);
        enter_until(&mut sitter, words);
        let line = key_line(&mut sitter);
        let places = keys.map(|key| line.find(key).unwrap_or_else(|| panic!("no {key} in {line}")));
        assert!(places.is_sorted(), "in the order of the menu: {line}");
        // After a move, the next question is for another move, without a menu in between, except where dice are thrown.
        if game != Game::Canoga {
            sitter.key(KeyCode::Enter);
            sitter.key(KeyCode::Enter);
            assert!(!sitter.text().contains("Make a move"), "{}", sitter.text());
        }
    }
}

#[test]
fn h_j_k_and_l_move_the_cursor_where_letters_are_no_answers() {
    for (game, size, words) in [(Game::Canoga, 9, "which squares"), (Game::Kono, 5, "which piece")] {
        let [mut letters, mut arrows] = [0, 1].map(|_| playing(game, size, 7));
        for sitter in [&mut letters, &mut arrows] {
            enter_until(sitter, words);
        }
        letters.keys("l");
        arrows.key(KeyCode::Right);
        assert!(letters.text().contains("h, j, k and l move the cursor now, so H is the key for help."));
        assert!(key_line(&mut letters).contains("H help"), "{game}: {}", key_line(&mut letters));
        for (letter, arrow) in [("j", KeyCode::Down), ("k", KeyCode::Up), ("l", KeyCode::Right), ("h", KeyCode::Left)] {
            letters.keys(letter);
            arrows.key(arrow);
            let [one, other] = [&mut letters, &mut arrows].map(|sitter| {
                // The hints name the key for help.
                let text = sitter.text();
                text.lines().take(20).map(|line| line.replace("H gives", "h gives") + "\n").collect::<String>()
            });
            assert_eq!(one, other, "{game}: {letter}");
        }
        letters.keys("H");
        assert!(letters.text().contains("I suggest you "), "{}", letters.text());
    }
}

/// Kono with dice by hand has the most keys.
#[test]
fn the_list_of_keys_fits_the_smallest_window() {
    let mut sitter = playing(Game::Kono, 5, 7);
    sitter.key(KeyCode::F(1));
    let keys = boxed_words(&mut sitter, "Every key (press any key to close)");
    assert!(keys.contains("settings: colours, bell, help, tutor; faster, slower"), "{keys}");
    let lines = sitter.text().lines().filter(|line| line.starts_with('\u{2502}')).count();
    // Correcting a throw takes one more line.
    assert!(lines < 22 && keys.ends_with("click what can be chosen; the wheel scrolls"), "{lines} {}", sitter.text());
}

#[test]
fn h_is_help_until_another_letter_moves_the_cursor() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("h");
    assert!(sitter.text().contains("I suggest you "), "{}", sitter.text());
    // In Congkak, letters are pits, so they never move anything.
    let mut congkak = playing(Game::Congkak, 7, 7);
    enter_until(&mut congkak, "which pit");
    congkak.keys("jl");
    assert!(
        key_line(&mut congkak).contains("H help") && congkak.text().contains("This board has no pit L"),
        "{}",
        congkak.text()
    );
}

#[test]
fn the_menu_before_a_throw_has_the_numbers_of_the_menu() {
    let mut sitter = playing(Game::Canoga, 9, 7);
    enter_until(&mut sitter, "Throw the dice");
    let line = line_with(&mut sitter, "Throw the dice");
    assert!(line.contains("1 Save the game") && line.contains("[ 2 Throw the dice ]"), "{line}");
    assert!(line.contains("3 Ask for help") && line.contains("4 Quit the game"), "{line}");
}

#[test]
fn the_key_line_shows_when_help_is_unavailable() {
    let moving = looks(Palette::Mono, false, Speed::Slow);
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), moving);
    sitter.wait(10);
    assert!(key_line(&mut sitter).contains("h no help now"), "{}", sitter.text());
    sitter.keys("h");
    assert!(sitter.text().contains("Help is for your own turns. It isn't available now."), "{}", sitter.text());
}

#[test]
fn quitting_asks_once_everywhere_and_states_the_consequences() {
    let mut canoga = playing(Game::Canoga, 9, 7);
    enter_until(&mut canoga, "which squares");
    for keys in ["q", ":quit\n"] {
        canoga.keys(keys);
        let asked = boxed_words(&mut canoga, "Quit?");
        assert!(
            asked
                .contains("Give up? Neither player scores this round, and the tournament ends: you 0, the computer 0."),
            "{asked}"
        );
        canoga.key(KeyCode::Esc);
        assert!(canoga.text().contains("which squares"), "{}", canoga.text());
    }
    let mut kono = playing(Game::Kono, 5, 7);
    enter_until(&mut kono, "which piece");
    kono.keys(":quit\n");
    let asked = boxed_words(&mut kono, "Quit?");
    let costs =
        "Give up the round? That costs you 5 points, and the round is scored now: the computer wins it 0 to -5.";
    assert!(asked.contains(costs), "{asked}");
    // There was only one question after the key, because giving up was one of the choices.
    kono.keys("4");
    assert!(kono.text().contains("Another round?"), "{}", kono.text());
}

#[test]
fn the_end_offers_undo() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("q4n");
    assert!(sitter.text().contains("2 Undo"), "{}", sitter.text());
    sitter.keys("2");
    assert!(sitter.text().contains("Another round?"), "{}", sitter.text());
    assert!(sitter.text().contains("Undone: the end of the tournament."), "{}", sitter.text());
    sitter.keys("u");
    assert!(sitter.text().contains("which piece"), "{}", sitter.text());
}

#[test]
fn small_letters_choose_pits() {
    for letter in "pqrstu".chars() {
        let mut sitter = playing(Game::Congkak, 7, 7);
        enter_until(&mut sitter, "which pit");
        let pit = letter.to_ascii_uppercase();
        sitter.key(KeyCode::Char(letter));
        let chosen = sitter
            .log_lines()
            .iter()
            .any(|line| line.contains("You took") && line.contains(&format!("from pit {pit} ")))
            || sitter.text().contains(&format!("Pit {pit} is empty."));
        assert!(chosen, "{letter}: {:?}\n{}", sitter.log_lines(), sitter.text());
        assert!(!sitter.text().contains("Quit?"), "{}", sitter.text());
    }
    // Small boards have fewer pits, so the remaining letters are commands or unused.
    let mut sitter = playing(Game::Congkak, 5, 7);
    enter_until(&mut sitter, "which pit");
    sitter.keys("b");
    assert!(sitter.text().contains("Pit B is the computer's: you sow from your own row."), "{}", sitter.text());
}

#[test]
fn where_letters_choose_pits_capitals_are_the_commands_and_the_key_line_shows_them() {
    let mut sitter = playing(Game::Congkak, 7, 7);
    enter_until(&mut sitter, "which pit");
    sitter.resize(120, 40);
    let line = key_line(&mut sitter);
    for key in ["S save", "H help", "Q quit", "? keys", "E value", "R replay", "I rules"] {
        assert!(line.contains(key), "no {key} in {line}");
    }
    sitter.resize(80, 24);
    sitter.keys("H");
    assert!(sitter.text().contains("I suggest"), "{}", sitter.text());
    sitter.keys("Q");
    assert!(sitter.text().contains("Quit?"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    sitter.keys("S");
    assert!(sitter.text().contains("Save in which file?"), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    sitter.keys("?");
    assert!(sitter.text().contains("a to z      choose the pit of that letter"), "{}", sitter.text());
}

#[test]
fn undo_describes_and_greys_the_undone_entry_and_redo_repeats_it() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    assert!(!key_line(&mut sitter).contains("a redo"), "there is nothing to redo: {}", key_line(&mut sitter));
    sitter.keys("\n\n");
    let moved = sitter.log_lines().iter().rfind(|line| line.starts_with("You moved")).unwrap().clone();
    sitter.keys("u");
    assert!(sitter.text().contains(&format!("Undone: {moved}")), "{}", sitter.text());
    assert!(key_line(&mut sitter).contains("a redo"), "{}", key_line(&mut sitter));
    // Undone lines are shown in grey.
    sitter.resize(120, 40);
    let picture = sitter.picture();
    let text = sitter.text();
    let row = text.lines().position(|line| line.contains("(You moved")).unwrap_or_else(|| panic!("{text}"));
    let column = text.lines().nth(row).unwrap().chars().position(|letter| letter == '(').unwrap();
    let at = (column as u16 + 1, row as u16);
    assert!(picture[at].modifier.contains(Modifier::DIM), "{text}");
    sitter.resize(80, 24);
    sitter.keys("a");
    assert!(sitter.log_lines().iter().filter(|line| **line == moved).count() == 2, "{:?}", sitter.log_lines());
    assert!(sitter.text().contains("which piece"), "{}", sitter.text());
}
