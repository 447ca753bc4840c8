//! Steps of a round, the parts of its result, grades, and warnings.

use crate::support;

use parlor_review::{Course, Effort, Grade, ReviewRun, Tutor};
use parlor_rules::{Decision, Game, Level, Pair, Seat};
use parlor_table::{Player, Setup, Table, read_journal, write_journal};
use support::{finished, levels, play_on, programs, random, random_start};

const BOTH: Pair<bool> = Pair { human: true, computer: true };

#[test]
fn steps_contain_every_throw_and_choice_once() {
    for (game, size) in [(Game::Canoga, 9), (Game::Congkak, 5), (Game::Kono, 5)] {
        let review = ReviewRun::new(&random(game, size, 3, 2), Effort::Quick, "").review();
        for round in &review.rounds {
            let steps = round.steps();
            assert!(steps.is_sorted_by_key(|step| step.entry), "{game}");
            assert_eq!(steps.iter().filter(|step| step.throw.is_some()).count(), round.throws.len(), "{game}");
            let chosen = round.decisions.iter().filter(|decision| {
                let is_dice = matches!(decision.decided.decision, Decision::Dice(_));
                !(is_dice && decision.decided.is_forced())
            });
            assert_eq!(steps.iter().filter(|step| step.decision.is_some()).count(), chosen.count(), "{game}");
            for step in &steps {
                assert!(step.contains(step.entry), "{game}: {}", step.entry);
                assert!(step.shown_at() <= step.entry, "{game}: {}", step.entry);
            }
        }
    }
}

/// The value curve falls by both players' costs; the rest is hindsight.
#[test]
fn costs_and_hindsight_add_up_to_the_fall_of_the_value_curve() {
    for (game, size) in [(Game::Canoga, 9), (Game::Congkak, 5)] {
        let review = finished(&Course::of(&random(game, size, 7, 1)), Effort::Quick, 2).review();
        let round = &review.rounds[0];
        let equation = round.equation().unwrap();
        assert!(equation.error().abs() < 0.001, "{game}: {equation:?}");
        let values = round.values();
        let fall = values.last().unwrap() - values[0];
        assert!((fall - equation.luck - equation.skill() - equation.hindsight).abs() < 0.001, "{game}: {equation:?}");
        let printed = equation.printed();
        assert_eq!(printed.start + printed.luck + printed.skill + printed.hindsight, printed.points, "{game}");
    }
}

#[test]
fn a_grade_needs_ten_decisions() {
    let mut seen = [0, 0];
    for seed in 0..30 {
        let review = finished(&Course::of(&random_start(Game::Canoga, 9, seed, 1, 30)), Effort::Help, 2).review();
        for seat in Seat::BOTH {
            let found = review.seat(seat);
            let is_enough = found.graded >= Grade::LEAST_DECISIONS;
            assert_eq!(found.grade(Game::Canoga).is_some(), is_enough, "{found:?}");
            assert!(found.graded <= found.decisions);
            seen[usize::from(is_enough)] += 1;
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn an_arenas_random_opening_is_not_judged() {
    for (game, size) in [(Game::Congkak, 5), (Game::Kono, 5)] {
        let (mut table, _) = Table::new(Setup { opening: 3, ..programs(game, size, 2, 1) });
        levels(&mut table, 8, Pair { human: Level::Novice, computer: Level::Novice });
        let entries: Vec<_> = table.records().map(|record| record.entry.clone()).collect();
        let read = read_journal(write_journal(table.setup(), &entries).as_bytes()).unwrap();
        assert_eq!(read.table.setup().opening, 3, "{game}: the journal says so");
        let run = finished(&Course::of(&read.table), Effort::Quick, 2);
        let review = run.review();
        let decisions = &review.rounds[0].decisions;
        let plays = |is_opening: bool| {
            let of_opening = decisions.iter().filter(|decision| decision.decided.is_opening() == is_opening);
            of_opening.map(|decision| decision.decided.plays.len()).sum::<usize>()
        };
        assert_eq!(plays(true), 3, "{game}");
        assert!(plays(false) > 0, "{game}");
        for decision in decisions.iter().filter(|decision| decision.decided.is_opening()) {
            assert!(decision.judged.is_none() && decision.mark.is_none(), "{game}");
        }
        let counted: u32 = Seat::BOTH.iter().map(|seat| review.seat(*seat).decisions).sum();
        assert_eq!(counted as usize, decisions.iter().filter(|decision| decision.judged.is_some()).count(), "{game}");
    }
}

/// A table of these players at a decision of Human's with several choices.
fn table(computer: Player) -> Table {
    let players = Pair { human: Player::Human("Ada".to_owned()), computer };
    let (mut table, _) = Table::new(Setup { players, ..programs(Game::Canoga, 9, 5, 1) });
    for most in 1..200 {
        let is_open = table.decision().is_some_and(|(seat, decision)| {
            seat == Seat::Human && matches!(decision, Decision::Canoga(_)) && decision.choices().len() > 1
        });
        if is_open {
            return table;
        }
        play_on(&mut table, usize::from(most > 1), |_, decision| decision.choices()[0]);
    }
    panic!("no decision");
}

#[test]
fn the_tutor_warns_the_player_who_decides_at_this_screen() {
    let watches = |table: &Table, here, asked_by| Tutor::Strict.watches(table, here, asked_by).is_some();
    let against_program = table(Player::Computer(Level::Club));
    let (human, computer) = (Pair { human: true, computer: false }, Pair { human: false, computer: true });
    assert!(watches(&against_program, human, None) && watches(&against_program, BOTH, None));
    assert!(!watches(&against_program, computer, None), "viewers aren't warned");
    assert!(Tutor::Off.watches(&against_program, BOTH, None).is_none());

    let people = table(Player::Human("Ben".to_owned()));
    assert!(watches(&people, BOTH, None) && watches(&people, BOTH, Some(Seat::Human)));
    assert!(!watches(&people, BOTH, Some(Seat::Computer)), "Ben asked for it");
    assert!(watches(&people, human, None) && !watches(&people, computer, None), "in two browsers Ada decides");
}
