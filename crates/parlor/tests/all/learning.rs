//! Tutor, practice and statistics in lines.

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

/// Human begins with a throw of 2 and 6, and then 3 and 4.
fn with_dice(home: &Home) {
    fs::write(home.path().join("dice.txt"), "6 6\n1 1\n2 6\n3 4\n").unwrap();
}

const GAME: [&str; 5] = ["canoga", "--dice", "dice.txt", "--size", "9"];

#[test]
fn point_6_the_tutor_asks_before_a_costly_choice_and_takes_nothing_back() {
    let home = Home::new();
    with_dice(&home);
    let asks = "This gives up 5.44 points. Play it, think again, or see why?";
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
            asks,
            "> again",
        ],
    );
    order(&text, &["> cover 8", "Human covers 8."]);
    assert!(!text.contains("Human covers 5 and 3."), "{text}");
    let text = out(&home.run(&strict, "2\ncover 5 3\nplay\n"));
    order(&text, &[asks, "> play", "Human covers 5 and 3."]);
    let text = out(&home.run(&GAME, "2\ncover 5 3\n"));
    assert!(!text.contains(asks) && text.contains("Human covers 5 and 3."), "it is off unless wanted: {text}");
}

/// A script waits for the tutor, whose effort is limited and whose time isn't: the same answers give the same game.
#[test]
fn point_6_with_scripted_answers_the_tutor_always_checks() {
    let home = Home::new();
    let game = ["congkak", "--seed", "3", "--size", "5", "--level", "novice", "--tutor", "strict"];
    let script = "heads\nP\nplay\nQ\nplay\nR\nplay\nleave\n";
    // The last line has the name of the journal, which is another one each time.
    let played = || {
        let text = out(&home.run(&game, script));
        text.trim_end().rsplit_once('\n').unwrap().0.to_owned()
    };
    let once = played();
    assert!(once.contains("This gives up "), "{once}");
    assert!(!once.contains("unchecked"), "{once}");
    assert_eq!(once, played());
}

#[test]
fn points_5_and_8_mistakes_are_practised_and_counted() {
    let home = Home::new();
    with_dice(&home);
    let nothing = home.run(&["practice"], "");
    assert_eq!(nothing.status.code(), Some(1));
    out(&home.run(&GAME, "2\ncover 5 3\nleave\n"));
    let text = out(&home.run(&["statistics"], ""));
    order(&text, &["There is no reviewed round of yours yet.", "1 game has no review yet."]);
    out(&home.run(&["review", "--all"], ""));
    let text = out(&home.run(&["practice"], "cover 4 4\ncover 5 3\ncover 7 1\ncover 8\n"));
    order(
        &text,
        &[
            "Mistake 1 of 1, from canoga-",
            "Dice: 2 6",
            "> cover 4 4\nNo: ",
            "> cover 5 3\nThat is what was played. There is something better.",
            "> cover 7 1\nNot yet: that gives up ",
            "> cover 8\nRight: nothing is better.",
            "That was the last of them.",
        ],
    );
    assert!(!text.contains("cover 8.\n"), "the answer is shown only when asked for: {text}");
    let text = out(&home.run(&["practice"], "show\n"));
    order(&text, &["> show\nThe best is cover 8.", "  It covers the largest square"]);
    let text = out(&home.run(&["statistics"], ""));
    order(&text, &["game    size  against", "Canoga     9  club", "5.44 points", "Every game has a review."]);
}
