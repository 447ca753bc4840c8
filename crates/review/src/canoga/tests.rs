use std::ops::ControlFlow;

use parlor_engine::canoga::Solution;
use parlor_rules::{Decision, Game, Level, Pair};
use parlor_table::{Player, Setup, Table};
use parlor_testkit::{next_entry, routine};

use super::*;
use crate::{Course, Review};

/// A round in which every decision takes the last choice.
fn round(seed: u64) -> Course {
    let players = Pair { human: Player::Computer(Level::Master), computer: Player::Computer(Level::Master) };
    let setup = Setup { players, seed: seed.into(), size: Some(9), ..Setup::new(Game::Canoga) };
    let (mut table, _) = Table::new(setup);
    let last = |decision: &Decision| *decision.choices().last().unwrap();
    while let Some(entry) = next_entry(&table, |question| routine(question, |_, decision| last(decision))) {
        table.apply(entry).unwrap();
    }
    Course::of(&table)
}

#[expect(clippy::cast_precision_loss, reason = "a round has few throws")]
fn error(course: &Course, solution: &Solution) -> (f64, f64) {
    let answers: Vec<_> = course.questions().map(|question| Some(answer(question, solution))).collect();
    let review = Review::of(course, &answers);
    let round = &review.rounds[0];
    (round.equation().unwrap().error().abs(), 0.0001 * round.throws.len() as f64)
}

#[test]
fn the_equation_fails_when_the_values_are_wrong() {
    let solution = Solution::solve(9);
    // A single sweep ignores every turn after the first.
    let wrong = Solution::solve_to(9, f32::INFINITY, |_| ControlFlow::Continue(())).unwrap();
    for seed in 0..12 {
        let course = round(seed);
        let (off, most) = error(&course, &solution);
        assert!(off <= most, "{off} {most}");
        let (off, most) = error(&course, &wrong);
        assert!(off > most, "seed {seed}: wrong values go unnoticed: {off}");
    }
}
