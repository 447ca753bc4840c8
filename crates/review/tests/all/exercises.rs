//! "Find better" always accepts the best choice and rejects the mistake, and statistics count the rounds played.

use crate::support;

use parlor_engine::StopFlag;
use parlor_review::{Against, Effort, Exercise, Mark, Mistake, PracticeLog, Statistics, Verdict};
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_testkit::{effort, proving};

const BOTH: Pair<bool> = Pair { human: true, computer: true };

/// Checks an exercise: the best is accepted, the mistake is rejected, and nothing is better than the best.
fn check(exercise: &Exercise) {
    let stop = StopFlag::default();
    assert_eq!(exercise.attempt(exercise.played, Effort::Quick, &stop), Ok(Verdict::Mistake));
    let best = exercise.judge(exercise.played, Effort::Quick, &stop).unwrap().best[0];
    assert_ne!(best, exercise.played, "{exercise:?}");
    assert_eq!(exercise.attempt(best, Effort::Quick, &stop), Ok(Verdict::Best), "{exercise:?}");
    for choice in exercise.decision.choices() {
        match exercise.attempt(choice, Effort::Quick, &stop).unwrap() {
            Verdict::Found { cost, .. } | Verdict::Worse { cost, .. } => assert!(cost >= 0.0, "{exercise:?}"),
            Verdict::Best => assert_eq!(choice, best, "nothing is better than the best"),
            Verdict::Mistake => assert_eq!(choice, exercise.played),
        }
    }
}

#[test]
fn exercises_accept_the_best_and_reject_the_mistake() {
    let all = usize::MAX;
    let games = if proving() {
        vec![
            (Game::Canoga, 11, 20, all),
            (Game::Congkak, 5, 10, all),
            (Game::Congkak, 7, 3, all),
            (Game::Kono, 5, 3, 12),
        ]
    } else {
        // Six Kono decisions, one of which is about the colour.
        vec![(Game::Canoga, 9, 4, all), (Game::Congkak, 5, 1, all), (Game::Kono, 5, 1, 6)]
    };
    for (game, size, games, most) in games {
        let mut met = 0;
        for seed in 0..games {
            let table = support::random_start(game, size, seed, 1, most);
            let review = support::review(&table, Effort::Quick);
            let exercises = Exercise::all(&review, BOTH);
            let marked = |round: &parlor_review::RoundReview| {
                round.decisions.iter().filter(|decision| decision.mark >= Some(Mark::Mistake)).count()
            };
            assert_eq!(exercises.len(), review.rounds.iter().map(marked).sum::<usize>(), "one for each mistake");
            for exercise in exercises.iter().take(effort(2, 10)) {
                met += 1;
                check(exercise);
                // Simulates a review so inaccurate that it called the best choice a mistake.
                let mut wrong = exercise.clone();
                wrong.played = exercise.judge(exercise.played, Effort::Quick, &StopFlag::default()).unwrap().best[0];
                check(&wrong);
            }
        }
        assert!(met > 0, "{game}");
    }
}

#[test]
fn the_worst_and_oldest_mistakes_come_first() {
    let table = support::random(Game::Canoga, 9, 1, 2);
    let review = support::review(&table, Effort::Quick);
    let players = table.setup().players.clone();
    let kept = |exercise| Mistake { journal: Some("a-game".to_owned()), players: players.clone(), exercise };
    let mut exercises: Vec<Mistake> = Exercise::all(&review, BOTH).into_iter().map(kept).collect();
    assert!(exercises.len() > 2);
    let mut seen = PracticeLog::default();
    let costs = |exercises: &[Mistake]| exercises.iter().map(|kept| kept.exercise.cost).collect::<Vec<_>>();
    seen.sort(&mut exercises, 0);
    assert!(costs(&exercises).is_sorted_by(|one, other| one >= other), "exercises never seen are ordered by cost");
    let worst = exercises[0].clone();
    seen.note(&worst, 1_000_000);
    let seen = PracticeLog::read(&format!("{seen}nonsense\n"));
    seen.sort(&mut exercises, 1_000_000);
    assert_eq!(exercises.last(), Some(&worst), "an exercise just seen comes last");
    seen.sort(&mut exercises, 1_000_000 + 30 * 24 * 60 * 60);
    assert_eq!(exercises.first(), Some(&worst), "after thirty days it counts as new");
    let mut seen = PracticeLog::default();
    for (kept, now) in exercises.clone().iter().zip(2_000_000..) {
        seen.note(kept, now);
    }
    let in_turn = exercises.clone();
    exercises.reverse();
    seen.sort(&mut exercises, 2_000_100);
    assert_eq!(exercises, in_turn, "if all were seen recently, the oldest comes first");
    seen.keep_last(2);
    let left: Vec<Option<u64>> = in_turn.iter().rev().take(3).map(|kept| seen.last(kept)).collect();
    let newest = 2_000_000 + in_turn.len() as u64 - 1;
    assert_eq!(left, [Some(newest), Some(newest - 1), None], "the last ones seen are kept");
}

#[test]
fn statistics_count_played_rounds() {
    let mut statistics = Statistics::default();
    let (mut rounds, mut won, mut luck) = (0, 0, 0.0);
    for seed in 0..20 {
        let table = support::random(Game::Canoga, 9, seed, 2);
        let review = support::review(&table, Effort::Quick);
        rounds += review.rounds.len() as u32;
        won += review.rounds.iter().filter(|round| round.points.unwrap() < 0).count() as u32;
        luck -= review.rounds.iter().map(|round| round.luck().unwrap()).sum::<f64>();
        statistics.add(table.game(), table.player(Seat::Human).into(), &review, Seat::Computer, 1000 - seed);
    }
    let (kind, tally) = statistics.tallies().next().unwrap();
    assert_eq!(
        (kind.game, kind.size, kind.against),
        (Game::Canoga, 9, Against::Level(Level::Master)),
        "the opponent is the master"
    );
    assert_eq!((tally.played, tally.won, tally.tied), (rounds, won, 0));
    assert!((tally.mean_luck().unwrap() - luck / f64::from(rounds)).abs() < 1e-9);
    let times: Vec<u64> = statistics.over_time(Game::Canoga).iter().map(|moment| moment.at).collect();
    assert!(times.is_sorted() && times.len() == 20);
}
