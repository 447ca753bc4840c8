//! Line mode and long commands on a terminal.

#![cfg(unix)]

use crate::pty;

use pty::{Place, Pty};

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// Types an answer once the question is on the screen.
#[track_caller]
fn answer(pty: &mut Pty, question: &str, answer: &str) {
    pty.shows(&[question]);
    pty.keys(&format!("{answer}\r"));
}

#[test]
fn a_game_is_begun_left_with_ctrl_c_and_continued() {
    let place = Place::new();
    let mut pty = place.start(&["--plain", "--seed", "6"]);
    answer(&mut pty, "Your choice >", "new");
    answer(&mut pty, "Which game?", "kono");
    answer(&mut pty, "How well should the computer play?", "novice");
    answer(&mut pty, "Which size?", "five");
    answer(&mut pty, "No: the size is one of 5, 7, 9.", "5");
    answer(&mut pty, "Throw the dice", "2");
    pty.shows(&["It is Computer's turn."]);
    pty.keys(CTRL_C);
    pty.shows(&["The game is kept. To go on: parlor continue kono-"]);
    assert_eq!(pty.ended(), 130);

    let mut pty = place.start(&["continue", "--plain"]);
    pty.shows(&["goes on."]);
    answer(&mut pty, "It is Computer's turn.", "move");
    pty.shows(&["Computer moves the piece at", "Ask for help"]);
    pty.keys(CTRL_D);
    pty.shows(&["The game is kept."]);
    assert_eq!(pty.ended(), 0);
}

#[test]
fn progress_is_drawn_and_gone_at_the_end() {
    let budget = "300000";
    let commands = [
        &["solve", "canoga"][..],
        &["solve", "congkak", "--size", "9", "--budget", budget],
        &["solve", "kono", "--budget", budget],
    ];
    for command in commands {
        let place = Place::new();
        let mut pty = place.start(command);
        assert_eq!(pty.ended(), 0);
        let drawn = String::from_utf8_lossy(&pty.bytes).into_owned();
        assert!(drawn.contains("\u{2591}") && drawn.contains(" %  "), "{command:?}: {drawn:?}");
        assert!(!pty.text().contains('\u{2591}'), "{command:?}:\n{}", pty.text());
    }
}

const UP: &str = "\x1b[A";
const HOME: &str = "\x01";

#[test]
fn point_18_lines_are_edited_remembered_and_completed() {
    let place = Place::new();
    let mut pty = place.start(&["congkak", "--plain", "--seed", "1", "--size", "5"]);
    pty.shows(&["Human, heads or tails?"]);
    // What is typed at the beginning of the line comes before the rest.
    pty.keys(&format!("ads{HOME}he\r"));
    pty.shows(&["Your choice >"]);
    pty.keys("boa\t\r");
    pty.shows(&["Your choice > board"]);
    // The line before is found again.
    pty.keys(&format!("{UP}\r"));
    pty.shows(&["Your choice > board\n"]);
    pty.keys("le\t\r");
    pty.shows(&["The game is kept."]);
    assert_eq!(pty.ended(), 0);
}

#[test]
fn point_4_lines_typed_ahead_are_kept() {
    let place = Place::new();
    let mut pty = place.start(&["congkak", "--plain", "--seed", "1", "--size", "5"]);
    pty.shows(&["Human, heads or tails?"]);
    pty.keys("heads\rboard\rboa\t\rleave\r");
    pty.shows(&["The game is kept."]);
    assert_eq!(pty.ended(), 0);
}
