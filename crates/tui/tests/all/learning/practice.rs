//! "Find a better move": practice with one mistake, and with all collected mistakes.

use std::time::SystemTime;

use parlor_engine::StopFlag;
use parlor_host::{PracticeFile, StudyCache, seconds};
use parlor_review::PracticeLog;
use parlor_tui::Opening;
use parlor_view::review_to_do;
use ratatui::crossterm::event::KeyCode;

use super::{after_a_round, store};
use crate::common::{Sitter, app, key_line, still};

#[test]
fn a_mistake_becomes_an_exercise_and_the_answer_is_shown_only_when_asked() {
    let mut sitter = after_a_round();
    sitter.keys("v");
    // Find the next costly decision that is a mistake.
    for _ in 0..30 {
        if key_line(&mut sitter).contains("f better move") {
            break;
        }
        sitter.keys("m");
    }
    sitter.keys("f");
    let asked = sitter.text();
    assert!(asked.contains("Find a better move") && asked.contains("You chose to"), "{asked}");
    assert!(!asked.contains("The best is"), "{asked}");
    // Letters aren't answers here, so they can move the cursor.
    sitter.keys("l");
    let moved = sitter.text();
    sitter.keys("h");
    assert_ne!(sitter.text(), moved);
    sitter.key(KeyCode::Right);
    assert_eq!(sitter.text(), moved);
    sitter.keys("!");
    assert!(sitter.text().contains("The best choice is "), "{}", sitter.text());
    sitter.key(KeyCode::Enter);
    assert!(sitter.text().contains("Review: Canoga"), "back to the review:\n{}", sitter.text());
}

#[test]
fn practice_has_the_mistakes_of_all_reviewed_games() {
    let mut sitter = after_a_round();
    sitter.keys("q3");
    assert!(sitter.text().contains("Practice: your mistakes (0)"), "{}", sitter.text());
    sitter.keys("7");
    let empty = sitter.text();
    assert!(
        empty.contains("There are no mistakes to practise yet.") && empty.contains("1 game has no review yet."),
        "{empty}"
    );
    sitter.key(KeyCode::Esc);
    // After its review, the game provides mistakes to practise.
    sitter.keys("5v");
    sitter.key(KeyCode::Esc);
    sitter.key(KeyCode::Esc);
    let start = sitter.text();
    assert!(start.contains("Practice: your mistakes (") && !start.contains("mistakes (0)"), "{start}");
    sitter.keys("7");
    let first = sitter.text();
    assert!(first.contains("Find a better move") && first.contains("You chose to"), "{first}");
    // Next time, the practised mistake comes later, if there is another one.
    let several = first.contains("Find a better move 1 of ");
    sitter.key(KeyCode::Esc);
    sitter.keys("7");
    if several {
        assert_ne!(sitter.text(), first);
    }
}

#[test]
fn a_practised_mistake_is_remembered_and_comes_later_the_next_time() {
    let first = after_a_round();
    let file = PracticeFile::at(first.home.path().join("practice.txt"));
    let mut sitter = Sitter::before(first.app.practising(file.clone()), first.home);
    sitter.keys("v");
    sitter.key(KeyCode::Esc);
    sitter.keys("q3");
    assert_eq!(file.read(), PracticeLog::default());
    sitter.keys("7");
    let worst = sitter.text();
    assert!(worst.contains("Find a better move 1 of "), "several mistakes are needed:\n{worst}");
    assert_eq!(file.read().to_string().lines().count(), 1, "one was seen");
    sitter.key(KeyCode::Esc);
    // The practice log survives a restart, and line mode uses the same order.
    let games = StudyCache::default().reviewed_games(&*store(&mut sitter), &StopFlag::default()).unwrap();
    let order = games.mistakes(None, &file.read(), seconds(SystemTime::now()));
    let home = sitter.home;
    let mut again = Sitter::before(app(Opening::Welcome, &home, still()).practising(file.clone()), home);
    again.keys("7");
    assert_ne!(again.text(), worst);
    let words = format!("You chose to {}", review_to_do(order[0].exercise.played));
    assert!(again.text().contains(&words), "no {words} in\n{}", again.text());
    assert_eq!(file.read().to_string().lines().count(), 2, "another was seen");
}

#[test]
fn a_try_is_judged() {
    let mut sitter = after_a_round();
    sitter.keys("v");
    for _ in 0..30 {
        if key_line(&mut sitter).contains("f better move") {
            break;
        }
        sitter.keys("m");
    }
    sitter.keys("f");
    // The mistake itself is rejected, and another choice is accepted.
    let mistake = sitter.text();
    let (_, played) = mistake.split_once("You chose to ").unwrap();
    let squares: Vec<&str> = played.split(" with ").next().unwrap().split_whitespace().skip(1).collect();
    let verb = played.split_whitespace().next().unwrap();
    let mut found = false;
    for first in 0..18 {
        let mut tried = sitter.text();
        if !tried.contains("Find a better move") {
            break;
        }
        for _ in 0..first {
            sitter.key(KeyCode::Tab);
        }
        for _ in 0..3 {
            sitter.key(KeyCode::Enter);
            tried = sitter.text();
            if ["Right:", "Not yet:", "That is what was played."].iter().any(|words| tried.contains(words)) {
                break;
            }
        }
        if tried.contains("Right:") {
            found = true;
            break;
        }
    }
    assert!(found, "nothing better was found than to {verb} {squares:?}:\n{}", sitter.text());
}
