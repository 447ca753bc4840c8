//! Reviews of finished games in the background.

use std::time::Duration;

use parlor_rules::Game;
use parlor_tui::{App, Job, Opening};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tempfile::TempDir;

use crate::common::{Sitter, app, enter_until, setup, still};

/// A finished Canoga game in which the choice under the cursor was always played.
fn finished(in_background: bool) -> Sitter {
    let home = TempDir::new().unwrap();
    let app = app(Opening::Game(Box::new(setup(Game::Canoga, 9, 7)), Vec::new()), &home, still());
    let app = if in_background { app.reviewing_in_background() } else { app };
    let mut sitter = Sitter::before(app, home);
    enter_until(&mut sitter, "Round 1 is over");
    sitter
}

#[test]
fn a_finished_game_can_be_practised_without_asking_for_its_review() {
    for in_background in [false, true] {
        let mut sitter = finished(in_background);
        sitter.keys("n");
        sitter.wait(2000);
        sitter.click_on("Start screen");
        sitter.keys("7");
        let practice = sitter.text();
        assert_eq!(!practice.contains("1 game has no review yet"), in_background, "{practice}");
        assert_eq!(practice.contains("Find a better move 1 of "), in_background, "{practice}");
    }
}

#[test]
fn the_background_review_stops_while_another_game_is_played() {
    let home = TempDir::new().unwrap();
    let app = app(Opening::Game(Box::new(setup(Game::Canoga, 9, 7)), Vec::new()), &home, still());
    let mut sitter = Sitter::before(app.reviewing_in_background(), home);
    enter_until(&mut sitter, "Round 1 is over");
    // From here on, jobs don't run automatically.
    let mut app = sitter.app;
    let press = |app: &mut App, letter| {
        app.input(&Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
        app.advance(Duration::from_mins(1));
    };
    press(&mut app, 'n');
    let [first] = <[Job; 1]>::try_from(app.take_jobs()).expect("one question at a time");
    assert!(app.take_jobs().is_empty(), "the first isn't answered yet");
    // Play again.
    press(&mut app, '1');
    app.take_jobs();
    let stopped = format!("{:?}", first.run());
    assert!(stopped.contains("Stopped"), "{stopped}");
    // After leaving that game, the review continues from the same question.
    press(&mut app, 'q');
    press(&mut app, '3');
    let mut sitter = Sitter::before(app, sitter.home);
    sitter.wait(1);
    assert!(!sitter.text().contains("your mistakes (0)"), "{}", sitter.text());
}
