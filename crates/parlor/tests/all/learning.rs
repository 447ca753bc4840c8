//! Tutor, practice and statistics in line mode.

use std::fs;

use parlor_testkit::Home;

use crate::output::out;

fn order(text: &str, words: &[&str]) {
    let mut rest = text;
    for word in words {
        let at = rest.find(word).unwrap_or_else(|| panic!("no \u{201c}{word}\u{201d} in its place:\n{text}"));
        rest = &rest[at + word.len()..];
    }
}

/// Starts a game in which Human first throws 2 and 6, and then 3 and 4.
fn with_dice(home: &Home) {
    fs::write(home.path().join("dice.txt"), "6 6\n1 1\n2 6\n3 4\n").unwrap();
}

const GAME: [&str; 5] = ["canoga", "--dice", "dice.txt", "--size", "9"];

#[test]
fn the_tutor_asks_before_a_costly_choice_and_undoes_nothing() {
    let home = Home::new();
    with_dice(&home);
    let asks = "This gives away 5.44 points. Play it, think again, or see why?";
    let strict = [&GAME[..], &["--tutor", "strict"]].concat();
    let text = out(&home.run(&strict, "2\ncover 5 3\nnonsense\nwhy\nagain\ncover 8\n"));
    order(
        &text,
        &[
            "> cover 5 3",
            asks,
            "Type play, again or why.",
            asks,
            "> why",
            "It would be better to cover 8.",
            "This gives away 5.44 points. Play it, or think again? (play or again) > again",
        ],
    );
    order(&text, &["> cover 8", "Human covers 8."]);
    assert!(!text.contains("Human covers 5 and 3."), "{text}");
    let text = out(&home.run(&strict, "2\ncover 5 3\nplay\n"));
    order(&text, &[asks, "> play", "Human covers 5 and 3."]);
    let text = out(&home.run(&GAME, "2\ncover 5 3\n"));
    assert!(!text.contains(asks) && text.contains("Human covers 5 and 3."), "the tutor is off by default: {text}");
}

#[test]
fn the_tutor_explains_the_drawbacks_of_a_move() {
    let home = Home::new();
    let board = "W O O O O\n   O O O O O\n   O O W O O\n   O O O O O\n   B O O O BB";
    let seat = |name, color| format!("{name}:\n   Score: 0\n   Color: {color}\n\n");
    let (computer, human) = (seat("Computer", "Black"), seat("Human", "White"));
    let save = format!("Round: 1\n\n{computer}{human}Board:\n   {board}\n\nNext Player: Human\n");
    fs::write(home.path().join("kono.txt"), save).unwrap();
    let text = out(&home.run(&["--resume", "kono.txt", "--tutor", "strict"], "3 3 se\nwhy\nleave\n"));
    order(
        &text,
        &[
            "> why",
            "After your choice your opponent could move the piece at (5,5) northwest.",
            "It captures the piece at (4,4), for 5 points.",
            "It would be better to ",
        ],
    );
}

#[test]
fn a_game_finished_in_lines_can_be_practised_at_once() {
    let home = Home::new();
    with_dice(&home);
    let save = "Computer:\n   Squares: * 2 3 4 5 6 7 8 9\n   Score: 0\n\nHuman:\n   Squares: * * 3 * 5 * * 8 *\n   \
                Score: 0\n\nFirst Turn: Computer\nNext Turn: Human\n";
    fs::write(home.path().join("nearly.txt"), save).unwrap();
    fs::write(home.path().join("nearly.dice"), "2 6\n4 4\n").unwrap();
    let resumed = ["--resume", "nearly.txt", "--dice", "nearly.dice"];
    let text = out(&home.run(&resumed, "2\ncover 5 3\ncover 8\n2\nno\n"));
    order(&text, &["The tournament is over.", "Reviewed: parlor review shows the cost of each decision"]);
    let text = out(&home.run(&["practice"], ""));
    order(&text, &["Mistake 1 of 1, from canoga-", "Dice: 2 6"]);
    let text = out(&home.run(&["statistics"], ""));
    assert!(text.contains("Every game has a review."), "{text}");
    // An unfinished game isn't reviewed, and in the other games a review takes too long for the end of the program.
    let text = out(&home.run(&GAME, "2\ncover 5 3\nleave\n"));
    assert!(!text.contains("eviewed") && !text.contains("parlor review"), "{text}");
    let text = out(&home.run(&["kono", "--seed", "1", "--size", "5"], "2\nwhite\nhelp\nplay it\nquit\nyes\nno\n"));
    order(&text, &["The tournament is over.", "To see the cost of each decision: parlor review"]);
}

#[test]
fn help_in_lines_is_short_and_lists_everything_when_asked_again() {
    let home = Home::new();
    let save = "Round: 1\n\nComputer:\n   Score: 0\n   Color: Black\n\nHuman:\n   Score: 0\n   Color: White\n\n\
                Board:\n   W W W W W\n   W O O O W\n   O O O O O\n   B O O O B\n   B B B B B\n\nNext Player: Human\n";
    fs::write(home.path().join("kono.txt"), save).unwrap();
    let text = out(&home.run(&["--resume", "kono.txt"], "help\nhelp\nplay it\nleave\n"));
    let otherwise = text.lines().find(|line| line.starts_with("Otherwise: ")).unwrap();
    assert!(otherwise.chars().count() <= 80 && otherwise.ends_with(" more."), "{otherwise}");
    assert!(otherwise.matches(';').count() >= 2, "at least two others: {otherwise}");
    order(&text, &["I suggest you ", "type \u{201c}play it\u{201d}. For all 8 choices, type help again.", "> help"]);
    order(&text, &["All choices, the best first:\n  1. ", "\n  8. ", "> play it\n", "Human moves the piece at "]);
    assert_eq!(text.matches("I suggest you ").count(), 1, "{text}");
}

/// A script waits for the tutor, whose effort is limited but not its time: equal answers give the same game.
#[test]
fn with_scripted_answers_the_tutor_always_checks() {
    let home = Home::new();
    let game = ["congkak", "--seed", "4", "--size", "5", "--level", "novice", "--tutor", "strict"];
    let script = "heads\nP\nplay\nQ\nplay\nR\nplay\nleave\n";
    // The last line contains the name of the journal, which is different in each run.
    let played = || {
        let text = out(&home.run(&game, script));
        text.trim_end().rsplit_once('\n').unwrap().0.to_owned()
    };
    let once = played();
    assert!(once.contains("This gives away "), "{once}");
    assert!(!once.contains("unchecked"), "{once}");
    assert_eq!(once, played());
}

#[test]
fn mistakes_are_practised_and_counted() {
    let home = Home::new();
    with_dice(&home);
    let nothing = home.run(&["practice"], "");
    assert_eq!(nothing.status.code(), Some(1));
    out(&home.run(&GAME, "2\ncover 5 3\nleave\n"));
    let text = out(&home.run(&["statistics"], ""));
    order(&text, &["You have no reviewed rounds yet.", "1 game has no review yet."]);
    assert!(home.run(&["review", "--all"], "").status.success());
    let text = out(&home.run(&["practice"], "cover 4 4\ncover 5 3\ncover 7 1\ncover 8\n"));
    order(
        &text,
        &[
            "Mistake 1 of 1, from canoga-",
            "Dice: 2 6",
            "> cover 4 4\nNo: ",
            "> cover 5 3\nThat is the move from the game. Find a better one.",
            "> cover 7 1\nNot yet: that gives away ",
            "> cover 8\nRight: there is no better choice.",
            "That was the last mistake.",
        ],
    );
    assert!(!text.contains("cover 8.\n"), "the answer is shown only when asked for: {text}");
    let text = out(&home.run(&["practice"], "show\n"));
    order(&text, &["> show\nThe best choice is cover 8.", "  It covers the largest square"]);
    let text = out(&home.run(&["statistics"], ""));
    order(&text, &["game    size  against", "Canoga     9  club", "5.44 points", "Every game has a review."]);
}
