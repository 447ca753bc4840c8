//! Dice by hand, and keys that are pressed while something moves.

use parlor_host::{Palette, Speed};
use parlor_rules::Game;
use parlor_table::{DiceSource, Setup};
use ratatui::crossterm::event::KeyCode;

use crate::common::{Sitter, by_hand, enter_until, key_line, looks, setup};

#[test]
fn a_mistyped_throw_can_be_corrected_until_the_next_decision() {
    let mut sitter = by_hand(Game::Canoga);
    sitter.keys("6 5\n");
    sitter.key(KeyCode::Esc);
    assert!(key_line(&mut sitter).contains("c correct the throw"), "{}", sitter.text());
    sitter.keys("c");
    assert!(sitter.text().contains("What did Anna's dice really show?"), "{}", sitter.text());
    sitter.keys("6 6\n");
    assert!(
        sitter.log_lines().contains(&"Corrected: the dice show 6 6, not 6 5.".to_owned()),
        "{:?}",
        sitter.log_lines()
    );
    sitter.keys("1 2\n");
    assert!(sitter.text().contains("Throw the dice"), "{}", sitter.text());
}

#[test]
fn the_thrower_stays_visible_when_a_throw_is_refused() {
    let mut sitter = by_hand(Game::Canoga);
    sitter.keys("4 7\n");
    let shown = sitter.text();
    assert!(shown.contains("You throw two dice: what do they show?"), "{shown}");
    assert!(shown.contains("No: "), "{shown}");
}

#[test]
fn keys_typed_while_dice_roll_are_kept() {
    let mut sitter = Sitter::playing(
        Setup { dice: DiceSource::Manual, ..setup(Game::Canoga, 9, 7) },
        looks(Palette::Mono, false, Speed::Normal),
    );
    enter_until(&mut sitter, "what do they show");
    sitter.keys("6 5\n");
    // Anna's dice still roll on the screen, and the computer's are thrown on the table.
    sitter.keys("1 2");
    assert!(sitter.text().contains("> 1 2"), "what is typed can be seen: {}", sitter.text());
    sitter.key(KeyCode::Enter);
    for _ in 0..40 {
        sitter.wait(200);
    }
    let logged = sitter.log_lines().join("\n");
    assert!(logged.contains("the computer threw 1 and 2"), "{logged}\n{}", sitter.text());
}

#[test]
fn skipping_needs_the_key_that_is_shown() {
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), looks(Palette::Mono, false, Speed::Normal));
    sitter.wait(10);
    let moving = |sitter: &mut Sitter| key_line(sitter).contains("Space skip");
    assert!(moving(&mut sitter), "{}", sitter.text());
    sitter.key(KeyCode::Enter);
    sitter.key(KeyCode::Esc);
    sitter.click(10, 6);
    assert!(moving(&mut sitter), "neither Enter, Esc nor a click anywhere skips: {}", sitter.text());
    sitter.keys(" ");
    assert!(!moving(&mut sitter), "{}", sitter.text());
}
