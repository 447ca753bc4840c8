//! Luck and skill in Canoga, which is solved.
#![allow(clippy::cast_precision_loss, reason = "a round has few throws")]

use crate::support;

use parlor_engine::StopFlag;
use parlor_review::{Course, Effort, Matter, Review, ReviewAnswer, ReviewQuestion, ReviewRun};
use parlor_rules::{DiceCount, Game, Level, Pair, Seat, Throw};
use parlor_table::{Ask, Entry, Next, Table};
use parlor_testkit::{effort, next_entry, routine};
use support::{levels, play_on, programs, random, review};

/// The allowed error of the equation for each throw.
const PRECISION: f64 = 0.0001;

#[test]
fn luck_and_skill_explain_the_result_of_random_rounds() {
    // Rounds after the first have handicaps and locked squares.
    let (tournaments, rounds) = (effort(40, 2500), 4);
    for size in Game::Canoga.sizes() {
        let mut worst: f64 = 0.0;
        let mut seen = 0;
        for seed in 0..tournaments {
            let table = random(Game::Canoga, size, seed, rounds);
            for round in &review(&table, Effort::Help).rounds {
                let equation = round.equation().unwrap();
                let most = PRECISION * round.throws.len() as f64;
                assert!(equation.error().abs() <= most, "rows of {size}, seed {seed}: {equation:?}");
                worst = worst.max(equation.error().abs() / round.throws.len() as f64);
                let printed = equation.printed();
                assert_eq!(printed.points, printed.start + printed.luck + printed.skill);
                assert_eq!(printed.skill, printed.costs.computer - printed.costs.human);
                assert!(round.decisions.iter().all(|decision| decision.cost() >= 0.0));
                seen += 1;
            }
        }
        assert_eq!(seen, tournaments * u64::from(rounds));
        println!("rows of {size}: {seen} rounds, off by at most {worst:.2e} for each throw");
    }
}

#[test]
fn the_mean_luck_over_all_throws_is_zero() {
    let luck = |question: &ReviewQuestion| match question.answer(Effort::Help, &StopFlag::default()).unwrap() {
        ReviewAnswer::Luck { before, after } => after - before,
        other => panic!("{other:?}"),
    };
    let with = |question: &ReviewQuestion, shown: Throw| {
        let mut question = question.clone();
        match &mut question.matter {
            Matter::FirstThrow { throw, .. } | Matter::Throw { throw, .. } => *throw = shown,
            Matter::Decision(_) => unreachable!(),
        }
        question
    };
    for (size, seed) in [(9, 1), (10, 2), (11, 3)] {
        let mut one_die = 0;
        for question in Course::of(&random(Game::Canoga, size, seed, 3)).questions() {
            let dice = match &question.matter {
                Matter::FirstThrow { .. } => DiceCount::Two,
                Matter::Throw { chosen, .. } => *chosen,
                Matter::Decision(_) => continue,
            };
            one_die += usize::from(dice == DiceCount::One);
            let total: f64 = Throw::all(dice).map(|throw| luck(&with(question, throw))).sum();
            assert!(total.abs() < 1e-9, "{total} {question:?}");
        }
        println!("rows of {size}: {one_die} throws of one die");
    }
}

#[test]
fn prove_a_masters_own_rounds_cost_nothing() {
    let rounds = effort(10, 300);
    for size in Game::Canoga.sizes() {
        let (mut table, _) = Table::new(programs(Game::Canoga, size, 7, rounds));
        levels(&mut table, usize::MAX, Pair { human: Level::Master, computer: Level::Master });
        for round in &review(&table, Effort::Help).rounds {
            for decision in &round.decisions {
                assert!(decision.cost() <= 0.0005, "{decision:?}");
            }
        }
    }
}

#[test]
fn forced_decisions_do_not_count() {
    let review = review(&random(Game::Canoga, 9, 5, 2), Effort::Help);
    let (mut forced, mut free) = (0, 0);
    for decision in review.rounds.iter().flat_map(|round| &round.decisions) {
        let choices = decision.decided.decision.choices().len();
        assert_eq!(decision.judged.is_none(), choices == 1, "{decision:?}");
        if choices == 1 { forced += 1 } else { free += 1 }
    }
    assert!(forced > 0 && free > 0);
    let counted: u32 = Seat::BOTH.map(|seat| review.seat(seat).decisions).iter().sum();
    assert_eq!(counted, free);
}

#[test]
fn a_round_given_up_has_costs_and_luck_but_no_equation() {
    let mut setup = programs(Game::Canoga, 9, 11, 1);
    setup.players.human = parlor_table::Player::Human("Ada".to_owned());
    let (mut table, _) = Table::new(setup);
    let mut moves = 0;
    play_on(&mut table, 6, |_, decision| {
        moves += 1;
        decision.choices()[0]
    });
    assert_eq!(moves, 6);
    let unfinished = review(&table, Effort::Help);
    let [round] = &unfinished.rounds[..] else { panic!("{unfinished:?}") };
    assert!(round.start.is_some() && round.luck().is_some() && round.points.is_none() && round.equation().is_none());
    let at_menu = |table: &Table| matches!(table.next(), Next::Ask(asked) if matches!(asked.ask, Ask::Menu { .. }));
    // Continue to a menu, and give up.
    while !at_menu(&table) {
        let entry = next_entry(&table, |question| routine(question, |_, decision| decision.choices()[0])).unwrap();
        table.apply(entry).unwrap();
    }
    let quit = parlor_table::Answer::Menu(parlor_table::MenuItem::Quit);
    table.apply(Entry::decision(Seat::Human, quit)).unwrap();
    let given_up = review(&table, Effort::Help);
    let round = &given_up.rounds[0];
    assert_eq!(round.given_up, Some(Seat::Human));
    assert!(round.equation().is_none() && round.luck().is_some() && !round.decisions.is_empty());
}

#[test]
fn a_tournament_from_a_save_starts_at_its_position() {
    let (mut table, _) = Table::new(programs(Game::Canoga, 9, 21, 1));
    play_on(&mut table, 8, |_, decision| decision.choices()[0]);
    let text = table.save_text().unwrap();
    let save = parlor_saves::read(&text, None).unwrap();
    let (mut resumed, _) = Table::new(programs(Game::Canoga, 9, 5, 1).resuming(&save));
    play_on(&mut resumed, usize::MAX, |_, decision| *decision.choices().last().unwrap());
    let review = review(&resumed, Effort::Help);
    let round = &review.rounds[0];
    let equation = round.equation().unwrap();
    assert!(round.throws.iter().all(|throw| !throw.for_first));
    assert!(equation.error().abs() <= PRECISION * round.throws.len() as f64, "{equation:?}");
}

#[test]
fn undone_entries_are_left_out_and_revisions_stay() {
    let mut setup = programs(Game::Canoga, 9, 3, 1);
    setup.players.human = parlor_table::Player::Human("Ada".to_owned());
    setup.players.computer = parlor_table::Player::Human("Bob".to_owned());
    let (mut table, _) = Table::new(setup);
    play_on(&mut table, 5, |_, decision| decision.choices()[0]);
    let before = Course::of(&table);
    table.apply(Entry::Undo).unwrap();
    table.apply(Entry::Redo).unwrap();
    let after = Course::of(&table);
    assert_eq!(before.rounds, after.rounds);
    assert_eq!(after.revision, before.revision + 2);
    let revisions: Vec<u64> = after.questions().map(|question| question.revision).collect();
    assert!(revisions.is_sorted());
}

#[test]
fn partial_answers_give_a_partial_review() {
    let course = Course::of(&random(Game::Canoga, 9, 2, 1));
    let none = vec![None; course.questions().count()];
    let review = Review::of(&course, &none);
    assert!(review.rounds[0].equation().is_none());
    assert_eq!(review.rounds[0].unanswered, none.len());
    let stop = StopFlag::default();
    stop.set();
    let mut run = ReviewRun::of(course, Effort::Help, "");
    run.finish(2, &stop, &|_, _| ());
    assert_eq!(run.answers(), none);
    assert_eq!(run.stored(), None, "half a review isn't stored");
}
