//! The tutor's warning before a costly choice.

use std::time::Duration;

use parlor_host::Looks;
use parlor_review::Tutor;
use parlor_rules::Game;
use parlor_tui::Opening;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use tempfile::TempDir;

use super::after_a_round;
use crate::common::{Sitter, app, setup, still, text};

fn tutored(game: Game, size: i64, seed: u64, tutor: Tutor) -> Sitter {
    Sitter::playing(setup(game, size, seed), Looks { tutor, ..still() })
}

/// Plays the choice under the cursor until the tutor warns.
fn until_the_tutor_speaks(sitter: &mut Sitter) {
    for _ in 0..300 {
        if sitter.text().contains("This gives away ") {
            return;
        }
        sitter.key(KeyCode::Enter);
        sitter.wait(2000);
    }
    panic!("the tutor never spoke:\n{}", sitter.text());
}

#[test]
fn the_tutor_asks_before_a_costly_choice_and_never_takes_back() {
    let mut sitter = tutored(Game::Canoga, 9, 7, Tutor::Strict);
    until_the_tutor_speaks(&mut sitter);
    let logged = sitter.log_lines().len();
    let asked = sitter.text();
    for words in ["Tutor", "Play it, think again, or see why?", "1 Play it", "2 Think again", "3 See why"] {
        assert!(asked.contains(words), "no {words} in\n{asked}");
    }
    assert!(!asked.contains("It would be better to"), "{asked}");
    sitter.keys("3");
    assert!(sitter.text().contains("It would be better to "), "{}", sitter.text());
    // Thinking again plays nothing.
    sitter.keys("2");
    assert!(!sitter.text().contains("This gives away "), "{}", sitter.text());
    assert_eq!(sitter.log_lines().len(), logged, "nothing was played");
    // The tutor warns about the choice again, and it can be played.
    until_the_tutor_speaks(&mut sitter);
    sitter.keys("1");
    sitter.wait(2000);
    assert!(sitter.log_lines().len() > logged, "it is played");
}

#[test]
fn without_a_tutor_no_choice_is_questioned() {
    let mut sitter = after_a_round();
    assert!(!sitter.text().contains("This gives away"));
    sitter.keys("y");
    assert!(!sitter.text().contains("Tutor"), "{}", sitter.text());
}

#[test]
fn a_tutor_that_is_not_done_in_time_lets_the_choice_be_played_and_says_so() {
    let home = TempDir::new().unwrap();
    let opening = Opening::Game(Box::new(setup(Game::Congkak, 5, 3)), Vec::new());
    let mut app = app(opening, &home, Looks { tutor: Tutor::Strict, ..still() });
    let mut now = Duration::ZERO;
    let shown = |app: &mut parlor_tui::App| {
        let area = Rect::new(0, 0, 80, 24);
        let mut buffer = Buffer::empty(area);
        app.paint(area, &mut buffer);
        text(&buffer)
    };
    // Run all jobs at once until the first pit is asked for.
    for _ in 0..40 {
        app.advance(now);
        if shown(&mut app).contains("Enter sow") {
            break;
        }
        for job in app.take_jobs() {
            app.job_done(&job.run());
        }
        app.input(&Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
    }
    // From here on, the tutor is slow.
    let slow = app.take_jobs();
    assert_eq!(slow.len(), 1, "{}", shown(&mut app));
    now += Duration::from_secs(20);
    let logged = app.log_lines().len();
    app.input(&Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
    app.advance(now);
    assert!(shown(&mut app).contains("The tutor is checking your choice."), "{}", shown(&mut app));
    assert_eq!(app.wake(now), Some(now + Duration::from_secs(1)));
    now += Duration::from_millis(900);
    app.advance(now);
    assert_eq!(app.log_lines().len(), logged, "it still waits");
    now += Duration::from_millis(100);
    app.advance(now);
    app.advance(now);
    assert!(app.log_lines().len() > logged, "it is played:\n{}", shown(&mut app));
    assert!(shown(&mut app).contains("ran out of time"), "{}", shown(&mut app));
}

#[test]
fn the_tutor_is_a_setting_that_is_remembered() {
    let mut sitter = Sitter::playing(setup(Game::Canoga, 9, 7), still());
    sitter.keys("t");
    for _ in 0..5 {
        sitter.key(KeyCode::Down);
    }
    assert!(sitter.text().contains("Tutor"), "{}", sitter.text());
    sitter.key(KeyCode::Right);
    assert!(sitter.text().contains("mild: warns before blunders"), "{}", sitter.text());
}
