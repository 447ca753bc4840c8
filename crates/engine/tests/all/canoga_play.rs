//! Tests of the master's play: its rounds give the results that it expects, and it never chooses anything worse than
//! the best.

use crate::ask;
use crate::positions;

use ask::{Chosen, best, rank};
use parlor_engine::Limits;
use parlor_engine::canoga::solution;
use parlor_rules::canoga::{Draft, DraftRow, Position, Size, Squares};
use parlor_rules::{DiceCount, Level, Pair, Seat, Throw};
use parlor_testkit::effort;
use positions::random_position;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn throw(dice: DiceCount, random: &mut ChaCha8Rng) -> Throw {
    let dice: Vec<i64> = (0..dice as usize).map(|_| random.random_range(1..=6)).collect();
    Throw::new(&dice).expect("dice show 1 to 6")
}

/// A round from the start; the points of the first player.
fn play_round(size: Size, level: Level, random: &mut ChaCha8Rng) -> f64 {
    let mut position = Position::start(size, Seat::Human, None);
    loop {
        if let Some(outcome) = position.outcome() {
            let points = f64::from(outcome.points);
            return if outcome.winner == Seat::Human { points } else { -points };
        }
        let dice = best(&position, level, &Limits::default()).expect("the round isn't over").dice();
        let thrown = position.throw(throw(dice, random)).expect("only allowed dice are chosen");
        position = match best(&thrown, level, &Limits::default()) {
            Some(choice) => thrown.play(choice.squares()).expect("only legal moves are chosen"),
            None => thrown.pass().expect("nothing can be played"),
        };
    }
}

#[test]
fn rounds_give_the_value_of_the_start() {
    let rounds = effort(4_000, 200_000);
    let size = Size::ALL[0];
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..rounds {
        let points = play_round(size, Level::Master, &mut random);
        sum += points;
        squares += points * points;
    }
    let rounds = f64::from(rounds);
    let mean = sum / rounds;
    let error = ((squares / rounds - mean * mean) / rounds).sqrt();
    let expected = f64::from(solution(size).value(Squares::NONE, Squares::NONE));
    println!("{rounds} rounds: {mean:.4} ± {error:.4}, expected {expected:.4}");
    assert!((mean - expected).abs() < 3.0 * error);
}

#[test]
fn going_first_on_rows_of_nine_costs_2_814() {
    let value = solution(Size::ALL[0]).value(Squares::NONE, Squares::NONE);
    assert!((value - -2.814).abs() < 1e-3, "{value}");
}

#[test]
fn every_level_plays_rounds_to_their_end() {
    for size in Size::ALL {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        for level in [Level::Novice, Level::Club, Level::Expert] {
            for _ in 0..50 {
                play_round(size, level, &mut random);
            }
        }
    }
}

#[test]
fn the_master_never_gives_value_away() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut looked_at = 0;
    for _ in 0..effort(1_000, 10_000) {
        let Some(position) = random_position(Size::ALL[0], &mut random) else { continue };
        let ranking = rank(&position, Level::Master, &Limits::default());
        assert_eq!(ranking.len(), if position.may_throw_one() { 2 } else { 1 });
        let before = best(&position, Level::Master, &Limits::default()).unwrap();
        assert_eq!(before, ranking[0]);
        assert!(ranking.iter().all(|choice| choice.exact && choice.value <= before.value));

        let mut expected = 0.0;
        let throws: Vec<Throw> = Throw::all(before.dice()).collect();
        for &throw in &throws {
            let thrown = position.throw(throw).unwrap();
            let ranking = rank(&thrown, Level::Master, &Limits::default());
            let mut legal: Vec<_> = thrown.legal_moves().collect();
            let mut ranked: Vec<_> = ranking.iter().map(Chosen::squares).collect();
            assert!(ranking.is_sorted_by(|one, next| one.value >= next.value));
            assert_eq!(best(&thrown, Level::Master, &Limits::default()), ranking.first().cloned());
            legal.sort_unstable();
            ranked.sort_unstable();
            assert_eq!(legal, ranked, "every legal move, each once");
            expected += match ranking.first() {
                Some(best) => best.value,
                None => -rank(&thrown.pass().unwrap(), Level::Master, &Limits::default())[0].value,
            };
        }
        expected /= f64::from(throws.len() as u8);
        assert!((before.value - expected).abs() < 1e-3, "{position:?}: {} but throws give {expected}", before.value);
        looked_at += 1;
    }
    assert!(looked_at >= 900);
}

#[test]
fn every_level_ranks_every_legal_move_once_and_takes_a_win() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let mut wins = 0;
    for round in 0..3_000 {
        let Some(position) = random_position(Size::ALL[round % 3], &mut random) else { continue };
        let thrown = position.throw(throw(DiceCount::Two, &mut random)).unwrap();
        for level in [Level::Novice, Level::Club, Level::Expert] {
            let ranking = rank(&thrown, level, &Limits::default());
            assert_eq!(ranking.len(), thrown.legal_moves().count());
            assert_eq!(ranking, rank(&thrown, level, &Limits::default()), "the same every time");
            let won = |chosen| thrown.play(chosen).unwrap().outcome().is_some();
            if thrown.legal_moves().any(won) {
                assert!(won(ranking[0].squares()), "{level} passes up a win");
                wins += 1;
            }
        }
    }
    assert!(wins > 20, "{wins}");
}

#[test]
fn a_finished_round_leaves_nothing_to_choose() {
    let rows = Pair { human: DraftRow { covered: (1..=9).collect(), score: 0 }, computer: DraftRow::default() };
    let draft = Draft { size: 9, rows, first: Seat::Human, next: Seat::Human, advantage: None, over: None };
    let position = draft.check().unwrap().position;
    assert!(Level::ALL.into_iter().all(|level| best(&position, level, &Limits::default()).is_none()));
}
