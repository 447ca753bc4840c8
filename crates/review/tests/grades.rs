//! Novice, club and master earn clearly different grades. The numbers stand in `docs/review.md`; `-- --nocapture` shows
//! them.
#![allow(clippy::unwrap_used, reason = "tests may stop")]
#![allow(clippy::cast_precision_loss, reason = "there are few rounds")]

mod support;

use parlor_engine::StopFlag;
use parlor_review::{Course, Effort, Grade, Review, SeatReview};
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_table::Table;
use support::{levels, opening, programs, proving};

/// The limits of grades were set with rounds of smaller seeds than this.
const HELD_OUT: u64 = 5000;

/// As novice, club and master should be told apart.
const DIFFERENT: [Grade; 3] = [Grade::Beginner, Grade::Fair, Grade::Expert];

/// How a level plays a round against club after a random opening.
fn round(game: Game, size: i64, level: Level, seed: u64) -> SeatReview {
    let (mut table, _) = Table::new(programs(game, size, seed, 1)).unwrap();
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

/// How a level plays over this many rounds.
fn grade(game: Game, size: i64, level: Level, rounds: u64) -> Grade {
    let first = std::env::var("PARLOR_SEEDS").map_or(HELD_OUT, |first| first.parse().unwrap());
    let played: Vec<SeatReview> =
        (first..first + rounds).map(|seed| round(game, size, level, seed)).filter(|seat| seat.graded > 0).collect();
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

/// The grades of novice, club and master over this many rounds each; of one of them alone if that is wanted.
fn graded(game: Game, size: i64, rounds: [u64; 3]) -> Vec<(Level, Grade)> {
    let only = std::env::var("PARLOR_GRADES").ok();
    let wanted = |level: Level| only.as_ref().is_none_or(|only| *only == format!("{game} {size} {level}"));
    let levels = Level::ALL.into_iter().zip(rounds).filter(|(level, _)| wanted(*level));
    levels.map(|(level, rounds)| (level, grade(game, size, level, rounds))).collect()
}

/// Novice, club and master earn the grades that are meant for them.
fn grades(game: Game, size: i64, rounds: [u64; 3]) {
    for (level, found) in graded(game, size, rounds) {
        assert_eq!(found, DIFFERENT[level as usize], "{game} {size} {level}");
    }
}

#[test]
fn point_3_levels_earn_different_grades_in_canoga() {
    let (sizes, rounds) = if proving() { (Game::Canoga.sizes(), 500) } else { (vec![9], 100) };
    for size in sizes {
        grades(Game::Canoga, size, [rounds; 3]);
    }
}

#[test]
fn point_3_levels_earn_different_grades_in_congkak() {
    if proving() {
        grades(Game::Congkak, 5, [300, 300, 40]);
        grades(Game::Congkak, 7, [150, 150, 20]);
        grades(Game::Congkak, 9, [60, 60, 10]);
    }
}

#[test]
fn point_3_levels_earn_different_grades_in_kono() {
    if proving() {
        // Rounds of Kono differ so much that a few of them don't tell whether novice is casual or a beginner.
        let found = graded(Game::Kono, 5, [20, 20, 1]);
        assert!(found.is_sorted_by(|(_, worse), (_, better)| worse > better), "{found:?}");
    }
}
