//! Kono: dice, passes, offers and quiet moves.

use parlor_rules::Game;

use crate::common::{Sitter, boxed_words, enter_until, key_line, line_with, playing, setup, still, two_people};

#[test]
fn the_opening_dice_never_lie_over_points_that_can_be_chosen() {
    for seed in 0..6 {
        for size in [5, 7, 9] {
            let mut sitter = two_people(Game::Kono, size, seed);
            enter_until(&mut sitter, "which piece");
            let shown = sitter.text();
            assert!(!shown.contains('\u{25cf}') && !shown.contains('\u{256d}'), "no dice on the board:\n{shown}");
            assert!(sitter.log_lines().iter().any(|line| line.starts_with("For the first turn Anna throws")));
        }
    }
}

/// A position in which Human's only piece can't move, because its target is occupied.
const STUCK: &str = "\
Round: 1

Computer:
   Score: 0
   Color: Black

Human:
   Score: 0
   Color: White

Board:
   W  O  O  O  O
   O  B  O  O  O
   O  O  O  O  O
   O  O  O  O  O
   O  O  O  B  O

Next Player: Human
";

#[test]
fn a_pass_is_shown_without_a_question() {
    let sitter = Sitter::playing(setup(Game::Kono, 5, 7).resuming(&parlor_saves::read(STUCK, None).unwrap()), still());
    assert!(
        sitter.log_lines().contains(&"All your pieces are blocked: you pass until one of them can move.".to_owned()),
        "{:?}",
        sitter.log_lines()
    );
}

#[test]
fn a_call_can_be_offered_to_the_computer() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    assert!(key_line(&mut sitter).contains("o offer to end the round"), "{}", key_line(&mut sitter));
    // Enter alone declines to offer, so the game continues.
    sitter.keys("o");
    assert!(
        boxed_words(&mut sitter, "Offer").starts_with("Offer to end the round now at 0 to 0?"),
        "{}",
        sitter.text()
    );
    sitter.keys("\n");
    assert!(!sitter.log_lines().iter().any(|line| line.contains("offers")), "{:?}", sitter.log_lines());
    sitter.keys("oy");
    let logged = sitter.log_lines().join("\n");
    assert!(logged.contains("You offered to call the round and score it as it stands."), "{logged}");
    assert!(logged.contains("The computer accepted.") || logged.contains("The computer declined."), "{logged}");
    if !sitter.text().contains("Another round?") {
        assert!(!key_line(&mut sitter).contains("o offer"), "once in ten moves: {}", key_line(&mut sitter));
        sitter.keys("o");
        assert!(sitter.text().contains("once in 10 moves"), "{}", sitter.text());
    }
}

#[test]
fn between_two_people_the_other_is_asked_about_an_offer() {
    let mut sitter = two_people(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    let first = if line_with(&mut sitter, "which piece").contains("Anna") { "Anna" } else { "Ben" };
    let other = if first == "Anna" { "Ben" } else { "Anna" };
    sitter.keys("oy");
    assert!(
        sitter.text().contains(&format!("{other}, {first} offers to call the round at 0 to 0. Call it?")),
        "{}",
        sitter.text()
    );
    sitter.keys("n");
    assert!(sitter.log_lines().contains(&format!("{other} declines.")), "{:?}", sitter.log_lines());
    assert!(line_with(&mut sitter, "which piece").contains(first), "{}", sitter.text());
    sitter.keys("\n\n");
    sitter.keys("oyy");
    assert!(sitter.log_lines().contains(&format!("{first} accepts.")), "{:?}", sitter.log_lines());
    assert!(
        sitter.log_lines().contains(&"Both players have agreed to call the round.".to_owned()),
        "{:?}",
        sitter.log_lines()
    );
    assert!(sitter.text().contains("Another round?"), "{}", sitter.text());
}

#[test]
fn quiet_moves_are_counted_down_for_the_last_fifth() {
    let mut sitter = two_people(Game::Kono, 9, 7);
    enter_until(&mut sitter, "which piece");
    // One piece of each colour moves in a circle of 16 or 6 moves, so that no position occurs three times.
    let around = |ways: &'static str| ways.split(' ').cycle();
    let (mut white, mut black) = ((1, 1), (9, 2));
    let mut white_ways = ["se"].into_iter().chain(around("sw se se ne se ne se ne ne nw sw nw sw nw sw nw"));
    let mut black_ways = ["ne"].into_iter().chain(around("ne ne nw sw sw se"));
    let step = |at: &mut (i32, i32), way: &str| {
        let line = format!(":{} {} {way}\n", at.0, at.1);
        at.0 += if way.starts_with('s') { 1 } else { -1 };
        at.1 += if way.ends_with('e') { 1 } else { -1 };
        line
    };
    for quiet in 0..90 {
        let shown = sitter.text();
        let words = if quiet < 72 {
            assert!(!shown.contains("The round is called in"), "after {quiet} moves: {shown}");
            String::new()
        } else {
            format!("The round is called in {} move", 90 - quiet)
        };
        assert!(shown.contains(&words), "after {quiet} moves: {shown}");
        let turn = shown.lines().nth(1).unwrap().split('\u{25b6}').nth(1);
        let turn = turn.unwrap_or_else(|| panic!("after {quiet} moves: {shown}"));
        let whites = turn.find("(White)").unwrap_or(usize::MAX) < turn.find("(Black)").unwrap_or(usize::MAX);
        let line = if whites {
            step(&mut white, white_ways.next().unwrap())
        } else {
            step(&mut black, black_ways.next().unwrap())
        };
        sitter.keys(&line);
    }
    let called = "The round is called, because there were 90 moves in a row without a capture or a first arrival.";
    assert!(sitter.log_lines().contains(&called.to_owned()), "{:?}", sitter.log_lines().last());
    assert!(sitter.text().contains("Another round?"), "{}", sitter.text());
}
