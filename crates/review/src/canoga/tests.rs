use parlor_engine::canoga::Solution;
use parlor_rules::canoga::{Size, Squares};
use parlor_rules::{Game, Level, Pair};
use parlor_table::{Ask, Draw, Entry, Need, Player, Setup, Table};

use super::*;
use crate::{Course, Review};

/// A round in which always the last choice is taken.
fn round(seed: u64) -> Course {
    let players = Pair { human: Player::Computer(Level::Master), computer: Player::Computer(Level::Master) };
    let setup = Setup { players, seed: seed.into(), size: Some(9), ..Setup::new(Game::Canoga) };
    let (mut table, _) = Table::new(setup).unwrap();
    loop {
        let entry = match (table.need(), table.draw()) {
            (Need::Nothing, _) => return Course::of(&table),
            (_, Draw::Entry(entry)) => entry,
            (Need::Answer(question), _) => {
                let Ask::Decide(decision) = &question.ask else { panic!("{question:?}") };
                Entry::decision(question.seat, *decision.choices().last().unwrap())
            }
            (need, _) => panic!("{need:?}"),
        };
        table.apply(entry).unwrap();
    }
}

#[expect(clippy::cast_precision_loss, reason = "a round has few throws")]
fn error(course: &Course, solution: &Solution) -> (f64, f64) {
    let answers: Vec<_> = course.questions().map(|question| Some(answer(question, solution))).collect();
    let review = Review::of(course, &answers);
    let round = &review.rounds[0];
    (round.equation().unwrap().error().abs(), 0.0001 * round.throws.len() as f64)
}

/// The boards that moves of the round led to, as the player who moved sees them.
fn boards(course: &Course) -> Vec<(Squares, Squares)> {
    let after = |question: &Question| {
        let Matter::Decision(decided) = &question.matter else { return None };
        let (Decision::Canoga(thrown), Choice::Canoga(chosen)) = (&decided.decision, decided.plays[0].choice) else {
            return None;
        };
        let after = thrown.play(chosen).unwrap();
        let covered = after.covered();
        after.outcome().is_none().then(|| (covered[question.seat], covered[question.seat.other()]))
    };
    course.questions().filter_map(after).collect()
}

#[test]
fn prove_the_equation_fails_when_one_value_is_false() {
    let mut solution = Solution::solve(Size::new(9).unwrap());
    let mut falsified = 0;
    for seed in 0..12 {
        let course = round(seed);
        let (off, most) = error(&course, &solution);
        assert!(off <= most, "{off} {most}");
        for (own, opponent) in boards(&course) {
            let true_value = solution.value(own, opponent);
            solution = solution.falsified(own, opponent, true_value + 1.0);
            let (off, most) = error(&course, &solution);
            assert!(off > most, "seed {seed}: a false value of {own:?} against {opponent:?} goes unnoticed: {off}");
            solution = solution.falsified(own, opponent, true_value);
            falsified += 1;
        }
    }
    assert!(falsified > 100, "{falsified}");
}
