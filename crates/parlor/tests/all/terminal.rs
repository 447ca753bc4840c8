//! Line mode and long commands on a terminal.

use crate::pty;

use pty::{Place, Pty};

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// Types an answer after its question has appeared.
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
    answer(&mut pty, "No: choose one of the sizes 5, 7, 9.", "5");
    answer(&mut pty, "Throw the dice", "2");
    pty.shows(&["It is Computer's turn."]);
    pty.keys(CTRL_C);
    pty.shows(&["Your game is saved. To continue:\n", " parlor continue kono-", " --plain"]);
    assert_eq!(pty.ended(), 130);

    let mut pty = place.start(&["continue", "--plain"]);
    pty.shows(&["Continuing "]);
    answer(&mut pty, "It is Computer's turn.", "move");
    pty.shows(&["Computer moves the piece at", "Ask for help"]);
    pty.keys(CTRL_D);
    pty.shows(&["Your game is saved.", " --plain"]);
    assert_eq!(pty.ended(), 0);
}

#[test]
fn a_long_prompt_is_broken_between_words() {
    let place = Place::new();
    let name = "Augusta Ada King Countess of Lovelace born Byron in London";
    let mut pty = place.start(&["congkak", "--plain", "--seed", "1", "--size", "5", "--name", name]);
    pty.shows(&[&format!("{name}, heads or\n"), "\ntails? >"]);
}

#[test]
fn progress_is_shown_and_removed_at_the_end() {
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
fn lines_are_edited_remembered_and_completed() {
    let place = Place::new();
    let mut pty = place.start(&["congkak", "--plain", "--seed", "1", "--size", "5"]);
    pty.shows(&["Human, heads or tails?"]);
    // Home moves the cursor to the start of the line.
    pty.keys(&format!("ads{HOME}he\r"));
    pty.shows(&["Your choice (all lets it play its whole turn) >"]);
    pty.keys("boa\t\r");
    pty.shows(&["> board\n"]);
    // Up recalls the previous line.
    pty.keys(&format!("{UP}\r"));
    pty.until("the board again", |pty| pty.text().matches("> board\n").count() == 2);
    pty.keys("le\t\r");
    pty.shows(&["Your game is saved."]);
    assert_eq!(pty.ended(), 0);
}

#[test]
fn lines_typed_ahead_are_kept() {
    let place = Place::new();
    let mut pty = place.start(&["congkak", "--plain", "--seed", "1", "--size", "5"]);
    pty.shows(&["Human, heads or tails?"]);
    pty.keys("heads\rboard\rboa\t\rleave\r");
    pty.shows(&["Your game is saved."]);
    assert_eq!(pty.ended(), 0);
}
