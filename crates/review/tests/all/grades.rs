//! Novice, club and master earn clearly different grades; expert is too near to both of its neighbours. The numbers are in
//! `docs/play/review.md`; `-- --nocapture` prints them.
#![allow(clippy::cast_precision_loss, reason = "there are few rounds")]

use crate::support;

use parlor_engine::StopFlag;
use parlor_review::{Course, Effort, Grade, Review, SeatReview};
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_table::Table;
use parlor_testkit::proving;
use support::{levels, opening, programs};

/// The first seed of the rounds for this test: the limits of grades were set with smaller seeds.
const HELD_OUT: u64 = 5000;

/// The grades that novice, club and master should earn.
const DIFFERENT: [Grade; 3] = [Grade::Beginner, Grade::Fair, Grade::Excellent];

/// One round of a level against club after a random opening.
fn round(game: Game, size: i64, level: Level, seed: u64) -> SeatReview {
    let (mut table, _) = Table::new(programs(game, size, seed, 1));
    let opened = opening(&mut table, seed);
    levels(&mut table, usize::MAX, Pair { human: level, computer: Level::Club });
    let course = Course::of(&table);
    let answers: Vec<_> = course
        .questions()
        .map(|question| {
            let own = question.seat == Seat::Human && question.revision > opened;
            own.then(|| question.answer(Effort::Quick, &StopFlag::default()).unwrap())
        })
        .collect();
    Review::of(&course, &answers).seat(Seat::Human)
}

/// The result of a level over `rounds` rounds.
fn grade(game: Game, size: i64, level: Level, rounds: u64) -> Grade {
    let seeds = HELD_OUT..HELD_OUT + rounds;
    let played: Vec<SeatReview> =
        seeds.map(|seed| round(game, size, level, seed)).filter(|seat| seat.graded > 0).collect();
    let all = played.iter().copied().fold(SeatReview::default(), SeatReview::and);
    let mean = all.percent / f64::from(all.graded);
    // Decisions of one round depend on each other, so the error is that of a ratio of sums over rounds.
    let off = |seat: &SeatReview| (seat.percent - mean * f64::from(seat.graded)).powi(2);
    let error = played.iter().map(off).sum::<f64>().sqrt() / f64::from(all.graded);
    let grade = all.grade(game).unwrap();
    println!(
        "{game} {size} {level}: {mean:.2} \u{b1} {error:.2} %, {grade} ({} decisions, {} rounds)",
        all.graded,
        played.len(),
    );
    grade
}

/// Novice, club and master earn the expected grades.
fn grades(game: Game, size: i64, rounds: [u64; 3]) {
    let levels = [Level::Novice, Level::Club, Level::Master];
    for ((level, rounds), different) in levels.into_iter().zip(rounds).zip(DIFFERENT) {
        assert_eq!(grade(game, size, level, rounds), different, "{game} {size} {level}");
    }
}

#[test]
fn levels_earn_different_grades_in_canoga() {
    let (sizes, rounds) = if proving() { (Game::Canoga.sizes(), 500) } else { (vec![9], 100) };
    for size in sizes {
        grades(Game::Canoga, size, [rounds; 3]);
    }
}

#[test]
#[ignore = "takes a long time: cargo xtask prove"]
fn levels_earn_different_grades_in_congkak() {
    grades(Game::Congkak, 5, [300, 300, 40]);
    grades(Game::Congkak, 7, [150, 150, 20]);
    grades(Game::Congkak, 9, [60, 60, 10]);
}

#[test]
#[ignore = "takes a long time: cargo xtask prove"]
fn levels_earn_different_grades_in_kono() {
    // Kono rounds vary so much that a few of them can't tell a casual player from a beginner.
    let rounds = [(Level::Novice, 20), (Level::Club, 20), (Level::Master, 1)];
    let found = rounds.map(|(level, rounds)| grade(Game::Kono, 5, level, rounds));
    assert!(found.is_sorted_by(|worse, better| worse > better), "{found:?}");
}
