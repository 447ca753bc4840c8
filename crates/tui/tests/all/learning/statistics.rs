//! Statistics over all reviewed games.

use parlor_engine::StopFlag;
use parlor_host::StudyCache;
use parlor_view::statistics_lines;
use ratatui::crossterm::event::KeyCode;

use super::{after_a_round, store, two_reviewed};

#[test]
fn of_two_people_one_can_be_chosen() {
    let mut sitter = two_reviewed();
    sitter.keys("8");
    let both = sitter.text();
    assert!(both.contains("Statistics: all players") && both.contains("@ player"), "{both}");
    sitter.keys("@");
    let anna = sitter.text();
    assert!(anna.contains("Statistics: Anna"), "{anna}");
    sitter.keys("@");
    assert!(sitter.text().contains("Statistics: Ben"), "{}", sitter.text());
    let rounds = |text: &str| text.lines().find(|line| line.contains("a person")).unwrap().to_owned();
    assert!(rounds(&both).contains("a person       2"), "both players played it:\n{both}");
    assert!(rounds(&anna).contains("a person       1"), "{anna}");
    // Practice keeps the player selected in the statistics.
    sitter.key(KeyCode::Esc);
    sitter.keys("7");
    let ben = sitter.text();
    assert!(ben.contains("Ben"), "{ben}");
    assert!(!ben.contains("You chose to"), "{ben}");
    sitter.keys("@@");
    assert!(sitter.text().contains("Anna"), "{}", sitter.text());
}

#[test]
fn the_table_of_statistics_is_that_of_line_mode() {
    let mut sitter = after_a_round();
    sitter.keys("v");
    sitter.key(KeyCode::Esc);
    sitter.keys("q38");
    let shown = sitter.text();
    let games = StudyCache::default().reviewed_games(&*store(&mut sitter), &StopFlag::default()).unwrap();
    for line in statistics_lines(&games.statistics(None)) {
        assert!(shown.contains(&line), "no {line} in\n{shown}");
    }
}

#[test]
fn statistics_count_reviewed_games_and_name_the_others() {
    let mut sitter = after_a_round();
    sitter.keys("q38");
    assert!(sitter.text().contains("1 game has no review yet."), "{}", sitter.text());
    sitter.key(KeyCode::Esc);
    sitter.keys("5v");
    sitter.key(KeyCode::Esc);
    sitter.key(KeyCode::Esc);
    sitter.keys("8");
    let shown = sitter.text();
    for words in ["Statistics", "Every game has a review.", "Canoga     9  novice", "mean cost", "mean luck"] {
        assert!(shown.contains(words), "no {words} in\n{shown}");
    }
}
