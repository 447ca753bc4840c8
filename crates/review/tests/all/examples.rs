//! The examples and tables in `docs/play/review.md`, recomputed.

use parlor_engine::{EngineJob, StopFlag, canoga::solution};
use parlor_review::{Effort, Grade, Marks, Matter, ReviewAnswer, ReviewQuestion, Spread};
use parlor_rules::canoga::{Position, Size, Squares};
use parlor_rules::{Decision, Game, Pair, Seat};

/// Fails with the expected text.
fn is_documented(text: &str) {
    let document = include_str!("../../../../docs/play/review.md");
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat(document).contains(&flat(text)), "docs/play/review.md should say: {text}");
}

#[test]
fn the_first_example_of_the_document_is_right() {
    let size = Size::new(9).unwrap();
    let first = f64::from(solution(size).value(Squares::NONE, Squares::NONE));
    let starts = Pair::from_fn(|seat| Position::start(size, seat, None));
    let matter = Matter::FirstThrow { throw: "6 6".parse().unwrap(), human: None, starts: Some(starts) };
    let question = ReviewQuestion { revision: 1, seat: Seat::Human, matter };
    let ReviewAnswer::Luck { before, after } = question.answer(Effort::Help, &StopFlag::default()).unwrap() else {
        panic!()
    };
    // By hand: only another 6 6 makes them throw again.
    assert!((after - first * 35.0 / 36.0).abs() < 1e-4 && before.abs() < 1e-9);
    is_documented(&format!(
        "Going first on rows of 9 is worth {first:.3} points, so before the dice for the first player the round is worth \
         0. Human throws 6 6: then 35 of Computer's 36 throws make Human first, and one makes both throw again. \
         The luck of that throw is 35/36 × {first:.3} = {after:.3} points."
    ));
}

#[test]
fn the_second_example_of_the_document_is_right() {
    let start = Position::start(Size::new(9).unwrap(), Seat::Human, None);
    let thrown = start.throw("6 3".parse().unwrap()).unwrap();
    let ranked = EngineJob::full_strength(Decision::Canoga(thrown)).rank().unwrap();
    let (best, last) = (&ranked[0], &ranked[ranked.len() - 1]);
    let mark = Marks::of(Game::Canoga, 9).mark(best.value - last.value);
    is_documented(&format!(
        "The first throw on rows of 9 is 6 3. The best choice is {}, worth {:.3}; {} is worth {:.3}. It costs {:.3} points, {} {mark}.",
        best.choice,
        best.value,
        last.choice,
        last.value,
        best.value - last.value,
        if mark.to_string() == "inaccuracy" { "an" } else { "a" },
    ));
}

#[test]
fn the_documented_marks_and_grades_match_the_code() {
    for Spread { game, size, deviation, rounds } in Spread::all() {
        let Marks { inaccuracy, mistake, blunder } = Marks::of(game, size);
        is_documented(&format!(
            "| {game} {size} | {deviation} | {rounds} | {inaccuracy:.2} | {mistake:.2} | {blunder:.2} |"
        ));
    }
    for (place, grade) in Grade::ALL.into_iter().enumerate() {
        let most = Game::ALL
            .map(|game| Grade::limits(game).get(place).map_or("more".to_owned(), |most| format!("up to {most} %")));
        is_documented(&format!("| {grade} | {} |", most.join(" | ")));
    }
}
