//! Novice, club and master earn clearly different grades. The numbers stand in `docs/review.md`; `-- --nocapture` shows
//! them.
#![allow(clippy::unwrap_used, reason = "tests may stop")]

mod support;

use parlor_engine::StopFlag;
use parlor_review::{Course, Effort, Grade, Review, SeatReview};
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_table::Table;
use support::{levels, programs, proving};

/// The limits of grades were set with rounds of smaller seeds than this.
const HELD_OUT: u64 = 5000;

/// How a level plays against club over so many rounds.
fn played(game: Game, size: i64, level: Level, rounds: u64, effort: Effort) -> SeatReview {
    let mut all = SeatReview::default();
    for seed in HELD_OUT..HELD_OUT + rounds {
        let (mut table, _) = Table::new(programs(game, size, seed, 1)).unwrap();
        levels(&mut table, usize::MAX, Pair { human: level, computer: Level::Club });
        let course = Course::of(&table);
        let answers: Vec<_> = course
            .questions()
            .map(|question| {
                (question.seat == Seat::Human).then(|| question.answer(effort, &StopFlag::default()).unwrap())
            })
            .collect();
        all = all.and(Review::of(&course, &answers).seat(Seat::Human));
    }
    println!(
        "{game} {size} {level}: {:.2} % of the spread a decision ({:.3} {}), {} decisions: {}",
        all.percent / f64::from(all.decisions),
        all.mean().unwrap(),
        game.unit(),
        all.decisions,
        all.grade(game).unwrap()
    );
    all
}

fn grades(game: Game, size: i64, rounds: u64, effort: Effort) -> [Grade; 3] {
    let grades = Level::ALL.map(|level| played(game, size, level, rounds, effort).grade(game).unwrap());
    assert!(grades[0] > grades[1] && grades[1] > grades[2], "{game} {size}: {grades:?}");
    grades
}

#[test]
fn point_3_levels_earn_different_grades_in_canoga() {
    let rounds = if proving() { 500 } else { 100 };
    assert_eq!(grades(Game::Canoga, 9, rounds, Effort::Help)[2], Grade::Expert);
}

#[test]
fn point_3_levels_earn_different_grades_in_congkak() {
    if proving() {
        grades(Game::Congkak, 5, 40, Effort::Quick);
    }
}

#[test]
fn point_3_levels_earn_different_grades_in_kono() {
    if proving() {
        grades(Game::Kono, 5, 3, Effort::Quick);
    }
}
