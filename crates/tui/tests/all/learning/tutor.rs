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
use crate::common::{Sitter, app, boxed_words, setup, still, text};

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
fn the_tutor_asks_before_a_costly_choice_and_never_undoes() {
    let mut sitter = tutored(Game::Canoga, 9, 7, Tutor::Strict);
    until_the_tutor_speaks(&mut sitter);
    let logged = sitter.log_lines().len();
    let asked = sitter.text();
    for words in ["Tutor", "Play it, think again, or see why?", "1 Play it", "2 Think again", "3 See why"] {
        assert!(asked.contains(words), "no {words} in\n{asked}");
    }
    assert!(!asked.contains("It would be better to"), "{asked}");
    sitter.keys("3");
    let explained = sitter.text();
    assert!(
        explained.contains("It would be better to ") && explained.contains("Play it, or think again?"),
        "{explained}"
    );
    assert!(!explained.contains("see why"), "{explained}");
    // "Think again" plays nothing.
    sitter.keys("2");
    assert!(!sitter.text().contains("This gives away "), "{}", sitter.text());
    assert_eq!(sitter.log_lines().len(), logged, "nothing was played");
    // The tutor warns about the choice again, and this time it is played.
    until_the_tutor_speaks(&mut sitter);
    sitter.keys("1");
    sitter.wait(2000);
    assert!(sitter.log_lines().len() > logged, "it is played");
}

#[test]
fn the_tutor_explains_the_drawbacks_of_a_move() {
    let board = "W O O O O\n   O O O O O\n   O O W O O\n   O O O O O\n   B O O O BB";
    let seat = |name, color| format!("{name}:\n   Score: 0\n   Color: {color}\n\n");
    let (computer, human) = (seat("Computer", "Black"), seat("Human", "White"));
    let save = format!("Round: 1\n\n{computer}{human}Board:\n   {board}\n\nNext Player: Human\n");
    let resumed = setup(Game::Kono, 5, 7).resuming(&parlor_saves::read(&save, None).unwrap());
    let mut sitter = Sitter::playing(resumed, Looks { tutor: Tutor::Strict, ..still() });
    sitter.keys(":3 3 se\n");
    sitter.keys("3");
    let why = boxed_words(&mut sitter, "Tutor");
    let reply = "After your choice your opponent could move the piece at (5,5) northwest. It captures the piece at (4,4), \
                 for 5 points.";
    assert!(why.contains(reply), "{why}");
    assert!(why.find(reply) < why.find("It would be better to "), "{why}");
}

#[test]
fn without_a_tutor_no_choice_is_questioned() {
    let mut sitter = after_a_round();
    assert!(!sitter.text().contains("This gives away"));
    sitter.keys("y");
    assert!(!sitter.text().contains("Tutor"), "{}", sitter.text());
}

#[test]
fn a_choice_is_played_with_a_note_if_the_tutor_is_too_slow() {
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
    // Run all jobs at once until the first pit has to be chosen.
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
    // From now on, the tutor is slow.
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
